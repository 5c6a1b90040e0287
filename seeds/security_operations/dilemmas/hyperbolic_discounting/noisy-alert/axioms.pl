recommended(Option) :-
    takes(Option, Measure),
    in_time(Measure),
    obligation(Detection),
    keeps(Measure, Detection).

in_time(Measure) :-
    due_at(Date),
    effective_at(Measure, Date).

obligation(Detection) :-
    in_force(Contract),
    requires(Contract, Detection).
