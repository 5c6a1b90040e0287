:- consult('axioms').

proposes(option_A, gateway_alone).
proposes(option_B, gateway_and_functions).

supports(security_review, gateway_alone).
supports(security_review, gateway_and_functions).
supports(head_of_engineering, gateway_and_functions).
supports(all_other_teams, gateway_and_functions).

places(gateway_alone, 1).
places(gateway_and_functions, 7).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
