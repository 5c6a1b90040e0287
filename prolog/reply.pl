:- module(probe_reply,
          [ json_string/2,          % +Json, -String
            term_text/2,            % +Term, -Text
            clause_text/2           % +Item, -Text
          ]).
:- use_module(library(terms), [term_size/2]).

/** <module> Answers as JSON text

A JSON value is a number, `null`, `true`, `false`, text(Text), list(Values) or object(Pairs) with Key=Value.
*/

%!  json_string(+Json, -String) is det.

json_string(Json, String) :-
    with_output_to(string(String), emit(Json)).

emit(text(Text)) :-
    !,
    emit_text(Text).
emit(list(Values)) :-
    !,
    put_char('['),
    emit_values(Values),
    put_char(']').
emit(object(Pairs)) :-
    !,
    put_char('{'),
    emit_pairs(Pairs),
    put_char('}').
emit(Atomic) :-
    write(Atomic).

emit_values([]).
emit_values([Value|Values]) :-
    emit(Value),
    (   Values == []
    ->  true
    ;   put_char(','),
        emit_values(Values)
    ).

emit_pairs([]).
emit_pairs([Key=Value|Pairs]) :-
    put_char('"'),
    write(Key),
    write('":'),
    emit(Value),
    (   Pairs == []
    ->  true
    ;   put_char(','),
        emit_pairs(Pairs)
    ).

% A search in C finds out whether the slow way is needed; it seldom is.
emit_text(Text) :-
    put_char('"'),
    (   ( sub_string(Text, _, 1, _, "\\") ; sub_string(Text, _, 1, _, "\"") ; sub_string(Text, _, 1, _, "\n") )
    ->  string_codes(Text, Codes),
        emit_codes(Codes)
    ;   write(Text)
    ),
    put_char('"').

emit_codes([]).
emit_codes([Code|Codes]) :-
    (   Code == 0'"
    ->  write('\\"')
    ;   Code == 0'\\
    ->  write('\\\\')
    ;   Code < 32
    ->  format("\\u~|~`0t~16r~4+", [Code])
    ;   put_char(Code)
    ),
    emit_codes(Codes).

%!  term_text(+Term, -Text:string) is det.
%
%   Term as Prolog text on one line; variables that occur once are `_`. Deep and large terms are cut short.

term_text(Term, Text) :-
    (   acyclic_term(Term)
    ->  \+ \+ ( copy_term_nat(Term, Copy),
                numbervars(Copy, 0, _, [singletons(true)]),
                text_of(Copy, [], Text0),
                nb_setval(probe_text, Text0) ),
        nb_getval(probe_text, Text)
    ;   Text = "a cyclic term"
    ).

%!  clause_text(+Item, -Text:string) is det.
%
%   The clause of Item with the variable names of its author.

clause_text(item(_, _, _, Content, Names), Text) :-
    (   Content = clause(Head, Body)
    ->  (   Body == true
        ->  Clause = Head
        ;   Clause = (Head :- Body)
        ),
        text_of(Clause, Names, Text)
    ;   Content = declare(Indicators)
    ->  term_text((:- dynamic(Indicators)), Text)
    ;   Text = ""
    ).

text_of(Term, Names, Text) :-
    term_size(Term, Cells),
    (   Cells > 4000
    ->  format(string(Text), "a term of ~D cells", [Cells])
    ;   format(string(Text), "~W",
               [ Term,
                 [ quoted(true), numbervars(true), variable_names(Names), max_depth(60), portray(false),
                   spacing(next_argument)
                 ]
               ])
    ).
