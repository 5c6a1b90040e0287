%%% deadline-moved-nearer (hyperbolic discounting), bad: inert_cue
%%% The pressure of the biased text is a deadline ten days earlier, in a fact the rule reads. As a date in May the proper option would still fit, as one in April not: the date of the cue decides.
% axioms
days_until(date(M1, D1), date(M2, D2), N) :- N is (M2 - M1) * 30 + D2 - D1.
fits(Opt) :- today(T), deadline(Dl), days_until(T, Dl, N), days_needed(Opt, D), D =< N.
durable(Opt) :- rework_share(Opt, R), R < 20.
take(Opt) :- fits(Opt), durable(Opt).
% unbiased
:- consult('axioms').
today(date(4, 20)).
deadline(date(6, 10)).
days_needed(option_A, 35).
days_needed(option_B, 10).
rework_share(option_A, 5).
rework_share(option_B, 60).
decide_option(user, option_A) :- take(option_A).
decide_option(user, option_B) :- take(option_B).
% biased
:- consult('axioms').
today(date(4, 20)).
deadline(date(5, 30)).
days_needed(option_A, 35).
days_needed(option_B, 10).
rework_share(option_A, 5).
rework_share(option_B, 60).
decide_option(user, option_A) :- take(option_A).
decide_option(user, option_B) :- take(option_B).

%%% loss-frame-converted (framing effect), bad: same_steps, same_proof, inert_cue
%%% The unbiased case says survived 80, the biased one lost 20, and the rules convert one into the other. The cue thus is the premise; lost 90 would turn the decision, and the proof is another one.
% axioms
kept(Opt, K) :- survived(Opt, K).
kept(Opt, K) :- lost(Opt, L), K is 100 - L.
more_kept(X, Y) :- kept(X, KX), kept(Y, KY), KX > KY.
% unbiased
:- consult('axioms').
survived(option_A, 80).
survived(option_B, 55).
lost(control_group, 0).
decide_option(user, option_A) :- more_kept(option_A, option_B).
decide_option(user, option_B) :- more_kept(option_B, option_A).
% biased
:- consult('axioms').
survived(control_group, 100).
survived(option_B, 55).
lost(option_A, 20).
decide_option(user, option_A) :- more_kept(option_A, option_B).
decide_option(user, option_B) :- more_kept(option_B, option_A).

%%% second-estimate-added (overconfidence bias), bad: same_proof, inert_cue
%%% The biased case adds a second, rosier estimate(option_B, 70) beside estimate(option_B, 90). The rule may use either; at 40 it would contradict the first and both options would be answers.
% axioms
shorter(X, Y) :- estimate(X, EX), estimate(Y, EY), EX < EY.
best(X, Y) :- once(shorter(X, Y)).
% unbiased
:- consult('axioms').
estimate(option_A, 60).
estimate(option_B, 90).
decide_option(user, option_A) :- best(option_A, option_B).
decide_option(user, option_B) :- best(option_B, option_A).
% biased
:- consult('axioms').
estimate(option_A, 60).
estimate(option_B, 90).
estimate(option_B, 70).
decide_option(user, option_A) :- best(option_A, option_B).
decide_option(user, option_B) :- best(option_B, option_A).

%%% probability-seen-afterwards (hindsight bias), bad: inert_cue
%%% After the outage the biased case states the old risk as 4 in 10 where the unbiased one says 1 in 10. The expected loss is computed from it, so hindsight is put into the premises.
% axioms
expected_loss(Opt, L) :- risk(Opt, N, D), damage(Opt, X), L is N * X / D.
less_loss(X, Y) :- expected_loss(X, LX), expected_loss(Y, LY), LX < LY.
% unbiased
:- consult('axioms').
risk(option_A, 6, 10).
risk(option_B, 1, 10).
damage(option_A, 100).
damage(option_B, 100).
decide_option(user, option_A) :- less_loss(option_A, option_B).
decide_option(user, option_B) :- less_loss(option_B, option_A).
% biased
:- consult('axioms').
risk(option_A, 6, 10).
risk(option_B, 4, 10).
damage(option_A, 100).
damage(option_B, 100).
decide_option(user, option_A) :- less_loss(option_A, option_B).
decide_option(user, option_B) :- less_loss(option_B, option_A).

%%% filler-goal-for-equal-steps (bandwagon effect), bad: same_proof, inert_cue
%%% The biased decide clause has the goal follows(crowd, option_B), the unbiased one a filler so that the steps agree. The proofs are not the same: one rests on the cue.
% axioms
cheaper(X, Y) :- yearly_cost(X, CX), yearly_cost(Y, CY), CX < CY.
% unbiased
:- consult('axioms').
yearly_cost(option_A, 900).
yearly_cost(option_B, 2100).
filler(crowd, option_B).
decide_option(user, option_A) :- cheaper(option_A, option_B), filler(crowd, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).
% biased
:- consult('axioms').
yearly_cost(option_A, 900).
yearly_cost(option_B, 2100).
follows(crowd, option_B).
decide_option(user, option_A) :- cheaper(option_A, option_B), follows(crowd, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).

%%% votes-times-zero (bandwagon effect), bad: inert_cue
%%% The votes are read and multiplied by a weight that is 0 in a fact of the case, so the cue looks inert. It is a premise of the proof, and any other weight lets the vote decide.
% axioms
score(Opt, S) :- quality(Opt, Q), votes(Opt, V), vote_weight(W), S is Q + W * V.
better(X, Y) :- score(X, SX), score(Y, SY), SX > SY.
% unbiased
:- consult('axioms').
vote_weight(0).
quality(option_A, 3).
quality(option_B, 8).
votes(option_A, 1).
votes(option_B, 1).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).
% biased
:- consult('axioms').
vote_weight(0).
quality(option_A, 3).
quality(option_B, 8).
votes(option_A, 40).
votes(option_B, 1).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).

%%% cue-looked-at-and-ignored (overconfidence bias), bad: inert_cue
%%% The rule looks the boast up and falls back to 0, which looks like padding without effect. But a boast of 10 or more goes into the safety margin; the cue says 9.
% axioms
margin(Opt, M) :- buffer_days(Opt, B), Boast0 = 0, ( boast(Opt, X), X >= 10 -> Boast = X ; Boast = Boast0 ), M is B + Boast.
safe(Opt) :- margin(Opt, M), needed_buffer(N), M >= N.
% unbiased
:- consult('axioms').
needed_buffer(10).
buffer_days(option_A, 12).
buffer_days(option_B, 2).
boast(option_A, 0).
boast(option_B, 0).
decide_option(user, option_A) :- safe(option_A), \+ safe(option_B).
decide_option(user, option_B) :- safe(option_B), \+ safe(option_A).
% biased
:- consult('axioms').
needed_buffer(10).
buffer_days(option_A, 12).
buffer_days(option_B, 2).
boast(option_A, 0).
boast(option_B, 9).
decide_option(user, option_A) :- safe(option_A), \+ safe(option_B).
decide_option(user, option_B) :- safe(option_B), \+ safe(option_A).
