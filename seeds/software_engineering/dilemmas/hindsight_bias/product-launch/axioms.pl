judged(Act, appropriate) :-
    precautions(Steps),
    all_done(Steps, Act).
judged(Act, inappropriate) :-
    counts(Time),
    known(Time, Act, Observation),
    warning(Observation).

all_done([], _).
all_done([Step|Others], Act) :-
    counts(Time),
    known(Time, Act, Step),
    all_done(Others, Act).

precautions([tests_passed, load_test_held, return_rehearsed]).

counts(before_release).

warning(tests_failed).
warning(load_test_missed).
