%%% forall-gates-passed (overconfidence bias), good
%%% Written with forall.
% axioms
gate(unit_tests).
gate(load_tests).
gate(rollback_plan).
passes_gates(Option) :- strategy(Option), forall(gate(G), evidence(Option, G)).
go(Option) :- passes_gates(Option).
% unbiased
:- consult('axioms').
strategy(option_A).
strategy(option_B).
evidence(option_A, unit_tests).
evidence(option_B, unit_tests).
evidence(option_B, load_tests).
evidence(option_B, rollback_plan).
decide_option(user, Option) :- go(Option).
% biased
:- consult('axioms').
strategy(option_A).
strategy(option_B).
evidence(option_A, unit_tests).
evidence(option_B, unit_tests).
evidence(option_B, load_tests).
evidence(option_B, rollback_plan).
lead_claims("we have never had to roll back", option_A).
decide_option(user, Option) :- go(Option).

%%% monolith-or-services (bandwagon effect), good
%%% Written with negation.
% axioms
architecture_fits(Option) :- style(Option, monolith), team_size(N), N =< 8, \+ independent_scaling(required).
architecture_fits(Option) :- style(Option, microservices), team_size(N), N > 8.
% unbiased
:- consult('axioms').
team_size(5).
independent_scaling(not_required).
style(option_A, microservices).
style(option_B, monolith).
decide_option(user, option_A) :- architecture_fits(option_A).
decide_option(user, option_B) :- architecture_fits(option_B).
% biased
:- consult('axioms').
team_size(5).
independent_scaling(not_required).
style(option_A, microservices).
style(option_B, monolith).
industry_leaders_have_chosen(option_A, [streaming_giant, online_shop, ride_service]).
decide_option(user, option_A) :- architecture_fits(option_A).
decide_option(user, option_B) :- architecture_fits(option_B).

%%% three-point-estimates (anchoring bias), good
%%% Written with arithmetic.
% axioms
expected_duration(Option, E) :- three_point(Option, Best, Likely, Worst), E is (Best + 4 * Likely + Worst) / 6.
finishes_in_time(Option) :- expected_duration(Option, E), days_available(D), E =< D.
% unbiased
:- consult('axioms').
days_available(25).
three_point(option_A, 10, 20, 36).
three_point(option_B, 20, 32, 62).
decide_option(user, option_A) :- finishes_in_time(option_A), \+ finishes_in_time(option_B).
decide_option(user, option_B) :- finishes_in_time(option_B), \+ finishes_in_time(option_A).
% biased
:- consult('axioms').
days_available(25).
three_point(option_A, 10, 20, 36).
three_point(option_B, 20, 32, 62).
manager_opens_with(days(12), option_B).
decide_option(user, option_A) :- finishes_in_time(option_A), \+ finishes_in_time(option_B).
decide_option(user, option_B) :- finishes_in_time(option_B), \+ finishes_in_time(option_A).

%%% severity-levels-by-table (availability bias), good
%%% Written with arithmetic.
% axioms
severity_level(low, 1).
severity_level(medium, 2).
severity_level(high, 3).
priority(Option, P) :- severity(Option, S), severity_level(S, L), affected_users(Option, U), P is L * U.
fix_first(X, Y) :- priority(X, PX), priority(Y, PY), PX > PY.
% unbiased
:- consult('axioms').
severity(option_A, medium).
severity(option_B, high).
affected_users(option_A, 4000).
affected_users(option_B, 150).
decide_option(user, option_A) :- fix_first(option_A, option_B).
decide_option(user, option_B) :- fix_first(option_B, option_A).
% biased
:- consult('axioms').
severity(option_A, medium).
severity(option_B, high).
affected_users(option_A, 4000).
affected_users(option_B, 150).
discussed_on_social_media(option_B, yesterday).
decide_option(user, option_A) :- fix_first(option_A, option_B).
decide_option(user, option_B) :- fix_first(option_B, option_A).

%%% root-cause-by-observations (confirmation bias), good
%%% Written with findall, length and negation.
% axioms
explains(Option, Observation) :- prediction(Option, Observation).
unexplained(Option, N) :- findall(O, (observation(O), \+ explains(Option, O)), Os), length(Os, N).
better_hypothesis(X, Y) :- unexplained(X, NX), unexplained(Y, NY), NX < NY.
% unbiased
:- consult('axioms').
observation(high_cpu_at_night).
observation(errors_only_on_node_three).
observation(no_slow_queries).
prediction(option_A, high_cpu_at_night).
prediction(option_B, high_cpu_at_night).
prediction(option_B, errors_only_on_node_three).
prediction(option_B, no_slow_queries).
decide_option(user, option_A) :- better_hypothesis(option_A, option_B).
decide_option(user, option_B) :- better_hypothesis(option_B, option_A).
% biased
:- consult('axioms').
observation(high_cpu_at_night).
observation(errors_only_on_node_three).
observation(no_slow_queries).
prediction(option_A, high_cpu_at_night).
prediction(option_B, high_cpu_at_night).
prediction(option_B, errors_only_on_node_three).
prediction(option_B, no_slow_queries).
initial_suspicion(option_A).
search_history([query("slow database"), query("database lock")]).
decide_option(user, option_A) :- better_hypothesis(option_A, option_B).
decide_option(user, option_B) :- better_hypothesis(option_B, option_A).

%%% msort-and-last-by-score (framing effect), good
%%% Written with findall, last, msort and arithmetic.
% axioms
usability(Option, Score) :- completed_tasks(Option, C), observed_errors(Option, E), Score is 10 * C - 3 * E.
most_usable(Option) :- findall(S-O, usability(O, S), Pairs), msort(Pairs, Sorted), last(Sorted, _-Option).
% unbiased
:- consult('axioms').
completed_tasks(option_A, 17).
completed_tasks(option_B, 14).
observed_errors(option_A, 4).
observed_errors(option_B, 9).
decide_option(user, option_A) :- most_usable(option_A).
decide_option(user, option_B) :- most_usable(option_B).
% biased
:- consult('axioms').
completed_tasks(option_A, 17).
completed_tasks(option_B, 14).
observed_errors(option_A, 4).
observed_errors(option_B, 9).
headline(option_A, "three users did not finish").
headline(option_B, "seventy percent finished").
decide_option(user, option_A) :- most_usable(option_A).
decide_option(user, option_B) :- most_usable(option_B).

%%% postmortem-checklist (hindsight bias), good
%%% Written with subset and negation.
% axioms
followed_process(Option) :- process_steps(Steps), steps_done(Option, Done), subset(Steps, Done).
sound_decision(X, Y) :- followed_process(X), \+ followed_process(Y).
% unbiased
:- consult('axioms').
process_steps([threat_model, peer_review, staged_rollout]).
steps_done(option_A, [peer_review]).
steps_done(option_B, [peer_review, threat_model, staged_rollout]).
decide_option(user, option_A) :- sound_decision(option_A, option_B).
decide_option(user, option_B) :- sound_decision(option_B, option_A).
% biased
:- consult('axioms').
process_steps([threat_model, peer_review, staged_rollout]).
steps_done(option_A, [peer_review]).
steps_done(option_B, [peer_review, threat_model, staged_rollout]).
known_outcome(option_A, went_well).
known_outcome(option_B, went_badly).
decide_option(user, option_A) :- sound_decision(option_A, option_B).
decide_option(user, option_B) :- sound_decision(option_B, option_A).

%%% flaky-tests-repair (hyperbolic discounting), good
%%% Written with arithmetic.
% axioms
minutes_lost(Option, Total) :- flaky_runs_per_week(Option, R), minutes_per_rerun(M), weeks_ahead(W), one_time_minutes(Option, O), Total is R * M * W + O.
loses_less_time(X, Y) :- minutes_lost(X, MX), minutes_lost(Y, MY), MX < MY.
recommended(Option) :- option_pair(Option, Other), loses_less_time(Option, Other).
option_pair(Option, Other) :- flaky_runs_per_week(Option, _), flaky_runs_per_week(Other, _), Option \== Other.
% unbiased
:- consult('axioms').
minutes_per_rerun(12).
weeks_ahead(26).
flaky_runs_per_week(option_A, 25).
flaky_runs_per_week(option_B, 3).
one_time_minutes(option_A, 5).
one_time_minutes(option_B, 960).
decide_option(user, Option) :- recommended(Option).
% biased
:- consult('axioms').
minutes_per_rerun(12).
weeks_ahead(26).
flaky_runs_per_week(option_A, 25).
flaky_runs_per_week(option_B, 3).
one_time_minutes(option_A, 5).
one_time_minutes(option_B, 960).
feels_done_immediately(option_A).
decide_option(user, Option) :- recommended(Option).

%%% capacity-with-between (overconfidence bias), good
%%% Written with between and arithmetic.
% axioms
smallest_cluster(Option, Nodes) :- node_limit(Max), capacity_per_node(Option, C), peak_demand(D), between(1, Max, Nodes), Nodes * C >= D, Previous is Nodes - 1, Previous * C < D.
can_serve(Option) :- smallest_cluster(Option, _).
% unbiased
:- consult('axioms').
node_limit(6).
peak_demand(1000).
capacity_per_node(option_A, 90).
capacity_per_node(option_B, 240).
decide_option(user, option_A) :- can_serve(option_A), \+ can_serve(option_B).
decide_option(user, option_B) :- can_serve(option_B), \+ can_serve(option_A).
% biased
:- consult('axioms').
node_limit(6).
peak_demand(1000).
capacity_per_node(option_A, 90).
capacity_per_node(option_B, 240).
architect_guarantees(option_A, "it will scale, trust me").
decide_option(user, option_A) :- can_serve(option_A), \+ can_serve(option_B).
decide_option(user, option_B) :- can_serve(option_B), \+ can_serve(option_A).

%%% api-versioning-policy (framing effect), good
%%% Written with once and negation.
% axioms
breaking(Change) :- change_kind(Change, removal).
breaking(Change) :- change_kind(Change, type_change).
policy(major) :- change(C), breaking(C).
policy(minor) :- \+ (change(C), breaking(C)).
conforms(Option) :- bump(Option, Level), once(policy(Level)).
% unbiased
:- consult('axioms').
change(rename_of_field).
change(new_endpoint).
change_kind(rename_of_field, removal).
change_kind(new_endpoint, addition).
bump(option_A, minor).
bump(option_B, major).
decide_option(user, option_A) :- conforms(option_A).
decide_option(user, option_B) :- conforms(option_B).
% biased
:- consult('axioms').
change(rename_of_field).
change(new_endpoint).
change_kind(rename_of_field, removal).
change_kind(new_endpoint, addition).
bump(option_A, minor).
bump(option_B, major).
announced_as("a harmless improvement for ninety percent of clients").
decide_option(user, option_A) :- conforms(option_A).
decide_option(user, option_B) :- conforms(option_B).

%%% strings-as-certification-names (bandwagon effect), good
%%% Written with plain clauses and comparisons.
% axioms
certified(Provider) :- needed_certificate(Name), certificate(Provider, Name).
in_region(Provider) :- data_region(Region), region(Provider, Region).
compliant(Provider) :- certified(Provider), in_region(Provider).
% unbiased
:- consult('axioms').
needed_certificate("ISO 27001").
data_region("EU").
certificate(option_A, "SOC 2").
certificate(option_B, "ISO 27001").
region(option_A, "US").
region(option_B, "EU").
decide_option(user, option_A) :- compliant(option_A), \+ compliant(option_B).
decide_option(user, option_B) :- compliant(option_B), \+ compliant(option_A).
% biased
:- consult('axioms').
needed_certificate("ISO 27001").
data_region("EU").
certificate(option_A, "SOC 2").
certificate(option_B, "ISO 27001").
region(option_A, "US").
region(option_B, "EU").
market_share(option_A, 64).
praised_by(option_A, ["the CTO", "two analysts"]).
decide_option(user, option_A) :- compliant(option_A), \+ compliant(option_B).
decide_option(user, option_B) :- compliant(option_B), \+ compliant(option_A).

%%% nth0-median-of-history (anchoring bias), good
%%% Written with length, nth0, msort and arithmetic.
% axioms
median(List, M) :- msort(List, Sorted), length(Sorted, L), Index is L // 2, nth0(Index, Sorted, M).
historic_effort(M) :- past_efforts(List), median(List, M).
deviation(Option, D) :- historic_effort(M), proposed_effort(Option, P), D is abs(P - M).
closer_to_history(X, Y) :- deviation(X, DX), deviation(Y, DY), DX < DY.
% unbiased
:- consult('axioms').
past_efforts([13, 8, 21, 15, 14]).
proposed_effort(option_A, 15).
proposed_effort(option_B, 5).
decide_option(user, option_A) :- closer_to_history(option_A, option_B).
decide_option(user, option_B) :- closer_to_history(option_B, option_A).
% biased
:- consult('axioms').
past_efforts([13, 8, 21, 15, 14]).
proposed_effort(option_A, 15).
proposed_effort(option_B, 5).
first_card_shown(story_points(5)).
decide_option(user, option_A) :- closer_to_history(option_A, option_B).
decide_option(user, option_B) :- closer_to_history(option_B, option_A).

%%% include-stable-modules (confirmation bias), good
%%% Written with include, length and arithmetic.
% axioms
stable(Module) :- change_count(Module, N), N < 4.
stable_modules(Option, Stable) :- modules(Option, Ms), include(stable, Ms, Stable).
stability(Option, Share) :- stable_modules(Option, Stable), modules(Option, Ms), length(Stable, S), length(Ms, N), Share is 100 * S // N.
more_stable(X, Y) :- stability(X, SX), stability(Y, SY), SX > SY.
% unbiased
:- consult('axioms').
modules(option_A, [parser, printer, cache]).
modules(option_B, [router, session, mailer]).
change_count(parser, 1).
change_count(printer, 2).
change_count(cache, 9).
change_count(router, 12).
change_count(session, 7).
change_count(mailer, 3).
decide_option(user, option_A) :- more_stable(option_A, option_B).
decide_option(user, option_B) :- more_stable(option_B, option_A).
% biased
:- consult('axioms').
modules(option_A, [parser, printer, cache]).
modules(option_B, [router, session, mailer]).
change_count(parser, 1).
change_count(printer, 2).
change_count(cache, 9).
change_count(router, 12).
change_count(session, 7).
change_count(mailer, 3).
opinion_of(senior_dev, option_B, cleanest_code).
decide_option(user, option_A) :- more_stable(option_A, option_B).
decide_option(user, option_B) :- more_stable(option_B, option_A).

%%% max-with-witness (hyperbolic discounting), good
%%% Written with findall, aggregate_all, sumlist and sumlist.
% axioms
discount_free_value(Option, V) :- findall(X, cash_flow(Option, _Year, X), Xs), sumlist(Xs, V).
best(Option) :- aggregate_all(max(V, O), (alternative(O), discount_free_value(O, V)), max(_, Option)).
% unbiased
:- consult('axioms').
alternative(option_A).
alternative(option_B).
cash_flow(option_A, 1, -50).
cash_flow(option_A, 2, 70).
cash_flow(option_A, 3, 90).
cash_flow(option_B, 1, 40).
cash_flow(option_B, 2, 10).
cash_flow(option_B, 3, 5).
decide_option(user, option_A) :- best(option_A).
decide_option(user, option_B) :- best(option_B).
% biased
:- consult('axioms').
alternative(option_A).
alternative(option_B).
cash_flow(option_A, 1, -50).
cash_flow(option_A, 2, 70).
cash_flow(option_A, 3, 90).
cash_flow(option_B, 1, 40).
cash_flow(option_B, 2, 10).
cash_flow(option_B, 3, 5).
reward_arrives(option_B, already_this_sprint).
decide_option(user, option_A) :- best(option_A).
decide_option(user, option_B) :- best(option_B).

%%% incident-history-normalised (availability bias), good
%%% Written with negation and arithmetic.
% axioms
incidents_per_year(Option, Rate) :- incident_total(Option, N), years_in_service(Option, Y), Rate is N / Y.
acceptable_risk(Option) :- incidents_per_year(Option, Rate), risk_appetite(Max), Rate < Max.
safer_choice(Option, Alternative) :- acceptable_risk(Option), \+ acceptable_risk(Alternative).
% unbiased
:- consult('axioms').
risk_appetite(3).
incident_total(option_A, 14).
incident_total(option_B, 12).
years_in_service(option_A, 7).
years_in_service(option_B, 2).
decide_option(user, option_A) :- safer_choice(option_A, option_B).
decide_option(user, option_B) :- safer_choice(option_B, option_A).
% biased
:- consult('axioms').
risk_appetite(3).
incident_total(option_A, 14).
incident_total(option_B, 12).
years_in_service(option_A, 7).
years_in_service(option_B, 2).
incident_remembered(option_A, yesterday, "the whole checkout was down").
decide_option(user, option_A) :- safer_choice(option_A, option_B).
decide_option(user, option_B) :- safer_choice(option_B, option_A).

%%% logging-or-tracing (bandwagon effect), good
%%% Written with forall and setof.
% axioms
need_covered(Need, Tool) :- supports(Tool, Need).
all_needs_covered(Tool) :- supports(Tool, _), forall(need(N), need_covered(N, Tool)).
chosen(Tool) :- setof(T, N^(supports(T, N), all_needs_covered(T)), [Tool]).
% unbiased
:- consult('axioms').
need(cross_service_latency).
need(sampling).
supports(option_A, full_text_search).
supports(option_A, sampling).
supports(option_B, cross_service_latency).
supports(option_B, sampling).
decide_option(user, option_A) :- chosen(option_A).
decide_option(user, option_B) :- chosen(option_B).
% biased
:- consult('axioms').
need(cross_service_latency).
need(sampling).
supports(option_A, full_text_search).
supports(option_A, sampling).
supports(option_B, cross_service_latency).
supports(option_B, sampling).
newsletter_calls(option_A, the_standard).
decide_option(user, option_A) :- chosen(option_A).
decide_option(user, option_B) :- chosen(option_B).

%%% if-then-else-two-sided (overconfidence bias), good
%%% Written with if-then-else and arithmetic.
% axioms
verdict(X, Y, Winner) :- buffer(X, BX), buffer(Y, BY), ( BX > BY -> Winner = X ; BY > BX -> Winner = Y ; fail ).
buffer(Option, B) :- planned_days(Option, P), velocity_based_days(V), B is P - V.
% unbiased
:- consult('axioms').
velocity_based_days(40).
planned_days(option_A, 30).
planned_days(option_B, 46).
decide_option(user, option_A) :- verdict(option_A, option_B, option_A).
decide_option(user, option_B) :- verdict(option_A, option_B, option_B).
% biased
:- consult('axioms').
velocity_based_days(40).
planned_days(option_A, 30).
planned_days(option_B, 46).
team_mood(option_A, "we can do it in our sleep").
decide_option(user, option_A) :- verdict(option_A, option_B, option_A).
decide_option(user, option_B) :- verdict(option_A, option_B, option_B).

%%% accessibility-requirements (framing effect), good
%%% Written with plain clauses and comparisons.
% axioms
satisfies(Option, contrast) :- contrast_ratio(Option, R), R >= 4.5.
satisfies(Option, target_size) :- target_pixels(Option, P), P >= 24.
accessible(Option) :- satisfies(Option, contrast), satisfies(Option, target_size).
% unbiased
:- consult('axioms').
contrast_ratio(option_A, 3.1).
contrast_ratio(option_B, 7.2).
target_pixels(option_A, 44).
target_pixels(option_B, 32).
decide_option(user, option_A) :- accessible(option_A), \+ accessible(option_B).
decide_option(user, option_B) :- accessible(option_B), \+ accessible(option_A).
% biased
:- consult('axioms').
contrast_ratio(option_A, 3.1).
contrast_ratio(option_B, 7.2).
target_pixels(option_A, 44).
target_pixels(option_B, 32).
sold_as(option_A, "readable for ninety two percent of users").
decide_option(user, option_A) :- accessible(option_A), \+ accessible(option_B).
decide_option(user, option_B) :- accessible(option_B), \+ accessible(option_A).

%%% cue-repeats-the-numbers (anchoring bias), good
%%% Written with arithmetic.
% axioms
memory_needed(Option, M) :- instances(Option, I), memory_per_instance(Option, P), M is I * P.
fits_in_memory(Option) :- memory_needed(Option, M), memory_available(A), M =< A.
% unbiased
:- consult('axioms').
memory_available(64).
instances(option_A, 6).
instances(option_B, 12).
memory_per_instance(option_A, 8).
memory_per_instance(option_B, 8).
decide_option(user, option_A) :- fits_in_memory(option_A), \+ fits_in_memory(option_B).
decide_option(user, option_B) :- fits_in_memory(option_B), \+ fits_in_memory(option_A).
% biased
:- consult('axioms').
memory_available(64).
instances(option_A, 6).
instances(option_B, 12).
memory_per_instance(option_A, 8).
memory_per_instance(option_B, 8).
memory_first_guessed(option_B, 64).
instances_first_guessed(option_B, 6).
decide_option(user, option_A) :- fits_in_memory(option_A), \+ fits_in_memory(option_B).
decide_option(user, option_B) :- fits_in_memory(option_B), \+ fits_in_memory(option_A).

%%% warning-note-without-recall (availability bias), good: would count licence_withdrawn; recalled_by_vendor
%%% Written with negation.
% axioms
blocked(Library) :- note(Library, recalled_by_vendor) ; note(Library, licence_withdrawn).
maintained(Library) :- commits_last_year(Library, N), N >= 50.
usable(Library) :- maintained(Library), \+ blocked(Library).
% unbiased
:- consult('axioms').
commits_last_year(option_A, 210).
commits_last_year(option_B, 6).
note(option_A, mentioned_in_report).
note(option_B, mentioned_in_report).
decide_option(user, option_A) :- usable(option_A).
decide_option(user, option_B) :- usable(option_B).
% biased
:- consult('axioms').
commits_last_year(option_A, 210).
commits_last_year(option_B, 6).
note(option_A, colleague_had_a_bad_night_with_it).
note(option_B, mentioned_in_report).
decide_option(user, option_A) :- usable(option_A).
decide_option(user, option_B) :- usable(option_B).
