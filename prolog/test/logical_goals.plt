:- begin_tests(logical_goals).
:- use_module('../logical_goals').
:- use_module('../logical_answers').
:- use_module(examples).

answers(Text, Mode, Answers) :-
    read_as_logic(Text, Module, _, solutions(Module, [Mode], 10000, complete, Solutions)),
    findall(Answer, member(Answer-_, Solutions), Found),
    sort(Found, Answers).

test(a_cut_hides_nothing, Answers == [a, b]) :-
    answers("p(a). p(b). decide_option(user, X) :- p(X), !.", strict, Answers).
test(a_cut_guards_later_clauses, Answers == [a]) :-
    answers("p(a). decide_option(user, X) :- p(X), !. decide_option(user, b).", strict, Answers).
test(marking_looks_behind_a_guard, Answers == [a, b]) :-
    answers("p(a). decide_option(user, X) :- p(X), !. decide_option(user, b).", marking, Answers).
test(the_other_clause_where_the_guard_fails, Answers == [b]) :-
    answers(":- dynamic p/1. decide_option(user, X) :- p(X), !. decide_option(user, b).", strict, Answers).
test(a_cut_in_a_branch, Answers == [a]) :-
    answers("q(1). decide_option(user, X) :- ( q(1), X = a, ! ; X = b ). decide_option(user, c).", strict, Answers).
test(a_local_cut, Answers == [a, b]) :-
    answers("p(a). p(b). decide_option(user, X) :- call(( p(X), ! ; X = c )).", strict, Answers).
test(condition, Answers == [a, b]) :-
    answers("p(a). p(b). decide_option(user, X) :- ( p(X) -> true ; X = c ).", strict, Answers).
test(else, Answers == [c]) :-
    answers(":- dynamic p/1. decide_option(user, X) :- ( p(X) -> true ; X = c ).", strict, Answers).
test(once, Answers == [a, b]) :-
    answers("p(a). p(b). decide_option(user, X) :- once(p(X)).", strict, Answers).
test(first_of_findall, Answers == [a, b]) :-
    answers("p(a). p(b). decide_option(user, X) :- findall(Y, p(Y), [X|_]).", any, Answers).
test(order_is_kept_unless_any, Answers == [a]) :-
    answers("p(a). p(b). decide_option(user, X) :- findall(Y, p(Y), [X|_]).", strict, Answers).
test(witness_of_a_tie, Answers == [a, b]) :-
    answers("p(a, 1). p(b, 1). decide_option(user, X) :- aggregate_all(max(N, Y), p(Y, N), max(_, X)).", any, Answers).
test(negation_is_strict, Answers == [a]) :-
    answers("p(x) :- q, !, fail. p(x). q. decide_option(user, a) :- \\+ p(x). decide_option(user, b) :- p(x).", strict,
            Answers).
test(a_deterministic_condition_is_one_answer, Answers == [a]) :-
    answers("n(5). decide_option(user, X) :- n(N), ( N > 3 -> X = a ; X = b ).", strict, Answers).
test(undefined_has_no_solutions, Answers == [b]) :-
    answers("decide_option(user, a) :- p(a). decide_option(user, b).", strict, Answers).

test(what_is_taken_once_counts_once, Answers == [1]) :-
    answers("n(a). c(a, x). c(a, y). decide_option(user, N) :- aggregate_all(count, ( n(A), once(c(A, _)) ), N).", strict,
            Answers).
test(a_tie_below_a_collection_is_seen, Answers == [[a], [b]]) :-
    answers("p(a). p(b). decide_option(user, L) :- member(X, [1]), once(p(Y)), findall(Y, X = 1, L).", strict, Answers).
test(the_order_of_a_sum_is_no_choice, Count == 1) :-
    read_as_logic("s(1). s(2). s(3). decide_option(user, T) :- findall(S, s(S), L), sum_list(L, T).", Module, _,
                  findall(A, counter_answer(Module, any, none, 10000, found, A), As)),
    length(As, Count).

test(a_soft_condition_keeps_every_solution, Answers == [2]) :-
    answers("c(a, x). c(a, y). decide_option(user, N) :- aggregate_all(count, ( c(A, _) *-> A = a ; fail ), N).", strict,
            Answers).
test(plain_conjuncts, Goals == [p, \+ q]) :-
    plain_conjuncts(( probe_logical_support:use(0), p, probe_logical_support:strict, \+ q, true ), Goals).

test(logical, Logical == (p, q)) :- logical_goal(( p, q ), context(m, 0, [], []), Logical).
test(logical_all, Logical == (p, q, true)) :- logical_conjunction([p, q], context(m, 0, [], []), Logical).
test(logical_alternative, Shared-Rest == v(X)-(q(X), true)) :-
    logical_alternative([p(X, _), !, q(X)], context(m, 0, [], d(X)), Logical, Committed),
    Logical = (Committed, Rest),
    Committed = probe_logical_support:committed(Shared, m:p(X, _)).
test(an_alternative_without_a_cut_commits_to_nothing, Committed == none) :-
    logical_alternative([p(_)], context(m, 0, [], d), _, Committed).

:- end_tests(logical_goals).
