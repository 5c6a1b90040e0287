:- consult('axioms').

plan(option_A, smaller_release).
plan(option_B, larger_team).

weeks_left(4).

weeks_of_work(7).

postpones(smaller_release, export_function).

weeks_for(export_function, 3).

adds_people(larger_team).

learning_weeks(5).

decides_scope(customer).

calls(customer, export_function, optional).
calls(narrator, smaller_release, painful_retreat).
calls(narrator, larger_team, bold_and_energetic).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
