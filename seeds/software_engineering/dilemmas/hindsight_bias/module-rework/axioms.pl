judged(Act, Judgement) :-
    duty(Act, Step),
    taken_at(Act, Time),
    noted(Time, Step, Finding),
    speaks_for(Finding, Judgement).

duty(Act, Step) :-
    alters(Act, Area),
    demanded_for(Area, Step).

speaks_for(done, appropriate).
speaks_for(left_out, inappropriate).
