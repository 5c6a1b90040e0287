:- consult('axioms').

applies(option_A, worker_pool).
applies(option_B, longer_time_limit).

needed_by(next_release).

bears_fruit(worker_pool, next_release).
bears_fruit(longer_time_limit, next_release).
bears_fruit(longer_time_limit, this_afternoon).

years_of_service(2).

load_today(100).

yearly_growth(2).

handles(worker_pool, 400).
handles(longer_time_limit, 110).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
