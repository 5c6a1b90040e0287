:- consult('axioms').

keeps_days(option_A, 45).
keeps_days(option_B, 200).

takes_terabytes(option_A, 2).
takes_terabytes(option_B, 8).

room_for_terabytes(10).

based_on_cases(investigation).

own_industry(investigation).

names_days(investigation, 180).
names_days(trial_licence, 30).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
