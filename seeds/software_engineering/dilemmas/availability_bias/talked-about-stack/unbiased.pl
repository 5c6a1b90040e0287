:- consult('axioms').

builds_on(option_A, threaded_stack).
builds_on(option_B, event_driven_stack).

expected_connections(20000).

measured(load_test).

same_conditions(load_test).

reported(load_test, threaded_stack, 2000).
reported(load_test, event_driven_stack, 30000).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
