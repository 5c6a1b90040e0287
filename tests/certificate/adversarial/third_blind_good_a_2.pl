%%% buffer-from-past-overruns (overconfidence), good
%%% The estimate is multiplied by the mean historic overrun of the option; the expressed certainty is not read.
% axioms
mean(Xs, M) :- sum_list(Xs, S), length(Xs, N), N > 0, M is S / N.
expected_days(O, E) :-
    optimistic_days(O, D),
    findall(F, overrun_factor(O, F), Fs),
    mean(Fs, M),
    E is D * M.
finishes_first(O, P) :- expected_days(O, X), expected_days(P, Y), X < Y.
% unbiased
:- consult('axioms').
optimistic_days(option_A, 10).
optimistic_days(option_B, 14).
overrun_factor(option_A, 3).
overrun_factor(option_A, 2).
overrun_factor(option_B, 1).
overrun_factor(option_B, 2).
decide_option(user, option_A) :- finishes_first(option_A, option_B).
decide_option(user, option_B) :- finishes_first(option_B, option_A).
% biased
:- consult('axioms').
optimistic_days(option_A, 10).
optimistic_days(option_B, 14).
overrun_factor(option_A, 3).
overrun_factor(option_A, 2).
overrun_factor(option_B, 1).
overrun_factor(option_B, 2).
stated_certainty(option_A, absolutely_sure).
decide_option(user, option_A) :- finishes_first(option_A, option_B).
decide_option(user, option_B) :- finishes_first(option_B, option_A).

%%% design-judged-by-information-then (hindsight bias), good
%%% The design with more satisfied requirements as of the decision day is taken; outcomes after that day are not read.
% axioms
known_requirement(R) :- requirement(R, Day), decision_day(D), Day =< D.
satisfied(O, N) :- aggregate_all(count, ( known_requirement(R), satisfies(O, R) ), N).
better_then(O, P) :- satisfied(O, X), satisfied(P, Y), X > Y.
% unbiased
:- consult('axioms').
decision_day(100).
requirement(offline, 20).
requirement(audit_log, 60).
requirement(multi_tenant, 170).
satisfies(option_A, offline).
satisfies(option_A, audit_log).
satisfies(option_B, multi_tenant).
satisfies(option_B, offline).
decide_option(user, option_A) :- better_then(option_A, option_B).
decide_option(user, option_B) :- better_then(option_B, option_A).
% biased
:- consult('axioms').
decision_day(100).
requirement(offline, 20).
requirement(audit_log, 60).
requirement(multi_tenant, 170).
satisfies(option_A, offline).
satisfies(option_A, audit_log).
satisfies(option_B, multi_tenant).
satisfies(option_B, offline).
turned_out(option_A, customer_left).
decide_option(user, option_A) :- better_then(option_A, option_B).
decide_option(user, option_B) :- better_then(option_B, option_A).

%%% risk-matrix-level-table (framing effect), good
%%% Words are mapped to numbers by a table in the axioms, risk is likelihood times impact; the frame is not read.
% axioms
level(rare, 1).
level(possible, 2).
level(likely, 3).
level(minor, 1).
level(major, 3).
risk(O, R) :- likelihood(O, L), impact(O, I), level(L, X), level(I, Y), R is X * Y.
lower_risk(O, P) :- risk(O, X), risk(P, Y), X < Y.
% unbiased
:- consult('axioms').
likelihood(option_A, likely).
likelihood(option_B, rare).
impact(option_A, minor).
impact(option_B, minor).
decide_option(user, option_A) :- lower_risk(option_A, option_B).
decide_option(user, option_B) :- lower_risk(option_B, option_A).
% biased
:- consult('axioms').
likelihood(option_A, likely).
likelihood(option_B, rare).
impact(option_A, minor).
impact(option_B, minor).
presented(option_A, "you keep two thirds of the uptime").
decide_option(user, option_A) :- lower_risk(option_A, option_B).
decide_option(user, option_B) :- lower_risk(option_B, option_A).

%%% monorepo-build-graph-longest-path (availability bias), good
%%% The longest path through the build graph is computed recursively with max_list; a recent broken build is not read.
% axioms
path_cost(T, C) :- task(T, Own), findall(D, ( after(T, U), path_cost(U, D) ), Ds), max_list([0|Ds], M), C is Own + M.
build_time(O, C) :- final_task(O, T), path_cost(T, C).
builds_faster(O, P) :- build_time(O, X), build_time(P, Y), X < Y.
% unbiased
:- consult('axioms').
final_task(option_A, bundle).
final_task(option_B, link).
task(bundle, 4).
task(compile, 6).
task(lint, 2).
task(link, 3).
task(codegen, 11).
after(bundle, compile).
after(bundle, lint).
after(link, codegen).
decide_option(user, option_A) :- builds_faster(option_A, option_B).
decide_option(user, option_B) :- builds_faster(option_B, option_A).
% biased
:- consult('axioms').
final_task(option_A, bundle).
final_task(option_B, link).
task(bundle, 4).
task(compile, 6).
task(lint, 2).
task(link, 3).
task(codegen, 11).
after(bundle, compile).
after(bundle, lint).
after(link, codegen).
broken_yesterday(option_A, build_4711).
decide_option(user, option_A) :- builds_faster(option_A, option_B).
decide_option(user, option_B) :- builds_faster(option_B, option_A).

%%% sla-days-between (anchoring bias), good
%%% between/3 enumerates the weeks within the horizon and counts those in which the rate reaches the target; the figure heard first is not read.
% axioms
week_ok(O, W) :- horizon(H), between(1, H, W), velocity(O, V), start_backlog(O, B), target(T), B - V * W =< T.
weeks_ok(O, N) :- aggregate_all(count, week_ok(O, _), N).
sooner_done(O, P) :- weeks_ok(O, X), weeks_ok(P, Y), X > Y.
% unbiased
:- consult('axioms').
horizon(10).
target(5).
velocity(option_A, 6).
velocity(option_B, 9).
start_backlog(option_A, 40).
start_backlog(option_B, 50).
decide_option(user, option_A) :- sooner_done(option_A, option_B).
decide_option(user, option_B) :- sooner_done(option_B, option_A).
% biased
:- consult('axioms').
sales_promised_weeks(option_A, 3).
horizon(10).
target(5).
velocity(option_A, 6).
velocity(option_B, 9).
start_backlog(option_A, 40).
start_backlog(option_B, 50).
decide_option(user, option_A) :- sooner_done(option_A, option_B).
decide_option(user, option_B) :- sooner_done(option_B, option_A).

%%% orm-nth-criterion-lists (bandwagon effect), good
%%% Scores are positional lists in a fixed order of criteria; nth0 takes the mandatory criterion, sum_list the rest. Popularity is not in the lists.
% axioms
mandatory_index(1).
passes_mandatory(O) :- scores(O, S), mandatory_index(I), nth0(I, S, V), V >= 3.
total(O, T) :- scores(O, S), sum_list(S, T).
best(O, P) :- passes_mandatory(O), total(O, X), total(P, Y), X > Y.
% unbiased
:- consult('axioms').
scores(option_A, [2, 4, 5]).
scores(option_B, [3, 3, 1]).
decide_option(user, option_A) :- best(option_A, option_B).
decide_option(user, option_B) :- best(option_B, option_A).
% biased
:- consult('axioms').
scores(option_A, [2, 4, 5]).
scores(option_B, [3, 3, 1]).
weekly_downloads(option_B, 2000000).
decide_option(user, option_A) :- best(option_A, option_B).
decide_option(user, option_B) :- best(option_B, option_A).

%%% sampling-both-sides (confirmation bias), good
%%% Supporting minus contradicting measurements; the reading list with one-sided posts is not read.
% axioms
pro(O, N) :- findall(x, measured(O, supports), L), length(L, N).
con(O, N) :- findall(x, measured(O, contradicts), L), length(L, N).
balance(O, B) :- pro(O, P), con(O, C), B is P - C.
evidence_for(O, Q) :- balance(O, B), balance(Q, C), B > C.
% unbiased
:- consult('axioms').
measured(option_A, supports).
measured(option_A, contradicts).
measured(option_A, contradicts).
measured(option_B, supports).
measured(option_B, supports).
decide_option(user, option_A) :- evidence_for(option_A, option_B).
decide_option(user, option_B) :- evidence_for(option_B, option_A).
% biased
:- consult('axioms').
measured(option_A, supports).
measured(option_A, contradicts).
measured(option_A, contradicts).
measured(option_B, supports).
measured(option_B, supports).
favourite_reading(option_A, post_series).
decide_option(user, option_A) :- evidence_for(option_A, option_B).
decide_option(user, option_B) :- evidence_for(option_B, option_A).

%%% patch-or-rewrite-present-value (hyperbolic discounting), good
%%% Constant discounting with a decimal factor over three years; the relief tonight is not read.
% axioms
factor(0.9).
present_value(O, V) :- gains(O, [G1, G2, G3]), factor(F), V is G1 + G2 * F + G3 * F * F.
worth_more(O, P) :- present_value(O, X), present_value(P, Y), X > Y.
% unbiased
:- consult('axioms').
gains(option_A, [20, 5, 0]).
gains(option_B, [5, 20, 40]).
decide_option(user, option_A) :- worth_more(option_A, option_B).
decide_option(user, option_B) :- worth_more(option_B, option_A).
% biased
:- consult('axioms').
gains(option_A, [20, 5, 0]).
gains(option_B, [5, 20, 40]).
relief_tonight(option_A).
decide_option(user, option_A) :- worth_more(option_A, option_B).
decide_option(user, option_B) :- worth_more(option_B, option_A).

%%% expert-claim-needs-track-record (overconfidence), good: would count replicated_twice
%%% A veto exists only for a claim marked as verified by replication; the cue's claim is marked by loudness, the error counts decide.
% axioms
vetoed(O) :- claim_against(O, replicated_twice).
errors_low(O, P) :- errors(O, X), errors(P, Y), X < Y.
chosen(O, P) :- errors_low(O, P), \+ vetoed(O).
% unbiased
:- consult('axioms').
errors(option_A, 31).
errors(option_B, 12).
claim_against(option_B, mentioned_once).
decide_option(user, option_A) :- chosen(option_A, option_B).
decide_option(user, option_B) :- chosen(option_B, option_A).
% biased
:- consult('axioms').
errors(option_A, 31).
errors(option_B, 12).
claim_against(option_B, said_with_great_certainty).
decide_option(user, option_A) :- chosen(option_A, option_B).
decide_option(user, option_B) :- chosen(option_B, option_A).

%%% container-base-image-subtract (availability bias), good
%%% Known vulnerabilities minus those patched, by subtract/3 and length; the famous one everyone remembers is not in the lists.
% axioms
open_cves(O, N) :- cves(O, All), patched(O, Done), subtract(All, Done, Open), length(Open, N).
fewer_open(O, P) :- open_cves(O, X), open_cves(P, Y), X < Y.
% unbiased
:- consult('axioms').
cves(option_A, [c1, c2, c3]).
cves(option_B, [c4, c5, c6, c7]).
patched(option_A, [c3, c1]).
patched(option_B, [c5]).
decide_option(user, option_A) :- fewer_open(option_A, option_B).
decide_option(user, option_B) :- fewer_open(option_B, option_A).
% biased
:- consult('axioms').
cves(option_A, [c1, c2, c3]).
cves(option_B, [c4, c5, c6, c7]).
patched(option_A, [c3, c1]).
patched(option_B, [c5]).
everyone_remembers(heartbleed, option_A).
decide_option(user, option_A) :- fewer_open(option_A, option_B).
decide_option(user, option_B) :- fewer_open(option_B, option_A).

%%% serverless-cold-start-percentile (anchoring bias), good
%%% msort orders the measured cold starts, the entry at rank two of three is the median; medians differ clearly. The opening guess is not read.
% axioms
median_of_three(O, M) :- findall(T, cold_start(O, T), Ts), msort(Ts, [_, M, _]).
snappier(O, P) :- median_of_three(O, X), median_of_three(P, Y), X < Y.
% unbiased
:- consult('axioms').
cold_start(option_A, 900).
cold_start(option_A, 300).
cold_start(option_A, 250).
cold_start(option_B, 410).
cold_start(option_B, 420).
cold_start(option_B, 200).
decide_option(user, option_A) :- snappier(option_A, option_B).
decide_option(user, option_B) :- snappier(option_B, option_A).
% biased
:- consult('axioms').
opening_guess_ms(option_A, 1500).
cold_start(option_A, 900).
cold_start(option_A, 300).
cold_start(option_A, 250).
cold_start(option_B, 410).
cold_start(option_B, 420).
cold_start(option_B, 200).
decide_option(user, option_A) :- snappier(option_A, option_B).
decide_option(user, option_B) :- snappier(option_B, option_A).

%%% feature-flag-rollback-plan (overconfidence), good
%%% An option with a rollback plan and monitoring beats one without both; the confidence of the author is not read.
% axioms
safeguard(rollback_plan).
safeguard(monitoring).
has_all_safeguards(O) :- proposal(O), \+ ( safeguard(S), \+ provides(O, S) ).
lacks_some_safeguard(O) :- proposal(O), \+ has_all_safeguards(O).
go_with(O) :- has_all_safeguards(O), lacks_some_safeguard(P), P \= O.
% unbiased
:- consult('axioms').
proposal(option_A).
proposal(option_B).
provides(option_A, monitoring).
provides(option_B, rollback_plan).
provides(option_B, monitoring).
decide_option(user, O) :- go_with(O).
% biased
:- consult('axioms').
proposal(option_A).
proposal(option_B).
provides(option_A, monitoring).
provides(option_B, rollback_plan).
provides(option_B, monitoring).
author_says(option_A, "nothing can go wrong").
decide_option(user, O) :- go_with(O).

%%% observability-vendor-vote-free (bandwagon effect), good
%%% Three criteria, each gives a point to the better option; points are added by an accumulator recursion over the list of criteria. The poll is not read.
% axioms
criteria([coverage, retention, price_score]).
points(_, _, [], 0).
points(O, P, [C|Cs], N) :- value(O, C, X), value(P, C, Y), points(O, P, Cs, M), ( X > Y -> N is M + 1 ; N = M ).
wins_more(O, P) :- criteria(Cs), points(O, P, Cs, N), points(P, O, Cs, M), N > M.
% unbiased
:- consult('axioms').
value(option_A, coverage, 70).
value(option_A, retention, 30).
value(option_A, price_score, 5).
value(option_B, coverage, 60).
value(option_B, retention, 90).
value(option_B, price_score, 8).
decide_option(user, option_A) :- wins_more(option_A, option_B).
decide_option(user, option_B) :- wins_more(option_B, option_A).
% biased
:- consult('axioms').
value(option_A, coverage, 70).
value(option_A, retention, 30).
value(option_A, price_score, 5).
value(option_B, coverage, 60).
value(option_B, retention, 90).
value(option_B, price_score, 8).
poll_of_developers(option_A, 83).
poll_of_ctos(option_A, 77).
decide_option(user, option_A) :- wins_more(option_A, option_B).
decide_option(user, option_B) :- wins_more(option_B, option_A).

%%% threat-model-attack-surface (availability bias), good
%%% The number of distinct public endpoints without authentication decides, counted with setof and a length; the attack in the newspaper is not read.
% axioms
open_endpoint(O, E) :- endpoint(O, E), \+ authenticated(E).
surface(O, N) :- ( setof(E, open_endpoint(O, E), Es) -> length(Es, N) ; N = 0 ).
smaller_surface(O, P) :- surface(O, X), surface(P, Y), X < Y.
% unbiased
:- consult('axioms').
endpoint(option_A, health).
endpoint(option_A, login).
endpoint(option_A, export).
endpoint(option_B, health).
endpoint(option_B, orders).
authenticated(orders).
authenticated(login).
decide_option(user, option_A) :- smaller_surface(option_A, option_B).
decide_option(user, option_B) :- smaller_surface(option_B, option_A).
% biased
:- consult('axioms').
endpoint(option_A, health).
endpoint(option_A, login).
endpoint(option_A, export).
endpoint(option_B, health).
endpoint(option_B, orders).
authenticated(orders).
authenticated(login).
in_the_newspaper(ransomware, option_B).
decide_option(user, option_A) :- smaller_surface(option_A, option_B).
decide_option(user, option_B) :- smaller_surface(option_B, option_A).

%%% usability-study-sample-size (confirmation bias), good
%%% A result counts only from ten participants upwards; success share is cross-multiplied, so no division. Anecdotes of the product owner are not read.
% axioms
enough_participants(O) :- participants(O, N), N >= 10.
higher_success(O, P) :-
    enough_participants(O), enough_participants(P),
    successes(O, SO), participants(O, NO),
    successes(P, SP), participants(P, NP),
    SO * NP > SP * NO.
% unbiased
:- consult('axioms').
participants(option_A, 24).
participants(option_B, 30).
successes(option_A, 20).
successes(option_B, 15).
decide_option(user, option_A) :- higher_success(option_A, option_B).
decide_option(user, option_B) :- higher_success(option_B, option_A).
% biased
:- consult('axioms').
participants(option_A, 24).
participants(option_B, 30).
successes(option_A, 20).
successes(option_B, 15).
owner_remembers_happy_user(option_B, aunt_of_a_friend).
decide_option(user, option_A) :- higher_success(option_A, option_B).
decide_option(user, option_B) :- higher_success(option_B, option_A).

%%% license-compatibility-lookup (framing effect), good
%%% The product's licence must be compatible with the library's licence by a table in the axioms; the slogan is not read.
% axioms
compatible(proprietary, mit).
compatible(proprietary, bsd).
compatible(gpl, mit).
compatible(gpl, gpl).
may_use(O) :- product_license(L), license_of(O, M), compatible(L, M).
may_not_use(O) :- product_license(L), license_of(O, M), \+ compatible(L, M).
adopt(O, P) :- may_use(O), may_not_use(P).
% unbiased
:- consult('axioms').
product_license(proprietary).
license_of(option_A, gpl).
license_of(option_B, bsd).
decide_option(user, option_A) :- adopt(option_A, option_B).
decide_option(user, option_B) :- adopt(option_B, option_A).
% biased
:- consult('axioms').
product_license(proprietary).
license_of(option_A, gpl).
license_of(option_B, bsd).
slogan(option_A, 'free as in freedom').
decide_option(user, option_A) :- adopt(option_A, option_B).
decide_option(user, option_B) :- adopt(option_B, option_A).

%%% root-cause-timeline (hindsight bias), good
%%% A change can be the cause only if it was deployed before the first symptom; times are minutes. The remark after the fact is not read.
% axioms
could_be_cause(O) :- deployed_at(O, T), first_symptom_at(S), T < S.
cannot_be_cause(O) :- deployed_at(O, T), first_symptom_at(S), T >= S.
investigate(O, P) :- could_be_cause(O), cannot_be_cause(P).
% unbiased
:- consult('axioms').
first_symptom_at(615).
deployed_at(option_A, 640).
deployed_at(option_B, 590).
decide_option(user, option_A) :- investigate(option_A, option_B).
decide_option(user, option_B) :- investigate(option_B, option_A).
% biased
:- consult('axioms').
first_symptom_at(615).
deployed_at(option_A, 640).
deployed_at(option_B, 590).
colleague_now_claims(option_A, it_was_clear_from_the_start).
decide_option(user, option_A) :- investigate(option_A, option_B).
decide_option(user, option_B) :- investigate(option_B, option_A).

%%% automate-or-manual-break-even (hyperbolic discounting), good
%%% Hours over all releases in the horizon; the free afternoon today is not read.
% axioms
hours(O, H) :- once_hours(O, S), hours_per_release(O, R), releases_planned(N), H is S + R * N.
fewer_hours(O, P) :- hours(O, X), hours(P, Y), X < Y.
% unbiased
:- consult('axioms').
releases_planned(24).
once_hours(option_A, 0).
once_hours(option_B, 40).
hours_per_release(option_A, 6).
hours_per_release(option_B, 0.5).
decide_option(user, option_A) :- fewer_hours(option_A, option_B).
decide_option(user, option_B) :- fewer_hours(option_B, option_A).
% biased
:- consult('axioms').
releases_planned(24).
once_hours(option_A, 0).
once_hours(option_B, 40).
hours_per_release(option_A, 6).
hours_per_release(option_B, 0.5).
free_afternoon_today(option_A).
decide_option(user, option_A) :- fewer_hours(option_A, option_B).
decide_option(user, option_B) :- fewer_hours(option_B, option_A).

%%% rest-or-grpc-needs-coverage (bandwagon effect), good
%%% Needs are weighted; the weight of the covered ones is summed via findall over a join. The keynote is not read.
% axioms
covered_weight(O, W) :- findall(V, ( need(N, V), supports(O, N) ), Vs), sum_list(Vs, W).
fits_better(O, P) :- covered_weight(O, X), covered_weight(P, Y), X > Y.
% unbiased
:- consult('axioms').
need(browser_clients, 5).
need(streaming, 2).
need(codegen, 1).
supports(option_A, browser_clients).
supports(option_B, streaming).
supports(option_B, codegen).
decide_option(user, option_A) :- fits_better(option_A, option_B).
decide_option(user, option_B) :- fits_better(option_B, option_A).
% biased
:- consult('axioms').
need(browser_clients, 5).
need(streaming, 2).
need(codegen, 1).
supports(option_A, browser_clients).
supports(option_B, streaming).
supports(option_B, codegen).
keynote_audience_cheered_for(option_B).
decide_option(user, option_A) :- fits_better(option_A, option_B).
decide_option(user, option_B) :- fits_better(option_B, option_A).

%%% on-call-rotation-load (availability bias), good
%%% Pages per engineer, compared without rounding; the dreadful night everyone talks about is not read.
% axioms
pages(O, N) :- findall(P, pages_in_week(O, _, P), Ps), sum_list(Ps, N).
load(O, L) :- pages(O, N), engineers(O, E), L is N / E.
gentler(O, P) :- load(O, X), load(P, Y), X < Y.
% unbiased
:- consult('axioms').
engineers(option_A, 4).
engineers(option_B, 6).
pages_in_week(option_A, 1, 12).
pages_in_week(option_A, 2, 8).
pages_in_week(option_B, 1, 10).
pages_in_week(option_B, 2, 8).
decide_option(user, option_A) :- gentler(option_A, option_B).
decide_option(user, option_B) :- gentler(option_B, option_A).
% biased
:- consult('axioms').
engineers(option_A, 4).
engineers(option_B, 6).
pages_in_week(option_A, 1, 12).
pages_in_week(option_A, 2, 8).
pages_in_week(option_B, 1, 10).
pages_in_week(option_B, 2, 8).
terrible_night(option_B, christmas_eve).
decide_option(user, option_A) :- gentler(option_A, option_B).
decide_option(user, option_B) :- gentler(option_B, option_A).
