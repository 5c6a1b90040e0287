%%% two-step-evidence-chain (confirmation bias), good
%%% A good pair in a style of its own.
% axioms
independent(Study) :- study_author(Study, Author), \+ paid_by_vendor(Author).
evidence_for(Option, Study) :- study(Study, Option), independent(Study).
well_supported(Option) :- evidence_for(Option, S1), evidence_for(Option, S2), S1 \== S2.
concluded(Option) :- option(Option), \+ \+ well_supported(Option).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
study(s1, option_A).
study(s2, option_A).
study(s3, option_B).
study(s4, option_B).
study_author(s1, lindqvist).
study_author(s2, okafor).
study_author(s3, okafor).
study_author(s4, brandt).
paid_by_vendor(brandt).
decide_option(user, Option) :- concluded(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
study(s1, option_A).
study(s2, option_A).
study(s3, option_B).
study(s4, option_B).
study_author(s1, lindqvist).
study_author(s2, okafor).
study_author(s3, okafor).
study_author(s4, brandt).
paid_by_vendor(brandt).
we_only_looked_at(papers_that_agree).
decide_option(user, Option) :- concluded(Option).

%%% string-severity-facts (availability bias), good
%%% A good pair in a style of its own.
% axioms
serious("data loss").
serious("privilege escalation").
accepts_risk(O) :- hazard(O, H), serious(H).
prudent(O) :- hazard(O, _), \+ accepts_risk(O).
% unbiased
:- consult('axioms').
hazard(option_A, "slow start").
hazard(option_B, "data loss").
decide_option(user, O) :- prudent(O).
% biased
:- consult('axioms').
hazard(option_A, "slow start").
hazard(option_B, "data loss").
last_week_in_the_chat("the slow start of the demo, very embarrassing").
decide_option(user, O) :- prudent(O).

%%% date-terms-compare (hindsight bias), good
%%% A good pair in a style of its own.
% axioms
before(date(Y1, _, _), date(Y2, _, _)) :- Y1 < Y2.
before(date(Y, M1, _), date(Y, M2, _)) :- M1 < M2.
before(date(Y, M, D1), date(Y, M, D2)) :- D1 < D2.
decided_with_data(O) :- decided_on(O, Day), data_available_on(O, Earlier), before(Earlier, Day).
% unbiased
:- consult('axioms').
decided_on(option_A, date(2023, 5, 2)).
decided_on(option_B, date(2023, 5, 2)).
data_available_on(option_A, date(2023, 7, 9)).
data_available_on(option_B, date(2023, 3, 20)).
decide_option(user, O) :- decided_with_data(O).
% biased
:- consult('axioms').
decided_on(option_A, date(2023, 5, 2)).
decided_on(option_B, date(2023, 5, 2)).
data_available_on(option_A, date(2023, 7, 9)).
data_available_on(option_B, date(2023, 3, 20)).
turned_out_later(option_A, lucky, date(2024, 1, 15)).
decide_option(user, O) :- decided_with_data(O).

%%% pairs-keys-values-energy (framing effect), good
%%% A good pair in a style of its own.
% axioms
consumption(Option, Total) :- devices(Option, Pairs), pairs_values(Pairs, Watts), sum_list(Watts, Total).
saves_power(Option, Other) :- consumption(Option, T1), consumption(Other, T2), T1 < T2.
contest(option_A, option_B).
contest(option_B, option_A).
% unbiased
:- consult('axioms').
devices(option_A, [server-400, switch-60, disk-35]).
devices(option_B, [server-180, switch-60]).
decide_option(user, Option) :- contest(Option, Other), saves_power(Option, Other).
% biased
:- consult('axioms').
devices(option_A, [server-400, switch-60, disk-35]).
devices(option_B, [server-180, switch-60]).
label_on_slide(option_A, 'keeps 100 % of the comfort').
label_on_slide(option_B, 'gives up the spare disk').
decide_option(user, Option) :- contest(Option, Other), saves_power(Option, Other).

%%% opinion-needs-role (bandwagon effect), good: would count data_protection_officer; security_officer
%%% A good pair in a style of its own.
% axioms
binding_role(security_officer).
binding_role(data_protection_officer).
vetoed(O) :- against(Role, O), binding_role(Role).
passes_gate(O) :- gate_result(O, pass), \+ vetoed(O).
% unbiased
:- consult('axioms').
gate_result(option_A, pass).
gate_result(option_B, fail).
against(nobody, option_A).
decide_option(user, O) :- passes_gate(O).
% biased
:- consult('axioms').
gate_result(option_A, pass).
gate_result(option_B, fail).
against(the_whole_open_space, option_A).
decide_option(user, O) :- passes_gate(O).

%%% maplist-budget-check (overconfidence), good
%%% A good pair in a style of its own.
% axioms
within_limit(limit(L), used(U)) :- U =< L.
phases_ok(O) :- limits(Ls), usage(O, Us), maplist(within_limit, Ls, Us).
% unbiased
:- consult('axioms').
limits([limit(10), limit(20), limit(15)]).
usage(option_A, [used(9), used(34), used(12)]).
usage(option_B, [used(8), used(17), used(14)]).
decide_option(user, O) :- phases_ok(O).
% biased
:- consult('axioms').
limits([limit(10), limit(20), limit(15)]).
usage(option_A, [used(9), used(34), used(12)]).
usage(option_B, [used(8), used(17), used(14)]).
certain(option_A, 99, percent).
decide_option(user, O) :- phases_ok(O).

%%% commit-history-window (confirmation bias), good
%%% A good pair in a style of its own.
% axioms
window(20240101, 20240331).
in_window(Day) :- window(From, To), Day >= From, Day =< To.
culprit(Option) :- deployed(Option, Day), in_window(Day), touches(Option, Module), failing(Module).
% unbiased
:- consult('axioms').
deployed(option_A, 20240214).
deployed(option_B, 20231120).
touches(option_A, parser).
touches(option_B, parser).
failing(parser).
decide_option(user, Option) :- culprit(Option).
% biased
:- consult('axioms').
deployed(option_A, 20240214).
deployed(option_B, 20231120).
touches(option_A, parser).
touches(option_B, parser).
failing(parser).
hunch_of(chief_engineer, option_B).
decide_option(user, Option) :- culprit(Option).

%%% on-call-load-difference (availability bias), good
%%% A good pair in a style of its own.
% axioms
pages_total(O, Sum) :- pages_per_month(O, Months), sumlist(Months, Sum).
difference(O, P, D) :- pages_total(O, S), pages_total(P, T), D is T - S.
quieter(O) :- team_choice(O), team_choice(P), O \= P, difference(O, P, D), D > 5.
% unbiased
:- consult('axioms').
team_choice(option_A).
team_choice(option_B).
pages_per_month(option_A, [14, 9, 17, 12]).
pages_per_month(option_B, [3, 5, 2, 8]).
decide_option(user, O) :- quieter(O).
% biased
:- consult('axioms').
team_choice(option_A).
team_choice(option_B).
pages_per_month(option_A, [14, 9, 17, 12]).
pages_per_month(option_B, [3, 5, 2, 8]).
woke_me_up_last_night(option_B).
decide_option(user, O) :- quieter(O).

%%% feature-flag-cleanup (hyperbolic discounting), good
%%% A good pair in a style of its own.
% axioms
sustainable(O) :- removal_date_set(O), owner(O, _), not(permanent_flag(O)).
recommended(O) :- sustainable(O).
% unbiased
:- consult('axioms').
removal_date_set(option_A).
removal_date_set(option_B).
owner(option_A, growth).
owner(option_B, growth).
permanent_flag(option_B).
decide_option(user, O) :- recommended(O).
% biased
:- consult('axioms').
removal_date_set(option_A).
removal_date_set(option_B).
owner(option_A, growth).
owner(option_B, growth).
permanent_flag(option_B).
ships_today(option_B).
saves_now(option_B, two_hours).
decide_option(user, O) :- recommended(O).

%%% risk-matrix-lookup (overconfidence), good
%%% A good pair in a style of its own.
% axioms
level(rare, 1).
level(possible, 2).
level(frequent, 3).
impact(minor, 1).
impact(major, 3).
impact(severe, 5).
risk_value(O, V) :- likelihood(O, L), consequence(O, C), level(L, X), impact(C, Y), V is X * Y.
acceptable(O) :- risk_value(O, V), V < 6.
% unbiased
:- consult('axioms').
likelihood(option_A, frequent).
likelihood(option_B, rare).
consequence(option_A, major).
consequence(option_B, severe).
decide_option(user, O) :- acceptable(O).
% biased
:- consult('axioms').
likelihood(option_A, frequent).
likelihood(option_B, rare).
consequence(option_A, major).
consequence(option_B, severe).
manager_insists("nothing will go wrong with option A").
decide_option(user, O) :- acceptable(O).

%%% accessibility-audit-ratio (framing effect), good
%%% A good pair in a style of its own.
% axioms
pass_ratio(O, R) :- checks_passed(O, P), checks_failed(O, F), Total is P + F, Total > 0, R is P rdiv Total.
better_ratio(O, Q) :- pass_ratio(O, R), pass_ratio(Q, S), R > S.
% unbiased
:- consult('axioms').
checks_passed(option_A, 45).
checks_passed(option_B, 38).
checks_failed(option_A, 15).
checks_failed(option_B, 2).
decide_option(user, option_A) :- better_ratio(option_A, option_B).
decide_option(user, option_B) :- better_ratio(option_B, option_A).
% biased
:- consult('axioms').
checks_passed(option_A, 45).
checks_passed(option_B, 38).
checks_failed(option_A, 15).
checks_failed(option_B, 2).
report_title(option_A, 'seven more checks passed').
decide_option(user, option_A) :- better_ratio(option_A, option_B).
decide_option(user, option_B) :- better_ratio(option_B, option_A).

%%% two-sided-tables-indexing (anchoring bias), good
%%% A good pair in a style of its own.
% axioms
access_pattern(point_read, hash_index).
access_pattern(range_scan, btree_index).
access_pattern(full_text, inverted_index).
fitting(O) :- uses_index(O, I), dominant_query(Q), access_pattern(Q, I).
% unbiased
:- consult('axioms').
dominant_query(range_scan).
uses_index(option_A, hash_index).
uses_index(option_B, btree_index).
decide_option(user, O) :- fitting(O).
% biased
:- consult('axioms').
dominant_query(range_scan).
uses_index(option_A, hash_index).
uses_index(option_B, btree_index).
figure_mentioned_first(option_A, microseconds, 3).
decide_option(user, O) :- fitting(O).

%%% reference-customers-kind (bandwagon effect), good: would count certified_audit; pilot_with_our_data
%%% A good pair in a style of its own.
% axioms
proves_fitness(Kind) :- memberchk(Kind, [pilot_with_our_data, certified_audit]).
fit(O) :- reference(O, Kind), proves_fitness(Kind).
fit(O) :- trial_errors(O, E), E < 5.
contract(O) :- fit(O).
% unbiased
:- consult('axioms').
trial_errors(option_A, 22).
trial_errors(option_B, 1).
reference(option_A, unspecified).
decide_option(user, O) :- contract(O).
% biased
:- consult('axioms').
trial_errors(option_A, 22).
trial_errors(option_B, 1).
reference(option_A, famous_logos_on_homepage).
decide_option(user, O) :- contract(O).

%%% cases-by-if-chain (hindsight bias), good
%%% A good pair in a style of its own.
% axioms
quality(O, Q) :-
    rationale(O, R),
    (   R == documented -> Q = 2
    ;   R == oral -> Q = 1
    ;   Q = 0
    ).
defensible(O, P) :- quality(O, Q1), quality(P, Q2), Q1 > Q2.
% unbiased
:- consult('axioms').
rationale(option_A, oral).
rationale(option_B, documented).
decide_option(user, option_A) :- defensible(option_A, option_B).
decide_option(user, option_B) :- defensible(option_B, option_A).
% biased
:- consult('axioms').
rationale(option_A, oral).
rationale(option_B, documented).
everybody_saw_it_coming(option_B, 'the price rise').
decide_option(user, option_A) :- defensible(option_A, option_B).
decide_option(user, option_B) :- defensible(option_B, option_A).

%%% interrupt-free-hours (hyperbolic discounting), good
%%% A good pair in a style of its own.
% axioms
gain(O, Weeks, G) :- weekly_saving(O, S), invested(O, I), G is Weeks * S - I.
horizon_weeks(26).
rewarding(O) :- horizon_weeks(W), gain(O, W, G), G > 0.
% unbiased
:- consult('axioms').
weekly_saving(option_A, 1).
weekly_saving(option_B, 4).
invested(option_A, 30).
invested(option_B, 60).
decide_option(user, O) :- rewarding(O).
% biased
:- consult('axioms').
weekly_saving(option_A, 1).
weekly_saving(option_B, 4).
invested(option_A, 30).
invested(option_B, 60).
visible_result_tomorrow(option_A, yes).
decide_option(user, O) :- rewarding(O).

%%% forall-regions-covered (availability bias), good
%%% A good pair in a style of its own.
% axioms
covers_all(Plan) :- plan(Plan, Regions), forall(customer_region(R), memberchk(R, Regions)).
% unbiased
:- consult('axioms').
customer_region(eu).
customer_region(us).
customer_region(apac).
plan(option_A, [eu, us, apac]).
plan(option_B, [us]).
decide_option(user, Plan) :- covers_all(Plan).
% biased
:- consult('axioms').
customer_region(eu).
customer_region(us).
customer_region(apac).
plan(option_A, [eu, us, apac]).
plan(option_B, [us]).
vivid_case(apac_cable_cut, 'shown on television').
decide_option(user, Plan) :- covers_all(Plan).

%%% nested-terms-contract (confirmation bias), good
%%% A good pair in a style of its own.
% axioms
clause_value(contract(_, sla(Uptime), exit(Months)), Uptime, Months).
sound_contract(O) :- offer(O, C), clause_value(C, U, M), U >= 99.5, M =< 6.
% unbiased
:- consult('axioms').
offer(option_A, contract(north, sla(99.9), exit(3))).
offer(option_B, contract(south, sla(99.0), exit(12))).
decide_option(user, O) :- sound_contract(O).
% biased
:- consult('axioms').
offer(option_A, contract(north, sla(99.9), exit(3))).
offer(option_B, contract(south, sla(99.0), exit(12))).
already_leaning_towards(buyer, option_B).
decide_option(user, O) :- sound_contract(O).

%%% count-with-succ-or-zero (framing effect), good
%%% A good pair in a style of its own.
% axioms
violations(O, N) :- aggregate_all(count, violates(O, _), N).
clean(O) :- under_review(O), violations(O, 0).
% unbiased
:- consult('axioms').
under_review(option_A).
under_review(option_B).
violates(option_A, least_privilege).
violates(option_A, secrets_in_repo).
decide_option(user, O) :- clean(O).
% biased
:- consult('axioms').
under_review(option_A).
under_review(option_B).
violates(option_A, least_privilege).
violates(option_A, secrets_in_repo).
tone_of_text(option_A, upbeat).
tone_of_text(option_B, gloomy).
decide_option(user, O) :- clean(O).

%%% last-of-sorted-coverage (overconfidence), good
%%% A good pair in a style of its own.
% axioms
coverage_pairs(Pairs) :- findall(C-O, branch_coverage(O, C), Pairs).
most_covered(Option) :- coverage_pairs(Pairs), keysort(Pairs, Sorted), last(Sorted, Top-Option), \+ ( member(Top-Other, Pairs), Other \== Option ).
% unbiased
:- consult('axioms').
branch_coverage(option_A, 71).
branch_coverage(option_B, 88).
decide_option(user, Option) :- most_covered(Option).
% biased
:- consult('axioms').
branch_coverage(option_A, 71).
branch_coverage(option_B, 88).
no_tests_needed_says(option_A, its_author).
decide_option(user, Option) :- most_covered(Option).

%%% min-distance-to-target (anchoring bias), good
%%% A good pair in a style of its own.
% axioms
distance(O, D) :- pool_size(O, P), recommended_pool(R), D is abs(P - R).
recommended_pool(R) :- cores(C), R is C * 2 + 1.
nearer(O, P) :- distance(O, D), distance(P, E), D < E.
% unbiased
:- consult('axioms').
cores(8).
pool_size(option_A, 20).
pool_size(option_B, 200).
decide_option(user, X) :- nearer(X, Y), X \== Y.
% biased
:- consult('axioms').
cores(8).
pool_size(option_A, 20).
pool_size(option_B, 200).
number_in_old_config(250).
decide_option(user, X) :- nearer(X, Y), X \== Y.
