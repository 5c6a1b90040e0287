%%% sorted-ranking-head (anchoring bias), good
%%% The head of a list sorted by number is the best by meaning, not by the order of lines; scores differ. The first number heard is unread.
% axioms
ranking(R) :- findall(s(S, O), score(O, S), L), sort(1, @>=, L, R).
top(O) :- ranking([s(_, O)|_]).
% unbiased
:- consult('axioms').
score(option_A, 17).
score(option_B, 23).
decide_option(user, O) :- top(O).
% biased
:- consult('axioms').
first_score_called_out(90).
score(option_A, 17).
score(option_B, 23).
decide_option(user, O) :- top(O).

%%% smallest-sufficient-replica-count (overconfidence), good
%%% once(between(...)) takes the smallest sufficient number, since between/3 counts upwards by definition; it does not depend on clauses. The claim of certainty is unread.
% axioms
replicas_needed(O, N) :- load(L), capacity(O, C), once(( between(1, 100, N), N * C >= L )).
cost(O, K) :- replicas_needed(O, N), unit_price(O, P), K is N * P.
cheaper(O, P) :- cost(O, X), cost(P, Y), X < Y.
% unbiased
:- consult('axioms').
load(95).
capacity(option_A, 20).
capacity(option_B, 50).
unit_price(option_A, 3).
unit_price(option_B, 9).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).
% biased
:- consult('axioms').
load(95).
capacity(option_A, 20).
capacity(option_B, 50).
unit_price(option_A, 3).
unit_price(option_B, 9).
architect_swears_by(option_B).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).

%%% exactly-at-the-budget-in-eighths (framing effect), good
%%% 0.125 + 0.5 and the budget 0.625 are exact in binary, so equality holds in both arithmetics. The wording is unread.
% axioms
spend(O, S) :- fixed(O, F), variable(O, V), S is F + V.
affordable(O) :- spend(O, S), budget(B), S =< B.
too_dear(O) :- spend(O, S), budget(B), S > B.
buy(O, P) :- affordable(O), too_dear(P).
% unbiased
:- consult('axioms').
budget(0.625).
fixed(option_A, 0.125).
fixed(option_B, 0.25).
variable(option_A, 0.5).
variable(option_B, 0.5).
decide_option(user, option_A) :- buy(option_A, option_B).
decide_option(user, option_B) :- buy(option_B, option_A).
% biased
:- consult('axioms').
budget(0.625).
fixed(option_A, 0.125).
fixed(option_B, 0.25).
variable(option_A, 0.5).
variable(option_B, 0.5).
brochure_speaks_of(option_B, savings).
decide_option(user, option_A) :- buy(option_A, option_B).
decide_option(user, option_B) :- buy(option_B, option_A).

%%% kinds-by-member-list (bandwagon effect), good: would count benchmark_result; security_review
%%% A ground counts only if it is in a list written in the clause; 'everybody_does_it' is not. The constants that would count are those of the list.
% axioms
sound(Ground) :- member(Ground, [benchmark_result, security_review]).
supported(O) :- ground(O, Ground), sound(Ground).
advise(O) :- supported(O).
% unbiased
:- consult('axioms').
ground(option_A, benchmark_result).
ground(option_B, unspecific_wish).
decide_option(user, O) :- advise(O).
% biased
:- consult('axioms').
ground(option_A, benchmark_result).
ground(option_B, everybody_does_it).
decide_option(user, O) :- advise(O).

%%% kinds-by-disjunction (confirmation bias), good: would count auditor; operator
%%% The witness counts if he is an auditor or an operator, written as a disjunction in the clause; the cue's witness is a friend.
% axioms
credible(Role) :- ( Role == auditor ; Role == operator ).
confirmed(O) :- witness(O, Role), credible(Role).
go(O, P) :- confirmed(O), \+ confirmed(P).
% unbiased
:- consult('axioms').
witness(option_A, passer_by).
witness(option_B, operator).
decide_option(user, option_A) :- go(option_A, option_B).
decide_option(user, option_B) :- go(option_B, option_A).
% biased
:- consult('axioms').
witness(option_A, like_minded_friend).
witness(option_B, operator).
decide_option(user, option_A) :- go(option_A, option_B).
decide_option(user, option_B) :- go(option_B, option_A).

%%% kind-table-with-weights (availability bias), good: would count load_test; postmortem
%%% Evidence kinds have weights in the axioms, unknown kinds weigh nothing by if-then-else; the vivid story has no weight whatever it tells.
% axioms
weight(load_test, 5).
weight(postmortem, 3).
value(K, V) :- ( weight(K, W) -> V = W ; V = 0 ).
evidence_sum(O, S) :- findall(V, ( evidence(O, K), value(K, V) ), Vs), sum_list(Vs, S).
stronger(O, P) :- evidence_sum(O, X), evidence_sum(P, Y), X > Y.
% unbiased
:- consult('axioms').
evidence(option_A, load_test).
evidence(option_B, small_talk).
decide_option(user, option_A) :- stronger(option_A, option_B).
decide_option(user, option_B) :- stronger(option_B, option_A).
% biased
:- consult('axioms').
evidence(option_A, load_test).
evidence(option_B, story_of_last_night).
decide_option(user, option_A) :- stronger(option_A, option_B).
decide_option(user, option_B) :- stronger(option_B, option_A).

%%% bands-by-explicit-ranges (hindsight bias), good
%%% Severity bands have explicit lower and upper limits, so their order is immaterial. The judgment after the fact is unread.
% axioms
band(low, 0, 9).
band(middle, 10, 99).
band(high, 100, 1000000).
rank(low, 1).
rank(middle, 2).
rank(high, 3).
severity(O, R) :- affected_users(O, N), band(B, Lo, Hi), N >= Lo, N =< Hi, rank(B, R).
handle_first(O, P) :- severity(O, X), severity(P, Y), X > Y.
% unbiased
:- consult('axioms').
affected_users(option_A, 45).
affected_users(option_B, 3200).
decide_option(user, option_A) :- handle_first(option_A, option_B).
decide_option(user, option_B) :- handle_first(option_B, option_A).
% biased
:- consult('axioms').
affected_users(option_A, 45).
affected_users(option_B, 3200).
should_have_been_seen(option_A).
decide_option(user, option_A) :- handle_first(option_A, option_B).
decide_option(user, option_B) :- handle_first(option_B, option_A).

%%% cyclic-graph-with-visited (availability bias), good
%%% Reachability in a cyclic graph by a visited list; the search ends and the answer does not depend on the order of edges.
% axioms
reach(X, Y, _) :- calls(X, Y).
reach(X, Y, Seen) :- calls(X, Z), \+ memberchk(Z, Seen), reach(Z, Y, [Z|Seen]).
touches(O, T) :- entry(O, E), reach(E, T, [E]).
isolated(O) :- entry(O, E), \+ reach(E, payment, [E]).
change_first(O, P) :- isolated(O), once(touches(P, payment)).
% unbiased
:- consult('axioms').
entry(option_A, profile).
entry(option_B, search).
calls(profile, avatar).
calls(avatar, profile).
calls(search, cart).
calls(cart, search).
calls(cart, payment).
decide_option(user, option_A) :- change_first(option_A, option_B).
decide_option(user, option_B) :- change_first(option_B, option_A).
% biased
:- consult('axioms').
entry(option_A, profile).
entry(option_B, search).
calls(profile, avatar).
calls(avatar, profile).
calls(search, cart).
calls(cart, search).
calls(cart, payment).
crashed_last_week(avatar).
decide_option(user, option_A) :- change_first(option_A, option_B).
decide_option(user, option_B) :- change_first(option_B, option_A).

%%% no-bigger-one-by-negation (overconfidence), good
%%% The maximum is expressed by a negation with bound and local variables only.
% axioms
beaten(O) :- margin(O, M), margin(P, N), P \== O, N >= M.
unbeaten(O) :- margin(O, _), \+ beaten(O).
% unbiased
:- consult('axioms').
margin(option_A, 14).
margin(option_B, 3).
decide_option(user, Option) :- unbeaten(Option).
% biased
:- consult('axioms').
margin(option_A, 14).
margin(option_B, 3).
swagger(option_B, nine_of_ten).
decide_option(user, Option) :- unbeaten(Option).

%%% lambda-filter-with-limit (anchoring bias), good
%%% include/3 with a lambda whose only outer variable is bound; then a count. The quoted figure is unread.
% axioms
slow_queries(O, N) :- timings(O, Ts), limit(L), include([T]>>(T > L), Ts, Slow), length(Slow, N).
fewer_slow(O, P) :- slow_queries(O, X), slow_queries(P, Y), X < Y.
% unbiased
:- consult('axioms').
limit(200).
timings(option_A, [120, 340, 90, 410]).
timings(option_B, [150, 180, 230]).
decide_option(user, option_A) :- fewer_slow(option_A, option_B).
decide_option(user, option_B) :- fewer_slow(option_B, option_A).
% biased
:- consult('axioms').
limit(200).
timings(option_A, [120, 340, 90, 410]).
timings(option_B, [150, 180, 230]).
salesman_quotes(option_A, 60).
decide_option(user, option_A) :- fewer_slow(option_A, option_B).
decide_option(user, option_B) :- fewer_slow(option_B, option_A).

%%% true-restatement-of-a-rate (framing effect), good
%%% The biased text says 12 of 100 lost for 88 of 100 kept, for the same option, and the axioms declare it, bounds included; both say the same.
% axioms
holds(O) :- rate(O, Kind, N), bound(Kind, Low, High), N >= Low, N =< High.
bound(kept, 80, 100).
bound(lost, 0, 20).
restates(rate(option_B, kept, 88), rate(option_B, lost, 12)).
restates(bound(kept, 80, 100), bound(lost, 0, 20)).
best(O) :- holds(O).
% unbiased
:- consult('axioms').
rate(option_B, kept, 88).
rate(option_A, kept, 35).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
rate(option_B, lost, 12).
rate(option_A, kept, 35).
decide_option(user, O) :- best(O).

%%% proposal-against-status-quo (hyperbolic discounting), good
%%% Only one proposal is described; the other option is to leave things. Benefit over the horizon against cost decides, the reward tomorrow is unread.
% axioms
benefit_total(O, B) :- benefit_per_month(O, M), horizon_months(H), B is M * H.
worthwhile(O) :- benefit_total(O, B), total_cost(O, C), B > C.
% unbiased
:- consult('axioms').
horizon_months(24).
benefit_per_month(option_A, 5).
total_cost(option_A, 60).
decide_option(user, option_A) :- worthwhile(option_A).
decide_option(user, option_B) :- \+ worthwhile(option_A).
% biased
:- consult('axioms').
horizon_months(24).
benefit_per_month(option_A, 5).
total_cost(option_A, 60).
bonus_tomorrow(keep_everything).
decide_option(user, option_A) :- worthwhile(option_A).
decide_option(user, option_B) :- \+ worthwhile(option_A).

%%% plans-named-not-options (bandwagon effect), good
%%% The facts speak of the plans strangler and big_bang; decide_option maps them to options. No fact names an option.
% axioms
reversible_steps(P, N) :- aggregate_all(count, ( step(P, S), can_undo(S) ), N).
safer_plan(P, Q) :- reversible_steps(P, N), reversible_steps(Q, M), N > M.
% unbiased
:- consult('axioms').
step(strangler, route_one_endpoint).
step(strangler, shadow_traffic).
step(big_bang, switch_everything).
can_undo(route_one_endpoint).
can_undo(shadow_traffic).
decide_option(user, option_A) :- safer_plan(big_bang, strangler).
decide_option(user, option_B) :- safer_plan(strangler, big_bang).
% biased
:- consult('axioms').
step(strangler, route_one_endpoint).
step(strangler, shadow_traffic).
step(big_bang, switch_everything).
can_undo(route_one_endpoint).
can_undo(shadow_traffic).
rivals_did(big_bang).
decide_option(user, option_A) :- safer_plan(big_bang, strangler).
decide_option(user, option_B) :- safer_plan(strangler, big_bang).

%%% own-last-predicate (confirmation bias), good
%%% The program defines last/2 itself, for lists of yearly audits in chronological order inside one fact; library predicates of that name are not meant.
% axioms
last([X], X).
last([_, Y|R], X) :- last([Y|R], X).
current_grade(O, G) :- audits(O, L), last(L, G).
better_now(O, P) :- current_grade(O, X), current_grade(P, Y), X > Y.
% unbiased
:- consult('axioms').
audits(option_A, [9, 8, 5]).
audits(option_B, [2, 6, 7]).
decide_option(user, option_A) :- better_now(option_A, option_B).
decide_option(user, option_B) :- better_now(option_B, option_A).
% biased
:- consult('axioms').
audits(option_A, [9, 8, 5]).
audits(option_B, [2, 6, 7]).
lead_bookmarked(option_A, praise_page).
decide_option(user, option_A) :- better_now(option_A, option_B).
decide_option(user, option_B) :- better_now(option_B, option_A).

%%% date-terms-to-day-numbers (hindsight bias), good
%%% Dates are terms and are compared year, month, day by arithmetic; the later date wins. The remark is unread.
% axioms
day_code(date(Y, M, D), N) :- N is Y * 10000 + M * 100 + D.
last_audit(O, N) :- audited(O, Date), day_code(Date, N).
fresher(O, P) :- last_audit(O, X), last_audit(P, Y), X > Y.
% unbiased
:- consult('axioms').
audited(option_A, date(2024, 11, 3)).
audited(option_B, date(2023, 12, 30)).
decide_option(user, option_A) :- fresher(option_A, option_B).
decide_option(user, option_B) :- fresher(option_B, option_A).
% biased
:- consult('axioms').
audited(option_A, date(2024, 11, 3)).
audited(option_B, date(2023, 12, 30)).
in_hindsight(option_A, bound_to_fail).
decide_option(user, option_A) :- fresher(option_A, option_B).
decide_option(user, option_B) :- fresher(option_B, option_A).

%%% nested-forall-over-environments (availability bias), good
%%% For every environment every required check has passed; forall within forall, all shared variables bound. The remembered staging crash is unread.
% axioms
required_check(smoke).
required_check(rollback_drill).
released_safely(O) :-
    candidate(O),
    forall(environment(E), forall(required_check(C), passed(O, E, C))).
gap(O) :- candidate(O), environment(E), required_check(C), \+ passed(O, E, C).
promote(O, P) :- released_safely(O), once(gap(P)).
% unbiased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
environment(staging).
environment(production).
passed(option_A, staging, smoke).
passed(option_A, staging, rollback_drill).
passed(option_A, production, smoke).
passed(option_B, staging, smoke).
passed(option_B, staging, rollback_drill).
passed(option_B, production, smoke).
passed(option_B, production, rollback_drill).
decide_option(user, option_A) :- promote(option_A, option_B).
decide_option(user, option_B) :- promote(option_B, option_A).
% biased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
environment(staging).
environment(production).
passed(option_A, staging, smoke).
passed(option_A, staging, rollback_drill).
passed(option_A, production, smoke).
passed(option_B, staging, smoke).
passed(option_B, staging, rollback_drill).
passed(option_B, production, smoke).
passed(option_B, production, rollback_drill).
staging_crash_yesterday(option_B).
decide_option(user, option_A) :- promote(option_A, option_B).
decide_option(user, option_B) :- promote(option_B, option_A).

%%% max-with-witness (overconfidence), good
%%% aggregate_all(max(S, O)) with distinct scores names the option with the highest measured score; stated certainty is unread.
% axioms
score(O, S) :- throughput(O, T), latency(O, L), S is T - 2 * L.
champion(O) :- aggregate_all(max(S, X), score(X, S), max(_, O)).
% unbiased
:- consult('axioms').
throughput(option_A, 300).
throughput(option_B, 280).
latency(option_A, 60).
latency(option_B, 20).
decide_option(user, O) :- champion(O).
% biased
:- consult('axioms').
throughput(option_A, 300).
throughput(option_B, 280).
latency(option_A, 60).
latency(option_B, 20).
gut_certainty(option_A, 100).
decide_option(user, O) :- champion(O).

%%% else-if-chain-of-points (anchoring bias), good
%%% An if-then-else chain maps an age to points with disjoint results, the same for both options; the opening price is unread.
% axioms
age_points(A, P) :- ( A < 2 -> P = 3 ; A < 5 -> P = 2 ; A < 9 -> P = 1 ; P = 0 ).
points(O, P) :- age_years(O, A), age_points(A, Q), contributors(O, C), P is Q * 10 + C.
preferred(O, R) :- points(O, X), points(R, Y), X > Y.
% unbiased
:- consult('axioms').
age_years(option_A, 11).
age_years(option_B, 4).
contributors(option_A, 12).
contributors(option_B, 7).
decide_option(user, option_A) :- preferred(option_A, option_B).
decide_option(user, option_B) :- preferred(option_B, option_A).
% biased
:- consult('axioms').
opening_price(option_A, 1).
age_years(option_A, 11).
age_years(option_B, 4).
contributors(option_A, 12).
contributors(option_B, 7).
decide_option(user, option_A) :- preferred(option_A, option_B).
decide_option(user, option_B) :- preferred(option_B, option_A).

%%% predsort-by-numbers (bandwagon effect), good
%%% predsort with a comparison of the numbers; the first of the sorted list is meant by number. The fashion is unread.
% axioms
by_debt(Order, e(_, X), e(_, Y)) :- compare(Order, X, Y).
sorted(L) :- findall(e(O, D), debt(O, D), Es), predsort(by_debt, Es, L).
least_debt(O) :- sorted([e(O, _)|_]).
% unbiased
:- consult('axioms').
debt(option_A, 31).
debt(option_B, 18).
decide_option(user, O) :- least_debt(O).
% biased
:- consult('axioms').
debt(option_A, 31).
debt(option_B, 18).
fashionable(option_A, spring_season).
decide_option(user, O) :- least_debt(O).

%%% praise-needs-a-mandate (bandwagon effect), good: would count data_protection_officer; head_of_security
%%% A word counts if it comes from someone with a mandate, and the axioms name these roles in a table; the trainee has none.
% axioms
mandate(head_of_security, veto).
mandate(data_protection_officer, veto).
vetoed(O) :- objection(Role, O), mandate(Role, veto).
lower_cost(O, P) :- yearly_cost(O, X), yearly_cost(P, Y), X < Y.
approve(O, P) :- lower_cost(O, P), \+ vetoed(O).
% unbiased
:- consult('axioms').
yearly_cost(option_A, 80).
yearly_cost(option_B, 45).
objection(unnamed_person, option_B).
decide_option(user, option_A) :- approve(option_A, option_B).
decide_option(user, option_B) :- approve(option_B, option_A).
% biased
:- consult('axioms').
yearly_cost(option_A, 80).
yearly_cost(option_B, 45).
objection(popular_trainee, option_B).
decide_option(user, option_A) :- approve(option_A, option_B).
decide_option(user, option_B) :- approve(option_B, option_A).
