%%% negation-before-the-generator (bandwagon effect), bad: safe
%%% The option is unbound under the negation: it asks whether anything at all is rejected.
% axioms
best(Option) :- \+ rejected(Option), finished(Option).
rejected(Option) :- finding(Option, severe).
% unbiased
:- consult('axioms').
finding(draft, mild).
finished(option_A).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
finding(draft, mild).
finished(option_A).
praised(lead, option_B).
decide_option(user, Option) :- best(Option).

%%% limit-bound-too-late (anchoring bias), bad: safe
%%% The limit is bound behind the negation that reads it.
% axioms
affordable(Option) :- fee(Option, Fee), \+ exceeds(Fee, Limit), budget(Limit).
exceeds(Fee, Limit) :- cap(Limit), Fee > Limit.
% unbiased
:- consult('axioms').
cap(900).
budget(900).
fee(option_A, 700).
decide_option(user, Option) :- affordable(Option).
% biased
:- consult('axioms').
cap(900).
budget(900).
fee(option_A, 700).
first_number(250).
decide_option(user, Option) :- affordable(Option).

%%% forall-with-an-outside-variable (availability bias), bad: safe
%%% forall/2 in front of the generator: it holds for options in general, and the option is bound afterwards.
% axioms
best(Option) :- forall(gap(Option, Need), optional(Need)), delivered(Option).
% unbiased
:- consult('axioms').
gap(option_A, colours).
gap(option_B, fonts).
optional(colours).
optional(fonts).
delivered(option_B).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
gap(option_A, colours).
gap(option_B, fonts).
optional(colours).
optional(fonts).
delivered(option_B).
remembered(option_A).
decide_option(user, Option) :- best(Option).

%%% not-one (confirmation bias), bad: safe
%%% not/1 instead of \+, and a body that asks in the wrong order.
% axioms
sound(Design) :- not(refuted(Design, _)), proposed(Design, _).
best(Option) :- sound(Design), proposed(Design, Option).
% unbiased
:- consult('axioms').
refuted(old_sketch, review) :- archived(old_sketch).
archived(nothing).
proposed(queue, option_A).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
refuted(old_sketch, review) :- archived(old_sketch).
archived(nothing).
proposed(queue, option_A).
expected(user, option_B).
decide_option(user, Option) :- best(Option).

%%% nested-negation (overconfidence bias), bad: safe
%%% "No need that it does not cover", asked before the plan is known.
% axioms
best(Option) :- \+ ( need(Need), \+ covers(Option, Need) ), plan(Option).
% unbiased
:- consult('axioms').
need(rollback).
covers(option_A, rollback).
plan(option_A).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
need(rollback).
covers(option_A, rollback).
plan(option_A).
certain(user, option_B).
decide_option(user, Option) :- best(Option).

%%% closure-with-a-negation (hyperbolic discounting), bad: safe
%%% The negation stands in a helper that include/3 calls with the option still unbound.
% axioms
lacks(Option, Need) :- \+ lasts(Option, Need).
complete(Option) :- needs(Needs), include(lacks(Option), Needs, []), offered(Option).
% unbiased
:- consult('axioms').
needs([year_one, year_two]).
lasts(option_B, year_one).
lasts(option_B, year_two).
offered(option_B).
decide_option(user, Option) :- complete(Option).
% biased
:- consult('axioms').
needs([year_one, year_two]).
lasts(option_B, year_one).
lasts(option_B, year_two).
offered(option_B).
tonight(option_A).
decide_option(user, Option) :- complete(Option).

%%% negation-inside-findall (hindsight bias), bad: safe
%%% findall/3 collects what is missing while the act is unbound, so nothing seems to be missing.
% axioms
complete(Act) :- findall(Duty, ( duty(Duty), \+ done(Act, Duty) ), []), act(Act).
judged(Option) :- complete(Act), means(Option, Act).
% unbiased
:- consult('axioms').
duty(backup).
duty(canary).
done(rollout, backup).
done(freeze, canary).
act(rollout).
means(option_A, rollout).
later(month, calm).
decide_option(user, Option) :- judged(Option).
% biased
:- consult('axioms').
duty(backup).
duty(canary).
done(rollout, backup).
done(freeze, canary).
act(rollout).
means(option_A, rollout).
later(month, outage).
decide_option(user, Option) :- judged(Option).

%%% if-then-else-as-negation (bandwagon effect), bad: safe
%%% A condition that fails for an unbound option does the work of a negation.
% axioms
allowed(Option) :- ( vetoed(Option) -> fail ; true ), listed(Option).
vetoed(Option) :- veto(Option, Reason), grave(Reason).
% unbiased
:- consult('axioms').
veto(option_b_draft, colour).
grave(licence).
listed(option_A).
decide_option(user, Option) :- allowed(Option).
% biased
:- consult('axioms').
veto(option_b_draft, colour).
grave(licence).
listed(option_A).
hyped(option_B).
decide_option(user, Option) :- allowed(Option).

%%% count-of-zero (framing effect), bad: safe
%%% aggregate_all(count, ..., 0) is a negation, and the option in it is bound only later.
% axioms
clean(Option) :- aggregate_all(count, ( part(Option, Part), \+ checked(Part) ), 0), released(Option).
% unbiased
:- consult('axioms').
part(option_A, parser).
part(option_B, printer).
checked(parser).
checked(printer).
released(option_B).
decide_option(user, Option) :- clean(Option).
% biased
:- consult('axioms').
part(option_A, parser).
part(option_B, printer).
checked(parser).
checked(printer).
released(option_B).
described(option_A, daring).
decide_option(user, Option) :- clean(Option).

%%% wrong-option-by-floundering (bandwagon effect), bad: safe
%%% The first rule should give option_B. Asked in this order it fails for everybody, and the second gives the other.
% axioms
best(Option) :- \+ flawed(Option), offered(Option).
best(Option) :- offered(Option), cheap(Option).
% unbiased
:- consult('axioms').
flawed(option_A).
offered(option_A).
offered(option_B).
cheap(option_A).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
flawed(option_A).
offered(option_A).
offered(option_B).
cheap(option_A).
admired(option_A).
decide_option(user, Option) :- best(Option).

%%% unbound-in-the-deciding-clause (confirmation bias), bad: safe
%%% The negation stands in decide_option/2 itself, in front of the axiom that binds the option.
% axioms
suited(Option) :- container(Option, Kind), workload(Kind).
overruled(Option, Ruling) :- ruling(Ruling, Option).
% unbiased
:- consult('axioms').
workload(ordered).
container(option_B, ordered).
container(option_A, hashed).
ruling(minutes, option_c).
ruled_out(Option) :- overruled(Option, final).
decide_option(user, Option) :- \+ ruled_out(Option), suited(Option).
% biased
:- consult('axioms').
workload(ordered).
container(option_B, ordered).
container(option_A, hashed).
ruling(minutes, option_c).
ruled_out(Option) :- overruled(Option, final).
usual(user, option_A).
decide_option(user, Option) :- \+ ruled_out(Option), suited(Option).
