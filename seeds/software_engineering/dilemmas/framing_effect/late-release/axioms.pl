recommended(Option) :-
    plan(Option, Plan),
    weeks_needed(Plan, Needed),
    weeks_left(Left),
    Needed =< Left.

weeks_needed(Plan, Needed) :-
    weeks_of_work(Work),
    weeks_saved(Plan, Saved),
    Needed is Work - Saved.

weeks_saved(Plan, Weeks) :-
    postpones(Plan, Part),
    decides_scope(Person),
    calls(Person, Part, Word),
    means_deferrable(Word),
    weeks_for(Part, Weeks).
weeks_saved(Plan, 0) :-
    adds_people(Plan),
    learning_weeks(Learning),
    weeks_left(Left),
    Learning > Left.

means_deferrable(optional).
