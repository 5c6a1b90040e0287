recommended(Option) :-
    stores_in(Option, Container),
    suits_workload(Container).

suits_workload(Container) :-
    dominant_operation(Operation),
    good_at(Container, Operation).

dominant_operation(Operation) :-
    more_frequent(Operation, _).

more_frequent(Operation, Other) :-
    times_per_second(Operation, Rate),
    times_per_second(Other, OtherRate),
    Rate > OtherRate.
