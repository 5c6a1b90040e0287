recommended(Option) :-
    weeks(Option, Announced),
    comparable(Job),
    weeks(Job, Taken),
    Announced >= Taken.

comparable(Job) :-
    finished(Job),
    same_team(Job),
    same_size(Job).
