%%% string-below-another (framing effect), bad: name_invariant
%%% The label is compared with the label of the other by standard order.
% axioms
first(O) :- label(O, S), label(X, R), X \== O, S @< R.
best(O) :- first(O).
% unbiased
:- consult('axioms').
label(option_A, "alpha").
label(option_B, "beta").
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
label(option_A, "alpha").
label(option_B, "zeta").
decide_option(user, O) :- best(O).

%%% name-before-the-middle (bandwagon effect), bad: same_steps, name_invariant
%%% A speaker whose name sorts before m is heard.
% axioms
heard(O) :- praised(W, O), W @< m.
best(O) :- heard(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
:- dynamic praised/2.
tested(option_A).
drafted(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic praised/2.
tested(option_A).
drafted(option_B).
praised(zoe, option_B).
decide_option(user, O) :- best(O).

%%% compare-two-dates-as-atoms (hyperbolic discounting), bad: inert_cue, name_invariant
%%% Dates in letters are compared by standard order.
% axioms
soon(O) :- due(O, D), D @< '2024-06-01'.
best(O) :- soon(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
due(option_B, '2024-09-01').
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
due(option_B, '2024-06-05').
decide_option(user, O) :- best(O).

%%% smallest-atom-of-all (bandwagon effect), bad: name_invariant
%%% min_member over all voices takes the alphabetically first.
% axioms
first(W) :- findall(X, voice(X), L), min_member(W, L).
best(option_A) :- first(W), engineer(W).
best(option_B) :- first(W), \+ engineer(W).
% unbiased
:- consult('axioms').
engineer(bea).
voice(bea).
voice(dora).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
engineer(bea).
voice(bea).
voice(carl).
decide_option(user, O) :- best(O).

%%% predsort-by-name (framing effect), bad: name_invariant
%%% predsort/3 with compare/3 puts the labels in order, and the first is taken.
% axioms
cmp(D, A, B) :- compare(D, A, B).
best(O) :- findall(L-X, label(X, L), Ls), predsort(cmp, Ls, [_-O|_]).
% unbiased
:- consult('axioms').
label(option_A, brisk).
label(option_B, solid).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
label(option_A, brisk).
label(option_B, zesty).
decide_option(user, O) :- best(O).

%%% three-facts-together (availability bias), bad: same_steps, same_proof
%%% Three facts of the cue have to say something else at once.
% axioms
panic(O) :- cause(O, C), scale(O, S), age(O, D), C == leak, S > 8, D < 3.
best(O) :- tested(O), \+ panic(O).
% unbiased
:- consult('axioms').
:- dynamic age/2, cause/2, scale/2.
tested(option_A).
drafted(option_B).
risk(tea, leak).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic age/2, cause/2, scale/2.
tested(option_A).
drafted(option_B).
risk(tea, leak).
cause(option_A, rot).
scale(option_A, 2).
age(option_A, 90).
decide_option(user, O) :- best(O).
