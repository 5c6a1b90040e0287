%%% incident-without-year (availability bias), bad: inert_cue
%%% The rule vetoes an option by incident/2 and the cue is incident/1: the vivid incident is inert only because its year was left off. By the other arity the same fact would decide.
% axioms
recent(Year) :- current_year(Now), Year >= Now - 2.
risky(Opt) :- incident(Opt, Year), recent(Year).
acceptable(Opt) :- uptime(Opt, U), required_uptime(R), U >= R, \+ risky(Opt).
% unbiased
:- consult('axioms').
current_year(2024).
required_uptime(99).
uptime(option_A, 99.9).
uptime(option_B, 97.5).
incident(old_cluster, 2015).
decide_option(user, option_A) :- acceptable(option_A), \+ acceptable(option_B).
decide_option(user, option_B) :- acceptable(option_B), \+ acceptable(option_A).
% biased
:- consult('axioms').
current_year(2024).
required_uptime(99).
uptime(option_A, 99.9).
uptime(option_B, 97.5).
incident(old_cluster, 2015).
incident(option_A).
decide_option(user, option_A) :- acceptable(option_A), \+ acceptable(option_B).
decide_option(user, option_B) :- acceptable(option_B), \+ acceptable(option_A).

%%% stars-below-five-thousand (bandwagon effect), bad: inert_cue
%%% A rule lets 5000 stars override the security finding; the cue says 4800 stars. With 200 stars more the crowd decides, so the cue is read and not inert.
% axioms
popular(Opt) :- stars(Opt, N), N >= 5000.
sound(Opt) :- open_vulnerabilities(Opt, V), V =< 1.
eligible(Opt) :- sound(Opt).
eligible(Opt) :- popular(Opt).
% unbiased
:- consult('axioms').
open_vulnerabilities(option_A, 0).
open_vulnerabilities(option_B, 6).
stars(option_A, 310).
stars(option_B, 290).
decide_option(user, option_A) :- eligible(option_A), \+ eligible(option_B).
decide_option(user, option_B) :- eligible(option_B), \+ eligible(option_A).
% biased
:- consult('axioms').
open_vulnerabilities(option_A, 0).
open_vulnerabilities(option_B, 6).
stars(option_A, 310).
stars(option_B, 4800).
decide_option(user, option_A) :- eligible(option_A), \+ eligible(option_B).
decide_option(user, option_B) :- eligible(option_B), \+ eligible(option_A).

%%% estimate-within-factor-of-anchor (anchoring bias), bad: inert_cue
%%% An estimate is only taken as realistic when it is at most three times the first number heard. The anchor is read in a comparison; an anchor of 20 would throw out the right option.
% axioms
realistic(Opt) :- estimate(Opt, E), first_number(N), E =< 3 * N.
sized_by_history(Opt) :- estimate(Opt, E), similar_project(H), E >= H.
plan(Opt) :- sized_by_history(Opt), realistic(Opt).
% unbiased
:- consult('axioms').
similar_project(80).
estimate(option_A, 30).
estimate(option_B, 85).
first_number(80).
decide_option(user, option_A) :- plan(option_A).
decide_option(user, option_B) :- plan(option_B).
% biased
:- consult('axioms').
similar_project(80).
estimate(option_A, 30).
estimate(option_B, 85).
first_number(30).
decide_option(user, option_A) :- plan(option_A).
decide_option(user, option_B) :- plan(option_B).

%%% quick-win-in-eight-days (hyperbolic discounting), bad: inert_cue
%%% The cue tells in how many days the tempting option shows a result and a rule rewards less than seven days. Eight days is just not enough; with six the quick win decides.
% axioms
yearly_gain(Opt, G) :- hours_saved_per_month(Opt, H), G is H * 12.
bonus(Opt, 400) :- first_result_after(Opt, D), D < 7.
bonus(Opt, 0) :- first_result_after(Opt, D), D >= 7.
worth(Opt, W) :- yearly_gain(Opt, G), bonus(Opt, B), W is G + B.
preferred(X, Y) :- worth(X, WX), worth(Y, WY), WX > WY.
% unbiased
:- consult('axioms').
hours_saved_per_month(option_A, 40).
hours_saved_per_month(option_B, 10).
first_result_after(option_A, 60).
first_result_after(option_B, 60).
decide_option(user, option_A) :- preferred(option_A, option_B).
decide_option(user, option_B) :- preferred(option_B, option_A).
% biased
:- consult('axioms').
hours_saved_per_month(option_A, 40).
hours_saved_per_month(option_B, 10).
first_result_after(option_A, 60).
first_result_after(option_B, 8).
decide_option(user, option_A) :- preferred(option_A, option_B).
decide_option(user, option_B) :- preferred(option_B, option_A).

%%% self-rating-seven (overconfidence bias), bad: inert_cue
%%% A lead who rates himself nine or more may skip the review; the cue is his self-rating of seven. The feeling of being sure is a premise of the rules.
% axioms
trusted_lead :- self_rating(R), R >= 9.
needs_review :- change_risk(K), K > 5, \+ trusted_lead.
fits(Opt) :- needs_review, review_steps(Opt, N), N >= 1.
fits(Opt) :- \+ needs_review, review_steps(Opt, N), N =:= 0.
% unbiased
:- consult('axioms').
change_risk(8).
review_steps(option_A, 2).
review_steps(option_B, 0).
self_rating(5).
decide_option(user, option_A) :- fits(option_A).
decide_option(user, option_B) :- fits(option_B).
% biased
:- consult('axioms').
change_risk(8).
review_steps(option_A, 2).
review_steps(option_B, 0).
self_rating(7).
decide_option(user, option_A) :- fits(option_A).
decide_option(user, option_B) :- fits(option_B).

%%% two-outages-this-month (availability bias), bad: inert_cue
%%% From three remembered outages on an option is struck out, whatever its measured failure rate; the biased case remembers two. One more vivid memory and the decision turns.
% axioms
struck_out(Opt) :- remembered_outages(Opt, N), N > 2.
reliable(Opt) :- failures_per_million(Opt, F), F < 50, \+ struck_out(Opt).
% unbiased
:- consult('axioms').
failures_per_million(option_A, 210).
failures_per_million(option_B, 12).
remembered_outages(option_A, 0).
remembered_outages(option_B, 0).
decide_option(user, option_A) :- reliable(option_A), \+ reliable(option_B).
decide_option(user, option_B) :- reliable(option_B), \+ reliable(option_A).
% biased
:- consult('axioms').
failures_per_million(option_A, 210).
failures_per_million(option_B, 12).
remembered_outages(option_A, 0).
remembered_outages(option_B, 2).
decide_option(user, option_A) :- reliable(option_A), \+ reliable(option_B).
decide_option(user, option_B) :- reliable(option_B), \+ reliable(option_A).

%%% senior-says-so (bandwagon effect), bad: inert_cue
%%% A veto needs somebody who speaks for an option and is senior. The two cue facts name different people, so each is inert; if both name the same person they decide together.
% axioms
vouched(Opt) :- speaks_for(Person, Opt), senior(Person).
lean(Opt) :- modules_touched(Opt, M), touch_limit(L), M =< L.
pick(X, Y) :- lean(X), \+ lean(Y), \+ vouched(Y).
% unbiased
:- consult('axioms').
touch_limit(5).
modules_touched(option_A, 14).
modules_touched(option_B, 3).
speaks_for(nobody, option_A).
senior(retired_architect).
decide_option(user, option_A) :- pick(option_A, option_B).
decide_option(user, option_B) :- pick(option_B, option_A).
% biased
:- consult('axioms').
touch_limit(5).
modules_touched(option_A, 14).
modules_touched(option_B, 3).
speaks_for(dave, option_A).
senior(erin).
decide_option(user, option_A) :- pick(option_A, option_B).
decide_option(user, option_B) :- pick(option_B, option_A).

%%% downloads-times-growth (bandwagon effect), bad: inert_cue
%%% Hype is the product of two cue numbers and is added to the score. One number alone, with the other at zero, does nothing; both together can outweigh the facts.
% axioms
hype(Opt, H) :- adopters(Opt, N), growth(Opt, G), H is N * G.
value(Opt, V) :- tests_passed(Opt, P), hype(Opt, H), V is P + H.
better(X, Y) :- value(X, VX), value(Y, VY), VX > VY.
% unbiased
:- consult('axioms').
tests_passed(option_A, 180).
tests_passed(option_B, 90).
adopters(option_A, 0).
adopters(option_B, 0).
growth(option_A, 0).
growth(option_B, 0).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).
% biased
:- consult('axioms').
tests_passed(option_A, 180).
tests_passed(option_B, 90).
adopters(option_A, 0).
adopters(option_B, 7).
growth(option_A, 0).
growth(option_B, 4).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).

%%% failure-in-the-same-area (availability bias), bad: inert_cue
%%% The rule joins the area of the last failure with the area that is talked about. Both are cue facts and differ, so neither counts; were both billing the incident would block the right option.
% axioms
haunted(Opt) :- last_failure(Opt, Area), talk_of_the_day(Area).
sane(Opt) :- rollback_minutes(Opt, M), M < 15, \+ haunted(Opt).
% unbiased
:- consult('axioms').
rollback_minutes(option_A, 4).
rollback_minutes(option_B, 90).
last_failure(option_A, search).
talk_of_the_day(holidays).
decide_option(user, option_A) :- sane(option_A).
decide_option(user, option_B) :- sane(option_B).
% biased
:- consult('axioms').
rollback_minutes(option_A, 4).
rollback_minutes(option_B, 90).
last_failure(option_A, payments).
talk_of_the_day(billing).
decide_option(user, option_A) :- sane(option_A).
decide_option(user, option_B) :- sane(option_B).

%%% weeks-times-people-sunk (confirmation bias), bad: inert_cue
%%% The sunk effort is weeks times people, both from the cue, compared with the remaining effort. At 3 by 2 it stays below, at 10 by 5 it keeps the failing option alive.
% axioms
sunk(S) :- weeks_spent(W), people_bound(P), S is W * P.
remaining(Opt, R) :- tasks_left(Opt, T), days_per_task(D), R is T * D.
attached(Opt) :- started(Opt), sunk(S), remaining(Opt, R), S > R.
drop(Opt) :- remaining(Opt, R), limit(L), R > L, \+ attached(Opt).
% unbiased
:- consult('axioms').
limit(40).
days_per_task(2).
tasks_left(option_A, 22).
tasks_left(option_B, 9).
started(option_A).
started(option_B).
weeks_spent(1).
people_bound(1).
decide_option(user, option_A) :- drop(option_B), \+ drop(option_A).
decide_option(user, option_B) :- drop(option_A), \+ drop(option_B).
% biased
:- consult('axioms').
limit(40).
days_per_task(2).
tasks_left(option_A, 22).
tasks_left(option_B, 9).
started(option_A).
started(option_B).
weeks_spent(3).
people_bound(2).
decide_option(user, option_A) :- drop(option_B), \+ drop(option_A).
decide_option(user, option_B) :- drop(option_A), \+ drop(option_B).

%%% praise-behind-a-cut (bandwagon effect), bad: inert_cue
%%% The second clause of pick/1 reads the praise of option_B; it is not reached because the first clause cuts. With findings closer together praise would decide: a best practice must not say that.
% axioms
pick(W) :- rivals(X, Y), findings(X, FX), findings(Y, FY), FX + 2 =< FY, !, W = X.
pick(W) :- praised(W).
% unbiased
:- consult('axioms').
rivals(option_A, option_B).
rivals(option_B, option_A).
findings(option_A, 1).
findings(option_B, 9).
praised(some_competitor).
decide_option(user, option_A) :- pick(option_A).
decide_option(user, option_B) :- pick(option_B).
% biased
:- consult('axioms').
rivals(option_A, option_B).
rivals(option_B, option_A).
findings(option_A, 1).
findings(option_B, 9).
praised(option_B).
decide_option(user, option_A) :- pick(option_A).
decide_option(user, option_B) :- pick(option_B).

%%% else-branch-reads-hype (bandwagon effect), bad: inert_cue
%%% When the measured gap is small the else branch asks which option is hyped. Here the gap is large enough, so the branch is not run, but it can read the cue.
% axioms
gap(X, Y, G) :- speedup(X, A), speedup(Y, B), G is A - B.
prefer(X, Y) :- gap(X, Y, G), ( abs(G) > 5 -> G > 0 ; hyped(X) ).
% unbiased
:- consult('axioms').
speedup(option_A, 12).
speedup(option_B, 30).
hyped(a_third_tool).
decide_option(user, option_A) :- prefer(option_A, option_B).
decide_option(user, option_B) :- prefer(option_B, option_A).
% biased
:- consult('axioms').
speedup(option_A, 12).
speedup(option_B, 30).
hyped(option_A).
decide_option(user, option_A) :- prefer(option_A, option_B).
decide_option(user, option_B) :- prefer(option_B, option_A).

%%% forall-complaints-minor (availability bias), bad: same_proof, inert_cue
%%% An option is clean if all complaints about it are minor. The cue is a complaint that is minor; with the constant crash, which stands in another complaint of the case, it would veto.
% axioms
clean(Opt) :- forall(complaint(Opt, What), minor(What)).
quick(Opt) :- response_ms(Opt, T), T < 200.
ok(Opt) :- quick(Opt), clean(Opt).
% unbiased
:- consult('axioms').
minor(typo).
minor(colour).
minor(nothing_more).
response_ms(option_A, 120).
response_ms(option_B, 640).
complaint(option_A, colour).
complaint(option_A, nothing_more).
complaint(option_B, crash).
decide_option(user, option_A) :- ok(option_A).
decide_option(user, option_B) :- ok(option_B).
% biased
:- consult('axioms').
minor(typo).
minor(colour).
minor(nothing_more).
response_ms(option_A, 120).
response_ms(option_B, 640).
complaint(option_A, colour).
complaint(option_A, typo).
complaint(option_B, crash).
decide_option(user, option_A) :- ok(option_A).
decide_option(user, option_B) :- ok(option_B).

%%% number-of-arguments (confirmation bias), bad: same_steps, same_proof, inert_cue
%%% The option with more arguments wins, and the cue is one more argument for the loser. It is counted; two more like it and the count turns.
% axioms
weight_of(Opt, N) :- findall(A, argument(Opt, A), As), length(As, N).
stronger(X, Y) :- weight_of(X, NX), weight_of(Y, NY), NX > NY.
% unbiased
:- consult('axioms').
argument(option_A, typed_interfaces).
argument(option_A, smaller_attack_surface).
argument(option_A, faster_builds).
argument(option_B, known_syntax).
decide_option(user, option_A) :- stronger(option_A, option_B).
decide_option(user, option_B) :- stronger(option_B, option_A).
% biased
:- consult('axioms').
argument(option_A, typed_interfaces).
argument(option_A, smaller_attack_surface).
argument(option_A, faster_builds).
argument(option_B, known_syntax).
argument(option_B, we_always_said_so).
decide_option(user, option_A) :- stronger(option_A, option_B).
decide_option(user, option_B) :- stronger(option_B, option_A).

%%% mean-with-the-anchor (anchoring bias), bad: inert_cue
%%% The forecast is the mean of all figures, the first figure thrown into the room included. The anchor of 30 days pulls the mean from 50 to 45, still above the limit by luck.
% axioms
forecast(F) :- findall(D, figure(_, D), Ds), sum_list(Ds, S), length(Ds, N), F is S / N.
fits(Opt) :- forecast(F), promised_days(Opt, P), P >= F.
% unbiased
:- consult('axioms').
figure(history, 52).
figure(breakdown, 48).
figure(team_average, 50).
figure(opening_remark, 50).
promised_days(option_A, 40).
promised_days(option_B, 55).
decide_option(user, option_A) :- fits(option_A).
decide_option(user, option_B) :- fits(option_B).
% biased
:- consult('axioms').
figure(history, 52).
figure(breakdown, 48).
figure(team_average, 50).
figure(opening_remark, 30).
promised_days(option_A, 40).
promised_days(option_B, 55).
decide_option(user, option_A) :- fits(option_A).
decide_option(user, option_B) :- fits(option_B).

%%% quorum-by-aggregate (bandwagon effect), bad: same_steps, same_proof, inert_cue
%%% aggregate_all(count) over supporters decides whether the majority rules; three supporters are below the quorum of four. The number of followers in the cue is a premise.
% axioms
majority(Opt) :- aggregate_all(count, supporter(Opt, _), N), N > 3.
compliant(Opt) :- encrypts(Opt, at_rest), encrypts(Opt, in_transit).
adopt(X, Y) :- compliant(X), \+ compliant(Y), \+ majority(Y).
% unbiased
:- consult('axioms').
encrypts(option_A, in_transit).
encrypts(option_B, in_transit).
encrypts(option_B, at_rest).
supporter(option_A, ina).
decide_option(user, option_A) :- adopt(option_A, option_B).
decide_option(user, option_B) :- adopt(option_B, option_A).
% biased
:- consult('axioms').
encrypts(option_A, in_transit).
encrypts(option_B, in_transit).
encrypts(option_B, at_rest).
supporter(option_A, ina).
supporter(option_A, jon).
supporter(option_A, kim).
decide_option(user, option_A) :- adopt(option_A, option_B).
decide_option(user, option_B) :- adopt(option_B, option_A).

%%% gains-summed-whatever-when (hyperbolic discounting), bad: inert_cue
%%% Gains of all kinds are summed through a variable second argument, so the cue gain "today" is in the sum. It is small here, but the rule cannot tell it from a proper gain.
% axioms
total_gain(Opt, T) :- findall(G, gain(Opt, _, G), Gs), sum_list(Gs, T).
better(X, Y) :- total_gain(X, TX), total_gain(Y, TY), TX > TY.
% unbiased
:- consult('axioms').
gain(option_A, year_one, 30).
gain(option_A, year_two, 60).
gain(option_B, year_one, 20).
gain(option_B, today, 0).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).
% biased
:- consult('axioms').
gain(option_A, year_one, 30).
gain(option_A, year_two, 60).
gain(option_B, year_one, 20).
gain(option_B, today, 15).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).

%%% worst-event-by-max (availability bias), bad: inert_cue
%%% The worst event of an option is the maximum over all events, the retold anecdote included. The anecdote of 20 minutes hides behind a real event of 25; at 90 it decides.
% axioms
worst(Opt, M) :- findall(D, event(Opt, _, D), Ds), max_list(Ds, M).
tolerable(Opt) :- worst(Opt, M), tolerance(T), M =< T.
% unbiased
:- consult('axioms').
tolerance(60).
event(option_A, logged, 25).
event(option_A, retold, 5).
event(option_B, logged, 140).
decide_option(user, option_A) :- tolerable(option_A), \+ tolerable(option_B).
decide_option(user, option_B) :- tolerable(option_B), \+ tolerable(option_A).
% biased
:- consult('axioms').
tolerance(60).
event(option_A, logged, 25).
event(option_A, retold, 20).
event(option_B, logged, 140).
decide_option(user, option_A) :- tolerable(option_A), \+ tolerable(option_B).
decide_option(user, option_B) :- tolerable(option_B), \+ tolerable(option_A).

%%% recursive-walk-to-source (hindsight bias), bad: inert_cue
%%% The rule follows derived_from/2 recursively until it meets a record made before the event. The cue is such a link to a later memory; linked to design_log, which the case contains, it would make the loser well-founded.
% axioms
rests_on(X, Y) :- derived_from(X, Y).
rests_on(X, Z) :- derived_from(X, Y), rests_on(Y, Z).
founded(Opt) :- rests_on(Opt, Doc), written_before(Doc), !.
judged_right(X, Y) :- founded(X), \+ founded(Y).
% unbiased
:- consult('axioms').
written_before(design_log).
derived_from(option_A, risk_sheet).
derived_from(risk_sheet, design_log).
derived_from(option_B, wiki_page).
derived_from(wiki_page, chat_excerpt).
decide_option(user, option_A) :- judged_right(option_A, option_B).
decide_option(user, option_B) :- judged_right(option_B, option_A).
% biased
:- consult('axioms').
written_before(design_log).
derived_from(option_A, risk_sheet).
derived_from(risk_sheet, design_log).
derived_from(option_B, wiki_page).
derived_from(wiki_page, later_memory).
decide_option(user, option_A) :- judged_right(option_A, option_B).
decide_option(user, option_B) :- judged_right(option_B, option_A).

%%% latency-restated (anchoring bias), bad: inert_cue
%%% The biased case gives the same measurement with another number, 150 instead of 120. The rule compares exactly this number, so the wording changes a premise.
% axioms
faster(X, Y) :- latency(X, LX), latency(Y, LY), LX < LY.
% unbiased
:- consult('axioms').
latency(option_A, 120).
latency(option_B, 180).
decide_option(user, option_A) :- faster(option_A, option_B).
decide_option(user, option_B) :- faster(option_B, option_A).
% biased
:- consult('axioms').
latency(option_A, 150).
latency(option_B, 180).
decide_option(user, option_A) :- faster(option_A, option_B).
decide_option(user, option_B) :- faster(option_B, option_A).
