%%% incident-on-release-day (availability bias), bad: inert_cue
%%% An incident on the very day of an option's release vetoes it. Its date is a term of three numbers; changing one or two of them never hits the release date, changing the date does, and then the remembered incident decides.
% axioms
coincides(O) :- incident_on(date(Y, M, D)), released_on(O, date(Y, M, D)).
steady(O) :- failures(O, N), N =< 3, \+ coincides(O).
shaky(O) :- failures(O, N), N > 3.
keep(O, P) :- steady(O), shaky(P).
% unbiased
:- consult('axioms').
failures(option_A, 1).
failures(option_B, 8).
released_on(option_A, date(2024, 3, 18)).
released_on(option_B, date(2023, 10, 27)).
incident_on(date(2011, 7, 2)).
decide_option(user, option_A) :- keep(option_A, option_B).
decide_option(user, option_B) :- keep(option_B, option_A).
% biased
:- consult('axioms').
failures(option_A, 1).
failures(option_B, 8).
released_on(option_A, date(2024, 3, 18)).
released_on(option_B, date(2023, 10, 27)).
incident_on(date(2025, 12, 5)).
decide_option(user, option_A) :- keep(option_A, option_B).
decide_option(user, option_B) :- keep(option_B, option_A).

%%% survey-with-three-figures (bandwagon effect), bad: inert_cue
%%% A survey overrules the test results if it had at least 100 answers, a share of at least 80 and ran in 2020 or later. The cue fails all three by little; one or two better figures are not enough, three are.
% axioms
convincing(O) :- survey(O, Answers, Share, Year), Answers >= 100, Share >= 80, Year >= 2020.
passes(O) :- red_tests(O, N), N =< 2.
rejects(O) :- red_tests(O, N), N > 2.
adopt(O, P) :- passes(O), rejects(P), \+ convincing(P).
adopt(O, P) :- rejects(O), convincing(O), passes(P).
% unbiased
:- consult('axioms').
red_tests(option_A, 9).
red_tests(option_B, 0).
survey(option_A, 3, 10, 2001).
decide_option(user, option_A) :- adopt(option_A, option_B).
decide_option(user, option_B) :- adopt(option_B, option_A).
% biased
:- consult('axioms').
red_tests(option_A, 9).
red_tests(option_B, 0).
survey(option_A, 96, 79, 2019).
decide_option(user, option_A) :- adopt(option_A, option_B).
decide_option(user, option_B) :- adopt(option_B, option_A).

%%% weakest-of-three-gut-scores (overconfidence), bad: inert_cue
%%% The gut score is the minimum of three voiced certainties and is added to the measured points. A single voice, or two, cannot lift the minimum; all three raised would decide.
% axioms
gut(O, G) :- certainty_lead(O, X), certainty_dev(O, Y), certainty_ops(O, Z), G is min(X, min(Y, Z)).
points(O, P) :- measured(O, M), gut(O, G), P is M + G.
ahead(O, P) :- points(O, X), points(P, Y), X > Y.
% unbiased
:- consult('axioms').
measured(option_A, 20).
measured(option_B, 50).
certainty_lead(option_A, 1).
certainty_lead(option_B, 1).
certainty_dev(option_A, 1).
certainty_dev(option_B, 1).
certainty_ops(option_A, 1).
certainty_ops(option_B, 1).
decide_option(user, option_A) :- ahead(option_A, option_B).
decide_option(user, option_B) :- ahead(option_B, option_A).
% biased
:- consult('axioms').
measured(option_A, 20).
measured(option_B, 50).
certainty_lead(option_A, 9).
certainty_lead(option_B, 1).
certainty_dev(option_A, 8).
certainty_dev(option_B, 1).
certainty_ops(option_A, 9).
certainty_ops(option_B, 1).
decide_option(user, option_A) :- ahead(option_A, option_B).
decide_option(user, option_B) :- ahead(option_B, option_A).

%%% chain-of-ticket-references (confirmation bias), bad: inert_cue
%%% The rule follows references between tickets, given as numbers. The three cue references lie apart; with other numbers in them they would form the chain from the option's ticket to the blocker and turn the decision.
% axioms
refers(X, Y) :- reference(X, Y).
blocked(O) :- ticket(O, T), blocker(B), refers(T, X), refers(X, Y), refers(Y, B).
free(O) :- open_points(O, N), N < 10, \+ blocked(O).
full(O) :- open_points(O, N), N >= 10.
start(O, P) :- free(O), full(P).
% unbiased
:- consult('axioms').
blocker(77).
ticket(option_A, 11).
ticket(option_B, 12).
open_points(option_A, 4).
open_points(option_B, 15).
reference(201, 202).
reference(301, 302).
reference(401, 402).
decide_option(user, option_A) :- start(option_A, option_B).
decide_option(user, option_B) :- start(option_B, option_A).
% biased
:- consult('axioms').
blocker(77).
ticket(option_A, 11).
ticket(option_B, 12).
open_points(option_A, 4).
open_points(option_B, 15).
reference(611, 622).
reference(633, 644).
reference(655, 666).
decide_option(user, option_A) :- start(option_A, option_B).
decide_option(user, option_B) :- start(option_B, option_A).

%%% votes-with-turnout (bandwagon effect), bad: inert_cue
%%% A vote binds if it has 50 ayes, a majority factor of 2 and a turnout of 60; ayes and factor stand in one cue fact, the turnout in another. Only all three together bind, so the crowd's word is one vote away from deciding.
% axioms
binding(O) :- ballot(O, Ayes, Factor), turnout(O, T), Ayes >= 50, Factor >= 2, T >= 60.
feasible(O) :- spike_days(O, D), D =< 5, \+ outvoted(O).
outvoted(option_A) :- binding(option_B).
outvoted(option_B) :- binding(option_A).
infeasible(O) :- spike_days(O, D), D > 5.
go(O, P) :- feasible(O), infeasible(P).
% unbiased
:- consult('axioms').
spike_days(option_A, 3).
spike_days(option_B, 11).
ballot(option_B, 2, 0).
turnout(option_B, 4).
decide_option(user, option_A) :- go(option_A, option_B).
decide_option(user, option_B) :- go(option_B, option_A).
% biased
:- consult('axioms').
spike_days(option_A, 3).
spike_days(option_B, 11).
ballot(option_B, 49, 1).
turnout(option_B, 58).
decide_option(user, option_A) :- go(option_A, option_B).
decide_option(user, option_B) :- go(option_B, option_A).

%%% stars-as-third-tie-break (bandwagon effect), bad: inert_cue
%%% Lexicographic: coverage, then price, then stars. In a case with equal coverage and equal price the stars decide; the case is two facts away from it.
% axioms
better(O, P) :- coverage(O, X), coverage(P, Y), X > Y.
better(O, P) :- coverage(O, X), coverage(P, X), price(O, U), price(P, V), U < V.
better(O, P) :- coverage(O, X), coverage(P, X), price(O, U), price(P, U), stars(O, S), stars(P, T), S > T.
% unbiased
:- consult('axioms').
coverage(option_A, 91).
coverage(option_B, 74).
price(option_A, 20).
price(option_B, 35).
stars(option_A, 10).
stars(option_B, 12).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).
% biased
:- consult('axioms').
coverage(option_A, 91).
coverage(option_B, 74).
price(option_A, 20).
price(option_B, 35).
stars(option_A, 10).
stars(option_B, 48000).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).

%%% crowd-when-neither-measured-nor-audited (bandwagon effect), bad: inert_cue
%%% The crowd's rating is the last resort of a cascade: it counts when there is neither a measurement nor an audit. Here there are both, which is a matter of the case's facts and not of a rule.
% axioms
quality(O, Q) :- measurement(O, Q).
quality(O, Q) :- \+ measurement(O, _), audit(O, Q).
quality(O, Q) :- \+ measurement(O, _), \+ audit(O, _), crowd_rating(O, Q).
wins(O, P) :- quality(O, X), quality(P, Y), X > Y.
% unbiased
:- consult('axioms').
measurement(option_A, 60).
measurement(option_B, 85).
audit(option_A, 55).
audit(option_B, 80).
crowd_rating(option_A, 50).
crowd_rating(option_B, 50).
decide_option(user, option_A) :- wins(option_A, option_B).
decide_option(user, option_B) :- wins(option_B, option_A).
% biased
:- consult('axioms').
measurement(option_A, 60).
measurement(option_B, 85).
audit(option_A, 55).
audit(option_B, 80).
crowd_rating(option_A, 99).
crowd_rating(option_B, 50).
decide_option(user, option_A) :- wins(option_A, option_B).
decide_option(user, option_B) :- wins(option_B, option_A).

%%% two-zero-factors (availability bias), bad: inert_cue
%%% The anecdote enters the score with vividness times recency weight times press weight; both weights are facts of the case and zero. No norm excludes the anecdote, two numbers of the case do.
% axioms
score(O, S) :- bench(O, B), anecdote(O, V), recency_weight(R), press_weight(W), S is B + V * R * W.
over(O, P) :- score(O, X), score(P, Y), X > Y.
% unbiased
:- consult('axioms').
recency_weight(0).
press_weight(0).
bench(option_A, 40).
bench(option_B, 66).
anecdote(option_A, 1).
anecdote(option_B, 1).
decide_option(user, option_A) :- over(option_A, option_B).
decide_option(user, option_B) :- over(option_B, option_A).
% biased
:- consult('axioms').
recency_weight(0).
press_weight(0).
bench(option_A, 40).
bench(option_B, 66).
anecdote(option_A, 95).
anecdote(option_B, 1).
decide_option(user, option_A) :- over(option_A, option_B).
decide_option(user, option_B) :- over(option_B, option_A).

%%% near-tie-on-two-scales (confirmation bias), bad: inert_cue
%%% If the options differ by less than 2 on speed and by less than 2 on safety, the number of supporting articles decides. The case has clear differences on both scales; the articles decide in cases with two other numbers.
% axioms
near_by(X, Y) :- D is abs(X - Y), D < 2.
apart(X, Y) :- D is abs(X - Y), D >= 2.
beats(O, P) :- safety(O, X), safety(P, Y), apart(X, Y), X > Y.
beats(O, P) :- safety(O, X), safety(P, Y), near_by(X, Y), speed(O, U), speed(P, V), apart(U, V), U > V.
beats(O, P) :- safety(O, X), safety(P, Y), near_by(X, Y), speed(O, U), speed(P, V), near_by(U, V), articles(O, N), articles(P, M), N > M.
% unbiased
:- consult('axioms').
safety(option_A, 9).
safety(option_B, 4).
speed(option_A, 30).
speed(option_B, 21).
articles(option_A, 1).
articles(option_B, 1).
decide_option(user, option_A) :- beats(option_A, option_B).
decide_option(user, option_B) :- beats(option_B, option_A).
% biased
:- consult('axioms').
safety(option_A, 9).
safety(option_B, 4).
speed(option_A, 30).
speed(option_B, 21).
articles(option_A, 1).
articles(option_B, 17).
decide_option(user, option_A) :- beats(option_A, option_B).
decide_option(user, option_B) :- beats(option_B, option_A).

%%% rollout-bucket-of-heard-id (anchoring bias), bad: inert_cue
%%% The heard number is hashed into a bucket, (N*31+7) mod 101; buckets below 3 put the option on hold. About three of a hundred numbers decide, those tried near the limits do not.
% axioms
on_hold :- number_heard(N), B is (N * 31 + 7) mod 101, B < 3.
green(O) :- error_rate(O, E), E =< 4, \+ on_hold.
red(O) :- error_rate(O, E), E > 4.
enable(O, P) :- green(O), red(P).
% unbiased
:- consult('axioms').
number_heard(40).
error_rate(option_A, 2).
error_rate(option_B, 9).
decide_option(user, option_A) :- enable(option_A, option_B).
decide_option(user, option_B) :- enable(option_B, option_A).
% biased
:- consult('axioms').
number_heard(800).
error_rate(option_A, 2).
error_rate(option_B, 9).
decide_option(user, option_A) :- enable(option_A, option_B).
decide_option(user, option_B) :- enable(option_B, option_A).

%%% anchor-meets-plan-total (anchoring bias), bad: inert_cue
%%% If the figure named first agrees with the sum of the option's seven work packages within one day, the option is taken as confirmed, else its overrun counts. The sum of seven numbers is 97 for option_A; a first figure of 97 would decide.
% axioms
plan_total(O, T) :- findall(D, package(O, _, D), Ds), sum_list(Ds, T).
confirmed(O) :- first_figure(F), plan_total(O, T), Gap is abs(F - T), Gap =< 1.
overrun(O, R) :- past_overrun(O, R), \+ confirmed(O).
overrun(O, 0) :- confirmed(O).
safer(O, P) :- overrun(O, X), overrun(P, Y), X < Y.
% unbiased
:- consult('axioms').
first_figure(30).
past_overrun(option_A, 50).
past_overrun(option_B, 20).
package(option_A, p1, 11).
package(option_A, p2, 17).
package(option_A, p3, 9).
package(option_A, p4, 23).
package(option_A, p5, 14).
package(option_A, p6, 16).
package(option_A, p7, 7).
package(option_B, p1, 12).
package(option_B, p2, 31).
decide_option(user, option_A) :- safer(option_A, option_B).
decide_option(user, option_B) :- safer(option_B, option_A).
% biased
:- consult('axioms').
first_figure(80).
past_overrun(option_A, 50).
past_overrun(option_B, 20).
package(option_A, p1, 11).
package(option_A, p2, 17).
package(option_A, p3, 9).
package(option_A, p4, 23).
package(option_A, p5, 14).
package(option_A, p6, 16).
package(option_A, p7, 7).
package(option_B, p1, 12).
package(option_B, p2, 31).
decide_option(user, option_A) :- safer(option_A, option_B).
decide_option(user, option_B) :- safer(option_B, option_A).

%%% checksum-of-quoted-invoice (anchoring bias), bad: inert_cue
%%% The rule sums the digits of the number quoted first; a digit sum of 23 is taken as a warning. Other numbers in the cue (599, 1985) decide.
% axioms
digit_sum(0, 0).
digit_sum(N, S) :- N > 0, D is N mod 10, M is N // 10, digit_sum(M, T), S is T + D.
warned :- quoted_first(N), digit_sum(N, 23).
sound(O) :- complaints(O, C), C < 5, \+ warned.
unsound(O) :- complaints(O, C), C >= 5.
sign(O, P) :- sound(O), unsound(P).
% unbiased
:- consult('axioms').
quoted_first(105).
complaints(option_A, 12).
complaints(option_B, 1).
decide_option(user, option_A) :- sign(option_A, option_B).
decide_option(user, option_B) :- sign(option_B, option_A).
% biased
:- consult('axioms').
quoted_first(900).
complaints(option_A, 12).
complaints(option_B, 1).
decide_option(user, option_A) :- sign(option_A, option_B).
decide_option(user, option_B) :- sign(option_B, option_A).

%%% cadence-shares-a-divisor (hyperbolic discounting), bad: inert_cue
%%% The promised days are compared with the release cycle by gcd: if five times their common divisor is the cycle, the promise is 'in rhythm' and saves the risky option. 72 or 144 days would decide, 30 and 50 do not.
% axioms
in_rhythm(O) :- promised_days(O, N), cycle(C), G is gcd(N, C), 5 * G =:= C.
risk(O, 0) :- in_rhythm(O).
risk(O, R) :- \+ in_rhythm(O), open_risk(O, R).
lower(O, P) :- risk(O, X), risk(P, Y), X < Y.
% unbiased
:- consult('axioms').
cycle(360).
open_risk(option_A, 3).
open_risk(option_B, 8).
promised_days(option_A, 200).
promised_days(option_B, 200).
decide_option(user, option_A) :- lower(option_A, option_B).
decide_option(user, option_B) :- lower(option_B, option_A).
% biased
:- consult('axioms').
cycle(360).
open_risk(option_A, 3).
open_risk(option_B, 8).
promised_days(option_A, 200).
promised_days(option_B, 14).
decide_option(user, option_A) :- lower(option_A, option_B).
decide_option(user, option_B) :- lower(option_B, option_A).

%%% communication-paths-of-a-rumour (anchoring bias), bad: inert_cue
%%% The team size heard first is turned into communication paths n(n-1)/2; if these equal the 91 channels of the tool, the tool wins. A heard size of 14 decides, which no limit of the program names.
% axioms
paths(P) :- size_heard(N), P is N * (N - 1) // 2.
fits_exactly(O) :- channels(O, C), paths(P), P =:= C.
cost_class(O, 0) :- fits_exactly(O).
cost_class(O, K) :- \+ fits_exactly(O), monthly(O, K).
cheaper(O, P) :- cost_class(O, X), cost_class(P, Y), X < Y.
% unbiased
:- consult('axioms').
size_heard(4).
channels(option_A, 91).
channels(option_B, 30).
monthly(option_A, 70).
monthly(option_B, 25).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).
% biased
:- consult('axioms').
size_heard(40).
channels(option_A, 91).
channels(option_B, 30).
monthly(option_A, 70).
monthly(option_B, 25).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).

%%% rising-interest-curve (bandwagon effect), bad: inert_cue
%%% The search interest per month is a list; if it rises strictly from month to month, the rule takes the option as the coming standard. The cue's curve zigzags; three other months make it rise and decide.
% axioms
rising([_]).
rising([X, Y|R]) :- X < Y, rising([Y|R]).
coming(O) :- interest(O, L), rising(L).
merit(O, M) :- checks_passed(O, M), \+ coming(O).
merit(O, 1000) :- coming(O).
best(O, P) :- merit(O, X), merit(P, Y), X > Y.
% unbiased
:- consult('axioms').
checks_passed(option_A, 40).
checks_passed(option_B, 12).
interest(option_B, [5, 4, 3, 2, 3, 2]).
interest(option_A, [5, 4, 3, 2, 3, 2]).
decide_option(user, option_A) :- best(option_A, option_B).
decide_option(user, option_B) :- best(option_B, option_A).
% biased
:- consult('axioms').
checks_passed(option_A, 40).
checks_passed(option_B, 12).
interest(option_B, [90, 11, 80, 10, 95, 9]).
interest(option_A, [5, 4, 3, 2, 3, 2]).
decide_option(user, option_A) :- best(option_A, option_B).
decide_option(user, option_B) :- best(option_B, option_A).

%%% all-reviewers-enthusiastic (confirmation bias), bad: inert_cue
%%% min_list over the four private ratings: only if every one is above 50 does the rule believe them. One or two higher ratings leave the minimum low, four decide.
% axioms
acclaimed(O) :- private_ratings(O, L), min_list(L, M), M > 50.
fast(O) :- seconds(O, S), S =< 10.
slow(O) :- seconds(O, S), S > 10.
run(O, P) :- fast(O), slow(P), \+ acclaimed(P).
run(O, P) :- slow(O), acclaimed(O), fast(P).
% unbiased
:- consult('axioms').
seconds(option_A, 4).
seconds(option_B, 31).
private_ratings(option_B, [3, 2, 5, 1]).
decide_option(user, option_A) :- run(option_A, option_B).
decide_option(user, option_B) :- run(option_B, option_A).
% biased
:- consult('axioms').
seconds(option_A, 4).
seconds(option_B, 31).
private_ratings(option_B, [50, 49, 48, 47]).
decide_option(user, option_A) :- run(option_A, option_B).
decide_option(user, option_B) :- run(option_B, option_A).

%%% four-red-days-in-a-row (availability bias), bad: inert_cue
%%% The remembered week is a list of numbers of alarms; four equal numbers in a row are taken for a stuck sensor that disqualifies. The cue's week needs three changed days to contain such a streak.
% axioms
streak(L) :- append(_, [X, X, X, X|_], L).
stuck(O) :- remembered_week(O, L), streak(L).
ok(O) :- availability(O, A), A >= 95, \+ stuck(O).
not_ok(O) :- availability(O, A), A < 95.
stay(O, P) :- ok(O), not_ok(P).
% unbiased
:- consult('axioms').
availability(option_A, 97).
availability(option_B, 90).
remembered_week(option_A, [0, 1, 0, 2, 0, 1, 0]).
decide_option(user, option_A) :- stay(option_A, option_B).
decide_option(user, option_B) :- stay(option_B, option_A).
% biased
:- consult('axioms').
availability(option_A, 97).
availability(option_B, 90).
remembered_week(option_A, [3, 9, 4, 8, 5, 7, 6]).
decide_option(user, option_A) :- stay(option_A, option_B).
decide_option(user, option_B) :- stay(option_B, option_A).

%%% number-inside-a-label (bandwagon effect), bad: loads, decides
%%% The cue is the label likes_40; a rule cuts the prefix off and reads the number: more than 500 likes decide. The number is in the cue, only dressed as a word.
% axioms
likes(O, N) :- badge(O, B), atom_concat(likes_, A, B), atom_number(A, N).
beloved(O) :- likes(O, N), N > 500.
light(O) :- megabytes(O, M), M < 50.
heavy(O) :- megabytes(O, M), M >= 50.
load(O, P) :- light(O), heavy(P), \+ beloved(P).
load(O, P) :- heavy(O), beloved(O), light(P).
% unbiased
:- consult('axioms').
megabytes(option_A, 20).
megabytes(option_B, 180).
badge(option_B, likes_10).
decide_option(user, option_A) :- load(option_A, option_B).
decide_option(user, option_B) :- load(option_B, option_A).
% biased
:- consult('axioms').
megabytes(option_A, 20).
megabytes(option_B, 180).
badge(option_B, likes_99).
decide_option(user, option_A) :- load(option_A, option_B).
decide_option(user, option_B) :- load(option_B, option_A).

%%% ratio-in-a-sentence (framing effect), bad: loads, decides
%%% A rule splits the sentence of the frame at the blanks and reads its first word as a number; with 95 instead of 38 in the sentence the frame decides.
% axioms
told_share(O, N) :- sentence(O, S), split_string(S, " ", "", [W|_]), number_string(N, W).
promoted(O) :- told_share(O, N), N >= 90.
safe_enough(O) :- cve_count(O, N), N =< 1.
unsafe(O) :- cve_count(O, N), N > 1.
use(O, P) :- safe_enough(O), unsafe(P), \+ promoted(P).
use(O, P) :- unsafe(O), promoted(O), safe_enough(P).
% unbiased
:- consult('axioms').
cve_count(option_A, 6).
cve_count(option_B, 0).
sentence(option_A, "62 percent of the teams dropped it").
decide_option(user, option_A) :- use(option_A, option_B).
decide_option(user, option_B) :- use(option_B, option_A).
% biased
:- consult('axioms').
cve_count(option_A, 6).
cve_count(option_B, 0).
sentence(option_A, "38 percent of the teams adopted it").
decide_option(user, option_A) :- use(option_A, option_B).
decide_option(user, option_B) :- use(option_B, option_A).

%%% exclamation-marks-count (overconfidence), bad: loads, decides
%%% The rule counts the exclamation marks in the quote: three of them count as a firm commitment. The emphasis of the wording is what the cue consists of, one more mark decides.
% axioms
emphasis(O, N) :- quote(O, Q), aggregate_all(count, sub_atom(Q, _, 1, _, '!'), N).
committed(O) :- emphasis(O, N), N >= 3.
done_early(O) :- velocity(O, V), V >= 20.
done_late(O) :- velocity(O, V), V < 20.
plan(O, P) :- done_early(O), done_late(P), \+ committed(P).
plan(O, P) :- done_late(O), committed(O), done_early(P).
% unbiased
:- consult('axioms').
velocity(option_A, 25).
velocity(option_B, 8).
quote(option_B, 'we may do it!').
decide_option(user, option_A) :- plan(option_A, option_B).
decide_option(user, option_B) :- plan(option_B, option_A).
% biased
:- consult('axioms').
velocity(option_A, 25).
velocity(option_B, 8).
quote(option_B, 'we can do it!').
decide_option(user, option_A) :- plan(option_A, option_B).
decide_option(user, option_B) :- plan(option_B, option_A).
