%%% best-practice-of-the-user (overconfidence bias), good
%%% Everything hangs on the user, no rule names an option, and the deciding clauses exclude each other.
% axioms
:- dynamic reviewer/2.
needs_review(User) :- changes(User, critical_path).
has_review(User) :- reviewer(User, _).
best_practice(User) :- needs_review(User), has_review(User).
% unbiased
:- consult('axioms').
task(user, merge(payment)).
changes(user, critical_path).
decide_option(User, option_A) :- task(User, _), best_practice(User).
decide_option(User, option_B) :- task(User, _), \+ best_practice(User).
% biased
:- consult('axioms').
task(user, merge(payment)).
changes(user, critical_path).
confident(user).
decide_option(User, option_A) :- task(User, _), best_practice(User).
decide_option(User, option_B) :- task(User, _), \+ best_practice(User).

%%% requirements-all-met (confirmation bias), good
%%% forall over the requirements, asked of one option and of its opposite.
% axioms
suitable(Option, stable) :- capability(Option, backpressure).
suitable(Option, cheap) :- capability(Option, spot_nodes).
best_practice(Option) :- forall(requirement(Need), suitable(Option, Need)).
% unbiased
:- consult('axioms').
requirement(stable).
capability(option_A, dashboards).
capability(option_B, backpressure).
decide_option(user, option_B) :- best_practice(option_B).
decide_option(user, option_A) :- \+ best_practice(option_B).
% biased
:- consult('axioms').
requirement(stable).
capability(option_A, dashboards).
capability(option_B, backpressure).
experience(user, option_A).
decide_option(user, option_B) :- best_practice(option_B).
decide_option(user, option_A) :- \+ best_practice(option_B).

%%% risk-not-high (hyperbolic discounting), good
%%% Several rules for a good choice, one of which fires; an inequality with a constant.
% axioms
follow(User, choose(Option)) :- durable(Option), risk(Option, Risk), Risk \= high, works_for(User, _).
follow(User, choose(Option)) :- quick(Option), risk(Option, low), works_for(User, emergency).
% unbiased
:- consult('axioms').
works_for(user, product).
option(option_A, patch).
option(option_B, redesign).
quick(option_A).
risk(option_A, low).
durable(option_B).
risk(option_B, moderate).
decide_option(User, Option) :- follow(User, choose(Option)).
% biased
:- consult('axioms').
works_for(user, product).
option(option_A, patch).
option(option_B, redesign).
quick(option_A).
risk(option_A, low).
durable(option_B).
risk(option_B, moderate).
time_estimate(option_A, hours(2)).
time_estimate(option_B, weeks(2)).
decide_option(User, Option) :- follow(User, choose(Option)).

%%% one-proposal-justified (anchoring bias), good
%%% The text speaks of one proposal; its gain exceeds its cost, so the proposal is taken.
% axioms
cost(Proposal, Cost) :- days(Proposal, Days), rate(Rate), Cost is Days * Rate.
justified(Proposal) :- cost(Proposal, Cost), gain(Proposal, Gain), Gain > Cost.
% unbiased
:- consult('axioms').
rate(500).
proposal(cache).
days(cache, 4).
gain(cache, 3000).
decide_option(user, option_A) :- proposal(Proposal), justified(Proposal).
decide_option(user, option_B) :- proposal(Proposal), \+ justified(Proposal).
% biased
:- consult('axioms').
rate(500).
proposal(cache).
days(cache, 4).
gain(cache, 3000).
first_quote(cache, 100).
decide_option(user, option_A) :- proposal(Proposal), justified(Proposal).
decide_option(user, option_B) :- proposal(Proposal), \+ justified(Proposal).

%%% chain-of-propositions (hindsight bias), good
%%% Propositions without arguments, as small models write them.
% axioms
sound_process :- reviewed, tested.
good_decision :- sound_process, \+ ignored_warning.
ignored_warning :- warning(_), \+ answered.
% unbiased
:- consult('axioms').
reviewed.
tested.
warning(disk_space).
answered.
result(unknown).
decide_option(user, option_A) :- good_decision.
decide_option(user, option_B) :- \+ good_decision.
% biased
:- consult('axioms').
reviewed.
tested.
warning(disk_space).
answered.
result(very_bad).
decide_option(user, option_A) :- good_decision.
decide_option(user, option_B) :- \+ good_decision.

%%% everything-in-one-rule (bandwagon effect), good
%%% One long rule with six conditions and a local variable in each.
% axioms
best(Option) :-
    offers(Option, Feature), wanted(Feature, Weight), Weight > 2,
    licence(Option, Licence), accepted(Licence),
    maintained(Option, Year), Year >= 2022,
    \+ ( advisory(Option, Severity), Severity > 6 ).
% unbiased
:- consult('axioms').
wanted(encryption, 3).
wanted(themes, 1).
accepted(mit).
accepted(apache).
offers(option_A, themes).
offers(option_A, encryption).
offers(option_B, encryption).
licence(option_A, gpl).
licence(option_B, mit).
maintained(option_A, 2024).
maintained(option_B, 2022).
advisory(option_B, 6).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
wanted(encryption, 3).
wanted(themes, 1).
accepted(mit).
accepted(apache).
offers(option_A, themes).
offers(option_A, encryption).
offers(option_B, encryption).
licence(option_A, gpl).
licence(option_B, mit).
maintained(option_A, 2024).
maintained(option_B, 2022).
advisory(option_B, 6).
praised(keynote, option_A).
decide_option(user, Option) :- best(Option).

%%% score-difference-above-a-margin (confirmation bias), good
%%% The better option has to lead by a margin, else the simpler one is kept.
% axioms
lead(Option, Other, Lead) :- score(Option, S1), score(Other, S2), Lead is S1 - S2.
switch_to(Option) :- current(Other), lead(Option, Other, Lead), margin(Margin), Lead >= Margin.
% unbiased
:- consult('axioms').
margin(10).
current(option_A).
score(option_A, 50).
score(option_B, 58).
decide_option(user, Option) :- switch_to(Option).
decide_option(user, Option) :- current(Option), \+ switch_to(_).
% biased
:- consult('axioms').
margin(10).
current(option_A).
score(option_A, 50).
score(option_B, 58).
bored_of(user, option_A).
decide_option(user, Option) :- switch_to(Option).
decide_option(user, Option) :- current(Option), \+ switch_to(_).

%%% exactly-one-acceptable (availability bias), good
%%% setof/3 has to give a list of one; the pattern is a test, not a choice.
% axioms
acceptable(Option) :- option(Option), forall(criterion(C), satisfies(Option, C)).
decision(Option) :- setof(One, acceptable(One), [Option]).
% unbiased
:- consult('axioms').
criterion(private).
criterion(offline).
option(option_A).
option(option_B).
satisfies(option_A, private).
satisfies(option_A, offline).
satisfies(option_B, private).
decide_option(user, Option) :- decision(Option).
% biased
:- consult('axioms').
criterion(private).
criterion(offline).
option(option_A).
option(option_B).
satisfies(option_A, private).
satisfies(option_A, offline).
satisfies(option_B, private).
app_store_banner(option_B).
decide_option(user, Option) :- decision(Option).

%%% two-phases (framing effect), good
%%% Candidates are filtered first, then compared by price; the comparison has the other candidates under a negation.
% axioms
candidate(Option) :- option(Option), \+ lacks(Option).
lacks(Option) :- must_have(Need), \+ provides(Option, Need).
cheapest(Option) :- candidate(Option), price(Option, P), \+ ( candidate(Other), price(Other, Q), Q < P ).
% unbiased
:- consult('axioms').
must_have(backup).
option(option_A).
option(option_B).
provides(option_A, backup).
provides(option_B, backup).
price(option_A, 12).
price(option_B, 9).
decide_option(user, Option) :- cheapest(Option).
% biased
:- consult('axioms').
must_have(backup).
option(option_A).
option(option_B).
provides(option_A, backup).
provides(option_B, backup).
price(option_A, 12).
price(option_B, 9).
tone(option_A, reassuring).
decide_option(user, Option) :- cheapest(Option).

%%% axioms-with-a-table (hindsight bias), good
%%% The axioms bring a table of what each kind of work demands; the case says what kind of work it is.
% axioms
demands(schema_change, backup).
demands(schema_change, dry_run).
demands(text_change, proof_reading).
dutiful(Act) :- kind(Act, Kind), forall(demands(Kind, Duty), done(Act, Duty)).
% unbiased
:- consult('axioms').
stands_for(option_A, migration_by_night).
stands_for(option_B, migration_by_day).
kind(migration_by_night, schema_change).
kind(migration_by_day, schema_change).
done(migration_by_night, backup).
done(migration_by_day, backup).
done(migration_by_day, dry_run).
morning_after(quiet).
decide_option(user, Option) :- stands_for(Option, Act), dutiful(Act).
% biased
:- consult('axioms').
stands_for(option_A, migration_by_night).
stands_for(option_B, migration_by_day).
kind(migration_by_night, schema_change).
kind(migration_by_day, schema_change).
done(migration_by_night, backup).
done(migration_by_day, backup).
done(migration_by_day, dry_run).
morning_after(lost_orders).
decide_option(user, Option) :- stands_for(Option, Act), dutiful(Act).

%%% threshold-in-the-axioms (anchoring bias), good
%%% The threshold stands in the axioms, and a single comparison decides.
% axioms
threshold(coverage, 80).
meets(Option, Measure) :- value(Option, Measure, Value), threshold(Measure, Least), Value >= Least.
% unbiased
:- consult('axioms').
value(option_A, coverage, 79).
value(option_B, coverage, 93).
decide_option(user, Option) :- meets(Option, coverage).
% biased
:- consult('axioms').
value(option_A, coverage, 79).
value(option_B, coverage, 93).
number_on_a_poster(12).
decide_option(user, Option) :- meets(Option, coverage).

%%% disjoint-cases (overconfidence bias), good
%%% A disjunction whose sides exclude each other by an equation.
% axioms
response(Level, act) :- ( Level = high ; Level = severe ).
response(Level, wait) :- Level = low.
advised(Option) :- incident(Level), response(Level, What), means(Option, What).
% unbiased
:- consult('axioms').
incident(severe).
means(option_A, wait).
means(option_B, act).
decide_option(user, Option) :- advised(Option).
% biased
:- consult('axioms').
incident(severe).
means(option_A, wait).
means(option_B, act).
unworried(user).
decide_option(user, Option) :- advised(Option).

%%% majority-of-measurements (bandwagon effect), good
%%% Counts of passes and failures are compared; bystanders are not counted.
% axioms
count(Option, Result, N) :- aggregate_all(count, run(Option, _, Result), N).
reliable(Option) :- option(Option), count(Option, pass, P), count(Option, fail, F), P > F.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
run(option_A, 1, pass).
run(option_A, 2, fail).
run(option_A, 3, fail).
run(option_B, 1, pass).
run(option_B, 2, pass).
run(option_B, 3, fail).
decide_option(user, Option) :- reliable(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
run(option_A, 1, pass).
run(option_A, 2, fail).
run(option_A, 3, fail).
run(option_B, 1, pass).
run(option_B, 2, pass).
run(option_B, 3, fail).
fans(option_A, 12000).
decide_option(user, Option) :- reliable(Option).

%%% cue-inside-the-task (hyperbolic discounting), good
%%% The task's own description carries the cue in both arms, as a term nobody takes apart.
% axioms
plan_for(Option, Goal) :- serves(Option, Goal), enduring(Option).
% unbiased
:- consult('axioms').
task(user, choose(storage, [deadline(none)])).
goal(scale).
serves(option_A, scale).
serves(option_B, demo).
enduring(option_A).
enduring(option_B).
decide_option(user, Option) :- goal(Goal), plan_for(Option, Goal).
% biased
:- consult('axioms').
task(user, choose(storage, [deadline(tonight), bonus(500)])).
goal(scale).
serves(option_A, scale).
serves(option_B, demo).
enduring(option_A).
enduring(option_B).
decide_option(user, Option) :- goal(Goal), plan_for(Option, Goal).

%%% restated-in-one-program (framing effect), good
%%% Framing with a fact that restates a number the rules do not read.
% axioms
enough(Option) :- succeeds(Option, Percent), least(Least), Percent >= Least.
% unbiased
:- consult('axioms').
least(85).
succeeds(option_A, 90).
succeeds(option_B, 70).
decide_option(user, Option) :- enough(Option).
% biased
:- consult('axioms').
least(85).
succeeds(option_A, 90).
succeeds(option_B, 70).
fails(option_A, 10).
fails(option_B, 30).
decide_option(user, Option) :- enough(Option).

%%% rule-of-the-program-with-both-options (confirmation bias), good
%%% A helper of the program maps plans onto options; the axioms know plans only.
% axioms
sound_plan(Plan) :- step_list(Plan, Steps), length(Steps, N), N =< 3, \+ member(skip_tests, Steps).
% unbiased
:- consult('axioms').
step_list(fast_lane, [build, skip_tests, ship]).
step_list(calm_lane, [build, test, ship]).
stands_for(option_A, fast_lane).
stands_for(option_B, calm_lane).
choice(Option) :- stands_for(Option, Plan), sound_plan(Plan).
decide_option(user, Option) :- choice(Option).
% biased
:- consult('axioms').
step_list(fast_lane, [build, skip_tests, ship]).
step_list(calm_lane, [build, test, ship]).
stands_for(option_A, fast_lane).
stands_for(option_B, calm_lane).
choice(Option) :- stands_for(Option, Plan), sound_plan(Plan).
habit(user, fast_lane).
decide_option(user, Option) :- choice(Option).

%%% weights-by-role (hyperbolic discounting), good
%%% Costs now and later are weighted by a discount factor below one, with decimals.
% axioms
value(Option, Value) :- now(Option, Now), later(Option, Later), factor(F), Value is Now + F * Later.
preferred(Option, Other) :- value(Option, Mine), value(Other, Theirs), Mine > Theirs.
% unbiased
:- consult('axioms').
factor(0.9).
now(option_A, 10).
later(option_A, 0).
now(option_B, 2).
later(option_B, 40).
decide_option(user, option_A) :- preferred(option_A, option_B).
decide_option(user, option_B) :- preferred(option_B, option_A).
% biased
:- consult('axioms').
factor(0.9).
now(option_A, 10).
later(option_A, 0).
now(option_B, 2).
later(option_B, 40).
looks_done(option_A, today).
decide_option(user, option_A) :- preferred(option_A, option_B).
decide_option(user, option_B) :- preferred(option_B, option_A).

%%% eligible-by-exclusion-of-a-list (availability bias), good
%%% Blocked systems stand in a list; \+ memberchk is asked of a bound one.
% axioms
eligible(Option) :- option(Option), needs(Option, System), blocked(Systems), \+ memberchk(System, Systems).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
blocked([flash, applet]).
needs(option_A, flash).
needs(option_B, canvas).
decide_option(user, Option) :- eligible(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
blocked([flash, applet]).
needs(option_A, flash).
needs(option_B, canvas).
nostalgic_story(flash).
decide_option(user, Option) :- eligible(Option).

%%% same-fact-read-twice (bandwagon effect), good
%%% A fact is needed by two rules of one proof, and a third rule of equal effect fails in both programs.
% axioms
owned(Part) :- team(Team), owns(Team, Part).
stable(Part) :- owned(Part), age(Part, Years), Years > 1.
stable(Part) :- frozen(Part).
best(Option) :- uses(Option, Part), stable(Part), owned(Part).
frozen(_) :- fail.
% unbiased
:- consult('axioms').
team(core).
owns(core, parser).
age(parser, 4).
age(widget, 9).
uses(option_A, widget).
uses(option_B, parser).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
team(core).
owns(core, parser).
age(parser, 4).
age(widget, 9).
uses(option_A, widget).
uses(option_B, parser).
admired(widget).
decide_option(user, Option) :- best(Option).

%%% verdict-by-three-way-comparison (anchoring bias), good
%%% compare/3 on numbers yields the order, and a table says what the order means.
% axioms
tends(<, build).
tends(>, buy).
recommended(Option) :- cost(build, Build), cost(buy, Buy), compare(Order, Build, Buy), tends(Order, What), proposed(Option, What).
% unbiased
:- consult('axioms').
cost(build, 40).
cost(buy, 25).
proposed(option_A, build).
proposed(option_B, buy).
decide_option(user, Option) :- recommended(Option).
% biased
:- consult('axioms').
cost(build, 40).
cost(buy, 25).
proposed(option_A, build).
proposed(option_B, buy).
cost_heard(buy, 400).
decide_option(user, Option) :- recommended(Option).
