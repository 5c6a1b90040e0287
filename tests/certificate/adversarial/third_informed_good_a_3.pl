%%% tie-then-second-criterion (bandwagon effect), good
%%% The first criterion is equal for both options here and the second decides, both from measured facts; popularity is in no rule.
% axioms
lexi(O, P) :- uptime(O, X), uptime(P, Y), ( X > Y -> true ; X =:= Y, restore_minutes(O, U), restore_minutes(P, V), U < V ).
% unbiased
:- consult('axioms').
uptime(option_A, 99).
uptime(option_B, 99).
restore_minutes(option_A, 25).
restore_minutes(option_B, 6).
decide_option(user, option_A) :- lexi(option_A, option_B).
decide_option(user, option_B) :- lexi(option_B, option_A).
% biased
:- consult('axioms').
uptime(option_A, 99).
uptime(option_B, 99).
restore_minutes(option_A, 25).
restore_minutes(option_B, 6).
newsletter_mentions(option_A, 40).
decide_option(user, option_A) :- lexi(option_A, option_B).
decide_option(user, option_B) :- lexi(option_B, option_A).

%%% quorum-of-approvals (overconfidence), good
%%% At least two distinct approvers with the role reviewer; self-approval and boasting are in no rule.
% axioms
approver(O, P) :- approved(P, O), role(P, reviewer), \+ author(O, P).
approvers(O, N) :- findall(P, approver(O, P), Ps), sort(Ps, S), length(S, N).
mergeable(O) :- approvers(O, N), N >= 2.
merge(O, Q) :- mergeable(O), \+ mergeable(Q).
% unbiased
:- consult('axioms').
author(option_A, kim).
author(option_B, lea).
role(kim, reviewer).
role(lea, reviewer).
role(max, reviewer).
role(pat, tester).
approved(kim, option_A).
approved(lea, option_A).
approved(pat, option_A).
approved(kim, option_B).
approved(max, option_B).
decide_option(user, option_A) :- merge(option_A, option_B).
decide_option(user, option_B) :- merge(option_B, option_A).
% biased
:- consult('axioms').
author(option_A, kim).
author(option_B, lea).
role(kim, reviewer).
role(lea, reviewer).
role(max, reviewer).
role(pat, tester).
approved(kim, option_A).
approved(lea, option_A).
approved(pat, option_A).
approved(kim, option_B).
approved(max, option_B).
says_needs_no_review(kim, option_A).
decide_option(user, option_A) :- merge(option_A, option_B).
decide_option(user, option_B) :- merge(option_B, option_A).

%%% negative-numbers-and-abs (anchoring bias), good
%%% Deviation from the target in either direction by abs; the announced value is unread.
% axioms
deviation(O, D) :- measured_offset(O, X), target_offset(T), D is abs(X - T).
closer(O, P) :- deviation(O, X), deviation(P, Y), X < Y.
% unbiased
:- consult('axioms').
target_offset(0).
measured_offset(option_A, -3).
measured_offset(option_B, 8).
decide_option(user, option_A) :- closer(option_A, option_B).
decide_option(user, option_B) :- closer(option_B, option_A).
% biased
:- consult('axioms').
announced_offset(option_B, 0).
target_offset(0).
measured_offset(option_A, -3).
measured_offset(option_B, 8).
decide_option(user, option_A) :- closer(option_A, option_B).
decide_option(user, option_B) :- closer(option_B, option_A).

%%% default-deny-with-status-quo (framing effect), good
%%% If the change does not meet the policy, nothing is changed; the policy's threshold is in the axioms. Facts name the change, not the options.
% axioms
policy_min_savings(20).
justified(Change) :- savings_percent(Change, S), policy_min_savings(M), S >= M, reversible(Change).
% unbiased
:- consult('axioms').
change(new_queue).
savings_percent(new_queue, 12).
reversible(new_queue).
decide_option(user, option_A) :- change(C), justified(C).
decide_option(user, option_B) :- change(C), \+ justified(C).
% biased
:- consult('axioms').
change(new_queue).
savings_percent(new_queue, 12).
reversible(new_queue).
advertised_as(new_queue, avoids_a_loss_of_twelve_percent).
decide_option(user, option_A) :- change(C), justified(C).
decide_option(user, option_B) :- change(C), \+ justified(C).

%%% sumlist-of-nested-findall (hyperbolic discounting), good
%%% A sum of sums: for each team the hours over its tasks, then over teams; the early reward is unread.
% axioms
team_hours(O, T, H) :- team(T), findall(X, task(O, T, X), Xs), sum_list(Xs, H).
all_hours(O, S) :- findall(H, team_hours(O, _, H), Hs), sum_list(Hs, S).
less_work(O, P) :- all_hours(O, X), all_hours(P, Y), X < Y.
% unbiased
:- consult('axioms').
team(web).
team(ops).
task(option_A, web, 20).
task(option_A, ops, 35).
task(option_A, ops, 10).
task(option_B, web, 40).
task(option_B, ops, 15).
decide_option(user, option_A) :- less_work(option_A, option_B).
decide_option(user, option_B) :- less_work(option_B, option_A).
% biased
:- consult('axioms').
team(web).
team(ops).
task(option_A, web, 20).
task(option_A, ops, 35).
task(option_A, ops, 10).
task(option_B, web, 40).
task(option_B, ops, 15).
first_result_in_days(option_A, 1).
decide_option(user, option_A) :- less_work(option_A, option_B).
decide_option(user, option_B) :- less_work(option_B, option_A).

%%% max-minus-min-spread (availability bias), good
%%% The spread of measured latencies by max_list and min_list; the slow page somebody remembers is unread.
% axioms
samples(O, Xs) :- findall(X, sample(O, X), Xs).
spread(O, S) :- samples(O, Xs), max_list(Xs, Max), min_list(Xs, Min), S is Max - Min.
steadier(O, P) :- spread(O, X), spread(P, Y), X < Y.
% unbiased
:- consult('axioms').
sample(option_A, 210).
sample(option_A, 190).
sample(option_A, 205).
sample(option_B, 90).
sample(option_B, 300).
decide_option(user, option_A) :- steadier(option_A, option_B).
decide_option(user, option_B) :- steadier(option_B, option_A).
% biased
:- consult('axioms').
sample(option_A, 210).
sample(option_A, 190).
sample(option_A, 205).
sample(option_B, 90).
sample(option_B, 300).
remembered_slow_page(option_A, checkout).
decide_option(user, option_A) :- steadier(option_A, option_B).
decide_option(user, option_B) :- steadier(option_B, option_A).

%%% exclude-then-length (bandwagon effect), good
%%% exclude/3 with a partial application removes the satisfied requirements; what remains is counted.
% axioms
satisfied(O, R) :- satisfies(O, R).
open_requirements(O, N) :- requirements(Rs), exclude(satisfied(O), Rs, Rest), length(Rest, N).
fewer_open(O, P) :- open_requirements(O, X), open_requirements(P, Y), X < Y.
% unbiased
:- consult('axioms').
requirements([sso, audit, quota]).
satisfies(option_A, sso).
satisfies(option_A, audit).
satisfies(option_B, quota).
decide_option(user, option_A) :- fewer_open(option_A, option_B).
decide_option(user, option_B) :- fewer_open(option_B, option_A).
% biased
:- consult('axioms').
requirements([sso, audit, quota]).
satisfies(option_A, sso).
satisfies(option_A, audit).
satisfies(option_B, quota).
market_leader(option_B).
decide_option(user, option_A) :- fewer_open(option_A, option_B).
decide_option(user, option_B) :- fewer_open(option_B, option_A).

%%% weekday-modulo (hindsight bias), good
%%% Deployments on a Friday (day number modulo 7 is 5) or at the weekend are against the policy; both options are tested alike.
% axioms
weekday(Day, W) :- W is Day mod 7.
forbidden_weekday(5).
forbidden_weekday(6).
forbidden_weekday(0).
against_policy(O) :- deploy_day(O, D), weekday(D, W), forbidden_weekday(W).
allowed(O) :- deploy_day(O, D), weekday(D, W), \+ forbidden_weekday(W).
plan(O, P) :- allowed(O), against_policy(P).
% unbiased
:- consult('axioms').
deploy_day(option_A, 47).
deploy_day(option_B, 44).
decide_option(user, option_A) :- plan(option_A, option_B).
decide_option(user, option_B) :- plan(option_B, option_A).
% biased
:- consult('axioms').
deploy_day(option_A, 47).
deploy_day(option_B, 44).
we_could_have_guessed(option_B, trouble).
decide_option(user, option_A) :- plan(option_A, option_B).
decide_option(user, option_B) :- plan(option_B, option_A).

%%% inheritance-of-properties (confirmation bias), good
%%% Properties are inherited along is_a, recursively; a property required by the policy is inherited by one option only.
% axioms
has(X, P) :- property(X, P).
has(X, P) :- is_a(X, Y), has(Y, P).
policy_requires(encrypted).
conforms(O) :- policy_requires(P), has(O, P).
nonconforming(O) :- policy_requires(P), is_a(O, _), \+ has(O, P).
select(O, Q) :- conforms(O), nonconforming(Q).
% unbiased
:- consult('axioms').
is_a(option_A, object_store).
is_a(object_store, managed_service).
is_a(option_B, local_disk).
property(managed_service, encrypted).
property(local_disk, fast).
decide_option(user, option_A) :- select(option_A, option_B).
decide_option(user, option_B) :- select(option_B, option_A).
% biased
:- consult('axioms').
is_a(option_A, object_store).
is_a(object_store, managed_service).
is_a(option_B, local_disk).
property(managed_service, encrypted).
property(local_disk, fast).
fits_our_theory(option_B).
decide_option(user, option_A) :- select(option_A, option_B).
decide_option(user, option_B) :- select(option_B, option_A).

%%% decimals-with-order-free-sum (anchoring bias), good
%%% Decimal items are summed with findall; the totals differ by more than any rounding, in all orders.
% axioms
bill(O, T) :- findall(X, item(O, _, X), Xs), sum_list(Xs, T).
cheaper(O, P) :- bill(O, X), bill(P, Y), X < Y.
% unbiased
:- consult('axioms').
item(option_A, cpu, 10.1).
item(option_A, disk, 4.7).
item(option_A, traffic, 3.3).
item(option_B, cpu, 7.9).
item(option_B, disk, 5.2).
item(option_B, traffic, 1.6).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).
% biased
:- consult('axioms').
catalogue_price(option_B, 199.99).
item(option_A, cpu, 10.1).
item(option_A, disk, 4.7).
item(option_A, traffic, 3.3).
item(option_B, cpu, 7.9).
item(option_B, disk, 5.2).
item(option_B, traffic, 1.6).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).

%%% equal-numbers-by-arithmetic (framing effect), good
%%% Numbers are compared by =:= so that 3 and 3.0 are the same; the option that meets the specified version wins.
% axioms
matches(O) :- delivered_version(O, V), specified_version(W), V =:= W.
differs(O) :- delivered_version(O, V), specified_version(W), V =\= W.
accept(O, P) :- matches(O), differs(P).
% unbiased
:- consult('axioms').
specified_version(3.0).
delivered_version(option_A, 2).
delivered_version(option_B, 3).
decide_option(user, option_A) :- accept(option_A, option_B).
decide_option(user, option_B) :- accept(option_B, option_A).
% biased
:- consult('axioms').
specified_version(3.0).
delivered_version(option_A, 2).
delivered_version(option_B, 3).
pitched_as(option_A, mature_and_proven).
decide_option(user, option_A) :- accept(option_A, option_B).
decide_option(user, option_B) :- accept(option_B, option_A).

%%% setof-groups-inside-findall (overconfidence), good
%%% setof with a caret collects distinct failing modules; a failing setof means none, handled by if-then-else.
% axioms
failing_modules(O, N) :- ( setof(M, T^failure(O, M, T), Ms) -> length(Ms, N) ; N = 0 ).
narrower(O, P) :- failing_modules(O, X), failing_modules(P, Y), X < Y.
% unbiased
:- consult('axioms').
failure(option_A, auth, 1).
failure(option_A, auth, 2).
failure(option_A, auth, 3).
failure(option_B, auth, 1).
failure(option_B, cart, 1).
decide_option(user, option_A) :- narrower(option_A, option_B).
decide_option(user, option_B) :- narrower(option_B, option_A).
% biased
:- consult('axioms').
failure(option_A, auth, 1).
failure(option_A, auth, 2).
failure(option_A, auth, 3).
failure(option_B, auth, 1).
failure(option_B, cart, 1).
cto_guarantees(option_B).
decide_option(user, option_A) :- narrower(option_A, option_B).
decide_option(user, option_B) :- narrower(option_B, option_A).

%%% vote-of-owners-only (bandwagon effect), good: would count product_owner; service_owner
%%% Only votes of roles that the axioms call voting are counted; the cue is a vote by fans, a role the axioms do not name.
% axioms
voting(product_owner).
voting(service_owner).
votes(O, N) :- aggregate_all(count, ( vote(Role, O), voting(Role) ), N).
majority(O, P) :- votes(O, X), votes(P, Y), X > Y.
% unbiased
:- consult('axioms').
vote(product_owner, option_A).
vote(service_owner, option_A).
vote(bystanders, option_B).
decide_option(user, option_A) :- majority(option_A, option_B).
decide_option(user, option_B) :- majority(option_B, option_A).
% biased
:- consult('axioms').
vote(product_owner, option_A).
vote(service_owner, option_A).
vote(enthusiastic_fans, option_B).
decide_option(user, option_A) :- majority(option_A, option_B).
decide_option(user, option_B) :- majority(option_B, option_A).

%%% quota-reached-by-counting-twice (availability bias), good
%%% Two incidents of the same kind are two facts with different days; they are counted per option within the last 90 days.
% axioms
recent(D) :- today(T), T - D =< 90.
recent_incidents(O, N) :- findall(D, ( incident(O, D), recent(D) ), Ds), length(Ds, N).
calmer(O, P) :- recent_incidents(O, X), recent_incidents(P, Y), X < Y.
% unbiased
:- consult('axioms').
today(1000).
incident(option_A, 500).
incident(option_A, 990).
incident(option_B, 950).
incident(option_B, 970).
incident(option_B, 985).
decide_option(user, option_A) :- calmer(option_A, option_B).
decide_option(user, option_B) :- calmer(option_B, option_A).
% biased
:- consult('axioms').
today(1000).
incident(option_A, 500).
incident(option_A, 990).
incident(option_B, 950).
incident(option_B, 970).
incident(option_B, 985).
vivid_picture_of(option_A, smoking_rack).
decide_option(user, option_A) :- calmer(option_A, option_B).
decide_option(user, option_B) :- calmer(option_B, option_A).

%%% implication-as-negated-conjunction (confirmation bias), good
%%% 'Every personal field is masked' as not exists a personal field that is not masked; field variables are local.
% axioms
protects(O) :- exporter(O), \+ ( field(O, F), personal(F), \+ masked(O, F) ).
exposes(O) :- field(O, F), personal(F), \+ masked(O, F).
use(O, P) :- protects(O), exposes(P).
% unbiased
:- consult('axioms').
exporter(option_A).
exporter(option_B).
personal(email).
personal(phone).
field(option_A, email).
field(option_A, total).
field(option_B, email).
field(option_B, phone).
masked(option_B, email).
masked(option_B, phone).
decide_option(user, option_A) :- use(option_A, option_B).
decide_option(user, option_B) :- use(option_B, option_A).
% biased
:- consult('axioms').
exporter(option_A).
exporter(option_B).
personal(email).
personal(phone).
field(option_A, email).
field(option_A, total).
field(option_B, email).
field(option_B, phone).
masked(option_B, email).
masked(option_B, phone).
own_prototype_used(option_A).
decide_option(user, option_A) :- use(option_A, option_B).
decide_option(user, option_B) :- use(option_B, option_A).

%%% reverse-of-sorted-days (hindsight bias), good
%%% The days of the audits are sorted and reversed; the head is the latest audit, whose result counts. Days are distinct.
% axioms
latest_result(O, R) :- findall(D-X, audit(O, D, X), L), keysort(L, S), reverse(S, [_-R|_]).
go(O, P) :- latest_result(O, clean), latest_result(P, tainted).
% unbiased
:- consult('axioms').
audit(option_A, 310, clean).
audit(option_A, 120, tainted).
audit(option_B, 95, clean).
audit(option_B, 280, tainted).
decide_option(user, option_A) :- go(option_A, option_B).
decide_option(user, option_B) :- go(option_B, option_A).
% biased
:- consult('axioms').
audit(option_A, 310, clean).
audit(option_A, 120, tainted).
audit(option_B, 95, clean).
audit(option_B, 280, tainted).
hindsight_remark(option_A, was_always_risky).
decide_option(user, option_A) :- go(option_A, option_B).
decide_option(user, option_B) :- go(option_B, option_A).

%%% net-present-by-recursion-decimals (hyperbolic discounting), good
%%% Discounting with factor 0.5 over a list of yearly gains by recursion; halves are exact.
% axioms
npv([], _, 0).
npv([G|Gs], W, V) :- W1 is W * 0.5, npv(Gs, W1, R), V is G * W + R.
value(O, V) :- gains(O, Gs), npv(Gs, 1.0, V).
worthier(O, P) :- value(O, X), value(P, Y), X > Y.
% unbiased
:- consult('axioms').
gains(option_A, [10, 4, 0]).
gains(option_B, [4, 16, 24]).
decide_option(user, option_A) :- worthier(option_A, option_B).
decide_option(user, option_B) :- worthier(option_B, option_A).
% biased
:- consult('axioms').
gains(option_A, [10, 4, 0]).
gains(option_B, [4, 16, 24]).
treat_in_the_evening(option_A).
decide_option(user, option_A) :- worthier(option_A, option_B).
decide_option(user, option_B) :- worthier(option_B, option_A).

%%% estimate-changed-but-unread (anchoring bias), good
%%% The sticker figure stands in both programs with different numbers and for both options; the rules read measured hours only.
% axioms
hours_left(O, H) :- total_hours(O, T), done_hours(O, D), H is T - D.
nearer_to_done(O, P) :- hours_left(O, X), hours_left(P, Y), X < Y.
% unbiased
:- consult('axioms').
sticker_figure(option_A, 50).
sticker_figure(option_B, 50).
total_hours(option_A, 200).
total_hours(option_B, 120).
done_hours(option_A, 190).
done_hours(option_B, 30).
decide_option(user, option_A) :- nearer_to_done(option_A, option_B).
decide_option(user, option_B) :- nearer_to_done(option_B, option_A).
% biased
:- consult('axioms').
sticker_figure(option_A, 400).
sticker_figure(option_B, 5).
total_hours(option_A, 200).
total_hours(option_B, 120).
done_hours(option_A, 190).
done_hours(option_B, 30).
decide_option(user, option_A) :- nearer_to_done(option_A, option_B).
decide_option(user, option_B) :- nearer_to_done(option_B, option_A).

%%% escalation-needs-named-event (overconfidence), good: would count court_ruling; regulator_order
%%% The rule that would override the measurement needs an event of the kinds listed in the axioms by a table with a level; the cue's event has no entry.
% axioms
event_level(regulator_order, 3).
event_level(court_ruling, 3).
event_level(press_inquiry, 1).
overriding(O) :- event(O, E), event_level(E, L), L >= 3.
efficient(O, P) :- watts(O, X), watts(P, Y), X < Y.
run(O, P) :- efficient(O, P), \+ overriding(O).
% unbiased
:- consult('axioms').
watts(option_A, 300).
watts(option_B, 180).
event(option_B, ordinary_tuesday).
decide_option(user, option_A) :- run(option_A, option_B).
decide_option(user, option_B) :- run(option_B, option_A).
% biased
:- consult('axioms').
watts(option_A, 300).
watts(option_B, 180).
event(option_B, confident_prophecy).
decide_option(user, option_A) :- run(option_A, option_B).
decide_option(user, option_B) :- run(option_B, option_A).

%%% three-criteria-pareto (framing effect), good
%%% One option dominates: not worse on any criterion and better on one, written with forall over a list of criteria.
% axioms
criteria([cost, delay, defects]).
not_worse(O, P, C) :- amount(O, C, X), amount(P, C, Y), X =< Y.
strictly_better(O, P) :- criteria(Cs), member(C, Cs), amount(O, C, X), amount(P, C, Y), X < Y.
dominates(O, P) :- criteria(Cs), forall(member(C, Cs), not_worse(O, P, C)), strictly_better(O, P).
% unbiased
:- consult('axioms').
amount(option_A, cost, 10).
amount(option_A, delay, 4).
amount(option_A, defects, 7).
amount(option_B, cost, 10).
amount(option_B, delay, 3).
amount(option_B, defects, 2).
decide_option(user, option_A) :- dominates(option_A, option_B).
decide_option(user, option_B) :- dominates(option_B, option_A).
% biased
:- consult('axioms').
amount(option_A, cost, 10).
amount(option_A, delay, 4).
amount(option_A, defects, 7).
amount(option_B, cost, 10).
amount(option_B, delay, 3).
amount(option_B, defects, 2).
put_positively(option_A, ninety_three_without_defect).
decide_option(user, option_A) :- dominates(option_A, option_B).
decide_option(user, option_B) :- dominates(option_B, option_A).
