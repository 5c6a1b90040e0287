:- module(probe_reading,
          [ read_text/3,            % +Source, +Text, -Items
            splice_axioms/3,        % +AxiomItems, +ProgramItems, -Items
            item_place/2            % +Item, -Place
          ]).
:- use_module(library(terms), [mapargs/3]).
:- use_module(library(lists), [append/3, memberchk/2]).
:- use_module(calls, [plain_head/2]).
:- use_module(lambdas, [lift_lambdas/2]).
:- use_module(limits, [tolerate/1]).
:- use_module(reply, [term_text/2]).
:- use_module(subset, [clause_form/2]).

/** <module> Reading the whole text of a program before anything else

A text becomes a list of item(Source, Number, Position, Content, Names): Source is `axioms` or `program`, Number
counts the terms of that source from 1, Position is the stream position where the term starts, and Names are its
variables as Name=Variable. Content is one of

  - clause(Head, Body)
  - declare(Indicators)     a `dynamic` or `discontiguous` directive
  - consult                 the place of the axioms
  - note                    a directive that changes nothing: `use_module` of a library that is available anyway
  - skip(Kind, Message)     a clause that plain `swipl` would skip with a message
  - refuse(Message)         a reason not to run the program at all

Lambda expressions become predicates of their own, behind the other items (lambdas.pl).
*/

:- set_module(probe_syntax:base(system)).
:- set_prolog_flag(probe_syntax:double_quotes, string).

%!  read_text(+Source, +Text:string, -Items) is det.

read_text(Source, Text, Items) :-
    setup_call_cleanup(open_string(Text, Stream),
                       catch(read_all(Stream, Source, 1, Items0), error(Formal, _), tolerate(Formal)),
                       close(Stream)),
    (   nonvar(Items0)
    ->  Items1 = Items0
    ;   read_carefully(Source, Text, Items1)
    ),
    (   sub_string(Text, _, _, _, ">>")
    ->  lift_lambdas(Items1, Items)
    ;   Items = Items1
    ).

read_carefully(Source, Text, Items) :-
    setup_call_cleanup(open_string(Text, Stream),
                       read_each(Stream, Source, 1, Items),
                       close(Stream)).

read_all(Stream, Source, Number, Items) :-
    read_next(Stream, Term, Position, Names),
    (   Term == end_of_file
    ->  read_left_over(Stream, Source, Number, Items)
    ;   Items = [item(Source, Number, Position, Content, Names)|Rest],
        term_content(Term, Content),
        Next is Number + 1,
        read_all(Stream, Source, Next, Rest)
    ).

read_each(Stream, Source, Number, Items) :-
    catch(read_next(Stream, Term, Position, Names), error(Formal, Context), tolerate(Formal)),
    (   nonvar(Formal)
    ->  syntax_item(error(Formal, Context), Stream, ErrorPosition, Content),
        Items = [item(Source, Number, ErrorPosition, Content, [])|Rest]
    ;   Term == end_of_file
    ->  read_left_over(Stream, Source, Number, Items)
    ;   Items = [item(Source, Number, Position, Content, Names)|Rest],
        term_content(Term, Content)
    ),
    (   Term == end_of_file
    ->  true
    ;   Next is Number + 1,
        read_each(Stream, Source, Next, Rest)
    ).

read_next(Stream, Term, Position, Names) :-
    read_term(Stream, Term,
              [ module(probe_syntax), term_position(Position), variable_names(Names), syntax_errors(error),
                cycles(false) ]).

% SWI-Prolog stops reading at `end_of_file.` without a message. Text after it is reported here.
read_left_over(Stream, Source, Number, Items) :-
    (   at_end_of_stream(Stream)
    ->  Items = []
    ;   catch(read_next(Stream, Term, Position0, _), error(Formal, Context), tolerate(Formal)),
        (   nonvar(Formal)
        ->  syntax_item(error(Formal, Context), Stream, Position, _)
        ;   Position = Position0
        ),
        (   Term == end_of_file
        ->  read_left_over(Stream, Source, Number, Items)
        ;   Items = [item(Source, Number, Position,
                          skip(clause, "text after end_of_file is not part of the program"), [])]
        )
    ).

% A syntax error contains its position. Any other error may repeat forever, so reading stops there.
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
    term_text(Formal, Text),
    format(string(Message), "the text cannot be read: ~s", [Text]).

syntax_message(What, Message) :-
    (   atom(What)
    ->  split_string(What, "_", "", Words),
        atomic_list_concat(Words, ' ', Phrase),
        format(string(Message), "syntax error: ~w", [Phrase])
    ;   term_text(What, Text),
        format(string(Message), "syntax error: ~s", [Text])
    ).

term_content(Term, Content) :-
    (   special_part(Term, Part)
    ->  special_content(Part, Term, Content)
    ;   plain_content(Term, Content)
    ).

plain_content(Term, Content) :-
    (   callable(Term),
        clause_content(Term, Content0)
    ->  Content = Content0
    ;   Content = skip(clause, "this is not a clause")
    ).

special_content(dict, _, refuse("a clause contains a dict")).
special_content(dict_call, _, skip(clause, "a dot without a blank behind it calls a function of a dict: quote the name")).
special_content(reserved(Name), _, refuse(Message)) :-
    format(string(Message), "~q is a name of SWI-Prolog's own terms", [Name]).
special_content(empty, Term, Content) :-
    plain_content(Term, Content0),
    (   Content0 = clause(Head0, Body0)
    ->  Content = clause(Head, Body),
        plain_head(Head0, Head),
        plain_body(Body0, Body)
    ;   Content = Content0
    ).

% A clause is `Head :- Body` or a fact, and nothing else: assertz/1 would turn other terms that SWI-Prolog knows
% into rules whose bodies have not been checked.
clause_content((Head :- Body), Content) :-
    !,
    (   callable(Head)
    ->  head_content(Head, Body, Content)
    ).
clause_content((:- Directive), Content) :-
    !,
    directive(Directive, Content).
clause_content(Head, Content) :-
    head_content(Head, true, Content).

head_content(Head, Body, Content) :-
    (   compound(Head),
        compound_name_arity(Head, Name, Arity),
        clause_form(Name/Arity, Reason)
    ->  Content = refuse(Reason)
    ;   Content = clause(Head, Body)
    ).

% SWI-Prolog compiles `f()` as `f`, and prints it as `f`.
plain_body(Body0, Body) :-
    (   control_term(Body0)
    ->  mapargs(plain_body, Body0, Body)
    ;   plain_head(Body0, Body)
    ).

control_term(Body) :-
    compound(Body),
    compound_name_arity(Body, Name, Arity),
    memberchk(Name/Arity, [(',')/2, (;)/2, (->)/2, (*->)/2, (\+)/1]).

directive(Directive, refuse("a directive is a variable")) :-
    var(Directive),
    !.
directive(Directive, consult) :-
    consult_directive(Directive),
    !.
directive(use_module(Library), note) :-
    known_library(Library),
    !.
directive(use_module(Library, Imports), note) :-
    known_library(Library),
    is_list(Imports),
    !.
directive(Directive, Content) :-
    (   Directive = (discontiguous Specification)
    ;   Directive = (dynamic Specification)
    ),
    !,
    (   declared_indicators(Specification, Indicators, [])
    ->  Content = declare(Indicators)
    ;   Content = refuse("a declaration names something other than Name/Arity")
    ).
directive(Directive, refuse(Message)) :-
    (   compound(Directive)
    ->  compound_name_arity(Directive, Name, Arity)
    ;   Name = Directive,
        Arity = 0
    ),
    format(string(Message), "the directive ~q is not allowed", [Name/Arity]).

% The ways in which authors consult the axioms.
consult_directive(consult(File)) :- axioms_file(File).
consult_directive(consult([File])) :- axioms_file(File).
consult_directive(ensure_loaded(File)) :- axioms_file(File).
consult_directive([File]) :- axioms_file(File).

axioms_file(File) :-
    (   string(File)
    ->  atom_string(Name, File)
    ;   atom(File),
        Name = File
    ),
    ( Name == axioms ; Name == 'axioms.pl' ; Name == './axioms' ; Name == './axioms.pl' ),
    !.

% The libraries of the whitelist's predicates, which are available without a directive.
known_library(Library) :-
    nonvar(Library),
    Library = library(Name),
    atom(Name),
    ( Name == lists ; Name == apply ; Name == aggregate ; Name == pairs ; Name == ordsets ;
      Name == yall ),
    !.

declared_indicators(Specification, _, _) :-
    var(Specification),
    !,
    fail.
declared_indicators((A, B), Indicators, Tail) :-
    !,
    declared_indicators(A, Indicators, Middle),
    declared_indicators(B, Middle, Tail).
declared_indicators([], Tail, Tail) :-
    !.
declared_indicators([A|B], Indicators, Tail) :-
    !,
    declared_indicators(A, Indicators, Middle),
    declared_indicators(B, Middle, Tail).
declared_indicators(Name/Arity, [Name/Arity|Tail], Tail) :-
    atom(Name),
    integer(Arity),
    Arity >= 0,
    Arity =< 64.

% Dicts and their function calls (`oauth_2.0` is one) and the compound terms that SWI-Prolog reserves
% ('$VAR'(1), which is written as a variable) are not part of the pure subset, wherever they appear. Empty parentheses
% need care.
special_part(Term, Part) :-
    compound(Term),
    special_part(Term, none, Part),
    Part \== none.

special_part(Term, Part0, Part) :-
    compound_name_arity(Term, Name, Arity),
    (   special_name(Name, Part1)
    ->  Part = Part1
    ;   Arity == 0
    ->  Part = empty
    ;   special_argument_part(Arity, Term, Part0, Part)
    ).

special_argument_part(N, Term, Part0, Part) :-
    arg(N, Term, Argument),
    (   compound(Argument)
    ->  special_part(Argument, Part0, Part1)
    ;   Part1 = Part0
    ),
    (   ( N == 1 ; Part1 \== none, Part1 \== empty )
    ->  Part = Part1
    ;   Next is N - 1,
        special_argument_part(Next, Term, Part1, Part)
    ).

special_name(Name, Part) :-
    (   Name == '.'
    ->  Part = dict_call
    ;   dict_functor(Name)
    ->  Part = dict
    ;   sub_atom(Name, 0, 1, _, $),
        Name \== $
    ->  Part = reserved(Name)
    ).

:- dynamic dict_functor/1.
:- dict_create(Dict, tag, []), compound_name_arity(Dict, Name, _), assertz(dict_functor(Name)).
:- compile_predicates([dict_functor/1]).

%!  splice_axioms(+AxiomItems, +ProgramItems, -Items) is det.
%
%   Put the axioms where the program first consults them; a program that does not consult them has none.

splice_axioms(Axioms, Program, Items) :-
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
