:- module(probe_logical_goals,
          [ logical_goal/3,         % +Goal, +Context, -Logical
            logical_conjunction/3,  % +Goals, +Context, -Logical
            logical_alternative/4,  % +Goals, +Context, -Logical, -Committed
            plain_conjuncts/2       % +Logical, -Goals
          ]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(library(apply), [exclude/3, maplist/4]).
:- use_module(calls, [conjuncts/3, plain_head/2]).
:- use_module(cuts).
:- use_module(order_dependence, [order_matters/2]).
:- use_module(safety).
:- use_module(variables, [shared_variables/4]).
:- use_module(whitelist, [goal_kinds/2]).

/** <module> The goals of a body, read as logic

Each goal becomes one with all solutions of the original's logical reading; logical_reading.pl shows the whole picture.
Context is context(Module, Id, Guards, Around): the module of the reading, the number of the clause, the numbers of all
clauses that have guards, and the other goals of the clause, which share variables with this one.
*/

%!  logical_conjunction(+Goals, +Context, -Logical) is det.
%
%   Logical is the conjunction of the logical readings of the list Goals.

logical_conjunction([], _, true).
logical_conjunction([Goal|Goals], Context, (Logical, Rest)) :-
    Context = context(Module, Id, Marks, Around),
    logical_goal(Goal, context(Module, Id, Marks, Around-Goals), Logical),
    logical_conjunction(Goals, context(Module, Id, Marks, Around-Goal), Rest).

%!  logical_alternative(+Goals, +Context, -Logical, -Committed) is det.
%
%   Logical is the logical reading of Goals, whose cuts are all at the top. Committed is the reading of what comes before
%   the first cut, which guards later alternatives, or `none` if there is no cut.

logical_alternative(Goals, Context, Logical, Committed) :-
    without_cuts(Goals, Before, After, Cut),
    (   Cut == true
    ->  conjunction(Before, BeforeGoal),
        Context = context(M, Id, Guards, Around),
        committed_goal(BeforeGoal, context(M, Id, Guards, Around-After), Committed),
        logical_conjunction(After, context(M, Id, Guards, Around-Before), Rest),
        Logical = (Committed, Rest)
    ;   logical_conjunction(Goals, Context, Logical),
        Committed = none
    ).

%!  logical_goal(+Goal, +Context, -Logical) is det.
%
%   The clauses of this predicate are tried in order: a special case of a construct comes before its general case.

logical_goal(Goal, _, Goal) :-
    var(Goal),
    !.
logical_goal((A, B), context(M, Id, Marks, Around), (LA, LB)) :-
    !,
    logical_goal(A, context(M, Id, Marks, Around-B), LA),
    logical_goal(B, context(M, Id, Marks, Around-A), LB).
logical_goal(!, _, true) :-
    !.
logical_goal('$condition'(C), Context, Logical) :-
    !,
    committed_goal(C, Context, Logical).
logical_goal('$else'(C), Context, probe_logical_support:guard(M:LC, Id)) :-
    !,
    Context = context(M, Id, _, _),
    local_goal(C, Context, LC).
logical_goal((C -> A ; B), Context, (Negation, LB)) :-
    ( A == fail ; A == false ),
    !,
    negation(C, Context, Negation),
    logical_goal(B, Context, LB).
logical_goal((C -> A ; B), Context, ((LC, LA) ; (probe_logical_support:guard(M:LC, Id), LB))) :-
    !,
    Context = context(M, Id, _, _),
    logical_goal((C -> A), Context, (LC, LA)),
    logical_goal(B, Context, LB).
logical_goal((C *-> A ; B), Context, ((LC, LA) ; (probe_logical_support:guard(M:LC, Id), LB))) :-
    !,
    Context = context(M, Id, _, _),
    logical_goal((C *-> A), Context, (LC, LA)),
    logical_goal(B, Context, LB).
logical_goal((A ; B), Context, (LA ; LB)) :-
    !,
    logical_goal(A, Context, LA),
    logical_goal(B, Context, LB).
logical_goal((C -> A), Context, (LC, LA)) :-
    !,
    Context = context(M, Id, Marks, Around),
    committed_goal(C, context(M, Id, Marks, Around-A), LC),
    logical_goal(A, context(M, Id, Marks, Around-C), LA).
logical_goal((C *-> A), context(M, Id, Marks, Around), (LC, LA)) :-
    !,
    local_goal(C, context(M, Id, Marks, Around-A), LC),
    logical_goal(A, context(M, Id, Marks, Around-C), LA).
logical_goal(once(G), Context, LG) :-
    !,
    committed_goal(G, Context, LG).
logical_goal(call(G), Context, LG) :-
    !,
    local_goal(G, Context, LG).
logical_goal(ignore(G), Context, (LG ; probe_logical_support:guard(M:LG, Id))) :-
    !,
    Context = context(M, Id, _, _),
    committed_goal(G, Context, LG).
logical_goal(\+ G, Context, Logical) :-
    !,
    negation(G, Context, Logical).
logical_goal(not(G), Context, Logical) :-
    !,
    negation(G, Context, Logical).
logical_goal(forall(C, A), Context, (Bound, forall(LC, LA))) :-
    !,
    Context = context(M, Id, Marks, Around),
    bound_goal(C-A, Context, Bound),
    strict_goal(C, context(M, Id, Marks, Around-A), LC),
    local_goal(A, context(M, Id, Marks, Around-C), LA).
logical_goal(A \= B, Context, (Bound, A \= B)) :-
    !,
    bound_goal(A-B, Context, Bound).
logical_goal(A \== B, Context, (Bound, A \== B)) :-
    !,
    bound_goal(A-B, Context, Bound).
logical_goal(Goal, Context, (Bound, Goal)) :-
    inspected_terms(Goal, Terms),
    !,
    bound_goal(Terms, Context, Bound).
logical_goal(between(Low, High, X), _, probe_logical_support:ranked_between(Low, High, X)) :-
    !.
logical_goal(findall(T, G, L), Context, (Bound, findall(T, LG, L))) :-
    var(L),
    Context = context(_, _, _, Around),
    \+ order_matters(Around, L),
    !,
    collected_goal(T, G, Context, Bound),
    collecting_goal(T, G, Context, LG).
logical_goal(findall(T, G, L), Context, (Bound, findall(T, LG, S), probe_logical_support:reordered_from(Xs, S, L))) :-
    source_list(G, Xs),
    !,
    collected_goal(T, G, Context, Bound),
    collecting_goal(T, G, Context, LG).
logical_goal(findall(T, G, L), Context, (Bound, findall(T, LG, S), probe_logical_support:reordered(S, L))) :-
    !,
    collected_goal(T, G, Context, Bound),
    collecting_goal(T, G, Context, LG).
logical_goal(findall(T, G, L, E), Context, Logical) :-
    !,
    collected_goal(T, G, Context, Bound),
    collecting_goal(T, G, Context, LG),
    Logical = (Bound, findall(T, LG, S), probe_logical_support:reordered(S, R), append(R, E, L)).
logical_goal(bagof(T, G, L), Context, (bagof(T, LG, S), probe_logical_support:reordered(S, L))) :-
    !,
    collecting_goal(T, G, Context, LG).
logical_goal(aggregate_all(What, G, R), Context, (Bound, Logical)) :-
    nonvar(What),
    !,
    collected_goal(What, G, Context, Bound),
    collecting_goal(What, G, Context, LG),
    (   ( What = max(_, _) ; What = min(_, _) )
    ->  Context = context(M, _, _, _),
        Logical = probe_logical_support:extreme(What, M:LG, R)
    ;   What = bag(_)
    ->  Logical = (aggregate_all(What, LG, S), probe_logical_support:reordered(S, R))
    ;   Logical = aggregate_all(What, LG, R)
    ).
logical_goal(memberchk(X, Xs), _, probe_logical_support:some_member(X, Xs)) :-
    !.
logical_goal(selectchk(X, Xs, Ys), _, select(X, Xs, Ys)) :-
    !.
logical_goal(member(X, Xs), _, probe_logical_support:ranked_member(X, Xs)) :-
    !.
logical_goal(Goal, Context, (Logical, probe_logical_support:ordered(List))) :-
    sorted_list(Goal, List),
    !,
    logical_call(Goal, Context, Logical).
logical_goal(Goal, Context, (Bound, Logical, probe_logical_support:ordered_as(Others, List))) :-
    keeps_order(Goal, Others, List),
    !,
    (   first_match_terms(Goal, Terms)
    ->  bound_goal(Terms, Context, Bound)
    ;   Bound = true
    ),
    logical_call(Goal, Context, Logical).
logical_goal(Goal, Context, (Bound, Logical)) :-
    first_match_terms(Goal, Terms),
    !,
    bound_goal(Terms, Context, Bound),
    logical_call(Goal, Context, Logical).
logical_goal(Goal, Context, Logical) :-
    logical_call(Goal, Context, Logical).

%   Tests that have another answer once a later goal has bound a variable of Terms.
inspected_terms(A @< B, A-B).
inspected_terms(A @> B, A-B).
inspected_terms(A @=< B, A-B).
inspected_terms(A @>= B, A-B).
inspected_terms(compare(_, A, B), A-B).
inspected_terms(var(A), A).
inspected_terms(nonvar(A), A).

%   The elements of a list are collected, one by one.
source_list(member(_, Xs), Xs).
source_list((member(_, Xs), _), Xs).

%   The order of List has a meaning after the goal.
sorted_list(sort(_, List), List).
sorted_list(sort(_, _, _, List), List).
sorted_list(msort(_, List), List).
sorted_list(predsort(_, _, List), List).
sorted_list(keysort(_, List), List).
sorted_list(list_to_ord_set(_, List), List).
sorted_list(setof(_, _, List), List).
sorted_list(numlist(_, _, List), List).

%   List has elements of Others, or what belongs to each of them, in their order or in reverse.
keeps_order(reverse(Others, List), Others, List).
keeps_order(pairs_keys(Others, List), Others, List).
keeps_order(pairs_values(Others, List), Others, List).
keeps_order(include(_, Others, List), Others, List).
keeps_order(exclude(_, Others, List), Others, List).
keeps_order(maplist(_, Others, List), Others, List).
keeps_order(delete(Others, _, List), Others, List).
keeps_order(subtract(Others, _, List), Others, List).

%   These take the first element that unifies, so an unbound variable in Given would be bound to that element.
first_match_terms(subset(A, B), A-B).
first_match_terms(subtract(A, B, _), A-B).
first_match_terms(intersection(A, B, _), A-B).
first_match_terms(union(A, B, _), A-B).
first_match_terms(delete(A, B, _), A-B).
first_match_terms(include(P, A, _), P-A).
first_match_terms(exclude(P, A, _), P-A).
first_match_terms(partition(P, A, _, _), P-A).

logical_call(Goal0, Context, Logical) :-
    plain_head(Goal0, Goal),
    (   goal_kinds(Goal, Kinds),
        member(Kind, Kinds),
        Kind \== (?)
    ->  compound_name_arguments(Goal, Name, Arguments),
        (   memberchk(Name, [include, exclude, partition])
        ->  Closures = tested
        ;   Closures = kept
        ),
        maplist(logical_argument(Closures, Context), Kinds, Arguments, Logicals),
        compound_name_arguments(Logical, Name, Logicals)
    ;   Logical = Goal
    ).

logical_argument(_, _, ?, A, A) :-
    !.
logical_argument(_, Context, 0, A, L) :-
    !,
    strict_goal(A, Context, L).
logical_argument(_, Context, ^, A, L) :-
    !,
    strict_goal(A, Context, L).
logical_argument(tested, context(M, _, _, _), _, A, probe_logical_support:tested(M:A)) :-
    !.
logical_argument(_, _, _, A, A).

%   committed_goal(+Goal, +Context, -Logical):
%
%   Goal where the original takes its first solution only. Logical has every solution, but each combination of values of
%   the variables shared with the rest of the clause once: committed/2 needs to know these variables.

committed_goal(G, Context, probe_logical_support:committed(Shared, M:LG)) :-
    Context = context(M, _, _, Around),
    local_goal(G, Context, LG),
    shared_variables(G, Around, [], Variables),
    Shared =.. [v|Variables].

negation(G, Context, (Bound, \+ LG)) :-
    bound_goal(G, Context, Bound),
    strict_goal(G, Context, LG).

%   A goal whose cuts are its own.
local_goal(G, Context, Logical) :-
    (   contains_cut(G)
    ->  findall(G-Goals, alternative(G, Goals), Alternatives),
        local_alternatives(Alternatives, G, [], Context, Logical)
    ;   logical_goal(G, Context, Logical)
    ).

local_alternatives([], _, _, _, fail).
local_alternatives([G-Goals|Rest], G0, Guards0, Context, (Alternative1 ; Alternatives2)) :-
    G = G0,
    Context = context(M, Id, _, _),
    local_guards(Guards0, M, Id, Guard),
    logical_alternative(Goals, Context, Logical, Committed),
    (   Committed == none
    ->  Guards = Guards0
    ;   Guards = [Committed|Guards0]
    ),
    Alternative1 = (Guard, Logical),
    local_alternatives(Rest, G0, Guards, Context, Alternatives2).

local_guards([], _, _, true).
local_guards([Before|Guards], M, Id, (probe_logical_support:guard(M:Before, Id), Rest)) :-
    local_guards(Guards, M, Id, Rest).

%   A goal under a negation or in a collection is asked strictly: a solution behind a blocked guard is not a solution.
strict_goal(G, Context, Logical) :-
    nonvar(G),
    G = V^Inner,
    !,
    Logical = V^LogicalInner,
    strict_goal(Inner, Context, LogicalInner).
strict_goal(G, Context, Logical) :-
    local_goal(G, Context, LG),
    (   Context = context(_, _, [], _)
    ->  Logical = LG
    ;   Logical = (probe_logical_support:strict, LG)
    ).

%   The same for a collection. Every solution of Template counts there, so its variables are shared ones.
collecting_goal(Template, G, Context, Logical) :-
    nonvar(G),
    G = V^Inner,
    !,
    Logical = V^LogicalInner,
    collecting_goal(Template, Inner, Context, LogicalInner).
collecting_goal(Template, G, context(M, Id, Guards, Around), (probe_logical_support:collecting, Logical)) :-
    local_goal(G, context(M, Id, Guards, Around-Template), Logical).

%!  plain_conjuncts(+Logical, -Goals) is det.
%
%   The goals of a conjunction in a logical reading, without those that only mark or check a search.

plain_conjuncts(Logical, Goals) :-
    conjuncts(Logical, Goals0, []),
    exclude(search_mark, Goals0, Goals).

search_mark(Goal) :-
    nonvar(Goal),
    Goal = probe_logical_support:Mark,
    memberchk(Mark, [strict, collecting, use(_), bound(_, _), ordered(_), ordered_as(_, _)]).
