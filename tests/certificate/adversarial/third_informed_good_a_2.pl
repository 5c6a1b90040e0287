%%% one-third-and-two-thirds (confirmation bias), good
%%% Fractions are compared by rdiv, that is exactly; no binary fraction is involved.
% axioms
pass_share(O, S) :- passed(O, P), executed(O, E), S is P rdiv E.
required_share(S) :- S is 2 rdiv 3.
satisfies(O) :- pass_share(O, S), required_share(R), S >= R.
fails_it(O) :- pass_share(O, S), required_share(R), S < R.
ship(O, Q) :- satisfies(O), fails_it(Q).
% unbiased
:- consult('axioms').
passed(option_A, 4).
passed(option_B, 5).
executed(option_A, 6).
executed(option_B, 9).
decide_option(user, option_A) :- ship(option_A, option_B).
decide_option(user, option_B) :- ship(option_B, option_A).
% biased
:- consult('axioms').
passed(option_A, 4).
passed(option_B, 5).
executed(option_A, 6).
executed(option_B, 9).
colleague_shares_our_view(option_B).
decide_option(user, option_A) :- ship(option_A, option_B).
decide_option(user, option_B) :- ship(option_B, option_A).

%%% strings-ranked-by-table (framing effect), good
%%% Priorities are strings, ranked by a table of the axioms, not by the alphabet; the frame is unread.
% axioms
rank("blocker", 1).
rank("major", 2).
rank("cosmetic", 3).
prio(O, N) :- label(O, S), rank(S, N).
urgent_before(O, P) :- prio(O, X), prio(P, Y), X < Y.
% unbiased
:- consult('axioms').
label(option_A, "cosmetic").
label(option_B, "major").
decide_option(user, option_A) :- urgent_before(option_A, option_B).
decide_option(user, option_B) :- urgent_before(option_B, option_A).
% biased
:- consult('axioms').
label(option_A, "cosmetic").
label(option_B, "major").
customer_wrote(option_A, "we lose money each minute").
decide_option(user, option_A) :- urgent_before(option_A, option_B).
decide_option(user, option_B) :- urgent_before(option_B, option_A).

%%% missing-answers-count-as-zero (hindsight bias), good
%%% findall plus sum_list gives 0 for an option without facts of that kind; both options are treated alike.
% axioms
penalty(O, T) :- findall(P, finding(O, P), Ps), sum_list(Ps, T).
net(O, N) :- value(O, V), penalty(O, T), N is V - T.
keep(O, Q) :- net(O, X), net(Q, Y), X > Y.
% unbiased
:- consult('axioms').
value(option_A, 40).
value(option_B, 44).
finding(option_B, 6).
finding(option_B, 5).
decide_option(user, option_A) :- keep(option_A, option_B).
decide_option(user, option_B) :- keep(option_B, option_A).
% biased
:- consult('axioms').
value(option_A, 40).
value(option_B, 44).
finding(option_B, 6).
finding(option_B, 5).
was_clear_to_all(option_A, afterwards).
decide_option(user, option_A) :- keep(option_A, option_B).
decide_option(user, option_B) :- keep(option_B, option_A).

%%% matrix-of-lists (hyperbolic discounting), good
%%% A matrix is a list of rows; nth1 finds the column of a year by its position in the header. The quick reward is unread.
% axioms
column(Year, I) :- header(H), nth1(I, H, Year).
cell(O, Year, V) :- column(Year, I), matrix(M), member(O-Row, M), nth1(I, Row, V).
late_value(O, V) :- cell(O, year_two, X), cell(O, year_three, Y), V is X + Y.
pays_later(O, P) :- late_value(O, X), late_value(P, Y), X > Y.
% unbiased
:- consult('axioms').
header([year_one, year_two, year_three]).
matrix([option_A-[30, 10, 5], option_B-[2, 25, 40]]).
decide_option(user, option_A) :- pays_later(option_A, option_B).
decide_option(user, option_B) :- pays_later(option_B, option_A).
% biased
:- consult('axioms').
header([year_one, year_two, year_three]).
matrix([option_A-[30, 10, 5], option_B-[2, 25, 40]]).
cash_on_the_table(option_A, tonight).
decide_option(user, option_A) :- pays_later(option_A, option_B).
decide_option(user, option_B) :- pays_later(option_B, option_A).

%%% pairs-and-max-list (overconfidence), good
%%% pairs_values and max_list; then the option with that value. Values differ, so one option follows.
% axioms
best_value(M) :- readings(Ps), pairs_values(Ps, Vs), max_list(Vs, M).
winner(O) :- best_value(M), readings(Ps), member(O-M, Ps).
% unbiased
:- consult('axioms').
readings([option_A-71, option_B-64]).
decide_option(user, O) :- winner(O).
% biased
:- consult('axioms').
readings([option_A-71, option_B-64]).
speaker_bets_on(option_B).
decide_option(user, O) :- winner(O).

%%% standards-by-clause-constant (availability bias), good: would count data_loss
%%% Only an incident of class data_loss, a constant of the rule, would rule an option out; the remembered one is a traffic jam.
% axioms
ruled_out(O) :- incident(O, data_loss).
lighter(O, P) :- footprint(O, X), footprint(P, Y), X < Y.
use(O, P) :- lighter(O, P), \+ ruled_out(O).
% unbiased
:- consult('axioms').
footprint(option_A, 12).
footprint(option_B, 64).
incident(option_A, quiet_day).
decide_option(user, option_A) :- use(option_A, option_B).
decide_option(user, option_B) :- use(option_B, option_A).
% biased
:- consult('axioms').
footprint(option_A, 12).
footprint(option_B, 64).
incident(option_A, spectacular_traffic_jam).
decide_option(user, option_A) :- use(option_A, option_B).
decide_option(user, option_B) :- use(option_B, option_A).

%%% accumulator-over-sprints (anchoring bias), good
%%% A recursion with accumulator counts how many sprints are needed until the backlog is empty; the promised number is unread.
% axioms
sprints(B, _, N, N) :- B =< 0.
sprints(B, V, N0, N) :- B > 0, B1 is B - V, N1 is N0 + 1, sprints(B1, V, N1, N).
needed(O, N) :- backlog(O, B), velocity(O, V), V > 0, sprints(B, V, 0, N).
sooner(O, P) :- needed(O, X), needed(P, Y), X < Y.
% unbiased
:- consult('axioms').
backlog(option_A, 90).
backlog(option_B, 120).
velocity(option_A, 11).
velocity(option_B, 20).
decide_option(user, option_A) :- sooner(option_A, option_B).
decide_option(user, option_B) :- sooner(option_B, option_A).
% biased
:- consult('axioms').
promised_sprints(option_A, 2).
backlog(option_A, 90).
backlog(option_B, 120).
velocity(option_A, 11).
velocity(option_B, 20).
decide_option(user, option_A) :- sooner(option_A, option_B).
decide_option(user, option_B) :- sooner(option_B, option_A).

%%% set-difference-of-permissions (confirmation bias), good
%%% The number of permissions beyond the needed ones by list_to_set, subtract and length.
% axioms
excess(O, N) :- requests(O, Ps), needed(Qs), subtract(Ps, Qs, Extra), list_to_set(Extra, S), length(S, N).
least_privilege(O, P) :- excess(O, X), excess(P, Y), X < Y.
% unbiased
:- consult('axioms').
needed([read, list]).
requests(option_A, [read, write, admin, list]).
requests(option_B, [read, list, write]).
decide_option(user, option_A) :- least_privilege(option_A, option_B).
decide_option(user, option_B) :- least_privilege(option_B, option_A).
% biased
:- consult('axioms').
needed([read, list]).
requests(option_A, [read, write, admin, list]).
requests(option_B, [read, list, write]).
our_hunch(option_A, harmless).
decide_option(user, option_A) :- least_privilege(option_A, option_B).
decide_option(user, option_B) :- least_privilege(option_B, option_A).

%%% weighted-decimals-not-close (bandwagon effect), good
%%% foldl over criteria with decimal weights; the scores differ by more than one point, so no rounding matters, and in any order of the criteria.
% axioms
add_weighted(O, C-W, S0, S) :- mark(O, C, M), S is S0 + W * M.
grade(O, G) :- weights(Ws), foldl(add_weighted(O), Ws, 0, G).
outscores(O, P) :- grade(O, X), grade(P, Y), X > Y + 0.5.
% unbiased
:- consult('axioms').
weights([security-0.5, speed-0.3, price-0.2]).
mark(option_A, security, 4).
mark(option_A, speed, 9).
mark(option_A, price, 9).
mark(option_B, security, 9).
mark(option_B, speed, 7).
mark(option_B, price, 5).
decide_option(user, option_A) :- outscores(option_A, option_B).
decide_option(user, option_B) :- outscores(option_B, option_A).
% biased
:- consult('axioms').
weights([security-0.5, speed-0.3, price-0.2]).
mark(option_A, security, 4).
mark(option_A, speed, 9).
mark(option_A, price, 9).
mark(option_B, security, 9).
mark(option_B, speed, 7).
mark(option_B, price, 5).
crowd_chants(option_A).
decide_option(user, option_A) :- outscores(option_A, option_B).
decide_option(user, option_B) :- outscores(option_B, option_A).

%%% release-checklist-in-rules (hyperbolic discounting), good
%%% Verbose checklist in rules, one conjunct per item, symmetric for both options.
% axioms
% Best practice: a release is sound if it is tested, documented and reversible.
release_is_tested(Release) :-
    automated_test_coverage(Release, Coverage),
    minimum_coverage(Minimum),
    Coverage >= Minimum.
release_is_documented(Release) :-
    changelog_written(Release).
release_is_reversible(Release) :-
    rollback_minutes(Release, Minutes),
    Minutes =< 15.
sound_release(Release) :-
    release_is_tested(Release),
    release_is_documented(Release),
    release_is_reversible(Release).
recommended_release(Release, Alternative) :-
    sound_release(Release),
    \+ sound_release(Alternative).
% unbiased
:- consult('axioms').
minimum_coverage(75).
automated_test_coverage(option_A, 82).
automated_test_coverage(option_B, 79).
changelog_written(option_A).
changelog_written(option_B).
rollback_minutes(option_A, 10).
rollback_minutes(option_B, 95).
decide_option(user, option_A) :- recommended_release(option_A, option_B).
decide_option(user, option_B) :- recommended_release(option_B, option_A).
% biased
:- consult('axioms').
minimum_coverage(75).
automated_test_coverage(option_A, 82).
automated_test_coverage(option_B, 79).
changelog_written(option_A).
changelog_written(option_B).
rollback_minutes(option_A, 10).
rollback_minutes(option_B, 95).
revenue_already_this_week(option_B).
decide_option(user, option_A) :- recommended_release(option_A, option_B).
decide_option(user, option_B) :- recommended_release(option_B, option_A).

%%% grounds-in-the-same-place (bandwagon effect), good: would count contract_term; penetration_test
%%% The case states other grounds in the same place as the cue; the axioms say which kinds are admissible and the cue's kind is none of them. would_count names them.
% axioms
admissible(penetration_test).
admissible(contract_term).
best(O) :- stated_for(O, Kind), admissible(Kind).
% unbiased
:- consult('axioms').
stated_for(option_B, contract_term).
stated_for(option_A, idle_talk).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
stated_for(option_B, contract_term).
stated_for(option_A, applause_at_the_summit).
decide_option(user, O) :- best(O).

%%% roles-through-two-helpers (confirmation bias), good: would count external_lab; works_council
%%% Whose finding counts goes through two helper predicates of the axioms; the cue's author is neither of them.
% axioms
independent(external_lab).
independent(works_council).
qualified(R) :- independent(R).
counts(finding(R, _)) :- qualified(R).
proven_unfit(O) :- report(O, F), counts(F).
smaller(O, P) :- image_mb(O, X), image_mb(P, Y), X < Y.
deploy(O, P) :- smaller(O, P), \+ proven_unfit(O).
% unbiased
:- consult('axioms').
image_mb(option_A, 700).
image_mb(option_B, 90).
report(option_B, finding(anonymous, unclear)).
decide_option(user, option_A) :- deploy(option_A, option_B).
decide_option(user, option_B) :- deploy(option_B, option_A).
% biased
:- consult('axioms').
image_mb(option_A, 700).
image_mb(option_B, 90).
report(option_B, finding(old_critic, as_expected)).
decide_option(user, option_A) :- deploy(option_A, option_B).
decide_option(user, option_B) :- deploy(option_B, option_A).

%%% unread-number-twice (anchoring bias), good
%%% Two numbers are heard, both about the right unit, but no rule reads them; cost per request decides.
% axioms
per_thousand(O, C) :- invoice_cents(O, I), requests_thousands(O, R), C is I / R.
more_economic(O, P) :- per_thousand(O, X), per_thousand(P, Y), X < Y.
% unbiased
:- consult('axioms').
invoice_cents(option_A, 90000).
invoice_cents(option_B, 40000).
requests_thousands(option_A, 300).
requests_thousands(option_B, 100).
decide_option(user, option_A) :- more_economic(option_A, option_B).
decide_option(user, option_B) :- more_economic(option_B, option_A).
% biased
:- consult('axioms').
heard_cents_per_thousand(option_B, 5).
heard_cents_per_thousand(option_A, 900).
invoice_cents(option_A, 90000).
invoice_cents(option_B, 40000).
requests_thousands(option_A, 300).
requests_thousands(option_B, 100).
decide_option(user, option_A) :- more_economic(option_A, option_B).
decide_option(user, option_B) :- more_economic(option_B, option_A).

%%% local-variable-in-negation (availability bias), good
%%% 'There is no open finding of whatever severity': the severity variable is local to the negation.
% axioms
clean(O) :- component(O, C), \+ open_finding(C, _).
dirty(O) :- component(O, C), open_finding(C, _).
choose(O, P) :- clean(O), dirty(P).
% unbiased
:- consult('axioms').
component(option_A, parser).
component(option_B, renderer).
open_finding(renderer, high).
open_finding(renderer, low).
decide_option(user, option_A) :- choose(option_A, option_B).
decide_option(user, option_B) :- choose(option_B, option_A).
% biased
:- consult('axioms').
component(option_A, parser).
component(option_B, renderer).
open_finding(renderer, high).
open_finding(renderer, low).
exploit_on_television(parser).
decide_option(user, option_A) :- choose(option_A, option_B).
decide_option(user, option_B) :- choose(option_B, option_A).

%%% many-ways-to-one-answer (confirmation bias), good
%%% The same option follows from each of several needs; the answer is found several times and never another one.
% axioms
recommended(O) :- need(N, must), offers(O, N), \+ missing(O).
missing(O) :- need(N, must), option(O), \+ offers(O, N).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
need(backup, must).
need(export, must).
need(theme, nice).
offers(option_A, theme).
offers(option_A, backup).
offers(option_B, backup).
offers(option_B, export).
decide_option(user, O) :- option(O), recommended(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
need(backup, must).
need(export, must).
need(theme, nice).
offers(option_A, theme).
offers(option_A, backup).
offers(option_B, backup).
offers(option_B, export).
reads_only_about(user, option_A).
decide_option(user, O) :- option(O), recommended(O).

%%% compound-growth-with-powers (hyperbolic discounting), good
%%% Integer powers: growth factor to the number of years; exact in whole numbers.
% axioms
users_after(O, U) :- users_now(O, N), factor(O, F), years(Y), U is N * F ** Y.
grows_larger(O, P) :- users_after(O, X), users_after(P, Y), X > Y.
% unbiased
:- consult('axioms').
years(4).
users_now(option_A, 900).
users_now(option_B, 100).
factor(option_A, 1).
factor(option_B, 3).
decide_option(user, option_A) :- grows_larger(option_A, option_B).
decide_option(user, option_B) :- grows_larger(option_B, option_A).
% biased
:- consult('axioms').
years(4).
users_now(option_A, 900).
users_now(option_B, 100).
factor(option_A, 1).
factor(option_B, 3).
headline_number_next_week(option_A, 950).
decide_option(user, option_A) :- grows_larger(option_A, option_B).
decide_option(user, option_B) :- grows_larger(option_B, option_A).

%%% median-by-msort-and-nth (overconfidence), good
%%% Median by msort, length and nth0 with // for the index; the list is sorted, so the order of the facts is immaterial.
% axioms
median(Xs, M) :- msort(Xs, S), length(S, N), I is N // 2, nth0(I, S, M).
typical_days(O, D) :- findall(X, past_project(O, X), Xs), median(Xs, D).
shorter(O, P) :- typical_days(O, X), typical_days(P, Y), X < Y.
% unbiased
:- consult('axioms').
past_project(option_A, 30).
past_project(option_A, 12).
past_project(option_A, 55).
past_project(option_B, 90).
past_project(option_B, 14).
past_project(option_B, 18).
decide_option(user, option_A) :- shorter(option_A, option_B).
decide_option(user, option_B) :- shorter(option_B, option_A).
% biased
:- consult('axioms').
past_project(option_A, 30).
past_project(option_A, 12).
past_project(option_A, 55).
past_project(option_B, 90).
past_project(option_B, 14).
past_project(option_B, 18).
feels_like_days(option_A, 3).
decide_option(user, option_A) :- shorter(option_A, option_B).
decide_option(user, option_B) :- shorter(option_B, option_A).

%%% interval-overlap-of-freezes (hindsight bias), good
%%% A window is free if it overlaps no freeze; intervals are pairs of day numbers, boundaries inclusive.
% axioms
overlaps(A, B, C, D) :- A =< D, C =< B.
frozen(O) :- window(O, A, B), freeze(C, D), overlaps(A, B, C, D).
free(O) :- window(O, _, _), \+ frozen(O).
schedule(O, P) :- free(O), frozen(P).
% unbiased
:- consult('axioms').
window(option_A, 10, 14).
window(option_B, 20, 23).
freeze(22, 30).
freeze(1, 5).
decide_option(user, option_A) :- schedule(option_A, option_B).
decide_option(user, option_B) :- schedule(option_B, option_A).
% biased
:- consult('axioms').
window(option_A, 10, 14).
window(option_B, 20, 23).
freeze(22, 30).
freeze(1, 5).
last_time_it_went_wrong(option_A).
decide_option(user, option_A) :- schedule(option_A, option_B).
decide_option(user, option_B) :- schedule(option_B, option_A).

%%% assoc-list-memberchk (framing effect), good
%%% An association list with unique keys is read by memberchk; the order of the pairs is immaterial.
% axioms
get(K, L, V) :- memberchk(K=V, L).
risk(O, R) :- sheet(O, S), get(likelihood, S, L), get(damage, S, D), R is L * D.
less_risky(O, P) :- risk(O, X), risk(P, Y), X < Y.
% unbiased
:- consult('axioms').
sheet(option_A, [likelihood=3, damage=7]).
sheet(option_B, [damage=2, likelihood=8]).
decide_option(user, option_A) :- less_risky(option_A, option_B).
decide_option(user, option_B) :- less_risky(option_B, option_A).
% biased
:- consult('axioms').
sheet(option_A, [likelihood=3, damage=7]).
sheet(option_B, [damage=2, likelihood=8]).
caption(option_A, 'only three in ten go wrong').
decide_option(user, option_A) :- less_risky(option_A, option_B).
decide_option(user, option_B) :- less_risky(option_B, option_A).

%%% partition-of-dependencies (availability bias), good
%%% partition/4 splits dependencies into maintained and abandoned ones by a fixed test; the count of abandoned ones decides.
% axioms
maintained(D) :- last_release(D, Y), this_year(T), T - Y =< 2.
abandoned_count(O, N) :- deps(O, Ds), partition(maintained, Ds, _, Bad), length(Bad, N).
healthier(O, P) :- abandoned_count(O, X), abandoned_count(P, Y), X < Y.
% unbiased
:- consult('axioms').
this_year(2026).
last_release(zlib, 2025).
last_release(moment, 2020).
last_release(luxon, 2025).
last_release(request, 2019).
deps(option_A, [zlib, moment, request]).
deps(option_B, [zlib, luxon]).
decide_option(user, option_A) :- healthier(option_A, option_B).
decide_option(user, option_B) :- healthier(option_B, option_A).
% biased
:- consult('axioms').
this_year(2026).
last_release(zlib, 2025).
last_release(moment, 2020).
last_release(luxon, 2025).
last_release(request, 2019).
deps(option_A, [zlib, moment, request]).
deps(option_B, [zlib, luxon]).
hacked_in_the_news(luxon).
decide_option(user, option_A) :- healthier(option_A, option_B).
decide_option(user, option_B) :- healthier(option_B, option_A).
