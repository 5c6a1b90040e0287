:- consult('axioms').

writes(option_A, mixed_suite).
writes(option_B, regular_suite).

exercises(mixed_suite, correct_dates).
exercises(mixed_suite, malformed_dates).
exercises(regular_suite, correct_dates).

has_to_accept(correct_dates).

logs_every_fault(defect_tracker).

shows(defect_tracker, malformed_dates).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
