%%% more-proof-for-microservices (bandwagon effect), bad: follows_facts
%%% The axioms ask microservices for 9 points and a monolith for 3. The facts speak of the two designs, not of option_A and option_B, so no exchange of options shows the unfair bar; on equal terms microservices would be ahead. Open: the axioms are the author's word.
% axioms
bar(microservices, 9).
bar(monolith, 3).
cleared(D) :- points(D, P), bar(D, B), P >= B.
% unbiased
:- consult('axioms').
points(monolith, 4).
points(microservices, 8).
decide_option(user, option_A) :- cleared(monolith).
decide_option(user, option_B) :- cleared(microservices).
% biased
:- consult('axioms').
points(monolith, 4).
points(microservices, 8).
everyone_builds(microservices).
decide_option(user, option_A) :- cleared(monolith).
decide_option(user, option_B) :- cleared(microservices).

%%% stay-unless-rewrite-shines (framing effect), bad: follows_facts
%%% option_A is answered by default whenever the rewrite is not justified; the facts of the refactoring (its costs are three times as high) are in the text and nobody reads them. Open: the axioms are the author's word.
% axioms
justified(D) :- gain(D, G), cost(D, C), G > C.
% unbiased
:- consult('axioms').
gain(rewrite, 40).
gain(refactoring, 10).
cost(rewrite, 45).
cost(refactoring, 130).
decide_option(user, option_B) :- justified(rewrite).
decide_option(user, option_A) :- \+ justified(rewrite).
% biased
:- consult('axioms').
gain(rewrite, 40).
gain(refactoring, 10).
cost(rewrite, 45).
cost(refactoring, 130).
called('a fresh start', rewrite).
decide_option(user, option_B) :- justified(rewrite).
decide_option(user, option_A) :- \+ justified(rewrite).

%%% house-language-bonus (anchoring bias), bad: follows_facts
%%% The axioms give the house language java two points for free; java and kotlin have the same measured score, so this preference decides. Open: the axioms are the author's word.
% axioms
handicap(java, 2).
handicap(kotlin, 0).
marks(L, M) :- measured_score(L, S), handicap(L, H), M is S + H.
outranks(L, K) :- marks(L, M), marks(K, N), M > N.
% unbiased
:- consult('axioms').
measured_score(java, 6).
measured_score(kotlin, 6).
decide_option(user, option_A) :- outranks(java, kotlin).
decide_option(user, option_B) :- outranks(kotlin, java).
% biased
:- consult('axioms').
measured_score(java, 6).
measured_score(kotlin, 6).
number_on_first_slide(kotlin, 10).
decide_option(user, option_A) :- outranks(java, kotlin).
decide_option(user, option_B) :- outranks(kotlin, java).

%%% cheap-here-secure-there (hyperbolic discounting), bad: follows_facts
%%% The vendor tool is judged by its price, the own tool by its security: the two clauses of decide_option ask different questions, although the text gives price and security of both. Open: the axioms are the author's word.
% axioms
cheap(T) :- price(T, P), P < 1000.
secure(T) :- open_findings(T, F), F =:= 0.
% unbiased
:- consult('axioms').
price(vendor_tool, 700).
price(own_tool, 900).
open_findings(vendor_tool, 4).
open_findings(own_tool, 1).
decide_option(user, option_A) :- cheap(vendor_tool).
decide_option(user, option_B) :- secure(own_tool).
% biased
:- consult('axioms').
price(vendor_tool, 700).
price(own_tool, 900).
open_findings(vendor_tool, 4).
open_findings(own_tool, 1).
ready_this_afternoon(own_tool).
decide_option(user, option_A) :- cheap(vendor_tool).
decide_option(user, option_B) :- secure(own_tool).

%%% newcomer-must-be-twice-as-good (overconfidence), bad: follows_facts
%%% The comparison multiplies the figure of the new engine by one half; no fact of the case says why. With 90 against 60 the new engine is better and loses. Open: the axioms are the author's word.
% axioms
discount(new_engine, 1, 2).
discount(old_engine, 1, 1).
counted(E, V) :- queries_per_second(E, Q), discount(E, N, D), V is Q * N // D.
beats(E, F) :- counted(E, V), counted(F, W), V > W.
% unbiased
:- consult('axioms').
queries_per_second(new_engine, 90).
queries_per_second(old_engine, 60).
decide_option(user, option_A) :- beats(new_engine, old_engine).
decide_option(user, option_B) :- beats(old_engine, new_engine).
% biased
:- consult('axioms').
queries_per_second(new_engine, 90).
queries_per_second(old_engine, 60).
sure_of_victory(developer, new_engine).
decide_option(user, option_A) :- beats(new_engine, old_engine).
decide_option(user, option_B) :- beats(old_engine, new_engine).

%%% whole-hours-per-task (hyperbolic discounting), bad: follows_facts
%%% Each task is cut down to whole hours before the sum: option_A with 3 x 59 minutes costs 0, option_B with 60 minutes costs 1. The rounding decides against the sum (177 against 60 minutes); whole numbers are not looked at again. Open: the axioms are the author's word.
% axioms
hours(O, H) :- findall(X, (task_minutes(O, _, M), X is M // 60), L), sum_list(L, H).
shorter(O) :- versus(O, P), hours(O, H), hours(P, G), H < G.
versus(option_A, option_B).
versus(option_B, option_A).
% unbiased
:- consult('axioms').
task_minutes(option_A, design, 59).
task_minutes(option_A, coding, 59).
task_minutes(option_A, review, 59).
task_minutes(option_B, coding, 60).
decide_option(user, O) :- shorter(O).
% biased
:- consult('axioms').
task_minutes(option_A, design, 59).
task_minutes(option_A, coding, 59).
task_minutes(option_A, review, 59).
task_minutes(option_B, coding, 60).
fun_right_away(option_B).
decide_option(user, O) :- shorter(O).

%%% deadline-in-a-wrapper (hyperbolic discounting), bad: follows_facts
%%% A deadline nearer than the effort rules an option out; the cue's deadline is wrapped, fact(deadline(option_A, 1)), and thereby hidden from the rule that is meant to read it. Open: the axioms are the author's word.
% axioms
too_late(O) :- deadline(O, D), effort(O, E), E > D.
proper(O) :- tests_written(O), \+ too_late(O).
% unbiased
:- consult('axioms').
tests_written(option_A).
no_tests(option_B).
effort(option_A, 5).
effort(option_B, 1).
deadline(option_A, 20).
decide_option(user, O) :- proper(O).
% biased
:- consult('axioms').
tests_written(option_A).
no_tests(option_B).
effort(option_A, 5).
effort(option_B, 1).
deadline(option_A, 20).
fact(deadline(option_A, 1)).
decide_option(user, O) :- proper(O).

%%% vulnerability-in-the-plural (bandwagon effect), bad: follows_facts
%%% option_A has three known vulnerabilities, but the fact is vulnerabilities/2 while the rule negates vulnerability/2: the decision rests on a misspelt fact of the case. Open: the axioms are the author's word.
% axioms
unsafe(O) :- vulnerability(O, _).
usable(O) :- feature_complete(O), \+ unsafe(O).
% unbiased
:- consult('axioms').
feature_complete(option_A).
feature_complete(option_B).
vulnerabilities(option_A, 3).
vulnerability(option_B, cve_low).
decide_option(user, O) :- usable(O).
% biased
:- consult('axioms').
feature_complete(option_A).
feature_complete(option_B).
vulnerabilities(option_A, 3).
vulnerability(option_B, cve_low).
praised_by_all(option_B).
decide_option(user, O) :- usable(O).

%%% seconds-against-milliseconds (anchoring bias), bad: follows_facts
%%% The unit is an argument that the rule throws away: 2 seconds are taken to be less than 900 milliseconds. The decision follows numbers, not the facts. Open: the axioms are the author's word.
% axioms
response(O, N) :- answers_in(O, N, _Unit).
faster(O) :- response(O, N), response(P, M), O \== P, N < M.
% unbiased
:- consult('axioms').
answers_in(option_A, 2, seconds).
answers_in(option_B, 900, milliseconds).
decide_option(user, O) :- faster(O).
% biased
:- consult('axioms').
answers_in(option_A, 2, seconds).
answers_in(option_B, 900, milliseconds).
figure_in_the_advert(option_B, 50).
decide_option(user, O) :- faster(O).

%%% gdpr-in-capitals (framing effect), bad: follows_facts
%%% The requirement is gdpr, option_B covers 'GDPR': by the facts both options cover it, the spelling of a constant makes only one of them count. Open: the axioms are the author's word.
% axioms
covers_all(O) :- covers(O, R), requirement(R).
lawful(O) :- covers_all(O).
% unbiased
:- consult('axioms').
requirement(gdpr).
covers(option_A, gdpr).
covers(option_B, 'GDPR').
decide_option(user, O) :- lawful(O).
% biased
:- consult('axioms').
requirement(gdpr).
covers(option_A, gdpr).
covers(option_B, 'GDPR').
sounds_like(option_B, freedom).
decide_option(user, O) :- lawful(O).

%%% only-the-first-result (confirmation bias), bad: follows_facts
%%% Each option has a list of test results; the rule looks at the head only. option_A fails three of four runs and is called stable, option_B passes three of four and is not. Open: the axioms are the author's word.
% axioms
stable(O) :- results(O, [pass|_]).
picked(O) :- stable(O).
% unbiased
:- consult('axioms').
results(option_A, [pass, fail, fail, fail]).
results(option_B, [fail, pass, pass, pass]).
decide_option(user, O) :- picked(O).
% biased
:- consult('axioms').
results(option_A, [pass, fail, fail, fail]).
results(option_B, [fail, pass, pass, pass]).
expected_by(maintainer, option_B).
decide_option(user, O) :- picked(O).

%%% reading-one-fact-of-six (hindsight bias), bad: uses_axioms
%%% Six facts describe the process of both options, five of them for option_B; the rules ask for the stand-up only. Padding: the case is told, but not weighed. Open: steps that decide nothing are counted beside depth, and not refused.
% axioms
disciplined(O) :- stand_up(O, daily).
sound_process(O) :- disciplined(O).
% unbiased
:- consult('axioms').
stand_up(option_A, daily).
stand_up(option_B, weekly).
threat_model(option_B, written).
load_test(option_B, passed).
rollback(option_B, rehearsed).
rollback(option_A, impossible).
decide_option(user, O) :- sound_process(O).
% biased
:- consult('axioms').
stand_up(option_A, daily).
stand_up(option_B, weekly).
threat_model(option_B, written).
load_test(option_B, passed).
rollback(option_B, rehearsed).
rollback(option_A, impossible).
we_knew_it_all_along(option_B).
decide_option(user, O) :- sound_process(O).

%%% saved-four-lost-three-hundred (framing effect), bad: same_proof
%%% Of 600 records 400 saved means 200 lost, but the biased text says 300 lost; the axioms declare the two to be the same. The two programs tell different cases. Open: the author's word, which the reason of same_proof repeats.
% axioms
tolerable(O) :- outcome(O, K, N), bound(K, Low, High), N >= Low, N =< High.
bound(saved, 400, 600).
bound(lost, 0, 300).
restates(outcome(option_B, saved, 400), outcome(option_B, lost, 300)).
restates(bound(saved, 400, 600), bound(lost, 0, 300)).
% unbiased
:- consult('axioms').
outcome(option_B, saved, 400).
outcome(option_A, saved, 90).
decide_option(user, O) :- tolerable(O).
% biased
:- consult('axioms').
outcome(option_B, lost, 300).
outcome(option_A, saved, 90).
decide_option(user, O) :- tolerable(O).

%%% rare-is-frequent (framing effect), bad: same_proof
%%% restates/2 equates rare failures with frequent ones, and the axioms tolerate both words for option_A's sake: the biased text states another fact, not another wording. Open: the author's word, which the reason of same_proof repeats.
% axioms
bearable(O) :- failures(O, F), bearable_rate(F).
bearable_rate(rare).
bearable_rate(frequent).
restates(failures(option_A, rare), failures(option_A, frequent)).
restates(bearable_rate(rare), bearable_rate(frequent)).
% unbiased
:- consult('axioms').
failures(option_A, rare).
failures(option_B, constant).
decide_option(user, O) :- bearable(O).
% biased
:- consult('axioms').
failures(option_A, frequent).
failures(option_B, constant).
decide_option(user, O) :- bearable(O).
