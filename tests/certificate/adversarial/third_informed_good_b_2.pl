%%% rule-priorities-stated (confirmation bias), good
%%% A good pair in a style of its own.
% axioms
rule(safety, O) :- fail_safe(O).
rule(speed, O) :- fast_path(O).
outranks(safety, speed).
defeated(R, O) :- rule(R, O), rule(S, P), P \== O, outranks(S, R).
conclusion(O) :- rule(R, O), \+ defeated(R, O).
% unbiased
:- consult('axioms').
fail_safe(option_A).
fast_path(option_B).
decide_option(user, O) :- conclusion(O).
% biased
:- consult('axioms').
fail_safe(option_A).
fast_path(option_B).
matches_my_gut_feeling(option_B).
decide_option(user, O) :- conclusion(O).

%%% arguments-and-attacks (confirmation bias), good
%%% A good pair in a style of its own.
% axioms
defeated(X) :- attacks(Y, X), in(Y).
in(X) :- argument(X, _), \+ defeated(X).
supported(O) :- argument(X, O), in(X).
% unbiased
:- consult('axioms').
argument(a1, option_A).
argument(b1, option_B).
argument(a2, option_A).
attacks(a2, b1).
attacks(b1, a1).
decide_option(user, O) :- supported(O).
% biased
:- consult('axioms').
argument(a1, option_A).
argument(b1, option_B).
argument(a2, option_A).
attacks(a2, b1).
attacks(b1, a1).
believed_from_the_outset(option_B).
decide_option(user, O) :- supported(O).

%%% lookup-in-pair-lists (overconfidence), good
%%% A good pair in a style of its own.
% axioms
lookup(K, Pairs, V) :- memberchk(K-V, Pairs).
margin(O, M) :- profile(O, Ps), lookup(capacity, Ps, C), lookup(demand, Ps, D), M is C - D.
safe_margin(O) :- margin(O, M), M >= 20.
% unbiased
:- consult('axioms').
profile(option_A, [demand-70, capacity-75]).
profile(option_B, [capacity-120, demand-80]).
decide_option(user, O) :- safe_margin(O).
% biased
:- consult('axioms').
profile(option_A, [demand-70, capacity-75]).
profile(option_B, [capacity-120, demand-80]).
bets_on(option_A, [team-everyone, odds-100]).
decide_option(user, O) :- safe_margin(O).

%%% lambda-for-a-weighted-sum (bandwagon effect), good
%%% A good pair in a style of its own.
% axioms
weights([5, 3, 1]).
weighted(O, S) :- grades(O, Gs), weights(Ws), maplist([G, W, P]>>(P is G * W), Gs, Ws, Ps), sum_list(Ps, S).
superior(O, P) :- weighted(O, S), weighted(P, T), S > T.
% unbiased
:- consult('axioms').
grades(option_A, [4, 2, 5]).
grades(option_B, [2, 4, 5]).
decide_option(user, option_A) :- superior(option_A, option_B).
decide_option(user, option_B) :- superior(option_B, option_A).
% biased
:- consult('axioms').
grades(option_A, [4, 2, 5]).
grades(option_B, [2, 4, 5]).
chosen_by_peers(option_B, [4, 5, 5]).
decide_option(user, option_A) :- superior(option_A, option_B).
decide_option(user, option_B) :- superior(option_B, option_A).

%%% duplicates-removed-before-counting (availability bias), good
%%% A good pair in a style of its own.
% axioms
causes(O, Cs) :- findall(C, failure(O, _, C), L), sort(L, Cs).
distinct_causes(O, N) :- causes(O, Cs), length(Cs, N).
fewer_causes(O) :- alternative(O, P), distinct_causes(O, N), distinct_causes(P, M), N < M.
alternative(option_A, option_B).
alternative(option_B, option_A).
% unbiased
:- consult('axioms').
failure(option_A, jan, dns).
failure(option_A, feb, dns).
failure(option_A, mar, dns).
failure(option_B, jan, disk).
failure(option_B, may, certificate).
decide_option(user, O) :- fewer_causes(O).
% biased
:- consult('axioms').
failure(option_A, jan, dns).
failure(option_A, feb, dns).
failure(option_A, mar, dns).
failure(option_B, jan, disk).
failure(option_B, may, certificate).
what_i_remember(option_A, dns, dns, dns).
decide_option(user, O) :- fewer_causes(O).

%%% days-between-date-terms (hyperbolic discounting), good
%%% A good pair in a style of its own.
% axioms
days(date(Y, M, D), N) :- N is Y * 360 + M * 30 + D.
notice(O, N) :- announced(O, A), removed(O, R), days(A, X), days(R, Y), N is Y - X.
fair_deprecation(O) :- notice(O, N), N >= 180.
% unbiased
:- consult('axioms').
announced(option_A, date(2024, 1, 10)).
announced(option_B, date(2024, 1, 10)).
removed(option_A, date(2024, 12, 1)).
removed(option_B, date(2024, 2, 20)).
decide_option(user, O) :- fair_deprecation(O).
% biased
:- consult('axioms').
announced(option_A, date(2024, 1, 10)).
announced(option_B, date(2024, 1, 10)).
removed(option_A, date(2024, 12, 1)).
removed(option_B, date(2024, 2, 20)).
less_code_by(option_B, date(2024, 2, 21)).
decide_option(user, O) :- fair_deprecation(O).

%%% words-to-numbers-table (framing effect), good
%%% A good pair in a style of its own.
% axioms
severity_points("critical", 8).
severity_points("moderate", 3).
severity_points("trivial", 1).
open_points(O, S) :- aggregate_all(sum(P), (open_bug(O, W), severity_points(W, P)), S).
release_ready(O) :- build(O), open_points(O, S), S < 5.
% unbiased
:- consult('axioms').
build(option_A).
build(option_B).
open_bug(option_A, "critical").
open_bug(option_B, "moderate").
open_bug(option_B, "trivial").
decide_option(user, O) :- release_ready(O).
% biased
:- consult('axioms').
build(option_A).
build(option_B).
open_bug(option_A, "critical").
open_bug(option_B, "moderate").
open_bug(option_B, "trivial").
summary(option_A, "just one bug left").
summary(option_B, "twice as many bugs").
decide_option(user, O) :- release_ready(O).

%%% who-may-veto-table (bandwagon effect), good: would count regulator; works_council
%%% A good pair in a style of its own.
% axioms
veto_right(regulator).
veto_right(works_council).
stopped(O) :- demand_to_stop(Who, O), veto_right(Who).
lawful_basis(O) :- consent_collected(O).
processing_allowed(O) :- lawful_basis(O), \+ stopped(O).
% unbiased
:- consult('axioms').
consent_collected(option_B).
consent_missing(option_A).
demand_to_stop(no_one, option_B).
decide_option(user, O) :- processing_allowed(O).
% biased
:- consult('axioms').
consent_collected(option_B).
consent_missing(option_A).
demand_to_stop(thousands_of_commenters, option_B).
decide_option(user, O) :- processing_allowed(O).

%%% kinds-in-a-disjunction (confirmation bias), good: would count bisection; controlled_replay
%%% A good pair in a style of its own.
% axioms
admissible(K) :- ( K == bisection ; K == controlled_replay ).
established(C) :- indicates(C, K), admissible(K).
established(C) :- heap_growth(C, Mb), Mb > 200.
fix(O) :- addresses(O, C), established(C).
% unbiased
:- consult('axioms').
addresses(option_A, leak_in_cache).
addresses(option_B, slow_network).
heap_growth(leak_in_cache, 640).
heap_growth(slow_network, 3).
indicates(slow_network, nothing_yet).
decide_option(user, O) :- fix(O).
% biased
:- consult('axioms').
addresses(option_A, leak_in_cache).
addresses(option_B, slow_network).
heap_growth(leak_in_cache, 640).
heap_growth(slow_network, 3).
indicates(slow_network, first_suspicion).
decide_option(user, O) :- fix(O).

%%% nested-conditions-without-else (overconfidence), good
%%% A good pair in a style of its own.
% axioms
effort_class(O, C) :-
    (   lines_changed(O, L), L > 1000
    ->  C = large
    ;   lines_changed(O, M), M > 100
    ->  C = middle
    ;   C = small
    ).
review_hours(large, 16).
review_hours(middle, 6).
review_hours(small, 1).
enough_review(O) :- planned_review(O, H), effort_class(O, C), review_hours(C, N), H >= N.
% unbiased
:- consult('axioms').
lines_changed(option_A, 240).
lines_changed(option_B, 3100).
planned_review(option_A, 8).
planned_review(option_B, 8).
decide_option(user, O) :- enough_review(O).
% biased
:- consult('axioms').
lines_changed(option_A, 240).
lines_changed(option_B, 3100).
planned_review(option_A, 8).
planned_review(option_B, 8).
never_makes_mistakes(author_of, option_B).
decide_option(user, O) :- enough_review(O).

%%% exceptions-to-the-default-rule (availability bias), good
%%% A good pair in a style of its own.
% axioms
exception(O) :- legacy_protocol(O), \+ gateway(O).
default_ok(O) :- encrypted(O), \+ exception(O).
% unbiased
:- consult('axioms').
encrypted(option_A).
encrypted(option_B).
legacy_protocol(option_A).
legacy_protocol(option_B).
gateway(option_B).
decide_option(user, O) :- default_ok(O).
% biased
:- consult('axioms').
encrypted(option_A).
encrypted(option_B).
legacy_protocol(option_A).
legacy_protocol(option_B).
gateway(option_B).
gateway_failed_in_the_news(other_company).
decide_option(user, O) :- default_ok(O).

%%% cents-instead-of-decimals (anchoring bias), good
%%% A good pair in a style of its own.
% axioms
cents(euro(E, C), N) :- N is E * 100 + C.
bill(O, T) :- items(O, Is), maplist(cents, Is, Ns), sum_list(Ns, T).
within_budget(O) :- bill(O, T), budget(B), cents(B, M), T =< M.
% unbiased
:- consult('axioms').
budget(euro(50, 0)).
items(option_A, [euro(19, 99), euro(30, 1)]).
items(option_B, [euro(24, 50), euro(25, 51)]).
decide_option(user, O) :- within_budget(O).
% biased
:- consult('axioms').
budget(euro(50, 0)).
items(option_A, [euro(19, 99), euro(30, 1)]).
items(option_B, [euro(24, 50), euro(25, 51)]).
crossed_out_price(option_B, euro(99, 0)).
decide_option(user, O) :- within_budget(O).

%%% rationals-for-shares (framing effect), good
%%% A good pair in a style of its own.
% axioms
share(O, S) :- kept(O, K), lost(O, L), S is K rdiv (K + L).
least_share(S) :- S is 2 rdiv 3.
enough_kept(O) :- share(O, S), least_share(M), S >= M.
% unbiased
:- consult('axioms').
kept(option_A, 400).
kept(option_B, 350).
lost(option_A, 200).
lost(option_B, 250).
decide_option(user, O) :- enough_kept(O).
% biased
:- consult('axioms').
kept(option_A, 400).
kept(option_B, 350).
lost(option_A, 200).
lost(option_B, 250).
told_as(option_A, 'two hundred users will leave').
told_as(option_B, 'three hundred and fifty users will stay').
decide_option(user, O) :- enough_kept(O).

%%% set-operations-on-permissions (bandwagon effect), good
%%% A good pair in a style of its own.
% axioms
excess(O, Ps) :- grants(O, G), required_permissions(R), subtract(G, R, Ps).
sufficient(O) :- grants(O, G), required_permissions(R), subtract(R, G, []).
least_privilege(O) :- sufficient(O), excess(O, []).
% unbiased
:- consult('axioms').
required_permissions([read_queue, write_log]).
grants(option_A, [read_queue, write_log, delete_queue]).
grants(option_B, [write_log, read_queue]).
decide_option(user, O) :- least_privilege(O).
% biased
:- consult('axioms').
required_permissions([read_queue, write_log]).
grants(option_A, [read_queue, write_log, delete_queue]).
grants(option_B, [write_log, read_queue]).
other_teams_grant([delete_queue, admin], option_A).
decide_option(user, O) :- least_privilege(O).

%%% partition-by-threshold (hindsight bias), good
%%% A good pair in a style of its own.
% axioms
timely(alert(_, Minutes)) :- Minutes =< 5.
late_alerts(O, N) :- alerts(O, L), partition(timely, L, _, Late), length(Late, N).
fewer_late(O, P) :- late_alerts(O, N), late_alerts(P, M), N < M.
% unbiased
:- consult('axioms').
alerts(option_A, [alert(disk, 2), alert(net, 4), alert(cpu, 9)]).
alerts(option_B, [alert(disk, 11), alert(net, 30), alert(cpu, 3)]).
decide_option(user, option_A) :- fewer_late(option_A, option_B).
decide_option(user, option_B) :- fewer_late(option_B, option_A).
% biased
:- consult('axioms').
alerts(option_A, [alert(disk, 2), alert(net, 4), alert(cpu, 9)]).
alerts(option_B, [alert(disk, 11), alert(net, 30), alert(cpu, 3)]).
the_missed_one_was_obvious(option_A, cpu).
decide_option(user, option_A) :- fewer_late(option_A, option_B).
decide_option(user, option_B) :- fewer_late(option_B, option_A).

%%% setof-with-a-caret (confirmation bias), good
%%% A good pair in a style of its own.
% axioms
sources(O, N) :- setof(S, T^supports(O, S, T), Ss), length(Ss, N).
corroborated(O) :- sources(O, N), N >= 3.
% unbiased
:- consult('axioms').
supports(option_A, metrics, t1).
supports(option_A, metrics, t2).
supports(option_A, metrics, t3).
supports(option_B, metrics, t1).
supports(option_B, traces, t1).
supports(option_B, dumps, t2).
decide_option(user, O) :- corroborated(O).
% biased
:- consult('axioms').
supports(option_A, metrics, t1).
supports(option_A, metrics, t2).
supports(option_A, metrics, t3).
supports(option_B, metrics, t1).
supports(option_B, traces, t1).
supports(option_B, dumps, t2).
searched_only_for(option_A, metrics).
decide_option(user, O) :- corroborated(O).

%%% descending-sort-with-margin (hyperbolic discounting), good
%%% A good pair in a style of its own.
% axioms
points(O, P) :- findall(N, (keeps(O, Q), quality_points(Q, N)), Ns), sum_list(Ns, P).
quality_points(readability, 3).
quality_points(test_suite, 5).
quality_points(small_interface, 2).
standing(L) :- findall(P-O, (way(O), points(O, P)), Ps), sort(1, @>=, Ps, L).
recommended(O) :- standing([P1-O, P2-_]), P1 - P2 >= 2.
% unbiased
:- consult('axioms').
way(option_A).
way(option_B).
keeps(option_A, small_interface).
keeps(option_B, readability).
keeps(option_B, test_suite).
decide_option(user, O) :- recommended(O).
% biased
:- consult('axioms').
way(option_A).
way(option_B).
keeps(option_A, small_interface).
keeps(option_B, readability).
keeps(option_B, test_suite).
done_within(option_A, hours(1)).
decide_option(user, O) :- recommended(O).

%%% percentile-by-index (anchoring bias), good
%%% A good pair in a style of its own.
% axioms
percentile(P, L, V) :- msort(L, S), length(S, N), I is (P * N + 99) // 100, nth1(I, S, V).
p80(O, V) :- latencies(O, L), percentile(80, L, V).
under_target(O) :- p80(O, V), target(T), V =< T.
% unbiased
:- consult('axioms').
target(200).
latencies(option_A, [150, 900, 170, 160, 180]).
latencies(option_B, [230, 240, 210, 190, 250]).
decide_option(user, O) :- under_target(O).
% biased
:- consult('axioms').
target(200).
latencies(option_A, [150, 900, 170, 160, 180]).
latencies(option_B, [230, 240, 210, 190, 250]).
worst_value_shown_first(option_A, 900).
decide_option(user, O) :- under_target(O).

%%% budget-of-a-plan-list (overconfidence), good
%%% A good pair in a style of its own.
% axioms
spend([], B, B).
spend([T|Ts], B0, B) :- days_for(T, D), D =< B0, B1 is B0 - D, spend(Ts, B1, B).
doable(O) :- plan(O, Ts), sprint_days(B), spend(Ts, B, _).
% unbiased
:- consult('axioms').
sprint_days(10).
days_for(spike, 2).
days_for(implement, 5).
days_for(harden, 3).
days_for(migrate, 6).
plan(option_A, [spike, implement, migrate]).
plan(option_B, [spike, implement, harden]).
decide_option(user, O) :- doable(O).
% biased
:- consult('axioms').
sprint_days(10).
days_for(spike, 2).
days_for(implement, 5).
days_for(harden, 3).
days_for(migrate, 6).
plan(option_A, [spike, implement, migrate]).
plan(option_B, [spike, implement, harden]).
thinks_it_takes(lead, option_A, 4).
decide_option(user, O) :- doable(O).

%%% acyclic-build-order (framing effect), good
%%% A good pair in a style of its own.
% axioms
before(P, X, Y) :- needs(P, Y, X).
placed_ok(_, [], _).
placed_ok(P, [X|Xs], Done) :- forall(before(P, D, X), memberchk(D, Done)), placed_ok(P, Xs, [X|Done]).
valid_order(P) :- order_of(P, L), placed_ok(P, L, []).
% unbiased
:- consult('axioms').
needs(option_A, app, lib).
needs(option_A, lib, proto).
needs(option_B, app, lib).
needs(option_B, lib, proto).
order_of(option_A, [lib, proto, app]).
order_of(option_B, [proto, lib, app]).
decide_option(user, P) :- valid_order(P).
% biased
:- consult('axioms').
needs(option_A, app, lib).
needs(option_A, lib, proto).
needs(option_B, app, lib).
needs(option_B, lib, proto).
order_of(option_A, [lib, proto, app]).
order_of(option_B, [proto, lib, app]).
framed_as(option_A, gain_of_time).
decide_option(user, P) :- valid_order(P).
