%%% cut-takes-first-candidate (availability bias), bad: unique, order_invariant
%%% Both options are suitable; the cut keeps the one whose fact stands first in the file. Other order of facts, other decision.
% axioms
suitable(O) :- candidate(O, lang(L)), known(L).
first_suitable(O) :- suitable(O), !.
known(go).
known(rust).
% unbiased
:- consult('axioms').
candidate(option_B, lang(rust)).
candidate(option_A, lang(go)).
decide_option(user, O) :- first_suitable(O).
% biased
:- consult('axioms').
candidate(option_B, lang(rust)).
candidate(option_A, lang(go)).
segfault_seen(option_B, yesterday).
decide_option(user, O) :- first_suitable(O).

%%% first-max-kept (overconfidence), bad: unique, order_invariant
%%% The recursive maximum keeps the earlier element of equals; the two scores are equal, so the order of the facts decides.
% axioms
best_of([O-S|T], B) :- run(T, O, S, B).
run([], O, _, O).
run([P-S2|T], _, S, B) :- S2 > S, !, run(T, P, S2, B).
run([_|T], O, S, B) :- run(T, O, S, B).
ranked(B) :- findall(O-S, grade(O, S), L), best_of(L, B).
% unbiased
:- consult('axioms').
grade(option_A, 8).
grade(option_B, 8).
decide_option(user, B) :- ranked(B).
% biased
:- consult('axioms').
grade(option_A, 8).
grade(option_B, 8).
promised(option_B, no_bugs).
decide_option(user, B) :- ranked(B).

%%% two-clauses-and-a-cut (framing effect), bad: follows_facts
%%% Both decide_option clauses would succeed; the cut in the first hides that the second is also proven (rules for both options hold).
% axioms
keeps_data(O) :- backup(O, daily).
restores_fast(O) :- restore_minutes(O, M), M < 60.
% unbiased
:- consult('axioms').
backup(option_A, daily).
backup(option_B, weekly).
restore_minutes(option_A, 90).
restore_minutes(option_B, 15).
decide_option(user, option_A) :- keeps_data(option_A), !.
decide_option(user, option_B) :- restores_fast(option_B).
% biased
:- consult('axioms').
backup(option_A, daily).
backup(option_B, weekly).
restore_minutes(option_A, 90).
restore_minutes(option_B, 15).
headline(option_B, 'only 5 % loss').
decide_option(user, option_A) :- keeps_data(option_A), !.
decide_option(user, option_B) :- restores_fast(option_B).

%%% first-in-findall (hindsight bias), bad: unique, order_invariant
%%% nth0(0, ...) on the list of all options that pass; two pass, the first fact wins.
% axioms
passing(Os) :- findall(O, (stage(O, staging), smoke(O, green)), Os).
winner(O) :- passing(Os), nth0(0, Os, O).
% unbiased
:- consult('axioms').
stage(option_B, staging).
stage(option_A, staging).
smoke(option_A, green).
smoke(option_B, green).
decide_option(user, O) :- winner(O).
% biased
:- consult('axioms').
stage(option_B, staging).
stage(option_A, staging).
smoke(option_A, green).
smoke(option_B, green).
later_incident(option_B, cache_storm).
decide_option(user, O) :- winner(O).

%%% rule-priority-by-position (confirmation bias), bad: unique, order_invariant
%%% The rules of the axioms have no stated priority; which criterion comes first (security or speed) is only their position before an if-then-else with once/1, and the two criteria point to different options.
% axioms
reason(O) :- scan(O, clean).
reason(O) :- boot_seconds(O, S), S < 5.
judged(O) :- once(reason(O)).
% unbiased
:- consult('axioms').
scan(option_A, clean).
scan(option_B, warnings).
boot_seconds(option_A, 9).
boot_seconds(option_B, 3).
decide_option(user, O) :- judged(O).
% biased
:- consult('axioms').
scan(option_A, clean).
scan(option_B, warnings).
boot_seconds(option_A, 9).
boot_seconds(option_B, 3).
as_i_expected(option_B).
decide_option(user, O) :- judged(O).

%%% vendor-name-sorted (bandwagon effect), bad: name_invariant
%%% The pairs are sorted as Vendor-Option, so the alphabet of the vendor decides; exchange of the facts flips the answer, but another vendor name would do so too.
% axioms
offers(L) :- findall(V-O, offer(O, V, _), L0), msort(L0, L).
take(O) :- offers([_-O|_]), offer(O, _, sla).
% unbiased
:- consult('axioms').
offer(option_A, acme, sla).
offer(option_B, zenith, sla).
decide_option(user, O) :- take(O).
% biased
:- consult('axioms').
offer(option_A, acme, sla).
offer(option_B, zenith, sla).
market_leader(zenith).
decide_option(user, O) :- take(O).

%%% grade-letters-compared (anchoring bias), bad: name_invariant
%%% Risk classes high/low/medium are compared with @< as atoms: high comes before low in the alphabet, so the rule decides by spelling, not by risk.
% axioms
less_risk(O, P) :- risk_class(O, X), risk_class(P, Y), X @< Y.
to_choose(O) :- less_risk(O, P), P \== O.
% unbiased
:- consult('axioms').
risk_class(option_A, low).
risk_class(option_B, medium).
decide_option(user, O) :- to_choose(O).
% biased
:- consult('axioms').
risk_class(option_A, low).
risk_class(option_B, medium).
opening_offer(option_B, 100).
decide_option(user, O) :- to_choose(O).

%%% tenths-do-not-add-up (overconfidence), bad: exact_numbers
%%% 0.1 + 0.2 is compared with 0.3: exactly both options have the same risk, the rounding of floats makes option_B win.
% axioms
total_risk(O, R) :- risk(O, technical, A), risk(O, people, B), R is A + B.
lower_risk(O) :- other(O, P), total_risk(O, X), total_risk(P, Y), X < Y.
other(option_A, option_B).
other(option_B, option_A).
% unbiased
:- consult('axioms').
risk(option_A, technical, 0.1).
risk(option_A, people, 0.2).
risk(option_B, technical, 0.3).
risk(option_B, people, 0.0).
decide_option(user, O) :- lower_risk(O).
% biased
:- consult('axioms').
risk(option_A, technical, 0.1).
risk(option_A, people, 0.2).
risk(option_B, technical, 0.3).
risk(option_B, people, 0.0).
ninety_percent_sure(option_A).
decide_option(user, O) :- lower_risk(O).

%%% third-of-budget (hyperbolic discounting), bad: exact_numbers
%%% The quota test 1.1 * 3 =< 3.3 fails by rounding only (3.3000000000000003); exactly both options stay within the quota and there would be two answers.
% axioms
within(O) :- monthly(O, M), quota(Q), M * 3 =< Q.
% unbiased
:- consult('axioms').
quota(3.3).
monthly(option_A, 1.0).
monthly(option_B, 1.1).
decide_option(user, O) :- within(O).
% biased
:- consult('axioms').
quota(3.3).
monthly(option_A, 1.0).
monthly(option_B, 1.1).
saves_now(option_B).
decide_option(user, O) :- within(O).

%%% suffix-of-the-name (availability bias), bad: loads, decides
%%% The release is judged by the end of its name (lts); the fact of support is nowhere stated, so renaming the constant changes the decision.
% axioms
supported(R) :- atom_concat(_, lts, R).
stable(O) :- release(O, R), supported(R).
% unbiased
:- consult('axioms').
release(option_A, node20_lts).
release(option_B, node21).
decide_option(user, O) :- stable(O).
% biased
:- consult('axioms').
release(option_A, node20_lts).
release(option_B, node21).
crashed_this_morning(node20).
decide_option(user, O) :- stable(O).
