recommended(Option) :-
    changes(Option, Part),
    delivered_with_test(Option),
    cause_of_error(Part).

cause_of_error(Part) :-
    diagnosis(Basis),
    points_to(Basis, Part).

diagnosis(Basis) :-
    observes_execution(Basis).
