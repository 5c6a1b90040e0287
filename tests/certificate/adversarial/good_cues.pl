%%% never-read (bandwagon effect), good
%%% No rule reads praised/2, and nothing else differs.
% axioms
recommended(Option) :- addresses(Option, Cause), diagnosed(Cause).
% unbiased
:- consult('axioms').
diagnosed(stale_cache).
addresses(option_A, new_logo).
addresses(option_B, stale_cache).
decide_option(user, Option) :- recommended(Option).
% biased
:- consult('axioms').
diagnosed(stale_cache).
addresses(option_A, new_logo).
addresses(option_B, stale_cache).
praised(whole_team, option_A).
decide_option(user, Option) :- recommended(Option).

%%% anchor-of-no-option (anchoring bias), good: would count option_A; option_B
%%% The number first heard is a price of neither option, and no rule asks for it.
% axioms
affordable(Option) :- option(Option), price(Option, Price), budget(Budget), Price =< Budget.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
budget(4000).
price(option_A, 8500).
price(option_B, 3900).
decide_option(user, Option) :- affordable(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
budget(4000).
price(option_A, 8500).
price(option_B, 3900).
price(first_figure_heard, 250).
decide_option(user, Option) :- affordable(Option).

%%% two-unread-anchors (anchoring bias), good
%%% A number replaces a number in a predicate that no rule reads.
% axioms
enough(Option) :- capacity(Option, Users), peak(Peak), Users >= Peak.
% unbiased
:- consult('axioms').
peak(1200).
capacity(option_A, 800).
capacity(option_B, 1200).
mentioned_figure(colleague, 1100).
decide_option(user, Option) :- enough(Option).
% biased
:- consult('axioms').
peak(1200).
capacity(option_A, 800).
capacity(option_B, 1200).
mentioned_figure(colleague, 25000).
decide_option(user, Option) :- enough(Option).

%%% any-number-would-do (anchoring bias), good
%%% The rule asks whether an estimate exists; the number in it is the anchor, and any other number would do.
% axioms
planned(Option) :- estimate(Option, _, days).
best(Option) :- planned(Option), staffed(Option).
% unbiased
:- consult('axioms').
estimate(option_A, 40, days).
estimate(option_B, 30, days).
staffed(option_A).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
estimate(option_A, 4, days).
estimate(option_B, 30, days).
staffed(option_A).
decide_option(user, Option) :- best(Option).

%%% any-reviewer-would-do (bandwagon effect), good
%%% Who reviewed is the cue; the rule needs a review, whoever made it.
% axioms
reviewed(Option) :- review(Option, _, complete).
ready(Option) :- reviewed(Option), merged(Option).
% unbiased
:- consult('axioms').
review(option_B, colleague, complete).
review(option_A, colleague, partial).
merged(option_B).
decide_option(user, Option) :- ready(Option).
% biased
:- consult('axioms').
review(option_B, famous_engineer, complete).
review(option_A, colleague, partial).
merged(option_B).
decide_option(user, Option) :- ready(Option).

%%% neutral-fact-gives-way (hindsight bias), good
%%% The outcome stands where a neutral remark stood; neither is read.
% axioms
appropriate(Act) :- forall(duty(Act, Step), taken(Act, Step)).
% unbiased
:- consult('axioms').
duty(migration, backup).
duty(migration, rehearsal).
taken(migration, backup).
remark(week_after, office_moved).
decide_option(user, option_A) :- appropriate(migration).
decide_option(user, option_B) :- \+ appropriate(migration).
% biased
:- consult('axioms').
duty(migration, backup).
duty(migration, rehearsal).
taken(migration, backup).
remark(week_after, customers_lost).
decide_option(user, option_A) :- appropriate(migration).
decide_option(user, option_B) :- \+ appropriate(migration).

%%% outcome-at-another-time (hindsight bias), good
%%% The outcome is known at a later time, and only what was known at the decision counts.
% axioms
judged(Act, Judgement) :- counts(Time), known(Time, Act, Finding), speaks_for(Finding, Judgement).
speaks_for(tests_green, right).
speaks_for(tests_red, wrong).
% unbiased
:- consult('axioms').
means(option_A, right).
means(option_B, wrong).
counts(at_release).
known(at_release, launch, tests_green).
known(month_later, launch, calm).
decide_option(user, option_A) :- means(option_A, Judgement), judged(launch, Judgement).
decide_option(user, option_B) :- means(option_B, Judgement), judged(launch, Judgement).
% biased
:- consult('axioms').
means(option_A, right).
means(option_B, wrong).
counts(at_release).
known(at_release, launch, tests_green).
known(month_later, launch, outage).
decide_option(user, option_A) :- means(option_A, Judgement), judged(launch, Judgement).
decide_option(user, option_B) :- means(option_B, Judgement), judged(launch, Judgement).

%%% rule-that-nothing-calls (overconfidence bias), good
%%% The cue is a rule of confidence together with its ground; no rule and no decision calls it.
% axioms
safe(Release) :- exercised(Release, edge_cases), reviewed(Release).
% unbiased
:- consult('axioms').
release(spring).
exercised(spring, common_cases).
reviewed(spring).
decide_option(user, option_A) :- release(Release), safe(Release).
decide_option(user, option_B) :- release(Release), \+ safe(Release).
% biased
:- consult('axioms').
release(spring).
exercised(spring, common_cases).
reviewed(spring).
confident(Person) :- remembers(Person, last_success).
remembers(user, last_success).
decide_option(user, option_A) :- release(Release), safe(Release).
decide_option(user, option_B) :- release(Release), \+ safe(Release).

%%% replaced-vote-without-standing (bandwagon effect), good: would count ann; bea
%%% Votes are counted, but only of those who measured; one bystander's vote replaces another's.
% axioms
votes(Option, Count) :- aggregate_all(count, ( vote(Who, Option), measured(Who) ), Count).
best(Option) :- option(Option), votes(Option, Count), quorum(Least), Count >= Least.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
quorum(2).
measured(ann).
measured(bea).
vote(ann, option_A).
vote(bea, option_A).
vote(passer_by, option_B).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
quorum(2).
measured(ann).
measured(bea).
vote(ann, option_A).
vote(bea, option_A).
vote(keynote_speaker, option_B).
decide_option(user, Option) :- best(Option).

%%% one-program-for-two-frames (framing effect), good
%%% Framing with one program for both texts.
% axioms
acceptable(Option) :- loses(Option, Share), tolerance(Most), Share =< Most.
% unbiased
:- consult('axioms').
tolerance(15).
loses(option_A, 40).
loses(option_B, 10).
decide_option(user, Option) :- acceptable(Option).
% biased
:- consult('axioms').
tolerance(15).
loses(option_A, 40).
loses(option_B, 10).
decide_option(user, Option) :- acceptable(Option).

%%% adjectives-of-the-narrator (framing effect), good
%%% What the narrator calls the options; the rule reads what the customer calls them.
% axioms
deferrable(Part) :- calls(Person, Part, optional), decides_scope(Person).
fits(Option) :- postpones(Option, Part), deferrable(Part).
% unbiased
:- consult('axioms').
decides_scope(customer).
postpones(option_A, export).
postpones(option_B, login).
calls(customer, export, optional).
decide_option(user, Option) :- fits(Option).
% biased
:- consult('axioms').
decides_scope(customer).
postpones(option_A, export).
postpones(option_B, login).
calls(customer, export, optional).
calls(narrator, option_A, painful_retreat).
decide_option(user, Option) :- fits(Option).

%%% praise-in-a-string (bandwagon effect), good
%%% The cue is a sentence in a string.
% axioms
best(Option) :- protects(Option, Asset), at_risk(Asset).
% unbiased
:- consult('axioms').
at_risk(session_keys).
protects(option_A, session_keys).
protects(option_B, avatars).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
at_risk(session_keys).
protects(option_A, session_keys).
protects(option_B, avatars).
said(team_lead, "Everybody takes option B, and so should you.").
decide_option(user, Option) :- best(Option).

%%% praise-in-a-term (bandwagon effect), good
%%% The cue nests the option two levels deep.
% axioms
best(Option) :- reduces(Option, Metric), goal(Metric).
% unbiased
:- consult('axioms').
goal(build_time).
reduces(option_B, build_time).
reduces(option_A, line_count).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
goal(build_time).
reduces(option_B, build_time).
reduces(option_A, line_count).
heard(meeting(monday), quote(lead, recommend(option_A))).
decide_option(user, Option) :- best(Option).

%%% cue-about-both (confirmation bias), good
%%% The expectation names both options, and nothing reads it.
% axioms
supported(Option) :- experiment(Name, Option), repeated(Name, Times), Times >= 3.
% unbiased
:- consult('axioms').
experiment(a_b_test, option_A).
experiment(survey, option_B).
repeated(a_b_test, 3).
repeated(survey, 1).
decide_option(user, Option) :- supported(Option).
% biased
:- consult('axioms').
experiment(a_b_test, option_A).
experiment(survey, option_B).
repeated(a_b_test, 3).
repeated(survey, 1).
expects(user, better(option_B, option_A)).
decide_option(user, Option) :- supported(Option).

%%% cue-for-the-right-option (availability bias), good
%%% The cue happens to speak for the option that the axioms choose.
% axioms
sturdy(Option) :- builds_on(Option, Stack), survives(Stack, failover).
% unbiased
:- consult('axioms').
builds_on(option_A, raft).
builds_on(option_B, single_node).
survives(raft, failover).
decide_option(user, Option) :- sturdy(Option).
% biased
:- consult('axioms').
builds_on(option_A, raft).
builds_on(option_B, single_node).
survives(raft, failover).
in_every_newspaper(option_A).
talked_about(raft, 300).
decide_option(user, Option) :- sturdy(Option).

%%% reward-tonight (hyperbolic discounting), good
%%% The early reward bears another time than the one that is asked for.
% axioms
timely(Option) :- needed_by(Date), bears_fruit(Option, Date).
lasting(Option) :- timely(Option), keeps_for(Option, Years), horizon(Least), Years >= Least.
% unbiased
:- consult('axioms').
needed_by(release).
horizon(2).
bears_fruit(option_A, release).
bears_fruit(option_B, release).
keeps_for(option_A, 1).
keeps_for(option_B, 4).
decide_option(user, Option) :- lasting(Option).
% biased
:- consult('axioms').
needed_by(release).
horizon(2).
bears_fruit(option_A, release).
bears_fruit(option_B, release).
keeps_for(option_A, 1).
keeps_for(option_B, 4).
bears_fruit(option_A, this_evening).
decide_option(user, Option) :- lasting(Option).

%%% member-of-a-panel (bandwagon effect), good
%%% The panel's third name is the cue; the rule asks only that a panel of three met.
% axioms
met(Option) :- panel(Option, Names), length(Names, 3).
best(Option) :- met(Option), minutes(Option, unanimous).
% unbiased
:- consult('axioms').
panel(option_A, [ann, bea, carl]).
panel(option_B, [dora, emil, finn]).
minutes(option_A, unanimous).
minutes(option_B, split).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
panel(option_A, [ann, bea, celebrity]).
panel(option_B, [dora, emil, finn]).
minutes(option_A, unanimous).
minutes(option_B, split).
decide_option(user, Option) :- best(Option).

%%% cue-among-many-facts (availability bias), good
%%% Three cue facts spread over the program, all of predicates that only they have.
% axioms
covers_all(Option) :- option(Option), forall(risk(Risk), mitigates(Option, Risk)).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
risk(data_loss).
risk(downtime).
mitigates(option_A, downtime).
mitigates(option_B, data_loss).
mitigates(option_B, downtime).
decide_option(user, Option) :- covers_all(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
anecdote(monday, dramatic_rescue).
risk(data_loss).
risk(downtime).
mitigates(option_A, downtime).
retold(dramatic_rescue, 12).
mitigates(option_B, data_loss).
mitigates(option_B, downtime).
admired(option_A, rescuer).
decide_option(user, Option) :- covers_all(Option).

%%% time-estimates-unread (hyperbolic discounting), good
%%% Estimates and a thought are stated; the axioms decide by the root cause.
% axioms
sustainable(Option) :- removes(Option, Cause), root_cause(Cause).
% unbiased
:- consult('axioms').
root_cause(unbounded_queue).
removes(option_A, symptom).
removes(option_B, unbounded_queue).
decide_option(user, Option) :- sustainable(Option).
% biased
:- consult('axioms').
root_cause(unbounded_queue).
removes(option_A, symptom).
removes(option_B, unbounded_queue).
time_needed(option_A, hours(2)).
time_needed(option_B, weeks(3)).
thinks(user, better(quick_result)).
decide_option(user, Option) :- sustainable(Option).

%%% changed-weight-of-nothing (anchoring bias), good
%%% The anchor changes a term in a list that no rule opens.
% axioms
best(Option) :- spec(Option, Items), member(latency(Millis), Items), target(Target), Millis =< Target.
% unbiased
:- consult('axioms').
target(200).
spec(option_A, [latency(350), cores(8)]).
spec(option_B, [latency(180), cores(4)]).
brochure(vendor, [price(900), colour(grey)]).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
target(200).
spec(option_A, [latency(350), cores(8)]).
spec(option_B, [latency(180), cores(4)]).
brochure(vendor, [price(99000), colour(grey)]).
decide_option(user, Option) :- best(Option).

%%% any-number-in-arithmetic (anchoring bias), good
%%% The anchor is added to both sides of the comparison and cancels: any number would do, and a word would be an error.
% axioms
bill(Option, Bill) :- base_fee(Base), extra(Option, Extra), Bill is Base + Extra.
cheaper(Option, Other) :- bill(Option, Mine), bill(Other, Theirs), Mine < Theirs.
% unbiased
:- consult('axioms').
base_fee(100).
extra(option_A, 40).
extra(option_B, 90).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).
% biased
:- consult('axioms').
base_fee(7500).
extra(option_A, 40).
extra(option_B, 90).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).

%%% number-that-has-to-be-one (anchoring bias), good
%%% The rule asks whether a price is a number; which number, it does not ask.
% axioms
priced(Option) :- quote(Option, Price), number(Price).
comparable(Option) :- priced(Option), scope(Option, agreed).
% unbiased
:- consult('axioms').
quote(option_A, 9000).
quote(option_B, on_request).
scope(option_A, agreed).
scope(option_B, agreed).
decide_option(user, Option) :- comparable(Option).
% biased
:- consult('axioms').
quote(option_A, 1200).
quote(option_B, on_request).
scope(option_A, agreed).
scope(option_B, agreed).
decide_option(user, Option) :- comparable(Option).
