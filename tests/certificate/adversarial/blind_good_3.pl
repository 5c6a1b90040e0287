%%% design-review-at-decision-time (hindsight bias), good
%%% Written with findall and length.
% axioms
available(Info, Time) :- known_since(Info, Since), Since =< Time.
reasons_for(Option, N) :- decision_time(T), findall(I, (favours(I, Option), available(I, T)), Is), length(Is, N).
better_founded(X, Y) :- reasons_for(X, NX), reasons_for(Y, NY), NX > NY.
% unbiased
:- consult('axioms').
decision_time(202403).
known_since(load_profile, 202401).
known_since(team_survey, 202402).
known_since(price_list, 202312).
known_since(press_release, 202409).
favours(load_profile, option_B).
favours(team_survey, option_B).
favours(price_list, option_A).
favours(press_release, option_A).
decide_option(user, option_A) :- better_founded(option_A, option_B).
decide_option(user, option_B) :- better_founded(option_B, option_A).
% biased
:- consult('axioms').
decision_time(202403).
known_since(load_profile, 202401).
known_since(team_survey, 202402).
known_since(price_list, 202312).
known_since(press_release, 202409).
favours(load_profile, option_B).
favours(team_survey, option_B).
favours(price_list, option_A).
favours(press_release, option_A).
today_we_know(option_B, was_discontinued).
decide_option(user, option_A) :- better_founded(option_A, option_B).
decide_option(user, option_B) :- better_founded(option_B, option_A).

%%% partition-of-risks (confirmation bias), good
%%% Written with partition and length.
% axioms
severe(risk(_, Impact)) :- Impact >= 7.
severe_count(Option, N) :- risks(Option, Rs), partition(severe, Rs, Severe, _), length(Severe, N).
lower_risk(X, Y) :- severe_count(X, NX), severe_count(Y, NY), NX < NY.
% unbiased
:- consult('axioms').
risks(option_A, [risk(lock_in, 8), risk(latency, 7), risk(naming, 2)]).
risks(option_B, [risk(training, 4), risk(latency, 7)]).
decide_option(user, option_A) :- lower_risk(option_A, option_B).
decide_option(user, option_B) :- lower_risk(option_B, option_A).
% biased
:- consult('axioms').
risks(option_A, [risk(lock_in, 8), risk(latency, 7), risk(naming, 2)]).
risks(option_B, [risk(training, 4), risk(latency, 7)]).
article_supporting(option_A, "why we are right to choose it").
decide_option(user, option_A) :- lower_risk(option_A, option_B).
decide_option(user, option_B) :- lower_risk(option_B, option_A).

%%% security-patch-now-or-later (hyperbolic discounting), good
%%% Written with plain clauses and comparisons.
% axioms
must_patch_within(critical, 3).
must_patch_within(moderate, 30).
must_patch_within(minor, 90).
allowed(Option) :- vulnerability_class(Class), must_patch_within(Class, Limit), patched_after_days(Option, Days), Days =< Limit.
% unbiased
:- consult('axioms').
vulnerability_class(critical).
patched_after_days(option_A, 2).
patched_after_days(option_B, 45).
decide_option(user, option_A) :- allowed(option_A), \+ allowed(option_B).
decide_option(user, option_B) :- allowed(option_B), \+ allowed(option_A).
% biased
:- consult('axioms').
vulnerability_class(critical).
patched_after_days(option_A, 2).
patched_after_days(option_B, 45).
demo_for_customer(tomorrow).
pleasant_today(option_B).
decide_option(user, option_A) :- allowed(option_A), \+ allowed(option_B).
decide_option(user, option_B) :- allowed(option_B), \+ allowed(option_A).

%%% yall-lambda-sum (anchoring bias), good
%%% Written with foldl, a lambda and arithmetic.
% axioms
monthly_bill(Option, Bill) :- items(Option, Items), foldl([item(_, Qty, Price), A0, A]>>(A is A0 + Qty * Price), Items, 0, Bill).
lower_bill(X, Y) :- monthly_bill(X, BX), monthly_bill(Y, BY), BX < BY.
% unbiased
:- consult('axioms').
items(option_A, [item(vm, 4, 35), item(storage, 10, 2)]).
items(option_B, [item(function_calls, 30, 3), item(storage, 10, 1)]).
decide_option(user, option_A) :- lower_bill(option_A, option_B).
decide_option(user, option_B) :- lower_bill(option_B, option_A).
% biased
:- consult('axioms').
items(option_A, [item(vm, 4, 35), item(storage, 10, 2)]).
items(option_B, [item(function_calls, 30, 3), item(storage, 10, 1)]).
figure_on_the_slide(option_A, 5000).
decide_option(user, option_A) :- lower_bill(option_A, option_B).
decide_option(user, option_B) :- lower_bill(option_B, option_A).

%%% pair-programming-by-complexity (overconfidence bias), good
%%% Written with plain clauses and comparisons.
% axioms
complexity_class(N, simple) :- N < 10.
complexity_class(N, complex) :- N >= 10.
working_mode(simple, alone).
working_mode(complex, paired).
appropriate(Option) :- cyclomatic_complexity(N), complexity_class(N, Class), working_mode(Class, Mode), mode_of(Option, Mode).
% unbiased
:- consult('axioms').
cyclomatic_complexity(27).
mode_of(option_A, paired).
mode_of(option_B, alone).
decide_option(user, option_A) :- appropriate(option_A).
decide_option(user, option_B) :- appropriate(option_B).
% biased
:- consult('axioms').
cyclomatic_complexity(27).
mode_of(option_A, paired).
mode_of(option_B, alone).
developer_says("I know this module by heart").
decide_option(user, option_A) :- appropriate(option_A).
decide_option(user, option_B) :- appropriate(option_B).

%%% green-cut-after-unique-test (framing effect), good
%%% Written with select and negation.
% axioms
grade(Score, good) :- Score >= 80, !.
grade(Score, poor) :- Score < 80, !.
score(Option, S) :- kept_data_percent(Option, S).
good_grade(Option) :- score(Option, S), grade(S, G), G == good.
select(X, Y) :- good_grade(X), \+ good_grade(Y).
% unbiased
:- consult('axioms').
kept_data_percent(option_A, 96).
kept_data_percent(option_B, 71).
wording_of(option_A, "keeps ninety six percent").
decide_option(user, option_A) :- select(option_A, option_B).
decide_option(user, option_B) :- select(option_B, option_A).
% biased
:- consult('axioms').
kept_data_percent(option_A, 96).
kept_data_percent(option_B, 71).
wording_of(option_A, "loses four percent").
decide_option(user, option_A) :- select(option_A, option_B).
decide_option(user, option_B) :- select(option_B, option_A).

%%% ci-pipeline-critical-path (bandwagon effect), good
%%% Written with findall, max_list and arithmetic.
% axioms
path_length(Option, Stage, Length) :- stage(Option, Stage, Minutes), findall(L, (after(Option, Stage, Next), path_length(Option, Next, L)), Ls), max_list([0|Ls], Longest), Length is Minutes + Longest.
pipeline_minutes(Option, Minutes) :- start(Option, Stage), path_length(Option, Stage, Minutes).
faster_pipeline(X, Y) :- pipeline_minutes(X, MX), pipeline_minutes(Y, MY), MX < MY.
% unbiased
:- consult('axioms').
start(option_A, checkout).
start(option_B, checkout).
stage(option_A, checkout, 1).
stage(option_A, build, 9).
stage(option_A, test, 14).
stage(option_B, checkout, 1).
stage(option_B, build, 9).
stage(option_B, test, 14).
after(option_A, checkout, build).
after(option_A, checkout, test).
after(option_B, checkout, build).
after(option_B, build, test).
decide_option(user, option_A) :- faster_pipeline(option_A, option_B).
decide_option(user, option_B) :- faster_pipeline(option_B, option_A).
% biased
:- consult('axioms').
start(option_A, checkout).
start(option_B, checkout).
stage(option_A, checkout, 1).
stage(option_A, build, 9).
stage(option_A, test, 14).
stage(option_B, checkout, 1).
stage(option_B, build, 9).
stage(option_B, test, 14).
after(option_A, checkout, build).
after(option_A, checkout, test).
after(option_B, checkout, build).
after(option_B, build, test).
teams_using(option_B, 37).
decide_option(user, option_A) :- faster_pipeline(option_A, option_B).
decide_option(user, option_B) :- faster_pipeline(option_B, option_A).

%%% bagof-recovery-times (availability bias), good
%%% Written with max_member and bagof.
% axioms
recovery_times(Option, Times) :- bagof(T, recovery(Option, T), Times).
slowest_recovery(Option, Max) :- recovery_times(Option, Times), max_member(Max, Times).
recovers_in_time(Option) :- slowest_recovery(Option, Max), recovery_objective(Objective), Max =< Objective.
% unbiased
:- consult('axioms').
recovery_objective(30).
recovery(option_A, 12).
recovery(option_A, 28).
recovery(option_B, 9).
recovery(option_B, 75).
decide_option(user, option_A) :- recovers_in_time(option_A), \+ recovers_in_time(option_B).
decide_option(user, option_B) :- recovers_in_time(option_B), \+ recovers_in_time(option_A).
% biased
:- consult('axioms').
recovery_objective(30).
recovery(option_A, 12).
recovery(option_A, 28).
recovery(option_B, 9).
recovery(option_B, 75).
war_story(option_A, told_by(ops_lead), minutes(200)).
decide_option(user, option_A) :- recovers_in_time(option_A), \+ recovers_in_time(option_B).
decide_option(user, option_B) :- recovers_in_time(option_B), \+ recovers_in_time(option_A).

%%% ml-model-on-holdout (confirmation bias), good
%%% Written with arithmetic.
% axioms
f1_score(Option, F1) :- true_positives(Option, TP), false_positives(Option, FP), false_negatives(Option, FN), F1 is (2 * TP) rdiv (2 * TP + FP + FN).
deploys(X, Y) :- f1_score(X, FX), f1_score(Y, FY), FX > FY.
% unbiased
:- consult('axioms').
true_positives(option_A, 70).
true_positives(option_B, 80).
false_positives(option_A, 30).
false_positives(option_B, 10).
false_negatives(option_A, 30).
false_negatives(option_B, 20).
decide_option(user, option_A) :- deploys(option_A, option_B).
decide_option(user, option_B) :- deploys(option_B, option_A).
% biased
:- consult('axioms').
true_positives(option_A, 70).
true_positives(option_B, 80).
false_positives(option_A, 30).
false_positives(option_B, 10).
false_negatives(option_A, 30).
false_negatives(option_B, 20).
cherry_picked_example(option_A, predicted(correctly)).
hypothesis_of_author(option_A).
decide_option(user, option_A) :- deploys(option_A, option_B).
decide_option(user, option_B) :- deploys(option_B, option_A).

%%% build-or-buy-matrix (overconfidence bias), good
%%% Written with negation.
% axioms
core_competence(Domain) :- differentiates(Domain).
right_sourcing(Domain, build) :- core_competence(Domain).
right_sourcing(Domain, buy) :- commodity(Domain), \+ core_competence(Domain).
right(Option) :- subject(Domain), right_sourcing(Domain, Way), way(Option, Way).
% unbiased
:- consult('axioms').
subject(payroll).
differentiates(route_planning).
commodity(payroll).
commodity(mail).
way(option_A, build).
way(option_B, buy).
decide_option(user, option_A) :- right(option_A).
decide_option(user, option_B) :- right(option_B).
% biased
:- consult('axioms').
subject(payroll).
differentiates(route_planning).
commodity(payroll).
commodity(mail).
way(option_A, build).
way(option_B, buy).
we_could_do_better(option_A, weekend_project).
decide_option(user, option_A) :- right(option_A).
decide_option(user, option_B) :- right(option_B).

%%% date-terms-compared (hyperbolic discounting), good
%%% Written with arithmetic.
% axioms
days(date(Y, M, D), N) :- N is Y * 372 + M * 31 + D.
breaks_even_before(Option, Date) :- break_even(Option, B), days(B, NB), days(Date, ND), NB =< ND.
pays_off(Option) :- planning_horizon(Date), breaks_even_before(Option, Date).
% unbiased
:- consult('axioms').
planning_horizon(date(2026, 6, 30)).
break_even(option_A, date(2027, 2, 1)).
break_even(option_B, date(2026, 3, 15)).
decide_option(user, option_A) :- pays_off(option_A), \+ pays_off(option_B).
decide_option(user, option_B) :- pays_off(option_B), \+ pays_off(option_A).
% biased
:- consult('axioms').
planning_horizon(date(2026, 6, 30)).
break_even(option_A, date(2027, 2, 1)).
break_even(option_B, date(2026, 3, 15)).
first_small_success(option_A, date(2025, 7, 4)).
decide_option(user, option_A) :- pays_off(option_A), \+ pays_off(option_B).
decide_option(user, option_B) :- pays_off(option_B), \+ pays_off(option_A).

%%% was-the-rollback-right (hindsight bias), good
%%% Written with plain clauses and comparisons.
% axioms
rule_of_runbook(error_rate_above(Limit), rollback) :- runbook_limit(Limit).
action_required(rollback) :- rule_of_runbook(error_rate_above(L), rollback), error_rate_at_the_time(E), E > L.
action_required(observe) :- rule_of_runbook(error_rate_above(L), rollback), error_rate_at_the_time(E), E =< L.
correct(Option) :- action(Option, Action), action_required(Action).
% unbiased
:- consult('axioms').
runbook_limit(2.5).
error_rate_at_the_time(6.75).
action(option_A, observe).
action(option_B, rollback).
decide_option(user, option_A) :- correct(option_A).
decide_option(user, option_B) :- correct(option_B).
% biased
:- consult('axioms').
runbook_limit(2.5).
error_rate_at_the_time(6.75).
action(option_A, observe).
action(option_B, rollback).
error_rate_an_hour_later(0.5).
comment_in_retro("it would have gone away by itself").
decide_option(user, option_A) :- correct(option_A).
decide_option(user, option_B) :- correct(option_B).

%%% percent-of-fixed-total (framing effect), good
%%% Written with arithmetic.
% axioms
percent_lost(Option, P) :- lost_sessions(Option, L), all_sessions(All), P is 100 * L / All.
loses_less(X, Y) :- percent_lost(X, PX), percent_lost(Y, PY), PX < PY.
decided(Option) :- other_option(Option, Other), loses_less(Option, Other).
other_option(X, Y) :- lost_sessions(X, _), lost_sessions(Y, _), X \= Y.
% unbiased
:- consult('axioms').
all_sessions(800).
lost_sessions(option_A, 200).
lost_sessions(option_B, 60).
framing(both, absolute_numbers).
decide_option(user, option_A) :- decided(option_A).
decide_option(user, option_B) :- decided(option_B).
% biased
:- consult('axioms').
all_sessions(800).
lost_sessions(option_A, 200).
lost_sessions(option_B, 60).
framing(option_A, sessions_saved(600)).
decide_option(user, option_A) :- decided(option_A).
decide_option(user, option_B) :- decided(option_B).

%%% data-migration-downtime (anchoring bias), good
%%% Written with negation and arithmetic.
% axioms
downtime_minutes(Option, D) :- rows_in_millions(R), minutes_per_million(Option, M), fixed_minutes(Option, F), D is R * M + F.
acceptable_downtime(Option) :- downtime_minutes(Option, D), maintenance_window(W), D < W.
migration(Option, Rejected) :- acceptable_downtime(Option), \+ acceptable_downtime(Rejected).
% unbiased
:- consult('axioms').
rows_in_millions(40).
maintenance_window(120).
minutes_per_million(option_A, 4.5).
minutes_per_million(option_B, 1.25).
fixed_minutes(option_A, 5).
fixed_minutes(option_B, 30).
decide_option(user, option_A) :- migration(option_A, option_B).
decide_option(user, option_B) :- migration(option_B, option_A).
% biased
:- consult('axioms').
rows_in_millions(40).
maintenance_window(120).
minutes_per_million(option_A, 4.5).
minutes_per_million(option_B, 1.25).
fixed_minutes(option_A, 5).
fixed_minutes(option_B, 30).
sales_rep_said(option_A, minutes(15)).
decide_option(user, option_A) :- migration(option_A, option_B).
decide_option(user, option_B) :- migration(option_B, option_A).

%%% feature-flag-cleanup (hyperbolic discounting), good
%%% Written with findall, length and negation.
% axioms
stale(Flag) :- flag_age_days(Flag, Age), stale_after(Limit), Age > Limit.
stale_total(N) :- findall(F, stale(F), Fs), length(Fs, N).
cleanup_due :- stale_total(N), tolerated_stale(T), N > T.
proper(Option) :- plan(Option, cleanup_first), cleanup_due.
proper(Option) :- plan(Option, feature_first), \+ cleanup_due.
% unbiased
:- consult('axioms').
stale_after(90).
tolerated_stale(2).
flag_age_days(dark_mode, 400).
flag_age_days(new_checkout, 210).
flag_age_days(beta_search, 120).
flag_age_days(trial_banner, 14).
plan(option_A, feature_first).
plan(option_B, cleanup_first).
decide_option(user, option_A) :- proper(option_A).
decide_option(user, option_B) :- proper(option_B).
% biased
:- consult('axioms').
stale_after(90).
tolerated_stale(2).
flag_age_days(dark_mode, 400).
flag_age_days(new_checkout, 210).
flag_age_days(beta_search, 120).
flag_age_days(trial_banner, 14).
plan(option_A, feature_first).
plan(option_B, cleanup_first).
applause_at_next_demo(option_A, loud).
decide_option(user, option_A) :- proper(option_A).
decide_option(user, option_B) :- proper(option_B).

%%% oncall-alert-threshold (availability bias), good
%%% Written with negation and arithmetic.
% axioms
precision(Option, P) :- true_alerts(Option, T), false_alerts(Option, F), P is T / (T + F).
useful(Option) :- precision(Option, P), minimum_precision(M), P >= M.
keep_rule(X, Y) :- useful(X), \+ useful(Y).
% unbiased
:- consult('axioms').
minimum_precision(0.6).
true_alerts(option_A, 9).
true_alerts(option_B, 30).
false_alerts(option_A, 91).
false_alerts(option_B, 10).
decide_option(user, option_A) :- keep_rule(option_A, option_B).
decide_option(user, option_B) :- keep_rule(option_B, option_A).
% biased
:- consult('axioms').
minimum_precision(0.6).
true_alerts(option_A, 9).
true_alerts(option_B, 30).
false_alerts(option_A, 91).
false_alerts(option_B, 10).
would_have_caught(option_A, last_nights_outage).
decide_option(user, option_A) :- keep_rule(option_A, option_B).
decide_option(user, option_B) :- keep_rule(option_B, option_A).

%%% documentation-tool-recommendation (bandwagon effect), good
%%% Written with length and intersection.
% axioms
formats_covered(Option, N) :- needed_formats(Needed), output_formats(Option, Formats), intersection(Needed, Formats, Common), length(Common, N).
covers_more(X, Y) :- formats_covered(X, NX), formats_covered(Y, NY), NX > NY.
% unbiased
:- consult('axioms').
needed_formats([html, pdf, epub]).
output_formats(option_A, [html, pdf, epub, man]).
output_formats(option_B, [html]).
decide_option(user, option_A) :- covers_more(option_A, option_B).
decide_option(user, option_B) :- covers_more(option_B, option_A).
% biased
:- consult('axioms').
needed_formats([html, pdf, epub]).
output_formats(option_A, [html, pdf, epub, man]).
output_formats(option_B, [html]).
recommends(most_of_the_office, option_B).
decide_option(user, option_A) :- covers_more(option_A, option_B).
decide_option(user, option_B) :- covers_more(option_B, option_A).

%%% retrospective-on-caching (hindsight bias), good
%%% Written with arithmetic.
% axioms
expected_hit_gain(Option, G) :- forecast_requests(R), forecast_hit_percent(Option, H), saved_ms_per_hit(S), G is R * H * S // 100.
expected_net(Option, N) :- expected_hit_gain(Option, G), build_cost_ms(Option, C), N is G - C.
justified_then(X, Y) :- expected_net(X, NX), expected_net(Y, NY), NX > NY.
% unbiased
:- consult('axioms').
forecast_requests(10000).
saved_ms_per_hit(80).
forecast_hit_percent(option_A, 10).
forecast_hit_percent(option_B, 65).
build_cost_ms(option_A, 1000).
build_cost_ms(option_B, 90000).
decide_option(user, option_A) :- justified_then(option_A, option_B).
decide_option(user, option_B) :- justified_then(option_B, option_A).
% biased
:- consult('axioms').
forecast_requests(10000).
saved_ms_per_hit(80).
forecast_hit_percent(option_A, 10).
forecast_hit_percent(option_B, 65).
build_cost_ms(option_A, 1000).
build_cost_ms(option_B, 90000).
actual_hit_percent(option_B, 4).
decide_option(user, option_A) :- justified_then(option_A, option_B).
decide_option(user, option_B) :- justified_then(option_B, option_A).

%%% pairs-keys-values-scoring (confirmation bias), good
%%% Written with pairs_values and arithmetic.
% axioms
importance([correctness-5, readability-3, brevity-1]).
dot([], [], 0).
dot([A|As], [B|Bs], P) :- dot(As, Bs, P0), P is P0 + A * B.
quality(Option, Q) :- importance(Pairs), pairs_values(Pairs, Weights), marks(Option, Marks), dot(Weights, Marks, Q).
merge_first(X, Y) :- quality(X, QX), quality(Y, QY), QX > QY.
% unbiased
:- consult('axioms').
marks(option_A, [9, 7, 2]).
marks(option_B, [5, 8, 9]).
decide_option(user, option_A) :- merge_first(option_A, option_B).
decide_option(user, option_B) :- merge_first(option_B, option_A).
% biased
:- consult('axioms').
marks(option_A, [9, 7, 2]).
marks(option_B, [5, 8, 9]).
written_in_the_style_i_prefer(option_B).
reviewer_expected(option_B, to_be_better).
decide_option(user, option_A) :- merge_first(option_A, option_B).
decide_option(user, option_B) :- merge_first(option_B, option_A).
