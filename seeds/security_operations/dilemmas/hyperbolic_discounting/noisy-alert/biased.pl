:- consult('axioms').

takes(option_A, switching_off).
takes(option_B, tuning).

due_at(quarterly_review).

effective_at(switching_off, quarterly_review).
effective_at(tuning, quarterly_review).
effective_at(switching_off, this_evening).

in_force(customer_contract).

requires(customer_contract, stolen_sign_ins).

keeps(switching_off, malware).
keeps(tuning, stolen_sign_ins).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
