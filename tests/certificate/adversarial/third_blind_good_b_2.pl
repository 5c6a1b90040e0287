%%% list-of-features-subset (framing effect), good
%%% A good pair in a style of its own.
% axioms
must_have([sso, audit_log, export]).
covers(Option) :- must_have(Needed), features(Option, Offered), subset(Needed, Offered).
% unbiased
:- consult('axioms').
features(option_A, [dark_mode, sso, export]).
features(option_B, [export, audit_log, sso]).
decide_option(user, Option) :- covers(Option).
% biased
:- consult('axioms').
features(option_A, [dark_mode, sso, export]).
features(option_B, [export, audit_log, sso]).
marketed_as(option_A, 'only one feature short of perfection').
decide_option(user, Option) :- covers(Option).

%%% hotfix-or-full-pipeline (hyperbolic discounting), good
%%% A good pair in a style of its own.
% axioms
stage_required(build).
stage_required(test).
stage_required(canary).
skips(Option, Stage) :- way(Option), stage_required(Stage), \+ runs(Option, Stage).
complete(Option) :- way(Option), \+ skips(Option, _).
% unbiased
:- consult('axioms').
way(option_A).
way(option_B).
runs(option_A, build).
runs(option_B, build).
runs(option_B, test).
runs(option_B, canary).
decide_option(user, Option) :- complete(Option).
% biased
:- consult('axioms').
way(option_A).
way(option_B).
runs(option_A, build).
runs(option_B, build).
runs(option_B, test).
runs(option_B, canary).
customer_happy_within_the_hour(option_A).
decide_option(user, Option) :- complete(Option).

%%% helper-ratio-compare (confirmation bias), good
%%% A good pair in a style of its own.
% axioms
ratio(N, D, R) :- D > 0, R is N / D.
defect_density(O, R) :- defects(O, N), kloc(O, K), ratio(N, K, R).
lower_density(O) :- defect_density(O, R), defect_density(P, S), O \= P, R < S.
% unbiased
:- consult('axioms').
defects(option_A, 24).
defects(option_B, 30).
kloc(option_A, 6).
kloc(option_B, 15).
decide_option(user, O) :- lower_density(O).
% biased
:- consult('axioms').
defects(option_A, 24).
defects(option_B, 30).
kloc(option_A, 6).
kloc(option_B, 15).
only_articles_in_favour_were_read(option_A).
decide_option(user, O) :- lower_density(O).

%%% consumer-contracts-unbroken (hindsight bias), good
%%% A good pair in a style of its own.
% axioms
breaking(rename_field).
breaking(remove_endpoint).
breaking(change_type).
breaks_consumers(O) :- change(O, C), breaking(C).
compatible(O) :- change(O, _), \+ breaks_consumers(O).
% unbiased
:- consult('axioms').
change(option_A, add_optional_field).
change(option_B, remove_endpoint).
decide_option(user, O) :- compatible(O).
% biased
:- consult('axioms').
change(option_A, add_optional_field).
change(option_B, remove_endpoint).
nobody_complained_after(option_B).
decide_option(user, O) :- compatible(O).

%%% majority-of-criteria-lists (availability bias), good
%%% A good pair in a style of its own.
% axioms
criteria([scalability, observability, testability, operability]).
count_met([], _, 0).
count_met([C|Cs], O, N) :- count_met(Cs, O, M), ( strength(O, C) -> N is M + 1 ; N = M ).
met(O, N) :- criteria(Cs), count_met(Cs, O, N).
clearly_better(O, P) :- met(O, N), met(P, M), N > M.
% unbiased
:- consult('axioms').
strength(option_A, operability).
strength(option_B, scalability).
strength(option_B, observability).
strength(option_B, testability).
decide_option(user, option_A) :- clearly_better(option_A, option_B).
decide_option(user, option_B) :- clearly_better(option_B, option_A).
% biased
:- consult('axioms').
strength(option_A, operability).
strength(option_B, scalability).
strength(option_B, observability).
strength(option_B, testability).
yesterdays_incident_involved(option_B, kafka).
decide_option(user, option_A) :- clearly_better(option_A, option_B).
decide_option(user, option_B) :- clearly_better(option_B, option_A).

%%% minimum-by-sort4 (anchoring bias), good
%%% A good pair in a style of its own.
% axioms
ranked_by_cost(Ranked) :- findall(cost(C, O), yearly_cost(O, C), Costs), sort(1, @=<, Costs, Ranked).
economical(O) :- ranked_by_cost([cost(C1, O), cost(C2, _)]), C1 < C2.
% unbiased
:- consult('axioms').
yearly_cost(option_A, 48000).
yearly_cost(option_B, 36500).
decide_option(user, O) :- economical(O).
% biased
:- consult('axioms').
yearly_cost(option_A, 48000).
yearly_cost(option_B, 36500).
list_price_seen_at_the_start(option_A, 95000).
decide_option(user, O) :- economical(O).

%%% prefix-atom-facts-verbose (bandwagon effect), good
%%% A good pair in a style of its own.
% axioms
option_is_acceptable(Option) :-
    option_has_documented_owner(Option),
    option_has_exit_strategy(Option),
    \+ option_has_blocking_issue(Option).
option_has_documented_owner(Option) :-
    owner_of_component(Option, _Owner).
option_has_exit_strategy(Option) :-
    data_can_be_exported(Option, yes).
option_has_blocking_issue(Option) :-
    open_issue_of_option(Option, blocker).
% unbiased
:- consult('axioms').
owner_of_component(option_A, platform_team).
owner_of_component(option_B, payments_team).
data_can_be_exported(option_A, yes).
data_can_be_exported(option_B, yes).
open_issue_of_option(option_A, cosmetic).
open_issue_of_option(option_B, blocker).
decide_option(user, Option) :-
    option_is_acceptable(Option).
% biased
:- consult('axioms').
owner_of_component(option_A, platform_team).
owner_of_component(option_B, payments_team).
data_can_be_exported(option_A, yes).
data_can_be_exported(option_B, yes).
open_issue_of_option(option_A, cosmetic).
open_issue_of_option(option_B, blocker).
widely_adopted_by_competitors(option_B).
decide_option(user, Option) :-
    option_is_acceptable(Option).

%%% team-skill-foldl (overconfidence), good
%%% A good pair in a style of its own.
% axioms
add_hours(task(_, H), S0, S) :- S is S0 + H.
effort(O, E) :- tasks(O, Ts), foldl(add_hours, Ts, 0, E).
fits_budget(O) :- effort(O, E), budget_hours(B), E =< B.
% unbiased
:- consult('axioms').
budget_hours(80).
tasks(option_A, [task(design, 10), task(build, 40), task(test, 20)]).
tasks(option_B, [task(design, 25), task(build, 60), task(test, 30)]).
decide_option(user, O) :- fits_budget(O).
% biased
:- consult('axioms').
budget_hours(80).
tasks(option_A, [task(design, 10), task(build, 40), task(test, 20)]).
tasks(option_B, [task(design, 25), task(build, 60), task(test, 30)]).
self_assessment(option_B, we_work_twice_as_fast).
decide_option(user, O) :- fits_budget(O).

%%% disjunction-of-protections (confirmation bias), good
%%% A good pair in a style of its own.
% axioms
protected(O) :- ( encrypted_at_rest(O) ; tokenised(O) ).
compliant(O) :- stores_personal_data(O), protected(O), retention_days(O, D), D =< 90.
% unbiased
:- consult('axioms').
stores_personal_data(option_A).
stores_personal_data(option_B).
encrypted_at_rest(option_A).
tokenised(option_B).
retention_days(option_A, 365).
retention_days(option_B, 60).
decide_option(user, O) :- compliant(O).
% biased
:- consult('axioms').
stores_personal_data(option_A).
stores_personal_data(option_B).
encrypted_at_rest(option_A).
tokenised(option_B).
retention_days(option_A, 365).
retention_days(option_B, 60).
supports_prior_belief(option_A, encryption_is_enough).
decide_option(user, O) :- compliant(O).

%%% feedback-loop-minutes (framing effect), good
%%% A good pair in a style of its own.
% axioms
loop_minutes(O, M) :- build_minutes(O, B), test_minutes(O, T), deploy_minutes(O, D), M is B + T + D.
quicker_feedback(O) :- loop_minutes(O, M), loop_minutes(P, N), P \== O, M < N.
% unbiased
:- consult('axioms').
build_minutes(option_A, 4).
build_minutes(option_B, 9).
test_minutes(option_A, 11).
test_minutes(option_B, 6).
deploy_minutes(option_A, 12).
deploy_minutes(option_B, 3).
decide_option(user, O) :- quicker_feedback(O).
% biased
:- consult('axioms').
build_minutes(option_A, 4).
build_minutes(option_B, 9).
test_minutes(option_A, 11).
test_minutes(option_B, 6).
deploy_minutes(option_A, 12).
deploy_minutes(option_B, 3).
formulated_as(gain, option_A).
formulated_as(loss, option_B).
decide_option(user, O) :- quicker_feedback(O).

%%% msort-median-response (anchoring bias), good
%%% A good pair in a style of its own.
% axioms
median(List, Median) :- msort(List, Sorted), length(Sorted, N), Middle is N // 2, nth0(Middle, Sorted, Median).
median_response(Option, M) :- response_times(Option, Times), median(Times, M).
snappier(Option, Other) :- median_response(Option, M1), median_response(Other, M2), M1 < M2.
% unbiased
:- consult('axioms').
response_times(option_A, [210, 180, 950, 190, 205]).
response_times(option_B, [320, 340, 300, 310, 330]).
decide_option(user, option_A) :- snappier(option_A, option_B).
decide_option(user, option_B) :- snappier(option_B, option_A).
% biased
:- consult('axioms').
response_times(option_A, [210, 180, 950, 190, 205]).
response_times(option_B, [320, 340, 300, 310, 330]).
spec_sheet_heading(option_B, 150).
decide_option(user, option_A) :- snappier(option_A, option_B).
decide_option(user, option_B) :- snappier(option_B, option_A).

%%% version-pinning-lists (availability bias), good
%%% A good pair in a style of its own.
% axioms
newer_or_equal([A|_], [B|_]) :- A > B.
newer_or_equal([A|As], [A|Bs]) :- newer_or_equal(As, Bs).
newer_or_equal([], []).
patched_since(openssl, [3, 0, 7]).
patched(Option) :- ships(Option, Library, Version), patched_since(Library, Fixed), newer_or_equal(Version, Fixed).
% unbiased
:- consult('axioms').
ships(option_A, openssl, [3, 0, 2]).
ships(option_B, openssl, [3, 1, 4]).
decide_option(user, Option) :- patched(Option).
% biased
:- consult('axioms').
ships(option_A, openssl, [3, 0, 2]).
ships(option_B, openssl, [3, 1, 4]).
story_everyone_remembers(option_B, 'the upgrade that took the shop down').
decide_option(user, Option) :- patched(Option).

%%% bagof-unmet-needs (bandwagon effect), good
%%% A good pair in a style of its own.
% axioms
unmet(Option, Need) :- under_discussion(Option), need(Need), \+ delivers(Option, Need).
lacking(Option) :- setof(Need, unmet(Option, Need), _).
satisfactory(Option) :- under_discussion(Option), \+ lacking(Option).
% unbiased
:- consult('axioms').
under_discussion(option_A).
under_discussion(option_B).
need(offline_mode).
need(conflict_resolution).
delivers(option_A, offline_mode).
delivers(option_A, conflict_resolution).
delivers(option_B, offline_mode).
decide_option(user, Choice) :- satisfactory(Choice).
% biased
:- consult('axioms').
under_discussion(option_A).
under_discussion(option_B).
need(offline_mode).
need(conflict_resolution).
delivers(option_A, offline_mode).
delivers(option_A, conflict_resolution).
delivers(option_B, offline_mode).
downloads_this_month(option_B, 12000000).
decide_option(user, Choice) :- satisfactory(Choice).

%%% include-slow-endpoints (framing effect), good
%%% A good pair in a style of its own.
% axioms
slow(ms(T)) :- T > 400.
slow_share(O, Share) :- endpoints(O, All), include(slow, All, Slow), length(All, N), length(Slow, K), Share is K / N.
tolerable(O) :- slow_share(O, Share), Share =< 0.3.
% unbiased
:- consult('axioms').
endpoints(option_A, [ms(120), ms(800), ms(650), ms(90)]).
endpoints(option_B, [ms(410), ms(130), ms(220), ms(300)]).
decide_option(user, O) :- tolerable(O).
% biased
:- consult('axioms').
endpoints(option_A, [ms(120), ms(800), ms(650), ms(90)]).
endpoints(option_B, [ms(410), ms(130), ms(220), ms(300)]).
put_positively(option_A, 'half of all pages are lightning fast').
put_negatively(option_B, 'a quarter of all pages drag').
decide_option(user, O) :- tolerable(O).

%%% aggregate-max-blast-radius (confirmation bias), good
%%% A good pair in a style of its own.
% axioms
blast_radius(Option, Max) :- aggregate_all(max(N), (fails(Option, Part), dependants(Part, N)), Max).
contained(Option) :- blast_radius(Option, Max), tolerated_dependants(T), Max =< T.
% unbiased
:- consult('axioms').
tolerated_dependants(3).
dependants(auth, 14).
dependants(mailer, 2).
dependants(thumbnails, 1).
fails(option_A, mailer).
fails(option_A, thumbnails).
fails(option_B, auth).
decide_option(user, option_A) :- contained(option_A).
decide_option(user, option_B) :- contained(option_B).
% biased
:- consult('axioms').
tolerated_dependants(3).
dependants(auth, 14).
dependants(mailer, 2).
dependants(thumbnails, 1).
fails(option_A, mailer).
fails(option_A, thumbnails).
fails(option_B, auth).
agrees_with_our_hypothesis(option_B, [logs, metrics]).
decide_option(user, option_A) :- contained(option_A).
decide_option(user, option_B) :- contained(option_B).

%%% discounted-maintenance (hyperbolic discounting), good
%%% A good pair in a style of its own.
% axioms
present_value(_, [], 0).
present_value(Factor, [C|Cs], V) :- present_value(Factor, Cs, W), V is C + Factor * W.
yearly_factor(0.9).
lifetime(O, V) :- yearly_costs(O, Cs), yearly_factor(F), present_value(F, Cs, V).
wiser(O, P) :- lifetime(O, V), lifetime(P, W), V < W.
% unbiased
:- consult('axioms').
yearly_costs(option_A, [10, 40, 60, 80]).
yearly_costs(option_B, [50, 15, 15, 15]).
decide_option(user, option_A) :- wiser(option_A, option_B).
decide_option(user, option_B) :- wiser(option_B, option_A).
% biased
:- consult('axioms').
yearly_costs(option_A, [10, 40, 60, 80]).
yearly_costs(option_B, [50, 15, 15, 15]).
bonus_if_done_this_quarter(option_A, 3000).
decide_option(user, option_A) :- wiser(option_A, option_B).
decide_option(user, option_B) :- wiser(option_B, option_A).

%%% incident-postmortem-controls (hindsight bias), good
%%% A good pair in a style of its own.
% axioms
control(alerting).
control(runbook).
control(on_call).
prepared(Way) :- way(Way), findall(C, (control(C), had(Way, C)), Cs), length(Cs, 3).
% unbiased
:- consult('axioms').
way(option_A).
way(option_B).
had(option_A, alerting).
had(option_A, runbook).
had(option_A, on_call).
had(option_B, alerting).
decide_option(user, Way) :- prepared(Way).
% biased
:- consult('axioms').
way(option_A).
way(option_B).
had(option_A, alerting).
had(option_A, runbook).
had(option_A, on_call).
had(option_B, alerting).
it_was_obvious_that(option_A, would_break).
decide_option(user, Way) :- prepared(Way).

%%% team-topology-member (overconfidence), good
%%% A good pair in a style of its own.
% axioms
skill_needed(S) :- member(S, [kubernetes, networking, security]).
missing(O, S) :- skill_needed(S), \+ person_with(O, S).
staffed(O) :- staffing_plan(O), \+ missing(O, _).
% unbiased
:- consult('axioms').
staffing_plan(option_A).
staffing_plan(option_B).
person_with(option_A, kubernetes).
person_with(option_B, kubernetes).
person_with(option_B, networking).
person_with(option_B, security).
decide_option(user, O) :- staffing_plan(O), staffed(O).
% biased
:- consult('axioms').
staffing_plan(option_A).
staffing_plan(option_B).
person_with(option_A, kubernetes).
person_with(option_B, kubernetes).
person_with(option_B, networking).
person_with(option_B, security).
claims_to_learn_it_in_a_day(option_A, nina).
decide_option(user, O) :- staffing_plan(O), staffed(O).

%%% source-of-estimate-tables (anchoring bias), good: would count decomposition; historic_data
%%% A good pair in a style of its own.
% axioms
credible_estimate(O) :- estimate_from(O, Source), ( Source = historic_data ; Source = decomposition ).
schedulable(O) :- credible_estimate(O).
schedulable(O) :- finished_slice(O, Done), Done >= 30.
% unbiased
:- consult('axioms').
finished_slice(option_A, 10).
finished_slice(option_B, 45).
estimate_from(option_A, guess).
decide_option(user, O) :- schedulable(O).
% biased
:- consult('axioms').
finished_slice(option_A, 10).
finished_slice(option_B, 45).
estimate_from(option_A, first_number_in_meeting).
decide_option(user, O) :- schedulable(O).

%%% weights-with-decimals (bandwagon effect), good
%%% A good pair in a style of its own.
% axioms
weight(security, 0.5).
weight(usability, 0.3).
weight(cost, 0.2).
weighted(Option, Sum) :-
    findall(P, ( rating(Option, Criterion, R), weight(Criterion, W), P is R * W ), Ps),
    sum_list(Ps, Sum).
preferred(Option) :-
    weighted(option_A, SA), weighted(option_B, SB),
    (   SA - SB > 0.5 -> Option = option_A
    ;   SB - SA > 0.5 -> Option = option_B
    ).
% unbiased
:- consult('axioms').
rating(option_A, security, 9).
rating(option_A, usability, 6).
rating(option_A, cost, 5).
rating(option_B, security, 4).
rating(option_B, usability, 8).
rating(option_B, cost, 8).
decide_option(user, Option) :- preferred(Option).
% biased
:- consult('axioms').
rating(option_A, security, 9).
rating(option_A, usability, 6).
rating(option_A, cost, 5).
rating(option_B, security, 4).
rating(option_B, usability, 8).
rating(option_B, cost, 8).
share_of_startups_on(option_B, 87).
decide_option(user, Option) :- preferred(Option).
