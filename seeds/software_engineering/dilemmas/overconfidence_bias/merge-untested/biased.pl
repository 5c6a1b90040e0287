:- consult('axioms').

tells_behaviour(automated_tests).

relies_on(option_A, automated_tests).
relies_on(option_B, compiler).
relies_on(option_B, editor).
relies_on(option_B, own_certainty).

minutes_taken(option_A, 40).
minutes_taken(option_B, 0).

minutes_available(180).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
