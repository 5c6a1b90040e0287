recommended(Option) :-
    required_features(Features),
    offers_all(Features, Option),
    affordable(Option).

offers_all([], _).
offers_all([Feature|Others], Option) :-
    offers(Option, Feature),
    offers_all(Others, Option).

affordable(Option) :-
    yearly_price(Option, Price),
    yearly_budget(Budget),
    Price =< Budget.
