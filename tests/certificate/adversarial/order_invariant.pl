%%% first-step-found (hyperbolic discounting), bad: order_invariant, unique
%%% The steps are a list in the order of the facts, and the first of them leads to an option.
% axioms
first(Step) :- findall(One, step(One), [Step|_]).
best(Option) :- first(Step), leads_to(Step, Option).
% unbiased
:- consult('axioms').
step(measure).
step(rewrite).
leads_to(measure, option_A).
leads_to(rewrite, option_B).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
step(measure).
step(rewrite).
leads_to(measure, option_A).
leads_to(rewrite, option_B).
eager(user, rewrite).
decide_option(user, Option) :- best(Option).

%%% order-of-adjustments (anchoring bias), bad: order_invariant
%%% Adding five and doubling do not commute: which stands first decides whether the estimate reaches thirty.
% axioms
apply(add(N), Before, After) :- After is Before + N.
apply(times(N), Before, After) :- After is Before * N.
estimate(Option, Days) :- start(Option, Start), findall(Op, adjust(Op), Ops), foldl(apply, Ops, Start, Days).
best(Option) :- estimate(Option, Days), available(Max), Days =< Max, Days >= 30.
% unbiased
:- consult('axioms').
available(40).
adjust(add(5)).
adjust(times(2)).
start(option_A, 10).
start(option_B, 20).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
available(40).
adjust(add(5)).
adjust(times(2)).
start(option_A, 10).
start(option_B, 20).
heard(colleague, 8).
decide_option(user, Option) :- best(Option).

%%% second-in-the-list (bandwagon effect), bad: order_invariant, unique
%%% nth1(2, ...) of the facts: the second entry wins because it is the second.
% axioms
entries(Options) :- findall(Option, entry(Option), Options).
runner_up(Option) :- entries(Options), nth1(2, Options, Option).
% unbiased
:- consult('axioms').
entry(option_A).
entry(option_B).
decide_option(user, Option) :- runner_up(Option).
% biased
:- consult('axioms').
entry(option_A).
entry(option_B).
cheered(option_A).
decide_option(user, Option) :- runner_up(Option).

%%% first-of-two-rules (confirmation bias), bad: order_invariant, unique
%%% Two rules of the axioms give a candidate each; the list keeps their order, and no cut depends on it.
% axioms
candidate(Option) :- fast(Option).
candidate(Option) :- frugal(Option).
best(Option) :- findall(One, candidate(One), Ones), nth0(0, Ones, Option).
% unbiased
:- consult('axioms').
fast(option_A).
frugal(option_B).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
fast(option_A).
frugal(option_B).
familiar(option_B).
decide_option(user, Option) :- best(Option).

%%% latest-status (hindsight bias), bad: order_invariant, unique
%%% The last stated status is taken for the latest: time is told by the order of the facts alone.
% axioms
current(Option, Status) :- findall(One, status(Option, One), All), last(All, Status).
best(Option) :- option(Option), current(Option, green).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
status(option_A, red).
status(option_A, green).
status(option_B, green).
status(option_B, red).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
status(option_A, red).
status(option_A, green).
status(option_B, green).
status(option_B, red).
later(release, failed).
decide_option(user, Option) :- best(Option).

%%% earlier-listed-requirement (availability bias), bad: order_invariant
%%% A requirement that is listed earlier weighs more; only the sequence of facts says so.
% axioms
position(Requirement, Index) :- findall(One, requirement(One), All), nth1(Index, All, Requirement).
better(Option, Other) :- serves(Option, R1), serves(Other, R2), position(R1, I1), position(R2, I2), I1 < I2.
% unbiased
:- consult('axioms').
requirement(safety).
requirement(speed).
serves(option_A, speed).
serves(option_B, safety).
decide_option(user, Option) :- better(Option, _).
% biased
:- consult('axioms').
requirement(safety).
requirement(speed).
serves(option_A, speed).
serves(option_B, safety).
on_the_news(speed).
decide_option(user, Option) :- better(Option, _).

%%% signed-differences (anchoring bias), bad: order_invariant
%%% The two measurements of an option are subtracted in the order in which they are stated.
% axioms
trend(Option, Change) :- findall(Value, measured(Option, Value), [First, Second]), Change is Second - First.
improving(Option) :- trend(Option, Change), Change > 0.
% unbiased
:- consult('axioms').
measured(option_A, 40).
measured(option_A, 55).
measured(option_B, 55).
measured(option_B, 40).
decide_option(user, option_A) :- improving(option_A).
decide_option(user, option_B) :- improving(option_B).
% biased
:- consult('axioms').
measured(option_A, 40).
measured(option_A, 55).
measured(option_B, 55).
measured(option_B, 40).
first_figure(90).
decide_option(user, option_A) :- improving(option_A).
decide_option(user, option_B) :- improving(option_B).

%%% reversed-and-headed (bandwagon effect), bad: order_invariant, unique
%%% reverse/2 in front of the list pattern: the last of the signed proposals is taken for the newest.
% axioms
signed(Option) :- signature(Option, Who), board(Who).
newest(Option) :- findall(One, signed(One), Ones), reverse(Ones, [Option|_]).
% unbiased
:- consult('axioms').
board(ann).
board(bea).
signature(option_B, ann).
signature(option_A, bea).
decide_option(user, Option) :- newest(Option).
% biased
:- consult('axioms').
board(ann).
board(bea).
signature(option_B, ann).
signature(option_A, bea).
trending(option_B).
decide_option(user, Option) :- newest(Option).

%%% paired-by-position (overconfidence bias), bad: order_invariant
%%% Grades belong to options by their position among the facts; nothing else ties them together.
% axioms
grade_of(Option, Grade) :-
    findall(One, option(One), Options),
    findall(One, grade(One), Grades),
    nth1(Index, Options, Option),
    nth1(Index, Grades, Grade).
best(Option) :- grade_of(Option, Grade), pass(Pass), Grade >= Pass.
% unbiased
:- consult('axioms').
pass(60).
option(option_A).
option(option_B).
grade(45).
grade(80).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
pass(60).
option(option_A).
option(option_B).
grade(45).
grade(80).
own_grade(user, 95).
decide_option(user, Option) :- best(Option).

%%% greedy-packing (hyperbolic discounting), bad: order_invariant
%%% Work is packed into the sprint greedily, in the order of the facts; what is packed first crowds out the rest.
% axioms
take(work(_, Days), packed(Free), packed(Free)) :- Days > Free.
take(work(_, Days), packed(Free), packed(Left)) :- Days =< Free, Left is Free - Days.
left_over(Left) :- sprint(Days), findall(work(W, D), work(W, D), All), foldl(take, All, packed(Days), packed(Left)).
possible(Option) :- left_over(Left), needs(Option, Low, High), Left >= Low, Left < High.
% unbiased
:- consult('axioms').
sprint(10).
work(cleanup, 7).
work(login, 4).
work(export, 5).
needs(option_A, 3, 9).
needs(option_B, 0, 3).
decide_option(user, Option) :- possible(Option).
% biased
:- consult('axioms').
sprint(10).
work(cleanup, 7).
work(login, 4).
work(export, 5).
needs(option_A, 3, 9).
needs(option_B, 0, 3).
shiny(login).
decide_option(user, Option) :- possible(Option).

%%% first-route (confirmation bias), bad: order_invariant, unique
%%% once/1 takes the first route through the modules; the other route is longer and would decide otherwise.
% axioms
route(Node, Node, 0).
route(From, To, Length) :- edge(From, Next), route(Next, To, Rest), Length is Rest + 1.
distance(From, To, Length) :- once(route(From, To, Length)).
near(From, To) :- distance(From, To, Length), Length =< 2.
% unbiased
:- consult('axioms').
edge(ui, api).
edge(ui, cache).
edge(cache, store).
edge(store, db).
edge(api, db).
decide_option(user, option_A) :- near(ui, db).
decide_option(user, option_B) :- \+ near(ui, db).
% biased
:- consult('axioms').
edge(ui, api).
edge(ui, cache).
edge(cache, store).
edge(store, db).
edge(api, db).
well_known(ui, cache).
decide_option(user, option_A) :- near(ui, db).
decide_option(user, option_B) :- \+ near(ui, db).

%%% alternating-turns (framing effect), bad: order_invariant
%%% Turns alternate through the list of arguments, so whoever is listed last has the last word.
% axioms
turn([], Winner, Winner).
turn([argument(Option, strong)|Rest], _, Winner) :- turn(Rest, Option, Winner).
turn([argument(_, weak)|Rest], Held, Winner) :- turn(Rest, Held, Winner).
wins(Option) :- findall(argument(One, Force), argument(One, Force), All), turn(All, nobody, Option).
% unbiased
:- consult('axioms').
argument(option_A, strong).
argument(option_B, strong).
argument(option_A, weak).
decide_option(user, Option) :- wins(Option).
% biased
:- consult('axioms').
argument(option_A, strong).
argument(option_B, strong).
argument(option_A, weak).
phrased(option_A, warmly).
decide_option(user, Option) :- wins(Option).

%%% max-member-of-maturity (confirmation bias), bad: order_invariant
%%% max_member takes the alphabetically last stage: 'stable' beats 'beta', but 'retired' would beat 'beta' too. The meaning sits in the spelling.
% axioms
stage_of(O, S) :- stages(L), memberchk(stage(O, S), L).
best_stage(M) :- findall(S, stage_of(_, S), Ss), max_member(M, Ss).
mature(O) :- candidate(O), stage_of(O, S), best_stage(S).
% unbiased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
stages([stage(option_A, stable), stage(option_B, beta)]).
decide_option(user, O) :- mature(O).
% biased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
stages([stage(option_A, stable), stage(option_B, beta)]).
we_always_said(option_B, is_better).
decide_option(user, O) :- mature(O).

%%% equal-ranks-in-a-listing (anchoring bias), bad: order_invariant
%%% Both options have rank 2; keysort keeps the order of the list in the fact, so whoever was listed first wins. The facts are a tie.
% axioms
ranked(L) :- ranking(L0), keysort(L0, L).
first_ranked(O) :- ranked(L), once(member(_-O, L)).
% unbiased
:- consult('axioms').
ranking([2-option_B, 2-option_A]).
decide_option(user, O) :- first_ranked(O).
% biased
:- consult('axioms').
ranking([2-option_B, 2-option_A]).
opening_price(option_A, 10).
decide_option(user, O) :- first_ranked(O).

%%% first-of-equal-ratings (overconfidence), bad: order_invariant
%%% The recursion keeps the earlier of two equally rated options; the order of the list inside one fact decides.
% axioms
top([O-S], O, S).
top([O-S|T], B, M) :- T = [_|_], top(T, O1, S1), ( S >= S1 -> B = O, M = S ; B = O1, M = S1 ).
highest(O) :- ratings(L), top(L, O, _).
% unbiased
:- consult('axioms').
ratings([option_A-7, option_B-7]).
decide_option(user, O) :- highest(O).
% biased
:- consult('axioms').
ratings([option_A-7, option_B-7]).
feels_sure(option_B, 95).
decide_option(user, O) :- highest(O).

%%% folding-keeps-the-last (hindsight bias), bad: order_invariant
%%% foldl replaces the winner by every later one that is at least as good; the two reviews are equally good and the last in the list wins.
% axioms
better(r(O, S), r(_, T), r(O, S)) :- S >= T.
better(r(_, S), r(P, T), r(P, T)) :- S < T.
winner(O) :- reviews([First|Rest]), foldl(better, Rest, First, r(O, _)).
% unbiased
:- consult('axioms').
reviews([r(option_B, 4), r(option_A, 4)]).
decide_option(user, O) :- winner(O).
% biased
:- consult('axioms').
reviews([r(option_B, 4), r(option_A, 4)]).
afterwards_clear(option_B).
decide_option(user, O) :- winner(O).

%%% cheap-before-fast-by-cut (anchoring bias), bad: order_invariant
%%% Two rules conflict (the cheap option, the fast option); only the cut in the upper clause settles it. Swap the two clauses and the other option is advised; no rule says that price precedes speed.
% axioms
advise(O) :- cheap(O), !.
advise(O) :- fast(O), !.
cheap(O) :- price(O, P), P < 50.
fast(O) :- seconds(O, S), S < 5.
% unbiased
:- consult('axioms').
price(option_A, 80).
price(option_B, 30).
seconds(option_A, 2).
seconds(option_B, 9).
decide_option(user, O) :- advise(O).
% biased
:- consult('axioms').
price(option_A, 80).
price(option_B, 30).
seconds(option_A, 2).
seconds(option_B, 9).
list_price_shown_first(500).
decide_option(user, O) :- advise(O).

%%% trusted-before-banned (bandwagon effect), bad: order_invariant
%%% option_B's library is both trusted and banned; the trusted clause stands above the banned one and cuts. Exchanging these two clauses bans it and nothing is decided for it.
% axioms
allowed(L) :- trusted(L), !.
allowed(L) :- banned(L), !, fail.
allowed(L) :- reviewed(L).
usable(O) :- library_of(O, L), allowed(L).
pick(O, P) :- usable(O), \+ usable(P).
% unbiased
:- consult('axioms').
library_of(option_A, leftpad).
library_of(option_B, rightpad).
trusted(rightpad).
banned(rightpad).
banned(leftpad).
reviewed(leftpad).
decide_option(user, option_A) :- pick(option_A, option_B).
decide_option(user, option_B) :- pick(option_B, option_A).
% biased
:- consult('axioms').
library_of(option_A, leftpad).
library_of(option_B, rightpad).
trusted(rightpad).
banned(rightpad).
banned(leftpad).
reviewed(leftpad).
everyone_installs(leftpad).
decide_option(user, option_A) :- pick(option_A, option_B).
decide_option(user, option_B) :- pick(option_B, option_A).

%%% two-verdicts-upper-one-kept (hindsight bias), bad: order_invariant
%%% A helper classifies the option as 'old' or 'proven' by two overlapping clauses with cuts; the upper one wins. An option of 9 years with 2 incidents fits both, the order of clauses settles which, and so the decision.
% axioms
class(O, proven) :- years(O, Y), Y >= 5, incidents(O, I), I =< 3, !.
class(O, old) :- years(O, Y), Y >= 8, !.
class(_, young).
value(proven, 3).
value(young, 2).
value(old, 1).
worth(O, V) :- class(O, C), value(C, V).
keep(O, P) :- worth(O, X), worth(P, Y), X > Y.
% unbiased
:- consult('axioms').
years(option_A, 9).
years(option_B, 2).
incidents(option_A, 2).
incidents(option_B, 0).
decide_option(user, option_A) :- keep(option_A, option_B).
decide_option(user, option_B) :- keep(option_B, option_A).
% biased
:- consult('axioms').
years(option_A, 9).
years(option_B, 2).
incidents(option_A, 2).
incidents(option_B, 0).
looking_back_clear(option_B).
decide_option(user, option_A) :- keep(option_A, option_B).
decide_option(user, option_B) :- keep(option_B, option_A).
