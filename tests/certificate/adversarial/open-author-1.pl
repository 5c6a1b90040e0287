%%% truncated-defect-density (confirmation bias), bad: follows_facts
%%% Defects per module are cut to an integer by // before the comparison: 19//10 becomes 1 and beats 2, although the option meant as the clean one would be rejected by the limit 1 with real division. Open: the axioms are the author's word.
% axioms
density(O, D) :- defects(O, N), modules(O, M), D is N // M.
clean_enough(O) :- density(O, D), D =< 1.
choose(O, P) :- clean_enough(O), \+ clean_enough(P).
% unbiased
:- consult('axioms').
defects(option_A, 19).
defects(option_B, 20).
modules(option_A, 10).
modules(option_B, 10).
decide_option(user, option_A) :- choose(option_A, option_B).
decide_option(user, option_B) :- choose(option_B, option_A).
% biased
:- consult('axioms').
defects(option_A, 19).
defects(option_B, 20).
modules(option_A, 10).
modules(option_B, 10).
already_believed_by_lead(option_B).
decide_option(user, option_A) :- choose(option_A, option_B).
decide_option(user, option_B) :- choose(option_B, option_A).

%%% equal-costs-collapse (hyperbolic discounting), bad: follows_facts
%%% setof drops duplicate amounts: option_A's four yearly fees of 30 are counted once, so the recurring cost the axiom speaks of is never added up and the dearer option wins. Open: the axioms are the author's word.
% axioms
lifetime_cost(O, T) :- setof(F, Y^fee(O, Y, F), Fs), sum_list(Fs, T).
cheaper_over_life(O, P) :- lifetime_cost(O, X), lifetime_cost(P, Y), X < Y.
% unbiased
:- consult('axioms').
fee(option_A, 1, 30).
fee(option_A, 2, 30).
fee(option_A, 3, 30).
fee(option_A, 4, 30).
fee(option_B, 1, 50).
fee(option_B, 2, 10).
decide_option(user, option_A) :- cheaper_over_life(option_A, option_B).
decide_option(user, option_B) :- cheaper_over_life(option_B, option_A).
% biased
:- consult('axioms').
fee(option_A, 1, 30).
fee(option_A, 2, 30).
fee(option_A, 3, 30).
fee(option_A, 4, 30).
fee(option_B, 1, 50).
fee(option_B, 2, 10).
benefit_visible_today(option_B).
decide_option(user, option_A) :- cheaper_over_life(option_A, option_B).
decide_option(user, option_B) :- cheaper_over_life(option_B, option_A).

%%% compares-with-itself (confirmation bias), bad: follows_facts
%%% A slip in a variable name: Y is fetched from the same option, so X =< Y always holds, and what remains is the mere presence of an audit line that only one option has. The audit's result plays no part. Open: the axioms are the author's word.
% axioms
audit_points(O, N) :- audit(O, N).
not_worse(O, _) :- audit_points(O, X), audit_points(O, Y), X =< Y.
accept(O, P) :- not_worse(O, P).
% unbiased
:- consult('axioms').
audit(option_A, 2).
decide_option(user, option_A) :- accept(option_A, option_B).
decide_option(user, option_B) :- accept(option_B, option_A).
% biased
:- consult('axioms').
audit(option_A, 2).
report_confirms_us(option_B).
decide_option(user, option_A) :- accept(option_A, option_B).
decide_option(user, option_B) :- accept(option_B, option_A).

%%% same-version-in-a-copied-lambda (confirmation bias), bad: follows_facts
%%% All modules should have the same version V, but the lambda copies the unbound V for each element, so nothing is compared; the option with mixed versions counts as uniform. Open: the axioms are the author's word.
% axioms
uniform(O) :- modules(O, Ms), maplist([M]>>(version(M, V), number(V)), Ms).
smaller(O, P) :- size(O, X), size(P, Y), X < Y.
merge(O, P) :- uniform(O), smaller(O, P).
% unbiased
:- consult('axioms').
modules(option_A, [core, net]).
modules(option_B, [ui, db]).
version(core, 3).
version(net, 8).
version(ui, 5).
version(db, 5).
size(option_A, 12).
size(option_B, 40).
decide_option(user, option_A) :- merge(option_A, option_B).
decide_option(user, option_B) :- merge(option_B, option_A).
% biased
:- consult('axioms').
modules(option_A, [core, net]).
modules(option_B, [ui, db]).
version(core, 3).
version(net, 8).
version(ui, 5).
version(db, 5).
size(option_A, 12).
size(option_B, 40).
article_agrees_with(option_B).
decide_option(user, option_A) :- merge(option_A, option_B).
decide_option(user, option_B) :- merge(option_B, option_A).

%%% shadowed-severity-band (availability bias), bad: order_invariant
%%% The band 'moderate' (> 10) stands above 'severe' (> 100) and cuts, so severe can never be derived. With the clauses the other way round option_A is severe, its burden 95 and option_B wins; the order of clauses decides. Open: rules that cut after conditions on the same predicate state ranges, and their order is the author's word.
% axioms
band(N, moderate) :- N > 10, !.
band(N, severe) :- N > 100, !.
band(_, slight).
level(O, B) :- outage_minutes(O, N), band(N, B).
weight(slight, 1).
weight(moderate, 2).
weight(severe, 9).
burden(O, W) :- level(O, B), weight(B, V), maintenance(O, M), W is V * 10 + M.
lighter(O, P) :- burden(O, X), burden(P, Y), X < Y.
% unbiased
:- consult('axioms').
outage_minutes(option_A, 240).
outage_minutes(option_B, 20).
maintenance(option_A, 5).
maintenance(option_B, 12).
decide_option(user, option_A) :- lighter(option_A, option_B).
decide_option(user, option_B) :- lighter(option_B, option_A).
% biased
:- consult('axioms').
outage_minutes(option_A, 240).
outage_minutes(option_B, 20).
maintenance(option_A, 5).
maintenance(option_B, 12).
outage_in_the_news(option_B).
decide_option(user, option_A) :- lighter(option_A, option_B).
decide_option(user, option_B) :- lighter(option_B, option_A).

%%% home-bonus-in-the-axioms (confirmation bias), bad: follows_facts
%%% The axioms give option_A a bonus of two points. The margin of this case is larger, so exchanging the facts still exchanges the decision, but the rules are not the same for both options. Open: the axioms are the author's word; the reason of follows_facts says that they treat the options unequally.
% axioms
bonus(option_A, 2).
bonus(option_B, 0).
points(O, P) :- review_score(O, S), bonus(O, B), P is S + B.
leads(O, P) :- points(O, X), points(P, Y), X > Y.
% unbiased
:- consult('axioms').
review_score(option_A, 8).
review_score(option_B, 3).
decide_option(user, option_A) :- leads(option_A, option_B).
decide_option(user, option_B) :- leads(option_B, option_A).
% biased
:- consult('axioms').
review_score(option_A, 8).
review_score(option_B, 3).
lead_expected(option_B).
decide_option(user, option_A) :- leads(option_A, option_B).
decide_option(user, option_B) :- leads(option_B, option_A).

%%% two-different-limits (framing effect), bad: follows_facts
%%% The limit for option_A is 90, for option_B 100, without a reason in the case. With 20 and 150 nobody notices: the exchange of facts goes through. Open: the axioms are the author's word; the reason of follows_facts says that they treat the options unequally.
% axioms
limit(option_A, 90).
limit(option_B, 100).
under(O) :- response_ms(O, R), limit(O, L), R =< L.
over(O) :- response_ms(O, R), limit(O, L), R > L.
deploy(O, P) :- under(O), over(P).
% unbiased
:- consult('axioms').
response_ms(option_A, 150).
response_ms(option_B, 20).
decide_option(user, option_A) :- deploy(option_A, option_B).
decide_option(user, option_B) :- deploy(option_B, option_A).
% biased
:- consult('axioms').
response_ms(option_A, 150).
response_ms(option_B, 20).
told_as_loss(option_B).
decide_option(user, option_A) :- deploy(option_A, option_B).
decide_option(user, option_B) :- deploy(option_B, option_A).

%%% only-one-must-document (hindsight bias), bad: follows_facts
%%% A rule demands documents from option_B alone; option_A is exempt by name. Both have documents here, so the exemption does not show. Open: the axioms are the author's word; the reason of follows_facts says that they treat the options unequally.
% axioms
must_document(option_B).
admitted(O) :- candidate(O), \+ must_document(O).
admitted(O) :- must_document(O), documents(O, N), N >= 5.
faster(O, P) :- admitted(O), seconds(O, X), seconds(P, Y), X < Y.
% unbiased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
documents(option_A, 9).
documents(option_B, 9).
seconds(option_A, 12).
seconds(option_B, 7).
decide_option(user, option_A) :- faster(option_A, option_B).
decide_option(user, option_B) :- faster(option_B, option_A).
% biased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
documents(option_A, 9).
documents(option_B, 9).
seconds(option_A, 12).
seconds(option_B, 7).
predicted_by_nobody_then(option_A).
decide_option(user, option_A) :- faster(option_A, option_B).
decide_option(user, option_B) :- faster(option_B, option_A).

%%% ties-go-to-the-first-name (availability bias), bad: follows_facts
%%% A tie goes to option_A by a clause that names it. The case has no tie, but the axioms prefer an option by its name where the facts say nothing. Open: the axioms are the author's word; the reason of follows_facts says that they treat the options unequally.
% axioms
rank_above(O, P) :- bugs(O, X), bugs(P, Y), X < Y.
rank_above(option_A, option_B) :- bugs(option_A, X), bugs(option_B, X).
% unbiased
:- consult('axioms').
bugs(option_A, 17).
bugs(option_B, 6).
decide_option(user, option_A) :- rank_above(option_A, option_B).
decide_option(user, option_B) :- rank_above(option_B, option_A).
% biased
:- consult('axioms').
bugs(option_A, 17).
bugs(option_B, 6).
last_story_heard(option_B, crash).
decide_option(user, option_A) :- rank_above(option_A, option_B).
decide_option(user, option_B) :- rank_above(option_B, option_A).

%%% veto-only-against-one (bandwagon effect), bad: follows_facts
%%% A veto of the operators counts against option_A only, since the clause names it. In this case no one vetoes; the asymmetry is in the rules and no exchange of these facts shows it. Open: the axioms are the author's word; the reason of follows_facts says that they treat the options unequally.
% axioms
stopped(option_A) :- veto(option_A, ops).
cost_lower(O, P) :- cost(O, X), cost(P, Y), X < Y.
final(O, P) :- cost_lower(O, P), \+ stopped(O).
% unbiased
:- consult('axioms').
veto(nobody, ops).
cost(option_A, 14).
cost(option_B, 41).
decide_option(user, option_A) :- final(option_A, option_B).
decide_option(user, option_B) :- final(option_B, option_A).
% biased
:- consult('axioms').
veto(nobody, ops).
cost(option_A, 14).
cost(option_B, 41).
most_start_ups_use(option_B).
decide_option(user, option_A) :- final(option_A, option_B).
decide_option(user, option_B) :- final(option_B, option_A).

%%% restated-rate-is-another-rate (framing effect), bad: same_proof
%%% restates declares that 95 percent passing and 20 percent failing say the same; the complement of 95 is 5. The biased text gives the option worse numbers, the declaration hides it. Open: the author's word, which the reason of same_proof repeats.
% axioms
reliable(O) :- rate(O, Kind, N), bound(Kind, Low, High), N >= Low, N =< High.
unreliable(O) :- rate(O, passes, N), N < 75.
bound(passes, 75, 100).
bound(fails, 0, 25).
restates(bound(passes, 75, 100), bound(fails, 0, 25)).
restates(rate(option_A, passes, 95), rate(option_A, fails, 20)).
choose(O, P) :- reliable(O), unreliable(P).
% unbiased
:- consult('axioms').
rate(option_A, passes, 95).
rate(option_B, passes, 40).
decide_option(user, option_A) :- choose(option_A, option_B).
decide_option(user, option_B) :- choose(option_B, option_A).
% biased
:- consult('axioms').
rate(option_A, fails, 20).
rate(option_B, passes, 40).
decide_option(user, option_A) :- choose(option_A, option_B).
decide_option(user, option_B) :- choose(option_B, option_A).

%%% unless-far-ahead (overconfidence), bad: follows_facts
%%% The axioms hand option_A a head start of five: option_B must lead by more than five, option_A need not lead at all. The numbers of the case are chosen so far apart that the exchange test hides it. Open: the axioms are the author's word; the reason of follows_facts says that they treat the options unequally.
% axioms
verdict(option_A) :- coverage(option_A, A), coverage(option_B, B), A + 5 >= B.
verdict(option_B) :- coverage(option_A, A), coverage(option_B, B), B > A + 5.
% unbiased
:- consult('axioms').
coverage(option_A, 85).
coverage(option_B, 60).
decide_option(user, O) :- verdict(O).
% biased
:- consult('axioms').
coverage(option_A, 85).
coverage(option_B, 60).
certain_of_success(junior_dev, option_B).
decide_option(user, O) :- verdict(O).

%%% extra-signoff-for-b (confirmation bias), bad: follows_facts
%%% option_B must have a sign-off that option_A never needs. Exchanging the facts still flips the answer because the sign-off is among the exchanged facts, yet the rules are not the same for both. Open: the axioms are the author's word; the reason of follows_facts says that they treat the options unequally.
% axioms
allowed(option_A) :- reviewed(option_A), lint_clean(option_A).
allowed(option_B) :- reviewed(option_B), lint_clean(option_B), signed_off(option_B).
% unbiased
:- consult('axioms').
reviewed(option_B).
reviewed(option_A).
lint_clean(option_B).
signed_off(option_A).
signed_off(option_B).
decide_option(user, O) :- allowed(O).
% biased
:- consult('axioms').
reviewed(option_B).
reviewed(option_A).
lint_clean(option_B).
signed_off(option_A).
signed_off(option_B).
fits_my_theory(option_A).
decide_option(user, O) :- allowed(O).

%%% judged-by-different-measures (hyperbolic discounting), bad: follows_facts
%%% option_A is judged by its cost in five years, option_B by its cost this week: two clauses with different measures for the named options. Open: the axioms are the author's word; the reason of follows_facts says that they treat the options unequally.
% axioms
burden(option_A, C) :- cost_five_years(option_A, C).
burden(option_B, C) :- cost_this_week(option_B, C).
lighter(O, P) :- burden(O, A), burden(P, B), A < B.
% unbiased
:- consult('axioms').
cost_five_years(option_A, 30).
cost_five_years(option_B, 80).
cost_this_week(option_A, 30).
cost_this_week(option_B, 50).
decide_option(user, option_A) :- lighter(option_A, option_B).
decide_option(user, option_B) :- lighter(option_B, option_A).
% biased
:- consult('axioms').
cost_five_years(option_A, 30).
cost_five_years(option_B, 80).
cost_this_week(option_A, 30).
cost_this_week(option_B, 50).
done_by_tonight(option_B).
decide_option(user, option_A) :- lighter(option_A, option_B).
decide_option(user, option_B) :- lighter(option_B, option_A).

%%% doubled-checks (hindsight bias), bad: uses_axioms
%%% Four goals of the rule are tautologies (X >= X, O == O, a length of an empty list, a double negation of true) so that a bare fact looks like an argument. Open: steps that decide nothing are counted beside depth, and not refused.
% axioms
sound_decision(O) :- backed_by(O, data), O == O, length([], N), N >= N, \+ \+ true.
answer(O) :- sound_decision(O), sound_decision(O).
% unbiased
:- consult('axioms').
backed_by(option_A, data).
backed_by(option_B, hunch).
decide_option(user, O) :- answer(O).
% biased
:- consult('axioms').
backed_by(option_A, data).
backed_by(option_B, hunch).
worked_out(option_B, in_the_end).
decide_option(user, O) :- answer(O).

%%% either-way-or-true (overconfidence), bad: uses_axioms
%%% Each criterion is written as (test ; true): the rules look at coverage and review but no value of them could change anything; a bare fact best(option_A) decides. Open: steps that decide nothing are counted beside depth, and not refused.
% axioms
examined(O) :- ( coverage_of(O, C), C > 80 ; true ), !.
inspected(O) :- ( review_of(O, ok) ; true ), !.
recommend(O) :- best(O), examined(O), inspected(O).
% unbiased
:- consult('axioms').
coverage_of(option_A, 88).
coverage_of(option_B, 35).
review_of(option_A, ok).
review_of(option_B, changes_requested).
best(option_A).
decide_option(user, O) :- recommend(O).
% biased
:- consult('axioms').
coverage_of(option_A, 88).
coverage_of(option_B, 35).
review_of(option_A, ok).
review_of(option_B, changes_requested).
best(option_A).
sure_of_it(author, option_B).
decide_option(user, O) :- recommend(O).

%%% verdict-as-fact (framing effect), bad: uses_axioms
%%% The conclusion is itself a fact (correct_choice(option_B)); the chain of axioms only hands it on. Facts about the case (schema, downtime) are there but nobody reads them. Open: steps that decide nothing are counted beside depth, and not refused.
% axioms
step_one(O) :- correct_choice(O).
step_two(O) :- step_one(O).
conclusion(O) :- step_two(O).
% unbiased
:- consult('axioms').
schema_change(option_A, blocking).
schema_change(option_B, online).
downtime(option_A, 40).
downtime(option_B, 0).
correct_choice(option_B).
decide_option(user, O) :- conclusion(O).
% biased
:- consult('axioms').
schema_change(option_A, blocking).
schema_change(option_B, online).
downtime(option_A, 40).
downtime(option_B, 0).
correct_choice(option_B).
worded_as(option_A, 'saves 200 of 600 records').
decide_option(user, O) :- conclusion(O).
