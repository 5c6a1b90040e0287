recommended(Option) :-
    elicits_by(Option, Activity),
    informed_by_users(Activity),
    in_time(Activity).

informed_by_users(Activity) :-
    future_user(Person),
    draws_on(Activity, Person).

future_user(Person) :-
    works_with(Person, Product),
    to_be_built(Product).

in_time(Activity) :-
    finished_in_week(Activity, Finished),
    programming_from_week(Start),
    Finished < Start.
