:- consult('axioms').

repetitions(learning, 1).
repetitions(listing, 24).

hours(learning, option_A, 0).
hours(learning, option_B, 20).
hours(listing, option_A, 16).
hours(listing, option_B, 1).
hours(first_names, option_A, 0).

decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).
