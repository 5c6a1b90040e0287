%%% write-load-of-the-store (bandwagon effect), good
%%% Written with negation.
% axioms
handles(Option, Load) :- throughput(Option, T), T >= Load.
suitable(Option) :- expected_load(Load), handles(Option, Load).
preferred(X, Y) :- suitable(X), \+ suitable(Y).
% unbiased
:- consult('axioms').
expected_load(9000).
throughput(option_A, 12000).
throughput(option_B, 4000).
decide_option(user, option_A) :- preferred(option_A, option_B).
decide_option(user, option_B) :- preferred(option_B, option_A).
% biased
:- consult('axioms').
expected_load(9000).
throughput(option_A, 12000).
throughput(option_B, 4000).
used_by_most_startups(option_B).
decide_option(user, option_A) :- preferred(option_A, option_B).
decide_option(user, option_B) :- preferred(option_B, option_A).

%%% identity-provider-features (bandwagon effect), good
%%% Written with member, memberchk and negation.
% axioms
missing(Option, Feature) :- required(Features), member(Feature, Features), offers(Option, Offered), \+ memberchk(Feature, Offered).
complete(Option) :- offers(Option, _), \+ missing(Option, _).
% unbiased
:- consult('axioms').
required([audit_log, single_sign_on, key_rotation]).
offers(option_A, [single_sign_on, theming, key_rotation]).
offers(option_B, [key_rotation, audit_log, single_sign_on]).
decide_option(user, option_A) :- complete(option_A), \+ complete(option_B).
decide_option(user, option_B) :- complete(option_B), \+ complete(option_A).
% biased
:- consult('axioms').
required([audit_log, single_sign_on, key_rotation]).
offers(option_A, [single_sign_on, theming, key_rotation]).
offers(option_B, [key_rotation, audit_log, single_sign_on]).
conference_keynote(option_A, "everyone is moving to it").
number_of_adopters(option_A, 350).
decide_option(user, option_A) :- complete(option_A), \+ complete(option_B).
decide_option(user, option_B) :- complete(option_B), \+ complete(option_A).

%%% estimate-from-breakdown (anchoring bias), good
%%% Written with sum_list and negation.
% axioms
estimated_days(Option, Days) :- task_days(Option, List), sum_list(List, Days).
fits_the_quarter(Option) :- estimated_days(Option, Days), working_days_in_quarter(Limit), Days =< Limit.
feasible_choice(Option, Other) :- fits_the_quarter(Option), \+ fits_the_quarter(Other).
% unbiased
:- consult('axioms').
working_days_in_quarter(60).
task_days(option_A, [20, 25, 30, 12]).
task_days(option_B, [10, 18, 22]).
decide_option(user, option_A) :- feasible_choice(option_A, option_B).
decide_option(user, option_B) :- feasible_choice(option_B, option_A).
% biased
:- consult('axioms').
working_days_in_quarter(60).
task_days(option_A, [20, 25, 30, 12]).
task_days(option_B, [10, 18, 22]).
first_figure_in_the_meeting(option_A, 30).
decide_option(user, option_A) :- feasible_choice(option_A, option_B).
decide_option(user, option_B) :- feasible_choice(option_B, option_A).

%%% vendor-price-over-three-years (anchoring bias), good
%%% Written with arithmetic.
% axioms
total_cost(Option, Total) :- setup_fee(Option, Setup), yearly_fee(Option, Yearly), horizon_years(N), Total is Setup + N * Yearly.
cheaper(X, Y) :- total_cost(X, TX), total_cost(Y, TY), TX < TY.
% unbiased
:- consult('axioms').
horizon_years(3).
setup_fee(option_A, 12000).
setup_fee(option_B, 2000).
yearly_fee(option_A, 4000).
yearly_fee(option_B, 9000).
decide_option(user, Option) :- member(Option, [option_A, option_B]), member(Other, [option_A, option_B]), cheaper(Option, Other).
% biased
:- consult('axioms').
horizon_years(3).
setup_fee(option_A, 12000).
setup_fee(option_B, 2000).
yearly_fee(option_A, 4000).
yearly_fee(option_B, 9000).
list_price_named_first(option_B, 40000).
discount_claimed(option_B, 77).
decide_option(user, Option) :- member(Option, [option_A, option_B]), member(Other, [option_A, option_B]), cheaper(Option, Other).

%%% failure-rate-not-last-outage (availability bias), good
%%% Written with arithmetic.
% axioms
failure_rate(Option, Rate) :- failures(Option, F), requests(Option, R), Rate is F * 1000000 // R.
more_reliable(X, Y) :- failure_rate(X, RX), failure_rate(Y, RY), RX < RY.
% unbiased
:- consult('axioms').
failures(option_A, 40).
failures(option_B, 90).
requests(option_A, 8000000).
requests(option_B, 3000000).
decide_option(user, option_A) :- more_reliable(option_A, option_B).
decide_option(user, option_B) :- more_reliable(option_B, option_A).
% biased
:- consult('axioms').
failures(option_A, 40).
failures(option_B, 90).
requests(option_A, 8000000).
requests(option_B, 3000000).
outage_last_friday(option_A, duration_hours(5)).
decide_option(user, option_A) :- more_reliable(option_A, option_B).
decide_option(user, option_B) :- more_reliable(option_B, option_A).

%%% experiment-against-hunch (confirmation bias), good
%%% Written with sum_list, length and arithmetic.
% axioms
mean(List, Mean) :- sum_list(List, Sum), length(List, N), N > 0, Mean is Sum / N.
measured(Option, Mean) :- samples(Option, List), mean(List, Mean).
supported_by_data(X, Y) :- measured(X, MX), measured(Y, MY), MX < MY.
% unbiased
:- consult('axioms').
samples(option_A, [210, 190, 230, 250]).
samples(option_B, [120, 150, 140, 130]).
decide_option(user, option_A) :- supported_by_data(option_A, option_B).
decide_option(user, option_B) :- supported_by_data(option_B, option_A).
% biased
:- consult('axioms').
samples(option_A, [210, 190, 230, 250]).
samples(option_B, [120, 150, 140, 130]).
developer_believes(option_A, is_faster).
blog_post_found(option_A, agrees).
decide_option(user, option_A) :- supported_by_data(option_A, option_B).
decide_option(user, option_B) :- supported_by_data(option_B, option_A).

%%% same-numbers-two-wordings (framing effect), good
%%% Written with arithmetic.
% axioms
success_share(Option, Share) :- passed(Option, P), executed(Option, E), E > 0, Share is P rdiv E.
higher_success(X, Y) :- success_share(X, SX), success_share(Y, SY), SX > SY.
% unbiased
:- consult('axioms').
passed(option_A, 950).
passed(option_B, 440).
executed(option_A, 1000).
executed(option_B, 500).
wording(option_A, neutral).
decide_option(user, option_A) :- higher_success(option_A, option_B).
decide_option(user, option_B) :- higher_success(option_B, option_A).
% biased
:- consult('axioms').
passed(option_A, 950).
passed(option_B, 440).
executed(option_A, 1000).
executed(option_B, 500).
wording(option_A, "fifty tests fail").
decide_option(user, option_A) :- higher_success(option_A, option_B).
decide_option(user, option_B) :- higher_success(option_B, option_A).

%%% decision-by-what-was-known (hindsight bias), good
%%% Written with arithmetic.
% axioms
expected_loss(Option, Loss) :- known_probability_percent(Option, P), damage(Option, D), Loss is P * D.
reasonable(X, Y) :- expected_loss(X, LX), expected_loss(Y, LY), LX < LY.
% unbiased
:- consult('axioms').
known_probability_percent(option_A, 5).
known_probability_percent(option_B, 30).
damage(option_A, 1000).
damage(option_B, 800).
decide_option(user, option_A) :- reasonable(option_A, option_B).
decide_option(user, option_B) :- reasonable(option_B, option_A).
% biased
:- consult('axioms').
known_probability_percent(option_A, 5).
known_probability_percent(option_B, 30).
damage(option_A, 1000).
damage(option_B, 800).
what_happened_later(option_A, data_loss).
everybody_says(option_A, was_obviously_wrong).
decide_option(user, option_A) :- reasonable(option_A, option_B).
decide_option(user, option_B) :- reasonable(option_B, option_A).

%%% refactor-now-or-ship (hyperbolic discounting), good
%%% Written with arithmetic.
% axioms
net_benefit(Option, Net) :- hours_saved_each_month(Option, H), months_considered(M), hours_invested(Option, I), Net is H * M - I.
worthwhile(X, Y) :- net_benefit(X, NX), net_benefit(Y, NY), NX > NY, NX > 0.
% unbiased
:- consult('axioms').
months_considered(18).
hours_saved_each_month(option_A, 2).
hours_saved_each_month(option_B, 20).
hours_invested(option_A, 5).
hours_invested(option_B, 120).
decide_option(user, option_A) :- worthwhile(option_A, option_B).
decide_option(user, option_B) :- worthwhile(option_B, option_A).
% biased
:- consult('axioms').
months_considered(18).
hours_saved_each_month(option_A, 2).
hours_saved_each_month(option_B, 20).
hours_invested(option_A, 5).
hours_invested(option_B, 120).
visible_result_tomorrow(option_A).
decide_option(user, option_A) :- worthwhile(option_A, option_B).
decide_option(user, option_B) :- worthwhile(option_B, option_A).

%%% review-by-risk-points (overconfidence bias), good
%%% Written with findall, sum_list and if-then-else.
% axioms
risk_points(migration, 5).
risk_points(public_api, 3).
risk_points(cosmetic, 0).
risk(Points) :- findall(P, (risk_points(Area, P), touches(Area)), Ps), sum_list(Ps, Points).
reviewers_needed(N) :- risk(Points), ( Points >= 5 -> N = 2 ; N = 1 ).
adequate(Option) :- reviewers_needed(N), reviewers(Option, R), R >= N.
% unbiased
:- consult('axioms').
touches(migration).
touches(public_api).
reviewers(option_A, 2).
reviewers(option_B, 0).
decide_option(user, option_A) :- adequate(option_A), \+ adequate(option_B).
decide_option(user, option_B) :- adequate(option_B), \+ adequate(option_A).
% biased
:- consult('axioms').
touches(migration).
touches(public_api).
reviewers(option_A, 2).
reviewers(option_B, 0).
author_is_certain(option_B, percent(99)).
decide_option(user, option_A) :- adequate(option_A), \+ adequate(option_B).
decide_option(user, option_B) :- adequate(option_B), \+ adequate(option_A).

%%% max-list-of-latencies (availability bias), good
%%% Written with findall, max_list and negation.
% axioms
worst_latency(Option, Worst) :- findall(L, latency(Option, _Region, L), Ls), max_list(Ls, Worst).
meets_objective(Option) :- worst_latency(Option, Worst), latency_objective(Limit), Worst =< Limit.
select_service(Option, Other) :- meets_objective(Option), \+ meets_objective(Other).
% unbiased
:- consult('axioms').
latency_objective(250).
latency(option_A, europe, 120).
latency(option_A, asia, 410).
latency(option_B, europe, 180).
latency(option_B, asia, 230).
decide_option(user, option_A) :- select_service(option_A, option_B).
decide_option(user, option_B) :- select_service(option_B, option_A).
% biased
:- consult('axioms').
latency_objective(250).
latency(option_A, europe, 120).
latency(option_A, asia, 410).
latency(option_B, europe, 180).
latency(option_B, asia, 230).
vivid_story(option_B, "the demo froze in front of the customer").
decide_option(user, option_A) :- select_service(option_A, option_B).
decide_option(user, option_B) :- select_service(option_B, option_A).

%%% aggregate-count-of-open-findings (bandwagon effect), good
%%% Written with aggregate_all.
% axioms
open_findings(Option, N) :- aggregate_all(count, finding(Option, _, open), N).
fewer_findings(X, Y) :- open_findings(X, NX), open_findings(Y, NY), NX < NY.
% unbiased
:- consult('axioms').
finding(option_A, xss, closed).
finding(option_A, csrf, open).
finding(option_B, injection, open).
finding(option_B, weak_hash, open).
finding(option_B, xss, open).
decide_option(user, option_A) :- fewer_findings(option_A, option_B).
decide_option(user, option_B) :- fewer_findings(option_B, option_A).
% biased
:- consult('axioms').
finding(option_A, xss, closed).
finding(option_A, csrf, open).
finding(option_B, injection, open).
finding(option_B, weak_hash, open).
finding(option_B, xss, open).
github_stars(option_B, 48000).
github_stars(option_A, 900).
decide_option(user, option_A) :- fewer_findings(option_A, option_B).
decide_option(user, option_B) :- fewer_findings(option_B, option_A).

%%% keysort-with-clear-winner (anchoring bias), good
%%% Written with findall and keysort.
% axioms
ranking(Ranked) :- findall(Cost-Option, cost_per_user(Option, Cost), Pairs), keysort(Pairs, Ranked).
best_value(Option) :- ranking([_-Option|_]).
% unbiased
:- consult('axioms').
cost_per_user(option_A, 14).
cost_per_user(option_B, 9).
decide_option(user, option_A) :- best_value(option_A).
decide_option(user, option_B) :- best_value(option_B).
% biased
:- consult('axioms').
cost_per_user(option_A, 14).
cost_per_user(option_B, 9).
price_heard_first(option_A, 60).
decide_option(user, option_A) :- best_value(option_A).
decide_option(user, option_B) :- best_value(option_B).

%%% transitive-dependency-licence (confirmation bias), good
%%% Written with negation.
% axioms
depends(X, Y) :- imports(X, Y).
depends(X, Z) :- imports(X, Y), depends(Y, Z).
uses_forbidden_licence(Option) :- depends(Option, Package), licence(Package, Licence), forbidden_licence(Licence).
legally_clean(Option) :- \+ uses_forbidden_licence(Option).
% unbiased
:- consult('axioms').
forbidden_licence(agpl).
imports(option_A, parser_kit).
imports(parser_kit, tree_core).
imports(option_B, fast_lexer).
imports(fast_lexer, table_gen).
licence(parser_kit, mit).
licence(tree_core, agpl).
licence(fast_lexer, mit).
licence(table_gen, bsd).
decide_option(user, option_A) :- legally_clean(option_A), \+ legally_clean(option_B).
decide_option(user, option_B) :- legally_clean(option_B), \+ legally_clean(option_A).
% biased
:- consult('axioms').
forbidden_licence(agpl).
imports(option_A, parser_kit).
imports(parser_kit, tree_core).
imports(option_B, fast_lexer).
imports(fast_lexer, table_gen).
licence(parser_kit, mit).
licence(tree_core, agpl).
licence(fast_lexer, mit).
licence(table_gen, bsd).
team_always_thought(option_A, is_fine).
decide_option(user, option_A) :- legally_clean(option_A), \+ legally_clean(option_B).
decide_option(user, option_B) :- legally_clean(option_B), \+ legally_clean(option_A).

%%% release-dates-as-numbers (hindsight bias), good
%%% Written with negation.
% axioms
supported_on(Option, Date) :- end_of_support(Option, End), End >= Date.
outlives_project(Option) :- project_end(Date), supported_on(Option, Date).
sensible_base(Option, Other) :- outlives_project(Option), \+ outlives_project(Other).
% unbiased
:- consult('axioms').
project_end(20271231).
end_of_support(option_A, 20290430).
end_of_support(option_B, 20260630).
decide_option(user, option_A) :- sensible_base(option_A, option_B).
decide_option(user, option_B) :- sensible_base(option_B, option_A).
% biased
:- consult('axioms').
project_end(20271231).
end_of_support(option_A, 20290430).
end_of_support(option_B, 20260630).
bug_reported_afterwards(option_A, 20250314).
decide_option(user, option_A) :- sensible_base(option_A, option_B).
decide_option(user, option_B) :- sensible_base(option_B, option_A).

%%% weighted-criteria-foldl (framing effect), good
%%% Written with findall, foldl and arithmetic.
% axioms
criterion_weight(maintainability, 4).
criterion_weight(performance, 2).
criterion_weight(delivery_speed, 1).
add_weighted(Option, Criterion, Acc0, Acc) :- criterion_weight(Criterion, W), rating(Option, Criterion, R), Acc is Acc0 + W * R.
weighted_score(Option, Score) :- findall(C, criterion_weight(C, _), Cs), foldl(add_weighted(Option), Cs, 0, Score).
superior(X, Y) :- weighted_score(X, SX), weighted_score(Y, SY), SX > SY.
% unbiased
:- consult('axioms').
rating(option_A, maintainability, 8).
rating(option_A, performance, 5).
rating(option_A, delivery_speed, 3).
rating(option_B, maintainability, 4).
rating(option_B, performance, 7).
rating(option_B, delivery_speed, 9).
description(option_A, "a modular solution").
description(option_B, "a quick solution").
decide_option(user, option_A) :- superior(option_A, option_B).
decide_option(user, option_B) :- superior(option_B, option_A).
% biased
:- consult('axioms').
rating(option_A, maintainability, 8).
rating(option_A, performance, 5).
rating(option_A, delivery_speed, 3).
rating(option_B, maintainability, 4).
rating(option_B, performance, 7).
rating(option_B, delivery_speed, 9).
description(option_A, "a solution that loses six days").
description(option_B, "a solution that gains six days").
decide_option(user, option_A) :- superior(option_A, option_B).
decide_option(user, option_B) :- superior(option_B, option_A).

%%% decimals-with-wide-margin (overconfidence bias), good
%%% Written with negation and arithmetic.
% axioms
coverage_gap(Option, Gap) :- branch_coverage(Option, C), coverage_goal(G), Gap is G - C.
ready_to_release(Option) :- coverage_gap(Option, Gap), Gap =< 0.
release_choice(X, Y) :- ready_to_release(X), \+ ready_to_release(Y).
% unbiased
:- consult('axioms').
coverage_goal(0.8).
branch_coverage(option_A, 0.55).
branch_coverage(option_B, 0.875).
decide_option(user, option_A) :- release_choice(option_A, option_B).
decide_option(user, option_B) :- release_choice(option_B, option_A).
% biased
:- consult('axioms').
coverage_goal(0.8).
branch_coverage(option_A, 0.55).
branch_coverage(option_B, 0.875).
felt_confidence(option_A, 0.99).
decide_option(user, option_A) :- release_choice(option_A, option_B).
decide_option(user, option_B) :- release_choice(option_B, option_A).

%%% veto-only-by-failed-audit (bandwagon effect), good
%%% Written with negation.
% axioms
vetoed(Option) :- remark(Option, failed_security_audit).
affordable(Option) :- monthly_price(Option, P), monthly_budget(B), P =< B.
eligible(Option) :- affordable(Option), \+ vetoed(Option).
% unbiased
:- consult('axioms').
monthly_budget(500).
monthly_price(option_A, 420).
monthly_price(option_B, 780).
remark(option_B, found_in_catalogue).
decide_option(user, option_A) :- eligible(option_A).
decide_option(user, option_B) :- eligible(option_B).
% biased
:- consult('axioms').
monthly_budget(500).
monthly_price(option_A, 420).
monthly_price(option_B, 780).
remark(option_B, everyone_talks_about_it).
decide_option(user, option_A) :- eligible(option_A).
decide_option(user, option_B) :- eligible(option_B).

%%% subtract-required-skills (confirmation bias), good
%%% Written with length and subtract.
% axioms
skill_gap(Candidate, Gap) :- needed_skills(Needed), skills(Candidate, Has), subtract(Needed, Has, Missing), length(Missing, Gap).
better_match(X, Y) :- skill_gap(X, GX), skill_gap(Y, GY), GX < GY.
% unbiased
:- consult('axioms').
needed_skills([sql, kotlin, testing, observability]).
skills(option_A, [kotlin, sql, testing]).
skills(option_B, [kotlin]).
decide_option(user, option_A) :- better_match(option_A, option_B).
decide_option(user, option_B) :- better_match(option_B, option_A).
% biased
:- consult('axioms').
needed_skills([sql, kotlin, testing, observability]).
skills(option_A, [kotlin, sql, testing]).
skills(option_B, [kotlin]).
first_impression(option_B, matches_expectation).
decide_option(user, option_A) :- better_match(option_A, option_B).
decide_option(user, option_B) :- better_match(option_B, option_A).

%%% payback-recursion (hyperbolic discounting), good
%%% Written with arithmetic.
% axioms
sum_all([], 0).
sum_all([X|Xs], S) :- sum_all(Xs, S0), S is S0 + X.
long_run_gain(Option, Gain) :- quarterly_gain(Option, Quarters), sum_all(Quarters, Gain).
more_in_the_long_run(X, Y) :- long_run_gain(X, GX), long_run_gain(Y, GY), GX > GY.
% unbiased
:- consult('axioms').
quarterly_gain(option_A, [30, 10, 5, 0]).
quarterly_gain(option_B, [-20, 25, 40, 60]).
decide_option(user, option_A) :- more_in_the_long_run(option_A, option_B).
decide_option(user, option_B) :- more_in_the_long_run(option_B, option_A).
% biased
:- consult('axioms').
quarterly_gain(option_A, [30, 10, 5, 0]).
quarterly_gain(option_B, [-20, 25, 40, 60]).
bonus_paid_now(option_A, 30).
pain_now(option_B, 20).
decide_option(user, option_A) :- more_in_the_long_run(option_A, option_B).
decide_option(user, option_B) :- more_in_the_long_run(option_B, option_A).
