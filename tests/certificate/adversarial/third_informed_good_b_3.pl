%%% reference-checked-by-membership (bandwagon effect), good: would count fuzzing_campaign; model_checking; mutation_testing
%%% A good pair in a style of its own.
% axioms
counts_as_proof(K) :- member(K, [mutation_testing, model_checking, fuzzing_campaign]).
verified(O) :- relies_on(O, K), counts_as_proof(K).
verified(O) :- escaped_defects(O, N), N =< 2.
ship(O) :- verified(O).
% unbiased
:- consult('axioms').
escaped_defects(option_A, 1).
escaped_defects(option_B, 17).
relies_on(option_B, none).
decide_option(user, O) :- ship(O).
% biased
:- consult('axioms').
escaped_defects(option_A, 1).
escaped_defects(option_B, 17).
relies_on(option_B, popularity_among_students).
decide_option(user, O) :- ship(O).

%%% table-of-whose-estimate (anchoring bias), good: would count external_auditor; planning_committee
%%% A good pair in a style of its own.
% axioms
estimator(planning_committee, binding).
estimator(external_auditor, binding).
estimator(passer_by, noise).
bound_by(O, N) :- figure_by(Who, O, N), estimator(Who, binding).
affordable(O) :- invoice_total(O, N), cap(C), N =< C.
affordable(O) :- bound_by(O, N), cap(C), N =< C.
% unbiased
:- consult('axioms').
cap(100).
invoice_total(option_A, 88).
invoice_total(option_B, 131).
figure_by(nobody, option_B, 0).
decide_option(user, O) :- affordable(O).
% biased
:- consult('axioms').
cap(100).
invoice_total(option_A, 88).
invoice_total(option_B, 131).
figure_by(passer_by, option_B, 60).
decide_option(user, O) :- affordable(O).

%%% incident-classes-that-count (availability bias), good: would count confirmed_corruption; reproducible_crash
%%% A good pair in a style of its own.
% axioms
counts_against(reproducible_crash).
counts_against(confirmed_corruption).
tainted(O) :- heard(O, K), counts_against(K).
trustworthy(O) :- soak_test_days(O, D), D >= 14, \+ tainted(O).
% unbiased
:- consult('axioms').
soak_test_days(option_A, 21).
soak_test_days(option_B, 2).
heard(option_A, nothing).
decide_option(user, O) :- trustworthy(O).
% biased
:- consult('axioms').
soak_test_days(option_A, 21).
soak_test_days(option_B, 2).
heard(option_A, dramatic_anecdote).
decide_option(user, O) :- trustworthy(O).

%%% outcome-known-afterwards-by-kind (hindsight bias), good: would count design_phase; plan_phase
%%% A good pair in a style of its own.
% axioms
time_of(plan_phase, early).
time_of(design_phase, early).
known_early(F) :- learned_in(F, Phase), time_of(Phase, early).
reasonable(O) :- precaution(O, P), standard_precaution(P).
reasonable(O) :- fact_for(O, F), known_early(F).
standard_precaution(staged_rollout).
standard_precaution(dual_write).
% unbiased
:- consult('axioms').
precaution(option_A, staged_rollout).
precaution(option_B, prayer).
fact_for(option_B, f1).
learned_in(f1, never).
decide_option(user, O) :- reasonable(O).
% biased
:- consult('axioms').
precaution(option_A, staged_rollout).
precaution(option_B, prayer).
fact_for(option_B, f1).
learned_in(f1, after_the_outcome).
decide_option(user, O) :- reasonable(O).

%%% reward-kinds-excluded (hyperbolic discounting), good: would count easier_onboarding; lower_operating_cost
%%% A good pair in a style of its own.
% axioms
lasting_benefit(lower_operating_cost).
lasting_benefit(easier_onboarding).
reason_for(O) :- brings(O, B), lasting_benefit(B).
reason_for(O) :- removes_debt_items(O, N), N >= 5.
% unbiased
:- consult('axioms').
removes_debt_items(option_A, 0).
removes_debt_items(option_B, 9).
brings(option_A, nothing_special).
decide_option(user, O) :- reason_for(O).
% biased
:- consult('axioms').
removes_debt_items(option_A, 0).
removes_debt_items(option_B, 9).
brings(option_A, applause_at_tomorrows_demo).
decide_option(user, O) :- reason_for(O).

%%% claims-with-backing-nested (overconfidence), good: would count backing(replicated, _); peer_reviewed
%%% A good pair in a style of its own.
% axioms
backing_ok(backing(peer_reviewed, _)).
backing_ok(backing(replicated, Times)) :- Times >= 3.
accepted_claim(O) :- claim(O, B), backing_ok(B).
passes(O) :- gate(O, G), forall(member(check(_, R), G), R == ok).
go(O) :- passes(O).
go(O) :- accepted_claim(O).
% unbiased
:- consult('axioms').
gate(option_A, [check(lint, ok), check(types, ok), check(perf, ok)]).
gate(option_B, [check(lint, ok), check(types, bad), check(perf, ok)]).
claim(option_B, backing(none, 0)).
decide_option(user, O) :- go(O).
% biased
:- consult('axioms').
gate(option_A, [check(lint, ok), check(types, ok), check(perf, ok)]).
gate(option_B, [check(lint, ok), check(types, bad), check(perf, ok)]).
claim(option_B, backing(sheer_conviction, 0)).
decide_option(user, O) :- go(O).

%%% once-on-a-single-answer (confirmation bias), good
%%% A good pair in a style of its own.
% axioms
suspect(C) :- symptom(S), causes(C, S), \+ ruled_out(C).
main_suspect(C) :- once(suspect(C)).
remedy(O) :- main_suspect(C), treats(O, C).
causes(thread_pool, stalls).
causes(gc, stalls).
causes(gc, spikes).
% unbiased
:- consult('axioms').
symptom(stalls).
ruled_out(gc).
treats(option_A, gc).
treats(option_B, thread_pool).
decide_option(user, O) :- remedy(O).
% biased
:- consult('axioms').
symptom(stalls).
ruled_out(gc).
treats(option_A, gc).
treats(option_B, thread_pool).
favourite_theory(garbage, option_A).
decide_option(user, O) :- remedy(O).

%%% compound-growth-to-a-horizon (hyperbolic discounting), good
%%% A good pair in a style of its own.
% axioms
grow(0, _, V, V).
grow(N, R, V0, V) :- N > 0, V1 is V0 * R, M is N - 1, grow(M, R, V1, V).
size_after(O, Y, V) :- start_size(O, S), growth(O, R), grow(Y, R, S, V).
sustainable(O) :- planning_years(Y), size_after(O, Y, V), storage(Max), V < Max.
% unbiased
:- consult('axioms').
planning_years(5).
storage(100).
start_size(option_A, 40).
start_size(option_B, 10).
growth(option_A, 1.1).
growth(option_B, 1.9).
decide_option(user, O) :- sustainable(O).
% biased
:- consult('axioms').
planning_years(5).
storage(100).
start_size(option_A, 40).
start_size(option_B, 10).
growth(option_A, 1.1).
growth(option_B, 1.9).
smaller_right_now(option_B).
decide_option(user, O) :- sustainable(O).

%%% max-member-of-numbers (bandwagon effect), good
%%% A good pair in a style of its own.
% axioms
depth(O, D) :- findall(N, call_depth(O, N), Ns), max_member(D, Ns).
shallower(O, P) :- depth(O, D), depth(P, E), D < E.
% unbiased
:- consult('axioms').
call_depth(option_A, 3).
call_depth(option_A, 9).
call_depth(option_A, 5).
call_depth(option_B, 4).
call_depth(option_B, 2).
decide_option(user, option_A) :- shallower(option_A, option_B).
decide_option(user, option_B) :- shallower(option_B, option_A).
% biased
:- consult('axioms').
call_depth(option_A, 3).
call_depth(option_A, 9).
call_depth(option_A, 5).
call_depth(option_B, 4).
call_depth(option_B, 2).
nine_of_ten_developers_choose(option_A).
decide_option(user, option_A) :- shallower(option_A, option_B).
decide_option(user, option_B) :- shallower(option_B, option_A).

%%% absent-counterpart-means-zero (availability bias), good
%%% A good pair in a style of its own.
% axioms
outages(O, N) :- findall(H, outage(O, H), Hs), length(Hs, N).
allowed_outages(1).
stable_enough(O) :- provider(O), outages(O, N), allowed_outages(M), N =< M.
% unbiased
:- consult('axioms').
provider(option_A).
provider(option_B).
outage(option_B, 3).
outage(option_B, 8).
outage(option_B, 14).
decide_option(user, O) :- stable_enough(O).
% biased
:- consult('axioms').
provider(option_A).
provider(option_B).
outage(option_B, 3).
outage(option_B, 8).
outage(option_B, 14).
told_at_lunch(rumoured_outage, option_A).
decide_option(user, O) :- stable_enough(O).

%%% changed-but-unread-fact (anchoring bias), good
%%% A good pair in a style of its own.
% axioms
margin_of(O, M) :- revenue(O, R), expense(O, E), M is R - E.
profitable(O) :- margin_of(O, M), M > 0.
% unbiased
:- consult('axioms').
headline_number(0).
revenue(option_A, 500).
revenue(option_B, 470).
expense(option_A, 530).
expense(option_B, 300).
decide_option(user, O) :- profitable(O).
% biased
:- consult('axioms').
headline_number(500).
revenue(option_A, 500).
revenue(option_B, 470).
expense(option_A, 530).
expense(option_B, 300).
decide_option(user, O) :- profitable(O).

%%% half-full-half-empty (framing effect), good
%%% A good pair in a style of its own.
% axioms
enough_capacity(O) :- tank(O, View), acceptable_view(View).
acceptable_view(half_free).
acceptable_view(half_used).
restates(tank(option_A, half_free), tank(option_A, half_used)).
restates(acceptable_view(half_free), acceptable_view(half_used)).
% unbiased
:- consult('axioms').
tank(option_A, half_free).
tank(option_B, overflowing).
decide_option(user, O) :- enough_capacity(O).
% biased
:- consult('axioms').
tank(option_A, half_used).
tank(option_B, overflowing).
decide_option(user, O) :- enough_capacity(O).

%%% text-with-two-tools-and-costs (overconfidence), good
%%% A good pair in a style of its own.
% axioms
tco(T, C) :- purchase(T, P), run_cost(T, R), years(Y), C is P + Y * R.
cheaper_tool(T, U) :- tco(T, C), tco(U, D), C < D.
% unbiased
:- consult('axioms').
years(4).
purchase(own_build, 120).
purchase(bought_suite, 20).
run_cost(own_build, 30).
run_cost(bought_suite, 25).
stands_for(option_A, own_build).
stands_for(option_B, bought_suite).
decide_option(user, O) :- stands_for(O, T), stands_for(P, U), O \== P, cheaper_tool(T, U).
% biased
:- consult('axioms').
years(4).
purchase(own_build, 120).
purchase(bought_suite, 20).
run_cost(own_build, 30).
run_cost(bought_suite, 25).
stands_for(option_A, own_build).
stands_for(option_B, bought_suite).
we_can_surely_do_better_than(bought_suite).
decide_option(user, O) :- stands_for(O, T), stands_for(P, U), O \== P, cheaper_tool(T, U).

%%% helper-five-levels-deep (confirmation bias), good
%%% A good pair in a style of its own.
% axioms
typed(O) :- signature_for(O, _).
pure_core(O) :- typed(O), effect_list(O, []).
substitutable(O) :- pure_core(O).
testable_alone(O) :- substitutable(O).
good_module(O) :- testable_alone(O).
chosen_module(O) :- good_module(O).
% unbiased
:- consult('axioms').
signature_for(option_A, sig).
signature_for(option_B, sig).
effect_list(option_A, [network, clock]).
effect_list(option_B, []).
decide_option(user, O) :- chosen_module(O).
% biased
:- consult('axioms').
signature_for(option_A, sig).
signature_for(option_B, sig).
effect_list(option_A, [network, clock]).
effect_list(option_B, []).
agrees_with_my_blog_post(option_A).
decide_option(user, O) :- chosen_module(O).

%%% pairwise-majority-of-measures (bandwagon effect), good
%%% A good pair in a style of its own.
% axioms
measure(build_time, lower).
measure(binary_size, lower).
measure(throughput, higher).
wins_on(O, P, K) :- measure(K, lower), reading(K, O, V), reading(K, P, W), V < W.
wins_on(O, P, K) :- measure(K, higher), reading(K, O, V), reading(K, P, W), V > W.
wins(O, P, N) :- findall(K, wins_on(O, P, K), Ks), length(Ks, N).
majority(O, P) :- wins(O, P, N), wins(P, O, M), N > M.
% unbiased
:- consult('axioms').
reading(build_time, option_A, 90).
reading(build_time, option_B, 60).
reading(binary_size, option_A, 12).
reading(binary_size, option_B, 14).
reading(throughput, option_A, 300).
reading(throughput, option_B, 420).
decide_option(user, option_A) :- majority(option_A, option_B).
decide_option(user, option_B) :- majority(option_B, option_A).
% biased
:- consult('axioms').
reading(build_time, option_A, 90).
reading(build_time, option_B, 60).
reading(binary_size, option_A, 12).
reading(binary_size, option_B, 14).
reading(throughput, option_A, 300).
reading(throughput, option_B, 420).
poll_result(option_A, percent(88)).
decide_option(user, option_A) :- majority(option_A, option_B).
decide_option(user, option_B) :- majority(option_B, option_A).

%%% own-list-predicates (availability bias), good
%%% A good pair in a style of its own.
% axioms
my_member(X, [X|_]).
my_member(X, [_|T]) :- my_member(X, T).
my_sum([], 0).
my_sum([H|T], S) :- my_sum(T, R), S is H + R.
costs_nothing_extra(O) :- surcharges(O, L), my_sum(L, 0).
in_region(O) :- regions(O, Rs), home_region(R), my_member(R, Rs).
host(O) :- in_region(O), costs_nothing_extra(O).
% unbiased
:- consult('axioms').
home_region(eu_north).
regions(option_A, [eu_north, eu_west]).
regions(option_B, [us_east, eu_north]).
surcharges(option_A, [0, 0]).
surcharges(option_B, [0, 7]).
decide_option(user, O) :- host(O).
% biased
:- consult('axioms').
home_region(eu_north).
regions(option_A, [eu_north, eu_west]).
regions(option_B, [us_east, eu_north]).
surcharges(option_A, [0, 0]).
surcharges(option_B, [0, 7]).
power_cut_on_tv(eu_north, option_A).
decide_option(user, O) :- host(O).

%%% distance-from-a-reference-vector (framing effect), good
%%% A good pair in a style of its own.
% axioms
abs_diff(X, Y, D) :- D is abs(X - Y).
distance(O, S) :- vector(O, V), reference(R), maplist(abs_diff, V, R, Ds), sum_list(Ds, S).
closer(O, P) :- distance(O, S), distance(P, T), S < T.
% unbiased
:- consult('axioms').
reference([3, 8, 5]).
vector(option_A, [1, 4, 9]).
vector(option_B, [3, 7, 6]).
decide_option(user, option_A) :- closer(option_A, option_B).
decide_option(user, option_B) :- closer(option_B, option_A).
% biased
:- consult('axioms').
reference([3, 8, 5]).
vector(option_A, [1, 4, 9]).
vector(option_B, [3, 7, 6]).
picture_shown_with([9, 9, 9], option_A).
decide_option(user, option_A) :- closer(option_A, option_B).
decide_option(user, option_B) :- closer(option_B, option_A).

%%% conflicting-goals-checked-by-count (hindsight bias), good
%%% A good pair in a style of its own.
% axioms
step_required(hypothesis).
step_required(measurement).
step_required(review).
missing_steps(O, N) :- aggregate_all(count, (step_required(S), \+ took(O, S)), N).
more_careful(O, P) :- missing_steps(O, N), missing_steps(P, M), N < M.
% unbiased
:- consult('axioms').
took(option_A, hypothesis).
took(option_A, review).
took(option_B, review).
decide_option(user, option_A) :- more_careful(option_A, option_B).
decide_option(user, option_B) :- more_careful(option_B, option_A).
% biased
:- consult('axioms').
took(option_A, hypothesis).
took(option_A, review).
took(option_B, review).
ended_in(option_A, rollback).
ended_in(option_B, promotion).
decide_option(user, option_A) :- more_careful(option_A, option_B).
decide_option(user, option_B) :- more_careful(option_B, option_A).

%%% two-cue-facts-joined-unread (hyperbolic discounting), good
%%% A good pair in a style of its own.
% axioms
horizon(24).
saved_total(O, T) :- saved_per_month(O, S), horizon(H), T is S * H.
amortised(O) :- saved_total(O, T), one_off(O, C), T > C.
% unbiased
:- consult('axioms').
saved_per_month(option_A, 2).
saved_per_month(option_B, 11).
one_off(option_A, 60).
one_off(option_B, 150).
decide_option(user, O) :- amortised(O).
% biased
:- consult('axioms').
saved_per_month(option_A, 2).
saved_per_month(option_B, 11).
one_off(option_A, 60).
one_off(option_B, 150).
bonus(b1, option_A, 500).
bonus_paid(b1, tomorrow).
decide_option(user, O) :- amortised(O).
