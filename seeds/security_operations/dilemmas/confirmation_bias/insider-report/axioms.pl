recommended(Option) :-
    based_on(Option, Material),
    contains(Material, Record),
    conclusive(Record).

conclusive(Record) :-
    asked_in_report(Question),
    answers(Record, Question),
    recorded_automatically(Source),
    yields(Source, Record).
