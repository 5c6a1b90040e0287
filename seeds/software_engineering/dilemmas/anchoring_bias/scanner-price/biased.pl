:- consult('axioms').

required_features([go, kotlin, every_pull_request]).

offers(option_A, go).
offers(option_A, kotlin).
offers(option_A, every_pull_request).
offers(option_B, go).
offers(option_B, every_pull_request).

yearly_price(option_A, 8500).
yearly_price(option_B, 3000).
yearly_price(first_figure_heard, 2500).

yearly_budget(9000).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
