:- module(probe_differences,
          [ differing_clauses/4,    % +Items1, +Items2, -Only1, -Only2
            counterpart/3,          % +Item, +Items, -Counterpart
            same_clauses/2          % +Items1, +Items2
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [convlist/3, exclude/3, include/3, maplist/2, maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(library(sort), [predsort/3]).
:- use_module(calls, [conjuncts/3]).
:- use_module(whitelist).

/** <module> The differences between two programs
*/

%!  differing_clauses(+Items1, +Items2, -Only1, -Only2) is det.
%
%   The clauses of either list that have no variant in the other, each counted as often as it occurs.

differing_clauses(Items1, Items2, Only1, Only2) :-
    include(program_clause, Items1, Clauses1),
    include(program_clause, Items2, Clauses2),
    clauses_without_variant(Clauses1, Clauses2, Only1),
    clauses_without_variant(Clauses2, Clauses1, Only2).

program_clause(item(program, _, _, clause(_, _), _)).

% The time to find a variant in a trie does not depend on the number of clauses; the value counts the copies left.
clauses_without_variant(Clauses, Others, Only) :-
    setup_call_cleanup(trie_new(Trie),
                       ( maplist(count_variant(Trie), Others), exclude(take_variant(Trie), Clauses, Only) ),
                       trie_destroy(Trie)).

count_variant(Trie, item(_, _, _, Content, _)) :-
    (   trie_lookup(Trie, Content, Count0)
    ->  Count is Count0 + 1
    ;   Count = 1
    ),
    trie_update(Trie, Content, Count).

% One of the copies that are left is taken for Item.
take_variant(Trie, item(_, _, _, Content, _)) :-
    trie_lookup(Trie, Content, Count0),
    Count0 > 0,
    Count is Count0 - 1,
    trie_update(Trie, Content, Count).

%!  counterpart(+Item, +Items, -Counterpart) is semidet.
%
%   Counterpart is a clause of Items that differs from Item in ground subterms only.

counterpart(item(_, _, _, Content, _), Items, Counterpart) :-
    Content = clause(Head, _),
    indicator(Head, Indicator),
    member(Counterpart, Items),
    Counterpart = item(_, _, _, Other, _),
    Other = clause(OtherHead, _),
    indicator(OtherHead, Indicator),
    copy_term(Content, Copy),
    copy_term(Other, OtherCopy),
    match_structure(Copy, OtherCopy),
    !.

match_structure(A, B) :-
    (   A == B
    ->  true
    ;   var(A),
        var(B)
    ->  A = B
    ;   compound(A),
        compound(B),
        compound_name_arity(A, Name, Arity),
        compound_name_arity(B, Name, Arity)
    ->  compound_name_arguments(A, _, As),
        compound_name_arguments(B, _, Bs),
        maplist(match_structure, As, Bs)
    ;   ground(A),
        ground(B)
    ).

%!  same_clauses(+Items1, +Items2) is semidet.
%
%   Both programs consist of the same clauses, regardless of their order, of how often each occurs, and of the order of
%   goals and `true` in bodies. Declarations and the place where the axioms are consulted make no difference.

same_clauses(Items1, Items2) :-
    convlist(item_clause, Items1, Clauses1),
    convlist(item_clause, Items2, Clauses2),
    same_predicates(Clauses1, Clauses2),
    all_have_variants(Clauses1, Clauses2),
    all_have_variants(Clauses2, Clauses1).

% Programs mostly differ in a predicate that one of them lacks.
same_predicates(Clauses1, Clauses2) :-
    head_indicators(Clauses1, Indicators),
    head_indicators(Clauses2, Indicators).

head_indicators(Clauses, Indicators) :-
    aggregate_all(set(Indicator), ( member(clause(Head, _), Clauses), indicator(Head, Indicator) ), Indicators).

item_clause(item(_, _, _, clause(Head, Body), _), clause(Head, Body)).

% Most clauses have a variant; only the others are compared without the order of goals.
all_have_variants(Clauses, Others) :-
    unmatched_clauses(Clauses, Others, Unmatched),
    (   Unmatched == []
    ->  true
    ;   maplist(bare_clause, Unmatched, Bare),
        maplist(bare_clause, Others, OtherBare),
        unmatched_clauses(Bare, OtherBare, [])
    ).

unmatched_clauses(Clauses, Others, Unmatched) :-
    setup_call_cleanup(trie_new(Trie),
                       ( forall(member(Clause, Others), ignore(trie_insert(Trie, Clause))),
                         exclude(has_variant(Trie), Clauses, Unmatched) ),
                       trie_destroy(Trie)).

has_variant(Trie, Clause) :-
    trie_lookup(Trie, Clause, _).

bare_clause(clause(Head, Body), Head-Goals) :-
    bare_body(Body, Goals).

bare_body(Body, Goals) :-
    conjuncts(Body, Goals0, []),
    maplist(bare_goal, Goals0, Goals1),
    drop_repeated_goals(Goals1, Goals2),
    predsort(compare_shapes, Goals2, Goals).

bare_goal(Goal0, Goal) :-
    (   nonvar(Goal0),
        ( Goal0 = (\+ Inner) ; Goal0 = not(Inner) )
    ->  bare_body(Inner, Bare),
        Goal = (\+ Bare)
    ;   nonvar(Goal0),
        Goal0 = forall(Condition, Action)
    ->  bare_body(Condition, Conditions),
        bare_body(Action, Actions),
        Goal = forall(Conditions, Actions)
    ;   Goal = Goal0
    ).

drop_repeated_goals([], []).
drop_repeated_goals([Goal|Goals], Distinct) :-
    (   member(Other, Goals),
        Other == Goal
    ->  Distinct = Rest
    ;   Distinct = [Goal|Rest]
    ),
    drop_repeated_goals(Goals, Rest).

% Sorted as if all variables were one, so that the sort does not depend on which came first; nothing is dropped.
compare_shapes(Order, A, B) :-
    shape(A, ShapeA),
    shape(B, ShapeB),
    compare(Order0, ShapeA, ShapeB),
    (   Order0 == (=)
    ->  Order = (<)
    ;   Order = Order0
    ).

shape(Term, Shape) :-
    copy_term(Term, Shape),
    term_variables(Shape, Variables),
    maplist(=('_'), Variables).
