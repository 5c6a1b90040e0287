:- consult('axioms').

alternative(option_A, option_B).
alternative(option_B, option_A).

months_required(18).

hours(preparation, option_A, 30).
hours(preparation, option_B, 0).
hours(monthly_change, option_A, 1).
hours(monthly_change, option_B, 7).
hours(first_ten_passwords, option_B, 1).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
