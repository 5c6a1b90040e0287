:- module(probe_answer_set_literals,
          [ write_rule/2,           % +Head, +Body
            atom_text/5,            % +Letter, +Key, +Mode, +Arguments, -Text
            terms_text/2,           % +Terms, -Text
            number_text/2           % +Number, -Text
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(translation).
:- use_module(answer_set_names).

/** <module> Atoms, literals and terms of a translation as text for clingo */

%!  write_rule(+Head:string, +Body:list) is det.
%
%   Print a rule, or a fact if Body is empty; Body consists of the literals of translation.pl.

write_rule(Head, Body) :-
    (   Body == []
    ->  format("~s.~n", [Head])
    ;   maplist(literal_text, Body, Texts),
        atomic_list_concat(Texts, ', ', Joined),
        format("~s :- ~w.~n", [Head, Joined])
    ).

literal_text(call(Key, Mode, Arguments), Text) :-
    atom_text(p, Key, Mode, Arguments, Text).
literal_text(asked(Key, Mode, Arguments), Text) :-
    atom_text(d, Key, Mode, Arguments, Text).
literal_text(not(Key, Mode, Arguments), Text) :-
    atom_text(p, Key, Mode, Arguments, Text0),
    string_concat("not ", Text0, Text).
literal_text(test(Operator, A, B), Text) :-
    side_text(A, Left),
    side_text(B, Right),
    format(string(Text), "~s ~w ~s", [Left, Operator, Right]).
literal_text(compare(Operator, A, B), Text) :-
    term_name(A, Left),
    term_name(B, Right),
    format(string(Text), "~s ~w ~s", [Left, Operator, Right]).
literal_text(let(Value, Expression), Text) :-
    side_text(Value, Left),
    side_text(Expression, Right),
    format(string(Text), "~s = ~s", [Left, Right]).
literal_text(range(X, From, To), Text) :-
    scale(Scale),
    side_text(X, Name),
    side_text(From, Lowest),
    side_text(To, Highest),
    (   Scale =:= 1
    ->  format(string(Text), "~s = ~s..~s", [Name, Lowest, Highest])
    ;   format(string(Text), "~s = ~d*(~s/~d..~s/~d)", [Name, Scale, Lowest, Scale, Highest, Scale])
    ).
literal_text(kind(number, X), Text) :-
    !,
    side_text(X, Name),
    format(string(Text), "~s <= 2147483647", [Name]).
literal_text(kind(Kind, X), Text) :-
    side_text(X, Name),
    format(string(Text), "k_~w(~s)", [Kind, Name]).
literal_text(aggregate(Function, Result, Tuple, Call), Text) :-
    side_text(Result, Value),
    terms_text(Tuple, Terms),
    literal_text(Call, Condition),
    format(string(Text), "~s = #~w { ~s : ~s }", [Value, Function, Terms, Condition]).

side_text(raw(Number), Text) :-
    integer(Number),
    !,
    format(string(Text), "~d", [Number]).
side_text(abs(A), Text) :-
    !,
    side_text(A, Inner),
    format(string(Text), "|~s|", [Inner]).
side_text(Side, Text) :-
    calculation(Side),
    !,
    Side =.. [Name, A, B],
    ( Name == rest -> Operator = (\) ; Operator = Name ),
    side_text(A, Left),
    side_text(B, Right),
    format(string(Text), "(~s~w~s)", [Left, Operator, Right]).
side_text(Term, Text) :-
    term_name(Term, Text).

calculation(Side) :-
    compound(Side),
    (   functor(Side, raw, 1)
    ;   functor(Side, abs, 1)
    ;   functor(Side, Name, 2),
        memberchk(Name, [+, -, *, /, rest])
    ).

%!  terms_text(+Terms, -Text:string) is det.
%
%   The terms, separated by commas.

terms_text(Terms, Text) :-
    findall(Name, ( member(Term, Terms), term_name(Term, Name) ), Names),
    atomic_list_concat(Names, ',', Text0),
    atom_string(Text0, Text).

%!  atom_text(+Letter, +Key, +Mode, +Arguments, -Text:string) is det.
%
%   The atom of a predicate: `p` is what the program derives, `d` what a rule asks for.

atom_text(Letter, Key, Mode, Arguments, Text) :-
    predicate_name(Key, Mode, Number),
    (   Arguments == []
    ->  format(string(Text), "~w~d", [Letter, Number])
    ;   terms_text(Arguments, Terms),
        format(string(Text), "~w~d(~s)", [Letter, Number, Terms])
    ).

term_name('$lowest', "#inf") :- !.
term_name('$highest', "#sup") :- !.
term_name('$tuple'(Terms), Text) :-
    !,
    terms_text(Terms, Inner),
    format(string(Text), "(~s,)", [Inner]).
term_name('$v'(N), Text) :-
    integer(N),
    !,
    format(string(Text), "V~d", [N]).
term_name('$distinct'(Number, Variables), Text) :-
    !,
    terms_text(Variables, Terms),
    ( Variables == [] -> Comma = "" ; Comma = "," ),
    format(string(Text), "t(~d~s~s)", [Number, Comma, Terms]).
term_name(Number, Text) :-
    number(Number),
    !,
    (   number_text(Number, Text0)
    ->  Text = Text0
    ;   untranslatable("~w may exceed 32 bits", [Number])
    ).
term_name(Compound, Text) :-
    compound(Compound),
    !,
    compound_name_arguments(Compound, Functor, Arguments),
    functor_name(Functor, Name),
    terms_text(Arguments, Terms),
    format(string(Text), "~w(~s)", [Name, Terms]).
term_name(Constant, Text) :-
    constant_name(Constant, Name),
    format(string(Text), "~w", [Name]).

%!  number_text(+Number, -Text:string) is semidet.
%
%   The multiple of the scale that Number is in the answer-set program; fails if it may exceed 32 bits.

number_text(Number, Text) :-
    scale(Scale),
    Value is truncate(rationalize(Number) * Scale),
    largest_number(Largest),
    abs(Value) =< Largest,
    format(string(Text), "~d", [Value]).

largest_number(2147483647).
