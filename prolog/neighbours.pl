:- module(probe_neighbours,
          [ neighbours/6            % +Differences, +Items, +Flow, -Neighbours, -Complete, -Others
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(terms), [mapargs/3]).
:- use_module(library(lists), [append/3, member/2, memberchk/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(admitting, [barring_rule/4]).
:- use_module(answering, [choice/2, dilemma/0, domain/1]).
:- use_module(calls, [case_fact/1, indicators_read/2]).
:- use_module(flow, [place_literals/3]).
:- use_module(leaves, [leaves/3, replace_leaf/4]).
:- use_module(numbering, [same_item/2]).
:- use_module(variants, [exchange_answers/3]).
:- use_module(whitelist, [indicator/2]).

/** <module> Neighbouring cases, in which the cue might decide

A fact of the case may keep the cue from counting: its weight is 0 there, or evidence makes a rule that reads the cue
superfluous. Then no norm excludes it. A neighbouring case has one fact less, or another number or word in one; it has no
fact of a predicate; or it says of both options what it says of one, so that they are equal. This module makes them and runs
nothing.
*/

%   The largest number of neighbouring cases that edit one fact.
max_neighbours(200).

%!  neighbours(+Differences, +Items, +Flow, -Neighbours, -Complete, -Others) is det.
%
%   Neighbours are neighbour(Words, Edits): Edits are edit(Item, Content), a fact of the case and what it becomes
%   (`none` if it is deleted, many(Contents) for several), Words is `edited` or words(Text). There are none if the
%   axioms alone keep every clause of the cue from counting. Complete is `false` if there are more than are listed.
%   Others are lists of replacements to be compared in each: the counterparts of the other program in the place of
%   Differences (`none` where there is no counterpart), and the cue with other numbers.

neighbours(Differences, Items, Flow, Neighbours, Complete, Others) :-
    cue_replacements(Differences, Items, WithoutCue),
    (   member(replacement(_, Item, _), WithoutCue),
        \+ excluded_by_axioms(Item, Items)
    ->  indicators_read(Items, ReadIndicators),
        findall(Fact, case_fact_read(Items, Differences, ReadIndicators, Fact), Facts),
        max_neighbours(Max),
        Limit is Max + 1,
        findall(neighbour(edited, [edit(Fact, Content)]),
                limit(Limit, ( member(Fact, Facts), other_content(Fact, Items, Flow, Content) )),
                Edited0),
        first_elements(Edited0, Max, Edited, Complete),
        findall(neighbour(words(Words), Edits), several_edits(Facts, Words, Edits), Several),
        append(Edited, Several, Neighbours),
        findall(Other, ( Other = WithoutCue ; other_numbers(WithoutCue, Other) ), Others)
    ;   Neighbours = [],
        Complete = true,
        Others = []
    ).

%   first_elements(+List, +Max, -First, -Complete): First are at most Max elements of List.
first_elements(List, Max, First, Complete) :-
    (   length(First0, Max),
        append(First0, [_|_], List)
    ->  First = First0,
        Complete = false
    ;   First = List,
        Complete = true
    ).

several_edits(Facts, "that says the same of both options", Edits) :-
    dilemma,
    domain(Answers),
    member(Answer, Answers),
    equal_options(Facts, Answer, Edits),
    Edits \== [].
several_edits(Facts, Words, [edit(Fact, none)|Edits]) :-
    append(Before, [Fact|After], Facts),
    fact_indicator(Fact, Indicator),
    \+ ( member(Earlier, Before), fact_indicator(Earlier, Indicator) ),
    findall(edit(OtherFact, none), ( member(OtherFact, After), fact_indicator(OtherFact, Indicator) ), Edits),
    Edits \== [],
    format(string(Words), "without any fact of ~q", [Indicator]).

several_edits(Facts, Words, Edits) :-
    aggregate_all(set(Indicator), ( member(Fact, Facts), fact_indicator(Fact, Indicator) ), Indicators),
    append(_, [Indicator1|Rest], Indicators),
    member(Indicator2, Rest),
    findall(edit(Fact, none),
            ( member(Fact, Facts), fact_indicator(Fact, Indicator), memberchk(Indicator, [Indicator1, Indicator2]) ),
            Edits),
    format(string(Words), "without any fact of ~q and ~q", [Indicator1, Indicator2]).
several_edits(Facts, Words, Edits) :-
    member(Change-Words,
           [ zeros-"with 1 in place of each 0", all(-1000000000)-"with very small numbers only",
             all(1000000000)-"with very large numbers only" ]),
    findall(edit(Fact, Content),
            ( member(Fact, Facts), Fact = item(_, _, _, clause(Head0, true), _), other_numbers_in(Change, Head0, Head),
              Head \== Head0, Content = clause(Head, true) ),
            Edits),
    Edits = [_, _|_].

other_numbers_in(Change, Term, Other) :-
    (   number(Term)
    ->  (   Change = all(Number)
        ->  Other = Number
        ;   Term =:= 0
        ->  Other = 1
        ;   Other = Term
        )
    ;   compound(Term)
    ->  mapargs(other_numbers_in(Change), Term, Other)
    ;   Other = Term
    ).

fact_indicator(item(_, _, _, clause(Head, true), _), Indicator) :-
    indicator(Head, Indicator).

%   What the facts state about Answer they state about the other answer as well, and nothing else.
equal_options([], _, []).
equal_options([Fact|Facts], Answer, Edits) :-
    Fact = item(_, _, _, Content, _),
    aggregate_all(set(Option), ( sub_term(Name, Content), atom(Name), choice(Name, Option) ), Names),
    (   Names == [Answer]
    ->  exchange_answers(options, Content, Exchanged),
        Edits = [edit(Fact, many([Content, Exchanged]))|Rest]
    ;   Names = [_]
    ->  Edits = [edit(Fact, none)|Rest]
    ;   Edits = Rest
    ),
    equal_options(Facts, Answer, Rest).

%   The cue with none at all and with very many: a cap or a divisor of the case may hide smaller differences.
other_numbers(WithoutCue, [replacement(Id, Item, Content)]) :-
    member(replacement(Id, Item, _), WithoutCue),
    Item = item(_, _, _, Old, _),
    leaves(Old, none, Leaves),
    member(leaf(Path, Value, _), Leaves),
    number(Value),
    member(Number, [0, 1000000000]),
    Number =\= Value,
    replace_leaf(Path, Old, Number, Content).

%   No rule admits the fact, because of what the axioms state.
excluded_by_axioms(item(_, _, _, clause(Fact, true), _), Items) :-
    barring_rule(Fact, Items, _, unstated(_, Facts)),
    Facts \== [],
    \+ ( member(StatedFact, Facts),
         StatedFact = item(program, _, _, _, _) ).

case_fact_read(Items, Differences, ReadIndicators, Fact) :-
    member(Fact, Items),
    case_fact(Fact),
    Fact = item(_, _, _, clause(Head, true), _),
    indicator(Head, Indicator),
    memberchk(Indicator, ReadIndicators),
    \+ ( member(difference(_, Item, _), Differences),
         same_item(Item, Fact) ).

other_content(_, _, _, none).
other_content(item(_, _, _, Content, _), Items, Flow, Other) :-
    leaves(Content, none, Leaves),
    member(leaf(Path, Value, Place), Leaves),
    atomic(Value),
    place_literals(Place, Flow, Literals),
    other_values(Value, Place, Items, Literals, Others),
    member(NewValue, Others),
    replace_leaf(Path, Content, NewValue, Other).

%   Another number: none at all or one, what like facts have, or more and less than anything that it is compared with.
other_values(Value, Indicator-N, Items, Literals, Others) :-
    number(Value),
    !,
    ( Value =:= 0 -> Unit = 1 ; Unit = 0 ),
    findall(FactNumber,
            ( member(item(_, _, _, clause(Head, true), _), Items), indicator(Head, Indicator), arg(N, Head, FactNumber),
              number(FactNumber) ),
            FactNumbers),
    findall(FarNumber, ( Literals \== [], member(FarNumber, [-1000000000, 1000000000]) ), FarNumbers),
    append([Unit|FactNumbers], FarNumbers, Others0),
    sort(Others0, Others1),
    findall(Other, ( member(Other, Others1), Other =\= Value ), Others).
other_values(Value, _, _, Literals, Others) :-
    \+ ( atom(Value), choice(Value, _) ),
    findall(Other, ( member(kind(Other), Literals), atomic(Other), Other \== Value ), Others).

%   A clause that repeats a fact of the case adds nothing that could be taken away.
cue_replacements([], _, []).
cue_replacements([difference(Id, Item, Other)|Differences], Items, Replacements) :-
    (   Other = item(_, _, _, Content, _)
    ->  Replacements = [replacement(Id, Item, Content)|Rest]
    ;   Item = item(_, _, _, Content, _),
        member(CaseFact, Items),
        CaseFact = item(_, _, _, CaseContent, _),
        CaseContent =@= Content,
        \+ same_item(CaseFact, Item)
    ->  Replacements = Rest
    ;   Replacements = [replacement(Id, Item, none)|Rest]
    ),
    cue_replacements(Differences, Items, Rest).
