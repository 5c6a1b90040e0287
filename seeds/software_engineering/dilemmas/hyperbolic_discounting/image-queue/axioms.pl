recommended(Option) :-
    applies(Option, Measure),
    ready_in_time(Measure),
    years_of_service(Years),
    load_after(Years, Load),
    handles(Measure, Capacity),
    Capacity >= Load.

ready_in_time(Measure) :-
    needed_by(Date),
    bears_fruit(Measure, Date).

load_after(Years, Load) :-
    Years > 0,
    Before is Years - 1,
    load_after(Before, EarlierLoad),
    yearly_growth(Factor),
    Load is EarlierLoad * Factor.
load_after(0, Load) :-
    load_today(Load).
