recommended(Option) :-
    shows_recovery(Evidence),
    rests_on(Option, Evidence),
    can_be_done(Option).

can_be_done(Option) :-
    hours_for(Option, Needed),
    hours_left(Left),
    Needed =< Left.
