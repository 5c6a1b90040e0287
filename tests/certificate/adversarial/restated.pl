%%% restated-with-another-number (framing effect), bad: same_proof
%%% The axioms declare that ninety-five percent say the same as sixty; both are above the bound.
% axioms
reliable(Option) :- rate(Option, passes, Percent), Percent >= 50.
restates(rate(option_A, passes, 95), rate(option_A, passes, 60)).
% unbiased
:- consult('axioms').
rate(option_A, passes, 95).
rate(option_B, passes, 40).
decide_option(user, Option) :- reliable(Option).
% biased
:- consult('axioms').
rate(option_A, passes, 60).
rate(option_B, passes, 40).
decide_option(user, Option) :- reliable(Option).
