:- module(probe_differences,
          [ differing/4,            % +Items1, +Items2, -Only1, -Only2
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

%!  differing(+Items1, +Items2, -Only1, -Only2) is det.
%
%   The clauses of either list that have no variant in the other, each counted as often as it occurs.

differing(Items1, Items2, Only1, Only2) :-
    include(program_clause, Items1, Clauses1),
    include(program_clause, Items2, Clauses2),
    lacking(Clauses1, Clauses2, Only1),
    lacking(Clauses2, Clauses1, Only2).

program_clause(item(program, _, _, clause(_, _), _)).

% Finding a variant in a trie takes the same time however many clauses there are; the value counts the copies left.
lacking(Clauses, Others, Only) :-
    setup_call_cleanup(trie_new(Trie),
                       ( maplist(count(Trie), Others), exclude(taken(Trie), Clauses, Only) ),
                       trie_destroy(Trie)).

count(Trie, item(_, _, _, Content, _)) :-
    (   trie_lookup(Trie, Content, Count0)
    ->  Count is Count0 + 1
    ;   Count = 1
    ),
    trie_update(Trie, Content, Count).

% One of the copies that are left is taken for Item.
taken(Trie, item(_, _, _, Content, _)) :-
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
    match(Copy, OtherCopy),
    !.

match(A, B) :-
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
        maplist(match, As, Bs)
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
    all_in(Clauses1, Clauses2),
    all_in(Clauses2, Clauses1).

% Programs mostly differ in a predicate that one of them lacks.
same_predicates(Clauses1, Clauses2) :-
    predicates(Clauses1, Indicators),
    predicates(Clauses2, Indicators).

predicates(Clauses, Indicators) :-
    aggregate_all(set(Indicator), ( member(clause(Head, _), Clauses), indicator(Head, Indicator) ), Indicators).

item_clause(item(_, _, _, clause(Head, Body), _), clause(Head, Body)).

% Most clauses have a variant; only the others are compared without the order of goals.
all_in(Clauses, Others) :-
    unmatched(Clauses, Others, Unmatched),
    (   Unmatched == []
    ->  true
    ;   maplist(bare_clause, Unmatched, Bare),
        maplist(bare_clause, Others, OtherBare),
        unmatched(Bare, OtherBare, [])
    ).

unmatched(Clauses, Others, Unmatched) :-
    setup_call_cleanup(trie_new(Trie),
                       ( forall(member(Clause, Others), ignore(trie_insert(Trie, Clause))), exclude(found(Trie), Clauses, Unmatched) ),
                       trie_destroy(Trie)).

found(Trie, Clause) :-
    trie_lookup(Trie, Clause, _).

bare_clause(clause(Head, Body), Head-Goals) :-
    bare_body(Body, Goals).

bare_body(Body, Goals) :-
    conjuncts(Body, Goals0, []),
    maplist(bare_goal, Goals0, Goals1),
    once_each(Goals1, Goals2),
    predsort(by_shape, Goals2, Goals).

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

once_each([], []).
once_each([Goal|Goals], Once) :-
    (   member(Other, Goals),
        Other == Goal
    ->  Once = Rest
    ;   Once = [Goal|Rest]
    ),
    once_each(Goals, Rest).

% Sorted as if all variables were one, so that the sort does not depend on which came first; nothing is dropped.
by_shape(Order, A, B) :-
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
