cheaper(Way, Alternative) :-
    total_hours(Way, Hours),
    total_hours(Alternative, AlternativeHours),
    Hours < AlternativeHours.

total_hours(Way, Total) :-
    hours_spent(learning, Way, Learning),
    hours_spent(listing, Way, Listing),
    Total is Learning + Listing.

hours_spent(Activity, Way, Spent) :-
    repetitions(Activity, Times),
    hours(Activity, Way, Hours),
    Spent is Times * Hours.
