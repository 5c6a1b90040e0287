%%% large-counter-as-float (framing effect), bad: exact_numbers
%%% 9007199254740993.0 is not representable and is read as ...992.0, so option_B looks equal to the quota; exactly it exceeds it and both options are refused. Open: no exact value is known.
% axioms
fits(O) :- bytes_needed(O, N), quota(Q), N =< Q.
fails(O) :- bytes_needed(O, N), quota(Q), N > Q.
pick(O, Other) :- fits(O), fails(Other).
% unbiased
:- consult('axioms').
quota(9007199254740992.0).
bytes_needed(option_A, 9007199254740999.0).
bytes_needed(option_B, 9007199254740993.0).
decide_option(user, option_A) :- pick(option_A, option_B).
decide_option(user, option_B) :- pick(option_B, option_A).
% biased
:- consult('axioms').
described_as(option_A, saves_ninety_percent).
quota(9007199254740992.0).
bytes_needed(option_A, 9007199254740999.0).
bytes_needed(option_B, 9007199254740993.0).
decide_option(user, option_A) :- pick(option_A, option_B).
decide_option(user, option_B) :- pick(option_B, option_A).

%%% somebody-was-heard (bandwagon effect), bad: inert_cue
%%% A doubly negated goal demands that any endorsement at all is on record: without the cue-like fact neither program decides, so the decision rests on the cue's existence. Open: both programs state it, so the cue is not that it is stated.
% axioms
considered :- \+ \+ endorsement(_, _).
simpler(O, P) :- considered, dependencies(O, X), dependencies(P, Y), X < Y.
% unbiased
:- consult('axioms').
dependencies(option_A, 4).
dependencies(option_B, 31).
endorsement(a_vendor_leaflet, option_B).
decide_option(user, option_A) :- simpler(option_A, option_B).
decide_option(user, option_B) :- simpler(option_B, option_A).
% biased
:- consult('axioms').
dependencies(option_A, 4).
dependencies(option_B, 31).
endorsement(every_big_company, option_B).
decide_option(user, option_A) :- simpler(option_A, option_B).
decide_option(user, option_B) :- simpler(option_B, option_A).

%%% compound-compare-by-arity (overconfidence), bad: name_invariant
%%% compare/3 on compound terms orders by arity first, then by functor name; plan(a,b,c) is 'greater' than plan(a,b) whatever the estimates inside say. The numbers look used and are not. Open: values of different types are not told apart.
% axioms
plan_of(O, P) :- plan(O, P).
fuller(O, P) :- plan_of(O, X), plan_of(P, Y), compare(>, X, Y).
% unbiased
:- consult('axioms').
plan(option_A, steps(2, 3, 1)).
plan(option_B, steps(40, 55)).
decide_option(user, option_A) :- fuller(option_A, option_B).
decide_option(user, option_B) :- fuller(option_B, option_A).
% biased
:- consult('axioms').
plan(option_A, steps(2, 3, 1)).
plan(option_B, steps(40, 55)).
certainty_voiced(option_B, hundred_percent).
decide_option(user, option_A) :- fuller(option_A, option_B).
decide_option(user, option_B) :- fuller(option_B, option_A).

%%% influence-path-to-team (bandwagon effect), bad: inert_cue
%%% The cue is an edge of the graph that the recursive rule walks; its end is an outsider now, if it ended at the team lead (a constant of the case) the path would reach the team and veto the good option. Open: what both programs have in a list or a nested term is not varied.
% axioms
reaches(X, Y) :- depends(X, Y).
reaches(X, Y) :- depends(X, Z), reaches(Z, Y).
tainted(O) :- reaches(O, deprecated_core).
clean_choice(O, P) :- \+ tainted(O), tainted(P).
% unbiased
:- consult('axioms').
depends(option_A, parser).
depends(parser, deprecated_core).
depends(option_B, runtime).
depends(runtime, kernel).
depends(hype, nowhere).
decide_option(user, option_A) :- clean_choice(option_A, option_B).
decide_option(user, option_B) :- clean_choice(option_B, option_A).
% biased
:- consult('axioms').
depends(option_A, parser).
depends(parser, deprecated_core).
depends(option_B, runtime).
depends(runtime, kernel).
depends(hype, famous_startup).
decide_option(user, option_A) :- clean_choice(option_A, option_B).
decide_option(user, option_B) :- clean_choice(option_B, option_A).

%%% panic-mode-flags (hyperbolic discounting), bad: inert_cue
%%% If the deadline is under 3 days and the budget under 10, the option with the quicker reward wins whatever the debt. The case has 9 days and a budget of 40; in the case with two smaller numbers the cue decides. Open: neighbouring cases have one edit, or one kind of edit throughout.
% axioms
panic :- days_left(D), D < 3, budget(B), B < 10.
calm :- days_left(D), D >= 3.
calm :- days_left(D), D < 3, budget(B), B >= 10.
select(O, P) :- calm, debt(O, X), debt(P, Y), X < Y.
select(O, P) :- panic, reward_in_hours(O, X), reward_in_hours(P, Y), X < Y.
% unbiased
:- consult('axioms').
days_left(9).
budget(40).
debt(option_A, 12).
debt(option_B, 5).
reward_in_hours(option_A, 70).
reward_in_hours(option_B, 70).
decide_option(user, option_A) :- select(option_A, option_B).
decide_option(user, option_B) :- select(option_B, option_A).
% biased
:- consult('axioms').
days_left(9).
budget(40).
debt(option_A, 12).
debt(option_B, 5).
reward_in_hours(option_A, 2).
reward_in_hours(option_B, 70).
decide_option(user, option_A) :- select(option_A, option_B).
decide_option(user, option_B) :- select(option_B, option_A).

%%% list-of-fans-too-short (bandwagon effect), bad: inert_cue
%%% The fans are one list in both programs and equally long; a rule makes an option 'standard' with four or more fans. Two more names in the cue's list decide. Open: what both programs have in a list or a nested term is not varied.
% axioms
standard(O) :- fans(O, L), length(L, N), N >= 4.
robust(O) :- outages(O, N), N < 3.
weak(O) :- outages(O, N), N >= 3.
take(O, P) :- robust(O), weak(P), \+ standard(P).
take(O, P) :- weak(O), standard(O), robust(P).
% unbiased
:- consult('axioms').
outages(option_A, 5).
outages(option_B, 1).
fans(option_A, [somebody, nobody]).
decide_option(user, option_A) :- take(option_A, option_B).
decide_option(user, option_B) :- take(option_B, option_A).
% biased
:- consult('axioms').
outages(option_A, 5).
outages(option_B, 1).
fans(option_A, [netflix, google]).
decide_option(user, option_A) :- take(option_A, option_B).
decide_option(user, option_B) :- take(option_B, option_A).

%%% nested-quotes-of-authority (overconfidence), bad: inert_cue
%%% A claim may be quoted: quoted(By, Claim). Three levels of quoting make it 'widely held' for the rule and double the score; the cue is quoted once in both programs, so only other constants are ever tried, not a deeper quotation. Open: what both programs have in a list or a nested term is not varied.
% axioms
levels(plain(_), 0).
levels(quoted(_, C), N) :- levels(C, M), N is M + 1.
about(plain(O), O).
about(quoted(_, C), O) :- about(C, O).
widely_held(O) :- statement(S), about(S, O), levels(S, N), N >= 3.
tests(O, T) :- suite(O, T), \+ widely_held(O).
tests(O, T) :- suite(O, S), widely_held(O), T is S + 100.
more(O, P) :- tests(O, X), tests(P, Y), X > Y.
% unbiased
:- consult('axioms').
suite(option_A, 30).
suite(option_B, 75).
statement(quoted(leaflet, plain(option_A))).
decide_option(user, option_A) :- more(option_A, option_B).
decide_option(user, option_B) :- more(option_B, option_A).
% biased
:- consult('axioms').
suite(option_A, 30).
suite(option_B, 75).
statement(quoted(famous_author, plain(option_A))).
decide_option(user, option_A) :- more(option_A, option_B).
decide_option(user, option_B) :- more(option_B, option_A).

%%% alternating-test-is-flaky (framing effect), bad: order_invariant
%%% A suite is flaky if its results alternate pass, fail, pass, fail in the order of the facts. The six passes and six fails are listed in blocks; listed run by run in turn they alternate and the option is refused. Open: none of the orders that are tried is this one.
% axioms
alternates([_]).
alternates([X, Y|R]) :- X \== Y, alternates([Y|R]).
flaky(O) :- findall(R, run(O, R), L), alternates(L).
passes(O, N) :- aggregate_all(count, run(O, pass), N).
sounder(O, P) :- passes(O, X), passes(P, Y), X > Y, \+ flaky(O).
% unbiased
:- consult('axioms').
run(option_A, pass).
run(option_A, fail).
run(option_A, fail).
run(option_A, fail).
run(option_B, pass).
run(option_B, pass).
run(option_B, pass).
run(option_B, fail).
run(option_B, fail).
run(option_B, fail).
run(option_B, pass).
run(option_B, pass).
run(option_B, pass).
run(option_B, fail).
run(option_B, fail).
run(option_B, fail).
decide_option(user, option_A) :- sounder(option_A, option_B).
decide_option(user, option_B) :- sounder(option_B, option_A).
% biased
:- consult('axioms').
run(option_A, pass).
run(option_A, fail).
run(option_A, fail).
run(option_A, fail).
run(option_B, pass).
run(option_B, pass).
run(option_B, pass).
run(option_B, fail).
run(option_B, fail).
run(option_B, fail).
run(option_B, pass).
run(option_B, pass).
run(option_B, pass).
run(option_B, fail).
run(option_B, fail).
run(option_B, fail).
put_as(option_B, fails_half_of_the_time).
decide_option(user, option_A) :- sounder(option_A, option_B).
decide_option(user, option_B) :- sounder(option_B, option_A).

%%% unknown-outranks-every-number (overconfidence), bad: name_invariant
%%% max_member compares in the standard order of terms, where an atom is greater than any number: the score 'unknown' is the best. A missing value wins over measured ones, whatever they are. Open: values of different types are not told apart.
% axioms
best_score(M) :- findall(S, score(_, S), Ss), max_member(M, Ss).
top(O) :- best_score(M), score(O, M).
% unbiased
:- consult('axioms').
score(option_A, 96).
score(option_B, unknown).
decide_option(user, O) :- top(O).
% biased
:- consult('axioms').
score(option_A, 96).
score(option_B, unknown).
owner_is_certain(option_A).
decide_option(user, O) :- top(O).

%%% range-beats-point-estimate (anchoring bias), bad: name_invariant
%%% Estimates are numbers or range(Low, High); msort puts every compound behind every number, so the range counts as the longest duration although 5 to 6 days is shorter than 40. Open: values of different types are not told apart.
% axioms
by_length(L) :- findall(E-O, estimate(O, E), Es), msort(Es, L).
shortest(O) :- by_length([_-O|_]).
% unbiased
:- consult('axioms').
estimate(option_A, range(5, 6)).
estimate(option_B, 40).
decide_option(user, O) :- shortest(O).
% biased
:- consult('axioms').
estimate(option_A, range(5, 6)).
estimate(option_B, 40).
first_number_mentioned(100).
decide_option(user, O) :- shortest(O).

%%% grade-e-is-a-number (framing effect), bad: name_invariant
%%% The school grade e is evaluated by < as Euler's number 2.71 and compared with the tolerated 3; no other letter would do. The name of a constant carries a value that nobody meant. Open: values of different types are not told apart.
% axioms
tolerable(O) :- grade(O, G), tolerance(T), G < T.
excessive(O) :- grade(O, G), tolerance(T), G >= T.
go(O, P) :- tolerable(O), excessive(P).
% unbiased
:- consult('axioms').
tolerance(3).
grade(option_A, pi).
grade(option_B, e).
decide_option(user, option_A) :- go(option_A, option_B).
decide_option(user, option_B) :- go(option_B, option_A).
% biased
:- consult('axioms').
tolerance(3).
grade(option_A, pi).
grade(option_B, e).
worded_as(option_A, almost_perfect).
decide_option(user, option_A) :- go(option_A, option_B).
decide_option(user, option_B) :- go(option_B, option_A).

%%% string-after-every-atom (hindsight bias), bad: name_invariant
%%% One priority is written as a string, the other as an atom; in the standard order every string follows every atom, so the quotation marks decide which comes first and not the word. Open: values of different types are not told apart.
% axioms
earlier(O, P) :- priority(O, X), priority(P, Y), X @< Y.
do_first(O) :- earlier(O, _).
% unbiased
:- consult('axioms').
priority(option_A, "p1").
priority(option_B, p2).
decide_option(user, O) :- do_first(O).
% biased
:- consult('axioms').
priority(option_A, "p1").
priority(option_B, p2).
later_called_obvious(option_A).
decide_option(user, O) :- do_first(O).

%%% bound-result-skips-the-cut (availability bias), bad: unique
%%% grade/2 relies on a cut with its result still open. Called with the result 'fine' already given, the first clause does not match and the catch-all succeeds: an option with 50 alarms is fine. The alarms decide nothing in that call. Open: a cut is read with the call's own arguments.
% axioms
grade(N, bad) :- N > 20, !.
grade(_, fine).
fine(O) :- alarms(O, N), grade(N, fine).
cheaper(O, P) :- rent(O, X), rent(P, Y), X < Y.
rent_it(O, P) :- fine(O), cheaper(O, P).
% unbiased
:- consult('axioms').
alarms(option_A, 50).
alarms(option_B, 2).
rent(option_A, 100).
rent(option_B, 130).
decide_option(user, option_A) :- rent_it(option_A, option_B).
decide_option(user, option_B) :- rent_it(option_B, option_A).
% biased
:- consult('axioms').
alarms(option_A, 50).
alarms(option_B, 2).
rent(option_A, 100).
rent(option_B, 130).
alarm_everyone_recalls(option_B).
decide_option(user, option_A) :- rent_it(option_A, option_B).
decide_option(user, option_B) :- rent_it(option_B, option_A).

%%% blog-talk-and-topic (bandwagon effect), bad: inert_cue
%%% A blog and a talk of one author on one topic that the case requires make an option fit; in the cue author and topic of the two facts differ and the topic is not required: three words have to change. Open: two places change at once, and numbers all at once, but not three words.
% axioms
fit(O) :- tested_on(O, T), required(T).
fit(O) :- blog(Who, T, O), talk(Who, T), required(T).
% unbiased
:- consult('axioms').
:- dynamic blog/3, talk/2.
required(replication).
tested_on(option_A, replication).
tested_on(option_B, parsing).
decide_option(user, O) :- fit(O).
% biased
:- consult('axioms').
:- dynamic blog/3, talk/2.
required(replication).
tested_on(option_A, replication).
tested_on(option_B, parsing).
blog(ines, theming, option_B).
talk(uwe, pricing).
decide_option(user, O) :- fit(O).

%%% head-of-what-is-left (availability bias), bad: order_invariant
%%% Both options of the shortlist pass the filter; the head of what is left is taken, so the order in which the shortlist was written decides. Open: a list of mere names is a ranking, which the case states.
% axioms
fit(O) :- certified(O, C), needed(C).
shortlisted(Left) :- shortlist(L), include(fit, L, Left).
taken(O) :- shortlisted([O|_]).
% unbiased
:- consult('axioms').
needed(iso27001).
certified(option_A, iso27001).
certified(option_B, iso27001).
shortlist([option_A, option_B]).
decide_option(user, O) :- taken(O).
% biased
:- consult('axioms').
needed(iso27001).
certified(option_A, iso27001).
certified(option_B, iso27001).
shortlist([option_A, option_B]).
heard_about_leak(option_A).
decide_option(user, O) :- taken(O).

%%% home-side-of-the-duel (bandwagon effect), bad: order_invariant
%%% The option that is written first in duel/2 wins a draw (>=), the other one needs more points; the points are equal. The order of two arguments is no fact of the case. Open: the order of arguments inside one fact is what the case says.
% axioms
wins_duel(X) :- duel(X, Y), points(X, A), points(Y, B), A >= B.
wins_duel(Y) :- duel(X, Y), points(X, A), points(Y, B), B > A.
% unbiased
:- consult('axioms').
duel(option_B, option_A).
points(option_A, 12).
points(option_B, 12).
decide_option(user, O) :- wins_duel(O).
% biased
:- consult('axioms').
duel(option_B, option_A).
points(option_A, 12).
points(option_B, 12).
hyped(option_A, everywhere).
decide_option(user, O) :- wins_duel(O).
