:- consult('axioms').

tests_with(option_A, ordinary_month).
tests_with(option_B, laboratory_recording).

contains(ordinary_month, office_traffic).
contains(laboratory_recording, tunnelling_tool).

rests_on_investigations(industry_bulletin).

points_to(industry_bulletin, tunnelling_tool).
points_to(own_belief, office_traffic).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
