:- module(probe_idleness,
          [ needed/4                % +Program, +Edit, +Inferences, -Needed
          ]).
:- use_module(library(lists), [append/3, member/2, memberchk/2, nth1/3, nth1/4, same_length/2]).
:- use_module(answering, [decide/3, first_answer/4]).
:- use_module(building, [with_module/4]).
:- use_module(calls, [case_fact/1, conjuncts/3]).
:- use_module(cuts, [conjunction/2, cuts/1]).
:- use_module(editing, [apply_edit/3]).
:- use_module(flow, [control_construct/1]).
:- use_module(verdicts, [proof_of/4]).
:- use_module(whitelist, [indicator/2]).

/** <module> The steps of a proof that the decision needs

Depth counts rules, and a program can be padded with rules that decide nothing: a countdown, a tautology, a rule that only
renames. Such steps are taken out, and what is left is measured.
*/

%!  needed(+Program, +Edit, +Inferences, -Needed) is det.
%
%   Needed is needed(Depth, Size) of the proof without idle steps, or `none` if there is no complete proof. A goal of a
%   rule of the proof is idle if, without it, the decision is the same for the case, for every case without one of the facts
%   of the proof, and for the case with Edit (see find_edit/8). A rule is idle if its predicate has no other one and it
%   only calls another predicate that has rules, with its own arguments.

needed(program(Items, _, Clauses, _, Run), Edit, Inferences, Needed) :-
    (   Run = run(_, _, _, Proof, _, _),
        Proof = proof(Depth, Size, _, _, References),
        integer(Depth)
    ->  findall(Item, ( member(Reference-Item, Clauses), memberchk(Reference, References) ), Used),
        cases(Used, Edit, Cases),
        findall(Number-Goals, idle_candidate(Used, Items, Number, Goals), Candidates),
        (   Candidates == []
        ->  Stripped0 = Items
        ;   decisions(Items, Cases, Inferences, Decisions),
            stripped(Candidates, Cases, Decisions, Inferences, Items, Stripped0)
        ),
        unfolded(Stripped0, Stripped),
        (   Stripped == Items
        ->  Needed = needed(Depth, Size)
        ;   with_module(Stripped, Module, _, measured(Module, Inferences, Depth, Size, Needed))
        )
    ;   Needed = none
    ).

measured(Module, Inferences, Depth0, Size0, needed(Depth, Size)) :-
    (   first_answer(Module, Inferences, yes, Answer),
        proof_of(Module, Inferences, Answer, proof(Depth1, Size1, _, _, _)),
        integer(Depth1)
    ->  Depth is min(Depth0, Depth1),
        Size is min(Size0, Size1)
    ;   Depth = Depth0,
        Size = Size0
    ).

%   The case, those without one of the facts of the proof, and the one with the edit, as Deleted-Added.
cases(Used, Edit, [none-none|Cases]) :-
    findall(Item-none, ( member(Item, Used), case_fact(Item) ), Cases1),
    (   Edit = found(Deleted, Added, _),
        Deleted \= both(_, _)
    ->  append(Cases1, [Deleted-Added], Cases)
    ;   Cases = Cases1
    ).

%   Goals are places, counted from 1, of the body of the used rule Number: those that call a predicate with rules.
idle_candidate(Used, Items, Source-Number, Place) :-
    member(item(Source, Number, _, clause(_, Body), _), Used),
    Body \== true,
    \+ cuts(Body),
    conjuncts(Body, Goals, []),
    nth1(Place, Goals, Goal),
    calls_rules(Goal, Items).

calls_rules(Goal, Items) :-
    callable(Goal),
    \+ control_construct(Goal),
    indicator(Goal, Indicator),
    member(item(_, _, _, clause(Head, Body), _), Items),
    Body \== true,
    indicator(Head, Indicator),
    !.

decisions(Items, Cases, Inferences, Decisions) :-
    with_module(Items, Module, Clauses, each_decision(Cases, Clauses, Module, Inferences, Decisions)).

each_decision([], _, _, _, []).
each_decision([Case|Cases], Clauses, Module, Inferences, [Decision|Decisions]) :-
    decided(Case, Clauses, Module, Inferences, Decision),
    each_decision(Cases, Clauses, Module, Inferences, Decisions).

decided(Deleted-Added, Clauses, Module, Inferences, Decision) :-
    (   Deleted = item(Source, Number, _, _, _),
        member(Reference-item(Source, Number, _, _, _), Clauses)
    ->  true
    ;   Reference = none
    ),
    snapshot(( apply_edit(Module, Reference, Added), decide(Module, Inferences, Decision) )).

%   Take out one idle goal after the other, from the last of a rule to the first, so that places stay what they are.
stripped(Candidates0, Cases, Decisions, Inferences, Items0, Items) :-
    sort(0, @>=, Candidates0, Candidates),
    stripped_each(Candidates, Cases, Decisions, Inferences, Items0, Items).

stripped_each([], _, _, _, Items, Items).
stripped_each([Rule-Place|Candidates], Cases, Decisions, Inferences, Items0, Items) :-
    without_goal(Items0, Rule, Place, Items1),
    (   with_module(Items1, Module, Clauses, same_decisions(Cases, Decisions, Clauses, Module, Inferences))
    ->  Items2 = Items1
    ;   Items2 = Items0
    ),
    stripped_each(Candidates, Cases, Decisions, Inferences, Items2, Items).

same_decisions([], [], _, _, _).
same_decisions([Case|Cases], [Decision|Decisions], Clauses, Module, Inferences) :-
    decided(Case, Clauses, Module, Inferences, Found),
    Found == Decision,
    same_decisions(Cases, Decisions, Clauses, Module, Inferences).

without_goal([Item|Items], Source-Number, Place, [New|News]) :-
    (   Item = item(Source, Number, Position, clause(Head, Body0), Names)
    ->  conjuncts(Body0, Goals0, []),
        nth1(Place, Goals0, _, Goals),
        conjunction(Goals, Body),
        New = item(Source, Number, Position, clause(Head, Body), Names),
        News = Items
    ;   New = Item,
        without_goal(Items, Source-Number, Place, News)
    ).

%   unfolded(+Items, -Unfolded): calls of predicates that only rename another are calls of the other.
unfolded(Items, Unfolded) :-
    findall(Head-Goal, renaming(Items, Head, Goal), Renamings),
    (   Renamings == []
    ->  Unfolded = Items
    ;   length(Renamings, Rounds),
        unfold_items(Items, Renamings, Rounds, Unfolded)
    ).

renaming(Items, Head, Goal) :-
    member(item(_, _, _, clause(Head, Goal), _), Items),
    compound(Goal),
    indicator(Head, Indicator),
    Indicator \== decide_option/2,
    indicator(Goal, Called),
    Called \== Indicator,
    calls_rules(Goal, Items),
    findall(x, ( member(item(_, _, _, clause(Other, _), _), Items), indicator(Other, Indicator) ), [x]),
    term_variables(Head, Variables),
    term_variables(Goal, Called1),
    sort(Variables, Sorted),
    sort(Called1, Sorted),
    Head =.. [_|Variables],
    compound_name_arguments(Goal, _, Arguments),
    same_length(Arguments, Called1).

unfold_items([], _, _, []).
unfold_items([Item|Items], Renamings, Rounds, [New|News]) :-
    (   Item = item(Source, Number, Position, clause(Head, Body0), Names),
        Body0 \== true
    ->  unfold(Body0, Renamings, Rounds, Body),
        New = item(Source, Number, Position, clause(Head, Body), Names)
    ;   New = Item
    ),
    unfold_items(Items, Renamings, Rounds, News).

unfold(Goal, _, _, Goal) :-
    \+ callable(Goal),
    !.
unfold(Goal, Renamings, Rounds, Unfolded) :-
    control_construct(Goal),
    !,
    compound_name_arguments(Goal, Name, Goals),
    unfold_each(Goals, Renamings, Rounds, Others),
    compound_name_arguments(Unfolded, Name, Others).
unfold(Goal, Renamings, Rounds, Unfolded) :-
    (   Rounds > 0,
        member(Renaming, Renamings),
        copy_term(Renaming, Goal-Other)
    ->  Left is Rounds - 1,
        unfold(Other, Renamings, Left, Unfolded)
    ;   Unfolded = Goal
    ).

unfold_each([], _, _, []).
unfold_each([Goal|Goals], Renamings, Rounds, [Other|Others]) :-
    unfold(Goal, Renamings, Rounds, Other),
    unfold_each(Goals, Renamings, Rounds, Others).
