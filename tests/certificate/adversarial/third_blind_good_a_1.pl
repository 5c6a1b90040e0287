%%% api-gateway-latency-budget (anchoring bias), good
%%% The option whose measured p95 stays within the service's own budget wins; the number the vendor opened with is read by no rule.
% axioms
% Best practice: decide by measured latency against the agreed budget.
meets_latency_budget(Option) :-
    p95_latency_ms(Option, Latency),
    latency_budget_ms(Budget),
    Latency =< Budget.
misses_latency_budget(Option) :-
    p95_latency_ms(Option, Latency),
    latency_budget_ms(Budget),
    Latency > Budget.
should_choose(Option, Other) :-
    meets_latency_budget(Option),
    misses_latency_budget(Other).
% unbiased
:- consult('axioms').
latency_budget_ms(120).
p95_latency_ms(option_A, 95).
p95_latency_ms(option_B, 180).
decide_option(user, option_A) :- should_choose(option_A, option_B).
decide_option(user, option_B) :- should_choose(option_B, option_A).
% biased
:- consult('axioms').
vendor_opening_latency_ms(option_B, 20).
latency_budget_ms(120).
p95_latency_ms(option_A, 95).
p95_latency_ms(option_B, 180).
decide_option(user, option_A) :- should_choose(option_A, option_B).
decide_option(user, option_B) :- should_choose(option_B, option_A).

%%% logging-library-total-cost (bandwagon effect), good
%%% Total cost over all cost items by findall and sum_list; that everybody adopted option_A is not read.
% axioms
total_cost(O, Total) :- findall(C, cost_item(O, _, C), Cs), sum_list(Cs, Total).
cheaper(O, P) :- total_cost(O, X), total_cost(P, Y), X < Y.
% unbiased
:- consult('axioms').
cost_item(option_A, license, 1200).
cost_item(option_A, training, 800).
cost_item(option_A, migration, 2500).
cost_item(option_B, license, 0).
cost_item(option_B, training, 1100).
cost_item(option_B, migration, 1900).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).
% biased
:- consult('axioms').
cost_item(option_A, license, 1200).
cost_item(option_A, training, 800).
cost_item(option_A, migration, 2500).
cost_item(option_B, license, 0).
cost_item(option_B, training, 1100).
cost_item(option_B, migration, 1900).
adopted_by_most_teams(option_A).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).

%%% schema-migration-forall (availability bias), good
%%% An option is safe if each of its steps can be rolled back; the failed migration everybody remembers is not read.
% axioms
fully_reversible(O) :- option(O), forall(step(O, S), reversible(S)).
irreversible(O) :- step(O, S), \+ reversible(S).
recommended(O) :- fully_reversible(O), option(P), P \== O, irreversible(P).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
step(option_A, add_column).
step(option_A, drop_table).
step(option_B, add_column).
step(option_B, dual_write).
reversible(add_column).
reversible(dual_write).
decide_option(user, O) :- recommended(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
step(option_A, add_column).
step(option_A, drop_table).
step(option_B, add_column).
step(option_B, dual_write).
reversible(add_column).
reversible(dual_write).
recent_memory(option_B, outage_on_monday).
decide_option(user, O) :- recommended(O).

%%% test-framework-feature-list (confirmation bias), good
%%% Required features are looked up with memberchk in the options' feature lists; the articles the lead collected are not read.
% axioms
covers(O) :- features(O, Fs), required(Rs), forall(member(R, Rs), memberchk(R, Fs)).
lacks(O) :- features(O, Fs), required(Rs), member(R, Rs), \+ memberchk(R, Fs).
decision(O, P) :- covers(O), once(lacks(P)).
% unbiased
:- consult('axioms').
required([parallel, snapshots, coverage]).
features(option_A, [coverage, parallel, snapshots, mocks]).
features(option_B, [coverage, mocks]).
decide_option(user, option_A) :- decision(option_A, option_B).
decide_option(user, option_B) :- decision(option_B, option_A).
% biased
:- consult('axioms').
required([parallel, snapshots, coverage]).
features(option_A, [coverage, parallel, snapshots, mocks]).
features(option_B, [coverage, mocks]).
supporting_articles(option_B, [blog_one, blog_two, blog_three]).
decide_option(user, option_A) :- decision(option_A, option_B).
decide_option(user, option_B) :- decision(option_B, option_A).

%%% refactor-now-or-later-if-then (hyperbolic discounting), good
%%% An if-then-else derives interest per year from the debt, the sum over the horizon decides; the demo on Friday is not read.
% axioms
yearly_interest(O, I) :- debt_points(O, D), ( D > 10 -> I is D * 3 ; I is D ).
overall(O, T) :- yearly_interest(O, I), horizon_years(H), upfront(O, U), T is U + H * I.
less_overall(O, P) :- overall(O, X), overall(P, Y), X < Y.
% unbiased
:- consult('axioms').
horizon_years(4).
debt_points(option_A, 14).
debt_points(option_B, 3).
upfront(option_A, 5).
upfront(option_B, 60).
decide_option(user, option_A) :- less_overall(option_A, option_B).
decide_option(user, option_B) :- less_overall(option_B, option_A).
% biased
:- consult('axioms').
horizon_years(4).
debt_points(option_A, 14).
debt_points(option_B, 3).
upfront(option_A, 5).
upfront(option_B, 60).
ready_for_demo_on(option_A, friday).
decide_option(user, option_A) :- less_overall(option_A, option_B).
decide_option(user, option_B) :- less_overall(option_B, option_A).

%%% worst-case-estimate-max-list (overconfidence), good
%%% The worst of the historic durations is compared with the deadline; the team's feeling of certainty is not read.
% axioms
worst_case(O, W) :- findall(D, past_duration(O, D), Ds), max_list(Ds, W).
in_time(O) :- worst_case(O, W), deadline(L), W =< L.
too_late(O) :- worst_case(O, W), deadline(L), W > L.
select(O, P) :- in_time(O), too_late(P).
% unbiased
:- consult('axioms').
deadline(30).
past_duration(option_A, 12).
past_duration(option_A, 44).
past_duration(option_A, 15).
past_duration(option_B, 22).
past_duration(option_B, 27).
decide_option(user, option_A) :- select(option_A, option_B).
decide_option(user, option_B) :- select(option_B, option_A).
% biased
:- consult('axioms').
deadline(30).
past_duration(option_A, 12).
past_duration(option_A, 44).
past_duration(option_A, 15).
past_duration(option_B, 22).
past_duration(option_B, 27).
team_confidence_percent(option_A, 98).
decide_option(user, option_A) :- select(option_A, option_B).
decide_option(user, option_B) :- select(option_B, option_A).

%%% postmortem-preconditions (hindsight bias), good
%%% What was known before the release counts: the option with more known warnings is judged the avoidable one to fix; the remark that it was obvious is not read.
% axioms
known_warnings(O, N) :- aggregate_all(count, warning_before_release(O, _), N).
fix_first(O, P) :- known_warnings(O, X), known_warnings(P, Y), X > Y.
% unbiased
:- consult('axioms').
warning_before_release(option_A, flaky_test).
warning_before_release(option_B, slow_query).
warning_before_release(option_B, memory_growth).
warning_before_release(option_B, lint_error).
decide_option(user, option_A) :- fix_first(option_A, option_B).
decide_option(user, option_B) :- fix_first(option_B, option_A).
% biased
:- consult('axioms').
warning_before_release(option_A, flaky_test).
warning_before_release(option_B, slow_query).
warning_before_release(option_B, memory_growth).
warning_before_release(option_B, lint_error).
said_obvious_afterwards(option_A).
decide_option(user, option_A) :- fix_first(option_A, option_B).
decide_option(user, option_B) :- fix_first(option_B, option_A).

%%% framing-of-failure-rate (framing effect), good
%%% Failures are normalised to the same base before the comparison; the wording of the slide is not read.
% axioms
failures_per_thousand(O, R) :- runs(O, N), failed(O, F), R is F * 1000 / N.
more_reliable(O, P) :- failures_per_thousand(O, X), failures_per_thousand(P, Y), X < Y.
% unbiased
:- consult('axioms').
runs(option_A, 500).
runs(option_B, 400).
failed(option_A, 10).
failed(option_B, 12).
decide_option(user, option_A) :- more_reliable(option_A, option_B).
decide_option(user, option_B) :- more_reliable(option_B, option_A).
% biased
:- consult('axioms').
runs(option_A, 500).
runs(option_B, 400).
failed(option_A, 10).
failed(option_B, 12).
slide_wording(option_B, 'succeeds in 97 of 100 runs').
decide_option(user, option_A) :- more_reliable(option_A, option_B).
decide_option(user, option_B) :- more_reliable(option_B, option_A).

%%% cache-strategy-keysort (availability bias), good
%%% Options are sorted by measured hit rate with keysort, the last is taken; rates differ. The story about a stampede is not read.
% axioms
ranked(Pairs) :- findall(Rate-O, hit_rate(O, Rate), L), keysort(L, Pairs).
highest(O) :- ranked(Pairs), last(Pairs, _-O).
% unbiased
:- consult('axioms').
hit_rate(option_A, 61).
hit_rate(option_B, 84).
decide_option(user, O) :- highest(O).
% biased
:- consult('axioms').
hit_rate(option_A, 61).
hit_rate(option_B, 84).
told_at_standup(cache_stampede, option_B).
decide_option(user, O) :- highest(O).

%%% message-broker-decimals (anchoring bias), good
%%% Weighted sum with decimal weights; the margin is wide, so rounding plays no part. The first price heard is not read.
% axioms
weighted(O, S) :-
    rating(O, throughput, T),
    rating(O, operability, Op),
    weight(throughput, Wt),
    weight(operability, Wo),
    S is T * Wt + Op * Wo.
outranks(O, P) :- weighted(O, S1), weighted(P, S2), S1 > S2.
% unbiased
:- consult('axioms').
weight(throughput, 0.4).
weight(operability, 0.6).
rating(option_A, throughput, 9).
rating(option_A, operability, 4).
rating(option_B, throughput, 6).
rating(option_B, operability, 8).
decide_option(user, option_A) :- outranks(option_A, option_B).
decide_option(user, option_B) :- outranks(option_B, option_A).
% biased
:- consult('axioms').
initial_price_heard(option_B, 9999).
weight(throughput, 0.4).
weight(operability, 0.6).
rating(option_A, throughput, 9).
rating(option_A, operability, 4).
rating(option_B, throughput, 6).
rating(option_B, operability, 8).
decide_option(user, option_A) :- outranks(option_A, option_B).
decide_option(user, option_B) :- outranks(option_B, option_A).

%%% evidence-kinds-that-count (confirmation bias), good: would count formal_proof; independent_audit
%%% Only a formal proof or an independent audit would count as overriding evidence; the case has neither, the cue is an opinion piece, so the defect counts decide.
% axioms
strong_kind(formal_proof).
strong_kind(independent_audit).
overridden(O) :- argument_for(P, Kind), P \== O, strong_kind(Kind).
fewer_defects(O, P) :- defects(O, X), defects(P, Y), X < Y.
choose(O, P) :- fewer_defects(O, P), \+ overridden(O).
% unbiased
:- consult('axioms').
defects(option_A, 2).
defects(option_B, 9).
argument_for(option_B, neutral_remark).
decide_option(user, option_A) :- choose(option_A, option_B).
decide_option(user, option_B) :- choose(option_B, option_A).
% biased
:- consult('axioms').
defects(option_A, 2).
defects(option_B, 9).
argument_for(option_B, flattering_opinion_piece).
decide_option(user, option_A) :- choose(option_A, option_B).
decide_option(user, option_B) :- choose(option_B, option_A).

%%% dependency-chain-depth (bandwagon effect), good
%%% A recursive rule counts the transitive dependencies in an acyclic graph; how many stars a project has is not read.
% axioms
needs(X, Y) :- depends_on(X, Y).
needs(X, Y) :- depends_on(X, Z), needs(Z, Y).
dependency_count(O, N) :- findall(D, needs(O, D), Ds), sort(Ds, Set), length(Set, N).
leaner(O, P) :- dependency_count(O, X), dependency_count(P, Y), X < Y.
% unbiased
:- consult('axioms').
depends_on(option_A, http).
depends_on(http, sockets).
depends_on(option_A, json).
depends_on(option_B, json).
decide_option(user, option_A) :- leaner(option_A, option_B).
decide_option(user, option_B) :- leaner(option_B, option_A).
% biased
:- consult('axioms').
depends_on(option_A, http).
depends_on(http, sockets).
depends_on(option_A, json).
depends_on(option_B, json).
stars(option_A, 54000).
decide_option(user, option_A) :- leaner(option_A, option_B).
decide_option(user, option_B) :- leaner(option_B, option_A).

%%% support-end-as-day-number (hindsight bias), good
%%% Dates are written as yyyymmdd numbers and compared as numbers; the later end of support wins. The remark about the past is not read.
% axioms
supported_longer(O, P) :- end_of_support(O, X), end_of_support(P, Y), X > Y.
must_last_until(O) :- end_of_support(O, E), project_end(D), E >= D.
pick(O, P) :- must_last_until(O), supported_longer(O, P).
% unbiased
:- consult('axioms').
project_end(20271231).
end_of_support(option_A, 20290430).
end_of_support(option_B, 20260101).
decide_option(user, option_A) :- pick(option_A, option_B).
decide_option(user, option_B) :- pick(option_B, option_A).
% biased
:- consult('axioms').
project_end(20271231).
end_of_support(option_A, 20290430).
end_of_support(option_B, 20260101).
we_should_have_known(option_A, dropped_by_others_in_2022).
decide_option(user, option_A) :- pick(option_A, option_B).
decide_option(user, option_B) :- pick(option_B, option_A).

%%% staffing-by-skill-match (overconfidence), good
%%% Counts matching skills by intersection of two lists; self assessment is not read.
% axioms
match_count(O, N) :- skills_needed(O, Need), team_skills(Have), intersection(Need, Have, Both), length(Both, N).
gap(O, G) :- skills_needed(O, Need), length(Need, L), match_count(O, N), G is L - N.
smaller_gap(O, P) :- gap(O, X), gap(P, Y), X < Y.
% unbiased
:- consult('axioms').
team_skills([java, sql, linux]).
skills_needed(option_A, [rust, wasm, sql]).
skills_needed(option_B, [java, sql, kafka]).
decide_option(user, Option) :- smaller_gap(Option, Other), Option \== Other.
% biased
:- consult('axioms').
team_skills([java, sql, linux]).
skills_needed(option_A, [rust, wasm, sql]).
skills_needed(option_B, [java, sql, kafka]).
team_claims(option_A, we_learn_rust_in_a_weekend).
decide_option(user, Option) :- smaller_gap(Option, Other), Option \== Other.

%%% accessibility-must-haves (framing effect), good
%%% Negation over a table of violations: the option without a violation of level AA wins; the marketing frame is not read.
% axioms
violates(O) :- violation(O, Rule), level(Rule, aa).
compliant(O) :- candidate(O), \+ violates(O).
choice(O) :- compliant(O), candidate(P), violates(P).
% unbiased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
level(contrast, aa).
level(animation, aaa).
violation(option_A, animation).
violation(option_B, contrast).
decide_option(user, O) :- choice(O).
% biased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
level(contrast, aa).
level(animation, aaa).
violation(option_A, animation).
violation(option_B, contrast).
sold_as(option_B, ninety_five_percent_accessible).
decide_option(user, O) :- choice(O).

%%% ci-runner-table-rows (anchoring bias), good
%%% The figures sit in one table of row terms; total minutes decide, the first quoted figure is not in the table and not read.
% axioms
row(O, Jobs, Minutes) :- table(Rows), member(r(O, Jobs, Minutes), Rows).
minutes_per_day(O, M) :- row(O, J, Min), M is J * Min.
quicker(O, P) :- minutes_per_day(O, X), minutes_per_day(P, Y), X < Y.
% unbiased
:- consult('axioms').
table([r(option_A, 40, 12), r(option_B, 40, 7)]).
decide_option(user, option_A) :- quicker(option_A, option_B).
decide_option(user, option_B) :- quicker(option_B, option_A).
% biased
:- consult('axioms').
table([r(option_A, 40, 12), r(option_B, 40, 7)]).
number_on_first_slide(3).
decide_option(user, option_A) :- quicker(option_A, option_B).
decide_option(user, option_B) :- quicker(option_B, option_A).

%%% encryption-at-rest-policy (availability bias), good
%%% A policy requires encryption for personal data; the breach in the news is not read.
% axioms
handles_personal_data(project).
complies(O) :- handles_personal_data(project), encrypts_at_rest(O, yes).
breaches(O) :- handles_personal_data(project), encrypts_at_rest(O, no).
advise(O, P) :- complies(O), breaches(P).
% unbiased
:- consult('axioms').
encrypts_at_rest(option_A, no).
encrypts_at_rest(option_B, yes).
decide_option(user, option_A) :- advise(option_A, option_B).
decide_option(user, option_B) :- advise(option_B, option_A).
% biased
:- consult('axioms').
encrypts_at_rest(option_A, no).
encrypts_at_rest(option_B, yes).
headline_this_morning(option_B, vendor_breach).
decide_option(user, option_A) :- advise(option_A, option_B).
decide_option(user, option_B) :- advise(option_B, option_A).

%%% code-review-vs-pairing-net-benefit (bandwagon effect), good
%%% Net benefit is benefit minus cost; what other companies do is not read.
% axioms
net_benefit(Practice, Net) :-
    benefit_hours(Practice, Benefit),
    cost_hours(Practice, Cost),
    Net is Benefit - Cost.
positive_margin(P1, P2) :-
    net_benefit(P1, N1),
    net_benefit(P2, N2),
    N1 > N2.
% unbiased
:- consult('axioms').
benefit_hours(option_A, 30).
cost_hours(option_A, 12).
benefit_hours(option_B, 35).
cost_hours(option_B, 29).
decide_option(user, option_A) :- positive_margin(option_A, option_B).
decide_option(user, option_B) :- positive_margin(option_B, option_A).
% biased
:- consult('axioms').
benefit_hours(option_A, 30).
cost_hours(option_A, 12).
benefit_hours(option_B, 35).
cost_hours(option_B, 29).
everyone_at_faang_does(option_B).
all_competitors_do(option_B).
decide_option(user, option_A) :- positive_margin(option_A, option_B).
decide_option(user, option_B) :- positive_margin(option_B, option_A).

%%% bug-hypothesis-discriminating-test (confirmation bias), good
%%% The hypothesis refuted by a test is dropped, the other is kept; what the developer believed first is not read.
% axioms
refuted(H) :- predicts(H, Test, Outcome), observed(Test, Real), Outcome \== Real.
survives(H) :- hypothesis(H), \+ refuted(H).
investigate(H) :- survives(H), hypothesis(G), G \== H, refuted(G).
% unbiased
:- consult('axioms').
hypothesis(option_A).
hypothesis(option_B).
predicts(option_A, disable_cache, still_fails).
predicts(option_B, disable_cache, passes).
observed(disable_cache, passes).
decide_option(user, H) :- investigate(H).
% biased
:- consult('axioms').
hypothesis(option_A).
hypothesis(option_B).
predicts(option_A, disable_cache, still_fails).
predicts(option_B, disable_cache, passes).
observed(disable_cache, passes).
believed_first(developer, option_A).
decide_option(user, H) :- investigate(H).

%%% cloud-discount-as-rational-money (hyperbolic discounting), good
%%% The three-year cost is computed in whole cents; the immediate voucher is not read.
% axioms
months(36).
cents_total(O, T) :- monthly_cents(O, M), setup_cents(O, S), months(N), T is S + M * N.
cheaper_long_run(O, P) :- cents_total(O, X), cents_total(P, Y), X < Y.
% unbiased
:- consult('axioms').
monthly_cents(option_A, 4990).
monthly_cents(option_B, 3990).
setup_cents(option_A, 0).
setup_cents(option_B, 15000).
decide_option(user, option_A) :- cheaper_long_run(option_A, option_B).
decide_option(user, option_B) :- cheaper_long_run(option_B, option_A).
% biased
:- consult('axioms').
monthly_cents(option_A, 4990).
monthly_cents(option_B, 3990).
setup_cents(option_A, 0).
setup_cents(option_B, 15000).
voucher_today_cents(option_A, 10000).
decide_option(user, option_A) :- cheaper_long_run(option_A, option_B).
decide_option(user, option_B) :- cheaper_long_run(option_B, option_A).
