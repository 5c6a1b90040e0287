%%% sort-by-score-without-a-tie (bandwagon effect), good
%%% sort/4 on numeric keys that differ: the order of the facts is of no account.
% axioms
score(Option, Score) :- aggregate_all(sum(Points), passes(Option, _, Points), Score).
winner(Option) :-
    findall(Score-One, ( option(One), score(One, Score) ), Scored),
    sort(1, @>=, Scored, [_-Option|_]).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
passes(option_A, unit, 4).
passes(option_A, load, 3).
passes(option_B, unit, 5).
passes(option_B, load, 6).
decide_option(user, Option) :- winner(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
passes(option_A, unit, 4).
passes(option_A, load, 3).
passes(option_B, unit, 5).
passes(option_B, load, 6).
stars(option_A, 9000).
decide_option(user, Option) :- winner(Option).

%%% maximum-with-witness-without-a-tie (anchoring bias), good
%%% aggregate_all(max(S, O), ...) over two different totals.
% axioms
saved(Option, Hours) :- runs(Option, Times), minutes(Option, Each), Hours is Times * Each / 60.
best(Option) :- aggregate_all(max(Hours, One), saved(One, Hours), max(_, Option)).
% unbiased
:- consult('axioms').
runs(option_A, 300).
minutes(option_A, 4).
runs(option_B, 20).
minutes(option_B, 45).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
runs(option_A, 300).
minutes(option_A, 4).
runs(option_B, 20).
minutes(option_B, 45).
first_guess(user, 100).
decide_option(user, Option) :- best(Option).

%%% minimum-with-witness (hyperbolic discounting), good
%%% The smaller of two sums of costs over the years, computed by a recursion.
% axioms
cost(Option, 0, Cost) :- purchase(Option, Cost).
cost(Option, Years, Cost) :-
    Years > 0,
    Before is Years - 1,
    cost(Option, Before, Earlier),
    upkeep(Option, Upkeep),
    Cost is Earlier + Upkeep.
cheapest(Option) :- horizon(Years), aggregate_all(min(Cost, One), cost(One, Years, Cost), min(_, Option)).
% unbiased
:- consult('axioms').
horizon(3).
purchase(option_A, 1).
upkeep(option_A, 12).
purchase(option_B, 20).
upkeep(option_B, 2).
decide_option(user, Option) :- cheapest(Option).
% biased
:- consult('axioms').
horizon(3).
purchase(option_A, 1).
upkeep(option_A, 12).
purchase(option_B, 20).
upkeep(option_B, 2).
visible_at_once(option_A).
decide_option(user, Option) :- cheapest(Option).

%%% steps-depend-on-sorted-names (confirmation bias), good
%%% The names of the checks are sorted and walked until one is missing: other names, other steps, the same decision.
% axioms
walk([], _).
walk([Check|Checks], Suite) :- runs(Suite, Check), walk(Checks, Suite).
complete(Option) :- suite(Option, Suite), setof(Check, demanded(Check), Checks), walk(Checks, Suite).
% unbiased
:- consult('axioms').
demanded(unicode).
demanded(empty).
demanded(overlong).
demanded(binary).
suite(option_A, regular).
suite(option_B, mixed).
runs(regular, empty).
runs(regular, binary).
runs(mixed, unicode).
runs(mixed, empty).
runs(mixed, overlong).
runs(mixed, binary).
decide_option(user, Option) :- complete(Option).
% biased
:- consult('axioms').
demanded(unicode).
demanded(empty).
demanded(overlong).
demanded(binary).
suite(option_A, regular).
suite(option_B, mixed).
runs(regular, empty).
runs(regular, binary).
runs(mixed, unicode).
runs(mixed, empty).
runs(mixed, overlong).
runs(mixed, binary).
expected(user, regular).
decide_option(user, Option) :- complete(Option).

%%% names-sorted-and-counted (availability bias), good
%%% sort/2 of names serves to drop repetitions before they are counted.
% axioms
sources(Option, Count) :- findall(Who, reports(Who, _, Option), All), sort(All, Distinct), length(Distinct, Count).
confirmed(Option) :- option(Option), sources(Option, Count), Count >= 2.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
reports(probe_one, monday, option_A).
reports(probe_one, tuesday, option_A).
reports(probe_one, monday, option_B).
reports(probe_two, tuesday, option_B).
decide_option(user, Option) :- confirmed(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
reports(probe_one, monday, option_A).
reports(probe_one, tuesday, option_A).
reports(probe_one, monday, option_B).
reports(probe_two, tuesday, option_B).
told(neighbour, option_A).
decide_option(user, Option) :- confirmed(Option).

%%% setof-and-length (bandwagon effect), good
%%% setof/3 with a variable that is not counted; the size of the set decides.
% axioms
breadth(Option, Count) :- setof(Browser, Version^runs(Option, Browser, Version), Browsers), length(Browsers, Count).
broad(Option) :- option(Option), breadth(Option, Count), Count >= 3.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
runs(option_A, firefox, 100).
runs(option_A, firefox, 101).
runs(option_A, chrome, 90).
runs(option_B, firefox, 101).
runs(option_B, chrome, 90).
runs(option_B, safari, 17).
decide_option(user, Option) :- broad(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
runs(option_A, firefox, 100).
runs(option_A, firefox, 101).
runs(option_A, chrome, 90).
runs(option_B, firefox, 101).
runs(option_B, chrome, 90).
runs(option_B, safari, 17).
trending(option_A).
decide_option(user, Option) :- broad(Option).

%%% ranking-stated-as-a-list (hyperbolic discounting), good
%%% The ranking is one fact with a list, so that its order is stated; the first feasible rank is taken by number.
% axioms
ranked(Option, Rank) :- ranking(Options), nth1(Rank, Options, Option).
first_rank(Option) :- ranked(Option, Rank), feasible(Option), \+ ( ranked(Other, Better), feasible(Other), Better < Rank ).
% unbiased
:- consult('axioms').
ranking([option_B, option_A]).
feasible(option_B).
feasible(option_A).
decide_option(user, Option) :- first_rank(Option).
% biased
:- consult('axioms').
ranking([option_B, option_A]).
feasible(option_B).
feasible(option_A).
ready_today(option_A).
decide_option(user, Option) :- first_rank(Option).

%%% route-through-a-graph (availability bias), good
%%% Reachability in a graph with two routes to the goal; the other option's node is a dead end.
% axioms
path(Node, Node).
path(From, To) :- edge(From, Between), path(Between, To).
leads(Option) :- begins(Option, Node), goal(Goal), path(Node, Goal).
% unbiased
:- consult('axioms').
goal(consistent).
begins(option_A, polling).
begins(option_B, events).
edge(polling, stale).
edge(events, log).
edge(log, consistent).
edge(events, outbox).
edge(outbox, consistent).
decide_option(user, Option) :- leads(Option).
% biased
:- consult('axioms').
goal(consistent).
begins(option_A, polling).
begins(option_B, events).
edge(polling, stale).
edge(events, log).
edge(log, consistent).
edge(events, outbox).
edge(outbox, consistent).
conference_talk(polling).
decide_option(user, Option) :- leads(Option).

%%% shortest-of-all-routes (confirmation bias), good
%%% The length of the shortest route, over all of them.
% axioms
route(Node, Node, 0).
route(From, To, Length) :- edge(From, Next), route(Next, To, Rest), Length is Rest + 1.
shortest(From, To, Length) :- aggregate_all(min(One), route(From, To, One), Length).
quick(Option) :- entry(Option, Node), shortest(Node, store, Length), hops(Most), Length =< Most.
% unbiased
:- consult('axioms').
hops(2).
entry(option_A, web).
entry(option_B, api).
edge(web, gateway).
edge(gateway, queue).
edge(queue, store).
edge(api, queue).
edge(api, store).
decide_option(user, Option) :- quick(Option).
% biased
:- consult('axioms').
hops(2).
entry(option_A, web).
entry(option_B, api).
edge(web, gateway).
edge(gateway, queue).
edge(queue, store).
edge(api, queue).
edge(api, store).
known_well(user, web).
decide_option(user, Option) :- quick(Option).

%%% sum-over-a-tree (hindsight bias), good
%%% A recursion over a tree in one fact adds up what was known at the time.
% axioms
weight(leaf(Known), Known).
weight(node(Left, Right), Sum) :- weight(Left, A), weight(Right, B), Sum is A + B.
prudent(Act) :- considered(Act, Tree), weight(Tree, Sum), needed(Least), Sum >= Least.
% unbiased
:- consult('axioms').
needed(6).
means(option_A, freeze).
means(option_B, launch).
considered(freeze, node(leaf(1), leaf(2))).
considered(launch, node(leaf(3), node(leaf(2), leaf(1)))).
afterwards(silence).
decide_option(user, Option) :- means(Option, Act), prudent(Act).
% biased
:- consult('axioms').
needed(6).
means(option_A, freeze).
means(option_B, launch).
considered(freeze, node(leaf(1), leaf(2))).
considered(launch, node(leaf(3), node(leaf(2), leaf(1)))).
afterwards(headlines).
decide_option(user, Option) :- means(Option, Act), prudent(Act).

%%% totals-with-weights (anchoring bias), good
%%% Weighted totals with decimals, compared with a threshold that is met exactly.
% axioms
weighted(Option, Total) :- aggregate_all(sum(W * S), ( weight(Aspect, W), mark(Option, Aspect, S) ), Total).
good_enough(Option) :- option(Option), weighted(Option, Total), Total >= 6.5.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
weight(speed, 0.5).
weight(safety, 1.5).
mark(option_A, speed, 6).
mark(option_A, safety, 2).
mark(option_B, speed, 4).
mark(option_B, safety, 3).
decide_option(user, Option) :- good_enough(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
weight(speed, 0.5).
weight(safety, 1.5).
mark(option_A, speed, 6).
mark(option_A, safety, 2).
mark(option_B, speed, 4).
mark(option_B, safety, 3).
heard_mark(option_A, 9.9).
decide_option(user, Option) :- good_enough(Option).

%%% threshold-met-exactly (anchoring bias), good
%%% The limit is met exactly, which counts.
% axioms
within(Option) :- latency(Option, Millis), limit(Limit), Millis =< Limit.
% unbiased
:- consult('axioms').
limit(250).
latency(option_A, 251).
latency(option_B, 250).
decide_option(user, Option) :- within(Option).
% biased
:- consult('axioms').
limit(250).
latency(option_A, 251).
latency(option_B, 250).
said(vendor, 40).
decide_option(user, Option) :- within(Option).

%%% dates-compared (hyperbolic discounting), good
%%% Dates as terms, compared year by year, month by month, day by day.
% axioms
before(date(Y, _, _), date(Y1, _, _)) :- Y < Y1.
before(date(Y, M, _), date(Y, M1, _)) :- M < M1.
before(date(Y, M, D), date(Y, M, D1)) :- D < D1.
in_time(Option) :- done(Option, Date), due(Due), before(Date, Due).
% unbiased
:- consult('axioms').
due(date(2024, 6, 15)).
done(option_A, date(2024, 6, 20)).
done(option_B, date(2024, 6, 3)).
decide_option(user, Option) :- in_time(Option).
% biased
:- consult('axioms').
due(date(2024, 6, 15)).
done(option_A, date(2024, 6, 20)).
done(option_B, date(2024, 6, 3)).
first_screen(option_A, tomorrow).
decide_option(user, Option) :- in_time(Option).

%%% commutative-fold (overconfidence bias), good
%%% foldl/4 with an addition: the order of the facts makes no difference.
% axioms
add(X, Before, After) :- After is Before + X.
total(Option, Total) :- findall(Points, tested(Option, _, Points), All), foldl(add, All, 0, Total).
thorough(Option) :- option(Option), total(Option, Total), Total > 10.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
tested(option_A, parser, 7).
tested(option_A, printer, 6).
tested(option_B, parser, 3).
tested(option_B, printer, 2).
decide_option(user, Option) :- thorough(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
tested(option_A, parser, 7).
tested(option_A, printer, 6).
tested(option_B, parser, 3).
tested(option_B, printer, 2).
own_estimate(option_B, 20).
decide_option(user, Option) :- thorough(Option).

%%% median-of-numbers (anchoring bias), good
%%% msort/2 of numbers: the middle of three prices, whatever their order in the text.
% axioms
median(Value) :- findall(Price, comparable(_, Price), Prices), msort(Prices, [_, Value, _]).
fair(Option) :- offer(Option, Price), median(Value), Price =< Value.
% unbiased
:- consult('axioms').
comparable(first, 900).
comparable(second, 400).
comparable(third, 600).
offer(option_A, 550).
offer(option_B, 800).
decide_option(user, Option) :- fair(Option).
% biased
:- consult('axioms').
comparable(first, 900).
comparable(second, 400).
comparable(third, 600).
offer(option_A, 550).
offer(option_B, 800).
opening_price(2000).
decide_option(user, Option) :- fair(Option).

%%% largest-of-numbers (bandwagon effect), good
%%% max_list/2 and a test for the option that reaches it.
% axioms
largest(Max) :- findall(Rate, rate(_, Rate), Rates), max_list(Rates, Max).
fastest(Option) :- largest(Max), rate(Option, Max).
% unbiased
:- consult('axioms').
rate(option_A, 120).
rate(option_B, 180).
decide_option(user, Option) :- fastest(Option).
% biased
:- consult('axioms').
rate(option_A, 120).
rate(option_B, 180).
downloads(option_A, 1000000).
decide_option(user, Option) :- fastest(Option).

%%% predsort-by-cost (hyperbolic discounting), good
%%% predsort/3 by a number that differs.
% axioms
by_cost(Order, A, B) :- cost(A, CostA), cost(B, CostB), compare(Order, CostA, CostB).
cheapest(Plan) :- findall(One, plan(One), Plans), predsort(by_cost, Plans, [Plan|_]).
% unbiased
:- consult('axioms').
plan(rewrite).
plan(refactor).
plan(outsource).
cost(rewrite, 90).
cost(refactor, 30).
cost(outsource, 60).
chooses(option_A, rewrite).
chooses(option_B, refactor).
decide_option(user, Option) :- cheapest(Plan), chooses(Option, Plan).
% biased
:- consult('axioms').
plan(rewrite).
plan(refactor).
plan(outsource).
cost(rewrite, 90).
cost(refactor, 30).
cost(outsource, 60).
chooses(option_A, rewrite).
chooses(option_B, refactor).
shown_tomorrow(rewrite).
decide_option(user, Option) :- cheapest(Plan), chooses(Option, Plan).

%%% filtered-lists (confirmation bias), good
%%% include, exclude and partition with closures over a list in a fact.
% axioms
risky(Step) :- touches(Step, data).
unguarded(Step) :- risky(Step), \+ guarded(Step).
harmless(Option) :- steps(Option, Steps), include(risky, Steps, Risky), exclude(unguarded, Risky, Risky).
% unbiased
:- consult('axioms').
touches(drop_column, data).
touches(backfill, data).
guarded(backfill).
steps(option_A, [deploy, drop_column]).
steps(option_B, [backfill, deploy]).
decide_option(user, Option) :- harmless(Option).
% biased
:- consult('axioms').
touches(drop_column, data).
touches(backfill, data).
guarded(backfill).
steps(option_A, [deploy, drop_column]).
steps(option_B, [backfill, deploy]).
done_before(user, option_A).
decide_option(user, Option) :- harmless(Option).

%%% partition-by-limit (overconfidence bias), good
%%% partition/4 splits results at a limit; the failing side has to be empty.
% axioms
below(Limit, Result) :- Result < Limit.
solid(Option) :- results(Option, Results), pass_mark(Mark), partition(below(Mark), Results, [], [_|_]).
% unbiased
:- consult('axioms').
pass_mark(50).
results(option_A, [70, 49, 90]).
results(option_B, [50, 64]).
decide_option(user, Option) :- solid(Option).
% biased
:- consult('axioms').
pass_mark(50).
results(option_A, [70, 49, 90]).
results(option_B, [50, 64]).
predicted(user, option_A, 99).
decide_option(user, Option) :- solid(Option).

%%% set-operations (availability bias), good
%%% subtract/3 and subset/2 over lists of features.
% axioms
missing(Option, Missing) :- wanted(Wanted), has(Option, Features), subtract(Wanted, Features, Missing).
sufficient(Option) :- missing(Option, Missing), optional(Optional), subset(Missing, Optional).
% unbiased
:- consult('axioms').
wanted([search, export, undo]).
optional([export]).
has(option_A, [export, themes]).
has(option_B, [undo, search]).
decide_option(user, Option) :- sufficient(Option).
% biased
:- consult('axioms').
wanted([search, export, undo]).
optional([export]).
has(option_A, [export, themes]).
has(option_B, [undo, search]).
screenshot_seen(option_A).
decide_option(user, Option) :- sufficient(Option).

%%% strings-for-equality (framing effect), good
%%% Strings are compared for equality only.
% axioms
matches(Option) :- label(Option, Text), ticket(_, Text).
% unbiased
:- consult('axioms').
ticket(41, "export fails on empty tables").
label(option_A, "new colour scheme").
label(option_B, "export fails on empty tables").
decide_option(user, Option) :- matches(Option).
% biased
:- consult('axioms').
ticket(41, "export fails on empty tables").
label(option_A, "new colour scheme").
label(option_B, "export fails on empty tables").
headline("A bold new look").
decide_option(user, Option) :- matches(Option).

%%% all-different-requirements (confirmation bias), good
%%% maplist/2 with a closure that carries the option.
% axioms
serves(Option, Need) :- feature(Option, Feature), answers(Feature, Need).
complete(Option) :- option(Option), needs(Needs), maplist(serves(Option), Needs).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
needs([resume, verify]).
feature(option_A, checksums).
feature(option_A, chunks).
feature(option_B, chunks).
answers(chunks, resume).
answers(checksums, verify).
decide_option(user, Option) :- complete(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
needs([resume, verify]).
feature(option_A, checksums).
feature(option_A, chunks).
feature(option_B, chunks).
answers(chunks, resume).
answers(checksums, verify).
prefers(user, option_B).
decide_option(user, Option) :- complete(Option).

%%% terms-taken-apart (anchoring bias), good
%%% Compound terms with numbers and units are brought to one unit before they are compared.
% axioms
minutes(hours(Hours), Minutes) :- Minutes is Hours * 60.
minutes(minutes(Minutes), Minutes).
short(Option) :- outage(Option, Length), minutes(Length, Minutes), tolerated(Most), minutes(Most, Limit), Minutes < Limit.
% unbiased
:- consult('axioms').
tolerated(hours(1)).
outage(option_A, minutes(45)).
outage(option_B, hours(2)).
decide_option(user, Option) :- short(Option).
% biased
:- consult('axioms').
tolerated(hours(1)).
outage(option_A, minutes(45)).
outage(option_B, hours(2)).
outage_elsewhere(competitor, minutes(1)).
decide_option(user, Option) :- short(Option).

%%% integer-division-and-remainder (availability bias), good
%%% Integer arithmetic: batches, and what is left over.
% axioms
batches(Items, Size, Full, Rest) :- Full is Items // Size, Rest is Items mod Size.
even(Option) :- batch(Option, Size), items(Items), batches(Items, Size, Full, 0), Full =< 20.
% unbiased
:- consult('axioms').
items(360).
batch(option_A, 50).
batch(option_B, 24).
decide_option(user, Option) :- even(Option).
% biased
:- consult('axioms').
items(360).
batch(option_A, 50).
batch(option_B, 24).
rule_of_thumb(blog, 50).
decide_option(user, Option) :- even(Option).

%%% ties-that-do-not-matter (bandwagon effect), good
%%% Two measures of the same option tie; the first of them is taken and both lead to the same option.
% axioms
top(Measure) :- aggregate_all(max(Value, One), value(One, Value), max(_, Measure)).
best(Option) :- top(Measure), belongs(Measure, Option).
% unbiased
:- consult('axioms').
value(throughput, 9).
value(latency, 9).
value(fame, 3).
belongs(throughput, option_A).
belongs(latency, option_A).
belongs(fame, option_B).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
value(throughput, 9).
value(latency, 9).
value(fame, 3).
belongs(throughput, option_A).
belongs(latency, option_A).
belongs(fame, option_B).
cheered(option_B).
decide_option(user, Option) :- best(Option).

%%% term-taken-apart-by-name (confirmation bias), good
%%% =.. takes the name out of a term and compares it with a fact for equality.
% axioms
kind(Option, Kind) :- operation(Option, Term), Term =.. [Kind|_].
supported(Option) :- kind(Option, Kind), available(Kind).
% unbiased
:- consult('axioms').
available(merge).
operation(option_A, rebase(main, topic)).
operation(option_B, merge(main, topic)).
decide_option(user, Option) :- supported(Option).
% biased
:- consult('axioms').
available(merge).
operation(option_A, rebase(main, topic)).
operation(option_B, merge(main, topic)).
taste(user, rebase).
decide_option(user, Option) :- supported(Option).

%%% bagof-with-free-variables (availability bias), good
%%% bagof/3 groups by the option, and the length of a group decides.
% axioms
group(Option, Count) :- bagof(Site, down(Option, Site), Sites), length(Sites, Count).
steady(Option) :- group(Option, Count), tolerated(Most), Count =< Most.
% unbiased
:- consult('axioms').
tolerated(1).
down(option_A, oslo).
down(option_A, rome).
down(option_B, oslo).
decide_option(user, Option) :- steady(Option).
% biased
:- consult('axioms').
tolerated(1).
down(option_A, oslo).
down(option_A, rome).
down(option_B, oslo).
heard_about(rome).
decide_option(user, Option) :- steady(Option).

%%% set-of-an-aggregate (bandwagon effect), good
%%% aggregate_all(set(X), ...) is compared with the set that is wanted, whatever the order of names in it.
% axioms
kinds(Option, Kinds) :- aggregate_all(set(Kind), artefact(Option, Kind), Kinds).
same_kinds(Option) :- option(Option), kinds(Option, Kinds), aggregate_all(set(Kind), due(Kind), Kinds).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
due(tests).
due(changelog).
artefact(option_A, tests).
artefact(option_B, changelog).
artefact(option_B, tests).
decide_option(user, Option) :- same_kinds(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
due(tests).
due(changelog).
artefact(option_A, tests).
artefact(option_B, changelog).
artefact(option_B, tests).
liked(option_A, many).
decide_option(user, Option) :- same_kinds(Option).

%%% nested-lists-of-pairs (hindsight bias), good
%%% A list of Name-Value pairs in one fact, searched by name.
% axioms
value(Name, Pairs, Value) :- member(Name-Value, Pairs).
informed(Act) :- state(Act, Pairs), value(tests, Pairs, green), value(backup, Pairs, Age), Age < 24.
% unbiased
:- consult('axioms').
means(option_A, launch).
means(option_B, delay).
state(launch, [tests-green, backup-30]).
state(delay, [backup-3, tests-green]).
next_day([mood-even]).
decide_option(user, Option) :- means(Option, Act), informed(Act).
% biased
:- consult('axioms').
means(option_A, launch).
means(option_B, delay).
state(launch, [tests-green, backup-30]).
state(delay, [backup-3, tests-green]).
next_day([mood-furious, refunds-900]).
decide_option(user, Option) :- means(Option, Act), informed(Act).

%%% standard-order-of-numbers (anchoring bias), good
%%% compare/3 and @< on integers follow their values.
% axioms
later(Option, Other) :- release(Option, Mine), release(Other, Theirs), compare(>, Mine, Theirs).
newest(Option) :- release(Option, Number), \+ ( release(_, Other), Number @< Other ).
% unbiased
:- consult('axioms').
release(option_A, 12).
release(option_B, 9).
decide_option(user, Option) :- newest(Option), later(Option, _).
% biased
:- consult('axioms').
release(option_A, 12).
release(option_B, 9).
version_heard_of(3).
decide_option(user, Option) :- newest(Option), later(Option, _).
