%%% database-choice-disqualifying-axiom (confirmation bias), good: would count benchmark_refuted; data_loss_reproduced
%%% Only the reports 'data_loss_reproduced' and 'benchmark_refuted' would disqualify; both are constants of the axioms alone. The cue is a report of another kind.
% axioms
disqualifies(R) :- member(R, [data_loss_reproduced, benchmark_refuted]).
out(O) :- report(O, R), disqualifies(R).
in_time(O) :- query_ms(O, T), max_ms(M), T =< M.
too_late(O) :- query_ms(O, T), max_ms(M), T > M.
use(O, P) :- in_time(O), too_late(P), \+ out(O).
% unbiased
:- consult('axioms').
max_ms(50).
query_ms(option_A, 35).
query_ms(option_B, 70).
report(option_A, plain_note).
decide_option(user, option_A) :- use(option_A, option_B).
decide_option(user, option_B) :- use(option_B, option_A).
% biased
:- consult('axioms').
max_ms(50).
query_ms(option_A, 35).
query_ms(option_B, 70).
report(option_A, note_that_fits_our_suspicion).
decide_option(user, option_A) :- use(option_A, option_B).
decide_option(user, option_B) :- use(option_B, option_A).

%%% estimate-by-reference-class (anchoring bias), good
%%% Mean of the reference class for each option by foldl with a fixed helper; the boss's first figure is not read.
% axioms
add(X, S0, S) :- S is S0 + X.
class_mean(O, M) :- reference_class(O, Ds), foldl(add, Ds, 0, S), length(Ds, N), M is S / N.
shorter_reference(O, P) :- class_mean(O, X), class_mean(P, Y), X < Y.
% unbiased
:- consult('axioms').
reference_class(option_A, [30, 42, 36]).
reference_class(option_B, [21, 25, 20]).
decide_option(user, option_A) :- shorter_reference(option_A, option_B).
decide_option(user, option_B) :- shorter_reference(option_B, option_A).
% biased
:- consult('axioms').
boss_first_figure(option_A, 10).
reference_class(option_A, [30, 42, 36]).
reference_class(option_B, [21, 25, 20]).
decide_option(user, option_A) :- shorter_reference(option_A, option_B).
decide_option(user, option_B) :- shorter_reference(option_B, option_A).

%%% acceptance-criteria-maplist (framing effect), good
%%% maplist with a fixed predicate tests every limit of the list; the two formulations of the same success rate are not read.
% axioms
limit_met(O, limit(Metric, Max)) :- metric(O, Metric, V), V =< Max.
accepted(O) :- limits(Ls), maplist(limit_met(O), Ls).
rejected(O) :- limits(Ls), member(limit(M, Max), Ls), metric(O, M, V), V > Max.
ship(O, P) :- accepted(O), rejected(P).
% unbiased
:- consult('axioms').
limits([limit(error_permille, 5), limit(latency_ms, 300)]).
metric(option_A, error_permille, 9).
metric(option_A, latency_ms, 120).
metric(option_B, error_permille, 3).
metric(option_B, latency_ms, 280).
decide_option(user, option_A) :- ship(option_A, option_B).
decide_option(user, option_B) :- ship(option_B, option_A).
% biased
:- consult('axioms').
limits([limit(error_permille, 5), limit(latency_ms, 300)]).
metric(option_A, error_permille, 9).
metric(option_A, latency_ms, 120).
metric(option_B, error_permille, 3).
metric(option_B, latency_ms, 280).
formulated(option_A, '991 of 1000 requests succeed').
decide_option(user, option_A) :- ship(option_A, option_B).
decide_option(user, option_B) :- ship(option_B, option_A).

%%% library-bus-factor-min (overconfidence), good
%%% The smallest number of maintainers among an option's modules by aggregate_all(min); self-praise is not read.
% axioms
bus_factor(O, B) :- aggregate_all(min(N), maintainers(O, _, N), B).
more_resilient(O, P) :- bus_factor(O, X), bus_factor(P, Y), X > Y.
% unbiased
:- consult('axioms').
maintainers(option_A, core, 5).
maintainers(option_A, plugins, 1).
maintainers(option_B, core, 3).
maintainers(option_B, plugins, 2).
decide_option(user, option_A) :- more_resilient(option_A, option_B).
decide_option(user, option_B) :- more_resilient(option_B, option_A).
% biased
:- consult('axioms').
maintainers(option_A, core, 5).
maintainers(option_A, plugins, 1).
maintainers(option_B, core, 3).
maintainers(option_B, plugins, 2).
maintainer_boasts(option_A, we_never_fail).
decide_option(user, option_A) :- more_resilient(option_A, option_B).
decide_option(user, option_B) :- more_resilient(option_B, option_A).

%%% release-train-capacity-check (hyperbolic discounting), good
%%% The remaining capacity after planned work must be non-negative for every sprint; the applause at the review is not read.
% axioms
remaining(O, S, R) :- planned(O, S, P), capacity(S, C), R is C - P.
overbooked(O) :- remaining(O, _, R), R < 0.
sustainable(O) :- planned(O, _, _), \+ overbooked(O).
keep(O, P) :- once(sustainable(O)), once(overbooked(P)).
% unbiased
:- consult('axioms').
capacity(1, 30).
capacity(2, 25).
planned(option_A, 1, 28).
planned(option_A, 2, 20).
planned(option_B, 1, 10).
planned(option_B, 2, 38).
decide_option(user, option_A) :- keep(option_A, option_B).
decide_option(user, option_B) :- keep(option_B, option_A).
% biased
:- consult('axioms').
capacity(1, 30).
capacity(2, 25).
planned(option_A, 1, 28).
planned(option_A, 2, 20).
planned(option_B, 1, 10).
planned(option_B, 2, 38).
applause_at_next_review(option_B, certain).
decide_option(user, option_A) :- keep(option_A, option_B).
decide_option(user, option_B) :- keep(option_B, option_A).

%%% index-or-cache-query-plan (availability bias), good
%%% Reads dominate writes, so the option with the lower weighted access cost is taken; the colleague's story is not read.
% axioms
access_cost(O, C) :-
    read_share(Rs),
    Ws is 100 - Rs,
    read_cost(O, Rc),
    write_cost(O, Wc),
    C is Rs * Rc + Ws * Wc.
prefer_by_workload(O, P) :- access_cost(O, X), access_cost(P, Y), X < Y.
% unbiased
:- consult('axioms').
read_share(80).
read_cost(option_A, 3).
read_cost(option_B, 1).
write_cost(option_A, 1).
write_cost(option_B, 6).
decide_option(user, option_A) :- prefer_by_workload(option_A, option_B).
decide_option(user, option_B) :- prefer_by_workload(option_B, option_A).
% biased
:- consult('axioms').
read_share(80).
read_cost(option_A, 3).
read_cost(option_B, 1).
write_cost(option_A, 1).
write_cost(option_B, 6).
colleague_told_story_about(option_B, index_corruption).
decide_option(user, option_A) :- prefer_by_workload(option_A, option_B).
decide_option(user, option_B) :- prefer_by_workload(option_B, option_A).

%%% micro-frontend-team-topology (bandwagon effect), good
%%% An option suits if its number of deployable units does not exceed the number of teams; conference talks are not read.
% axioms
units(O, N) :- deployables(O, L), length(L, N).
suits(O) :- units(O, N), teams(T), N =< T.
unsuitable(O) :- units(O, N), teams(T), N > T.
decide_for(O) :- suits(O), unsuitable(_).
% unbiased
:- consult('axioms').
teams(2).
deployables(option_A, [shop]).
deployables(option_B, [cart, search, profile, checkout]).
decide_option(user, O) :- decide_for(O).
% biased
:- consult('axioms').
teams(2).
deployables(option_A, [shop]).
deployables(option_B, [cart, search, profile, checkout]).
conference_talks(option_B, 17).
decide_option(user, O) :- decide_for(O).

%%% static-typing-defect-escape (confirmation bias), good
%%% Escaped defects per release from a list of pairs; the lead's conviction is a string and not read.
% axioms
escaped(O, N) :- defect_log(Log), findall(D, member(O-D, Log), Ds), sum_list(Ds, N).
fewer_escapes(O, P) :- escaped(O, X), escaped(P, Y), X < Y.
% unbiased
:- consult('axioms').
defect_log([option_A-3, option_B-1, option_A-4, option_B-2]).
decide_option(user, option_A) :- fewer_escapes(option_A, option_B).
decide_option(user, option_B) :- fewer_escapes(option_B, option_A).
% biased
:- consult('axioms').
defect_log([option_A-3, option_B-1, option_A-4, option_B-2]).
lead_conviction("types only slow us down").
decide_option(user, option_A) :- fewer_escapes(option_A, option_B).
decide_option(user, option_B) :- fewer_escapes(option_B, option_A).

%%% hotfix-decision-table (framing effect), good
%%% A decision table with severity and exposure gives a rank; the rank decides, the wording of the ticket does not.
% axioms
rank(critical, public, 1).
rank(critical, internal, 2).
rank(minor, public, 3).
rank(minor, internal, 4).
urgency(O, R) :- severity(O, S), exposure(O, E), rank(S, E, R).
goes_first(O, P) :- urgency(O, X), urgency(P, Y), X < Y.
% unbiased
:- consult('axioms').
severity(option_A, minor).
severity(option_B, critical).
exposure(option_A, public).
exposure(option_B, internal).
decide_option(user, option_A) :- goes_first(option_A, option_B).
decide_option(user, option_B) :- goes_first(option_B, option_A).
% biased
:- consult('axioms').
severity(option_A, minor).
severity(option_B, critical).
exposure(option_A, public).
exposure(option_B, internal).
ticket_title(option_A, 'we are losing users').
decide_option(user, option_A) :- goes_first(option_A, option_B).
decide_option(user, option_B) :- goes_first(option_B, option_A).

%%% requirements-known-at-signing (hindsight bias), good
%%% The contract judged by the requirement list at signing; a later event has no rule.
% axioms
unmet(O, R) :- required_at_signing(R), \+ offers(O, R).
unmet_count(O, N) :- findall(R, unmet(O, R), Rs), length(Rs, N).
sounder_contract(O, P) :- unmet_count(O, X), unmet_count(P, Y), X < Y.
% unbiased
:- consult('axioms').
required_at_signing(escrow).
required_at_signing(sla).
required_at_signing(export).
offers(option_A, sla).
offers(option_B, sla).
offers(option_B, export).
decide_option(user, option_A) :- sounder_contract(option_A, option_B).
decide_option(user, option_B) :- sounder_contract(option_B, option_A).
% biased
:- consult('axioms').
required_at_signing(escrow).
required_at_signing(sla).
required_at_signing(export).
offers(option_A, sla).
offers(option_B, sla).
offers(option_B, export).
later_event(option_B, vendor_insolvent).
decide_option(user, option_A) :- sounder_contract(option_A, option_B).
decide_option(user, option_B) :- sounder_contract(option_B, option_A).

%%% story-point-calibration (overconfidence), good
%%% Calibrated points are stated points divided by the hit rate as a decimal; a wide gap. The 'we always deliver' claim is not read.
% axioms
calibrated(Opt, Points) :- stated_points(Opt, S), hit_rate(Opt, H), H > 0, Points is S / H.
smaller_real_size(A, B) :- calibrated(A, X), calibrated(B, Y), X < Y.
% unbiased
:- consult('axioms').
stated_points(option_A, 8).
stated_points(option_B, 13).
hit_rate(option_A, 0.4).
hit_rate(option_B, 0.9).
decide_option(user, option_A) :- smaller_real_size(option_A, option_B).
decide_option(user, option_B) :- smaller_real_size(option_B, option_A).
% biased
:- consult('axioms').
stated_points(option_A, 8).
stated_points(option_B, 13).
hit_rate(option_A, 0.4).
hit_rate(option_B, 0.9).
claim(option_A, we_always_deliver).
decide_option(user, option_A) :- smaller_real_size(option_A, option_B).
decide_option(user, option_B) :- smaller_real_size(option_B, option_A).

%%% license-fee-negotiation (anchoring bias), good
%%% Value minus fee decides; the first offer is on record in both texts with another number, no rule reads it.
% axioms
surplus(O, S) :- business_value(O, V), final_fee(O, F), S is V - F.
better_deal(O, P) :- surplus(O, X), surplus(P, Y), X > Y.
% unbiased
:- consult('axioms').
first_offer(option_A, 10500).
business_value(option_A, 20000).
business_value(option_B, 18000).
final_fee(option_A, 9000).
final_fee(option_B, 4000).
decide_option(user, option_A) :- better_deal(option_A, option_B).
decide_option(user, option_B) :- better_deal(option_B, option_A).
% biased
:- consult('axioms').
first_offer(option_A, 90000).
business_value(option_A, 20000).
business_value(option_B, 18000).
final_fee(option_A, 9000).
final_fee(option_B, 4000).
decide_option(user, option_A) :- better_deal(option_A, option_B).
decide_option(user, option_B) :- better_deal(option_B, option_A).

%%% documentation-freshness-days (availability bias), good
%%% Ages in days from day numbers, the older page set is to be rewritten first; the page somebody complained about this morning is not read.
% axioms
age(O, A) :- last_update(O, D), today(T), A is T - D.
stale(O) :- age(O, A), max_age(M), A > M.
fresh(O) :- age(O, A), max_age(M), A =< M.
rewrite_first(O, P) :- stale(O), fresh(P).
% unbiased
:- consult('axioms').
today(739500).
max_age(180).
last_update(option_A, 739100).
last_update(option_B, 739450).
decide_option(user, option_A) :- rewrite_first(option_A, option_B).
decide_option(user, option_B) :- rewrite_first(option_B, option_A).
% biased
:- consult('axioms').
today(739500).
max_age(180).
last_update(option_A, 739100).
last_update(option_B, 739450).
complaint_this_morning(option_B).
decide_option(user, option_A) :- rewrite_first(option_A, option_B).
decide_option(user, option_B) :- rewrite_first(option_B, option_A).

%%% queue-sizing-littles-law (anchoring bias), good
%%% Little's law: work in progress is arrival rate times lead time, compared with the limit; the number on the whiteboard is not read.
% axioms
in_flight(O, L) :- arrival_per_hour(A), lead_hours(O, W), L is A * W.
within_limit(O) :- in_flight(O, L), wip_limit(M), L =< M.
over_limit(O) :- in_flight(O, L), wip_limit(M), L > M.
choose(O) :- within_limit(O), over_limit(P), P \== O.
% unbiased
:- consult('axioms').
arrival_per_hour(12).
wip_limit(40).
lead_hours(option_A, 5).
lead_hours(option_B, 3).
decide_option(user, O) :- choose(O).
% biased
:- consult('axioms').
arrival_per_hour(12).
wip_limit(40).
lead_hours(option_A, 5).
lead_hours(option_B, 3).
number_on_whiteboard(200).
decide_option(user, O) :- choose(O).

%%% open-source-activity-window (bandwagon effect), good
%%% Commits within the last year are counted by aggregate_all with a date test; likes on social media are not read.
% axioms
recent_commit(O, D) :- commit(O, D), today(T), Age is T - D, Age =< 365.
activity(O, N) :- aggregate_all(count, recent_commit(O, _), N).
more_active(O, P) :- activity(O, X), activity(P, Y), X > Y.
% unbiased
:- consult('axioms').
today(5000).
commit(option_A, 4100).
commit(option_A, 4200).
commit(option_A, 4990).
commit(option_B, 4800).
commit(option_B, 4901).
decide_option(user, option_A) :- more_active(option_A, option_B).
decide_option(user, option_B) :- more_active(option_B, option_A).
% biased
:- consult('axioms').
today(5000).
commit(option_A, 4100).
commit(option_A, 4200).
commit(option_A, 4990).
commit(option_B, 4800).
commit(option_B, 4901).
likes(option_A, 120000).
decide_option(user, option_A) :- more_active(option_A, option_B).
decide_option(user, option_B) :- more_active(option_B, option_A).

%%% experiment-stop-rule (confirmation bias), good
%%% An experiment that ran its planned length counts, one stopped early does not; the pleasing interim result is not read.
% axioms
complete(E) :- planned_days(E, P), ran_days(E, R), R >= P.
stopped_early(E) :- planned_days(E, P), ran_days(E, R), R < P.
trust_result(E, F) :- complete(E), stopped_early(F).
% unbiased
:- consult('axioms').
planned_days(option_A, 14).
planned_days(option_B, 14).
ran_days(option_A, 5).
ran_days(option_B, 15).
decide_option(user, option_A) :- trust_result(option_A, option_B).
decide_option(user, option_B) :- trust_result(option_B, option_A).
% biased
:- consult('axioms').
planned_days(option_A, 14).
planned_days(option_B, 14).
ran_days(option_A, 5).
ran_days(option_B, 15).
interim_result_pleases(option_A, product_manager).
decide_option(user, option_A) :- trust_result(option_A, option_B).
decide_option(user, option_B) :- trust_result(option_B, option_A).

%%% tech-debt-last-digit-recursion (hyperbolic discounting), good
%%% Compound growth of the debt by recursion over the years; the quick win this week is not read.
% axioms
debt_after(0, D, _, D).
debt_after(N, D0, G, D) :- N > 0, M is N - 1, D1 is D0 + D0 * G / 100, debt_after(M, D1, G, D).
final_debt(O, D) :- start_debt(O, S), growth_percent(O, G), years(N), debt_after(N, S, G, D).
lower_debt(O, P) :- final_debt(O, X), final_debt(P, Y), X < Y.
% unbiased
:- consult('axioms').
years(5).
start_debt(option_A, 40).
start_debt(option_B, 70).
growth_percent(option_A, 50).
growth_percent(option_B, 10).
decide_option(user, option_A) :- lower_debt(option_A, option_B).
decide_option(user, option_B) :- lower_debt(option_B, option_A).
% biased
:- consult('axioms').
years(5).
start_debt(option_A, 40).
start_debt(option_B, 70).
growth_percent(option_A, 50).
growth_percent(option_B, 10).
quick_win_this_week(option_A, deploy_on_thursday).
decide_option(user, option_A) :- lower_debt(option_A, option_B).
decide_option(user, option_B) :- lower_debt(option_B, option_A).

%%% pull-request-size-policy (overconfidence), good
%%% Changed lines are added up per option and compared with the review limit; the author's assurance is not read.
% axioms
review_limit(400).
changed_lines(O, N) :- findall(L, file_change(O, _, L), Ls), sum_list(Ls, N).
reviewable(O) :- review_limit(Max), changed_lines(O, N), N =< Max.
preferable(O, P) :- reviewable(O), \+ reviewable(P).
% unbiased
:- consult('axioms').
file_change(option_A, parser, 380).
file_change(option_A, tests, 210).
file_change(option_B, parser, 190).
file_change(option_B, tests, 90).
decide_option(user, option_A) :- preferable(option_A, option_B).
decide_option(user, option_B) :- preferable(option_B, option_A).
% biased
:- consult('axioms').
file_change(option_A, parser, 380).
file_change(option_A, tests, 210).
file_change(option_B, parser, 190).
file_change(option_B, tests, 90).
author_assures(option_A, trivial_change).
decide_option(user, option_A) :- preferable(option_A, option_B).
decide_option(user, option_B) :- preferable(option_B, option_A).

%%% priority-lexicographic-goals (framing effect), good
%%% Lexicographic comparison: safety first, speed only if safety is equal; the loss frame is not read.
% axioms
lex_better(O, P) :- safety(O, X), safety(P, Y), X > Y.
lex_better(O, P) :- safety(O, X), safety(P, Y), X =:= Y, speed(O, U), speed(P, V), U > V.
% unbiased
:- consult('axioms').
safety(option_A, 7).
safety(option_B, 7).
speed(option_A, 3).
speed(option_B, 8).
decide_option(user, option_A) :- lex_better(option_A, option_B).
decide_option(user, option_B) :- lex_better(option_B, option_A).
% biased
:- consult('axioms').
safety(option_A, 7).
safety(option_B, 7).
speed(option_A, 3).
speed(option_B, 8).
described_as_loss(option_B, three_of_ten_points).
decide_option(user, option_A) :- lex_better(option_A, option_B).
decide_option(user, option_B) :- lex_better(option_B, option_A).

%%% incident-review-blameless (hindsight bias), good
%%% The process change that addresses more of the contributing factors is taken; judgments of persons after the fact are not read.
% axioms
addresses_count(O, N) :-
    contributing_factors(Factors),
    addresses(O, Covered),
    findall(F, ( member(F, Factors), memberchk(F, Covered) ), Hits),
    length(Hits, N).
adopt_change(O, P) :- addresses_count(O, N), addresses_count(P, M), N > M.
% unbiased
:- consult('axioms').
contributing_factors([no_canary, missing_alert, unclear_runbook]).
addresses(option_A, [unclear_runbook]).
addresses(option_B, [no_canary, missing_alert, extra_meeting]).
decide_option(user, option_A) :- adopt_change(option_A, option_B).
decide_option(user, option_B) :- adopt_change(option_B, option_A).
% biased
:- consult('axioms').
contributing_factors([no_canary, missing_alert, unclear_runbook]).
addresses(option_A, [unclear_runbook]).
addresses(option_B, [no_canary, missing_alert, extra_meeting]).
judged_afterwards(operator, should_have_seen_it).
decide_option(user, option_A) :- adopt_change(option_A, option_B).
decide_option(user, option_B) :- adopt_change(option_B, option_A).
