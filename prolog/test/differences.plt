:- begin_tests(differences).
:- use_module('../differences').
:- use_module(library(lists)).
:- use_module(examples).

test(differing, Only1-Only2 == [a(1)]-[a(2), b]) :-
    items("a(1). c(X) :- d(X).", Items1),
    items("a(2). b. c(Y) :- d(Y).", Items2),
    differing_clauses(Items1, Items2, D1, D2),
    clause_heads(D1, Only1),
    clause_heads(D2, Only2).
test(each_copy_counts, Only == [a]) :-
    items("a. a.", Items1),
    items("a.", Items2),
    differing_clauses(Items1, Items2, D, []),
    clause_heads(D, Only).
test(counterpart, Head == a(x, hours(3))) :-
    items("a(x, days(2)).", [Item]),
    items("b(1). a(x, hours(3)).", Items),
    counterpart(Item, Items, item(_, _, _, clause(Head, _), _)).
test(no_counterpart, fail) :-
    items("a(x) :- b(_).", [Item]),
    items("a(y).", Items),
    counterpart(Item, Items, _).
test(same_clauses, true) :-
    items("a(1). a(1). b(X) :- c(X), d(X), true.", Items1),
    items(":- dynamic c/1. b(Y) :- d(Y), c(Y). a(1).", Items2),
    same_clauses(Items1, Items2).
test(other_clauses, fail) :-
    items("b(X, Y) :- c(X), d(Y).", Items1),
    items("b(X, Y) :- c(Y), d(X).", Items2),
    same_clauses(Items1, Items2).

test(another_predicate, fail) :-
    items("a(1).", Items1),
    items("a(1). b.", Items2),
    same_clauses(Items1, Items2).
test(goals_in_another_order_twice, true) :-
    items("b(X) :- c(X), d(X). b(X) :- d(X), c(X).", Items1),
    items("b(X) :- c(X), d(X).", Items2),
    same_clauses(Items1, Items2).

:- end_tests(differences).
