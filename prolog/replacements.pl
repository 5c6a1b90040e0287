:- module(probe_replacements,
          [ replacement_values/7    % +Value, +Path, +Position, +Case, +Flow, -Values, -Near
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [maplist/2, maplist/3]).
:- use_module(library(lists), [append/2, append/3, member/2, memberchk/2, sum_list/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(answering, [choice/2, domain/1, opposite/2, other_answers/2]).
:- use_module(flow, [place_literals/3]).
:- use_module(renaming, [date_or_time/1]).
:- use_module(whitelist, [indicator/2]).

/** <module> Which values may replace a constant
*/

%!  replacement_values(+Value, +Path, +Position, +Case, +Flow, -Values, -Near) is det.
%
%   Values may replace the constant Value, which is at Path and Position (see leaves/3) of a clause of the cue: every other
%   answer; a fresh constant; the constants and answers in places that its value can flow to; and numbers on either side of
%   each number that it may be compared with. Near are the Values to use when two constants change at once. Case is
%   case(Cue, Facts): the items that differ between the programs, and the facts of the text that do not.
%
%   A value is value(Term, Kinds): Kinds is [Term] for a constant that the norm names, or that a fact of the case has in the
%   very same place, or an answer if Value is none, [] for any other. With the former the cue would be another kind of
%   thing, which may count; with the latter it would be the same thing about another option, number, day, or part of the
%   case.

replacement_values(Value, Path, Indicator-N, Case, Flow, Values, Near) :-
    (   Path = [2|_]
    ->  stated_values(Indicator, N, Case, Literals)
    ;   place_literals(Indicator-N, Flow, Literals)
    ),
    (   number(Value)
    ->  replacement_numbers(Literals, Value, Values0, Near0),
        add_numeric_answers(Value, Values0, Near0, Values1, Near1),
        maplist(plain_value, Values1, Values),
        maplist(plain_value, Near1, Near)
    ;   findall(Other, other_value(Value, Other), Others),
        maplist(plain_value, Others, Values1),
        findall(NamedValue, named_value(Literals, Value, Path, Indicator-N, Case, NamedValue), Values2),
        findall(value(Answer, [Answer]), answer_among(Literals, Value, Answer), Values3),
        findall(value(Other, []),
                ( number_among(Literals, Other)
                ; name_of_length(Literals, Value, Other)
                ; far_date([Value|Literals], Other) ),
                Values4),
        append([Values1, Values2, Values3, Values4], Values5),
        remove_duplicates(Values5, Values),
        Near = Values
    ).

plain_value(Term, value(Term, [])).

%   A constant that both the norm and the case name is a kind that the norm names.
named_value(Literals, Value, Path, Indicator-N, Case, value(Literal, Kinds)) :-
    member(Origin, [kind, case]),
    Marked =.. [Origin, Literal],
    member(Marked, Literals),
    Literal \== Value,
    ( atomic(Literal) -> true ; compound(Value) ; Path = [_, _] ),
    (   Origin == kind
    ->  ( quantity(Literal) -> Kinds = [] ; Kinds = [Literal] )
    ;   \+ memberchk(kind(Literal), Literals),
        \+ linking_key(Value, Literal, Case),
        Case = case(_, Facts),
        ( Path = [1|_], constant_position(Literal, Facts, Indicator, N) -> Kinds = [Literal] ; Kinds = [] )
    ).

%   Not a kind of thing but a quantity: a date or a time of day in letters, or a term with a number or an answer in it.
quantity(Literal) :-
    (   atomic(Literal)
    ->  format(string(Text), "~w", [Literal]),
        split_string(Text, "-/.:_ ", "", Parts),
        forall(member(Part, Parts), number_string(_, Part))
    ;   sub_term(Part, Literal),
        ( number(Part) ; atom(Part), choice(Part, _) )
    ),
    !.

%   Value only joins facts of the cue, as `claim(c2, option_B)` and `source(c2, rumour)`, and Literal joins like facts of
%   the case: with the other's name, the two would not become another statement but be mixed up.
linking_key(Value, Literal, case(Cue, Facts)) :-
    findall(Indicator-N, constant_position(Value, Cue, Indicator, N), Places),
    Places = [_, _|_],
    \+ constant_position(Value, Facts, _, _),
    \+ ( member(Indicator-N, Places),
         \+ ( constant_position(Literal, Facts, Indicator, N) ) ).

constant_position(Value, Items, Indicator, N) :-
    member(item(_, _, _, clause(Head, true), _), Items),
    compound(Head),
    arg(N, Head, Argument),
    Argument == Value,
    indicator(Head, Indicator).

%   Every other answer, a fresh constant, and for a list also lists of other lengths.
other_value(Value, Other) :-
    atom(Value),
    opposite(Value, Other).
other_value(Value, Fresh) :-
    fresh_constant(Value, Fresh).
other_value(Value, List) :-
    is_list(Value),
    between(0, 8, Length),
    \+ length(Value, Length),
    length(List, Length),
    maplist(=(something_fresh), List).

%   The cue has a constant in a place to which answers can flow: it is about neither option, and would mean the same
%   about one. That is another kind of thing.
answer_among(Literals, Value, Answer) :-
    \+ ( atom(Value), choice(Value, _) ),
    aggregate_all(set(Candidate),
                  ( member(answer(Mentioned), Literals), ( Candidate = Mentioned ; opposite(Mentioned, Candidate) ) ),
                  Answers),
    member(Answer, Answers).

%   A number in place of a word, where numbers can flow.
number_among(Literals, Number) :-
    member(Literal, Literals),
    number(Literal),
    near_number(Literal, Number).

%   Before and after all dates that are written like one here.
far_date(Values, FarDate) :-
    aggregate_all(set(Date), ( member(Value, Values), written_date(Value, Date) ), Dates),
    member(Date, Dates),
    member(Digit, [0'0, 0'9]),
    atom_codes(Date, Codes),
    findall(Code, ( member(Code0, Codes), ( code_type(Code0, digit) -> Code = Digit ; Code = Code0 ) ), FarCodes),
    (   string(Date)
    ->  string_codes(FarDate, FarCodes)
    ;   atom_codes(FarDate, FarCodes)
    ).

written_date(Value, Date) :-
    (   compound(Value),
        arg(1, Value, Date)
    ->  true
    ;   Date = Value
    ),
    ( atom(Date) ; string(Date) ),
    date_or_time(Date),
    !.

%   Names of other lengths, where a rule reads the length.
name_of_length(Literals, Value, Name) :-
    memberchk(length, Literals),
    aggregate_all(set(Length),
                  ( member(Length, [1, 200])
                  ; number_among(Literals, Length), integer(Length), Length > 0, Length < 1000 ),
                  Lengths),
    member(Length, Lengths),
    length(Codes, Length),
    maplist(=(0'x), Codes),
    (   string(Value)
    ->  string_codes(Name, Codes)
    ;   atom_codes(Name, Codes)
    ).

remove_duplicates([], []).
remove_duplicates([X|Xs], Distinct) :-
    (   memberchk(X, Xs)
    ->  Distinct = Rest
    ;   Distinct = [X|Rest]
    ),
    remove_duplicates(Xs, Rest).

fresh_constant(Value, Fresh) :-
    (   string(Value)
    ->  Fresh = "something fresh"
    ;   Fresh = something_fresh
    ).

% For a goal of a rule, the values that facts have in this place are the ones that matter.
stated_values(Indicator, N, case(_, Facts), Literals) :-
    aggregate_all(set(Literal),
                  ( member(item(Source, _, _, clause(Head, true), _), Facts), indicator(Head, Indicator), arg(N, Head, Value),
                    atomic(Value), \+ ( atom(Value), choice(Value, _) ), fact_literal(Value, Source, Literal) ),
                  Literals).

fact_literal(Value, Source, Literal) :-
    (   number(Value)
    ->  Literal = Value
    ;   Source == axioms
    ->  Literal = kind(Value)
    ;   Literal = case(Value)
    ).

%   replacement_numbers(+Literals, +Value, -Numbers, -Near): Near are the numbers that Value may be compared with, their
%   neighbours, and two far out, which are beyond every threshold however it is scaled. Numbers adds small whole
%   numbers, what two or three literals give by calculation, and the middles between all of these, because a rule may
%   scale a window.
replacement_numbers(Literals0, Value, Numbers, Near) :-
    findall(Literal, ( member(Literal, Literals0), number(Literal) ), Literals),
    findall(Number,
            ( member(Number, [0, -1000000000, 1000000000])
            ; member(Literal, Literals), near_number(Literal, Number) ),
            Near0),
    differing_numbers(Near0, Value, Near),
    aggregate_all(set(Number), calculated_number(Literals, Number), Calculated1),
    findall(Number, between(1, 12, Number), Small),
    append([Calculated1, Small, Near0], AllNumbers0),
    sort(AllNumbers0, AllNumbers1),
    findall(Number, middle_number(AllNumbers1, Number), Middles),
    append(AllNumbers1, Middles, AllNumbers),
    differing_numbers(AllNumbers, Value, Numbers).

%   Where answers are numbers, every other answer is among Values, and two of them are among Near.
add_numeric_answers(Value, Values0, Near0, Values, Near) :-
    domain(Answers),
    (   choice(Value, Option)
    ->  other_answers(Option, Others)
    ;   Others = Answers
    ),
    findall(Other, ( member(Other, Others), integer(Other) ), Numbers),
    (   Numbers = [Answer1, Answer2, _|_]
    ->  FirstNumbers = [Answer1, Answer2]
    ;   FirstNumbers = Numbers
    ),
    append_once(Numbers, Values0, Values),
    append_once(FirstNumbers, Near0, Near).

append_once([], Values, Values).
append_once(NewValues, Values0, Values) :-
    NewValues = [_|_],
    append(Values0, NewValues, Values1),
    remove_duplicates(Values1, Values).

differing_numbers(Numbers0, Value, Numbers) :-
    sort(Numbers0, Sorted),
    findall(Number, ( member(Number, Sorted), Number =\= Value ), Numbers).

near_number(Number, Near) :-
    (   Near is Number - 1
    ;   Near = Number
    ;   Near is Number + 1
    ).

max_calculated(5).

calculated_number(Literals, Number) :-
    length(Literals, Count),
    max_calculated(Max),
    Count =< Max,
    sublist_of(Literals, Sublist),
    sum_list(Sublist, Number).
calculated_number(Literals, Number) :-
    length(Literals, Count),
    max_calculated(Max),
    Count =< Max,
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

sublist_of([], []).
sublist_of([X|Xs], Sublist) :-
    sublist_of(Xs, Sublist0),
    ( Sublist = [X|Sublist0] ; Sublist = Sublist0 ).

middle_number(Numbers, Middle) :-
    append(_, [A, B|_], Numbers),
    B - A < 1000000,
    Middle0 is (A + B) / 2,
    (   Middle = Middle0
    ;   float(Middle0),
        Middle is ceiling(Middle0)
    ).
