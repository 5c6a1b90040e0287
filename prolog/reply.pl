:- module(probe_reply,
          [ json_text/2,            % +Json, -Text
            term_text/2,            % +Term, -Text
            clause_text/2           % +Item, -Text
          ]).
:- use_module(library(apply), [maplist/2]).
:- use_module(library(terms), [term_size/2]).

/** <module> Answers as JSON text

A JSON value is a number, `null`, `true`, `false`, text(Text), list(Values), object(Pairs) with Key=Value, or
apart(Json). Text is a string, or an atom that needs no escapes. The Json of apart(Json) is on a separate line, so
that a reader can remove it before parsing the rest; escaped texts have no line ends. A step of a proof is
node(Kind, Goal, Succeeded, Place, Details, Bindings, Children): Kind is an atom, Goal a text, Place `null` or
place(Source, Line, Clause), Details and Bindings are pairs, and Children are nodes.
*/

%!  json_text(+Json, -Text:atom) is det.
%
%   Text is an atom, because one concatenation of its parts is much faster than writing them to a stream.

json_text(Json, Text) :-
    json_parts(Json, Parts, []),
    atomic_list_concat(Parts, Text).

json_parts(text(Text), ['"', Escaped, '"'|Tail], Tail) :-
    !,
    escape_text(Text, Escaped).
json_parts(list(Values), ['['|Parts], Tail) :-
    !,
    values_parts(Values, Parts, [']'|Tail]).
json_parts(object(Pairs), ['{'|Parts], Tail) :-
    !,
    pairs_parts(Pairs, Parts, ['}'|Tail]).
json_parts(apart(Json), ['\n'|Parts], Tail) :-
    !,
    json_parts(Json, Parts, ['\n'|Tail]).
json_parts(node(Kind, Goal, Succeeded, Place, Details, Bindings, Children),
           ['{"kind":"', Kind, '","goal":"', Escaped, '","succeeded":', Succeeded|Parts], Tail) :-
    !,
    escape_text(Goal, Escaped),
    place_parts(Place, Parts, Parts1),
    more_pairs(Details, Parts1, Parts2),
    bindings_parts(Bindings, Parts2, Parts3),
    children_parts(Children, Parts3, ['}'|Tail]).
json_parts(Atomic, [Atomic|Tail], Tail).

place_parts(null, Tail, Tail).
place_parts(place(Source, Line, Clause),
            [',"place":{"source":"', Source, '","line":', Line, ',"clause":', Clause, '}'|Tail], Tail).

bindings_parts([], Tail, Tail).
bindings_parts([Binding|Bindings], [',"bindings":'|Parts], Tail) :-
    json_parts(object([Binding|Bindings]), Parts, Tail).

children_parts([], Tail, Tail).
children_parts([Child|Children], [',"children":['|Parts], Tail) :-
    values_parts([Child|Children], Parts, [']'|Tail]).

values_parts([], Tail, Tail).
values_parts([Value|Values], Parts, Tail) :-
    json_parts(Value, Parts, Middle),
    more_values(Values, Middle, Tail).

more_values([], Tail, Tail).
more_values([Value|Values], [','|Parts], Tail) :-
    json_parts(Value, Parts, Middle),
    more_values(Values, Middle, Tail).

pairs_parts([], Tail, Tail).
pairs_parts([Key=Value|Pairs], ['"', Key, '":'|Parts], Tail) :-
    json_parts(Value, Parts, Middle),
    more_pairs(Pairs, Middle, Tail).

more_pairs([], Tail, Tail).
more_pairs([Key=Value|Pairs], [',"', Key, '":'|Parts], Tail) :-
    json_parts(Value, Parts, Middle),
    more_pairs(Pairs, Middle, Tail).

% A search in C finds out whether the slow way is needed. It seldom is, and never for an atom of the oracle.
escape_text(Text, Escaped) :-
    (   string(Text),
        Text \== "",
        ( sub_string(Text, _, 1, _, "\\") ; sub_string(Text, _, 1, _, "\"") ; sub_string(Text, _, 1, _, "\n") )
    ->  string_codes(Text, Codes),
        escape_codes(Codes, EscapedCodes),
        string_codes(Escaped, EscapedCodes)
    ;   Escaped = Text
    ).

escape_codes([], []).
escape_codes([Code|Codes], Escaped) :-
    (   Code == 0'"
    ->  Escaped = [0'\\, 0'"|Rest]
    ;   Code == 0'\\
    ->  Escaped = [0'\\, 0'\\|Rest]
    ;   Code < 32
    ->  format(codes(Escaped, Rest), "\\u~|~`0t~16r~4+", [Code])
    ;   Escaped = [Code|Rest]
    ),
    escape_codes(Codes, Rest).

%!  term_text(+Term, -Text:string) is det.
%
%   Term as Prolog text on one line; variables that occur once are `_`. Deep and large terms are cut short.

term_text(Term, Text) :-
    (   atom(Term),
        simple_atom(Term, Text0)
    ->  Text = Text0
    ;   \+ acyclic_term(Term)
    ->  Text = "a cyclic term"
    ;   ground(Term)
    ->  bounded_text(Term, [], Text)
    ;   copy_term_nat(Term, Copy),
        numbervars(Copy, 0, _, [singletons(true)]),
        bounded_text(Copy, [], Text)
    ).

simple_atom(option_A, "option_A").
simple_atom(option_B, "option_B").

%!  clause_text(+Item, -Text:string) is det.
%
%   The clause of Item with the variable names of its author; a variable without a name is `_`.

clause_text(item(_, _, _, Content, Names), Text) :-
    (   Content = clause(Head, Body)
    ->  (   Body == true
        ->  Clause = Head
        ;   Clause = (Head :- Body)
        ),
        named_text(Clause, Names, Text)
    ;   Content = declare(Indicators)
    ->  term_text((:- dynamic(Indicators)), Text)
    ;   Text = ""
    ).

% A name such as _12934 would differ in each run.
named_text(Clause, Names, Text) :-
    copy_term_nat(Clause-Names, Copy-Copies),
    maplist(keep_name, Copies),
    term_variables(Copy, Others),
    maplist(=('$VAR'('_')), Others),
    bounded_text(Copy, [], Text).

keep_name(Name='$VAR'(Name)).

% A term of few cells may be a huge tree when its parts are shared, so all but tiny terms are measured as trees.
bounded_text(Term, Names, Text) :-
    term_size(Term, Cells),
    (   (   Cells < 12
        ;   Cells < 4000,
            within_budget(Term, 2000, _)
        )
    ->  format(string(Text), "~W",
               [ Term, [quoted(true), numbervars(true), variable_names(Names), spacing(next_argument)] ])
    ;   format(string(Text), "a term of ~D cells", [Cells])
    ).

within_budget(Term, Budget0, Budget) :-
    Budget0 > 0,
    Budget1 is Budget0 - 1,
    (   compound(Term)
    ->  compound_name_arity(Term, _, Arity),
        arguments_within_budget(Arity, Term, Budget1, Budget)
    ;   atomic_length(Term, Length),
        Budget is Budget1 - Length // 100
    ).

arguments_within_budget(0, _, Budget, Budget) :-
    !.
arguments_within_budget(N, Term, Budget0, Budget) :-
    arg(N, Term, Argument),
    within_budget(Argument, Budget0, Budget1),
    Next is N - 1,
    arguments_within_budget(Next, Term, Budget1, Budget).

% Writing a long number takes long, so its length is estimated from its length in bits.
atomic_length(Term, Length) :-
    (   integer(Term),
        Term =\= 0
    ->  Length is msb(abs(Term)) // 4
    ;   ( atom(Term) ; string(Term) )
    ->  atom_length(Term, Length)
    ;   Length = 1
    ).
