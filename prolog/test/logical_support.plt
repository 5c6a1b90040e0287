:- begin_tests(logical_support).
:- use_module('../logical_support').
:- use_module('../logical_answers').
:- use_module(examples).

test(undefined_calls, Indicators == [q/1]) :-
    undefined_calls(_),
    read_as_logic("p(1). decide_option(user, a) :- p(_), !. decide_option(user, b) :- q(1). r :- s(1).", Module, Reading,
                  base_solutions(Module, Reading, 10000, modes([marking], []), complete, _)),
    undefined_calls(Indicators).

test(use, Support == [1, 2]) :- begin_search(strict), use(2), use(1), use(2), support(Support).
test(backtracking_takes_use_back, Support == [2]) :- begin_search(strict), ( use(1), fail ; use(2) ), !, support(Support).
test(guard_passes_where_nothing_follows, Support == []) :- begin_search(strict), guard(fail, 1), support(Support).
test(guard_fails_in_strict_mode, fail) :- begin_search(strict), guard(true, 1).
test(guard_is_recorded_in_marking_mode, Support == [blocked(1)]) :-
    begin_search(marking),
    guard(true, 1),
    support(Support).
test(marking_one_clause_passes_no_other, fail) :- begin_search(marking(2)), guard(true, 1).
test(strict_ends_marking, fail) :- begin_search(marking), strict, guard(true, 1).
test(strict_keeps_any, all(X == [a, b])) :- begin_search(any), strict, some_member(X, [a, b]).
test(committed, all(X == [a, a])) :- begin_search(strict), committed(v(X), member(X, [a, a])).
test(committed_where_solutions_are_counted, all(X == [a])) :-
    begin_search(strict),
    collecting,
    committed(v(X), member(X, [a, a])).
test(tested_is_strict, fail) :- begin_search(marking), tested([X]>>guard(X == a, 1), a).
test(tested_restores_the_mode, Support == [blocked(1)]) :-
    begin_search(marking),
    tested(==(a), a),
    guard(true, 1),
    support(Support).
test(bound, Ids == [1]) :- unsafe_clauses(_), bound([_], 1), bound([a], 2), bound([_], 1), unsafe_clauses(Ids).
test(unsafe_clauses_are_reported_once, Ids == []) :- bound([_], 1), unsafe_clauses(_), unsafe_clauses(Ids).
test(undefined, Indicators == [p/1]) :- undefined_calls(_), \+ undefined(p/1), undefined_calls(Indicators).
test(reordered, all(List == [[1, 2, 3], [2, 1, 3], [3, 1, 2], [3, 2, 1]])) :- begin_search(any), reordered([1, 2, 3], List).
test(reordered_keeps_the_order, all(List == [[1, 2]])) :- begin_search(strict), reordered([1, 2], List).
test(extreme, all(X == [a, c])) :-
    begin_search(any),
    extreme(max(N, Y), member(N-Y, [1-a, 0-b, 1-c]), max(1, X)).
test(extreme_takes_the_first, all(X == [b])) :-
    begin_search(strict),
    extreme(min(N, Y), member(N-Y, [1-a, 0-b, 0-c]), min(0, X)).
test(some_member, all(X == [a])) :- begin_search(strict), some_member(X, [a, b]).

test(the_first_of_a_ranking_with_a_solution, all(X == [b])) :-
    begin_search(strict),
    ordered([a, b, c]),
    committed(v(X), ( ranked_member(X, [a, b, c]), X \== a )).
test(all_of_a_list_without_an_order, all(X == [b, c])) :-
    begin_search(strict),
    committed(v(X), ( ranked_member(X, [a, b, c]), X \== a )).
test(all_solutions_with_the_first, all(Y == [1, 2])) :-
    begin_search(strict),
    ordered([a, b]),
    committed(v(Y), ( ranked_member(X, [a, b]), member(X-Y, [a-1, b-3, a-2]) )).
test(each_ranking_has_a_first, all(X == [a, c])) :-
    begin_search(strict),
    ordered([a, b]),
    ordered([c, d]),
    committed(v(X), ( member(L, [[a, b], [c, d]]), ranked_member(X, L) )).
test(ordered_as, all(X == [c])) :-
    begin_search(strict),
    ordered([a, b, c]),
    ordered_as([a, b, c], [c, b, a]),
    committed(v(X), ranked_member(X, [c, b, a])).
test(a_list_like_one_without_an_order_has_none, all(X == [b, a])) :-
    begin_search(strict),
    ordered_as([a, b], [b, a]),
    committed(v(X), ranked_member(X, [b, a])).
test(reordered_from_a_ranking, all(List == [[2, 1]])) :-
    begin_search(any),
    ordered([b, a]),
    reordered_from([b, a], [2, 1], List).
test(reordered_from_facts, all(List == [[2, 1], [1, 2]])) :- begin_search(any), reordered_from([b, a], [2, 1], List).

test(ranked_between, Xs == [1, 2, 3]) :-
    begin_search(strict),
    findall(X, ranked_between(1, 3, X), Xs).
test(the_first_number_with_a_solution_counts, Xs == [2]) :-
    begin_search(strict),
    findall(X, committed(v(X), ( ranked_between(1, 9, X), X * 3 >= 5 )), Xs).

:- end_tests(logical_support).
