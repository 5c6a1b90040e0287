recommended(Option) :-
    alternative(Option, Other),
    hours_overall(Option, Hours),
    hours_overall(Other, OtherHours),
    Hours < OtherHours.

hours_overall(Option, Overall) :-
    hours(preparation, Option, Once),
    hours(monthly_change, Option, Monthly),
    months_required(Months),
    Overall is Once + Months * Monthly.
