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

%%% subset-commits (bandwagon effect), bad: unique
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

%%% three-cue-facts-only-together (bandwagon effect), bad: inert_cue
%%% Three cue facts matter only if two of them say something else at once.
% axioms
swayed(O) :- backs(W, O), role(W, cto), mood(W, excited).
best(O) :- swayed(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
backs(bob, option_c).
role(bob, tester).
mood(bob, tired).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
backs(bob, option_B).
role(bob, intern).
mood(bob, calm).
decide_option(user, O) :- best(O).

%%% another-functor (bandwagon effect), bad: inert_cue
%%% The rule waits for another functor than the cue has; constants alone are no help.
% axioms
swayed(O) :- says(_, loves(O)).
best(O) :- swayed(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
says(lead, doubts(option_c)).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
says(lead, doubts(option_c)).
says(lead, mentions(option_B)).
decide_option(user, O) :- best(O).

%%% another-arity (bandwagon effect), bad: inert_cue
%%% The rule waits for a term with one argument more.
% axioms
hit(O) :- review(O, T), T = rated(_, _, _).
best(O) :- hit(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
legit(20).
tested(option_A).
drafted(option_B).
review(option_B, rated(a, b)).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
legit(20).
tested(option_A).
drafted(option_B).
review(option_B, rated(a, c)).
decide_option(user, O) :- best(O).

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

%%% another-key (framing effect), bad: inert_cue
%%% A list of key-value pairs, and a rule that waits for another key.
% axioms
hit(O) :- review(O, T), member(mood=sour, T).
best(O) :- hit(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
legit(20).
tested(option_A).
drafted(option_B).
review(option_B, [stars=3]).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
legit(20).
tested(option_A).
drafted(option_B).
review(option_B, [stars=4]).
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

%%% parts-of-an-option (availability bias), bad: inert_cue
%%% An option has two parts; hype about one of them would rule it out.
% axioms
best(O) :- option(O), forall(part(O, P), tested(P)), forall(part(O, P2), \+ hyped(P2)).
% unbiased
:- consult('axioms').
:- dynamic hyped/1.
option(option_A).
option(option_B).
part(option_A, queue).
part(option_A, worker).
part(option_B, cron).
tested(queue).
tested(worker).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic hyped/1.
option(option_A).
option(option_B).
part(option_A, queue).
part(option_A, worker).
part(option_B, cron).
tested(queue).
tested(worker).
hyped(cron).
decide_option(user, O) :- best(O).

%%% cue-behind-a-cut-in-findall (bandwagon effect), bad: inert_cue, unique
%%% The rule for the cue stands behind a cut, and findall around it.
% axioms
ok(O) :- audited(O), !.
ok(O) :- praised(_, O).
best(O) :- findall(X, ok(X), [O]).
% unbiased
:- consult('axioms').
:- dynamic praised/2.
audited(option_A).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic praised/2.
audited(option_A).
praised(lead, option_B).
decide_option(user, O) :- best(O).

%%% two-facts-by-a-key (bandwagon effect), bad: inert_cue
%%% What is said and who says it are two facts; the option in one and the name in the other matter together.
% axioms
hit(O) :- post(I, O), poster(I, cto).
best(O) :- tested(O), \+ hit(O).
% unbiased
:- consult('axioms').
:- dynamic post/2, poster/2.
tested(option_A).
drafted(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic post/2, poster/2.
tested(option_A).
drafted(option_B).
post(p1, option_B).
poster(p1, intern).
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

%%% axiom-about-the-user (overconfidence bias), bad: uses_axioms
%%% The only axiom says that the user is rational; the program decides by itself.
% axioms
rational(U) :- person(U).
% unbiased
:- consult('axioms').
person(user).
tested(option_A).
drafted(option_B).
decide_option(user, O) :- rational(user), tested(O).
% biased
:- consult('axioms').
person(user).
tested(option_A).
drafted(option_B).
praised(lead, option_B).
decide_option(user, O) :- rational(user), tested(O).

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
