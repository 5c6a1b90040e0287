:- begin_tests(collections).
:- use_module('../collections').
:- use_module('../translation').
:- use_module(examples).

test(collecting, [nondet, true(Found == true)]) :-
    while_translating("q(a).", ( collection_goals(findall(X, q(X), L), [], [L = C]), has_collection(f(C)), Found = true )).
test(a_collection_is_empty, [nondet, true(Goal =@= (\+ '$element'(_, C)))]) :-
    while_translating("q(a).", ( collection_goals(findall(X, q(X), L), [], [L = C]), collection_equality(C, [], Goal) )).
test(collection_predicate, [nondet, true(Body == q(T))]) :-
    while_translating("q(a).",
                      ( collection_goals(findall(X, q(X), L), [], [L = C]),
                        collection_predicate(set, C, [], Key),
                        source(Key, 1, [T], Body, _) )).
test(aggregate_literals, [nondet, true(Type == term)]) :-
    while_translating("q(a).",
                      ( collection_goals(aggregate_all(count, q(_), N), [], [Aggregate]),
                        aggregate_literals(Aggregate, [], N, Type, [aggregate(count, N, _, _)], []) )).

:- end_tests(collections).
