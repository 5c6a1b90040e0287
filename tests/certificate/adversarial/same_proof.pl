%%% veto-and-a-second-rule (bandwagon effect), bad: same_proof, inert_cue
%%% The cue blocks the first rule; the second proves the same option with the same counts.
% axioms
:- dynamic hyped/1.
best(Option) :- tested(Option), \+ hyped(Option), documented(Option).
best(Option) :- reviewed(Option).
% unbiased
:- consult('axioms').
tested(option_A).
documented(option_A).
reviewed(option_A).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
tested(option_A).
documented(option_A).
reviewed(option_A).
hyped(option_A).
decide_option(user, Option) :- best(Option).

%%% second-witness-from-the-cue (availability bias), bad: same_proof, inert_cue
%%% Behind the fact that proves stands the cue, which proves the same on backtracking.
% axioms
evidence(Option) :- report(_, Option).
best(Option) :- evidence(Option), feasible(Option).
% unbiased
:- consult('axioms').
feasible(option_A).
feasible(option_B).
report(load_test, option_A).
report(survey, draft).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
feasible(option_A).
feasible(option_B).
report(load_test, option_A).
report(anecdote, option_A).
decide_option(user, Option) :- best(Option).

%%% first-witness-from-the-cue (bandwagon effect), bad: same_proof, inert_cue
%%% The cue stands in front of the sober fact and takes its place in the proof; the counts do not see it.
% axioms
supported(Option) :- speaks_for(_, Option).
best(Option) :- supported(Option), feasible(Option).
% unbiased
:- consult('axioms').
speaks_for(measurement, option_B).
speaks_for(survey, option_B).
feasible(option_A).
feasible(option_B).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
speaks_for(crowd, option_B).
speaks_for(measurement, option_B).
feasible(option_A).
feasible(option_B).
decide_option(user, Option) :- best(Option).

%%% restated-survival (framing effect), bad: same_proof, inert_cue
%%% The loss frame is another fact, and another axiom turns it into the same decision at the same cost.
% axioms
acceptable(Option) :- framed(Words), fine(Words, Option).
fine(survival, Option) :- kept(Option, Percent), Percent >= 80.
fine(mortality, Option) :- lost(Option, Percent), Percent =< 20.
% unbiased
:- consult('axioms').
framed(survival).
kept(option_A, 90).
kept(option_B, 40).
decide_option(user, Option) :- acceptable(Option).
% biased
:- consult('axioms').
framed(mortality).
lost(option_A, 10).
lost(option_B, 60).
decide_option(user, Option) :- acceptable(Option).

%%% withdrawn-report (confirmation bias), bad: same_proof, inert_cue
%%% Which of two reports is withdrawn differs, and so does the report that proves; the order of the reports hides the cost.
% axioms
valid(Report) :- signed(Report), \+ withdrawn(Report).
shown(Option) :- concludes(Report, Option), valid(Report).
% unbiased
:- consult('axioms').
concludes(first_report, option_A).
concludes(second_report, option_A).
withdrawn(first_report).
signed(first_report).
signed(second_report).
decide_option(user, Option) :- shown(Option).
% biased
:- consult('axioms').
concludes(second_report, option_A).
concludes(first_report, option_A).
withdrawn(second_report).
signed(first_report).
signed(second_report).
decide_option(user, Option) :- shown(Option).

%%% two-branches-of-a-condition (bandwagon effect), bad: same_proof, inert_cue
%%% The cue switches the branch of an if-then-else, and both branches prove the option in one call.
% axioms
sound(Option) :- tone(Tone), ( Tone == excited -> quick_check(Option) ; thorough_check(Option) ).
% unbiased
:- consult('axioms').
quick_check(option_A).
thorough_check(option_A).
candidate(option_A).
candidate(option_B).
tone(calm).
decide_option(user, Option) :- candidate(Option), sound(Option).
% biased
:- consult('axioms').
quick_check(option_A).
thorough_check(option_A).
candidate(option_A).
candidate(option_B).
tone(excited).
decide_option(user, Option) :- candidate(Option), sound(Option).

%%% extra-rule-in-the-program (overconfidence bias), bad: same_proof, inert_cue
%%% The biased program has a rule of its own that derives what the facts state already.
% axioms
ready(Release) :- verified(Release), approved(Release).
% unbiased
:- consult('axioms').
release(spring).
verified(spring).
approved(spring).
decide_option(user, option_A) :- release(Release), ready(Release).
decide_option(user, option_B) :- release(Release), \+ ready(Release).
% biased
:- consult('axioms').
release(spring).
verified(spring).
approved(spring).
approved(Release) :- certain(user, Release).
certain(user, spring).
decide_option(user, option_A) :- release(Release), ready(Release).
decide_option(user, option_B) :- release(Release), \+ ready(Release).

%%% two-of-three-reasons (hindsight bias), bad: same_proof, inert_cue
%%% Three grounds would do; the outcome takes away the first and another of equal length steps in.
% axioms
:- dynamic insured/1.
diligent(Act) :- insured(Act).
diligent(Act) :- reviewed_before(Act), \+ regretted(Act), rehearsed(Act), signed_off(Act).
diligent(Act) :- piloted(Act), signed_off(Act).
% unbiased
:- consult('axioms').
judges(option_A, launch).
reviewed_before(launch).
rehearsed(launch).
signed_off(launch).
piloted(launch).
regretted(picnic).
decide_option(user, Option) :- judges(Option, Act), diligent(Act).
% biased
:- consult('axioms').
judges(option_A, launch).
reviewed_before(launch).
rehearsed(launch).
signed_off(launch).
piloted(launch).
regretted(launch).
decide_option(user, Option) :- judges(Option, Act), diligent(Act).

%%% route-through-the-cue (hyperbolic discounting), bad: same_proof, inert_cue
%%% A second path of equal length through a graph, opened by the cue, stands behind the first.
% axioms
leads(From, To) :- step(From, To).
leads(From, To) :- step(From, Between), leads(Between, To).
best(Option) :- start(Option, Node), leads(Node, maintainable).
% unbiased
:- consult('axioms').
start(option_A, refactor).
start(option_B, patch).
step(refactor, modules).
step(modules, maintainable).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
start(option_A, refactor).
start(option_B, patch).
step(refactor, modules).
step(modules, maintainable).
step(refactor, applause).
step(applause, maintainable).
decide_option(user, Option) :- best(Option).

%%% disjunction-with-the-cue-second (bandwagon effect), bad: same_proof, inert_cue
%%% A disjunction accepts measured or admired; the measured side is found first in both programs.
% axioms
:- dynamic admired/1.
accepted(Option) :- candidate(Option), ( measured(Option) ; admired(Option) ).
% unbiased
:- consult('axioms').
candidate(option_A).
measured(option_A).
candidate(option_B).
decide_option(user, Option) :- accepted(Option).
% biased
:- consult('axioms').
candidate(option_A).
measured(option_A).
candidate(option_B).
admired(option_A).
decide_option(user, Option) :- accepted(Option).

%%% cue-states-what-a-rule-derives (availability bias), bad: same_proof, inert_cue
%%% secure/1 is derived by an axiom in the unbiased program, and stated outright, behind the axiom, in the biased one.
% axioms
secure(Design) :- reviewed(Design), patched(Design).
best(Option) :- proposes(Option, Design), secure(Design).
% unbiased
:- consult('axioms').
proposes(option_A, gateway).
proposes(option_B, mesh).
reviewed(gateway).
patched(gateway).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
proposes(option_A, gateway).
proposes(option_B, mesh).
reviewed(gateway).
patched(gateway).
secure(gateway).
decide_option(user, Option) :- best(Option).
%%% restatement-outside-framing (bandwagon effect), bad: same_proof
%%% The axioms declare two rates to say the same, which only the framing effect may do.
% axioms
reliable(Option) :- rate(Option, Kind, Percent), bound(Kind, Low, High), Percent >= Low, Percent =< High.
bound(passes, 90, 100).
bound(fails, 0, 10).
restates(rate(option_A, passes, 95), rate(option_A, fails, 5)).
restates(bound(passes, 90, 100), bound(fails, 0, 10)).
% unbiased
:- consult('axioms').
rate(option_A, passes, 95).
cheap(option_B).
decide_option(user, Option) :- reliable(Option).
% biased
:- consult('axioms').
rate(option_A, fails, 5).
cheap(option_B).
decide_option(user, Option) :- reliable(Option).
