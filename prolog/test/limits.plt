:- begin_tests(limits, [cleanup(with_deadline(10, true))]).
:- use_module('../limits').
:- use_module(examples).

loop :- repeat, fail.
deep(N) :- M is N + 1, deep(M), true.

test(yes, Outcome-X == yes-1) :- limited(member(X, [1, 2]), 1000, Outcome).
test(no, Outcome == no) :- limited(fail, 1000, Outcome).
test(inferences, Outcome == limit(inferences)) :- limited(loop, 1000, Outcome).
test(stack, Outcome = limit(_)) :- limited(deep(0), 100000000, Outcome).
test(unknown, Outcome == unknown(undefined_predicate/1)) :-
    limited(probe_base:undefined_predicate(_), 1000, Outcome).
test(error, Outcome = error(type_error(evaluable, foo/0))) :- limited(( E = foo, _ is E ), 1000, Outcome).
test(foreign_ball, Outcome == error(ball)) :- limited(throw(ball), 1000, Outcome).
test(deadline, Outcome-Next == limit(time)-limit(time)) :-
    with_deadline(0.05, ( limited(loop, 1000000000, Outcome), limited(true, 1000, Next) )).
test(deadline_is_forgotten, Outcome == yes) :-
    with_deadline(0.05, limited(loop, 1000000000, _)),
    with_deadline(1.0, limited(true, 1000, Outcome)).
test(expired) :- with_deadline(0.05, ( limited(loop, 1000000000, _), expired )).
test(not_expired, fail) :- with_deadline(1.0, true), expired.
test(recycling_is_due_after_time) :- with_deadline(0.05, limited(loop, 1000000000, _)), recycling_due.
test(recycling_is_not_due_after_inferences, fail) :- with_deadline(1.0, limited(loop, 1000, _)), recycling_due.
test(leave_nothing, true(Used < 100000)) :-
    numlist(1, 200000, List),
    nb_getval(probe_log, Log),
    nb_setarg(1, Log, List),
    leave_nothing,
    statistics(globalused, Used).
test(what_is_left_all_the_same_tires, true) :-
    numlist(1, 200000, List),
    nb_setval(probe_left, List),
    with_deadline(1.0, limited(loop, 1000, limit(inferences))),
    leave_nothing,
    nb_delete(probe_left),
    recycling_due.
test(arguments_of_a_last_call_stay_one, fail) :-
    module_of("h(_) :- \\+ n(X), q(X, X). q(a, b). n(z) :- fail.", Module, limited(Module:h(_), 1000, yes)).
test(exhausted) :- with_deadline(1.0, limited(deep(0), 100000000, _)), exhausted.
test(not_exhausted_by_inferences, fail) :- with_deadline(1.0, limited(loop, 1000, _)), exhausted.
test(a_lack_of_resources_is_not_tolerated, throws(error(resource_error(memory), _))) :-
    tolerate(resource_error(memory)).
test(an_error_of_the_program_is_tolerated) :- tolerate(type_error(evaluable, foo/0)).
test(the_space_of_a_program_is_tolerated) :- tolerate(resource_error(program_space)).
test(recycling_is_no_longer_due, fail) :- with_deadline(1.0, true), recycling_due.

test(deadline_that_is_nearer_than_the_last, Outcome == limit(time)) :-
    with_deadline(60.0, true),
    with_deadline(0.05, limited(loop, 1000000000, Outcome)).
test(deadline_after_an_alarm_that_found_nothing_to_do, First-Second == yes-limit(time)) :-
    with_deadline(0.05, true),
    sleep(0.1),
    with_deadline(1.0, limited(true, 1000, First)),
    with_deadline(0.05, limited(loop, 1000000000, Second)).
test(deadline_is_set_again_for_what_is_left, Outcome == limit(time)) :-
    with_deadline(0.05, true),
    with_deadline(0.15, limited(loop, 1000000000, Outcome)).
test(interruptions, true(After > Before)) :-
    interruption_count(Before),
    with_deadline(0.05, limited(loop, 1000000000, _)),
    interruption_count(After).

:- end_tests(limits).
