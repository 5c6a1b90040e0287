recommended(Option) :-
    tells_behaviour(Basis),
    relies_on(Option, Basis),
    minutes_taken(Option, Taken),
    minutes_available(Available),
    Taken =< Available.
