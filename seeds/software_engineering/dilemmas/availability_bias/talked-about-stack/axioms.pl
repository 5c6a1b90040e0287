recommended(Option) :-
    builds_on(Option, Stack),
    sustains_load(Stack).

sustains_load(Stack) :-
    expected_connections(Expected),
    sound_evidence(Source),
    reported(Source, Stack, Connections),
    Connections >= Expected.

sound_evidence(Source) :-
    measured(Source),
    same_conditions(Source).
