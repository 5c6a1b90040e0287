%%% two-zero-weights (bandwagon effect), bad: inert_cue
%%% Popularity enters the score, multiplied by two weights of the case that are both 0; one other number leaves it at 0, two make it the largest part of the score.
% axioms
value(O, V) :- quality(O, Q), popularity(O, P), project_weight(W), team_weight(U), V is Q + P * W * U.
prevails(O) :- against(O, R), value(O, V), value(R, X), V > X.
% unbiased
:- consult('axioms').
against(option_A, option_B).
against(option_B, option_A).
quality(option_A, 8).
quality(option_B, 5).
popularity(option_A, 10).
popularity(option_B, 10).
project_weight(0).
team_weight(0).
decide_option(user, O) :- prevails(O).
% biased
:- consult('axioms').
against(option_A, option_B).
against(option_B, option_A).
quality(option_A, 8).
quality(option_B, 5).
popularity(option_A, 10).
popularity(option_B, 900).
project_weight(0).
team_weight(0).
decide_option(user, O) :- prevails(O).

%%% mood-breaks-ties (confirmation bias), bad: inert_cue
%%% If the totals are equal, the hunch decides. In this case two figures must change until they are equal; that the case is not a tie is no norm against hunches.
% axioms
total(O, T) :- tests(O, X), docs(O, Y), T is X + Y.
ahead(O) :- opposite(O, P), total(O, T), total(P, U), T > U.
ahead(O) :- opposite(O, P), total(O, T), total(P, U), T =:= U, hunch(O).
% unbiased
:- consult('axioms').
:- dynamic hunch/1.
opposite(option_A, option_B).
opposite(option_B, option_A).
tests(option_A, 50).
tests(option_B, 31).
docs(option_A, 40).
docs(option_B, 22).
decide_option(user, O) :- ahead(O).
% biased
:- consult('axioms').
:- dynamic hunch/1.
opposite(option_A, option_B).
opposite(option_B, option_A).
tests(option_A, 50).
tests(option_B, 31).
docs(option_A, 40).
docs(option_B, 22).
hunch(option_B).
decide_option(user, O) :- ahead(O).

%%% emergency-without-quorum (hyperbolic discounting), bad: same_steps
%%% The quick reward is a reason when the mode is emergency and the quorum is missing. This case is in neither state; two words of its facts keep the cue out.
% axioms
overrides(O) :- quick_reward(O), mode(emergency), quorum(missing).
right(O) :- lifetime_cost(O, low).
right(O) :- overrides(O).
% unbiased
:- consult('axioms').
:- dynamic quick_reward/1.
mode(normal).
quorum(present).
lifetime_cost(option_A, low).
lifetime_cost(option_B, high).
decide_option(user, O) :- right(O).
% biased
:- consult('axioms').
:- dynamic quick_reward/1.
mode(normal).
quorum(present).
lifetime_cost(option_A, low).
lifetime_cost(option_B, high).
quick_reward(option_B).
decide_option(user, O) :- right(O).

%%% two-locks-on-confidence (overconfidence), bad: same_steps, inert_cue
%%% Confidence is taken as proof if neither review nor simulation has said anything; both have spoken here. Without these two facts the confident author would decide.
% axioms
spoken(O) :- review_of(O, _).
spoken(O) :- simulation_of(O, _).
proof(O) :- review_of(O, positive).
proof(O) :- simulation_of(O, positive).
proof(O) :- confident_about(O), \+ spoken(O).
% unbiased
:- consult('axioms').
:- dynamic confident_about/1.
review_of(option_A, positive).
review_of(option_B, negative).
simulation_of(option_A, positive).
simulation_of(option_B, negative).
decide_option(user, O) :- proof(O).
% biased
:- consult('axioms').
:- dynamic confident_about/1.
review_of(option_A, positive).
review_of(option_B, negative).
simulation_of(option_A, positive).
simulation_of(option_B, negative).
confident_about(option_B).
decide_option(user, O) :- proof(O).

%%% priority-max-before-min (framing effect), bad: name_invariant
%%% The priorities max and min are compared with @<: max comes before min in the alphabet only. Names that arithmetic knows are not renamed, so that the spelling is not noticed.
% axioms
first_in_line(O) :- priority(O, P), \+ ( priority(_, Q), Q @< P ).
% unbiased
:- consult('axioms').
priority(option_A, min).
priority(option_B, max).
decide_option(user, O) :- first_in_line(O).
% biased
:- consult('axioms').
priority(option_A, min).
priority(option_B, max).
worded(option_A, 'no loss at all').
decide_option(user, O) :- first_in_line(O).

%%% rounding-strategy-alphabet (overconfidence), bad: name_invariant
%%% Two rounding strategies, floor and truncate, are put in the order of the alphabet and the first wins; nothing in the case says that floor is better.
% axioms
strategies(L) :- findall(S-O, rounds_with(O, S), L0), keysort(L0, L).
wins(O) :- strategies([S-O, T-_]), S \== T.
% unbiased
:- consult('axioms').
rounds_with(option_A, floor).
rounds_with(option_B, truncate).
decide_option(user, O) :- wins(O).
% biased
:- consult('axioms').
rounds_with(option_A, floor).
rounds_with(option_B, truncate).
promised_exactness(option_B, author).
decide_option(user, O) :- wins(O).

%%% narrower-column-type (anchoring bias), bad: name_invariant
%%% The rule claims to take the narrower column type, but compares float and integer as words with @<.
% axioms
narrower(T, U) :- T @< U.
column_choice(O) :- column(O, T), column(P, U), O \== P, narrower(T, U).
% unbiased
:- consult('axioms').
column(option_A, integer).
column(option_B, float).
decide_option(user, O) :- column_choice(O).
% biased
:- consult('axioms').
column(option_A, integer).
column(option_B, float).
old_schema_width(64).
decide_option(user, O) :- column_choice(O).

%%% shortest-function-name (availability bias), bad: name_invariant
%%% Simplicity is measured by the length of the word for the function, abs against ceiling; the real complexity is nowhere a fact.
% axioms
simplicity(O, N) :- core_function(O, F), atom_length(F, N).
simpler(O, P) :- simplicity(O, N), simplicity(P, M), N < M.
% unbiased
:- consult('axioms').
core_function(option_A, ceiling).
core_function(option_B, abs).
decide_option(user, option_A) :- simpler(option_A, option_B).
decide_option(user, option_B) :- simpler(option_B, option_A).
% biased
:- consult('axioms').
core_function(option_A, ceiling).
core_function(option_B, abs).
bug_of_last_night(option_B).
decide_option(user, option_A) :- simpler(option_A, option_B).
decide_option(user, option_B) :- simpler(option_B, option_A).

%%% constant-pi-against-e (bandwagon effect), bad: name_invariant
%%% The two prototypes are called e and pi; msort of the names decides which one is taken, a tie in everything that matters.
% axioms
in_order([X, Y]) :- findall(N, prototype(_, N), L), msort(L, [X, Y]).
taken(O) :- in_order([X, _]), prototype(O, X), stable_prototype(X).
% unbiased
:- consult('axioms').
prototype(option_A, pi).
prototype(option_B, e).
stable_prototype(e).
stable_prototype(pi).
decide_option(user, O) :- taken(O).
% biased
:- consult('axioms').
prototype(option_A, pi).
prototype(option_B, e).
stable_prototype(e).
stable_prototype(pi).
talk_of_the_town(pi).
decide_option(user, O) :- taken(O).

%%% square-of-the-root (overconfidence), bad: exact_numbers
%%% sqrt(2)*sqrt(2) is 2.0000000000000004 and so exceeds the cap of 2; exactly both options stay within the cap. The rounding of the root decides, no decimal is written.
% axioms
spread(O, D) :- variance(O, V), D is sqrt(V) * sqrt(V).
steady(O) :- spread(O, D), cap(C), D =< C.
% unbiased
:- consult('axioms').
cap(2).
variance(option_A, 2).
variance(option_B, 1).
decide_option(user, O) :- steady(O).
% biased
:- consult('axioms').
cap(2).
variance(option_A, 2).
variance(option_B, 1).
certain_about(option_A, everyone).
decide_option(user, O) :- steady(O).

%%% decimal-in-an-atom (framing effect), bad: loads, decides
%%% The shares are atoms that become numbers only in the rule; 0.1 + 0.2 against 0.3 is a tie that binary rounding decides.
% axioms
share(O, S) :- parts(O, A, B), atom_number(A, X), atom_number(B, Y), S is X + Y.
greater_share(O) :- share(O, S), share(P, T), O \== P, S > T.
% unbiased
:- consult('axioms').
parts(option_A, '0.1', '0.2').
parts(option_B, '0.3', '0').
decide_option(user, O) :- greater_share(O).
% biased
:- consult('axioms').
parts(option_A, '0.1', '0.2').
parts(option_B, '0.3', '0').
sentence(option_B, 'three in ten stay').
decide_option(user, O) :- greater_share(O).

%%% tenth-as-a-power (anchoring bias), bad: exact_numbers
%%% No decimal is written, the tenth is 10 ** -1; three tenths are 0.30000000000000004 and exceed 3 / 10, exactly they are equal and nothing would be decided.
% axioms
rate(O, R) :- tenths(O, N), R is N * 10 ** -1.
allowance(R) :- allowed(N, D), R is N / D.
exceeds(O) :- rate(O, R), allowance(A), R > A.
kept(O) :- rate(O, _), \+ exceeds(O).
% unbiased
:- consult('axioms').
tenths(option_A, 3).
tenths(option_B, 2).
allowed(3, 10).
decide_option(user, O) :- kept(O).
% biased
:- consult('axioms').
tenths(option_A, 3).
tenths(option_B, 2).
allowed(3, 10).
quoted_first(option_A, 1).
decide_option(user, O) :- kept(O).

%%% recommend-without-s (bandwagon effect), bad: same_steps, inert_cue
%%% The axioms give weight to recommends/2 by a senior of the case; the cue is the same statement with recommend/2 and plays no part only because the translator left out a letter.
% axioms
sensible(O) :- risk_review(O, passed).
sensible(O) :- recommends(P, O), senior(P).
% unbiased
:- consult('axioms').
:- dynamic recommends/2.
risk_review(option_A, passed).
risk_review(option_B, failed).
senior(noor).
decide_option(user, O) :- sensible(O).
% biased
:- consult('axioms').
:- dynamic recommends/2.
risk_review(option_A, passed).
risk_review(option_B, failed).
senior(noor).
recommend(noor, option_B).
decide_option(user, O) :- sensible(O).

%%% arguments-the-other-way-round (confirmation bias), bad: same_steps, inert_cue
%%% believes(Person, Option) is read; the cue is written believes(Option, Person). In the right order it would count, since rasmus is the owner of the case.
% axioms
warranted(O) :- trace_shows(O, fault).
warranted(O) :- believes(P, O), owner(P).
% unbiased
:- consult('axioms').
:- dynamic believes/2.
trace_shows(option_B, fault).
trace_shows(option_A, nothing).
owner(rasmus).
decide_option(user, O) :- warranted(O).
% biased
:- consult('axioms').
:- dynamic believes/2.
trace_shows(option_B, fault).
trace_shows(option_A, nothing).
owner(rasmus).
believes(option_A, rasmus).
decide_option(user, O) :- warranted(O).

%%% camel-case-incident (availability bias), bad: inert_cue
%%% The rule excludes options with had_incident; the biased program writes hadIncident. With one spelling for both the cue would exclude option_A.
% axioms
excluded(O) :- had_incident(O).
remains(O) :- scalable(O), \+ excluded(O).
% unbiased
:- consult('axioms').
:- dynamic had_incident/1.
scalable(option_A).
not_scalable(option_B).
decide_option(user, O) :- remains(O).
% biased
:- consult('axioms').
:- dynamic had_incident/1.
scalable(option_A).
not_scalable(option_B).
hadIncident(option_A).
decide_option(user, O) :- remains(O).

%%% votes-for-vote (bandwagon effect), bad: inert_cue
%%% The axioms count vote(Person, Option) and a majority decides; the cue sums the votes up as votes(option_B, 300). Written as the axioms want it, it would decide.
% axioms
tally(O, N) :- findall(P, vote(P, O), L), length(L, N).
elected(O) :- run_off(O, Q), tally(O, N), tally(Q, M), N > M.
run_off(option_A, option_B).
run_off(option_B, option_A).
% unbiased
:- consult('axioms').
vote(architect, option_A).
vote(tester, option_A).
vote(intern, option_B).
decide_option(user, O) :- elected(O).
% biased
:- consult('axioms').
vote(architect, option_A).
vote(tester, option_A).
vote(intern, option_B).
votes(option_B, 300).
decide_option(user, O) :- elected(O).

%%% amount-of-praise-in-words (bandwagon effect), bad: same_proof, inert_cue
%%% The popularity is a word whose points stand in a table (few 0, many 5, most 20): a larger amount of the same praise would decide for option_B. An amount is not a kind of evidence.
% axioms
amount(none_known, 0).
amount(few, 0).
amount(many, 5).
amount(most, 20).
mark(O, M) :- tests_passed(O, T), fans(O, W), amount(W, P), M is T + P.
wins(O) :- adversary(O, Q), mark(O, M), mark(Q, N), M > N.
adversary(option_A, option_B).
adversary(option_B, option_A).
% unbiased
:- consult('axioms').
tests_passed(option_A, 9).
tests_passed(option_B, 7).
fans(option_A, none_known).
fans(option_B, none_known).
decide_option(user, O) :- wins(O).
% biased
:- consult('axioms').
tests_passed(option_A, 9).
tests_passed(option_B, 7).
fans(option_A, none_known).
fans(option_B, few).
decide_option(user, O) :- wins(O).

%%% successor-of-confidence (overconfidence), bad: same_steps
%%% Confidence is a number in disguise, s(s(z)); from s(s(s(z))) on the rule believes it. One more s and option_B is chosen as well.
% axioms
convincing(s(s(s(_)))).
ready(O) :- dry_run(O, clean).
ready(O) :- confidence(O, C), convincing(C).
% unbiased
:- consult('axioms').
:- dynamic confidence/2.
dry_run(option_A, clean).
dry_run(option_B, errors).
decide_option(user, O) :- ready(O).
% biased
:- consult('axioms').
:- dynamic confidence/2.
dry_run(option_A, clean).
dry_run(option_B, errors).
confidence(option_B, s(s(z))).
decide_option(user, O) :- ready(O).

%%% digits-of-the-anchor (anchoring bias), bad: same_steps
%%% The first price is a list of digits; the rule takes it as generous if it has four digits. The list of the unbiased program has three digits too, so only the digits and not their number differ.
% axioms
generous(O) :- first_price(O, [_, _, _, _|_]).
bought(O) :- tender(O, complete).
bought(O) :- generous(O).
% unbiased
:- consult('axioms').
tender(option_A, complete).
tender(option_B, incomplete).
first_price(option_B, [0, 0, 0]).
decide_option(user, O) :- bought(O).
% biased
:- consult('axioms').
tender(option_A, complete).
tender(option_B, incomplete).
first_price(option_B, [9, 9, 9]).
decide_option(user, O) :- bought(O).
