:- module(probe_answer_set_text,
          [ answer_set_text/2,      % -Text, -Answers
            number_text/2           % +Number, -Text
          ]).
:- use_module(library(lists), [append/3, member/2, memberchk/2]).
:- use_module(translation).
:- use_module(demand).

/** <module> The rules of a translation as text for clingo

The text contains no name of the program: constants are c00, c01 … in the standard order of terms, so that clingo
compares them as Prolog does, functors are f00, f01 … likewise, and predicates p0, p1 …
*/

:- dynamic predicate_name/3, constant_name/2, functor_name/3, counted/2.

%!  answer_set_text(-Text:string, -Answers) is det.
%
%   Text is the program that translation.pl and demand.pl hold; Answers are the constants that may be in it, as
%   Name-Term. In its one stable model `answer(T)` is an answer of decide_option/2, and `doubt(N)` means that doubt N
%   holds.

answer_set_text(Text, Answers) :-
    retractall(predicate_name(_, _, _)),
    retractall(constant_name(_, _)),
    retractall(functor_name(_, _, _)),
    retractall(counted(_, _)),
    flag(probe_named, _, 0),
    name_predicates,
    name_terms,
    find_counted,
    with_output_to(string(Text), program_text),
    findall(Name-Term, constant_name(Term, Name), Answers).

name_predicates :-
    forall(( wanted(Key, Mode), \+ predicate_name(Key, Mode, _) ),
           ( flag(probe_named, N, N + 1), assertz(predicate_name(Key, Mode, N)) )).

name_terms :-
    findall(Atomic, ( mentioned(Term), inside(Term, Atomic), atomic(Atomic), \+ number(Atomic) ), Atomics),
    sort([user|Atomics], Constants),
    named(Constants, c, Names),
    forall(member(Constant-Name, Names), assertz(constant_name(Constant, Name))),
    findall(Functor/Arity, ( mentioned(Term), inside(Term, Part), compound(Part),
                             compound_name_arity(Part, Functor, Arity) ), All),
    findall(Functor, member(Functor/_, All), Functors0),
    sort(Functors0, Functors),
    named(Functors, f, FunctorNames),
    forall(( member(Functor-Name, FunctorNames) ), assertz(functor_name(Functor, 0, Name))).

named(Things, Letter, Named) :-
    length(Things, Count),
    Width is floor(log10(Count + 1)) + 1,
    findall(Thing-Name,
            ( nth(Things, 0, N, Thing), format(atom(Name), "~w~|~`0t~d~*+", [Letter, N, Width]) ),
            Named).

nth([Thing|_], N, N, Thing).
nth([_|Things], N0, N, Thing) :-
    N1 is N0 + 1,
    nth(Things, N1, N, Thing).

%   The terms of the program that the text names.
mentioned(Term) :-
    rule(_, _, _, Arguments, Literals, _),
    (   member(Term, Arguments)
    ;   member(Literal, Literals),
        mentions(Literal, Term)
    ).
mentioned(Term) :-
    wanted(Key, facts),
    source(Key, _, Arguments, _, _),
    member(Term, Arguments).
mentioned(Term) :-
    asked_for(_, _, Arguments, Body, _),
    (   member(Term, Arguments)
    ;   member(Literal, Body),
        mentions(Literal, Term)
    ).

mentions(call(_, _, Arguments), Term) :- member(Term, Arguments).
mentions(not(_, _, Arguments), Term) :- member(Term, Arguments).
mentions(asked(_, _, Arguments), Term) :- member(Term, Arguments).
mentions(compare(_, A, B), Term) :- ( Term = A ; Term = B ).
mentions(kind(_, Term), Term).
mentions(aggregate(_, Result, Tuple, Call), Term) :-
    (   Term = Result
    ;   member(Term, Tuple)
    ;   mentions(Call, Term)
    ).
mentions(doubt(_, Conditions), Term) :- member(Literal, Conditions), mentions(Literal, Term).

calculation(Side) :-
    compound(Side),
    (   functor(Side, raw, 1)
    ;   functor(Side, abs, 1)
    ;   functor(Side, Name, 2),
        memberchk(Name, [+, -, *, /, rest])
    ).

inside(Term, Part) :-
    (   compound(Term),
        functor(Term, '$distinct', 2)
    ->  fail
    ;   Part = Term
    ;   compound(Term),
        arg(_, Term, Argument),
        inside(Argument, Part)
    ).

%   Every derivation of a counted or summed value is a solution, so the predicates called there are checked for values
%   with more than one derivation.
find_counted :-
    forall(( rule(_, _, _, Arguments, Literals, _), append(_, [All], Arguments), nonvar(All), All = '$distinct'(_, _) ),
           count_calls(Literals)).

count_calls(Literals) :-
    forall(( member(call(Key, Mode, _), Literals), Mode \== facts, \+ counted(Key, Mode) ),
           ( assertz(counted(Key, Mode)),
             forall(rule(Key, Mode, _, _, Inner, _), count_calls(Inner)) )).

program_text :-
    format("#show answer/1.~n#show doubt/1.~n", []),
    query_text,
    forall(fact(Key, Arguments), ( atom_text(p, Key, facts, Arguments, Text), format("~s.~n", [Text]) )),
    forall(rule(Key, Mode, _, Arguments, Literals, _), rule_text(Key, Mode, Arguments, Literals)),
    forall(asked_for(Key, Mode, Arguments, Body, _), \+ \+ demand_text(Key, Mode, Arguments, Body)),
    forall(counted(Key, Mode), counted_text(Key, Mode)),
    forall(member(Kind, [atom, string]), kind_text(Kind)).

fact(Key, Arguments) :-
    wanted(Key, facts),
    source(Key, _, Arguments, _, _).

query_text :-
    (   query_mode(Mode),
        predicate_name(decide_option/2, Mode, Number)
    ->  constant_name(user, User),
        format("answer(X) :- p~d(~w,X).~n", [Number, User]),
        (   demanded(decide_option/2, Mode)
        ->  format("d~d(~w).~n", [Number, User])
        ;   true
        )
    ;   true
    ).

rule_text(Key, Mode, Arguments0, Literals0) :-
    copy_term(Arguments0-Literals0, Arguments-Literals),
    (   demanded(Key, Mode)
    ->  given(Mode, Arguments, Given),
        First = [asked(Key, Mode, Given)]
    ;   First = []
    ),
    named_variables(Arguments-Literals),
    doubt_texts(Literals, First),
    without_doubts(Literals, Certain),
    append(First, Certain, Body),
    atom_text(p, Key, Mode, Arguments, Head),
    clause_text_of(Head, Body).

demand_text(Key, Mode, Arguments, Body) :-
    named_variables(Arguments-Body),
    atom_text(d, Key, Mode, Arguments, Head),
    clause_text_of(Head, Body).

given([], [], []).
given([b|Mode], [A|As], [A|Given]) :-
    given(Mode, As, Given).
given([f|Mode], [_|As], Given) :-
    given(Mode, As, Given).

named_variables(Term) :-
    term_variables(Term, Variables),
    forall(fail, true),
    name_each(Variables, 0).

name_each([], _).
name_each(['$v'(N)|Variables], N) :-
    Next is N + 1,
    name_each(Variables, Next).

doubt_texts(Literals, First) :-
    forall(append(Before, [doubt(Number, Conditions)|_], Literals),
           ( without_doubts(Before, Certain),
             append(First, Certain, Body0),
             append(Body0, Conditions, Body),
             format(string(Head), "doubt(~d)", [Number]),
             clause_text_of(Head, Body) )).

without_doubts([], []).
without_doubts([Literal|Literals], Certain) :-
    (   Literal = doubt(_, _)
    ->  Certain = Rest
    ;   Certain = [Literal|Rest]
    ),
    without_doubts(Literals, Rest).

clause_text_of(Head, Body) :-
    (   Body == []
    ->  format("~s.~n", [Head])
    ;   body_texts(Body, Texts),
        atomic_list_concat(Texts, ', ', Joined),
        format("~s :- ~w.~n", [Head, Joined])
    ).

body_texts([], []).
body_texts([Literal|Literals], [Text|Texts]) :-
    literal_text(Literal, Text),
    body_texts(Literals, Texts).

literal_text(call(Key, Mode, Arguments), Text) :-
    atom_text(p, Key, Mode, Arguments, Text).
literal_text(asked(Key, Mode, Arguments), Text) :-
    atom_text(d, Key, Mode, Arguments, Text).
literal_text(not(Key, Mode, Arguments), Text) :-
    atom_text(p, Key, Mode, Arguments, Text0),
    string_concat("not ", Text0, Text).
literal_text(test(Operator, A, B), Text) :-
    side_text(A, First),
    side_text(B, Second),
    format(string(Text), "~s ~w ~s", [First, Operator, Second]).
literal_text(compare(Operator, A, B), Text) :-
    term_name(A, First),
    term_name(B, Second),
    format(string(Text), "~s ~w ~s", [First, Operator, Second]).
literal_text(let(Value, Expression), Text) :-
    side_text(Value, First),
    side_text(Expression, Second),
    format(string(Text), "~s = ~s", [First, Second]).
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
    side_text(A, First),
    side_text(B, Second),
    format(string(Text), "(~s~w~s)", [First, Operator, Second]).
side_text(Term, Text) :-
    term_name(Term, Text).

terms_text(Terms, Text) :-
    findall(Name, ( member(Term, Terms), term_name(Term, Name) ), Names),
    atomic_list_concat(Names, ',', Text0),
    atom_string(Text0, Text).

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
    functor_name(Functor, 0, Name),
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
    largest_number(Most),
    abs(Value) =< Most,
    format(string(Text), "~d", [Value]).

largest_number(2147483647).

counted_text(Key, Mode) :-
    predicate_name(Key, Mode, Number),
    format(string(Message), "one solution that is counted can be found in several ways", []),
    (   source(Key, 1, _, _, Item),
        Item \== none
    ->  with_item(Item, new_doubt(Message, Doubt))
    ;   new_doubt(Message, Doubt)
    ),
    forall(rule(Key, Mode, Index, Arguments0, Literals0, _),
           \+ \+ derivation_text(Number, Index, Key, Mode, Arguments0, Literals0)),
    source(Key, 1, Some, _, _),
    same_variables(Some, Variables),
    name_each(Variables, 0),
    terms_text(Variables, Names),
    ( Variables == [] -> Comma = "" ; Comma = "," ),
    format("doubt(~d) :- e~d(~s~sT), e~d(~s~sU), T < U.~n",
           [Doubt, Number, Names, Comma, Number, Names, Comma]),
    !.
counted_text(_, _).

same_variables([], []).
same_variables([_|As], [_|Bs]) :-
    same_variables(As, Bs).

derivation_text(Number, Index, Key, Mode, Arguments, Literals0) :-
    without_doubts(Literals0, Literals),
    distinguished(['$all'], Literals, ['$distinct'(_, Variables)]),
    (   demanded(Key, Mode)
    ->  given(Mode, Arguments, Given),
        Body = [asked(Key, Mode, Given)|Literals]
    ;   Body = Literals
    ),
    named_variables(Arguments-Literals),
    append(Arguments, ['$distinct'(Index, Variables)], Terms),
    terms_text(Terms, Inner),
    format(string(Head), "e~d(~s)", [Number, Inner]),
    clause_text_of(Head, Body).

kind_text(Kind) :-
    (   rule(_, _, _, _, Literals, _),
        member(kind(Kind, _), Literals)
    ->  forall(( constant_name(Constant, Name), call(Kind, Constant) ), format("k_~w(~w).~n", [Kind, Name]))
    ;   true
    ).
