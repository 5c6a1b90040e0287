recommended(Option) :-
    tests_with(Option, Recording),
    contains(Recording, Activity),
    has_to_be_detected(Activity).

has_to_be_detected(Activity) :-
    rests_on_investigations(Source),
    points_to(Source, Activity).
