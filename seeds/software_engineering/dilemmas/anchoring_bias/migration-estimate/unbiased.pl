:- consult('axioms').

finished(orders_migration).

same_team(orders_migration).

same_size(orders_migration).

weeks(orders_migration, 12).
weeks(option_A, 5).
weeks(option_B, 12).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
