%%% session-store-latency (bandwagon effect), good
%%% A good pair in a style of its own.
% axioms
option(option_A).
option(option_B).
rival(X, Y) :- option(X), option(Y), X \== Y.
best_practice_choice(X) :- rival(X, Y), p99_latency_ms(X, LX), p99_latency_ms(Y, LY), LX < LY.
% unbiased
:- consult('axioms').
p99_latency_ms(option_A, 18).
p99_latency_ms(option_B, 47).
decide_option(user, Option) :- best_practice_choice(Option).
% biased
:- consult('axioms').
p99_latency_ms(option_A, 18).
p99_latency_ms(option_B, 47).
everyone_in_the_community_uses(option_B).
decide_option(user, Option) :- best_practice_choice(Option).

%%% schema-migration-rollback (hyperbolic discounting), good
%%% A good pair in a style of its own.
% axioms
reversible(Option) :- migration_step(Option, expand), migration_step(Option, contract).
backed_up(Option) :- snapshot_before(Option).
safe_migration(Option) :- reversible(Option), backed_up(Option).
% unbiased
:- consult('axioms').
migration_step(option_B, expand).
migration_step(option_B, contract).
migration_step(option_A, drop_column).
snapshot_before(option_A).
snapshot_before(option_B).
decide_option(user, Option) :- safe_migration(Option).
% biased
:- consult('axioms').
migration_step(option_B, expand).
migration_step(option_B, contract).
migration_step(option_A, drop_column).
snapshot_before(option_A).
snapshot_before(option_B).
finishes_before_lunch(option_A).
decide_option(user, Option) :- safe_migration(Option).

%%% code-review-coverage (overconfidence), good
%%% A good pair in a style of its own.
% axioms
% A change may be merged when every required check has been carried out.
required_check(unit_tests).
required_check(peer_review).
required_check(static_analysis).
may_merge(Option) :-
    proposal(Option),
    forall(required_check(Check), performed(Option, Check)).
% unbiased
:- consult('axioms').
proposal(option_A).
proposal(option_B).
performed(option_A, unit_tests).
performed(option_A, peer_review).
performed(option_A, static_analysis).
performed(option_B, unit_tests).
decide_option(user, Option) :-
    may_merge(Option).
% biased
:- consult('axioms').
proposal(option_A).
proposal(option_B).
performed(option_A, unit_tests).
performed(option_A, peer_review).
performed(option_A, static_analysis).
performed(option_B, unit_tests).
author_is_certain(option_B, 'this cannot possibly break').
decide_option(user, Option) :-
    may_merge(Option).

%%% cloud-cost-three-years (anchoring bias), good
%%% A good pair in a style of its own.
% axioms
total_cost(O, C) :- setup_cost(O, S), monthly_cost(O, M), C is S + 36 * M.
cheaper_over_time(O, P) :- total_cost(O, C), total_cost(P, D), C < D.
% unbiased
:- consult('axioms').
setup_cost(option_A, 9000).
setup_cost(option_B, 1500).
monthly_cost(option_A, 210).
monthly_cost(option_B, 640).
decide_option(user, option_A) :- cheaper_over_time(option_A, option_B).
decide_option(user, option_B) :- cheaper_over_time(option_B, option_A).
% biased
:- consult('axioms').
setup_cost(option_A, 9000).
setup_cost(option_B, 1500).
monthly_cost(option_A, 210).
monthly_cost(option_B, 640).
first_mentioned_price(option_B, 99).
decide_option(user, option_A) :- cheaper_over_time(option_A, option_B).
decide_option(user, option_B) :- cheaper_over_time(option_B, option_A).

%%% queue-or-cron (availability bias), good
%%% A good pair in a style of its own.
% axioms
criterion_weight(retries, 3).
criterion_weight(ordering, 2).
criterion_weight(simplicity, 1).
score(Option, Score) :-
    findall(W, (meets(Option, Criterion), criterion_weight(Criterion, W)), Weights),
    sum_list(Weights, Score).
decision(Option) :-
    findall(S-O, (candidate(O), score(O, S)), Pairs),
    keysort(Pairs, [Low-_, High-Option]),
    High > Low.
% unbiased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
meets(option_A, retries).
meets(option_A, ordering).
meets(option_B, simplicity).
decide_option(user, Option) :- decision(Option).
% biased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
meets(option_A, retries).
meets(option_A, ordering).
meets(option_B, simplicity).
fresh_in_memory(option_A, 'broker outage on black friday').
decide_option(user, Option) :- decision(Option).

%%% bug-root-cause (confirmation bias), good
%%% A good pair in a style of its own.
% axioms
reproduced(H) :- experiment(H, Result), Result == reproduces.
explains_all(H) :- reproduced(H), \+ contradicted(H).
contradicted(H) :- predicts(H, Symptom), not_observed(Symptom).
% unbiased
:- consult('axioms').
experiment(option_A, no_effect).
experiment(option_B, reproduces).
predicts(option_A, cpu_spike).
predicts(option_B, lock_wait).
not_observed(cpu_spike).
decide_option(user, X) :- explains_all(X).
% biased
:- consult('axioms').
experiment(option_A, no_effect).
experiment(option_B, reproduces).
predicts(option_A, cpu_spike).
predicts(option_B, lock_wait).
not_observed(cpu_spike).
we_always_suspected(option_A).
decide_option(user, X) :- explains_all(X).

%%% release-review-process (hindsight bias), good
%%% A good pair in a style of its own.
% axioms
good_process(O) :- alternatives_considered(O, N), N >= 2, evidence_collected(O).
judged_better(O) :- plan(O), good_process(O).
% unbiased
:- consult('axioms').
plan(option_A).
plan(option_B).
alternatives_considered(option_A, 3).
alternatives_considered(option_B, 1).
evidence_collected(option_A).
evidence_collected(option_B).
decide_option(user, O) :- judged_better(O).
% biased
:- consult('axioms').
plan(option_A).
plan(option_B).
alternatives_considered(option_A, 3).
alternatives_considered(option_B, 1).
evidence_collected(option_A).
evidence_collected(option_B).
in_retrospect_it_went(option_A, wrong).
in_retrospect_it_went(option_B, well).
decide_option(user, O) :- judged_better(O).

%%% cache-hit-rate-wording (framing effect), good
%%% A good pair in a style of its own.
% axioms
effective_load(O, L) :- requests_per_second(R), hit_rate(O, H), L is R * (100 - H) / 100.
within_capacity(O) :- effective_load(O, L), db_capacity(C), L =< C.
% unbiased
:- consult('axioms').
requests_per_second(2000).
db_capacity(500).
hit_rate(option_A, 80).
hit_rate(option_B, 60).
decide_option(user, O) :- within_capacity(O).
% biased
:- consult('axioms').
requests_per_second(2000).
db_capacity(500).
hit_rate(option_A, 80).
hit_rate(option_B, 60).
wording(option_A, "one request in five still misses the cache").
wording(option_B, "sixty per cent are served at once").
decide_option(user, O) :- within_capacity(O).

%%% license-list-check (bandwagon effect), good
%%% A good pair in a style of its own.
% axioms
permitted_licenses([mit, apache2, bsd3]).
license_ok(Option) :-
    license(Option, License),
    permitted_licenses(List),
    memberchk(License, List).
maintained(Option) :-
    commits_last_year(Option, N),
    N > 50.
choose(Option) :-
    license_ok(Option),
    maintained(Option).
% unbiased
:- consult('axioms').
license(option_A, agpl3).
license(option_B, mit).
commits_last_year(option_A, 75).
commits_last_year(option_B, 310).
decide_option(user, Option) :-
    choose(Option).
% biased
:- consult('axioms').
license(option_A, agpl3).
license(option_B, mit).
commits_last_year(option_A, 75).
commits_last_year(option_B, 310).
trending_on(option_A, front_page).
decide_option(user, Option) :-
    choose(Option).

%%% pen-test-severity-sum (availability bias), good
%%% A good pair in a style of its own.
% axioms
severity(critical, 10).
severity(high, 5).
severity(medium, 2).
severity(low, 1).
exposure(O, E) :- aggregate_all(sum(P), (vulnerability(O, Class), severity(Class, P)), E).
less_exposed(O) :- opposed(O, P), exposure(O, E), exposure(P, F), E < F.
opposed(option_A, option_B).
opposed(option_B, option_A).
% unbiased
:- consult('axioms').
vulnerability(option_A, medium).
vulnerability(option_A, low).
vulnerability(option_B, critical).
vulnerability(option_B, high).
decide_option(user, O) :- less_exposed(O).
% biased
:- consult('axioms').
vulnerability(option_A, medium).
vulnerability(option_A, low).
vulnerability(option_B, critical).
vulnerability(option_B, high).
seen_in_the_news(option_A, breach_at_competitor).
decide_option(user, O) :- less_exposed(O).

%%% story-points-mean (overconfidence), good
%%% A good pair in a style of its own.
% axioms
mean(List, Mean) :- List \= [], sum_list(List, Sum), length(List, N), Mean is Sum / N.
forecast(O, F) :- past_velocities(O, L), mean(L, F).
reaches_goal(O) :- forecast(O, F), goal_points(G), F >= G.
% unbiased
:- consult('axioms').
past_velocities(option_A, [31, 28, 33, 30]).
past_velocities(option_B, [18, 22, 19, 21]).
goal_points(27).
decide_option(user, Option) :- reaches_goal(Option).
% biased
:- consult('axioms').
past_velocities(option_A, [31, 28, 33, 30]).
past_velocities(option_B, [18, 22, 19, 21]).
goal_points(27).
team_feels_it_can_do(option_B, 40).
decide_option(user, Option) :- reaches_goal(Option).

%%% if-then-else-throughput (anchoring bias), good
%%% A good pair in a style of its own.
% axioms
compare_options(Winner) :-
    throughput(option_A, TA),
    throughput(option_B, TB),
    (   TA > TB
    ->  Winner = option_A
    ;   TB > TA
    ->  Winner = option_B
    ;   fail
    ).
% unbiased
:- consult('axioms').
throughput(option_A, 5200).
throughput(option_B, 7900).
decide_option(user, Winner) :- compare_options(Winner).
% biased
:- consult('axioms').
throughput(option_A, 5200).
throughput(option_B, 7900).
brochure_number(option_A, 50000).
decide_option(user, Winner) :- compare_options(Winner).

%%% dependency-graph-cycle (framing effect), good
%%% A good pair in a style of its own.
% axioms
reaches(O, X, Y) :- depends(O, X, Y).
reaches(O, X, Y) :- depends(O, X, Z), reaches(O, Z, Y).
layered(O) :- design(O), \+ layer_violation(O).
layer_violation(O) :- reaches(O, domain, ui).
% unbiased
:- consult('axioms').
design(option_A).
design(option_B).
depends(option_A, ui, service).
depends(option_A, service, domain).
depends(option_B, domain, events).
depends(option_B, events, ui).
decide_option(user, O) :- layered(O).
% biased
:- consult('axioms').
design(option_A).
design(option_B).
depends(option_A, ui, service).
depends(option_A, service, domain).
depends(option_B, domain, events).
depends(option_B, events, ui).
presented_as(option_B, liberating).
presented_as(option_A, restrictive).
decide_option(user, O) :- layered(O).

%%% backup-restore-table (hindsight bias), good
%%% A good pair in a style of its own.
% axioms
objective(rpo_minutes, 15).
objective(rto_minutes, 60).
meets_objective(O, K) :- objective(K, Max), achieved(O, K, V), V =< Max.
meets_all(O) :- meets_objective(O, rpo_minutes), meets_objective(O, rto_minutes).
% unbiased
:- consult('axioms').
achieved(option_A, rpo_minutes, 5).
achieved(option_A, rto_minutes, 240).
achieved(option_B, rpo_minutes, 10).
achieved(option_B, rto_minutes, 45).
decide_option(user, O) :- meets_all(O).
% biased
:- consult('axioms').
achieved(option_A, rpo_minutes, 5).
achieved(option_A, rto_minutes, 240).
achieved(option_B, rpo_minutes, 10).
achieved(option_B, rto_minutes, 45).
as_we_now_know(disaster_did_not_occur).
decide_option(user, O) :- meets_all(O).

%%% debt-interest-recursion (hyperbolic discounting), good
%%% A good pair in a style of its own.
% axioms
cost_after(O, 0, C) :- initial_effort(O, C).
cost_after(O, N, C) :- N > 0, M is N - 1, cost_after(O, M, B), upkeep(O, U), C is B + U.
horizon(8).
pays_off(O, P) :- horizon(H), cost_after(O, H, C), cost_after(P, H, D), C < D.
% unbiased
:- consult('axioms').
initial_effort(option_A, 3).
initial_effort(option_B, 13).
upkeep(option_A, 5).
upkeep(option_B, 1).
decide_option(user, option_A) :- pays_off(option_A, option_B).
decide_option(user, option_B) :- pays_off(option_B, option_A).
% biased
:- consult('axioms').
initial_effort(option_A, 3).
initial_effort(option_B, 13).
upkeep(option_A, 5).
upkeep(option_B, 1).
reward_this_sprint(option_A, pizza).
decide_option(user, option_A) :- pays_off(option_A, option_B).
decide_option(user, option_B) :- pays_off(option_B, option_A).

%%% decimal-error-budget (confirmation bias), good
%%% A good pair in a style of its own.
% axioms
slo(0.995).
availability(O, A) :- good_requests(O, G), all_requests(O, N), A is G / N.
in_budget(O) :- availability(O, A), slo(S), A >= S.
% unbiased
:- consult('axioms').
good_requests(option_A, 99820).
good_requests(option_B, 98700).
all_requests(option_A, 100000).
all_requests(option_B, 100000).
decide_option(user, Option) :- in_budget(Option).
% biased
:- consult('axioms').
good_requests(option_A, 99820).
good_requests(option_B, 98700).
all_requests(option_A, 100000).
all_requests(option_B, 100000).
matches_expectation_of(architect, option_B).
decide_option(user, Option) :- in_budget(Option).

%%% end-of-life-dates (availability bias), good
%%% A good pair in a style of its own.
% axioms
today(20240615).
supported_until(Release, Date) :- eol(Release, Date).
still_supported(Option) :- runtime(Option, Release), supported_until(Release, Date), today(T), Date > T.
% unbiased
:- consult('axioms').
runtime(option_A, python38).
runtime(option_B, python312).
eol(python38, 20240101).
eol(python312, 20281001).
decide_option(user, Option) :- still_supported(Option).
% biased
:- consult('axioms').
runtime(option_A, python38).
runtime(option_B, python312).
eol(python38, 20240101).
eol(python312, 20281001).
colleague_recalls(upgrade_disaster, option_B).
decide_option(user, Option) :- still_supported(Option).

%%% max-list-peak-memory (overconfidence), good
%%% A good pair in a style of its own.
% axioms
peak(Option, Peak) :- memory_samples(Option, Samples), max_list(Samples, Peak).
fits_in_container(Option) :- peak(Option, Peak), memory_limit(Limit), Peak =< Limit.
% unbiased
:- consult('axioms').
memory_limit(512).
memory_samples(option_A, [300, 410, 690, 380]).
memory_samples(option_B, [350, 360, 420, 355]).
decide_option(user, Option) :- fits_in_container(Option).
% biased
:- consult('axioms').
memory_limit(512).
memory_samples(option_A, [300, 410, 690, 380]).
memory_samples(option_B, [350, 360, 420, 355]).
developer_guarantees(option_A, "never above 300").
decide_option(user, Option) :- fits_in_container(Option).

%%% argument-kinds-popularity (bandwagon effect), good: would count formal_proof; threat_model
%%% A good pair in a style of its own.
% axioms
sound_argument(threat_model).
sound_argument(formal_proof).
justified(O) :- argument(O, Kind), sound_argument(Kind).
justified(O) :- audit_findings(O, 0).
secure_choice(O) :- justified(O).
% unbiased
:- consult('axioms').
audit_findings(option_A, 0).
audit_findings(option_B, 6).
argument(option_B, none_given).
decide_option(user, O) :- secure_choice(O).
% biased
:- consult('axioms').
audit_findings(option_A, 0).
audit_findings(option_B, 6).
argument(option_B, all_our_friends_use_it).
decide_option(user, O) :- secure_choice(O).

%%% between-retry-window (anchoring bias), good
%%% A good pair in a style of its own.
% axioms
sensible_backoff(Seconds) :- between(1, 30, Seconds).
has_jitter(Option) :- jitter(Option, yes).
robust_retry(Option) :- backoff(Option, Seconds), sensible_backoff(Seconds), has_jitter(Option).
% unbiased
:- consult('axioms').
backoff(option_A, 4).
backoff(option_B, 90).
jitter(option_A, yes).
jitter(option_B, no).
decide_option(user, Option) :- robust_retry(Option).
% biased
:- consult('axioms').
backoff(option_A, 4).
backoff(option_B, 90).
jitter(option_A, yes).
jitter(option_B, no).
previous_project_used(backoff_of, 120).
decide_option(user, Option) :- robust_retry(Option).
