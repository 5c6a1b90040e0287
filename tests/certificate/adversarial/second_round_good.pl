%%% needs-counted-once-each (bandwagon effect), good
%%% once/1 inside findall/3 is a test: a need that is covered in two ways counts once.
% axioms
covered(O, K) :- findall(N, ( need(N), once(covers(O, N, _)) ), L), length(L, K).
best(O) :- option(O), covered(O, K), K >= 2.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
need(speed).
need(price).
covers(option_A, speed, cache).
covers(option_A, price, plan).
covers(option_B, speed, cache).
covers(option_B, speed, index).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
need(speed).
need(price).
covers(option_A, speed, cache).
covers(option_A, price, plan).
covers(option_B, speed, cache).
covers(option_B, speed, index).
praised(lead, option_B).
decide_option(user, O) :- best(O).

%%% needs-counted-by-an-aggregate (availability bias), good
%%% once/1 inside aggregate_all/3 is a test, and the counts differ.
% axioms
covered(O, K) :- aggregate_all(count, ( need(N), once(covers(O, N, _)) ), K).
best(O) :- option(O), covered(O, K), option(P), P \== O, covered(P, J), K > J.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
need(speed).
need(price).
covers(option_A, speed, cache).
covers(option_A, price, plan).
covers(option_B, speed, cache).
covers(option_B, speed, index).
covers(option_B, speed, disk).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
need(speed).
need(price).
covers(option_A, speed, cache).
covers(option_A, price, plan).
covers(option_B, speed, cache).
covers(option_B, speed, index).
covers(option_B, speed, disk).
praised(lead, option_B).
decide_option(user, O) :- best(O).

%%% points-by-a-helper-with-a-cut (anchoring bias), good
%%% The cut of a helper gives points once for each need, however often it is covered.
% axioms
points(O, N, W) :- covers(O, N, _), weight(N, W), !.
total(O, T) :- findall(W, ( need(N), points(O, N, W) ), L), sum_list(L, T).
best(O) :- option(O), total(O, T), option(P), P \== O, total(P, U), T > U.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
need(speed).
need(price).
weight(speed, 2).
weight(price, 3).
covers(option_A, speed, cache).
covers(option_A, price, plan).
covers(option_B, speed, cache).
covers(option_B, speed, index).
covers(option_B, speed, disk).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
need(speed).
need(price).
weight(speed, 2).
weight(price, 3).
covers(option_A, speed, cache).
covers(option_A, price, plan).
covers(option_B, speed, cache).
covers(option_B, speed, index).
covers(option_B, speed, disk).
praised(lead, option_B).
decide_option(user, O) :- best(O).

%%% condition-as-a-test-in-a-count (confirmation bias), good
%%% A condition with several witnesses that binds nothing, inside a count.
% axioms
covered(O, K) :- aggregate_all(count, ( need(N), ( covers(O, N, _) -> true ; fail ) ), K).
best(O) :- option(O), covered(O, K), option(P), P \== O, covered(P, J), K > J.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
need(speed).
need(price).
covers(option_A, speed, cache).
covers(option_A, price, plan).
covers(option_B, speed, cache).
covers(option_B, speed, index).
covers(option_B, speed, disk).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
need(speed).
need(price).
covers(option_A, speed, cache).
covers(option_A, price, plan).
covers(option_B, speed, cache).
covers(option_B, speed, index).
covers(option_B, speed, disk).
praised(lead, option_B).
decide_option(user, O) :- best(O).

%%% memberchk-in-a-count (bandwagon effect), good
%%% memberchk/2 is a test of a known need; the list states one twice.
% axioms
covered(O, K) :- offers(O, L), findall(N, ( need(N), memberchk(N, L) ), Ns), length(Ns, K).
best(O) :- option(O), covered(O, K), K >= 2.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
need(speed).
need(price).
offers(option_A, [speed, price]).
offers(option_B, [speed, speed, looks]).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
need(speed).
need(price).
offers(option_A, [speed, price]).
offers(option_B, [speed, speed, looks]).
praised(lead, option_B).
decide_option(user, O) :- best(O).

%%% if-then-else-in-a-sum (hyperbolic discounting), good
%%% A deterministic if-then-else gives the points that findall/3 collects.
% axioms
value(O, N, V) :- ( covers(O, N, _) -> V = 2 ; V = 0 ).
total(O, T) :- findall(V, ( need(N), value(O, N, V) ), L), sum_list(L, T).
best(O) :- option(O), total(O, T), option(P), P \== O, total(P, U), T > U.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
need(speed).
need(price).
covers(option_A, speed, cache).
covers(option_A, price, plan).
covers(option_B, speed, cache).
covers(option_B, speed, index).
covers(option_B, speed, disk).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
need(speed).
need(price).
covers(option_A, speed, cache).
covers(option_A, price, plan).
covers(option_B, speed, cache).
covers(option_B, speed, index).
covers(option_B, speed, disk).
praised(lead, option_B).
decide_option(user, O) :- best(O).

%%% name-of-a-variable-reused (bandwagon effect), good
%%% Two negations use the same name for a variable of their own.
% axioms
best(O) :- option(O), \+ ( violates(O, N), must(N) ), \+ ( lacks(O, N), must(N) ).
% unbiased
:- consult('axioms').
:- dynamic violates/2.
option(option_A).
option(option_B).
must(rollback).
lacks(option_A, rollback).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic violates/2.
option(option_A).
option(option_B).
must(rollback).
lacks(option_A, rollback).
praised(lead, option_A).
decide_option(user, O) :- best(O).

%%% two-negations-any-day (availability bias), good
%%% No outage on any day and no breach on any day: one name, two local variables.
% axioms
safe_choice(O) :- candidate(O), \+ outage(O, D), \+ breach(O, D).
% unbiased
:- consult('axioms').
:- dynamic breach/2.
candidate(option_A).
candidate(option_B).
outage(option_B, monday).
decide_option(user, O) :- safe_choice(O).
% biased
:- consult('axioms').
:- dynamic breach/2.
candidate(option_A).
candidate(option_B).
outage(option_B, monday).
praised(lead, option_B).
decide_option(user, O) :- safe_choice(O).

%%% two-foralls-one-name (confirmation bias), good
%%% Two forall goals use the same name for what they range over.
% axioms
best(O) :- option(O), forall(must(N), covers(O, N)), forall(forbidden(N), \+ covers(O, N)).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
must(rollback).
forbidden(telemetry).
covers(option_A, telemetry).
covers(option_A, rollback).
covers(option_B, rollback).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
must(rollback).
forbidden(telemetry).
covers(option_A, telemetry).
covers(option_A, rollback).
covers(option_B, rollback).
praised(lead, option_A).
decide_option(user, O) :- best(O).

%%% six-lists-of-five (anchoring bias), good
%%% Six lists of five numbers are summed; their orders multiply, and mean nothing.
% axioms
kind(cost). kind(risk). kind(time).
sum(O, K, S) :- findall(V, item(O, K, V), Vs), sum_list(Vs, S).
burden(O, B) :- sum(O, cost, C), sum(O, risk, R), sum(O, time, T), B is C + R + T.
best(O) :- option(O), option(P), O \== P, burden(O, B), burden(P, D), B < D.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
item(option_A, cost, 1).
item(option_A, cost, 2).
item(option_A, cost, 3).
item(option_A, cost, 4).
item(option_A, cost, 5).
item(option_A, risk, 1).
item(option_A, risk, 2).
item(option_A, risk, 3).
item(option_A, risk, 4).
item(option_A, risk, 5).
item(option_A, time, 1).
item(option_A, time, 2).
item(option_A, time, 3).
item(option_A, time, 4).
item(option_A, time, 5).
item(option_B, cost, 3).
item(option_B, cost, 4).
item(option_B, cost, 5).
item(option_B, cost, 6).
item(option_B, cost, 7).
item(option_B, risk, 3).
item(option_B, risk, 4).
item(option_B, risk, 5).
item(option_B, risk, 6).
item(option_B, risk, 7).
item(option_B, time, 3).
item(option_B, time, 4).
item(option_B, time, 5).
item(option_B, time, 6).
item(option_B, time, 7).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
item(option_A, cost, 1).
item(option_A, cost, 2).
item(option_A, cost, 3).
item(option_A, cost, 4).
item(option_A, cost, 5).
item(option_A, risk, 1).
item(option_A, risk, 2).
item(option_A, risk, 3).
item(option_A, risk, 4).
item(option_A, risk, 5).
item(option_A, time, 1).
item(option_A, time, 2).
item(option_A, time, 3).
item(option_A, time, 4).
item(option_A, time, 5).
item(option_B, cost, 3).
item(option_B, cost, 4).
item(option_B, cost, 5).
item(option_B, cost, 6).
item(option_B, cost, 7).
item(option_B, risk, 3).
item(option_B, risk, 4).
item(option_B, risk, 5).
item(option_B, risk, 6).
item(option_B, risk, 7).
item(option_B, time, 3).
item(option_B, time, 4).
item(option_B, time, 5).
item(option_B, time, 6).
item(option_B, time, 7).
popular(option_B).
decide_option(user, O) :- best(O).

%%% net-value-of-three-lists (hyperbolic discounting), good
%%% Cost, risk and gain are summed from lists, and the best net value is found by a recursion.
% axioms
cost(O, C) :- findall(X, item(O, _, X), Xs), sum_list(Xs, C).
risk(O, R) :- findall(X, hazard(O, X), Xs), length(Xs, R).
gain(O, G) :- findall(X, benefit(O, X), Xs), sum_list(Xs, G).
net(O, V) :- cost(O, C), risk(O, R), gain(O, G), V is G - C - 2 * R.
best(O) :- findall(V-X, ( option(X), net(X, V) ), Ps), keymax(Ps, O).
keymax([_-O], O).
keymax([A-X, B-_|R], O) :- A > B, keymax([A-X|R], O).
keymax([A-_, B-Y|R], O) :- A =< B, keymax([B-Y|R], O).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
item(option_A, licence, 3).
item(option_A, hosting, 4).
item(option_A, training, 2).
item(option_A, audit, 1).
item(option_A, support, 1).
item(option_A, parts, 1).
item(option_B, licence, 9).
item(option_B, hosting, 4).
item(option_B, training, 4).
item(option_B, audit, 1).
item(option_B, support, 1).
item(option_B, parts, 2).
hazard(option_A, outage).
hazard(option_A, leak).
hazard(option_A, lockin).
hazard(option_B, outage).
hazard(option_B, leak).
hazard(option_B, lockin).
benefit(option_A, 10).
benefit(option_A, 12).
benefit(option_A, 5).
benefit(option_A, 7).
benefit(option_A, 2).
benefit(option_B, 9).
benefit(option_B, 7).
benefit(option_B, 3).
benefit(option_B, 1).
benefit(option_B, 2).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
item(option_A, licence, 3).
item(option_A, hosting, 4).
item(option_A, training, 2).
item(option_A, audit, 1).
item(option_A, support, 1).
item(option_A, parts, 1).
item(option_B, licence, 9).
item(option_B, hosting, 4).
item(option_B, training, 4).
item(option_B, audit, 1).
item(option_B, support, 1).
item(option_B, parts, 2).
hazard(option_A, outage).
hazard(option_A, leak).
hazard(option_A, lockin).
hazard(option_B, outage).
hazard(option_B, leak).
hazard(option_B, lockin).
benefit(option_A, 10).
benefit(option_A, 12).
benefit(option_A, 5).
benefit(option_A, 7).
benefit(option_A, 2).
benefit(option_B, 9).
benefit(option_B, 7).
benefit(option_B, 3).
benefit(option_B, 1).
benefit(option_B, 2).
praised(lead, option_B).
decide_option(user, O) :- best(O).

%%% factor-table-with-cuts (bandwagon effect), good
%%% A table of factors with cuts and a default.
% axioms
factor(urgent, 3) :- !.
factor(normal, 2) :- !.
factor(_, 1).
weighted(O, W) :- task(O, K, N), factor(K, F), W is F * N.
best(O) :- weighted(O, W), weighted(P, V), O \= P, W > V.
% unbiased
:- consult('axioms').
task(option_A, urgent, 5).
task(option_B, rare, 9).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
task(option_A, urgent, 5).
task(option_B, rare, 9).
praised(lead, option_B).
decide_option(user, O) :- best(O).

%%% rules-that-override-rules (bandwagon effect), good
%%% A rule applies unless a stronger one does; which is stronger is stated.
% axioms
overridden(R) :- applies(S, _), stronger(S, R).
best(O) :- applies(R, O), \+ overridden(R).
stronger(safety, cost).
stronger(law, safety).
applies(cost, O) :- cheapest(O).
applies(safety, O) :- certified(O).
applies(law, O) :- mandated(O).
% unbiased
:- consult('axioms').
:- dynamic mandated/1.
cheapest(option_B).
certified(option_A).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic mandated/1.
cheapest(option_B).
certified(option_A).
praised(lead, option_B).
decide_option(user, O) :- best(O).

%%% average-of-comparable-jobs (anchoring bias), good
%%% The average of comparable jobs; the anchor is the effort of a job that is not comparable.
% axioms
average(A) :- findall(T, ( comparable(J), took(J, T) ), Ts), sum_list(Ts, S), length(Ts, N), N > 0, A is S / N.
realistic(O) :- estimate(O, E), average(A), D is abs(E - A), D =< 2.
% unbiased
:- consult('axioms').
comparable(orders).
comparable(billing).
took(orders, 12).
took(billing, 14).
took(rumour, 30).
estimate(option_A, 13).
estimate(option_B, 4).
decide_option(user, O) :- realistic(O).
% biased
:- consult('axioms').
comparable(orders).
comparable(billing).
took(orders, 12).
took(billing, 14).
took(rumour, 3).
estimate(option_A, 13).
estimate(option_B, 4).
decide_option(user, O) :- realistic(O).

%%% learned-before-the-decision (hindsight bias), good
%%% Only what was learned up to the decision counts; the outcome has a later number.
% axioms
known_at(T, F) :- learned(F, S), S =< T.
justified(P) :- decided(P, T), known_at(T, green(P)).
% unbiased
:- consult('axioms').
decided(launch, 10).
learned(green(launch), 8).
learned(weather(sunny), 20).
decide_option(user, option_A) :- justified(launch).
decide_option(user, option_B) :- \+ justified(launch).
% biased
:- consult('axioms').
decided(launch, 10).
learned(green(launch), 8).
learned(outage(launch), 20).
decide_option(user, option_A) :- justified(launch).
decide_option(user, option_B) :- \+ justified(launch).

%%% dates-as-numbers (hyperbolic discounting), good
%%% Dates are turned into numbers before they are compared.
% axioms
date_num(date(Y, M, D), N) :- N is Y * 372 + M * 31 + D.
in_time(O) :- ready_on(O, D1), due(D2), date_num(D1, N1), date_num(D2, N2), N1 =< N2.
best(O) :- in_time(O), complete(O).
% unbiased
:- consult('axioms').
due(date(2025, 6, 1)).
ready_on(option_A, date(2025, 5, 20)).
ready_on(option_B, date(2025, 7, 2)).
complete(option_A).
complete(option_B).
mentioned(colleague, date(2025, 9, 1)).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
due(date(2025, 6, 1)).
ready_on(option_A, date(2025, 5, 20)).
ready_on(option_B, date(2025, 7, 2)).
complete(option_A).
complete(option_B).
mentioned(colleague, date(2025, 5, 2)).
decide_option(user, O) :- best(O).

%%% budget-that-runs-down (availability bias), good
%%% A recursion takes each price off the budget, with a cut behind the test.
% axioms
fits([], _).
fits([I|Is], B) :- price(I, P), P =< B, !, R is B - P, fits(Is, R).
best(O) :- bundle(O, Is), budget(B), fits(Is, B).
% unbiased
:- consult('axioms').
budget(100).
bundle(option_A, [x, y]).
bundle(option_B, [z]).
price(x, 40).
price(y, 50).
price(z, 150).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
budget(100).
bundle(option_A, [x, y]).
bundle(option_B, [z]).
price(x, 40).
price(y, 50).
price(z, 150).
praised(lead, option_B).
decide_option(user, O) :- best(O).

%%% sorted-by-hand (bandwagon effect), good
%%% An insertion sort with cuts over scores that differ.
% axioms
ins(X, [], [X]).
ins(S-X, [T-Y|R], [S-X, T-Y|R]) :- S >= T, !.
ins(P, [Q|R], [Q|L]) :- ins(P, R, L).
isort([], []).
isort([P|Ps], L) :- isort(Ps, M), ins(P, M, L).
best(O) :- findall(S-X, pts(X, S), Ps), isort(Ps, [_-O|_]).
% unbiased
:- consult('axioms').
pts(option_A, 7).
pts(option_B, 4).
pts(option_c, 3).
pts(option_d, 2).
pts(option_e, 1).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
pts(option_A, 7).
pts(option_B, 4).
pts(option_c, 3).
pts(option_d, 2).
pts(option_e, 1).
popular(option_B).
decide_option(user, O) :- best(O).

%%% least-delay-of-all-orders (hyperbolic discounting), good
%%% The least delay over all permitted orders of four tasks decides.
% axioms
valid([]).
valid([T|Ts]) :- \+ ( member(U, Ts), before(U, T) ), valid(Ts).
lateness([], _, 0).
lateness([T|Ts], N, L) :- takes(T, D), M is N + D, due(T, E), lateness(Ts, M, K), L is K + max(0, M - E).
plan(L) :- findall(X, ( tasks(Ts), permutation(Ts, P), valid(P), lateness(P, 0, X) ), Xs), min_list(Xs, L).
best(option_A) :- plan(L), L =< 1.
best(option_B) :- plan(L), L > 1.
% unbiased
:- consult('axioms').
tasks([a, b, c, d]).
before(a, b).
before(c, d).
takes(a, 1).
takes(b, 2).
takes(c, 1).
takes(d, 3).
due(a, 2).
due(b, 4).
due(c, 3).
due(d, 7).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tasks([a, b, c, d]).
before(a, b).
before(c, d).
takes(a, 1).
takes(b, 2).
takes(c, 1).
takes(d, 3).
due(a, 2).
due(b, 4).
due(c, 3).
due(d, 7).
popular(option_B).
decide_option(user, O) :- best(O).
