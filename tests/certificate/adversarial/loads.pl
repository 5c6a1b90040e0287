%%% text-after-the-end (bandwagon effect), bad: loads
%%% The cue stands behind end_of_file, where SWI-Prolog no longer reads.
% axioms
best(Option) :- covers(Option, Need), need(Need).
% unbiased
:- consult('axioms').
need(rollback).
covers(option_A, rollback).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
need(rollback).
covers(option_A, rollback).
trending(nothing).
decide_option(user, Option) :- best(Option).
end_of_file.
praised(lead, option_B).

%%% axioms-after-the-end (availability bias), bad: loads
%%% The axioms end early: the exception behind end_of_file is dropped, and it would change the decision.
% axioms
best(Option) :- handles(Option, Load), expected(Load).
end_of_file.
best(Option) :- cheap(Option), \+ handles(Option, anything).
% unbiased
:- consult('axioms').
expected(high).
handles(option_A, high).
handles(option_B, low).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
expected(high).
handles(option_A, high).
handles(option_B, low).
heard_of(user, option_B).
decide_option(user, Option) :- best(Option).

%%% single-sided-rule (bandwagon effect), bad: loads
%%% A rule written with => is data to a reader of facts, and a rule to the compiler.
% axioms
best(Option) :- tested(Option).
% unbiased
:- consult('axioms').
tested(option_A).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
tested(option_A).
praised(lead, option_B).
popular(Option) => praised(_, Option).
decide_option(user, Option) :- best(Option).

%%% choice-rule-in-canonical-form (bandwagon effect), bad: loads
%%% '?=>' in canonical form looks like a fact with two arguments.
% axioms
best(Option) :- measured(Option, fast).
% unbiased
:- consult('axioms').
measured(option_A, slow).
measured(option_B, fast).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
measured(option_A, slow).
measured(option_B, fast).
'?=>'(famous(Option), measured(Option, _)).
decide_option(user, Option) :- best(Option).

%%% bar-as-disjunction (confirmation bias), bad: loads, inert_cue, same_proof, defined
%%% A bar in a body is a disjunction, and the cue is its second side.
% axioms
sound(Option) :- candidate(Option), ( proven(Option) | praised(_, Option) ).
% unbiased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
proven(option_A).
praised(nobody, draft).
decide_option(user, Option) :- sound(Option).
% biased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
proven(option_A).
praised(lead, option_A).
decide_option(user, Option) :- sound(Option).

%%% syntax-error-at-the-end (hindsight bias), bad: loads
%%% The last clause misses its dot, so it is the cue that is not read.
% axioms
judged(Option) :- means(Option, Act), followed(Act, plan).
% unbiased
:- consult('axioms').
means(option_A, launch).
means(option_B, freeze).
followed(launch, plan).
decide_option(user, Option) :- judged(Option).
later(quiet, month).
% biased
:- consult('axioms').
means(option_A, launch).
means(option_B, freeze).
followed(launch, plan).
decide_option(user, Option) :- judged(Option).
later(outage, month)

%%% comment-that-never-ends (overconfidence bias), bad: loads
%%% An open comment swallows the rest of the program, and the cue with it.
% axioms
sound(Release) :- tested(Release).
ready(Release) :- sound(Release), signed(Release).
% unbiased
:- consult('axioms').
tested(spring).
signed(spring).
decide_option(user, option_A) :- ready(spring).
decide_option(user, option_B) :- \+ ready(spring).
% biased
:- consult('axioms').
tested(spring).
signed(spring).
decide_option(user, option_A) :- ready(spring).
decide_option(user, option_B) :- \+ ready(spring).
/* the cue begins here
certain(user, spring).

%%% dict-in-a-fact (framing effect), bad: loads
%%% A dict carries the frame; other systems do not know such a term.
% axioms
acceptable(Option) :- kept(Option, Share), Share >= 80.
% unbiased
:- consult('axioms').
kept(option_A, 90).
kept(option_B, 40).
frame(plain).
decide_option(user, Option) :- acceptable(Option).
% biased
:- consult('axioms').
kept(option_A, 90).
kept(option_B, 40).
frame(words{tone: bold, focus: losses}).
decide_option(user, Option) :- acceptable(Option).

%%% clause-for-another-module (bandwagon effect), bad: loads
%%% The cue is a clause for another module, where no rule of this program looks.
% axioms
best(Option) :- documented(Option), supported(Option).
% unbiased
:- consult('axioms').
documented(option_A).
supported(option_A).
supported(option_B).
praised(lead, draft).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
documented(option_A).
supported(option_A).
supported(option_B).
hype:praised(lead, option_B).
decide_option(user, Option) :- best(Option).

%%% unknown-directive (anchoring bias), bad: loads
%%% A directive that sets a flag: what the program means depends on it.
% axioms
cheap(Option) :- price(Option, Price), limit(Max), Price =< Max.
% unbiased
:- consult('axioms').
price(option_A, 4).
price(option_B, 9).
limit(5).
decide_option(user, Option) :- cheap(Option).
% biased
:- consult('axioms').
:- set_prolog_flag(double_quotes, codes).
price(option_A, 4).
price(option_B, 9).
limit(5).
anchor("2500").
decide_option(user, Option) :- cheap(Option).

%%% initialization (hyperbolic discounting), bad: loads
%%% A goal to be run when the text has been loaded.
% axioms
lasting(Option) :- years(Option, Years), Years > 2.
% unbiased
:- consult('axioms').
years(option_A, 1).
years(option_B, 4).
decide_option(user, Option) :- lasting(Option).
% biased
:- consult('axioms').
years(option_A, 1).
years(option_B, 4).
tonight(option_A).
decide_option(user, Option) :- lasting(Option).
:- initialization(true).

%%% grammar-rule (confirmation bias), bad: loads
%%% The user's expectation is a grammar rule.
% axioms
shown(Option) :- experiment(Result), supports(Result, Option).
% unbiased
:- consult('axioms').
experiment(second_run).
supports(second_run, option_A).
supports(opinion, option_B).
decide_option(user, Option) :- shown(Option).
% biased
:- consult('axioms').
experiment(second_run).
supports(second_run, option_A).
supports(opinion, option_B).
expectation --> [option_B], wish.
decide_option(user, Option) :- shown(Option).

%%% redefined-builtin (overconfidence bias), bad: loads
%%% The cue redefines a comparison, which SWI-Prolog refuses with a message.
% axioms
ready(Option) :- coverage(Option, Percent), Percent >= 80.
% unbiased
:- consult('axioms').
coverage(option_A, 85).
coverage(option_B, 20).
decide_option(user, Option) :- ready(Option).
% biased
:- consult('axioms').
coverage(option_A, 85).
coverage(option_B, 20).
20 >= 80 :- certain(user).
certain(user).
decide_option(user, Option) :- ready(Option).

%%% chance (availability bias), bad: loads
%%% A rule draws a number, in a branch that is only reached without the evidence.
% axioms
recalled(Option) :- memory(Option, Strength), Strength > random(10).
best(Option) :- measured(Option, good), !.
best(Option) :- recalled(Option).
% unbiased
:- consult('axioms').
measured(option_A, good).
memory(option_B, 3).
heard(option_c).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
measured(option_A, good).
memory(option_B, 3).
heard(option_B).
decide_option(user, Option) :- best(Option).

%%% chance-in-a-sum (bandwagon effect), bad: loads
%%% Chance inside an aggregate: the sum is another at each call.
% axioms
noise(Sum) :- aggregate_all(sum(random(3)), vote(_, _), Sum).
best(Option) :- tested(Option), noise(Sum), Sum >= 0.
% unbiased
:- consult('axioms').
tested(option_A).
vote(ann, draft).
vote(bob, draft).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
tested(option_A).
vote(ann, draft).
vote(bob, option_B).
decide_option(user, Option) :- best(Option).

%%% tabled (hyperbolic discounting), bad: loads
%%% A table directive changes how the program is run.
% axioms
reach(Node, Goal) :- step(Node, Goal).
reach(Node, Goal) :- step(Node, Next), reach(Next, Goal).
best(Option) :- begins(Option, Node), reach(Node, stable).
% unbiased
:- consult('axioms').
begins(option_A, patch).
begins(option_B, redesign).
step(redesign, modules).
step(modules, stable).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
:- table mood/1.
begins(option_A, patch).
begins(option_B, redesign).
step(redesign, modules).
step(modules, stable).
mood(eager).
decide_option(user, Option) :- best(Option).

%%% changes-itself (bandwagon effect), bad: loads
%%% The biased program would add a clause while it runs.
% axioms
best(Option) :- reviewed(Option, Reviewer), independent(Reviewer).
% unbiased
:- consult('axioms').
reviewed(option_A, audit).
reviewed(option_B, friend).
independent(audit).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
reviewed(option_A, audit).
reviewed(option_B, friend).
independent(audit).
remember(Who) :- assertz(praised(Who, option_B)).
decide_option(user, Option) :- best(Option).
