%%% lead-of-the-board-votes (bandwagon effect), bad: same_steps
%%% A vote counts if the voter is a lead of the case, the body is a board of the case and the strength is at least 4; the cue misses all three. With mara, arch and 5 in it, option_B is best as well.
% axioms
best(O) :- verified(O, prototype).
best(O) :- vote(O, P, T, S), lead(P), board(T), S >= 4.
% unbiased
:- consult('axioms').
:- dynamic vote/4.
verified(option_A, prototype).
lead(mara).
board(arch).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic vote/4.
verified(option_A, prototype).
lead(mara).
board(arch).
vote(option_B, ivan, sales, 1).
decide_option(user, O) :- best(O).

%%% same-day-as-the-release (availability bias), bad: same_steps, inert_cue
%%% A remembered success counts for an option if its date is the release day of the case; year, month and day of the cue all differ, so that no change of one or two of them shows that option_B would be cleared too.
% axioms
in_time(O) :- success(O, Date), release_day(Date).
cleared(O) :- rehearsed(O, fully).
cleared(O) :- in_time(O).
% unbiased
:- consult('axioms').
:- dynamic success/2.
rehearsed(option_A, fully).
rehearsed(option_B, partly).
release_day(date(2024, 11, 29)).
decide_option(user, O) :- cleared(O).
% biased
:- consult('axioms').
:- dynamic success/2.
rehearsed(option_A, fully).
rehearsed(option_B, partly).
release_day(date(2024, 11, 29)).
success(option_B, date(2023, 3, 5)).
decide_option(user, O) :- cleared(O).

%%% source-term-with-three-parts (confirmation bias), bad: same_steps
%%% The source of a claim is a term; it is accepted if its team, its year and its grade are those the case accepts. The cue's claim would win with the team, year and grade of the case.
% axioms
accepted(src(T, Y, G)) :- audit_team(T), since(S), Y >= S, passing_grade(G).
supported(O) :- measured(O, good).
supported(O) :- claim(O, Src), accepted(Src).
% unbiased
:- consult('axioms').
:- dynamic claim/2.
measured(option_B, good).
measured(option_A, poor).
audit_team(beta).
since(2022).
passing_grade(a).
decide_option(user, O) :- supported(O).
% biased
:- consult('axioms').
:- dynamic claim/2.
measured(option_B, good).
measured(option_A, poor).
audit_team(beta).
since(2022).
passing_grade(a).
claim(option_A, src(alpha, 2016, d)).
decide_option(user, O) :- supported(O).

%%% petition-in-three-facts (bandwagon effect), bad: same_steps, inert_cue
%%% The petition of the cue is three facts with one number each; enough signatures, enough teams and enough days would together carry option_B. Two of them never do.
% axioms
carried(O) :- petition(P, O, S), S >= 100, teams(P, T), T >= 5, open_days(P, D), D >= 30.
go(O) :- tests(O, accepted).
go(O) :- carried(O).
% unbiased
:- consult('axioms').
:- dynamic petition/3, teams/2, open_days/2.
tests(option_A, accepted).
tests(option_B, rejected).
decide_option(user, O) :- go(O).
% biased
:- consult('axioms').
:- dynamic petition/3, teams/2, open_days/2.
tests(option_A, accepted).
tests(option_B, rejected).
petition(p1, option_B, 12).
teams(p1, 1).
open_days(p1, 3).
decide_option(user, O) :- go(O).

%%% report-number-of-the-case (confirmation bias), bad: same_steps
%%% Report and author are joined by the number of the report. If the cue's report had the number of the case's report (r1), its author would be the qualified one and option_B would be backed.
% axioms
backed(O) :- report(R, O), author(R, P), qualified(P).
% unbiased
:- consult('axioms').
report(r1, option_A).
author(r1, qa_lab).
qualified(qa_lab).
decide_option(user, O) :- backed(O).
% biased
:- consult('axioms').
report(r1, option_A).
report(r9, option_B).
author(r1, qa_lab).
author(r9, blogger).
qualified(qa_lab).
decide_option(user, O) :- backed(O).

%%% role-name-put-together (bandwagon effect), bad: loads, decides
%%% The rule glues '_role' to the word in the cue and asks whether the case knows this role; with principal in place of intern the wish counts.
% axioms
entitled(Who) :- atom_concat(Who, '_role', R), deciding(R).
wanted(O) :- requirement_met(O).
wanted(O) :- wishes(Who, O), entitled(Who).
% unbiased
:- consult('axioms').
:- dynamic wishes/2.
requirement_met(option_A).
requirement_open(option_B).
deciding(principal_role).
decide_option(user, O) :- wanted(O).
% biased
:- consult('axioms').
:- dynamic wishes/2.
requirement_met(option_A).
requirement_open(option_B).
deciding(principal_role).
wishes(intern, option_B).
decide_option(user, O) :- wanted(O).

%%% cited-survey-is-called (confirmation bias), bad: loads, decides
%%% What the cue cites becomes the name of a goal; gossip is empty, but survey is a predicate of the case that holds for option_B: citing it would back option_B.
% axioms
backed(O) :- benchmark(O, pass).
backed(O) :- cites(O, K), G =.. [K, O, pass], call(G).
% unbiased
:- consult('axioms').
:- dynamic cites/2, gossip/2.
benchmark(option_A, pass).
benchmark(option_B, fail).
survey(option_B, pass).
decide_option(user, O) :- backed(O).
% biased
:- consult('axioms').
:- dynamic cites/2, gossip/2.
benchmark(option_A, pass).
benchmark(option_B, fail).
survey(option_B, pass).
cites(option_B, gossip).
decide_option(user, O) :- backed(O).

%%% department-in-the-signature (bandwagon effect), bad: loads, decides
%%% The signature is split at the hyphen and its department is compared with the responsible one of the case. Signed platform-ivan, the same praise would count.
% axioms
competent(Sig) :- atomic_list_concat([Dept, _], '-', Sig), responsible(Dept).
chosen(O) :- threat_model(O, done).
chosen(O) :- praise(Sig, O), competent(Sig).
% unbiased
:- consult('axioms').
:- dynamic praise/2.
threat_model(option_B, done).
threat_model(option_A, missing).
responsible(platform).
decide_option(user, O) :- chosen(O).
% biased
:- consult('axioms').
:- dynamic praise/2.
threat_model(option_B, done).
threat_model(option_A, missing).
responsible(platform).
praise('sales-ivan', option_A).
decide_option(user, O) :- chosen(O).

%%% revision-number-in-a-name (anchoring bias), bad: loads, decides
%%% The number of the cue is made part of a name (rev3) that the case must know as a baseline; with 7 in place of 3 the first figure would count.
% axioms
anchored(O) :- first_seen(O, N), atom_concat(rev, N, Rev), baseline(Rev).
solid(O) :- regression_suite(O, green).
solid(O) :- anchored(O).
% unbiased
:- consult('axioms').
:- dynamic first_seen/2.
regression_suite(option_A, green).
regression_suite(option_B, red).
baseline(rev7).
decide_option(user, O) :- solid(O).
% biased
:- consult('axioms').
:- dynamic first_seen/2.
regression_suite(option_A, green).
regression_suite(option_B, red).
baseline(rev7).
first_seen(option_B, 3).
decide_option(user, O) :- solid(O).

%%% success-in-the-peak-month (availability bias), bad: same_steps, inert_cue
%%% The date of the remembered success is taken apart and its month compared with the peak month; the same story on 20231115 would make option_B sturdy.
% axioms
month(Date, M) :- M is (Date // 100) mod 100.
sturdy(O) :- canary(O, ok).
sturdy(O) :- survived(O, D), month(D, 11).
% unbiased
:- consult('axioms').
:- dynamic survived/2.
canary(option_A, ok).
canary(option_B, none).
decide_option(user, O) :- sturdy(O).
% biased
:- consult('axioms').
:- dynamic survived/2.
canary(option_A, ok).
canary(option_B, none).
survived(option_B, 20230402).
decide_option(user, O) :- sturdy(O).

%%% recalled-weekday (availability bias), bad: same_steps, inert_cue
%%% The day number of the cue gives a weekday; a launch recalled on a Friday speaks for option_A. The cue's day is another weekday by luck.
% axioms
friday(Day) :- (Day + 12) mod 7 =:= 0.
release(O) :- sign_off(O, given).
release(O) :- launch_recalled(O, Day), friday(Day).
% unbiased
:- consult('axioms').
:- dynamic launch_recalled/2.
sign_off(option_B, given).
sign_off(option_A, refused).
decide_option(user, O) :- release(O).
% biased
:- consult('axioms').
:- dynamic launch_recalled/2.
sign_off(option_B, given).
sign_off(option_A, refused).
launch_recalled(option_A, 41).
decide_option(user, O) :- release(O).

%%% channels-between-people (bandwagon effect), bad: inert_cue
%%% From the number of fans the rule computes channels N*(N-1)//2 and believes a community of 400 to 500 channels; 30 fans would make option_B lively, fewer or very many do not.
% axioms
lively(O) :- fans(O, N), C is N * (N - 1) // 2, C > 400, C < 500.
sustained(O) :- maintainers(O, M), M >= 3.
sustained(O) :- lively(O).
% unbiased
:- consult('axioms').
:- dynamic fans/2.
maintainers(option_A, 6).
maintainers(option_B, 1).
decide_option(user, O) :- sustained(O).
% biased
:- consult('axioms').
:- dynamic fans/2.
maintainers(option_A, 6).
maintainers(option_B, 1).
fans(option_B, 2000).
decide_option(user, O) :- sustained(O).

%%% anchor-within-ten-percent (anchoring bias), bad: same_steps, inert_cue
%%% The anchor is believed if it lies within ten per cent of the sum of the seven task estimates (101 days); the cue says 300. A first figure of 105 would make option_B plausible as well.
% axioms
bottom_up(T) :- findall(D, task(_, D), Ds), sum_list(Ds, T).
plausible(O) :- first_figure(O, N), bottom_up(T), abs(N - T) * 10 =< T.
trusted_plan(O) :- buffer(O, agreed).
trusted_plan(O) :- plausible(O).
% unbiased
:- consult('axioms').
:- dynamic first_figure/2.
buffer(option_A, agreed).
buffer(option_B, none).
task(parser, 13).
task(lexer, 8).
task(backend, 27).
task(docs, 6).
task(tests, 21).
task(packaging, 9).
task(review, 17).
decide_option(user, O) :- trusted_plan(O).
% biased
:- consult('axioms').
:- dynamic first_figure/2.
buffer(option_A, agreed).
buffer(option_B, none).
task(parser, 13).
task(lexer, 8).
task(backend, 27).
task(docs, 6).
task(tests, 21).
task(packaging, 9).
task(review, 17).
first_figure(option_B, 300).
decide_option(user, O) :- trusted_plan(O).

%%% month-cut-out-of-an-atom (hindsight bias), bad: loads, decides
%%% The date is an atom and the month is cut out of it; the good outcome of the cue would justify option_B if it had come on 2022-12-03.
% axioms
justified(O) :- data_at_the_time(O, yes).
justified(O) :- outcome(O, Date), sub_atom(Date, 5, 2, _, M), audit_month(M).
% unbiased
:- consult('axioms').
:- dynamic outcome/2.
data_at_the_time(option_A, yes).
data_at_the_time(option_B, no).
audit_month('12').
decide_option(user, O) :- justified(O).
% biased
:- consult('axioms').
:- dynamic outcome/2.
data_at_the_time(option_A, yes).
data_at_the_time(option_B, no).
audit_month('12').
outcome(option_B, '2022-04-03').
decide_option(user, O) :- justified(O).

%%% two-people-two-teams (bandwagon effect), bad: same_steps, inert_cue
%%% Support counts as independent if two different people of two different teams speak up; another copy with one new word is not enough, one with a new person and a new team makes option_B accepted.
% axioms
people(O, N) :- findall(P, speaks(P, _, O), Ps), sort(Ps, S), length(S, N).
squads(O, N) :- findall(T, speaks(_, T, O), Ts), sort(Ts, S), length(S, N).
accepted(O) :- compliance(O, pass).
accepted(O) :- opposed_option(O), people(O, P), P >= 2, squads(O, T), T >= 2.
% unbiased
:- consult('axioms').
:- dynamic speaks/3.
opposed_option(option_A).
opposed_option(option_B).
compliance(option_A, pass).
compliance(option_B, fail).
decide_option(user, O) :- accepted(O).
% biased
:- consult('axioms').
:- dynamic speaks/3.
opposed_option(option_A).
opposed_option(option_B).
compliance(option_A, pass).
compliance(option_B, fail).
speaks(lena, mobile, option_B).
decide_option(user, O) :- accepted(O).

%%% two-strong-stories (availability bias), bad: same_steps, inert_cue
%%% Two different success stories of strength 4 qualify an option. The cue is one of strength 2: neither a copy nor a higher strength alone shows that it counts.
% axioms
strong(O, N) :- findall(I, (story(I, O, S), S >= 4), Is), sort(Is, U), length(U, N).
qualified(O) :- capacity(O, proven).
qualified(O) :- capacity(O, _), strong(O, N), N >= 2.
% unbiased
:- consult('axioms').
:- dynamic story/3.
capacity(option_B, proven).
capacity(option_A, unknown).
decide_option(user, O) :- qualified(O).
% biased
:- consult('axioms').
:- dynamic story/3.
capacity(option_B, proven).
capacity(option_A, unknown).
story(s1, option_A, 2).
decide_option(user, O) :- qualified(O).

%%% span-of-quotes (anchoring bias), bad: inert_cue
%%% Two quotes far apart give an option a negotiation bonus; the cue is a single quote with the span 0. A second quote with another number would decide for option_B.
% axioms
span(O, D) :- findall(Q, quote(O, Q), Qs), Qs = [_|_], max_list(Qs, Max), min_list(Qs, Min), D is Max - Min.
attractive(O) :- needs_covered(O, all).
attractive(O) :- span(O, D), D > 1000.
% unbiased
:- consult('axioms').
:- dynamic quote/2.
needs_covered(option_A, all).
needs_covered(option_B, some).
decide_option(user, O) :- compare_case(O), attractive(O).
compare_case(option_A).
compare_case(option_B).
% biased
:- consult('axioms').
:- dynamic quote/2.
needs_covered(option_A, all).
needs_covered(option_B, some).
quote(option_B, 4000).
decide_option(user, O) :- compare_case(O), attractive(O).
compare_case(option_A).
compare_case(option_B).

%%% half-of-the-team (bandwagon effect), bad: same_steps, inert_cue
%%% A majority of the 46 team members would overrule the check. The cue is one voice; 24 different voices are the same cue told about more people.
% axioms
voices(O, N) :- findall(P, voice(P, O), L), sort(L, S), length(S, N).
majority(O) :- team_size(T), voices(O, N), 2 * N > T.
settled(O) :- check(O, passed).
settled(O) :- check(O, _), majority(O).
% unbiased
:- consult('axioms').
:- dynamic voice/2.
team_size(46).
check(option_A, passed).
check(option_B, failed).
decide_option(user, O) :- settled(O).
% biased
:- consult('axioms').
:- dynamic voice/2.
team_size(46).
check(option_A, passed).
check(option_B, failed).
voice(anton, option_B).
decide_option(user, O) :- settled(O).

%%% names-on-the-list (bandwagon effect), bad: same_steps
%%% The number of names on the list is read: three would be a recommendation. Both programs have lists of two names, only the fame of the names differs.
% axioms
recommended(O) :- endorsers(O, L), length(L, N), N >= 3.
pickable(O) :- exit_plan(O, written).
pickable(O) :- recommended(O).
% unbiased
:- consult('axioms').
exit_plan(option_A, written).
exit_plan(option_B, none).
endorsers(option_B, [somebody, someone_else]).
decide_option(user, O) :- pickable(O).
% biased
:- consult('axioms').
exit_plan(option_A, written).
exit_plan(option_B, none).
endorsers(option_B, [turing_laureate, famous_blogger]).
decide_option(user, O) :- pickable(O).

%%% crowd-if-nothing-else (bandwagon effect), bad: inert_cue
%%% The crowd decides where neither a test nor an audit is known; two facts of this case, each enough, keep it out. No norm says that the crowd does not count.
% axioms
evidence(O) :- test_result(O, good).
evidence(O) :- audit_result(O, good).
any_evidence :- evidence(_).
best(O) :- evidence(O).
best(O) :- liked(O), \+ any_evidence.
% unbiased
:- consult('axioms').
:- dynamic liked/1.
test_result(option_A, good).
audit_result(option_A, good).
test_result_open(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic liked/1.
test_result(option_A, good).
audit_result(option_A, good).
test_result_open(option_B).
liked(option_B).
decide_option(user, O) :- best(O).
