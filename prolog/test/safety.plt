:- begin_tests(safety).
:- use_module('../safety').
:- use_module('../logical_answers').
:- use_module('../logical_support').
:- use_module(examples).

unsafe(Text, Unsafe) :-
    unsafe_clauses(_),
    read_as_logic(Text, Module, _, counter_answer(Module, strict, option_A, 10000, _, _)),
    unsafe_clauses(Unsafe).

test(unsafe_negation, Unsafe == [1]) :-
    unsafe("p(option_A). decide_option(user, X) :- \\+ q(X), p(X).", Unsafe).
test(safe_negation, Unsafe == []) :-
    unsafe("p(option_A). decide_option(user, X) :- p(X), \\+ q(X, _).", Unsafe).
test(a_name_used_in_two_negations_is_not_shared, Unsafe == []) :-
    unsafe("p(option_A). decide_option(user, X) :- p(X), \\+ q(X, D), \\+ r(X, D).", Unsafe).
test(unsafe_forall, Unsafe == [1]) :-
    unsafe("n(1). decide_option(user, X) :- forall(n(N), q(X, N)), X = option_A. q(_, _).", Unsafe).
test(unsafe_inequality, Unsafe == [0]) :-
    unsafe("decide_option(user, X) :- X \\== Y, Y = 1, X = option_A.", Unsafe).

test(bound_goal, Goal == probe_logical_support:bound([X], 3)) :-
    bound_goal(f(X, _), context(m, 3, [], p(X)), Goal).
test(a_negation_binds_nothing, Goal == true) :- bound_goal(f(X), context(m, 3, [], \+ p(X)), Goal).
test(collected_goal, Goal == probe_logical_support:bound([X], 3)) :-
    collected_goal(Y, p(X, Y), context(m, 3, [], q(X, Y)), Goal).

test(a_comparison_of_what_has_no_value_yet, Unsafe == [1]) :-
    unsafe("p(option_A). decide_option(user, X) :- X @< z, p(X).", Unsafe).
test(a_comparison_of_what_has_a_value, Unsafe == []) :-
    unsafe("p(option_A). decide_option(user, X) :- p(X), X @< z, nonvar(X).", Unsafe).

:- end_tests(safety).
