:- module(probe_idleness,
          [ needed_steps/4          % +Program, +Edit, +Inferences, -Needed
          ]).
:- use_module(library(terms), [mapargs/3]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2, memberchk/2, nth1/3, nth1/4, same_length/2]).
:- use_module(answering, [decide/3, first_answer/4]).
:- use_module(building, [with_module/4]).
:- use_module(calls, [case_fact/1, conjuncts/3]).
:- use_module(cuts, [conjunction/2, contains_cut/1]).
:- use_module(editing, [apply_edit/3]).
:- use_module(flow, [control_construct/1]).
:- use_module(verdicts, [prove_answer/4]).
:- use_module(whitelist, [indicator/2]).

/** <module> The steps of a proof that the decision needs

Depth counts rules, and a program can be padded with rules that decide nothing: a countdown, a tautology, a rule that only
renames. Such steps are taken out, and what is left is measured.
*/

%!  needed_steps(+Program, +Edit, +Inferences, -Needed) is det.
%
%   Needed is needed(Depth, Size) of the proof without idle steps, or `none` if there is no complete proof. A goal of a
%   rule of the proof is idle if, without it, the decision is the same for the case, for every case without one of the facts
%   of the proof, and for the case with Edit (see find_edit/8). A rule is idle if its predicate has no other one and it
%   only calls another predicate that has rules, with its own arguments.

needed_steps(program(Items, Module, Clauses, _, Run), Edit, Inferences, Needed) :-
    (   Run = run(_, _, _, Proof, _, _),
        Proof = proof(Depth, Size, _, _, References),
        integer(Depth)
    ->  findall(Item, ( member(Reference-Item, Clauses), memberchk(Reference, References) ), ProofItems),
        findall(Rule-Place, idle_candidate(ProofItems, Items, Rule, Place), Candidates0),
        sort(0, @>=, Candidates0, Candidates),  % from the last goal of a rule, so that places stay what they are
        (   Candidates == []
        ->  Stripped0 = Items
        ;   proof_cases(ProofItems, Edit, Cases),
            maplist(decide_case(Clauses, Module, Inferences), Cases, Decisions),
            strip_idle(Candidates, current(Items, Module, Clauses), tried(Cases, Decisions, Inferences), Stripped0)
        ),
        unfold_renamings(Stripped0, Stripped),
        (   Stripped == Items
        ->  Needed = needed(Depth, Size)
        ;   with_module(Stripped, StrippedModule, _, measure_stripped(StrippedModule, Inferences, Depth, Size, Needed))
        )
    ;   Needed = none
    ).

measure_stripped(Module, Inferences, Depth0, Size0, needed(Depth, Size)) :-
    (   first_answer(Module, Inferences, yes, Answer),
        prove_answer(Module, Inferences, Answer, proof(Depth1, Size1, _, _, _)),
        integer(Depth1)
    ->  Depth is min(Depth0, Depth1),
        Size is min(Size0, Size1)
    ;   Depth = Depth0,
        Size = Size0
    ).

%   The case, those without one of the facts of the proof, and the one with the edit, as Deleted-Added.
proof_cases(ProofItems, Edit, [none-none|Cases]) :-
    findall(Item-none, ( member(Item, ProofItems), case_fact(Item) ), Cases1),
    (   Edit = found(Deleted, Added, _),
        Deleted \= both(_, _)
    ->  append(Cases1, [Deleted-Added], Cases)
    ;   Cases = Cases1
    ).

%   Goals are places, counted from 1, of the body of the used rule Number: those that call a predicate with rules.
idle_candidate(ProofItems, Items, Source-Number, Place) :-
    member(item(Source, Number, _, clause(_, Body), _), ProofItems),
    Body \== true,
    \+ contains_cut(Body),
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

decide_case(Clauses, Module, Inferences, Deleted-Added, Decision) :-
    (   Deleted = item(Source, Number, _, _, _),
        member(Reference-item(Source, Number, _, _, _), Clauses)
    ->  true
    ;   Reference = none
    ),
    snapshot(( apply_edit(Module, Reference, Added), decide(Module, Inferences, Decision) )).

%   Take out one idle goal after the other.
strip_idle([], current(Items, _, _), _, Items).
strip_idle([Rule-Place|Candidates], Current, Trial, Stripped) :-
    Current = current(Items, _, _),
    remove_goal(Items, Rule, Place, NewRule, Items1),
    (   idle(NewRule, Items1, Current, Trial)
    ->  with_module(Items1, Module, Clauses, strip_idle(Candidates, current(Items1, Module, Clauses), Trial, Stripped))
    ;   strip_idle(Candidates, Current, Trial, Stripped)
    ).

%   Without the goal, the rule NewRule decides each case as before. If its predicate has other clauses, their order matters,
%   and the whole program is made anew.
idle(NewRule, Items, current(_, Module, Clauses), tried(Cases, Decisions, Inferences)) :-
    NewRule = item(_, _, _, clause(Head, Body), _),
    indicator(Head, Indicator),
    findall(Reference, ( member(Reference-item(_, _, _, clause(Other, _), _), Clauses), indicator(Other, Indicator) ),
            References),
    (   References = [Old]
    ->  snapshot(( erase(Old),
                   assertz(Module:(Head :- Body)),
                   maplist(same_decision(Clauses, Module, Inferences), Cases, Decisions) ))
    ;   with_module(Items, OtherModule, Clauses1, maplist(same_decision(Clauses1, OtherModule, Inferences), Cases, Decisions))
    ).

same_decision(Clauses, Module, Inferences, Case, Decision) :-
    decide_case(Clauses, Module, Inferences, Case, VariantDecision),
    VariantDecision == Decision.

remove_goal([Item|Items], Source-Number, Place, NewRule, [Other|Others]) :-
    (   Item = item(Source, Number, Position, clause(Head, Body0), Names)
    ->  conjuncts(Body0, Goals0, []),
        nth1(Place, Goals0, _, Goals),
        conjunction(Goals, Body),
        NewRule = item(Source, Number, Position, clause(Head, Body), Names),
        Other = NewRule,
        Others = Items
    ;   Other = Item,
        remove_goal(Items, Source-Number, Place, NewRule, Others)
    ).

%   unfold_renamings(+Items, -Unfolded): calls of predicates that only rename another are calls of the other.
unfold_renamings(Items, Unfolded) :-
    findall(Head-Goal, renaming_rule(Items, Head, Goal), Renamings),
    (   Renamings == []
    ->  Unfolded = Items
    ;   length(Renamings, Rounds),
        maplist(unfold_item(Renamings, Rounds), Items, Unfolded)
    ).

renaming_rule(Items, Head, Goal) :-
    member(item(_, _, _, clause(Head, Goal), _), Items),
    compound(Goal),
    indicator(Head, Indicator),
    Indicator \== decide_option/2,
    indicator(Goal, GoalIndicator),
    GoalIndicator \== Indicator,
    calls_rules(Goal, Items),
    findall(x, ( member(item(_, _, _, clause(Other, _), _), Items), indicator(Other, Indicator) ), [x]),
    term_variables(Head, Variables),
    term_variables(Goal, GoalVariables),
    sort(Variables, Sorted),
    sort(GoalVariables, Sorted),
    Head =.. [_|Variables],
    compound_name_arguments(Goal, _, Arguments),
    same_length(Arguments, GoalVariables).

unfold_item(Renamings, Rounds, Item, Unfolded) :-
    (   Item = item(Source, Number, Position, clause(Head, Body0), Names),
        Body0 \== true
    ->  unfold(Renamings, Rounds, Body0, Body),
        Unfolded = item(Source, Number, Position, clause(Head, Body), Names)
    ;   Unfolded = Item
    ).

unfold(_, _, Goal, Goal) :-
    \+ callable(Goal),
    !.
unfold(Renamings, Rounds, Goal, Unfolded) :-
    control_construct(Goal),
    !,
    mapargs(unfold(Renamings, Rounds), Goal, Unfolded).
unfold(Renamings, Rounds, Goal, Unfolded) :-
    (   Rounds > 0,
        member(Renaming, Renamings),
        copy_term(Renaming, Goal-Other)
    ->  RoundsLeft is Rounds - 1,
        unfold(Renamings, RoundsLeft, Other, Unfolded)
    ;   Unfolded = Goal
    ).
