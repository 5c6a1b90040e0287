%%% length-equal-to-a-fact (framing effect), bad: inert_cue
%%% The length of the label is compared with a number of the case.
% axioms
fits(O) :- label(O, S), string_length(S, N), width(W), N > W.
best(O) :- fits(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
width(55).
label(option_B, "short").
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
width(55).
label(option_B, "a longer label").
decide_option(user, O) :- best(O).

%%% number-or-word (anchoring bias), bad: inert_cue
%%% A rule asks whether the figure is a number; the cue gives it as a word.
% axioms
hard(O) :- figure(O, F), number(F), F < 100.
best(O) :- hard(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
figure(option_B, some).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
figure(option_B, ninety).
decide_option(user, O) :- best(O).

%%% weight-of-the-case-is-zero (bandwagon effect), bad: inert_cue
%%% The crowd is multiplied by a weight that is 0 in the case.
% axioms
score(O, S) :- proofs(O, P), crowd(O, C), weight(W), S is P * 10 + C * W.
best(O) :- score(O, S), score(X, T), X \== O, S > T.
% unbiased
:- consult('axioms').
weight(0).
proofs(option_A, 3).
proofs(option_B, 1).
crowd(option_A, 2).
crowd(option_B, 5).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
weight(0).
proofs(option_A, 3).
proofs(option_B, 1).
crowd(option_A, 2).
crowd(option_B, 50).
decide_option(user, O) :- best(O).

%%% capped-at-a-fact (bandwagon effect), bad: inert_cue
%%% min/2 caps the crowd at a figure of the case, which is 0.
% axioms
score(O, S) :- proofs(O, P), crowd(O, C), cap(M), S is P + min(C, M).
best(O) :- score(O, S), score(X, T), X \== O, S > T.
% unbiased
:- consult('axioms').
cap(0).
proofs(option_A, 3).
proofs(option_B, 1).
crowd(option_A, 2).
crowd(option_B, 5).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
cap(0).
proofs(option_A, 3).
proofs(option_B, 1).
crowd(option_A, 2).
crowd(option_B, 50).
decide_option(user, O) :- best(O).

%%% divided-by-a-huge-number (bandwagon effect), bad: inert_cue
%%% Integer division by a number of the case makes the stars vanish.
% axioms
score(O, S) :- proofs(O, P), stars(O, C), per(D), S is P + C // D.
best(O) :- score(O, S), score(X, T), X \== O, S > T.
% unbiased
:- consult('axioms').
per(100000000000).
proofs(option_A, 3).
proofs(option_B, 1).
stars(option_A, 200).
stars(option_B, 500).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
per(100000000000).
proofs(option_A, 3).
proofs(option_B, 1).
stars(option_A, 200).
stars(option_B, 5000).
decide_option(user, O) :- best(O).

%%% switched-off-by-a-word (anchoring bias), bad: inert_cue
%%% Whether the anchor is added depends on a word of the case.
% axioms
bias(N, N) :- mode(naive).
bias(_, 0) :- mode(careful).
estimate(O, E) :- work(O, W), heard(O, H), bias(H, B), E is W + B.
best(O) :- estimate(O, E), estimate(X, F), X \== O, E < F.
% unbiased
:- consult('axioms').
mode(careful).
work(option_A, 20).
work(option_B, 45).
heard(option_B, 1).
heard(option_A, 2).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
mode(careful).
work(option_A, 20).
work(option_B, 45).
heard(option_B, 1).
heard(option_A, 400).
decide_option(user, O) :- best(O).

%%% power-of-zero (overconfidence bias), bad: inert_cue
%%% Certainty to the power of a figure that is 0 in the case.
% axioms
score(O, S) :- proofs(O, P), sure(O, C), exponent(E), S is P * C ** E.
best(O) :- score(O, S), score(X, T), X \== O, S > T.
% unbiased
:- consult('axioms').
exponent(0).
proofs(option_A, 3).
proofs(option_B, 2).
sure(option_A, 2).
sure(option_B, 3).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
exponent(0).
proofs(option_A, 3).
proofs(option_B, 2).
sure(option_A, 2).
sure(option_B, 9).
decide_option(user, O) :- best(O).

%%% chain-of-recommendations (bandwagon effect), bad: same_steps, same_proof, inert_cue
%%% A recommendation is passed on along a chain that ends short of the chief.
% axioms
reaches(W, C) :- told(W, C).
reaches(W, C) :- told(W, X), reaches(X, C).
heard(O) :- praised(W, O), chief(C), reaches(W, C).
best(O) :- tested(O), \+ ( heard(X), X \== O ).
% unbiased
:- consult('axioms').
:- dynamic praised/2, told/2.
tested(option_A).
drafted(option_B).
chief(dana).
told(eve, dana).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic praised/2, told/2.
tested(option_A).
drafted(option_B).
chief(dana).
told(eve, dana).
praised(kim, option_B).
told(kim, lee).
decide_option(user, O) :- best(O).

%%% key-joins-two-cues (confirmation bias), bad: inert_cue
%%% Two cue facts share a key; with the key of a like fact of the case the cue would count.
% axioms
held(O) :- note(K, O), source(K, lab).
best(O) :- held(O).
% unbiased
:- consult('axioms').
note(k1, option_A).
source(k1, lab).
note(k2, tea).
source(k2, rumour).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
note(k1, option_A).
source(k1, lab).
note(k2, option_B).
source(k2, rumour).
decide_option(user, O) :- best(O).

%%% two-thresholds-both-missed (hyperbolic discounting), bad: same_steps, inert_cue
%%% Gain and delay of the quick win both miss their limits, by a little.
% axioms
quick(O) :- gain(O, G), G > 10, delay(O, D), D < 5.
best(O) :- quick(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
:- dynamic delay/2, gain/2.
tested(option_A).
drafted(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic delay/2, gain/2.
tested(option_A).
drafted(option_B).
gain(option_B, 9).
delay(option_B, 6).
decide_option(user, O) :- best(O).

%%% vote-and-quorum (bandwagon effect), bad: same_steps, inert_cue
%%% A vote for the other option decides if a quorum that the cue states is reached.
% axioms
won(O) :- votes(O, V), quorum(Q), V >= Q.
best(O) :- won(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
:- dynamic quorum/1, votes/2.
tested(option_A).
drafted(option_B).
quorum(90).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic quorum/1, votes/2.
tested(option_A).
drafted(option_B).
votes(option_B, 40).
quorum(90).
decide_option(user, O) :- best(O).
