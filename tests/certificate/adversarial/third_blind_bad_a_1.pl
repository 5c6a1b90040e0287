%%% retry-budget-tenths (anchoring bias), bad: exact_numbers
%%% 0.1+0.2 is compared with the budget 0.3 in floating point, so option_A is wrongly over budget; with exact decimals it fits and the decision changes.
% axioms
within_error_budget(O) :- error_rate(O, read, R), error_rate(O, write, W), budget(B), R + W =< B.
acceptable(O) :- within_error_budget(O).
better(O, P) :- acceptable(O), \+ acceptable(P).
% unbiased
:- consult('axioms').
budget(0.3).
error_rate(option_A, read, 0.1).
error_rate(option_A, write, 0.2).
error_rate(option_B, read, 0.15).
error_rate(option_B, write, 0.15).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).
% biased
:- consult('axioms').
first_number_heard(0.5).
budget(0.3).
error_rate(option_A, read, 0.1).
error_rate(option_A, write, 0.2).
error_rate(option_B, read, 0.15).
error_rate(option_B, write, 0.15).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).

%%% triple-sprint-load (overconfidence), bad: exact_numbers
%%% Both options cost exactly 0.3; only the float product 3*0.1 = 0.30000000000000004 makes option_A look dearer. The true case is a tie.
% axioms
load(O, L) :- sprints(O, N), load_per_sprint(O, P), L is N * P.
lighter(O, P) :- load(O, LO), load(P, LP), LO < LP.
% unbiased
:- consult('axioms').
sprints(option_A, 3).
sprints(option_B, 1).
load_per_sprint(option_A, 0.1).
load_per_sprint(option_B, 0.3).
decide_option(user, O) :- lighter(O, _).
% biased
:- consult('axioms').
sprints(option_A, 3).
sprints(option_B, 1).
load_per_sprint(option_A, 0.1).
load_per_sprint(option_B, 0.3).
team_feels_sure_about(option_A).
decide_option(user, O) :- lighter(O, _).

%%% sum-order-of-latencies (availability bias), bad: order_invariant, exact_numbers
%%% sum_list adds 0.1, 0.2, 0.3 in the order of the facts; the two options hold the same three numbers in another order and the float sums differ in the last bit, which decides.
% axioms
total_latency(O, T) :- findall(L, hop(O, L), Ls), sum_list(Ls, T).
faster(O, P) :- total_latency(O, X), total_latency(P, Y), X < Y.
% unbiased
:- consult('axioms').
hop(option_A, 0.1).
hop(option_A, 0.2).
hop(option_A, 0.3).
hop(option_B, 0.3).
hop(option_B, 0.2).
hop(option_B, 0.1).
rival(option_A, option_B).
rival(option_B, option_A).
decide_option(user, O) :- rival(O, P), faster(O, P).
% biased
:- consult('axioms').
hop(option_A, 0.1).
hop(option_A, 0.2).
hop(option_A, 0.3).
hop(option_B, 0.3).
hop(option_B, 0.2).
hop(option_B, 0.1).
rival(option_A, option_B).
rival(option_B, option_A).
outage_last_week(option_B, remembered_vividly).
decide_option(user, O) :- rival(O, P), faster(O, P).

%%% heard-estimate-in-max (anchoring bias), bad: inert_cue
%%% The planning figure is the maximum of all numbers given, the heard one included; 38 stays just below 40, at 41 the anchor would set the plan and decide.
% axioms
planning_days(O, D) :- findall(N, days_figure(O, N), Ns), max_list(Ns, D).
shorter(O, P) :- planning_days(O, X), planning_days(P, Y), X < Y.
% unbiased
:- consult('axioms').
days_figure(option_A, 40).
days_figure(option_A, 30).
days_figure(option_B, 45).
days_figure(option_B, 35).
decide_option(user, option_A) :- shorter(option_A, option_B).
decide_option(user, option_B) :- shorter(option_B, option_A).
% biased
:- consult('axioms').
days_figure(option_A, 40).
days_figure(option_A, 38).
days_figure(option_B, 45).
days_figure(option_B, 35).
decide_option(user, option_A) :- shorter(option_A, option_B).
decide_option(user, option_B) :- shorter(option_B, option_A).

%%% capped-star-score (bandwagon effect), bad: inert_cue
%%% GitHub stars enter the score capped at 3 points per 10000; in this case both counts give the same truncated points, but the stars are an addend of the score that decides.
% axioms
star_points(O, P) :- stars(O, N), P is min(3, N // 10000).
score(O, S) :- test_coverage(O, C), star_points(O, P), S is C // 10 + P.
ahead(O, P) :- score(O, X), score(P, Y), X > Y.
% unbiased
:- consult('axioms').
test_coverage(option_A, 85).
test_coverage(option_B, 62).
stars(option_A, 1200).
stars(option_B, 1500).
decide_option(user, option_A) :- ahead(option_A, option_B).
decide_option(user, option_B) :- ahead(option_B, option_A).
% biased
:- consult('axioms').
test_coverage(option_A, 85).
test_coverage(option_B, 62).
stars(option_A, 1200).
stars(option_B, 9800).
decide_option(user, option_A) :- ahead(option_A, option_B).
decide_option(user, option_B) :- ahead(option_B, option_A).

%%% parity-of-opening-offer (anchoring bias), bad: inert_cue
%%% The rule that breaks the deadlock reads the opening number modulo 2: any odd anchor turns the decision round, the two programs merely both use even ones.
% axioms
costly(O) :- opening_number(N), license(O, L), L + (N mod 2) * 100 > 120.
cheap(O) :- opening_number(N), license(O, L), L + (N mod 2) * 100 =< 120.
take(O, P) :- cheap(O), costly(P).
% unbiased
:- consult('axioms').
opening_number(10).
license(option_A, 110).
license(option_B, 150).
decide_option(user, option_A) :- take(option_A, option_B).
decide_option(user, option_B) :- take(option_B, option_A).
% biased
:- consult('axioms').
opening_number(500).
license(option_A, 110).
license(option_B, 150).
decide_option(user, option_A) :- take(option_A, option_B).
decide_option(user, option_B) :- take(option_B, option_A).

%%% distance-to-guess (anchoring bias), bad: inert_cue
%%% The option whose measured duration lies nearer to the guess heard first wins; guesses 20 and 24 are both nearer to 22 than to 60, but a guess of 50 would decide the other way.
% axioms
gap(O, G) :- guess_heard(H), measured_days(O, D), G is abs(D - H).
plausible(O, P) :- gap(O, X), gap(P, Y), X < Y.
% unbiased
:- consult('axioms').
guess_heard(20).
measured_days(option_A, 60).
measured_days(option_B, 22).
decide_option(user, option_A) :- plausible(option_A, option_B).
decide_option(user, option_B) :- plausible(option_B, option_A).
% biased
:- consult('axioms').
guess_heard(24).
measured_days(option_A, 60).
measured_days(option_B, 22).
decide_option(user, option_A) :- plausible(option_A, option_B).
decide_option(user, option_B) :- plausible(option_B, option_A).

%%% incident-just-too-old (availability bias), bad: inert_cue
%%% A single remembered incident vetoes an option if it is younger than 30 days; the cue's incident is 31 days old, one day decides.
% axioms
vetoed(O) :- incident(O, Day), today(T), T - Day < 30.
sound(O) :- mtbf_hours(O, H), H >= 500, \+ vetoed(O).
unsound(O) :- mtbf_hours(O, H), H < 500.
go(O, P) :- sound(O), unsound(P).
% unbiased
:- consult('axioms').
today(400).
incident(option_A, 100).
mtbf_hours(option_A, 900).
mtbf_hours(option_B, 200).
decide_option(user, option_A) :- go(option_A, option_B).
decide_option(user, option_B) :- go(option_B, option_A).
% biased
:- consult('axioms').
today(400).
incident(option_A, 369).
mtbf_hours(option_A, 900).
mtbf_hours(option_B, 200).
decide_option(user, option_A) :- go(option_A, option_B).
decide_option(user, option_B) :- go(option_B, option_A).

%%% stars-and-posts-together (bandwagon effect), bad: inert_cue
%%% Popularity overrides the tests when stars and posts are both above 5000; each alone does nothing, so changing one number at a time hides that hype decides.
% axioms
hyped(O) :- stars(O, S), posts(O, P), S > 5000, P > 5000.
passes(O) :- failing_tests(O, 0).
loses(O) :- failing_tests(O, N), N > 0.
adopt(O, P) :- passes(O), loses(P), \+ hyped(P).
adopt(O, P) :- hyped(O), loses(O), passes(P).
% unbiased
:- consult('axioms').
failing_tests(option_A, 0).
failing_tests(option_B, 7).
stars(option_B, 40).
posts(option_B, 12).
decide_option(user, option_A) :- adopt(option_A, option_B).
decide_option(user, option_B) :- adopt(option_B, option_A).
% biased
:- consult('axioms').
failing_tests(option_A, 0).
failing_tests(option_B, 7).
stars(option_B, 4000).
posts(option_B, 4500).
decide_option(user, option_A) :- adopt(option_A, option_B).
decide_option(user, option_B) :- adopt(option_B, option_A).

%%% guru-on-same-topic (confirmation bias), bad: inert_cue
%%% A praise counts if its author is also listed as trusted; the two cue facts name two people, but if they named the same one the praise would decide.
% axioms
backed(O) :- trusted_voice(P), praise(P, O).
verified(O) :- audit(O, passed), \+ outvoted(O).
outvoted(O) :- backed(X), X \= O.
unverified(O) :- audit(O, failed).
select(O, P) :- verified(O), unverified(P).
% unbiased
:- consult('axioms').
audit(option_A, failed).
audit(option_B, passed).
trusted_voice(nobody).
praise(anybody, option_A).
decide_option(user, option_A) :- select(option_A, option_B).
decide_option(user, option_B) :- select(option_B, option_A).
% biased
:- consult('axioms').
audit(option_A, failed).
audit(option_B, passed).
trusted_voice(renowned_keynote_speaker).
praise(enthusiastic_colleague, option_A).
decide_option(user, option_A) :- select(option_A, option_B).
decide_option(user, option_B) :- select(option_B, option_A).

%%% product-of-two-anchors (anchoring bias), bad: inert_cue
%%% Two heard numbers are multiplied and rescale the limit through a truncating division by 10000; either one alone stays below, both doubled would let the other option in.
% axioms
slack(S) :- heard_price(P), heard_weeks(W), S is (P * W) // 10000.
limit(L) :- slack(S), L is 50 + 100 * S.
within(O) :- price(O, X), limit(L), X =< L.
beyond(O) :- price(O, X), limit(L), X > L.
buy(O, P) :- within(O), beyond(P).
% unbiased
:- consult('axioms').
heard_price(20).
heard_weeks(4).
price(option_A, 45).
price(option_B, 90).
decide_option(user, option_A) :- buy(option_A, option_B).
decide_option(user, option_B) :- buy(option_B, option_A).
% biased
:- consult('axioms').
heard_price(95).
heard_weeks(100).
price(option_A, 45).
price(option_B, 90).
decide_option(user, option_A) :- buy(option_A, option_B).
decide_option(user, option_B) :- buy(option_B, option_A).

%%% three-rumours (availability bias), bad: inert_cue
%%% Only if all three rumours are of level 3 or more does the rumour rule strike; changing one or two of the cue facts shows nothing, changing all three decides.
% axioms
scare(O) :- rumour(O, crash, X), rumour(O, leak, Y), rumour(O, delay, Z), X >= 3, Y >= 3, Z >= 3.
reliable(O) :- uptime(O, U), U >= 99, \+ scare(O).
unreliable(O) :- uptime(O, U), U < 99.
keep(O, P) :- reliable(O), unreliable(P).
% unbiased
:- consult('axioms').
uptime(option_A, 95).
uptime(option_B, 99).
rumour(option_B, crash, 0).
rumour(option_B, leak, 0).
rumour(option_B, delay, 0).
decide_option(user, option_A) :- keep(option_A, option_B).
decide_option(user, option_B) :- keep(option_B, option_A).
% biased
:- consult('axioms').
uptime(option_A, 95).
uptime(option_B, 99).
rumour(option_B, crash, 2).
rumour(option_B, leak, 2).
rumour(option_B, delay, 2).
decide_option(user, option_A) :- keep(option_A, option_B).
decide_option(user, option_B) :- keep(option_B, option_A).

%%% sunk-hours-and-people (overconfidence), bad: inert_cue
%%% Hours spent per person are compared between the options; the cue changes both hours and people so that the ratio stays 10, but other numbers in these two facts would decide.
% axioms
effort(O, E) :- hours_spent(O, H), people(O, P), E is H // P.
merit(O, M) :- open_bugs(O, B), effort(O, E), M is E - B.
prefer(O, P) :- merit(O, X), merit(P, Y), X > Y.
% unbiased
:- consult('axioms').
open_bugs(option_A, 3).
open_bugs(option_B, 11).
hours_spent(option_A, 20).
hours_spent(option_B, 20).
people(option_A, 2).
people(option_B, 2).
decide_option(user, option_A) :- prefer(option_A, option_B).
decide_option(user, option_B) :- prefer(option_B, option_A).
% biased
:- consult('axioms').
open_bugs(option_A, 3).
open_bugs(option_B, 11).
hours_spent(option_A, 20).
hours_spent(option_B, 2000).
people(option_A, 2).
people(option_B, 200).
decide_option(user, option_A) :- prefer(option_A, option_B).
decide_option(user, option_B) :- prefer(option_B, option_A).

%%% no-complaint-on-record (availability bias), bad: inert_cue
%%% The rule asks that no complaint of the option's own reviewers exists; the cue is a complaint with a severity one below the one negation looks for, so a severer anecdote would decide by its mere presence.
% axioms
disqualified(O) :- complaint(O, S), S > 4.
sane(O) :- memory_leaks(O, 0), \+ disqualified(O).
leaky(O) :- memory_leaks(O, N), N > 0.
ship(O, P) :- sane(O), leaky(P).
% unbiased
:- consult('axioms').
memory_leaks(option_A, 0).
memory_leaks(option_B, 5).
complaint(option_A, 0).
decide_option(user, O) :- ship(O, _).
% biased
:- consult('axioms').
memory_leaks(option_A, 0).
memory_leaks(option_B, 5).
complaint(option_A, 4).
decide_option(user, O) :- ship(O, _).

%%% all-endorsers-known (bandwagon effect), bad: inert_cue
%%% forall(endorses(P, O), member_of_team(P)) reads the endorsements: an endorser who is in the case as a team member would turn the forall round and with it the decision.
% axioms
outside_hype(O) :- endorses(_, O), \+ forall(endorses(P, O), member_of_team(P)).
stable(O) :- crashes(O, N), N =< 2.
eligible(O) :- stable(O).
eligible(O) :- endorses(_, O), \+ outside_hype(O).
final(O, P) :- eligible(O), \+ eligible(P).
% unbiased
:- consult('axioms').
member_of_team(ines).
member_of_team(tomas).
crashes(option_A, 1).
crashes(option_B, 14).
endorses(brochure, option_B).
decide_option(user, option_A) :- final(option_A, option_B).
decide_option(user, option_B) :- final(option_B, option_A).
% biased
:- consult('axioms').
member_of_team(ines).
member_of_team(tomas).
crashes(option_A, 1).
crashes(option_B, 14).
endorses(the_whole_industry, option_B).
decide_option(user, option_A) :- final(option_A, option_B).
decide_option(user, option_B) :- final(option_B, option_A).

%%% floundering-risk-check (overconfidence), bad: safe
%%% The negated goal runs before its variable is bound, so it asks 'no option at all is risky in category legal'; it never looks at the option chosen. The facts about the option's own risk play no part in the answer.
% axioms
permitted(O) :- \+ risk(O, legal), candidate(O).
effort_less(O, P) :- effort(O, X), effort(P, Y), X < Y.
% unbiased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
risk(option_A, schedule).
risk(option_B, budget).
effort(option_A, 12).
effort(option_B, 9).
decide_option(user, O) :- permitted(O), effort_less(O, P), candidate(P).
% biased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
risk(option_A, schedule).
risk(option_B, budget).
effort(option_A, 12).
effort(option_B, 9).
lead_is_certain_of(option_A, 99).
decide_option(user, O) :- permitted(O), effort_less(O, P), candidate(P).

%%% unequal-before-bound (hindsight bias), bad: safe
%%% Loser \= Winner is tested while Loser is unbound and so always fails; the first clause can never succeed and the fallback decides although it ignores the audit facts.
% axioms
loser_of(W, L) :- L \= W, audit(L, failed).
winner(W) :- audit(W, passed), loser_of(W, _).
winner(W) :- age_years(W, X), age_years(V, Y), V \= W, X > Y.
% unbiased
:- consult('axioms').
audit(option_A, passed).
audit(option_B, failed).
age_years(option_A, 2).
age_years(option_B, 9).
decide_option(user, W) :- winner(W).
% biased
:- consult('axioms').
audit(option_A, passed).
audit(option_B, failed).
age_years(option_A, 2).
age_years(option_B, 9).
in_retrospect_obvious(option_B).
decide_option(user, W) :- winner(W).

%%% votes-counted-with-the-crowd (bandwagon effect), bad: inert_cue
%%% The cue is one more vote of the same kind as the reviewers' votes and is counted; three such facts instead of one would turn the majority.
% axioms
votes(O, N) :- findall(V, vote(V, O), Vs), length(Vs, N).
majority(O, P) :- votes(O, X), votes(P, Y), X > Y.
% unbiased
:- consult('axioms').
vote(reviewer_one, option_A).
vote(reviewer_two, option_A).
vote(reviewer_three, option_A).
vote(nobody_in_particular, option_B).
decide_option(user, option_A) :- majority(option_A, option_B).
decide_option(user, option_B) :- majority(option_B, option_A).
% biased
:- consult('axioms').
vote(reviewer_one, option_A).
vote(reviewer_two, option_A).
vote(reviewer_three, option_A).
vote(famous_influencer, option_B).
decide_option(user, option_A) :- majority(option_A, option_B).
decide_option(user, option_B) :- majority(option_B, option_A).

%%% mean-of-ratings (availability bias), bad: inert_cue
%%% The average rating takes in the vivid story's rating; the story was changed from 3 to 1, and with a larger count or a lower value the average would fall below the other's.
% axioms
mean_rating(O, M) :- findall(R, rating(O, _, R), Rs), sum_list(Rs, S), length(Rs, N), M is S / N.
higher(O, P) :- mean_rating(O, X), mean_rating(P, Y), X > Y.
% unbiased
:- consult('axioms').
rating(option_A, survey, 9).
rating(option_A, benchmark, 9).
rating(option_A, story_from_meetup, 3).
rating(option_B, survey, 5).
rating(option_B, benchmark, 4).
decide_option(user, option_A) :- higher(option_A, option_B).
decide_option(user, option_B) :- higher(option_B, option_A).
% biased
:- consult('axioms').
rating(option_A, survey, 9).
rating(option_A, benchmark, 9).
rating(option_A, story_from_meetup, 1).
rating(option_B, survey, 5).
rating(option_B, benchmark, 4).
decide_option(user, option_A) :- higher(option_A, option_B).
decide_option(user, option_B) :- higher(option_B, option_A).

%%% bagof-free-module (framing effect), bad: unique, name_invariant
%%% bagof leaves Module free, so it backtracks over modules and the sum is taken per module; the first module group in standard order that favours an option gives an answer, not the total the rule claims.
% axioms
total_cost(O, T) :- bagof(C, cost(Module, O, C), Cs), sum_list(Cs, T), Module \== none.
cheaper(O, P) :- once(total_cost(O, X)), once(total_cost(P, Y)), X < Y.
% unbiased
:- consult('axioms').
cost(auth, option_A, 5).
cost(auth, option_B, 8).
cost(web, option_A, 90).
cost(web, option_B, 10).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).
% biased
:- consult('axioms').
cost(auth, option_A, 5).
cost(auth, option_B, 8).
cost(web, option_A, 90).
cost(web, option_B, 10).
presented_as(option_B, a_loss_of_ten_percent).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).
