:- module(probe_reading,
          [ read_text/3,            % +Source, +Text, -Items
            read_plain/3,           % +Source, +Text, -Items
            splice/3,               % +AxiomItems, +ProgramItems, -Items
            item_place/2            % +Item, -Place
          ]).
:- use_module(library(lists), [append/3, member/2]).

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
    open_string(Text, Stream),
    catch(read_all(Stream, Source, 1, Items0), error(_, _), true),
    close(Stream),
    (   nonvar(Items0),
        \+ odd_text(Text, Items0)
    ->  Items = Items0
    ;   read_careful(Source, Text, Items)
    ).

%!  read_plain(+Source, +Text:string, -Items) is semidet.
%
%   As read_text/3, but without places and names (Position is `none`, Names is empty), which takes half the time. Fails
%   for a syntax error. The caller has seen to it that Text has no brace, no empty parentheses and no dot before
%   something else than a blank, so that it cannot hold a dict or a call of one.

read_plain(Source, Text, Items) :-
    open_string(Text, Stream),
    catch(plain_items(Stream, Source, Items0), error(_, _), true),
    close(Stream),
    nonvar(Items0),
    Items = Items0.

plain_items(Stream, Source, Items) :-
    read(Stream, Term),
    (   Term == end_of_file
    ->  Items = []
    ;   Items = [item(Source, 0, none, Content, [])|Rest],
        plain_content(Term, Content),
        plain_items(Stream, Source, Rest)
    ).

read_careful(Source, Text, Items) :-
    setup_call_cleanup(open_string(Text, Stream),
                       read_each(Stream, Source, 1, Items),
                       close(Stream)).

%   Text, read as Items, may hold a dict, a call of one, or empty parentheses: it has a brace, `()`, or more dots than
%   clauses and one of them before something else than a blank. Most texts have none of these. Every clause has its dot,
%   so as many dots and braces as clauses means that there is no brace.
odd_text(Text, Items) :-
    (   sub_string(Text, _, _, _, "()")
    ;   split_string(Text, ".{", "", [_|Parts]),
        length(Items, Clauses),
        \+ length(Parts, Clauses),
        (   sub_string(Text, _, _, _, "{")
        ;   member(Part, Parts),
            string_code(1, Part, Code),
            \+ plain_after_dot(Code)
        )
    ),
    !.

plain_after_dot(0'\n).
plain_after_dot(0' ).
plain_after_dot(0'\r).
plain_after_dot(0'\t).

read_all(Stream, Source, Number, Items) :-
    read_term(Stream, Term,
              [ module(probe_syntax), term_position(Position), variable_names(Names), syntax_errors(error) ]),
    (   Term == end_of_file
    ->  Items = []
    ;   Items = [item(Source, Number, Position, Content, Names)|Rest],
        plain_content(Term, Content),
        Next is Number + 1,
        read_all(Stream, Source, Next, Rest)
    ).

read_each(Stream, Source, Number, Items) :-
    catch(read_term(Stream, Term,
                    [ module(probe_syntax), term_position(Position), variable_names(Names), syntax_errors(error) ]),
          Error, true),
    (   nonvar(Error)
    ->  syntax_item(Error, Stream, Position, Content),
        Items = [item(Source, Number, Position, Content, [])|Rest]
    ;   Term == end_of_file
    ->  Items = []
    ;   Items = [item(Source, Number, Position, Content, Names)|Rest],
        term_content(Term, Content)
    ),
    (   Items == []
    ->  true
    ;   Next is Number + 1,
        read_each(Stream, Source, Next, Rest)
    ).

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
    (   odd_part(Term, Part)
    ->  odd_content(Part, Term, Content)
    ;   plain_content(Term, Content)
    ).

plain_content(Term, Content) :-
    (   nonvar(Term),
        content(Term, Content0)
    ->  Content = Content0
    ;   Content = skip(clause, "this is no clause")
    ).

odd_content(dict, _, refuse("a dict stands in a clause")).
odd_content(dict_call, _, skip(clause, "a dot without a blank behind it calls a function of a dict: quote the name")).
odd_content(empty, Term, Content) :-
    plain_content(Term, Content0),
    (   Content0 = clause(Head0, Body0)
    ->  Content = clause(Head, Body),
        plain_goal(Head0, Head),
        plain_body(Body0, Body)
    ;   Content = Content0
    ).

content((Head :- Body), Content) :-
    !,
    head_content(Head, Body, Content).
content((:- Directive), Content) :-
    !,
    directive(Directive, Content).
content((?- _), refuse("a query stands in the program")) :-
    !.
content((_ --> _), refuse("grammar rules are not part of the pure subset")) :-
    !.
content(Head, Content) :-
    head_content(Head, true, Content).

head_content(Head, Body, Content) :-
    callable(Head),
    (   Head = _:_
    ->  Content = refuse("a clause is qualified by a module")
    ;   Content = clause(Head, Body)
    ).

% SWI-Prolog compiles `f()` as `f`, and shows it so.
plain_body(Body0, Body) :-
    (   compound(Body0),
        compound_name_arguments(Body0, Name, Arguments0),
        control(Name, Arguments0)
    ->  plain_bodies(Arguments0, Arguments),
        compound_name_arguments(Body, Name, Arguments)
    ;   plain_goal(Body0, Body)
    ).

plain_bodies([], []).
plain_bodies([A|As], [B|Bs]) :-
    plain_body(A, B),
    plain_bodies(As, Bs).

control((','), [_, _]).
control((;), [_, _]).
control((->), [_, _]).
control((*->), [_, _]).
control((\+), [_]).

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

% Dicts and their function calls (`oauth_2.0` is one) have no place in the pure subset, wherever they stand; empty
% parentheses need care.
odd_part(Term, Part) :-
    compound(Term),
    compound_name_arity(Term, Name, Arity),
    (   odd_name(Name, Part0)
    ->  Part = Part0
    ;   Arity == 0
    ->  Part = empty
    ;   odd_argument(Arity, Term, Part)
    ).

odd_argument(N, Term, Part) :-
    arg(N, Term, Argument),
    (   compound(Argument),
        odd_part(Argument, Part0)
    ->  Part = Part0
    ;   N > 1,
        Next is N - 1,
        odd_argument(Next, Term, Part)
    ).

odd_name('.', dict_call).
odd_name(Name, dict) :-
    dict_functor(Name).

:- dynamic dict_functor/1.
:- dict_create(Dict, tag, []), compound_name_arity(Dict, Name, _), assertz(dict_functor(Name)).

%!  splice(+AxiomItems, +ProgramItems, -Items) is det.
%
%   Put the axioms where the program first consults them; a program that does not consult them goes without.

splice(Axioms, Program, Items) :-
    (   append(Before, [Consult|After], Program),
        Consult = item(_, _, _, consult, _)
    ->  append(Axioms, After, Rest),
        append(Before, Rest, Items)
    ;   Items = Program
    ).

%!  item_place(+Item, -Place) is det.
%
%   Place is place(Source, Line, Column, Number); lines and columns count from 1.

item_place(item(Source, Number, Position, _, _), place(Source, Line, Column, Number)) :-
    stream_position_data(line_count, Position, Line),
    stream_position_data(line_position, Position, Column0),
    Column is Column0 + 1.
