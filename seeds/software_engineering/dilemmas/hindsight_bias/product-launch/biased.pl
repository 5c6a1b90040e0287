:- consult('axioms').

means(option_A, appropriate).
means(option_B, inappropriate).

known(before_release, product_release, tests_passed).
known(before_release, product_release, load_test_held).
known(before_release, product_release, return_rehearsed).
known(two_weeks_later, product_release, disastrous_outage).

decide_option(user, option_A) :- means(option_A, Judgement), judged(product_release, Judgement).
decide_option(user, option_B) :- means(option_B, Judgement), judged(product_release, Judgement).
