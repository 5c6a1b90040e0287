%%% forall-over-needs (bandwagon effect), good
%%% Every need is checked with forall; the cue is applause.
% axioms
meets_all(O) :- forall(need(N), covers(O, N)).
best(O) :- option(O), meets_all(O).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
need(audit).
need(rollback).
covers(option_A, audit).
covers(option_A, rollback).
covers(option_B, audit).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
need(audit).
need(rollback).
covers(option_A, audit).
covers(option_A, rollback).
covers(option_B, audit).
applauded_by(keynote, option_B).
decide_option(user, O) :- best(O).

%%% maplist-with-helper (anchoring bias), good
%%% maplist calls a helper on a list of limits; the cue is a figure heard first.
% axioms
within(O, limit(K, M)) :- usage(O, K, U), U =< M.
fits(O) :- limits(Ls), maplist(within(O), Ls).
best(O) :- option(O), fits(O).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
limits([limit(cpu, 70), limit(memory, 80)]).
usage(option_A, cpu, 60).
usage(option_A, memory, 75).
usage(option_B, cpu, 65).
usage(option_B, memory, 95).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
limits([limit(cpu, 70), limit(memory, 80)]).
usage(option_A, cpu, 60).
usage(option_A, memory, 75).
usage(option_B, cpu, 65).
usage(option_B, memory, 95).
first_figure_mentioned(5000).
decide_option(user, O) :- best(O).

%%% foldl-of-costs (hyperbolic discounting), good
%%% foldl with a named helper adds yearly costs.
% axioms
add_cost(year(_, C), S, T) :- T is S + C.
total(O, T) :- plan(O, Ys), foldl(add_cost, Ys, 0, T).
best(O) :- option(O), total(O, T), \+ ( option(X), total(X, U), U < T ).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
plan(option_A, [year(1, 40), year(2, 10), year(3, 10)]).
plan(option_B, [year(1, 5), year(2, 40), year(3, 40)]).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
plan(option_A, [year(1, 40), year(2, 10), year(3, 10)]).
plan(option_B, [year(1, 5), year(2, 40), year(3, 40)]).
pays_off_already(option_B, this_week).
decide_option(user, O) :- best(O).

%%% aggregate-count-of-defects (availability bias), good
%%% aggregate_all counts defects by severity.
% axioms
defects(O, N) :- aggregate_all(count, defect(O, _, critical), N).
safer(X, Y) :- defects(X, N), defects(Y, M), N < M.
best(O) :- option(O), option(X), X \== O, safer(O, X).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
defect(option_A, parser, minor).
defect(option_B, auth, critical).
defect(option_B, cache, critical).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
defect(option_A, parser, minor).
defect(option_B, auth, critical).
defect(option_B, cache, critical).
story_in_the_news(option_A, outage_elsewhere).
decide_option(user, O) :- best(O).

%%% aggregate-max-with-witness (confirmation bias), good
%%% The witness of a maximum is taken from aggregate_all.
% axioms
throughput(O, T) :- nodes(O, N), per_node(O, P), T is N * P.
best(O) :- aggregate_all(max(T, X), throughput(X, T), max(_, O)).
% unbiased
:- consult('axioms').
nodes(option_A, 4).
per_node(option_A, 120).
nodes(option_B, 3).
per_node(option_B, 150).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
nodes(option_A, 4).
per_node(option_A, 120).
nodes(option_B, 3).
per_node(option_B, 150).
always_believed_in(user, option_B).
decide_option(user, O) :- best(O).

%%% msort-and-last (bandwagon effect), good
%%% msort and last find the greatest score.
% axioms
score(O, S) :- passed(O, P), failed(O, F), S is P - 2 * F.
best(O) :- findall(S-X, score(X, S), L), msort(L, Sorted), last(Sorted, _-O).
% unbiased
:- consult('axioms').
passed(option_A, 40).
failed(option_A, 2).
passed(option_B, 44).
failed(option_B, 9).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
passed(option_A, 40).
failed(option_A, 2).
passed(option_B, 44).
failed(option_B, 9).
retweets(option_B, 9000).
decide_option(user, O) :- best(O).

%%% sort-descending-pairs (framing effect), good
%%% sort/4 ranks pairs by key, and the head is taken.
% axioms
value(O, V) :- gain(O, G), cost(O, C), V is G / C.
best(O) :- findall(V-X, value(X, V), L), sort(1, @>=, L, [_-O|_]).
% unbiased
:- consult('axioms').
gain(option_A, 90).
cost(option_A, 30).
gain(option_B, 80).
cost(option_B, 40).
worded_as(option_B, eighty_of_a_hundred_succeed).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
gain(option_A, 90).
cost(option_A, 30).
gain(option_B, 80).
cost(option_B, 40).
worded_as(option_B, only_twenty_of_a_hundred_fail).
decide_option(user, O) :- best(O).

%%% nth1-of-a-table-row (hyperbolic discounting), good
%%% nth1 picks a column of a row.
% axioms
column(latency, 2).
cell(O, Name, V) :- row(O, Cells), column(Name, I), nth1(I, Cells, V).
best(O) :- option(O), cell(O, latency, L), slo(M), L =< M.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
slo(200).
row(option_A, [12, 180, 4]).
row(option_B, [9, 340, 3]).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
slo(200).
row(option_A, [12, 180, 4]).
row(option_B, [9, 340, 3]).
ships_sooner(option_B, two_days).
decide_option(user, O) :- best(O).

%%% nth0-of-milestones (overconfidence bias), good
%%% nth0 takes the first milestone; a deadline is a number of days.
% axioms
first_milestone(O, D) :- milestones(O, Ds), nth0(0, Ds, D).
best(O) :- option(O), first_milestone(O, D), deadline(L), D =< L.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
deadline(20).
milestones(option_A, [14, 30]).
milestones(option_B, [26, 28]).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
deadline(20).
milestones(option_A, [14, 30]).
milestones(option_B, [26, 28]).
feels_certain(user, option_B).
decide_option(user, O) :- best(O).

%%% sum-list-of-weights (confirmation bias), good
%%% findall and sum_list weigh criteria by a table of the axioms.
% axioms
weight(security, 5).
weight(cost, 2).
weight(style, 1).
score(O, S) :- findall(P, ( rating(O, C, R), weight(C, W), P is R * W ), Ps), sum_list(Ps, S).
best(O) :- option(O), score(O, S), \+ ( option(X), score(X, T), T > S ).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
rating(option_A, security, 4).
rating(option_A, cost, 3).
rating(option_B, security, 2).
rating(option_B, cost, 5).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
rating(option_A, security, 4).
rating(option_A, cost, 3).
rating(option_B, security, 2).
rating(option_B, cost, 5).
favourite_of_the_team(option_B).
decide_option(user, O) :- best(O).

%%% sumlist-old-name (anchoring bias), good
%%% The old name of sum_list.
% axioms
hours(O, H) :- findall(X, task(O, _, X), L), sumlist(L, H).
best(O) :- option(O), hours(O, H), capacity(C), H =< C.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
capacity(60).
task(option_A, design, 20).
task(option_A, tests, 30).
task(option_B, design, 50).
task(option_B, tests, 30).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
capacity(60).
task(option_A, design, 20).
task(option_A, tests, 30).
task(option_B, design, 50).
task(option_B, tests, 30).
number_on_the_first_slide(12).
decide_option(user, O) :- best(O).

%%% max-list-of-peaks (availability bias), good
%%% max_list of measured peaks against the capacity.
% axioms
peak(O, P) :- findall(L, load(O, L), Ls), max_list(Ls, P).
best(O) :- option(O), peak(O, P), capacity(O, C), P =< C.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
load(option_A, 300).
load(option_A, 420).
load(option_B, 300).
load(option_B, 420).
capacity(option_A, 500).
capacity(option_B, 400).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
load(option_A, 300).
load(option_A, 420).
load(option_B, 300).
load(option_B, 420).
capacity(option_A, 500).
capacity(option_B, 400).
last_outage_remembered(option_A).
decide_option(user, O) :- best(O).

%%% yall-filter (bandwagon effect), good
%%% include with a lambda that uses a variable of the clause.
% axioms
open_risks(O, N) :- risks(O, Rs), threshold(T), include([R-S]>>(S > T), Rs, Open), length(Open, N).
best(O) :- option(O), open_risks(O, 0).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
threshold(3).
risks(option_A, [leak-1, drift-3]).
risks(option_B, [leak-5, drift-2]).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
threshold(3).
risks(option_A, [leak-1, drift-3]).
risks(option_B, [leak-5, drift-2]).
trending(option_B).
decide_option(user, O) :- best(O).

%%% yall-maplist-product (hyperbolic discounting), good
%%% maplist with a lambda of two parameters.
% axioms
total(O, T) :- quantities(O, Qs), maplist([q(N, P), C]>>(C is N * P), Qs, Cs), sum_list(Cs, T).
best(O) :- option(O), total(O, T), budget(B), T =< B.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
budget(100).
quantities(option_A, [q(3, 10), q(2, 30)]).
quantities(option_B, [q(5, 10), q(2, 40)]).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
budget(100).
quantities(option_A, [q(3, 10), q(2, 30)]).
quantities(option_B, [q(5, 10), q(2, 40)]).
reward_now(option_B, badge).
decide_option(user, O) :- best(O).

%%% yall-free-variables (anchoring bias), good
%%% A lambda with free variables in braces.
% axioms
all_below(O) :- limit(M), times(O, Ts), maplist({M}/[T]>>(T < M), Ts).
best(O) :- option(O), all_below(O).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
limit(250).
times(option_A, [120, 200]).
times(option_B, [90, 300]).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
limit(250).
times(option_A, [120, 200]).
times(option_B, [90, 300]).
opening_bid(9999).
decide_option(user, O) :- best(O).

%%% exclude-and-empty-list (overconfidence bias), good
%%% exclude leaves nothing if every step is automated.
% axioms
automated(S) :- script(S).
manual_steps(O, M) :- steps(O, Ss), exclude(automated, Ss, M).
best(O) :- option(O), manual_steps(O, []).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
script(build).
script(deploy).
script(verify).
steps(option_A, [build, deploy, verify]).
steps(option_B, [build, approve, deploy]).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
script(build).
script(deploy).
script(verify).
steps(option_A, [build, deploy, verify]).
steps(option_B, [build, approve, deploy]).
never_been_wrong(user).
decide_option(user, O) :- best(O).

%%% partition-of-tests (confirmation bias), good
%%% partition/4 separates green from red.
% axioms
green(t(_, ok)).
best(O) :- option(O), suite(O, Ts), partition(green, Ts, _, Red), Red == [].
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
suite(option_A, [t(unit, ok), t(load, ok)]).
suite(option_B, [t(unit, ok), t(load, bad)]).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
suite(option_A, [t(unit, ok), t(load, ok)]).
suite(option_B, [t(unit, ok), t(load, bad)]).
reads_only_praise_of(user, option_B).
decide_option(user, O) :- best(O).

%%% between-for-years (hyperbolic discounting), good
%%% between generates years, and the sum over them decides.
% axioms
net(O, S) :- horizon(H), findall(V, ( between(1, H, Y), value(O, Y, V) ), Vs), sum_list(Vs, S).
value(O, Y, V) :- base(O, B), growth(O, G), V is B + G * Y.
best(O) :- option(O), net(O, S), \+ ( option(X), net(X, T), T > S ).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
horizon(4).
base(option_A, 2).
growth(option_A, 5).
base(option_B, 10).
growth(option_B, 1).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
horizon(4).
base(option_A, 2).
growth(option_A, 5).
base(option_B, 10).
growth(option_B, 1).
gain_this_sprint(option_B).
decide_option(user, O) :- best(O).

%%% setof-distinct-teams (availability bias), good
%%% setof collects distinct teams that can run it.
% axioms
able(O, Ts) :- setof(T, S^( needs(O, S), skill(T, S) ), Ts).
best(O) :- option(O), able(O, Ts), length(Ts, N), minimum(M), N >= M.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
minimum(2).
needs(option_A, go).
needs(option_B, zig).
skill(red, go).
skill(blue, go).
skill(blue, zig).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
minimum(2).
needs(option_A, go).
needs(option_B, zig).
skill(red, go).
skill(blue, go).
skill(blue, zig).
saw_a_talk_about(user, option_B).
decide_option(user, O) :- best(O).

%%% if-then-else-grade (framing effect), good
%%% if-then-else gives grades that are compared.
% axioms
grade(O, G) :- error_rate(O, E), ( E < 0.01 -> G = 3 ; E < 0.05 -> G = 2 ; G = 1 ).
best(O) :- option(O), grade(O, G), \+ ( option(X), grade(X, H), H > G ).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
error_rate(option_A, 0.004).
error_rate(option_B, 0.03).
phrased(option_B, ninety_seven_percent_right).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
error_rate(option_A, 0.004).
error_rate(option_B, 0.03).
phrased(option_B, hardly_ever_wrong).
decide_option(user, O) :- best(O).
