:- module(probe_replacements,
          [ values/8                % +Value, +Path, +Position, +Items, +Content, +Flow, -Values, -Near
          ]).
:- use_module(library(lists), [append/2, append/3, member/2, memberchk/2]).
:- use_module(answering, [choice/2, domain/1, opposite/2, other_answers/2]).
:- use_module(flow, [all_fresh/1, place_literals/3]).
:- use_module(whitelist, [indicator/2]).

/** <module> Which values may replace a constant
*/

%!  values(+Value, +Path, +Position, +Items, +Content, +Flow, -Values, -Near) is det.
%
%   Values may replace the constant Value, which is at Path and Position (see leaves/3) of the clause Content: every other
%   answer; a fresh constant; the constants of rules in places that its value can flow to; and numbers on either side of
%   each number that it may be compared with. A constant that another clause of Items has in the same place is left out:
%   with it, the clause would be a different fact of the case, not a variant of the cue. Near are the Values to use when
%   two constants change at once.

values(Value, Path, Indicator-N, Items, Content, Flow, Values, Near) :-
    (   Path = [2|_]
    ->  stated_values(Indicator, N, Items, Literals)
    ;   place_literals(Indicator-N, Flow, Literals)
    ),
    (   number(Value)
    ->  numbers(Literals, Value, Values0, Near0),
        with_answers(Value, Values0, Near0, Values, Near)
    ;   findall(Literal,
                ( member(Literal, Literals), Literal \== Value, \+ number(Literal),
                  ( atomic(Literal) -> true ; compound(Value) ; Path = [_, _] ),
                  ( Path = [2|_] -> true ; \+ stated(Indicator, N, Literal, Items, Content) ) ),
                Named0),
        sort(Named0, Named),
        findall(Other, other_value(Value, Other), Others),
        append(Others, Named, Values0),
        list_once(Values0, Values),
        Near = Values
    ).

%   Every other answer, a fresh constant, and for a list also lists of other lengths.
other_value(Value, Other) :-
    atom(Value),
    opposite(Value, Other).
other_value(Value, Fresh) :-
    fresh(Value, Fresh).
other_value(Value, List) :-
    is_list(Value),
    between(0, 8, Length),
    \+ length(Value, Length),
    length(List, Length),
    all_fresh(List).

list_once([], []).
list_once([X|Xs], Once) :-
    (   memberchk(X, Xs)
    ->  Once = Rest
    ;   Once = [X|Rest]
    ),
    list_once(Xs, Rest).

fresh(Value, Fresh) :-
    (   string(Value)
    ->  Fresh = "something fresh"
    ;   Fresh = something_fresh
    ).

% For a goal of a rule, the values that facts have in this place are the ones that matter.
stated_values(Indicator, N, Items, Values) :-
    findall(Value,
            ( member(item(_, _, _, clause(Head, true), _), Items), indicator(Head, Indicator), arg(N, Head, Value),
              atomic(Value), \+ ( atom(Value), choice(Value, _) ) ),
            Found),
    sort(Found, Values).

stated(Indicator, N, Literal, Items, Content) :-
    member(item(_, _, _, clause(Head, Body), _), Items),
    clause(Head, Body) \== Content,
    indicator(Head, Indicator),
    arg(N, Head, Argument),
    pattern(Literal, Pattern),
    occurs(Pattern, Argument),
    !.

% What a rule leaves open in a term, a fact may fill in any way.
pattern(Literal, Pattern) :-
    (   Literal == something_fresh
    ->  true
    ;   compound(Literal)
    ->  compound_name_arguments(Literal, Name, Arguments),
        patterns(Arguments, Patterns),
        compound_name_arguments(Pattern, Name, Patterns)
    ;   Pattern = Literal
    ).

patterns([], []).
patterns([Literal|Literals], [Pattern|Patterns]) :-
    pattern(Literal, Pattern),
    patterns(Literals, Patterns).

occurs(Pattern, Term) :-
    (   subsumes_term(Pattern, Term)
    ->  true
    ;   compound(Term),
        arg(_, Term, Argument),
        occurs(Pattern, Argument)
    ),
    !.

%   numbers(+Literals, +Value, -Numbers, -Near): Near are the numbers that Value may be compared with, their neighbours,
%   and two far out, which are beyond every threshold however it is scaled. Numbers adds small whole numbers, what two
%   or three literals give by calculation, and the middles between all of these, because a rule may scale a window.
numbers(Literals0, Value, Numbers, Near) :-
    findall(Literal, ( member(Literal, Literals0), number(Literal) ), Literals),
    findall(Number,
            ( member(Number, [0, -1000000000, 1000000000])
            ; member(Literal, Literals), near(Literal, Number) ),
            Near0),
    others(Near0, Value, Near),
    findall(Number, calculated(Literals, Number), Calculated0),
    sort(Calculated0, Calculated1),
    findall(Number, between(1, 12, Number), Small),
    append([Calculated1, Small, Near0], All0),
    sort(All0, All1),
    findall(Number, middle(All1, Number), Middles),
    append(All1, Middles, All),
    others(All, Value, Numbers).

%   Where answers are numbers, every other answer is among Values, and two of them are among Near.
with_answers(Value, Values0, Near0, Values, Near) :-
    domain(Answers),
    (   choice(Value, Option)
    ->  other_answers(Option, Others)
    ;   Others = Answers
    ),
    findall(Other, ( member(Other, Others), integer(Other) ), Numbers),
    (   Numbers = [One, Two, _|_]
    ->  Some = [One, Two]
    ;   Some = Numbers
    ),
    once_more(Numbers, Values0, Values),
    once_more(Some, Near0, Near).

once_more([], Values, Values).
once_more(More, Values0, Values) :-
    More = [_|_],
    append(Values0, More, Values1),
    list_once(Values1, Values).

others(Numbers0, Value, Numbers) :-
    sort(Numbers0, Sorted),
    findall(Number, ( member(Number, Sorted), Number =\= Value ), Numbers).

near(Number, Near) :-
    (   Near is Number - 1
    ;   Near = Number
    ;   Near is Number + 1
    ).

most_calculated(5).

calculated(Literals, Number) :-
    length(Literals, Count),
    most_calculated(Most),
    Count =< Most,
    member(A, Literals),
    member(B, Literals),
    (   A =\= B,
        B =\= 0,
        Number is A / B
    ;   Number is A + B
    ;   Number is A * B
    ;   A =\= B,
        Number is A - B
    ;   member(C, Literals),
        Number is A * B + C
    ;   A > 0,
        Number is sqrt(A)
    ).

middle(Numbers, Middle) :-
    append(_, [A, B|_], Numbers),
    B - A < 1000000,
    Middle0 is (A + B) / 2,
    (   Middle = Middle0
    ;   float(Middle0),
        Middle is ceiling(Middle0)
    ).
