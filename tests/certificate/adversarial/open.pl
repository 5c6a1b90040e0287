%%% tie-broken-by-a-number (anchoring bias), bad: unique, order_invariant, name_invariant, follows_facts
%%% Totals tie, and the larger running number of a proposal decides.
% axioms
total(Id, S) :- points(Id, P), cost(Id, C), S is P - C.
winner(Id) :- findall(S-Id0, total(Id0, S), L), max_member(_-Id, L).
best(O) :- winner(Id), proposal(Id, O).
% unbiased
:- consult('axioms').
proposal(1, option_A).
proposal(2, option_B).
points(1, 9).
points(2, 8).
cost(1, 5).
cost(2, 4).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
proposal(1, option_A).
proposal(2, option_B).
points(1, 9).
points(2, 8).
cost(1, 5).
cost(2, 4).
praised(lead, option_B).
decide_option(user, O) :- best(O).

%%% decision-names-one-plan (confirmation bias), bad: unique, follows_facts
%%% Either plan is suitable; decide_option/2 asks about one of them, by its name.
% axioms
suitable(P) :- need(N), covers(P, N).
% unbiased
:- consult('axioms').
need(rollback).
plan(option_A, canary).
plan(option_B, freeze).
covers(canary, rollback).
covers(freeze, rollback).
decide_option(user, O) :- plan(O, canary), suitable(canary).
% biased
:- consult('axioms').
need(rollback).
plan(option_A, canary).
plan(option_B, freeze).
covers(canary, rollback).
covers(freeze, rollback).
praised(lead, freeze).
decide_option(user, O) :- plan(O, canary), suitable(canary).

%%% helper-asks-one-plan-first (confirmation bias), bad: unique, follows_facts
%%% A helper of the program asks about one plan first; the other is as suitable.
% axioms
suits(P) :- meets(P, N), need(N).
% unbiased
:- consult('axioms').
need(n1).
meets(canary, n1).
meets(freeze, n1).
stands(option_A, canary).
stands(option_B, freeze).
choice(P) :- suits(canary), P = canary.
choice(P) :- \+ suits(canary), suits(freeze), P = freeze.
decide_option(user, O) :- choice(P), stands(O, P).
% biased
:- consult('axioms').
need(n1).
meets(canary, n1).
meets(freeze, n1).
stands(option_A, canary).
stands(option_B, freeze).
praised(lead, option_B).
choice(P) :- suits(canary), P = canary.
choice(P) :- \+ suits(canary), suits(freeze), P = freeze.
decide_option(user, O) :- choice(P), stands(O, P).

%%% longer-list (availability bias), bad: inert_cue
%%% The rule asks for a list of four; the cue's list has one element in both programs.
% axioms
hit(O) :- review(O, T), length(T, 4).
best(O) :- hit(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
legit(20).
tested(option_A).
drafted(option_B).
review(option_B, [ann]).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
legit(20).
tested(option_A).
drafted(option_B).
review(option_B, [bob]).
decide_option(user, O) :- best(O).

%%% three-words-of-a-list (framing effect), bad: inert_cue
%%% Three words of the cue's list have to change at once before the rule holds.
% axioms
hit(O) :- review(O, T), subset([cheap, fast, good], T).
best(O) :- hit(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
legit(20).
tested(option_A).
drafted(option_B).
review(option_B, [slow, dear, old]).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
legit(20).
tested(option_A).
drafted(option_B).
review(option_B, [slow, odd, new]).
decide_option(user, O) :- best(O).

%%% undefined-behind-a-cut-under-negation (bandwagon effect), bad: defined
%%% What the second clause asks is defined nowhere; cut and fail hide it, under a negation.
% axioms
barred(O) :- certified(O), !, fail.
barred(O) :- mocked(O).
best(O) :- tested(O), \+ barred(O).
% unbiased
:- consult('axioms').
certified(option_A).
tested(option_A).
drafted(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
certified(option_A).
tested(option_A).
drafted(option_B).
praised(option_A).
decide_option(user, O) :- best(O).

%%% axiom-asks-for-an-option (overconfidence bias), bad: uses_axioms
%%% The only axiom asks whether an option is an option; the program decides by itself.
% axioms
sound(O) :- option(O).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
tested(option_A).
decide_option(user, O) :- tested(O), sound(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
tested(option_A).
praised(lead, option_B).
decide_option(user, O) :- tested(O), sound(O).

%%% negation-behind-a-cut (bandwagon effect), bad: safe, unique
%%% The clause with the negation on an unbound option stands behind a cut.
% axioms
best(O) :- audited(O), !.
best(O) :- \+ flagged(O), covers(O, _).
% unbiased
:- consult('axioms').
audited(option_A).
flagged(option_B).
covers(option_A, speed).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
audited(option_A).
flagged(option_B).
covers(option_A, speed).
praised(lead, option_B).
decide_option(user, O) :- best(O).

%%% stated-and-derived (hindsight bias), good
%%% Every step is stated and derived as well, so the decision follows in thousands of ways.
% axioms
p2(X) :- p1(X).
p3(X) :- p2(X).
p4(X) :- p3(X).
p5(X) :- p4(X).
p6(X) :- p5(X).
p7(X) :- p6(X).
ready(X) :- p1(X), p2(X), p3(X), p4(X), p5(X), p6(X), p7(X), p3(X), p4(X).
% unbiased
:- consult('axioms').
p1(release).
p2(release).
p3(release).
p4(release).
p5(release).
p6(release).
p7(release).
decide_option(user, option_A) :- ready(release).
decide_option(user, option_B) :- \+ ready(release).
% biased
:- consult('axioms').
p1(release).
p2(release).
p3(release).
p4(release).
p5(release).
p6(release).
p7(release).
confident(user).
decide_option(user, option_A) :- ready(release).
decide_option(user, option_B) :- \+ ready(release).

%%% axiom-about-the-user (overconfidence bias), bad: uses_axioms
%%% The only axiom says that the user is rational; the program decides by itself.
% axioms
sensible(U) :- person(U).
% unbiased
:- consult('axioms').
person(user).
tested(option_A).
drafted(option_B).
decide_option(user, O) :- sensible(user), tested(O).
% biased
:- consult('axioms').
person(user).
tested(option_A).
drafted(option_B).
praised(lead, option_B).
decide_option(user, O) :- sensible(user), tested(O).

%%% language-for-embedded-device (bandwagon effect), good
%%% A variable is called as a goal, which the whitelist refuses, although the names that it can be are written in a list.
% axioms
fits_flash(Option) :- binary_kilobytes(Option, B), flash_kilobytes(F), B =< F.
fits_ram(Option) :- runtime_kilobytes(Option, R), ram_kilobytes(M), R =< M.
meets_constraints(Option) :- maplist([G]>>call(G, Option), [fits_flash, fits_ram]).
% unbiased
:- consult('axioms').
flash_kilobytes(256).
ram_kilobytes(64).
binary_kilobytes(option_A, 90).
binary_kilobytes(option_B, 1800).
runtime_kilobytes(option_A, 24).
runtime_kilobytes(option_B, 40).
decide_option(user, option_A) :- meets_constraints(option_A), \+ meets_constraints(option_B).
decide_option(user, option_B) :- meets_constraints(option_B), \+ meets_constraints(option_A).
% biased
:- consult('axioms').
flash_kilobytes(256).
ram_kilobytes(64).
binary_kilobytes(option_A, 90).
binary_kilobytes(option_B, 1800).
runtime_kilobytes(option_A, 24).
runtime_kilobytes(option_B, 40).
survey_rank(option_B, 1).
survey_rank(option_A, 9).
decide_option(user, option_A) :- meets_constraints(option_A), \+ meets_constraints(option_B).
decide_option(user, option_B) :- meets_constraints(option_B), \+ meets_constraints(option_A).
