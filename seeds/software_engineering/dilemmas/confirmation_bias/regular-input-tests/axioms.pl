recommended(Option) :-
    writes(Option, Suite),
    accepts_valid_input(Suite),
    attacks_known_weakness(Suite).

accepts_valid_input(Suite) :-
    has_to_accept(Input),
    exercises(Suite, Input).

attacks_known_weakness(Suite) :-
    weakness(Input),
    exercises(Suite, Input).

weakness(Input) :-
    logs_every_fault(Source),
    shows(Source, Input).
