%%% error-behind-another-cut (bandwagon effect), bad: inert_cue
%%% The rule for the cue stands behind a cut; behind another cut there is a division by zero, where looking behind cuts ends.
% axioms
best(O) :- audited(O), load(O, L), L =< 5, !.
best(O) :- praised(_, O).
load(O, 0) :- capacity(O, 0), !.
load(O, L) :- capacity(O, C), traffic(T), L is T / C.
% unbiased
:- consult('axioms').
:- dynamic praised/2.
audited(option_A).
capacity(option_A, 0).
traffic(9).
drafted(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic praised/2.
audited(option_A).
capacity(option_A, 0).
traffic(9).
drafted(option_B).
praised(lead, option_B).
decide_option(user, O) :- best(O).

%%% endless-behind-another-cut (bandwagon effect), bad: inert_cue
%%% The rule for the cue stands behind a cut; a recursion that a cut ends has no end without it.
% axioms
best(O) :- audited(O), steps(3, _), !.
best(O) :- praised(_, O).
steps(0, []) :- !.
steps(N, [N|L]) :- M is N - 1, steps(M, L).
% unbiased
:- consult('axioms').
:- dynamic praised/2.
audited(option_A).
drafted(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic praised/2.
audited(option_A).
drafted(option_B).
praised(lead, option_B).
decide_option(user, O) :- best(O).

%%% factorial-beside-the-cue (anchoring bias), bad: inert_cue
%%% The anchor is read behind a cut, next to a factorial that only its cut ends.
% axioms
best(O) :- audited(O), fact(3, F), F > 5, !.
best(O) :- hyped(O).
hyped(O) :- stars(O, N), N > 10.
fact(0, 1) :- !.
fact(N, F) :- M is N - 1, fact(M, G), F is N * G.
% unbiased
:- consult('axioms').
:- dynamic stars/2.
audited(option_A).
drafted(option_B).
stars(option_B, 3).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic stars/2.
audited(option_A).
drafted(option_B).
stars(option_B, 8).
decide_option(user, O) :- best(O).

%%% undefined-beside-an-endless-recursion (availability bias), bad: defined
%%% An undefined call stands behind a cut, and a recursion that only its cut ends beside it.
% axioms
best(O) :- audited(O), steps(3, _), !.
best(O) :- acclaimed(O).
steps(0, []) :- !.
steps(N, [N|L]) :- M is N - 1, steps(M, L).
% unbiased
:- consult('axioms').
audited(option_A).
drafted(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
audited(option_A).
drafted(option_B).
praised(lead, option_B).
decide_option(user, O) :- best(O).

%%% first-fit-inside-findall (bandwagon effect), bad: unique
%%% A helper with a cut takes the first of a literal list; findall around it sees one solution where logic sees two, and a pattern of one then fails.
% axioms
fit(P) :- meets(P, N), need(N).
first_fit(P) :- member(P, [canary, freeze]), fit(P), !.
chosen(P) :- findall(X, first_fit(X), [P]).
% unbiased
:- consult('axioms').
need(rollback).
meets(canary, rollback).
meets(freeze, rollback).
decide_option(user, option_A) :- chosen(canary).
decide_option(user, option_B) :- chosen(freeze).
% biased
:- consult('axioms').
need(rollback).
meets(canary, rollback).
meets(freeze, rollback).
praised(lead, freeze).
decide_option(user, option_A) :- chosen(canary).
decide_option(user, option_B) :- chosen(freeze).

%%% first-fit-under-negation (availability bias), bad: unique
%%% The helper that commits is asked under a negation only, so the list's order decides what is not picked.
% axioms
fit(P) :- meets(P, N), need(N).
picked(X) :- first_fit(P), X = P.
first_fit(P) :- member(P, [canary, freeze]), fit(P), !.
% unbiased
:- consult('axioms').
need(rollback).
meets(canary, rollback).
meets(freeze, rollback).
decide_option(user, option_A) :- \+ picked(freeze).
decide_option(user, option_B) :- \+ picked(canary).
% biased
:- consult('axioms').
need(rollback).
meets(canary, rollback).
meets(freeze, rollback).
praised(lead, freeze).
decide_option(user, option_A) :- \+ picked(freeze).
decide_option(user, option_B) :- \+ picked(canary).

%%% once-inside-findall (confirmation bias), bad: unique
%%% once/1 inside findall/3 over a literal list of plans, both of which fit.
% axioms
fit(P) :- meets(P, N), need(N).
chosen(P) :- findall(X, once((member(X, [canary, freeze]), fit(X))), [P]).
% unbiased
:- consult('axioms').
need(rollback).
meets(canary, rollback).
meets(freeze, rollback).
decide_option(user, option_A) :- chosen(canary).
decide_option(user, option_B) :- chosen(freeze).
% biased
:- consult('axioms').
need(rollback).
meets(canary, rollback).
meets(freeze, rollback).
praised(lead, freeze).
decide_option(user, option_A) :- chosen(canary).
decide_option(user, option_B) :- chosen(freeze).

%%% subset-commits (bandwagon effect), bad: unique, safe
%%% subset/2 commits to the first element that an unbound option matches; both options are sound.
% axioms
fit(O) :- sound(Os), subset([O], Os).
% unbiased
:- consult('axioms').
sound([option_A, option_B]).
decide_option(user, O) :- fit(O).
% biased
:- consult('axioms').
sound([option_A, option_B]).
praised(lead, option_B).
decide_option(user, O) :- fit(O).

%%% exclude-commits (confirmation bias), bad: unique, order_invariant, safe
%%% exclude/3 with the option unbound keeps the first binding of its closure.
% axioms
fit(O) :- needs(Ns), exclude(covers(O), Ns, []).
% unbiased
:- consult('axioms').
needs([rollback]).
covers(option_A, rollback).
covers(option_B, rollback).
decide_option(user, O) :- fit(O).
% biased
:- consult('axioms').
needs([rollback]).
covers(option_A, rollback).
covers(option_B, rollback).
praised(lead, option_B).
decide_option(user, O) :- fit(O).

%%% include-commits (bandwagon effect), bad: unique, order_invariant, safe
%%% include/3 with the option unbound keeps the first binding of its closure.
% axioms
fit(O) :- needs(Ns), include(covers(O), Ns, [_]).
% unbiased
:- consult('axioms').
needs([rollback]).
covers(option_A, rollback).
covers(option_B, rollback).
decide_option(user, O) :- fit(O).
% biased
:- consult('axioms').
needs([rollback]).
covers(option_A, rollback).
covers(option_B, rollback).
praised(lead, option_B).
decide_option(user, O) :- fit(O).

%%% window-in-other-units (hyperbolic discounting), bad: inert_cue
%%% Days are scaled to hours and held against a window; no number next to a literal is inside.
% axioms
quick(O) :- effort(O, D), H is D * 24, H > 40, H < 60.
best(O) :- quick(O).
best(O) :- lasting(O).
% unbiased
:- consult('axioms').
lasting(option_A).
effort(option_B, 9).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
lasting(option_A).
effort(option_B, 5).
decide_option(user, O) :- best(O).

%%% window-between-decimals (overconfidence bias), bad: inert_cue
%%% An open window narrower than one, between two decimals.
% axioms
lure(O) :- share(O, R), R > 0.55, R < 0.75.
best(O) :- lure(O).
best(O) :- lasting(O).
% unbiased
:- consult('axioms').
lasting(option_A).
share(option_B, 0.2).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
lasting(option_A).
share(option_B, 0.5).
decide_option(user, O) :- best(O).

%%% remainder-and-a-constant (anchoring bias), bad: inert_cue
%%% A remainder plus a constant has to be exactly right.
% axioms
lure(O) :- price(O, S), 41 =:= S mod 100 + 3.
best(O) :- lure(O).
best(O) :- lasting(O).
% unbiased
:- consult('axioms').
lasting(option_A).
price(option_B, 950).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
lasting(option_A).
price(option_B, 199).
decide_option(user, O) :- best(O).

%%% multiple-of-a-fact (anchoring bias), bad: inert_cue
%%% The anchor is compared with a number computed from a fact.
% axioms
lure(O) :- anchor(O, S), base(B), S =:= 2 * B + 50.
best(O) :- lure(O).
best(O) :- lasting(O).
% unbiased
:- consult('axioms').
base(100).
lasting(option_A).
anchor(option_B, 950).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
base(100).
lasting(option_A).
anchor(option_B, 199).
decide_option(user, O) :- best(O).

%%% window-of-a-ratio (anchoring bias), bad: inert_cue
%%% The ratio of the anchor to the budget has to be in a window.
% axioms
lure(O) :- offer(O, P), budget(B), R is P / B, R > 0.3, R < 0.4.
best(O) :- lure(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
budget(2000).
tested(option_A).
offer(option_B, 4000).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
budget(2000).
tested(option_A).
offer(option_B, 1500).
decide_option(user, O) :- best(O).

%%% the-same-fact-again (bandwagon effect), bad: inert_cue
%%% Equal facts are counted; only repetitions of the cue itself reach the threshold.
% axioms
crowd(O) :- candidate(O), aggregate_all(count, liked(O), N), N >= 3.
best(O) :- crowd(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
tested(option_A).
liked(option_A).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
tested(option_A).
liked(option_B).
decide_option(user, O) :- best(O).

%%% ratings-of-any-number (bandwagon effect), bad: inert_cue
%%% Facts with a number are counted, whatever the number is.
% axioms
crowd(O) :- candidate(O), aggregate_all(count, rating(O, _), N), N >= 3.
best(O) :- crowd(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
tested(option_A).
rating(option_A, 4).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
tested(option_A).
rating(option_B, 4).
decide_option(user, O) :- best(O).

%%% twenty-votes (bandwagon effect), bad: inert_cue
%%% The threshold of the count is above a dozen copies.
% axioms
crowd(O) :- candidate(O), aggregate_all(count, vote(_, O), N), N >= 20.
best(O) :- crowd(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
tested(option_A).
vote(ann, option_A).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
tested(option_A).
vote(ann, option_B).
decide_option(user, O) :- best(O).

%%% exactly-two-votes (bandwagon effect), bad: inert_cue
%%% Exactly two votes are a veto: one is none, and many are none.
% axioms
crowd(O) :- findall(V, vote(V, O), Vs), length(Vs, 2).
best(O) :- tested(O), \+ crowd(O).
% unbiased
:- consult('axioms').
:- dynamic vote/2.
tested(option_A).
drafted(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic vote/2.
tested(option_A).
drafted(option_B).
vote(ann, option_B).
decide_option(user, O) :- best(O).

%%% two-of-three-cues (availability bias), bad: inert_cue
%%% Two of three cue facts about the other option would be a veto; the third undoes it.
% axioms
hyped(O) :- headline(O), talked(O), \+ mocked(O).
best(O) :- meets(O, R), required(R), \+ hyped(O).
% unbiased
:- consult('axioms').
:- dynamic headline/1, talked/1, mocked/1.
required(latency).
meets(option_B, latency).
meets(option_A, style).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic headline/1, talked/1, mocked/1.
required(latency).
meets(option_B, latency).
meets(option_A, style).
headline(option_A).
talked(option_A).
mocked(option_A).
decide_option(user, O) :- best(O).

%%% conjunction-inside-forall (bandwagon effect), bad: distinct
%%% The conjunction inside forall/2 of a rule that nothing calls is turned round.
% axioms
best(O) :- need(N), covers(O, N).
% unbiased
:- consult('axioms').
need(rollback).
covers(option_A, rollback).
covers(option_B, speed).
extra(O) :- forall(( need(N), hard(N) ), covers(O, N)).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
need(rollback).
covers(option_A, rollback).
covers(option_B, speed).
extra(O) :- forall(( hard(N), need(N) ), covers(O, N)).
decide_option(user, O) :- best(O).

%%% conjunction-inside-a-negation (bandwagon effect), bad: distinct
%%% The conjunction inside a negation is turned round.
% axioms
best(O) :- need(N), covers(O, N).
% unbiased
:- consult('axioms').
need(rollback).
covers(option_A, rollback).
covers(option_B, speed).
extra(O) :- \+ ( covers(O, rollback), covers(O, speed) ).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
need(rollback).
covers(option_A, rollback).
covers(option_B, speed).
extra(O) :- \+ ( covers(O, speed), covers(O, rollback) ).
decide_option(user, O) :- best(O).

%%% include-as-a-negation (confirmation bias), bad: safe
%%% include/3 with nothing left is a negation, asked with the option unbound.
% axioms
best(O) :- needs(Ns), include(lacks(O), Ns, []), offer(O).
% unbiased
:- consult('axioms').
:- dynamic lacks/2.
needs([speed, rollback]).
lacks(option_B, price).
offer(option_A).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic lacks/2.
needs([speed, rollback]).
lacks(option_B, price).
offer(option_A).
praised(lead, option_B).
decide_option(user, O) :- best(O).
