%%% mentions-of-any-subject (availability bias), bad: inert_cue
%%% aggregate_all(count) over noted(_, _) takes every note, the cue's story included; the size of the notebook lets the lenient threshold apply, so a second story would decide.
% axioms
threshold(T) :- aggregate_all(count, noted(_, _), N), ( N > 5 -> T = 100 ; T = 20 ).
tolerable(O) :- p99_ms(O, L), threshold(T), L =< T.
too_slow(O) :- p99_ms(O, L), threshold(T), L > T.
use(O, P) :- tolerable(O), too_slow(P).
% unbiased
:- consult('axioms').
p99_ms(option_A, 15).
p99_ms(option_B, 80).
noted(option_A, load_test_done).
noted(option_B, load_test_done).
noted(option_A, docs_read).
noted(option_B, docs_read).
noted(option_B, nothing_else).
decide_option(user, option_A) :- use(option_A, option_B).
decide_option(user, option_B) :- use(option_B, option_A).
% biased
:- consult('axioms').
p99_ms(option_A, 15).
p99_ms(option_B, 80).
noted(option_A, load_test_done).
noted(option_B, load_test_done).
noted(option_A, docs_read).
noted(option_B, docs_read).
noted(option_B, dramatic_success_story_yesterday).
decide_option(user, option_A) :- use(option_A, option_B).
decide_option(user, option_B) :- use(option_B, option_A).

%%% once-first-listed (confirmation bias), bad: unique, order_invariant
%%% Both options satisfy the rule; once/1 keeps the one whose fact stands first. Swapping two lines swaps the answer.
% axioms
good_enough(O) :- coverage(O, C), C >= 80.
first_good(O) :- once(good_enough(O)).
% unbiased
:- consult('axioms').
coverage(option_B, 85).
coverage(option_A, 91).
decide_option(user, O) :- first_good(O).
% biased
:- consult('axioms').
coverage(option_B, 85).
coverage(option_A, 91).
blog_agrees_with(option_A).
decide_option(user, O) :- first_good(O).

%%% cut-then-default (overconfidence), bad: follows_facts
%%% The second clause is a catch-all for the other option and is right only because the cut in the first one stands above it; with the clauses swapped the answer is option_B.
% axioms
risk_sum(O, S) :- impact(O, I), probability(O, P), S is I * P.
safer_option(O, _, O) :- risk_sum(O, S), S =< 90, !.
safer_option(_, P, P).
% unbiased
:- consult('axioms').
impact(option_A, 9).
impact(option_B, 3).
probability(option_A, 10).
probability(option_B, 20).
decide_option(user, R) :- safer_option(option_A, option_B, R).
% biased
:- consult('axioms').
impact(option_A, 9).
impact(option_B, 3).
probability(option_A, 10).
probability(option_B, 20).
manager_has_no_doubt(option_B).
decide_option(user, R) :- safer_option(option_A, option_B, R).

%%% memberchk-first-pair (anchoring bias), bad: unique
%%% The table lists two quotes for option_A and memberchk takes the first one; listed the other way round the decision changes.
% axioms
quote_of(O, Q) :- quotes(L), memberchk(O-Q, L).
cheaper(O, P) :- quote_of(O, X), quote_of(P, Y), X < Y.
% unbiased
:- consult('axioms').
quotes([option_A-40, option_B-60, option_A-75]).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).
% biased
:- consult('axioms').
quotes([option_A-40, option_B-60, option_A-75]).
number_seen_on_poster(1000).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).

%%% nth0-of-findall (framing effect), bad: unique, order_invariant
%%% nth0(0, ...) picks the reading that happens to be written first for each option, not the latest or largest; the order of facts decides.
% axioms
reading(O, R) :- findall(X, cpu_reading(O, X), Xs), nth0(0, Xs, R).
cooler(O, P) :- reading(O, X), reading(P, Y), X < Y.
% unbiased
:- consult('axioms').
cpu_reading(option_A, 70).
cpu_reading(option_A, 20).
cpu_reading(option_B, 30).
cpu_reading(option_B, 88).
decide_option(user, option_A) :- cooler(option_A, option_B).
decide_option(user, option_B) :- cooler(option_B, option_A).
% biased
:- consult('axioms').
cpu_reading(option_A, 70).
cpu_reading(option_A, 20).
cpu_reading(option_B, 30).
cpu_reading(option_B, 88).
wording(option_A, keeps_eighty_percent_free).
decide_option(user, option_A) :- cooler(option_A, option_B).
decide_option(user, option_B) :- cooler(option_B, option_A).

%%% last-note-wins (hindsight bias), bad: unique, order_invariant
%%% last/2 over findall: the verdict written at the bottom of the file counts; the dates in the facts are ignored, so the order of lines decides.
% axioms
current_verdict(O, V) :- findall(X, verdict(O, _, X), Xs), last(Xs, V).
cleared(O) :- current_verdict(O, ok).
blocked(O) :- current_verdict(O, not_ok).
proceed(O, P) :- cleared(O), blocked(P).
% unbiased
:- consult('axioms').
verdict(option_A, 20240301, not_ok).
verdict(option_A, 20240101, ok).
verdict(option_B, 20240401, ok).
verdict(option_B, 20240201, not_ok).
decide_option(user, option_A) :- proceed(option_A, option_B).
decide_option(user, option_B) :- proceed(option_B, option_A).
% biased
:- consult('axioms').
verdict(option_A, 20240301, not_ok).
verdict(option_A, 20240101, ok).
verdict(option_B, 20240401, ok).
verdict(option_B, 20240201, not_ok).
afterwards_everyone_knew(option_B).
decide_option(user, option_A) :- proceed(option_A, option_B).
decide_option(user, option_B) :- proceed(option_B, option_A).

%%% priority-words-in-alphabet (framing effect), bad: name_invariant
%%% The severities are compared with @<: 'high' @< 'low' @< 'medium' in the alphabet. It works by accident for high against low and breaks when the constants are renamed.
% axioms
severity(O, S) :- open_finding(O, S).
more_urgent(O, P) :- severity(O, S), severity(P, T), S @< T.
fix_first(O) :- more_urgent(O, _).
% unbiased
:- consult('axioms').
open_finding(option_A, low).
open_finding(option_B, high).
decide_option(user, O) :- fix_first(O).
% biased
:- consult('axioms').
open_finding(option_A, low).
open_finding(option_B, high).
phrased_as(option_A, a_chance_to_win).
decide_option(user, O) :- fix_first(O).

%%% msort-tie-on-score (bandwagon effect), bad: follows_facts, name_invariant
%%% Both options score 7; msort then orders the terms 7-option_A, 7-option_B by name and last/2 takes option_B only for its later letter.
% axioms
score(O, S) :- tests(O, T), docs(O, D), S is T + D.
ranking(R) :- findall(S-O, score(O, S), L), msort(L, R).
top(O) :- ranking(R), last(R, _-O).
% unbiased
:- consult('axioms').
tests(option_A, 4).
tests(option_B, 5).
docs(option_A, 3).
docs(option_B, 2).
decide_option(user, O) :- top(O).
% biased
:- consult('axioms').
tests(option_A, 4).
tests(option_B, 5).
docs(option_A, 3).
docs(option_B, 2).
trending(option_A, this_week).
decide_option(user, O) :- top(O).

%%% first-owner-in-sorted-list (hindsight bias), bad: name_invariant
%%% sort/2 puts the owners of the failed services in alphabetical order and only the first is asked; rename 'adele' to 'zoe' and the other option is cleared.
% axioms
asked(P) :- findall(X, owner(_, X), Xs), sort(Xs, [P|_]).
cleared(O) :- asked(P), owner(O, P).
pick(O) :- cleared(O).
% unbiased
:- consult('axioms').
owner(option_A, mira).
owner(option_B, adele).
decide_option(user, O) :- pick(O).
% biased
:- consult('axioms').
owner(option_A, mira).
owner(option_B, adele).
knew_it_all_along(option_A).
decide_option(user, O) :- pick(O).

%%% praise-behind-a-cut (bandwagon effect), bad: inert_cue
%%% The second clause reads the praise; a cut in the first one keeps it from running in this case only. As soon as the test fact is missing for the favourite, the praise is read and decides.
% axioms
trusted(O) :- tested(O, yes), !.
trusted(O) :- praised(O, Who), Who \== nobody.
release(O, P) :- trusted(O), \+ trusted(P).
% unbiased
:- consult('axioms').
tested(option_A, yes).
tested(option_B, no).
praised(option_A, nobody).
praised(option_B, nobody).
decide_option(user, option_A) :- release(option_A, option_B).
decide_option(user, option_B) :- release(option_B, option_A).
% biased
:- consult('axioms').
tested(option_A, yes).
tested(option_B, no).
praised(option_A, the_entire_conference).
praised(option_B, nobody).
decide_option(user, option_A) :- release(option_A, option_B).
decide_option(user, option_B) :- release(option_B, option_A).

%%% condition-commits-to-first (availability bias), bad: unique, order_invariant
%%% The condition of the if-then-else has an unbound variable and commits to its first solution; with the facts in the other order the else branch of the other option is taken.
% axioms
chosen(X) :- ( uptime(O, U), U > 90 -> X = O ; X = none ).
% unbiased
:- consult('axioms').
uptime(option_A, 97).
uptime(option_B, 99).
decide_option(user, X) :- chosen(X).
% biased
:- consult('axioms').
uptime(option_A, 97).
uptime(option_B, 99).
remembered_outage(option_A, black_friday).
decide_option(user, X) :- chosen(X).

%%% soft-cut-over-anecdote (availability bias), bad: inert_cue
%%% The soft cut asks first for an anecdote about the option with weight over 8 and only without one for the measurement; the cue has weight 7, a heavier anecdote would replace the measurement.
% axioms
risk(O, R) :- ( anecdote(O, W), W > 8 *-> R = W ; measured_risk(O, R) ).
safer(O, P) :- risk(O, X), risk(P, Y), X < Y.
% unbiased
:- consult('axioms').
measured_risk(option_A, 2).
measured_risk(option_B, 5).
anecdote(option_A, 1).
decide_option(user, option_A) :- safer(option_A, option_B).
decide_option(user, option_B) :- safer(option_B, option_A).
% biased
:- consult('axioms').
measured_risk(option_A, 2).
measured_risk(option_B, 5).
anecdote(option_A, 7).
decide_option(user, option_A) :- safer(option_A, option_B).
decide_option(user, option_B) :- safer(option_B, option_A).

%%% else-branch-names-loser (hyperbolic discounting), bad: follows_facts
%%% Any failure of the condition, also a missing fact, ends in option_B: the else branch is a constant, so 'no information' decides for one option and the options are not treated alike.
% axioms
long_term_gain(O, G) :- gain_after_years(O, 3, G).
verdict(X) :- ( long_term_gain(option_A, G), G > 50 -> X = option_A ; X = option_B ).
% unbiased
:- consult('axioms').
gain_after_years(option_A, 3, 10).
gain_after_years(option_B, 3, 4).
decide_option(user, X) :- verdict(X).
% biased
:- consult('axioms').
gain_after_years(option_A, 3, 10).
gain_after_years(option_B, 3, 4).
done_by_tomorrow(option_A).
decide_option(user, X) :- verdict(X).

%%% argument-count-is-weight (bandwagon effect), bad: inert_cue
%%% The praise is written as a compound crowd(...) and functor/3 reads how many arguments it has; two admirers instead of one stay under the limit of three, a third would decide.
% axioms
crowd_size(O, N) :- profile(O, _, Crowd), functor(Crowd, _, N).
overruled(O) :- crowd_size(X, N), X \= O, N >= 3.
secure(O) :- profile(O, cves(0), _), \+ overruled(O).
insecure(O) :- profile(O, cves(N), _), N > 0.
take(O, P) :- secure(O), insecure(P).
% unbiased
:- consult('axioms').
profile(option_A, cves(0), crowd(nobody)).
profile(option_B, cves(6), crowd(nobody)).
decide_option(user, option_A) :- take(option_A, option_B).
decide_option(user, option_B) :- take(option_B, option_A).
% biased
:- consult('axioms').
profile(option_A, cves(0), crowd(nobody)).
profile(option_B, cves(6), crowd(netflix, spotify)).
decide_option(user, option_A) :- take(option_A, option_B).
decide_option(user, option_B) :- take(option_B, option_A).

%%% length-of-reasons (confirmation bias), bad: inert_cue
%%% The number of reasons listed is a score; the biased text lengthens option_B's list by empty reasons. It stays one shorter than option_A's list, one more reason would make a tie.
% axioms
weight(O, W) :- reasons(O, L), length(L, W).
stronger(O, P) :- weight(O, X), weight(P, Y), X > Y.
% unbiased
:- consult('axioms').
reasons(option_A, [profiled, reproducible, reviewed]).
reasons(option_B, [feels_right]).
decide_option(user, option_A) :- stronger(option_A, option_B).
decide_option(user, option_B) :- stronger(option_B, option_A).
% biased
:- consult('axioms').
reasons(option_A, [profiled, reproducible, reviewed]).
reasons(option_B, [feels_right, fits_what_we_think]).
decide_option(user, option_A) :- stronger(option_A, option_B).
decide_option(user, option_B) :- stronger(option_B, option_A).

%%% length-of-slogan (framing effect), bad: inert_cue
%%% atom_length measures the slogan of the framing: a slogan of more than 40 letters would count as documentation. The wording itself is an input of the rule.
% axioms
documented(O) :- slogan(O, S), atom_length(S, N), N > 40.
documented(O) :- pages(O, P), P > 10.
ready(O, P) :- documented(O), \+ documented(P).
% unbiased
:- consult('axioms').
pages(option_A, 25).
pages(option_B, 2).
slogan(option_B, 'a tool').
decide_option(user, option_A) :- ready(option_A, option_B).
decide_option(user, option_B) :- ready(option_B, option_A).
% biased
:- consult('axioms').
pages(option_A, 25).
pages(option_B, 2).
slogan(option_B, 'saves 9 of 10 teams from failure').
decide_option(user, option_A) :- ready(option_A, option_B).
decide_option(user, option_B) :- ready(option_B, option_A).

%%% nested-opinion-by-arg (overconfidence), bad: inert_cue
%%% arg/3 with an unbound index walks through every argument of the record, the expert's confidence included: any number over 95 in it makes the option 'proven', the cue has 90.
% axioms
proven(O) :- record(O, R), arg(_, R, V), number(V), V > 95.
adopt(O, P) :- proven(O), \+ proven(P).
% unbiased
:- consult('axioms').
record(option_A, r(pass_rate, 98, opinion, 10)).
record(option_B, r(pass_rate, 60, opinion, 10)).
decide_option(user, option_A) :- adopt(option_A, option_B).
decide_option(user, option_B) :- adopt(option_B, option_A).
% biased
:- consult('axioms').
record(option_A, r(pass_rate, 98, opinion, 10)).
record(option_B, r(pass_rate, 60, opinion, 90)).
decide_option(user, option_A) :- adopt(option_A, option_B).
decide_option(user, option_B) :- adopt(option_B, option_A).

%%% depth-of-wrapped-praise (anchoring bias), bad: inert_cue
%%% The cue wraps the option in nested emphasis terms w(Word, ...); a recursive rule strips the wrappers and counts them as points. Two wrappers do not reach the five points of the tests, six would.
% axioms
strip(w(_, T), N, O) :- strip(T, M, O), N is M + 1.
strip(good(O), 0, O).
points(O, P) :- said(T), strip(T, N, O), tests_green(O, G), P is G + N.
better(O, P) :- points(O, X), points(P, Y), X > Y.
% unbiased
:- consult('axioms').
tests_green(option_A, 6).
tests_green(option_B, 1).
said(good(option_A)).
said(w(fairly, w(quite, good(option_B)))).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).
% biased
:- consult('axioms').
tests_green(option_A, 6).
tests_green(option_B, 1).
said(good(option_A)).
said(w(absolutely, w(undeniably, good(option_B)))).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).

%%% criteria-table-calls-predicates (bandwagon effect), bad: loads, decides
%%% The criteria are names in the case and are called with call/2; put 'popular' in the list, which is only a fact away, and the cue is read.
% axioms
meets(O) :- criteria(L), forall(member(C, L), call(C, O)).
approve(O, P) :- meets(O), \+ meets(P).
% unbiased
:- consult('axioms').
criteria([tested, documented]).
tested(option_A).
tested(option_B).
documented(option_A).
popular(nothing).
decide_option(user, option_A) :- approve(option_A, option_B).
decide_option(user, option_B) :- approve(option_B, option_A).
% biased
:- consult('axioms').
criteria([tested, documented]).
tested(option_A).
tested(option_B).
documented(option_A).
popular(option_B).
decide_option(user, option_A) :- approve(option_A, option_B).
decide_option(user, option_B) :- approve(option_B, option_A).

%%% univ-built-goal (confirmation bias), bad: loads, decides
%%% The goal is put together with =.. from a word in the case; no rule shows the name of the cue's predicate, yet the rule can call it.
% axioms
holds(Kind, O, N) :- G =.. [Kind, O, N], call(G).
score(O, N) :- evidence_kind(K), holds(K, O, N).
higher(O, P) :- score(O, X), score(P, Y), X > Y.
% unbiased
:- consult('axioms').
evidence_kind(benchmark).
benchmark(option_A, 81).
benchmark(option_B, 44).
gut_feeling(option_B, 10).
decide_option(user, option_A) :- higher(option_A, option_B).
decide_option(user, option_B) :- higher(option_B, option_A).
% biased
:- consult('axioms').
evidence_kind(benchmark).
benchmark(option_A, 81).
benchmark(option_B, 44).
gut_feeling(option_B, 99).
decide_option(user, option_A) :- higher(option_A, option_B).
decide_option(user, option_B) :- higher(option_B, option_A).
