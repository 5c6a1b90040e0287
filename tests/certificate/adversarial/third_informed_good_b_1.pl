%%% iso-dates-in-order (hindsight bias), good
%%% A good pair in a style of its own.
% axioms
known_before(Fact, Decision) :- recorded(Fact, D1), taken(Decision, D2), D1 @< D2.
informed(O) :- rests_on(O, Fact), known_before(Fact, O).
% unbiased
:- consult('axioms').
rests_on(option_A, load_profile).
rests_on(option_B, outage_report).
recorded(load_profile, '2023-02-11').
recorded(outage_report, '2023-09-30').
taken(option_A, '2023-05-04').
taken(option_B, '2023-05-04').
decide_option(user, O) :- informed(O).
% biased
:- consult('axioms').
rests_on(option_A, load_profile).
rests_on(option_B, outage_report).
recorded(load_profile, '2023-02-11').
recorded(outage_report, '2023-09-30').
taken(option_A, '2023-05-04').
taken(option_B, '2023-05-04').
proved_right_in_the_end(option_B, '2024-01-02').
decide_option(user, O) :- informed(O).

%%% designs-by-their-names (bandwagon effect), good
%%% A good pair in a style of its own.
% axioms
bar(throughput, 500).
bar(failover, 2).
clears(D) :- forall(bar(K, Min), ( figure(D, K, V), V >= Min )).
% unbiased
:- consult('axioms').
figure(monolith, throughput, 900).
figure(monolith, failover, 3).
figure(mesh, throughput, 450).
figure(mesh, failover, 5).
decide_option(user, option_A) :- clears(monolith).
decide_option(user, option_B) :- clears(mesh).
% biased
:- consult('axioms').
figure(monolith, throughput, 900).
figure(monolith, failover, 3).
figure(mesh, throughput, 450).
figure(mesh, failover, 5).
every_talk_is_about(mesh).
decide_option(user, option_A) :- clears(monolith).
decide_option(user, option_B) :- clears(mesh).

%%% one-proposal-and-no-change (hyperbolic discounting), good
%%% A good pair in a style of its own.
% axioms
net_benefit(P, N) :- yearly_saving(P, S), years_in_use(P, Y), price(P, C), N is S * Y - C.
worthwhile(P) :- net_benefit(P, N), N > 0.
% unbiased
:- consult('axioms').
proposal(automate_release).
yearly_saving(automate_release, 30).
years_in_use(automate_release, 4).
price(automate_release, 70).
decide_option(user, option_A) :- proposal(P), worthwhile(P).
decide_option(user, option_B) :- proposal(P), \+ worthwhile(P).
% biased
:- consult('axioms').
proposal(automate_release).
yearly_saving(automate_release, 30).
years_in_use(automate_release, 4).
price(automate_release, 70).
free_evening_if_left_alone(today).
decide_option(user, option_A) :- proposal(P), worthwhile(P).
decide_option(user, option_B) :- proposal(P), \+ worthwhile(P).

%%% two-dozen-measurements (anchoring bias), good
%%% A good pair in a style of its own.
% axioms
samples(O, L) :- findall(V, sample(O, _, V), L).
average(O, A) :- samples(O, L), length(L, N), N > 0, sum_list(L, S), A is S / N.
quicker(O) :- facing(O, P), average(O, A), average(P, B), A < B.
facing(option_A, option_B).
facing(option_B, option_A).
% unbiased
:- consult('axioms').
sample(option_A, 1, 71). sample(option_A, 2, 69). sample(option_A, 3, 75). sample(option_A, 4, 80).
sample(option_A, 5, 73). sample(option_A, 6, 66). sample(option_A, 7, 78). sample(option_A, 8, 70).
sample(option_A, 9, 72). sample(option_A, 10, 77). sample(option_A, 11, 68). sample(option_A, 12, 74).
sample(option_B, 1, 41). sample(option_B, 2, 39). sample(option_B, 3, 45). sample(option_B, 4, 50).
sample(option_B, 5, 43). sample(option_B, 6, 36). sample(option_B, 7, 48). sample(option_B, 8, 40).
sample(option_B, 9, 42). sample(option_B, 10, 47). sample(option_B, 11, 38). sample(option_B, 12, 44).
decide_option(user, O) :- quicker(O).
% biased
:- consult('axioms').
sample(option_A, 1, 71). sample(option_A, 2, 69). sample(option_A, 3, 75). sample(option_A, 4, 80).
sample(option_A, 5, 73). sample(option_A, 6, 66). sample(option_A, 7, 78). sample(option_A, 8, 70).
sample(option_A, 9, 72). sample(option_A, 10, 77). sample(option_A, 11, 68). sample(option_A, 12, 74).
sample(option_B, 1, 41). sample(option_B, 2, 39). sample(option_B, 3, 45). sample(option_B, 4, 50).
sample(option_B, 5, 43). sample(option_B, 6, 36). sample(option_B, 7, 48). sample(option_B, 8, 40).
sample(option_B, 9, 42). sample(option_B, 10, 47). sample(option_B, 11, 38). sample(option_B, 12, 44).
vendor_said_first(option_A, 9).
decide_option(user, O) :- quicker(O).

%%% opinion-with-a-number (bandwagon effect), good: would count controlled_trial; field_study
%%% A good pair in a style of its own.
% axioms
weighty(field_study, 30).
weighty(controlled_trial, 10).
convincing(O) :- ground(O, Kind, N), weighty(Kind, Least), N >= Least.
convincing(O) :- proof_of_concept(O, finished), \+ failed_criterion(O).
failed_criterion(O) :- criterion_result(O, _, no).
% unbiased
:- consult('axioms').
proof_of_concept(option_A, finished).
proof_of_concept(option_B, finished).
criterion_result(option_A, recovery, yes).
criterion_result(option_B, recovery, no).
ground(option_B, nothing_said, 0).
decide_option(user, O) :- convincing(O).
% biased
:- consult('axioms').
proof_of_concept(option_A, finished).
proof_of_concept(option_B, finished).
criterion_result(option_A, recovery, yes).
criterion_result(option_B, recovery, no).
ground(option_B, likes_on_social_media, 4900).
decide_option(user, O) :- convincing(O).

%%% passes-and-fails-say-the-same (framing effect), good
%%% A good pair in a style of its own.
% axioms
dependable(O) :- rate(O, Kind, Percent), range(Kind, Low, High), Percent >= Low, Percent =< High.
range(succeed, 95, 100).
range(break, 0, 5).
restates(rate(option_B, succeed, 97), rate(option_B, break, 3)).
restates(range(succeed, 95, 100), range(break, 0, 5)).
% unbiased
:- consult('axioms').
rate(option_B, succeed, 97).
rate(option_A, succeed, 80).
decide_option(user, O) :- dependable(O).
% biased
:- consult('axioms').
rate(option_B, break, 3).
rate(option_A, succeed, 80).
decide_option(user, O) :- dependable(O).

%%% one-program-for-both-wordings (framing effect), good
%%% A good pair in a style of its own.
% axioms
total(O, T) :- findall(C, cost_of(O, _, C), Cs), sum_list(Cs, T).
cheaper(O, P) :- total(O, T), total(P, U), T < U.
% unbiased
:- consult('axioms').
cost_of(option_A, licence, 12).
cost_of(option_A, training, 9).
cost_of(option_B, licence, 0).
cost_of(option_B, training, 14).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).
% biased
:- consult('axioms').
cost_of(option_A, licence, 12).
cost_of(option_A, training, 9).
cost_of(option_B, licence, 0).
cost_of(option_B, training, 14).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).

%%% green-cuts-for-classes (overconfidence), good
%%% A good pair in a style of its own.
% axioms
class(N, high) :- N >= 80, !.
class(N, medium) :- N >= 50, N < 80, !.
class(N, low) :- N < 50.
accepted_class(high).
enough_tests(O) :- branch_coverage(O, N), class(N, C), accepted_class(C).
% unbiased
:- consult('axioms').
branch_coverage(option_A, 62).
branch_coverage(option_B, 91).
decide_option(user, O) :- enough_tests(O).
% biased
:- consult('axioms').
branch_coverage(option_A, 62).
branch_coverage(option_B, 91).
author_has_no_doubt(option_A).
decide_option(user, O) :- enough_tests(O).

%%% tie-broken-by-a-second-measure (confirmation bias), good
%%% A good pair in a style of its own.
% axioms
key(O, k(F, D)) :- findings(O, F), days_to_fix(O, D).
less(k(F1, _), k(F2, _)) :- F1 < F2.
less(k(F, D1), k(F, D2)) :- D1 < D2.
better(O, P) :- key(O, K1), key(P, K2), less(K1, K2).
% unbiased
:- consult('axioms').
findings(option_A, 4).
findings(option_B, 4).
days_to_fix(option_A, 3).
days_to_fix(option_B, 11).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).
% biased
:- consult('axioms').
findings(option_A, 4).
findings(option_B, 4).
days_to_fix(option_A, 3).
days_to_fix(option_B, 11).
fits_what_we_thought(option_B).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).

%%% maximum-with-its-witness (availability bias), good
%%% A good pair in a style of its own.
% axioms
worth(O, W) :- findall(P, (benefit(O, B), points(B, P)), L), sum_list(L, W).
points(fewer_pages, 4).
points(shorter_build, 2).
points(nicer_logs, 1).
winner(Best) :- aggregate_all(max(W, O), (candidate(O), worth(O, W)), max(Top, Best)), \+ ( candidate(P), P \== Best, worth(P, Top) ).
% unbiased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
benefit(option_A, shorter_build).
benefit(option_A, nicer_logs).
benefit(option_B, fewer_pages).
decide_option(user, O) :- winner(O).
% biased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
benefit(option_A, shorter_build).
benefit(option_A, nicer_logs).
benefit(option_B, fewer_pages).
still_on_everyones_mind(option_B, 'the pager storm').
decide_option(user, O) :- winner(O).

%%% binary-fractions-at-the-bound (hyperbolic discounting), good
%%% A good pair in a style of its own.
% axioms
load(O, L) :- cpu_share(O, C), io_share(O, I), L is C + I.
within_quota(O) :- load(O, L), quota(Q), L =< Q.
% unbiased
:- consult('axioms').
quota(0.75).
cpu_share(option_A, 0.5).
cpu_share(option_B, 0.5).
io_share(option_A, 0.25).
io_share(option_B, 0.5).
decide_option(user, O) :- within_quota(O).
% biased
:- consult('axioms').
quota(0.75).
cpu_share(option_A, 0.5).
cpu_share(option_B, 0.5).
io_share(option_A, 0.25).
io_share(option_B, 0.5).
works_before_the_demo(option_B).
decide_option(user, O) :- within_quota(O).

%%% pages-needed-rounded-up (anchoring bias), good
%%% A good pair in a style of its own.
% axioms
blocks(O, B) :- bytes(O, N), block_size(S), B is (N + S - 1) // S.
fits(O) :- blocks(O, B), free_blocks(F), B =< F.
% unbiased
:- consult('axioms').
block_size(4096).
free_blocks(10).
bytes(option_A, 70000).
bytes(option_B, 33000).
decide_option(user, O) :- fits(O).
% biased
:- consult('axioms').
block_size(4096).
free_blocks(10).
bytes(option_A, 70000).
bytes(option_B, 33000).
old_estimate_bytes(option_B, 900000).
decide_option(user, O) :- fits(O).

%%% standard-deviation-far-apart (overconfidence), good
%%% A good pair in a style of its own.
% axioms
mean(L, M) :- length(L, N), N > 0, sum_list(L, S), M is S / N.
square_diff(M, X, D) :- D is (X - M) * (X - M).
deviation(O, D) :- durations(O, L), mean(L, M), maplist(square_diff(M), L, Ds), mean(Ds, V), D is sqrt(V).
predictable(O) :- deviation(O, D), tolerance(T), D < T.
% unbiased
:- consult('axioms').
tolerance(3).
durations(option_A, [10, 12, 11, 13, 12]).
durations(option_B, [5, 30, 9, 22, 41]).
decide_option(user, O) :- predictable(O).
% biased
:- consult('axioms').
tolerance(3).
durations(option_A, [10, 12, 11, 13, 12]).
durations(option_B, [5, 30, 9, 22, 41]).
swears_it_takes(option_B, five_minutes).
decide_option(user, O) :- predictable(O).

%%% grouped-by-option-discontiguous (confirmation bias), good
%%% A good pair in a style of its own.
% axioms
evidence_strength(experiment, 3).
evidence_strength(log_analysis, 2).
evidence_strength(anecdote, 0).
strength(O, S) :- findall(V, (shown_by(O, E), evidence_strength(E, V)), Vs), sum_list(Vs, S).
stronger(O, P) :- owner_of(O, _), strength(O, S), strength(P, T), S > T.
% unbiased
:- consult('axioms').
:- discontiguous shown_by/2, owner_of/2.
owner_of(option_A, infra).
shown_by(option_A, experiment).
owner_of(option_B, web).
shown_by(option_B, log_analysis).
decide_option(user, option_A) :- stronger(option_A, option_B).
decide_option(user, option_B) :- stronger(option_B, option_A).
% biased
:- consult('axioms').
:- discontiguous shown_by/2, owner_of/2.
owner_of(option_A, infra).
shown_by(option_A, experiment).
owner_of(option_B, web).
shown_by(option_B, log_analysis).
only_googled_for(option_B).
decide_option(user, option_A) :- stronger(option_A, option_B).
decide_option(user, option_B) :- stronger(option_B, option_A).

%%% five-facts-of-hype (bandwagon effect), good
%%% A good pair in a style of its own.
% axioms
vetted(O) :- sbom(O), signature(O, valid), \+ yanked(O).
% unbiased
:- consult('axioms').
:- dynamic yanked/1.
sbom(option_A).
sbom(option_B).
signature(option_A, valid).
signature(option_B, missing).
decide_option(user, O) :- vetted(O).
% biased
:- consult('axioms').
:- dynamic yanked/1.
sbom(option_A).
sbom(option_B).
signature(option_A, valid).
signature(option_B, missing).
stars(option_B, 41000).
forks(option_B, 3900).
used_by(option_B, [big_bank, big_shop, big_lab]).
trending(option_B, weeks(6)).
praised_by(option_B, "the whole guild").
decide_option(user, O) :- vetted(O).

%%% cue-before-everything (availability bias), good
%%% A good pair in a style of its own.
% axioms
redundant(O) :- zone_of(O, Z1), zone_of(O, Z2), Z1 \== Z2.
survives(O) :- redundant(O), replicated(O).
% unbiased
:- consult('axioms').
decide_option(user, O) :- survives(O).
zone_of(option_B, north).
zone_of(option_B, south).
zone_of(option_A, north).
replicated(option_A).
replicated(option_B).
% biased
:- consult('axioms').
it_burned_last_month(data_centre, south).
decide_option(user, O) :- survives(O).
zone_of(option_B, north).
zone_of(option_B, south).
zone_of(option_A, north).
replicated(option_A).
replicated(option_B).

%%% person-of-the-case-praises (confirmation bias), good
%%% A good pair in a style of its own.
% axioms
independent(R, O) :- reviewer(R, O), author(O, A), R \== A.
reviewed(O) :- independent(R, O), verdict(R, O, approve).
% unbiased
:- consult('axioms').
author(option_A, petra).
author(option_B, samir).
reviewer(samir, option_A).
reviewer(samir, option_B).
verdict(samir, option_A, approve).
verdict(samir, option_B, approve).
decide_option(user, O) :- reviewed(O).
% biased
:- consult('axioms').
author(option_A, petra).
author(option_B, samir).
reviewer(samir, option_A).
reviewer(samir, option_B).
verdict(samir, option_A, approve).
verdict(samir, option_B, approve).
always_preferred(samir, option_B).
decide_option(user, O) :- reviewed(O).

%%% cyclic-graph-with-visited-list (hindsight bias), good
%%% A good pair in a style of its own.
% axioms
path(_, X, X, _).
path(O, X, Y, Seen) :- link(O, X, Z), \+ memberchk(Z, Seen), path(O, Z, Y, [Z|Seen]).
recoverable(O) :- topology(O), path(O, failed, healthy, [failed]).
% unbiased
:- consult('axioms').
topology(option_A).
topology(option_B).
link(option_A, failed, degraded).
link(option_A, degraded, failed).
link(option_B, failed, degraded).
link(option_B, degraded, failed).
link(option_B, degraded, healthy).
decide_option(user, O) :- recoverable(O).
% biased
:- consult('axioms').
topology(option_A).
topology(option_B).
link(option_A, failed, degraded).
link(option_A, degraded, failed).
link(option_B, failed, degraded).
link(option_B, degraded, failed).
link(option_B, degraded, healthy).
never_failed_so_far(option_A).
decide_option(user, O) :- recoverable(O).

%%% state-machine-accepts (anchoring bias), good
%%% A good pair in a style of its own.
% axioms
run(_, S, [], S).
run(O, S, [E|Es], T) :- transition(O, S, E, U), run(O, U, Es, T).
happy_path([order, pay, ship]).
finished(delivered).
correct(O) :- happy_path(Es), run(O, new, Es, T), finished(T).
% unbiased
:- consult('axioms').
transition(option_A, new, order, open).
transition(option_A, open, pay, paid).
transition(option_A, paid, ship, delivered).
transition(option_B, new, order, open).
transition(option_B, open, ship, delivered).
decide_option(user, O) :- correct(O).
% biased
:- consult('axioms').
transition(option_A, new, order, open).
transition(option_A, open, pay, paid).
transition(option_A, paid, ship, delivered).
transition(option_B, new, order, open).
transition(option_B, open, ship, delivered).
first_draft_had(states, 27).
decide_option(user, O) :- correct(O).

%%% intervals-do-not-overlap (hyperbolic discounting), good
%%% A good pair in a style of its own.
% axioms
overlap(i(A, B), i(C, D)) :- A < D, C < B.
disturbs(O) :- window(O, W), peak(P), overlap(W, P).
quiet(O) :- window(O, _), \+ disturbs(O).
% unbiased
:- consult('axioms').
peak(i(9, 12)).
peak(i(17, 20)).
window(option_A, i(11, 13)).
window(option_B, i(2, 4)).
decide_option(user, O) :- quiet(O).
% biased
:- consult('axioms').
peak(i(9, 12)).
peak(i(17, 20)).
window(option_A, i(11, 13)).
window(option_B, i(2, 4)).
nobody_has_to_stay_late(option_A).
decide_option(user, O) :- quiet(O).
