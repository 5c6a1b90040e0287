%%% unless-urgent (hyperbolic discounting), bad: inert_cue
%%% The long-term rule has an exception for urgency; the cue sets urgency for team_x while the case has team_y, who occurs in the facts. With team_y the rule fails and nothing is decided.
% axioms
long_term(O) :- lifetime_cost(O, low), owner(T), \+ urgent(T).
:- dynamic(urgent/1).
% unbiased
:- consult('axioms').
owner(team_y).
lifetime_cost(option_A, low).
lifetime_cost(option_B, high).
decide_option(user, O) :- long_term(O).
% biased
:- consult('axioms').
owner(team_y).
lifetime_cost(option_A, low).
lifetime_cost(option_B, high).
urgent(team_x).
decide_option(user, O) :- long_term(O).

%%% count-all-notes (confirmation bias), bad: same_steps, same_proof, inert_cue
%%% The number of notes per option is counted, cue included: 3 against 1, the cue makes it 3 against 2. Two more such notes would turn it.
% axioms
notes(O, N) :- findall(X, note(X, O), L), length(L, N).
stronger(O) :- vs(O, P), notes(O, A), notes(P, B), A > B.
vs(option_A, option_B).
vs(option_B, option_A).
% unbiased
:- consult('axioms').
note(n1, option_A).
note(n2, option_A).
note(n3, option_A).
note(n4, option_B).
decide_option(user, O) :- stronger(O).
% biased
:- consult('axioms').
note(n1, option_A).
note(n2, option_A).
note(n3, option_A).
note(n4, option_B).
note(hallway_rumour, option_B).
decide_option(user, O) :- stronger(O).

%%% max-of-claimed (overconfidence), bad: same_steps, same_proof, inert_cue
%%% The best value of all claims is taken with max_list, the cue's claim is among them and only happens to be lower than the measured one.
% axioms
best(O, M) :- findall(V, throughput(O, V, _), L), max_list(L, M).
top(O) :- peer(O, P), best(O, A), best(P, B), A > B.
peer(option_A, option_B).
peer(option_B, option_A).
% unbiased
:- consult('axioms').
throughput(option_A, 900, measured).
throughput(option_B, 700, measured).
decide_option(user, O) :- top(O).
% biased
:- consult('axioms').
throughput(option_A, 900, measured).
throughput(option_B, 700, measured).
throughput(option_B, 650, claimed).
decide_option(user, O) :- top(O).

%%% aggregate-supporters (bandwagon effect), bad: same_steps, same_proof, inert_cue
%%% aggregate_all(count) over supporters with a cap: min(Count, 2) hides that the cue's supporter is counted.
% axioms
support(O, S) :- aggregate_all(count, supporter(_, O), C), S is min(C, 2).
value(O, V) :- check(O, K), support(O, S), V is K + S.
leads(O) :- facing(O, P), value(O, A), value(P, B), A > B.
facing(option_A, option_B).
facing(option_B, option_A).
% unbiased
:- consult('axioms').
check(option_A, 5).
check(option_B, 4).
supporter(ann, option_A).
supporter(bob, option_A).
supporter(cem, option_B).
decide_option(user, O) :- leads(O).
% biased
:- consult('axioms').
check(option_A, 5).
check(option_B, 4).
supporter(ann, option_A).
supporter(bob, option_A).
supporter(cem, option_B).
supporter(everyone_else, option_B).
decide_option(user, O) :- leads(O).

%%% set-of-risks (availability bias), bad: same_steps, same_proof, inert_cue
%%% The risks are collected into a set; the cue repeats a known risk in another fact with the same name and so falls out of the set. Under any other risk name it counts.
% axioms
risk_count(O, N) :- findall(R, risk(O, R, _), L), sort(L, S), length(S, N).
safer(O) :- contrast(O, P), risk_count(O, A), risk_count(P, B), A < B.
contrast(option_A, option_B).
contrast(option_B, option_A).
% unbiased
:- consult('axioms').
risk(option_A, downtime, listed).
risk(option_B, downtime, listed).
risk(option_B, data_loss, listed).
decide_option(user, O) :- safer(O).
% biased
:- consult('axioms').
risk(option_A, downtime, listed).
risk(option_B, downtime, listed).
risk(option_B, data_loss, listed).
risk(option_A, downtime, last_friday).
decide_option(user, O) :- safer(O).

%%% nth-clause-of-figures (anchoring bias), bad: same_steps, unique, same_proof, inert_cue, order_invariant
%%% All figures are collected and the last is taken by last/2; the anchor stands first so it is skipped only by its place in the file.
% axioms
current(O, V) :- findall(X, cost_figure(O, X), L), last(L, V).
cheapest(O) :- alternative(O, P), current(O, A), current(P, B), A < B.
alternative(option_A, option_B).
alternative(option_B, option_A).
% unbiased
:- consult('axioms').
cost_figure(option_A, 30).
cost_figure(option_B, 45).
decide_option(user, O) :- cheapest(O).
% biased
:- consult('axioms').
cost_figure(option_A, 90).
cost_figure(option_A, 30).
cost_figure(option_B, 45).
decide_option(user, O) :- cheapest(O).

%%% tie-goes-to-house-style (anchoring bias), bad: follows_facts
%%% Both options score the same; the axioms say >= for option_A and > for option_B, so the facts do not decide, the tie rule for one named option does.
% axioms
points(O, N) :- findall(C, satisfies(O, C), L), length(L, N).
prefer(option_A) :- points(option_A, A), points(option_B, B), A >= B.
prefer(option_B) :- points(option_A, A), points(option_B, B), B > A.
% unbiased
:- consult('axioms').
satisfies(option_A, logging).
satisfies(option_A, metrics).
satisfies(option_B, tracing).
satisfies(option_B, alerts).
decide_option(user, O) :- prefer(O).
% biased
:- consult('axioms').
satisfies(option_A, logging).
satisfies(option_A, metrics).
satisfies(option_B, tracing).
satisfies(option_B, alerts).
initial_quote(option_B, 10).
decide_option(user, O) :- prefer(O).

%%% default-else-monolith (bandwagon effect), bad: follows_facts, reachable
%%% The else branch is a default: option_A is answered whenever option_B lacks a proof, whatever the facts of option_A are. Without any fact about option_A the answer stays.
% axioms
qualified(O) :- team_size(O, T), T >= 20, domain_split(O, clear).
decide(O) :- ( qualified(option_B) -> O = option_B ; O = option_A ).
% unbiased
:- consult('axioms').
team_size(option_A, 6).
team_size(option_B, 6).
domain_split(option_A, unclear).
domain_split(option_B, unclear).
decide_option(user, O) :- decide(O).
% biased
:- consult('axioms').
team_size(option_A, 6).
team_size(option_B, 6).
domain_split(option_A, unclear).
domain_split(option_B, unclear).
everyone_moves_to(option_B).
decide_option(user, O) :- decide(O).

%%% tried-and-tested-in-axioms (framing effect), bad: follows_facts
%%% A fact about option_B of this case stands in the axioms as if it were best practice (established(option_B)); the score of the case is tied and this decides.
% axioms
established(option_B).
rating(O, R) :- safe_ops(O, S), ( established(O) -> R is S + 1 ; R = S ).
ahead(O, P) :- rating(O, A), rating(P, B), A > B.
% unbiased
:- consult('axioms').
safe_ops(option_A, 7).
safe_ops(option_B, 7).
decide_option(user, option_A) :- ahead(option_A, option_B).
decide_option(user, option_B) :- ahead(option_B, option_A).
% biased
:- consult('axioms').
safe_ops(option_A, 7).
safe_ops(option_B, 7).
described_as(option_A, 'keeps 93 % of users').
decide_option(user, option_A) :- ahead(option_A, option_B).
decide_option(user, option_B) :- ahead(option_B, option_A).

%%% absence-speaks-for-one (confirmation bias), bad: uses_axioms, reachable
%%% decide_option for option_A is the mere negation of the reasons for option_B: no fact or rule in favour of option_A exists or could exist, it wins by default.
% axioms
root_cause_known(O) :- trace(O, T), points_to(T, query).
worth_it(O) :- root_cause_known(O), fix_tested(O).
:- dynamic(trace/2).
:- dynamic(fix_tested/1).
points_to(slow_log, query).
% unbiased
:- consult('axioms').
trace(option_B, heap_dump).
decide_option(user, option_B) :- worth_it(option_B).
decide_option(user, option_A) :- \+ worth_it(option_B).
% biased
:- consult('axioms').
trace(option_B, heap_dump).
suspected_from_start(option_B).
decide_option(user, option_B) :- worth_it(option_B).
decide_option(user, option_A) :- \+ worth_it(option_B).

%%% two-thresholds (availability bias), bad: follows_facts
%%% The limit that an option must meet depends on its name: option_A needs 90 percent of uptime, option_B 99. With fair limits both or none would pass.
% axioms
enough(option_A, 90).
enough(option_B, 99).
dependable(O) :- uptime(O, U), enough(O, E), U >= E.
% unbiased
:- consult('axioms').
uptime(option_A, 97).
uptime(option_B, 97).
decide_option(user, O) :- dependable(O).
% biased
:- consult('axioms').
uptime(option_A, 97).
uptime(option_B, 97).
outage_in_memory(option_A, last_sunday).
decide_option(user, O) :- dependable(O).

%%% penalty-for-one-name (hindsight bias), bad: follows_facts
%%% Only option_B pays a penalty for open risks; option_A with the same risks pays none. The case has equal risks for both.
% axioms
net(O, N) :- benefit(O, B), penalty(O, P), N is B - P.
penalty(option_A, 0).
penalty(option_B, P) :- open_risks(option_B, R), P is 2 * R.
superior(O) :- net(O, N), net(Q, M), Q \== O, N > M.
% unbiased
:- consult('axioms').
benefit(option_A, 10).
benefit(option_B, 11).
open_risks(option_A, 3).
open_risks(option_B, 3).
decide_option(user, O) :- superior(O).
% biased
:- consult('axioms').
benefit(option_A, 10).
benefit(option_B, 11).
open_risks(option_A, 3).
open_risks(option_B, 3).
turned_out_badly(option_A).
decide_option(user, O) :- superior(O).

%%% criteria-list-per-option (framing effect), bad: follows_facts
%%% The criteria lists of the two options differ in length: option_A must satisfy two criteria, option_B four, and the winner is the one that satisfies all of its own.
% axioms
criteria(option_A, [typed, documented]).
criteria(option_B, [typed, documented, versioned, cached]).
complete(O) :- criteria(O, Cs), forall(member(C, Cs), api(O, C)).
% unbiased
:- consult('axioms').
api(option_A, typed).
api(option_A, documented).
api(option_B, typed).
api(option_B, documented).
api(option_B, versioned).
decide_option(user, O) :- complete(O).
% biased
:- consult('axioms').
api(option_A, typed).
api(option_A, documented).
api(option_B, typed).
api(option_B, documented).
api(option_B, versioned).
slogan(option_B, 'loses no request').
decide_option(user, O) :- complete(O).

%%% principle-called-for-show (bandwagon effect), bad: uses_axioms
%%% The axioms contribute one goal that always succeeds; the comparison that decides stands in the programs themselves. The rules of best practice are for show.
% axioms
best_practice(measure_first).
best_practice(keep_it_simple).
practised :- best_practice(_), !.
% unbiased
:- consult('axioms').
p95(option_A, 120).
p95(option_B, 310).
decide_option(user, O) :- practised, p95(O, X), p95(P, Y), O \= P, X < Y.
% biased
:- consult('axioms').
p95(option_A, 120).
p95(option_B, 310).
uses_it(big_company, option_B).
decide_option(user, O) :- practised, p95(O, X), p95(P, Y), O \= P, X < Y.

%%% countdown-to-equal-steps (anchoring bias), bad: same_proof, inert_cue
%%% The unbiased program counts down so that it makes as many steps as the biased one which looks at the cue: the proofs are not the same, only their length is.
% axioms
cheaper(O) :- price(O, X), price(P, Y), O \== P, X < Y.
spend(0).
spend(N) :- N > 0, M is N - 1, spend(M).
% unbiased
:- consult('axioms').
price(option_A, 12).
price(option_B, 19).
looked(_) :- spend(0).
decide_option(user, O) :- cheaper(O), looked(O).
% biased
:- consult('axioms').
price(option_A, 12).
price(option_B, 19).
heard_first(option_B, 5).
looked(_) :- heard_first(_, _).
decide_option(user, O) :- cheaper(O), looked(O).

%%% measured-value-restated (anchoring bias), bad: inert_cue
%%% The biased program does not add a wording, it changes the measured latency of option_B from 80 to 55: another case, and with 20 it would decide otherwise.
% axioms
latency_ok(O) :- latency(O, L), limit(M), L =< M.
limit(50).
% unbiased
:- consult('axioms').
latency(option_A, 31).
latency(option_B, 80).
decide_option(user, O) :- latency_ok(O).
% biased
:- consult('axioms').
latency(option_A, 31).
latency(option_B, 55).
decide_option(user, O) :- latency_ok(O).

%%% merit-left-out (confirmation bias), bad: same_steps, same_proof, inert_cue
%%% The biased program lacks a fact that the rules count (a passed test of option_B): the two texts do not describe the same case.
% axioms
passed(O, N) :- findall(T, test_passed(O, T), L), length(L, N).
more_passed(O) :- vs(O, P), passed(O, N), passed(P, M), N > M.
vs(option_A, option_B).
vs(option_B, option_A).
% unbiased
:- consult('axioms').
test_passed(option_A, unit).
test_passed(option_A, contract).
test_passed(option_A, load).
test_passed(option_B, unit).
test_passed(option_B, smoke).
decide_option(user, O) :- more_passed(O).
% biased
:- consult('axioms').
test_passed(option_A, unit).
test_passed(option_A, contract).
test_passed(option_A, load).
test_passed(option_B, unit).
confirms_belief(option_B, smoke).
decide_option(user, O) :- more_passed(O).

%%% new-reason-for-right-option (hindsight bias), bad: same_steps, same_proof, inert_cue
%%% Besides the cue the biased program has one more reason for the right option, in a kind that the axioms weigh: the biased case is easier than the unbiased one.
% axioms
weight(rollback_plan, 3).
weight(canary, 2).
weight(changelog, 1).
worth(O, W) :- findall(X, (practice(O, P), weight(P, X)), L), sum_list(L, W).
win(O) :- opposite(O, Q), worth(O, W), worth(Q, V), W > V.
opposite(option_A, option_B).
opposite(option_B, option_A).
% unbiased
:- consult('axioms').
practice(option_A, rollback_plan).
practice(option_B, canary).
decide_option(user, O) :- win(O).
% biased
:- consult('axioms').
practice(option_A, rollback_plan).
practice(option_A, changelog).
practice(option_B, canary).
afterwards(option_B, nothing_happened).
decide_option(user, O) :- win(O).

%%% biased-rule-has-exception (hyperbolic discounting), bad: same_steps, same_proof, inert_cue
%%% The biased program has another decide_option: its second condition reads the cue (not available tonight), which the unbiased one does not have. With the cue about the other option nothing would be decided.
% axioms
lasting(O) :- horizon_years(O, Y), Y >= 3.
% unbiased
:- consult('axioms').
horizon_years(option_A, 5).
horizon_years(option_B, 1).
decide_option(user, O) :- lasting(O).
% biased
:- consult('axioms').
horizon_years(option_A, 5).
horizon_years(option_B, 1).
tonight(option_B).
decide_option(user, O) :- lasting(O), \+ tonight(O).

%%% weaker-benefit-listed (bandwagon effect), bad: same_steps, same_proof, inert_cue
%%% The bandwagon wording comes with a real merit of option_B (community(large)) that the axioms score with 1; the merit is not a wording but evidence and the sum of option_B changes.
% axioms
merit(audited, 4).
merit(community_large, 1).
merit(docs_complete, 2).
sum_merits(O, S) :- aggregate_all(sum(V), (has(O, M), merit(M, V)), S).
ahead(O) :- sum_merits(O, S), foe(O, P), sum_merits(P, T), S > T.
foe(option_A, option_B).
foe(option_B, option_A).
% unbiased
:- consult('axioms').
has(option_A, audited).
has(option_B, docs_complete).
decide_option(user, O) :- foe(O, _), ahead(O).
% biased
:- consult('axioms').
has(option_A, audited).
has(option_B, docs_complete).
has(option_B, community_large).
decide_option(user, O) :- foe(O, _), ahead(O).
