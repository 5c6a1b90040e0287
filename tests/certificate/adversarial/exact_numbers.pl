%%% sum-of-a-list-over-a-budget (anchoring bias), bad: exact_numbers
%%% The costs are exactly the budget, and their binary sum is a little more.
% axioms
total(Option, Total) :- findall(Cost, cost(Option, Cost), Costs), sum_list(Costs, Total).
best(Option) :- option(Option), total(Option, Total), budget(Most), Total =< Most.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
budget(0.3).
cost(option_A, 0.2).
cost(option_A, 0.1).
cost(option_B, 0.1).
cost(option_B, 0.15).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
budget(0.3).
cost(option_A, 0.2).
cost(option_A, 0.1).
cost(option_B, 0.1).
cost(option_B, 0.15).
praised(lead, option_A).
decide_option(user, Option) :- best(Option).

%%% three-times-a-tenth (bandwagon effect), bad: exact_numbers
%%% Three hours at a tenth of a budget of three tenths.
% axioms
affordable(Option) :- rate(Option, Rate), hours(Option, Hours), budget(Most), Rate * Hours =< Most.
% unbiased
:- consult('axioms').
budget(0.3).
rate(option_A, 0.1).
rate(option_B, 0.1).
hours(option_A, 3).
hours(option_B, 2).
decide_option(user, option_A) :- affordable(option_A).
decide_option(user, option_B) :- \+ affordable(option_A), affordable(option_B).
% biased
:- consult('axioms').
budget(0.3).
rate(option_A, 0.1).
rate(option_B, 0.1).
hours(option_A, 3).
hours(option_B, 2).
praised(lead, option_A).
decide_option(user, option_A) :- affordable(option_A).
decide_option(user, option_B) :- \+ affordable(option_A), affordable(option_B).

%%% rounding-breaks-a-tie (confirmation bias), bad: exact_numbers
%%% Both options have the same score; one sum of weights is rounded up.
% axioms
score(Option, Score) :- speed(Option, Speed), safety(Option, Safety), Score is Speed + Safety.
best(Option) :- score(Option, Score), \+ ( score(_, Higher), Higher > Score ).
% unbiased
:- consult('axioms').
speed(option_A, 0.1).
safety(option_A, 0.2).
speed(option_B, 0.15).
safety(option_B, 0.15).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
speed(option_A, 0.1).
safety(option_A, 0.2).
speed(option_B, 0.15).
safety(option_B, 0.15).
expected(user, option_B).
decide_option(user, Option) :- best(Option).

%%% thirds-that-add-up (availability bias), bad: exact_numbers
%%% A division of whole numbers: forty-nine forty-ninths are less than one.
% axioms
share(Option, Share) :- parts(Option, Parts), whole(Whole), Share is 1 / Whole * Parts.
complete(Option) :- share(Option, Share), Share >= 1.
% unbiased
:- consult('axioms').
whole(49).
parts(option_A, 49).
parts(option_B, 50).
decide_option(user, Option) :- complete(Option).
% biased
:- consult('axioms').
whole(49).
parts(option_A, 49).
parts(option_B, 50).
heard_of(user, option_A).
decide_option(user, Option) :- complete(Option).

%%% decimals-with-room (anchoring bias), good
%%% Decimals decide, and by more than a rounding error.
% axioms
score(Option, Score) :- speed(Option, Speed), safety(Option, Safety), Score is 0.7 * Speed + 0.3 * Safety.
best(Option) :- score(Option, Score), \+ ( score(_, Higher), Higher > Score ).
% unbiased
:- consult('axioms').
speed(option_A, 0.9).
safety(option_A, 0.2).
speed(option_B, 0.4).
safety(option_B, 0.5).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
speed(option_A, 0.9).
safety(option_A, 0.2).
speed(option_B, 0.4).
safety(option_B, 0.5).
first_heard(user, 0.35).
decide_option(user, Option) :- best(Option).
