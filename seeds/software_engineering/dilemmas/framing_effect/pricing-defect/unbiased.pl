:- consult('axioms').

reworks(option_A, pricing_module).
reworks(option_B, discount_rule).

contains(pricing_module, comparison).
contains(discount_rule, comparison).

faulty(comparison).

vouches_for(automated_tests, discount_rule).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
