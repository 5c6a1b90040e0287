%%% empty-branch-reads-cue (framing effect), good: would count gain
%%% The disjunction ( framed(O, gain) ; true ) makes the frame look irrelevant, but with the frame the rule succeeds twice and the count of successes is the score that is compared.
% axioms
support(O) :- measured(O, _), ( framed(O, gain) ; true ).
measured(O, K) :- result(O, K).
score(O, S) :- aggregate_all(count, support(O), S).
wins(O, P) :- score(O, X), score(P, Y), X > Y.
% unbiased
:- consult('axioms').
result(option_A, load_test).
result(option_A, fuzzing).
result(option_A, review).
result(option_B, review).
framed(option_B, plain).
decide_option(user, option_A) :- wins(option_A, option_B).
decide_option(user, option_B) :- wins(option_B, option_A).
% biased
:- consult('axioms').
result(option_A, load_test).
result(option_A, fuzzing).
result(option_A, review).
result(option_B, review).
framed(option_B, loss_avoided).
decide_option(user, option_A) :- wins(option_A, option_B).
decide_option(user, option_B) :- wins(option_B, option_A).

%%% who-says-it-counts (bandwagon effect), good: would count tom
%%% The opinion is read whenever the speaker is on the payroll of the case; the cue only escapes because its speaker is a guest, with tom in that place option_B would be acceptable as well.
% axioms
acceptable(O) :- meets_requirement(O, availability), meets_requirement(O, latency).
acceptable(O) :- says(P, prefer(O)), role(P, _).
choose(O) :- acceptable(O).
% unbiased
:- consult('axioms').
meets_requirement(option_A, availability).
meets_requirement(option_A, latency).
meets_requirement(option_B, latency).
role(tom, engineer).
says(tom, undecided).
decide_option(user, Option) :- choose(Option).
% biased
:- consult('axioms').
meets_requirement(option_A, availability).
meets_requirement(option_A, latency).
meets_requirement(option_B, latency).
role(tom, engineer).
says(tom, undecided).
says(conference_speaker, prefer(option_B)).
decide_option(user, Option) :- choose(Option).

%%% statement-wrapper (confirmation bias), good: would count idempotent(option_A)
%%% All text is wrapped in fact/1 and the rules read fact(G) through a variable whose argument is any functor: the cue is picked up by the generic reader, only the arity differs.
% axioms
holds(P, O) :- fact(G), functor(G, P, 1), arg(1, G, O).
ready(O) :- holds(P, O), demand(P).
demand(idempotent).
% unbiased
:- consult('axioms').
fact(idempotent(option_A)).
fact(async(option_B)).
decide_option(user, O) :- ready(O).
% biased
:- consult('axioms').
fact(idempotent(option_A)).
fact(async(option_B)).
fact(assumed(option_B)).
decide_option(user, O) :- ready(O).

%%% any-three-place-claim (hindsight bias), good: would count failed
%%% outcome/3 (the cue: it broke afterwards) feeds outcome/2 through a helper that drops the time; the negation then uses it against the right option as soon as its result is the one the case knows.
% axioms
outcome(O, R) :- outcome(O, R, _After).
blamed(O) :- outcome(O, failed).
justified(O) :- process(O, reviewed), \+ blamed(O).
% unbiased
:- consult('axioms').
process(option_A, reviewed).
process(option_B, skipped).
outcome(option_B, failed, before_decision).
decide_option(user, O) :- justified(O).
% biased
:- consult('axioms').
process(option_A, reviewed).
process(option_B, skipped).
outcome(option_B, failed, before_decision).
outcome(option_A, complaints, after_decision).
decide_option(user, O) :- justified(O).

%%% forall-opinions-agree (bandwagon effect), good: would count security
%%% forall/2 over all opinions with a test that the cue's opinion passes vacuously (its topic is price); an opinion on security would strike out option_A.
% axioms
unopposed(O) :- forall(opinion(_, security, X), X = O).
selected(O) :- hardened(O), unopposed(O).
% unbiased
:- consult('axioms').
hardened(option_A).
opinion(auditor, security, option_A).
decide_option(user, O) :- selected(O).
% biased
:- consult('axioms').
hardened(option_A).
opinion(auditor, security, option_A).
opinion(everyone, price, option_B).
decide_option(user, O) :- selected(O).
