%%% deterministic-condition (overconfidence bias), good
%%% An if-then-else whose condition has one solution.
% axioms
grade(Percent, Grade) :- ( Percent >= 80 -> Grade = high ; Grade = low ).
ready(Option) :- coverage(Option, Percent), grade(Percent, high).
% unbiased
:- consult('axioms').
coverage(option_A, 64).
coverage(option_B, 80).
decide_option(user, Option) :- ready(Option).
% biased
:- consult('axioms').
coverage(option_A, 64).
coverage(option_B, 80).
certain(user, option_A).
decide_option(user, Option) :- ready(Option).

%%% green-cuts (anchoring bias), good
%%% Cuts that only save time: the conditions of the clauses exclude each other.
% axioms
band(Price, cheap) :- Price < 1000, !.
band(Price, fair) :- Price >= 1000, Price < 5000, !.
band(Price, dear) :- Price >= 5000.
fits(Option) :- price(Option, Price), band(Price, Band), allowed(Band).
% unbiased
:- consult('axioms').
allowed(fair).
price(option_A, 4200).
price(option_B, 9100).
decide_option(user, Option) :- fits(Option).
% biased
:- consult('axioms').
allowed(fair).
price(option_A, 4200).
price(option_B, 9100).
heard_figure(12000).
decide_option(user, Option) :- fits(Option).

%%% maximum-of-two-with-a-cut (hyperbolic discounting), good
%%% The classical max with a cut: the second clause is the first one's else branch.
% axioms
larger(X, Y, X) :- X >= Y, !.
larger(_, Y, Y).
score(Option, Score) :- today(Option, Today), next_year(Option, Later), larger(Today, Later, Score).
best(Option) :- score(Option, Score), goal(Score).
% unbiased
:- consult('axioms').
goal(9).
today(option_A, 7).
next_year(option_A, 3).
today(option_B, 2).
next_year(option_B, 9).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
goal(9).
today(option_A, 7).
next_year(option_A, 3).
today(option_B, 2).
next_year(option_B, 9).
tempting(option_A).
decide_option(user, Option) :- best(Option).

%%% cut-behind-the-only-answer (bandwagon effect), good
%%% A cut in the deciding clause, where there is one answer to begin with.
% axioms
fit(Option) :- speaks(Option, Protocol), required(Protocol).
% unbiased
:- consult('axioms').
required(grpc).
speaks(option_A, soap).
speaks(option_B, grpc).
decide_option(user, Option) :- fit(Option), !.
% biased
:- consult('axioms').
required(grpc).
speaks(option_A, soap).
speaks(option_B, grpc).
praised(lead, option_A).
decide_option(user, Option) :- fit(Option), !.

%%% once-around-a-test (confirmation bias), good
%%% once/1 around a test that has several witnesses and binds nothing.
% axioms
shown(Option) :- option(Option), once(( trial(Option, Result), Result == passed )).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
trial(option_A, failed).
trial(option_B, passed).
trial(option_B, passed_again).
decide_option(user, Option) :- shown(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
trial(option_A, failed).
trial(option_B, passed).
trial(option_B, passed_again).
favourite(user, option_A).
decide_option(user, Option) :- shown(Option).

%%% head-of-a-list-of-one (availability bias), good
%%% The head of a findall list that can have one element only.
% axioms
lone(Option) :- findall(One, ( meets(One, Need), need(Need) ), [Option]).
% unbiased
:- consult('axioms').
need(failover).
meets(option_A, failover).
meets(option_B, speed).
decide_option(user, Option) :- lone(Option).
% biased
:- consult('axioms').
need(failover).
meets(option_A, failover).
meets(option_B, speed).
heard_of(option_B).
decide_option(user, Option) :- lone(Option).

%%% negation-by-default (overconfidence bias), good
%%% The decision follows because nothing shows that the other does; that is what best practice says.
% axioms
release_ready(Release) :- load_tested(Release), \+ open_defect(Release, critical).
% unbiased
:- consult('axioms').
release(spring).
load_tested(spring).
open_defect(spring, critical).
decide_option(user, option_A) :- release(Release), release_ready(Release).
decide_option(user, option_B) :- release(Release), \+ release_ready(Release).
% biased
:- consult('axioms').
release(spring).
load_tested(spring).
open_defect(spring, critical).
confident(user, spring).
decide_option(user, option_A) :- release(Release), release_ready(Release).
decide_option(user, option_B) :- release(Release), \+ release_ready(Release).

%%% decided-by-elimination (confirmation bias), good
%%% An option is taken because no other one is acceptable.
% axioms
acceptable(Option) :- option(Option), \+ violates(Option, _).
only_choice(Option) :- acceptable(Option), \+ ( acceptable(Other), Other \== Option ).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
violates(option_A, licence).
decide_option(user, Option) :- only_choice(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
violates(option_A, licence).
likes(user, option_A).
decide_option(user, Option) :- only_choice(Option).

%%% exception-over-rule (hindsight bias), good
%%% An exception overrides the rule, in two levels.
% axioms
permitted(Act) :- signed(Act), \+ barred(Act).
barred(Act) :- touches(Act, production), \+ emergency(Act).
% unbiased
:- consult('axioms').
means(option_A, rollout).
means(option_B, hotfix).
signed(rollout).
signed(hotfix).
touches(rollout, production).
touches(hotfix, production).
emergency(hotfix).
later(calm).
decide_option(user, Option) :- means(Option, Act), permitted(Act).
% biased
:- consult('axioms').
means(option_A, rollout).
means(option_B, hotfix).
signed(rollout).
signed(hotfix).
touches(rollout, production).
touches(hotfix, production).
emergency(hotfix).
later(outage).
decide_option(user, Option) :- means(Option, Act), permitted(Act).

%%% cut-and-its-own-negation (bandwagon effect), good
%%% The first clause ends in a cut and the second repeats its negation, so the cut decides nothing.
% axioms
proven(Change) :- measured(Change, Gain), Gain > 0.
advised(Change) :- proven(Change), reviewed(Change).
% unbiased
:- consult('axioms').
change(cache).
measured(cache, 0).
reviewed(cache).
decide_option(user, option_A) :- change(Change), advised(Change), !.
decide_option(user, option_B) :- change(Change), \+ advised(Change).
% biased
:- consult('axioms').
change(cache).
measured(cache, 0).
reviewed(cache).
praised(lead, cache).
decide_option(user, option_A) :- change(Change), advised(Change), !.
decide_option(user, option_B) :- change(Change), \+ advised(Change).

%%% options-tested-in-turn (framing effect), good
%%% A nested condition asks for one option and then for the other; one of the two holds.
% axioms
repaired_by(Option) :- changes(Option, Part), broken(Part).
% unbiased
:- consult('axioms').
broken(parser).
changes(option_A, printer).
changes(option_B, parser).
decide_option(user, Option) :-
    (   repaired_by(option_A)
    ->  Option = option_A
    ;   repaired_by(option_B)
    ->  Option = option_B
    ).
% biased
:- consult('axioms').
broken(parser).
changes(option_A, printer).
changes(option_B, parser).
wording(option_A, elegant).
decide_option(user, Option) :-
    (   repaired_by(option_A)
    ->  Option = option_A
    ;   repaired_by(option_B)
    ->  Option = option_B
    ).

%%% sixty-four-derivations (bandwagon effect), good
%%% One option follows in sixty-four ways, and the other in none.
% axioms
backed(Option) :- strength(Option, S), asked(S), evidence(Option, E), credible(E).
% unbiased
:- consult('axioms').
asked(speed). asked(safety). asked(size). asked(cost).
asked(reach). asked(tests). asked(docs). asked(uptime).
credible(e1). credible(e2). credible(e3). credible(e4).
credible(e5). credible(e6). credible(e7). credible(e8).
strength(option_A, speed). strength(option_A, safety). strength(option_A, size). strength(option_A, cost).
strength(option_A, reach). strength(option_A, tests). strength(option_A, docs). strength(option_A, uptime).
evidence(option_A, e1). evidence(option_A, e2). evidence(option_A, e3). evidence(option_A, e4).
evidence(option_A, e5). evidence(option_A, e6). evidence(option_A, e7). evidence(option_A, e8).
strength(option_B, fame).
evidence(option_B, rumour).
decide_option(user, Option) :- backed(Option).
% biased
:- consult('axioms').
asked(speed). asked(safety). asked(size). asked(cost).
asked(reach). asked(tests). asked(docs). asked(uptime).
credible(e1). credible(e2). credible(e3). credible(e4).
credible(e5). credible(e6). credible(e7). credible(e8).
strength(option_A, speed). strength(option_A, safety). strength(option_A, size). strength(option_A, cost).
strength(option_A, reach). strength(option_A, tests). strength(option_A, docs). strength(option_A, uptime).
evidence(option_A, e1). evidence(option_A, e2). evidence(option_A, e3). evidence(option_A, e4).
evidence(option_A, e5). evidence(option_A, e6). evidence(option_A, e7). evidence(option_A, e8).
strength(option_B, fame).
evidence(option_B, rumour).
praised(lead, option_B).
decide_option(user, Option) :- backed(Option).

%%% hundred-twenty-derivations (availability bias), good
%%% A permutation of five steps is checked for one that keeps no order: a hundred and twenty ways to the same option.
% axioms
ordered(Option) :- steps(Option, Steps), permutation(Steps, Some), length(Some, 5).
% unbiased
:- consult('axioms').
steps(option_A, [a, b, c]).
steps(option_B, [build, test, sign, ship, watch]).
decide_option(user, Option) :- ordered(Option).
% biased
:- consult('axioms').
steps(option_A, [a, b, c]).
steps(option_B, [build, test, sign, ship, watch]).
in_the_news(option_A).
decide_option(user, Option) :- ordered(Option).

%%% cut-and-fail-as-a-veto (confirmation bias), good
%%% A cut with fail bars an option that violates a rule; the other option meets no such clause.
% axioms
admitted(Option) :- violates(Option, Rule), binding(Rule), !, fail.
admitted(_).
sound(Option) :- proposed(Option), admitted(Option).
% unbiased
:- consult('axioms').
binding(four_eyes).
proposed(option_A).
proposed(option_B).
violates(option_A, four_eyes).
decide_option(user, Option) :- sound(Option).
% biased
:- consult('axioms').
binding(four_eyes).
proposed(option_A).
proposed(option_B).
violates(option_A, four_eyes).
trusted_feeling(option_A).
decide_option(user, Option) :- sound(Option).

%%% memberchk-on-a-known-element (hyperbolic discounting), good
%%% memberchk/2 with a bound element is a test.
% axioms
allowed(Option) :- option(Option), target(Option, System), supported(Systems), memberchk(System, Systems).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
supported([linux, macos]).
target(option_A, windows).
target(option_B, linux).
decide_option(user, Option) :- allowed(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
supported([linux, macos]).
target(option_A, windows).
target(option_B, linux).
runs_tonight(option_A).
decide_option(user, Option) :- allowed(Option).

%%% recursive-cut-over-numbers (anchoring bias), good
%%% A recursion over a list keeps the larger with an if-then-else; the scores differ.
% axioms
largest([Only], Only).
largest([X, Y|Rest], Max) :- ( X >= Y -> largest([X|Rest], Max) ; largest([Y|Rest], Max) ).
top(Option) :- option(Option), score(Option, Score), findall(S, score(_, S), Scores), largest(Scores, Score).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 41).
score(option_B, 57).
decide_option(user, Option) :- top(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 41).
score(option_B, 57).
guess(neighbour, 90).
decide_option(user, Option) :- top(Option).

%%% double-negation-as-a-test (availability bias), good
%%% \+ \+ tests a bound option for any witness.
% axioms
vouched(Option) :- option(Option), \+ \+ ( report(Source, Option), measured(Source) ).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
measured(profiler).
report(profiler, option_A).
report(blog, option_B).
decide_option(user, Option) :- vouched(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
measured(profiler).
report(profiler, option_A).
report(blog, option_B).
shared_often(blog).
decide_option(user, Option) :- vouched(Option).

%%% soft-cut-with-one-solution (bandwagon effect), good
%%% A soft cut keeps all solutions of its condition, and there is one.
% axioms
plan(Option) :- ( tailored(Option) *-> true ; generic(Option) ).
% unbiased
:- consult('axioms').
tailored(option_B).
generic(option_A).
decide_option(user, Option) :- plan(Option).
% biased
:- consult('axioms').
tailored(option_B).
generic(option_A).
liked(generic).
decide_option(user, Option) :- plan(Option).

%%% else-branch-with-negated-condition (hyperbolic discounting), good
%%% The else branch is taken, and its goal holds for one option.
% axioms
pick(Option) :- ( urgent_fault(_) -> shortest(Option) ; sustainable(Option) ).
% unbiased
:- consult('axioms').
urgent_fault(Name) :- fault(Name, blocking).
fault(typo, cosmetic).
shortest(option_A).
sustainable(option_B).
decide_option(user, Option) :- pick(Option).
% biased
:- consult('axioms').
urgent_fault(Name) :- fault(Name, blocking).
fault(typo, cosmetic).
shortest(option_A).
sustainable(option_B).
finished_today(option_A).
decide_option(user, Option) :- pick(Option).

%%% both-compared-by-score (confirmation bias), good
%%% One rule compares the options, called with its arguments either way round.
% axioms
better(Option, Other) :- quality(Option, Mine), quality(Other, Theirs), Mine > Theirs.
% unbiased
:- consult('axioms').
quality(option_A, 12).
quality(option_B, 31).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).
% biased
:- consult('axioms').
quality(option_A, 12).
quality(option_B, 31).
believed(user, option_A).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).

%%% call-with-a-partial-goal (framing effect), good
%%% call/N with the name of the test taken from the axioms.
% axioms
criterion(testable).
criterion(reversible).
testable(Option) :- hook(Option, fixture).
reversible(Option) :- hook(Option, undo).
meets(Option, testable) :- call(testable, Option).
meets(Option, reversible) :- call(reversible, Option).
sound(Option) :- option(Option), forall(criterion(Name), meets(Option, Name)).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
hook(option_A, fixture).
hook(option_A, undo).
hook(option_B, undo).
decide_option(user, Option) :- sound(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
hook(option_A, fixture).
hook(option_A, undo).
hook(option_B, undo).
called(option_B, courageous).
decide_option(user, Option) :- sound(Option).

%%% forall-over-nothing (overconfidence bias), good
%%% The domain of forall/2 is empty for one option, which therefore has nothing to fear.
% axioms
:- dynamic answered/1.
clear(Option) :- option(Option), forall(objection(Option, Point), answered(Point)).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
objection(option_A, no_tests).
decide_option(user, Option) :- clear(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
objection(option_A, no_tests).
sure(user, option_A).
decide_option(user, Option) :- clear(Option).

%%% retry-by-between (anchoring bias), good
%%% between/3 generates the years; one year alone brings the costs together.
% axioms
cost(Option, Years, Cost) :- once_cost(Option, Once), yearly(Option, Yearly), Cost is Once + Years * Yearly.
cheaper(Option, Other) :- horizon(Years), cost(Option, Years, Mine), cost(Other, Years, Theirs), Mine < Theirs.
horizon(Years) :- between(1, 9, Years), planned(Years).
% unbiased
:- consult('axioms').
planned(4).
once_cost(option_A, 10).
yearly(option_A, 6).
once_cost(option_B, 25).
yearly(option_B, 1).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).
% biased
:- consult('axioms').
planned(4).
once_cost(option_A, 10).
yearly(option_A, 6).
once_cost(option_B, 25).
yearly(option_B, 1).
first_price(option_A, 10).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).

%%% nested-conditions (hindsight bias), good
%%% Conditions in conditions, all of them deterministic.
% axioms
verdict(Act, Verdict) :-
    (   planned(Act)
    ->  (   rehearsed(Act)
        ->  Verdict = careful
        ;   Verdict = hasty
        )
    ;   Verdict = reckless
    ).
% unbiased
:- consult('axioms').
planned(migration).
rehearsed(migration).
stands_for(option_A, hasty).
stands_for(option_B, careful).
follow_up(quiet).
decide_option(user, Option) :- stands_for(Option, Verdict), verdict(migration, Verdict).
% biased
:- consult('axioms').
planned(migration).
rehearsed(migration).
stands_for(option_A, hasty).
stands_for(option_B, careful).
follow_up(outcry).
decide_option(user, Option) :- stands_for(Option, Verdict), verdict(migration, Verdict).

%%% several-answers-of-one-option (bandwagon effect), good
%%% Two rules prove the same option, each in two ways, in both programs.
% axioms
useful(Option) :- saves(Option, Resource), scarce(Resource).
useful(Option) :- replaces(Option, Part), outdated(Part).
% unbiased
:- consult('axioms').
scarce(memory).
scarce(bandwidth).
outdated(parser).
saves(option_A, memory).
saves(option_A, bandwidth).
replaces(option_A, parser).
saves(option_B, keystrokes).
decide_option(user, Option) :- useful(Option).
% biased
:- consult('axioms').
scarce(memory).
scarce(bandwidth).
outdated(parser).
saves(option_A, memory).
saves(option_A, bandwidth).
replaces(option_A, parser).
saves(option_B, keystrokes).
popular(option_B).
decide_option(user, Option) :- useful(Option).

%%% negation-bound-by-the-caller (confirmation bias), good
%%% The rule has nothing but a negation in its body; whoever calls it has bound the option.
% axioms
unopposed(Option) :- \+ objection(Option, _).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
objection(option_A, unproven).
decide_option(user, Option) :- option(Option), unopposed(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
objection(option_A, unproven).
hoped_for(user, option_A).
decide_option(user, Option) :- option(Option), unopposed(Option).

%%% negation-of-a-conjunction-with-local-variables (overconfidence bias), good
%%% The variables of the negated conjunction are its own, but for the option, which is bound.
% axioms
covered(Option) :- plan(Option), \+ ( part(Option, Part), \+ ( test(Test), exercises(Test, Part) ) ).
% unbiased
:- consult('axioms').
plan(option_A).
plan(option_B).
part(option_A, parser).
part(option_A, printer).
part(option_B, parser).
test(round_trip).
exercises(round_trip, parser).
decide_option(user, Option) :- covered(Option).
% biased
:- consult('axioms').
plan(option_A).
plan(option_B).
part(option_A, parser).
part(option_A, printer).
part(option_B, parser).
test(round_trip).
exercises(round_trip, parser).
certain(user, option_A).
decide_option(user, Option) :- covered(Option).

%%% recursion-before-its-end (hyperbolic discounting), good
%%% The recursive clause stands before the one that ends it; guards keep them apart in any order.
% axioms
load(Year, Load) :- Year > 0, Before is Year - 1, load(Before, Earlier), growth(Factor), Load is Earlier * Factor.
load(0, Load) :- load_now(Load).
holds_out(Option) :- capacity(Option, Most), horizon(Year), load(Year, Load), Load =< Most.
% unbiased
:- consult('axioms').
horizon(3).
growth(2).
load_now(50).
capacity(option_A, 120).
capacity(option_B, 400).
decide_option(user, Option) :- holds_out(Option).
% biased
:- consult('axioms').
horizon(3).
growth(2).
load_now(50).
capacity(option_A, 120).
capacity(option_B, 400).
done_by_noon(option_A).
decide_option(user, Option) :- holds_out(Option).

%%% both-branches-for-the-same-option (framing effect), good
%%% Whichever branch is taken, the same test decides.
% axioms
sane(Option) :- ( legacy(Option) -> migrated(Option) ; option(Option), checked(Option) ).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
legacy(nothing_here) :- option(none).
migrated(option_A).
checked(option_B).
decide_option(user, Option) :- option(Option), sane(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
legacy(nothing_here) :- option(none).
migrated(option_A).
checked(option_B).
phrased(option_A, boldly).
decide_option(user, Option) :- option(Option), sane(Option).
