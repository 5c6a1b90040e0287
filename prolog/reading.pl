:- module(probe_reading,
          [ read_text/3,            % +Source, +Text, -Items
            splice/3,               % +AxiomItems, +ProgramItems, -Items
            item_place/2            % +Item, -Place
          ]).
:- use_module(library(lists), [append/3]).

/** <module> Reading the text of a program, all of it, before anything else

A text becomes a list of item(Source, Number, Position, Content, Names): Source is `axioms` or `program`, Number
counts the terms of that source from 1, Position is the stream position where the term starts, and Names are its
variables as Name=Variable. Content is one of

  - clause(Head, Body)
  - declare(Indicators)     a `dynamic` or `discontiguous` directive
  - consult                 the place of the axioms
  - skip(Kind, Message)     what a plain `swipl` would skip with a message
  - refuse(Message)         what is not run at all
*/

:- set_module(probe_syntax:base(system)).
:- set_prolog_flag(probe_syntax:double_quotes, string).

%!  read_text(+Source, +Text:string, -Items) is det.

read_text(Source, Text, Items) :-
    setup_call_cleanup(open_string(Text, Stream),
                       read_items(Stream, Source, 1, Items),
                       close(Stream)).

read_items(Stream, Source, Number, Items) :-
    catch(read_term(Stream, Term,
                    [ module(probe_syntax), term_position(Position), variable_names(Names), syntax_errors(error) ]),
          Error, true),
    (   nonvar(Error)
    ->  syntax_item(Error, Stream, Position, Content),
        Items = [item(Source, Number, Position, Content, [])|Rest],
        next_items(Stream, Source, Number, Rest)
    ;   Term == end_of_file
    ->  Items = []
    ;   term_content(Term, Content),
        Items = [item(Source, Number, Position, Content, Names)|Rest],
        next_items(Stream, Source, Number, Rest)
    ).

next_items(Stream, Source, Number, Items) :-
    Next is Number + 1,
    read_items(Stream, Source, Next, Items).

% The position of a syntax error is told in the error; a stream that gives the same error for ever has no such thing.
syntax_item(error(syntax_error(What), Context), _, Position, skip(syntax, Message)) :-
    !,
    (   Context = stream(_, Line, LinePosition, CharNo)
    ->  Position = '$stream_position'(CharNo, Line, LinePosition, CharNo)
    ;   Context = string(_, CharNo)
    ->  Position = '$stream_position'(CharNo, 1, CharNo, CharNo)
    ;   Position = '$stream_position'(0, 1, 0, 0)
    ),
    syntax_message(What, Message).
syntax_item(error(Formal, _), Stream, Position, refuse(Message)) :-
    stream_property(Stream, position(Position)),
    format(string(Message), "the text cannot be read: ~q", [Formal]).

syntax_message(What, Message) :-
    (   atom(What)
    ->  split_string(What, "_", "", Words),
        atomics_to_string(Words, " ", Spoken),
        format(string(Message), "syntax error: ~s", [Spoken])
    ;   format(string(Message), "syntax error: ~q", [What])
    ).

atomics_to_string(Words, Separator, String) :-
    atomic_list_concat(Words, Separator, Atom),
    atom_codes(Atom, String).

term_content(Term, Content) :-
    (   forbidden_part(Term, Message)
    ->  Content = refuse(Message)
    ;   content(Term, Content)
    ->  true
    ;   Content = skip(clause, "this is no clause")
    ).

content(Term, _) :-
    var(Term),
    !,
    fail.
content((:- Directive), Content) :-
    !,
    directive(Directive, Content).
content((?- _), refuse("a query stands in the program")) :-
    !.
content((_ --> _), refuse("grammar rules are not part of the pure subset")) :-
    !.
content((Head :- Body), Content) :-
    !,
    head_content(Head, Body, Content).
content(Head, Content) :-
    head_content(Head, true, Content).

head_content(Head, _, _) :-
    var(Head),
    !,
    fail.
head_content(_:_, _, refuse("a clause is qualified by a module")) :-
    !.
head_content(Head0, Body0, clause(Head, Body)) :-
    callable(Head0),
    plain_goal(Head0, Head),
    plain_body(Body0, Body).

% SWI-Prolog compiles `f()` as `f`, and shows it so.
plain_body(Body, Body) :-
    var(Body),
    !.
plain_body((A0, B0), (A, B)) :-
    !,
    plain_body(A0, A),
    plain_body(B0, B).
plain_body((A0 ; B0), (A ; B)) :-
    !,
    plain_body(A0, A),
    plain_body(B0, B).
plain_body((A0 -> B0), (A -> B)) :-
    !,
    plain_body(A0, A),
    plain_body(B0, B).
plain_body((A0 *-> B0), (A *-> B)) :-
    !,
    plain_body(A0, A),
    plain_body(B0, B).
plain_body(\+ A0, \+ A) :-
    !,
    plain_body(A0, A).
plain_body(Goal0, Goal) :-
    plain_goal(Goal0, Goal).

plain_goal(Goal0, Goal) :-
    (   compound(Goal0),
        compound_name_arity(Goal0, Name, 0)
    ->  Goal = Name
    ;   Goal = Goal0
    ).

directive(Directive, refuse("a variable stands as a directive")) :-
    var(Directive),
    !.
directive(consult(axioms), consult) :-
    !.
directive(Directive, Content) :-
    (   Directive = (discontiguous Specification)
    ;   Directive = (dynamic Specification)
    ),
    !,
    (   indicators(Specification, Indicators, [])
    ->  Content = declare(Indicators)
    ;   Content = refuse("a declaration names something else than Name/Arity")
    ).
directive(Directive, refuse(Message)) :-
    (   compound(Directive)
    ->  compound_name_arity(Directive, Name, Arity)
    ;   Name = Directive,
        Arity = 0
    ),
    format(string(Message), "the directive ~q is not allowed", [Name/Arity]).

indicators(Specification, _, _) :-
    var(Specification),
    !,
    fail.
indicators((A, B), Indicators, Tail) :-
    !,
    indicators(A, Indicators, Middle),
    indicators(B, Middle, Tail).
indicators([], Tail, Tail) :-
    !.
indicators([A|B], Indicators, Tail) :-
    !,
    indicators(A, Indicators, Middle),
    indicators(B, Middle, Tail).
indicators(Name/Arity, [Name/Arity|Tail], Tail) :-
    atom(Name),
    integer(Arity),
    Arity >= 0,
    Arity =< 64.

% Dicts, their function calls, and blobs have no place in the pure subset wherever they stand.
forbidden_part(Term, _) :-
    var(Term),
    !,
    fail.
forbidden_part(Term, "a dict stands in a clause") :-
    is_dict(Term),
    !.
forbidden_part(Term, Message) :-
    compound(Term),
    !,
    compound_name_arguments(Term, Name, Arguments),
    (   \+ atom(Name),
        Name \== '[|]'
    ->  Message = "a term has no name"
    ;   Name == '$dicts'
    ->  Message = "a dict stands in a clause"
    ;   forbidden_argument(Arguments, Message)
    ).
forbidden_part(Term, "a blob stands in a clause") :-
    blob(Term, Type),
    Type \== text,
    Type \== reserved_symbol.

forbidden_argument([Argument|Arguments], Message) :-
    (   forbidden_part(Argument, Message0)
    ->  Message = Message0
    ;   forbidden_argument(Arguments, Message)
    ).

%!  splice(+AxiomItems, +ProgramItems, -Items) is det.
%
%   Put the axioms where the program first consults them; a program that does not consult them goes without.

splice(Axioms, Program, Items) :-
    (   append(Before, [Consult|After], Program),
        Consult = item(_, _, _, consult, _)
    ->  append([Before, Axioms, After], Items)
    ;   Items = Program
    ).

append(Lists, List) :-
    lists:append(Lists, List).

%!  item_place(+Item, -Place) is det.
%
%   Place is place(Source, Line, Column, Number); lines and columns count from 1.

item_place(item(Source, Number, Position, _, _), place(Source, Line, Column, Number)) :-
    stream_position_data(line_count, Position, Line),
    stream_position_data(line_position, Position, Column0),
    Column is Column0 + 1.
