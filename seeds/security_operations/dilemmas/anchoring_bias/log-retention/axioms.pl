recommended(Option) :-
    keeps_days(Option, Kept),
    days_to_cover(Days),
    Kept >= Days,
    fits(Option).

days_to_cover(Days) :-
    based_on_cases(Source),
    own_industry(Source),
    names_days(Source, Days).

fits(Option) :-
    takes_terabytes(Option, Taken),
    room_for_terabytes(Room),
    Taken =< Room.
