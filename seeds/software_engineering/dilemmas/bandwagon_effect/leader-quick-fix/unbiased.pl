:- consult('axioms').

changes(option_A, report_script).
changes(option_B, rounding_function).

delivered_with_test(option_A).
delivered_with_test(option_B).

observes_execution(debugger).

points_to(debugger, rounding_function).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
