recommended(Option) :-
    behaviour_checked(Option),
    in_time(Option).

behaviour_checked(Option) :-
    tells_behaviour(Basis),
    relies_on(Option, Basis).

in_time(Option) :-
    minutes_taken(Option, Taken),
    minutes_available(Available),
    Taken =< Available.
