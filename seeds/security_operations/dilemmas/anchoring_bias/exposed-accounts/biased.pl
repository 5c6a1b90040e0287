:- consult('axioms').

resets(option_A, 4200).
resets(option_B, 300).

complete(database_log).

protected_from_changes(database_log).

counts(database_log, 4200).
counts(first_message, 200).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
