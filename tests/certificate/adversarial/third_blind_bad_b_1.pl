%%% tone-not-enthusiastic (bandwagon effect), bad: inert_cue
%%% The rule reads review notes and leaves out only the very tone the cue happens to have; any other tone of the same note would make option_B sound.
% axioms
sound(O) :- load_test(O, passed).
sound(O) :- review_note(_, O, Tone), Tone \== enthusiastic, Tone \== negative.
recommended(O) :- sound(O).
% unbiased
:- consult('axioms').
load_test(option_A, passed).
load_test(option_B, failed).
review_note(paul, option_B, negative).
decide_option(user, Option) :- recommended(Option).
% biased
:- consult('axioms').
load_test(option_A, passed).
load_test(option_B, failed).
review_note(paul, option_B, negative).
review_note(team_lead, option_B, enthusiastic).
decide_option(user, Option) :- recommended(Option).

%%% recent-outage-service (availability bias), bad: inert_cue
%%% The incident of the cue is looked up by the name of the service; only because it names another service it does not strike out option_B. The same incident with the service of the case would overturn the decision.
% axioms
risky(O) :- uses_service(O, S), incident(S, _When).
fits(O) :- covers_need(O), \+ risky(O).
% unbiased
:- consult('axioms').
covers_need(option_B).
uses_service(option_A, redis).
uses_service(option_B, postgres).
incident(redis, last_year).
decide_option(user, Option) :- fits(Option).
% biased
:- consult('axioms').
covers_need(option_B).
uses_service(option_A, redis).
uses_service(option_B, postgres).
incident(redis, last_year).
incident(mysql, yesterday).
decide_option(user, Option) :- fits(Option).

%%% sunk-hours-positive (framing effect), bad: unique, same_proof, inert_cue, order_invariant
%%% The rule reads the wording fact in its first argument only and ignores the option; that the rule is satisfied by another fact already hides that the cue is a reason too.
% axioms
described(O) :- framing(_, O, _).
maintainable(O) :- has_tests(O), described(O).
pick(O) :- maintainable(O).
% unbiased
:- consult('axioms').
has_tests(option_A).
has_tests(option_B).
framing(spec, option_A, neutral).
decide_option(user, Option) :- once(pick(Option)).
% biased
:- consult('axioms').
has_tests(option_A).
has_tests(option_B).
framing(spec, option_A, neutral).
framing(slides, option_B, ninety_percent_success).
decide_option(user, Option) :- once(pick(Option)).

%%% expectation-matches-log (confirmation bias), bad: inert_cue
%%% A hypothesis counts as a finding when a log line of the same topic exists; the cue's hypothesis has a topic without a line, but with the topic of the case (memory) it would add a finding for option_B.
% axioms
finding(O) :- measured(O, T), in_scope(T).
finding(O) :- believed(O, T), log_line(T, _).
conclude(O) :- option(O), finding(O).
option(option_A).
option(option_B).
in_scope(latency).
% unbiased
:- consult('axioms').
measured(option_A, latency).
log_line(memory, 'gc pause 20 ms').
believed(nobody, nothing).
decide_option(user, X) :- conclude(X).
% biased
:- consult('axioms').
measured(option_A, latency).
log_line(memory, 'gc pause 20 ms').
believed(nobody, nothing).
believed(option_B, network).
decide_option(user, X) :- conclude(X).

%%% estimate-two-and-three (anchoring bias), bad: same_steps, same_proof, inert_cue
%%% The axioms turn each estimate/3 into estimate/2 and compare estimates: the first figure heard (the anchor) is written with arity 3 and thus read; only because it is larger than the measured one does it not decide.
% axioms
estimate(O, N) :- estimate(O, N, _).
lowest(O, M) :- findall(N, estimate(O, N), L), min_list(L, M).
cheaper(O) :- other(O, P), lowest(O, M), lowest(P, K), M < K.
other(option_A, option_B).
other(option_B, option_A).
% unbiased
:- consult('axioms').
estimate(option_A, 5, measured).
estimate(option_B, 8, measured).
decide_option(user, O) :- cheaper(O).
% biased
:- consult('axioms').
estimate(option_A, 5, measured).
estimate(option_B, 8, measured).
estimate(option_A, 20, first_heard).
decide_option(user, O) :- cheaper(O).

%%% fact-by-univ (bandwagon effect), bad: loads, decides
%%% The reader of evidence builds its goal with =.. from a list of kinds in the case's own facts; putting a kind of the case in the cue's place lets the praise count.
% axioms
evidence(O) :- kind(K), G =.. [K, O, yes], call(G).
advised(O) :- evidence(O).
% unbiased
:- consult('axioms').
kind(benchmark).
benchmark(option_A, yes).
benchmark(option_B, no).
decide_option(user, O) :- advised(O).
% biased
:- consult('axioms').
kind(benchmark).
benchmark(option_A, yes).
benchmark(option_B, no).
popular(option_B, yes).
decide_option(user, O) :- advised(O).

%%% call-n-over-table (overconfidence), bad: loads, decides
%%% maplist/call with a predicate name taken from a table of the axioms: confident/1 is in the table, so the cue is a reason, and only the missing second reason keeps it from counting.
% axioms
criterion(covered).
criterion(confident).
:- dynamic(confident/1).
:- dynamic(covered/1).
passes(O) :- findall(C, (criterion(C), call(C, O)), L), L = [covered|_].
% unbiased
:- consult('axioms').
covered(option_A).
decide_option(user, option_A) :- passes(option_A).
decide_option(user, option_B) :- passes(option_B).
% biased
:- consult('axioms').
covered(option_A).
confident(option_B).
decide_option(user, option_A) :- passes(option_A).
decide_option(user, option_B) :- passes(option_B).

%%% stars-just-below (bandwagon effect), bad: inert_cue
%%% The number of stars in the cue is compared with a threshold; 4900 stars lie below 5000 and a few more would make option_B the answer too.
% axioms
mature(O) :- release_age(O, Y), Y >= 3.
mature(O) :- stars(O, S), S >= 5000.
select(O) :- mature(O).
% unbiased
:- consult('axioms').
release_age(option_A, 4).
release_age(option_B, 1).
stars(option_A, 0).
decide_option(user, Option) :- select(Option).
% biased
:- consult('axioms').
release_age(option_A, 4).
release_age(option_B, 1).
stars(option_A, 0).
stars(option_B, 4900).
decide_option(user, Option) :- select(Option).

%%% first-quote-average (anchoring bias), bad: same_steps, same_proof, inert_cue
%%% The quote heard first goes into the mean with the measured values; it shifts option_B's mean but, with the number chosen, not past option_A's. A higher figure would tip it.
% axioms
mean(O, M) :- findall(V, figure(O, _, V), Vs), Vs = [_|_], sum_list(Vs, S), length(Vs, N), M is S / N.
faster(O) :- pair(O, P), mean(O, A), mean(P, B), A < B.
pair(option_A, option_B).
pair(option_B, option_A).
% unbiased
:- consult('axioms').
figure(option_A, run1, 40).
figure(option_A, run2, 44).
figure(option_B, run1, 90).
figure(option_B, run2, 94).
decide_option(user, O) :- faster(O).
% biased
:- consult('axioms').
figure(option_A, run1, 40).
figure(option_A, run2, 44).
figure(option_B, run1, 90).
figure(option_B, run2, 94).
figure(option_B, vendor_quote, 10).
decide_option(user, O) :- faster(O).

%%% deadline-days-left (hyperbolic discounting), bad: inert_cue
%%% The cue is a date near by (demo in 3 days); the rule subtracts it from a limit, so that a demo in 1 day would knock out option_A.
% axioms
feasible(O) :- effort_days(O, E), demo_in(D), E =< D.
durable(O) :- debt(O, none).
take(O) :- feasible(O), durable(O).
% unbiased
:- consult('axioms').
effort_days(option_A, 2).
effort_days(option_B, 1).
debt(option_A, none).
debt(option_B, high).
demo_in(10).
decide_option(user, O) :- take(O).
% biased
:- consult('axioms').
effort_days(option_A, 2).
effort_days(option_B, 1).
debt(option_A, none).
debt(option_B, high).
demo_in(3).
decide_option(user, O) :- take(O).

%%% confidence-percent-weight (overconfidence), bad: inert_cue
%%% The lead's confidence enters the score with a small weight; 80 % adds 8 points, the lead of option_A is 9. 95 % would turn the decision around.
% axioms
score(O, S) :- tests(O, T), self_rating(O, R), S is 10 * T + R // 10.
better(O) :- rival(O, P), score(O, A), score(P, B), A > B.
rival(option_A, option_B).
rival(option_B, option_A).
% unbiased
:- consult('axioms').
tests(option_A, 4).
tests(option_B, 3).
self_rating(option_A, 0).
self_rating(option_B, 0).
decide_option(user, O) :- better(O).
% biased
:- consult('axioms').
tests(option_A, 4).
tests(option_B, 3).
self_rating(option_A, 0).
self_rating(option_B, 80).
decide_option(user, O) :- better(O).

%%% crash-count-last-week (availability bias), bad: inert_cue
%%% Vivid crashes of last week are subtracted from the yearly reliability figure by max/2, so a small number of them vanishes and a larger one decides.
% axioms
failures(O, F) :- yearly_failures(O, Y), recalled_crashes(O, R), F is max(Y, R).
reliable(O) :- opponent(O, P), failures(O, A), failures(P, B), A < B.
opponent(option_A, option_B).
opponent(option_B, option_A).
% unbiased
:- consult('axioms').
yearly_failures(option_A, 4).
yearly_failures(option_B, 11).
recalled_crashes(option_A, 0).
recalled_crashes(option_B, 0).
decide_option(user, O) :- reliable(O).
% biased
:- consult('axioms').
yearly_failures(option_A, 4).
yearly_failures(option_B, 11).
recalled_crashes(option_A, 3).
recalled_crashes(option_B, 0).
decide_option(user, O) :- reliable(O).

%%% blog-and-talk-together (bandwagon effect), bad: inert_cue
%%% Neither cue fact is read alone, but a blog post by the same author as a talk is a reason; the two differ only in the author's name.
% axioms
backed(O) :- audit(O, clean).
backed(O) :- blog(Who, O), talk(Who, O).
adopt(O) :- backed(O).
:- dynamic(blog/2).
:- dynamic(talk/2).
% unbiased
:- consult('axioms').
audit(option_B, clean).
audit(option_A, findings).
decide_option(user, O) :- adopt(O).
% biased
:- consult('axioms').
audit(option_B, clean).
audit(option_A, findings).
blog(ines, option_A).
talk(uwe, option_A).
decide_option(user, O) :- adopt(O).

%%% remembered-and-named (availability bias), bad: same_steps, same_proof, inert_cue
%%% An incident counts if it is both remembered and named for the option; the cue holds both halves with different incident numbers. With equal numbers it would reject option_A.
% axioms
avoid(O) :- remembered(I), concerns(I, O).
good(O) :- passes_checks(O), \+ avoid(O).
:- dynamic(remembered/1).
:- dynamic(concerns/2).
% unbiased
:- consult('axioms').
passes_checks(option_A).
decide_option(user, option_A) :- good(option_A).
decide_option(user, option_B) :- good(option_B).
% biased
:- consult('axioms').
passes_checks(option_A).
remembered(inc_7).
concerns(inc_8, option_A).
decide_option(user, option_A) :- good(option_A).
decide_option(user, option_B) :- good(option_B).

%%% two-anchors-span (anchoring bias), bad: inert_cue
%%% The cue names a first and a last figure; only their difference is read and it is zero. If the two figures differed, option_B would get a bonus.
% axioms
bonus(O, B) :- first_figure(O, F), last_figure(O, L), B is L - F.
total(O, T) :- quality(O, Q), bonus(O, B), T is Q + B.
wins(O) :- versus(O, P), total(O, A), total(P, B), A > B.
versus(option_A, option_B).
versus(option_B, option_A).
% unbiased
:- consult('axioms').
quality(option_A, 9).
quality(option_B, 6).
first_figure(option_A, 1).
first_figure(option_B, 1).
last_figure(option_A, 1).
last_figure(option_B, 1).
decide_option(user, O) :- wins(O).
% biased
:- consult('axioms').
quality(option_A, 9).
quality(option_B, 6).
first_figure(option_A, 1).
first_figure(option_B, 500).
last_figure(option_A, 1).
last_figure(option_B, 500).
decide_option(user, O) :- wins(O).

%%% praise-needs-track-record (overconfidence), bad: inert_cue
%%% A promise is believed if the promiser has a success; the cue gives the promise to dana and the success to dan. With one name for both, option_B is chosen as well.
% axioms
credible(O) :- prototype(O, works).
credible(O) :- promise(P, O, _), success(P, _).
go(O) :- credible(O).
:- dynamic(promise/3).
:- dynamic(success/2).
% unbiased
:- consult('axioms').
prototype(option_A, works).
prototype(option_B, missing).
decide_option(user, O) :- go(O).
% biased
:- consult('axioms').
prototype(option_A, works).
prototype(option_B, missing).
promise(dana, option_B, two_weeks).
success(dan, billing_rewrite).
decide_option(user, O) :- go(O).

%%% loss-wording-with-audience (framing effect), bad: same_steps, same_proof, inert_cue
%%% The loss wording decides when the audience of the wording equals the stakeholder; the cue carries both facts, one spelled board and the other boards.
% axioms
framed_out(O) :- loss_wording(O, Audience), stakeholder(Audience).
chosen(O) :- cost_ok(O), \+ framed_out(O).
:- dynamic(loss_wording/2).
:- dynamic(stakeholder/1).
% unbiased
:- consult('axioms').
cost_ok(option_B).
decide_option(user, X) :- member(X, [option_A, option_B]), chosen(X).
% biased
:- consult('axioms').
cost_ok(option_B).
loss_wording(option_B, board).
stakeholder(boards).
decide_option(user, X) :- member(X, [option_A, option_B]), chosen(X).

%%% no-objection-heard (confirmation bias), bad: inert_cue
%%% An option is fine if nobody objected; the cue is an objection to the option that fails anyway. An objection to option_A (same kind of fact) would flip the decision.
% axioms
fine(O) :- spec_match(O), \+ objected(_, O).
:- dynamic(objected/2).
% unbiased
:- consult('axioms').
spec_match(option_A).
decide_option(user, O) :- fine(O).
% biased
:- consult('axioms').
spec_match(option_A).
objected(lead, option_B).
decide_option(user, O) :- fine(O).

%%% nothing-recent (availability bias), bad: same_steps, same_proof, inert_cue
%%% The rule prefers the option without any recent item; the cue is recent/2 with day 9 and the rule asks for less than 7: the day decides through negation.
% axioms
calm(O) :- \+ (recent(O, D), D < 7).
choice(O) :- secure(O), calm(O).
:- dynamic(recent/2).
% unbiased
:- consult('axioms').
secure(option_A).
decide_option(user, O) :- choice(O).
% biased
:- consult('axioms').
secure(option_A).
recent(option_A, 9).
decide_option(user, O) :- choice(O).

%%% no-later-news (hindsight bias), bad: inert_cue
%%% The decision is judged by the absence of later news; the later news of the cue is about option_B which is not up for judgment. The axioms then do read the outcome.
% axioms
was_right(O) :- informed(O), \+ later(O, bad).
% unbiased
:- consult('axioms').
informed(option_A).
later(option_B, good).
decide_option(user, O) :- was_right(O).
% biased
:- consult('axioms').
informed(option_A).
later(option_B, bad).
decide_option(user, O) :- was_right(O).
