:- consult('axioms').

rests_on(option_A, checksum_list).
rests_on(option_B, trial_restore).
rests_on(option_A, own_talent).

shows_recovery(trial_restore).

hours_for(option_A, 0).
hours_for(option_B, 3).

hours_left(8).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
