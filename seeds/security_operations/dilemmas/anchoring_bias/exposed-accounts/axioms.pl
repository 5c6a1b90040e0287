recommended(Option) :-
    resets(Option, Number),
    reliable(Source),
    counts(Source, Exposed),
    Number >= Exposed.

reliable(Source) :-
    complete(Source),
    protected_from_changes(Source).
