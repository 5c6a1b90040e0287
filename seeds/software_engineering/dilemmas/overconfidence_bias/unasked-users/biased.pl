:- consult('axioms').

elicits_by(option_A, reading).
elicits_by(option_B, interviews).

works_with(nurse, shift_planner).

to_be_built(shift_planner).

draws_on(reading, head_office).
draws_on(reading, own_instinct).
draws_on(interviews, nurse).

finished_in_week(reading, 1).
finished_in_week(interviews, 1).

programming_from_week(2).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
