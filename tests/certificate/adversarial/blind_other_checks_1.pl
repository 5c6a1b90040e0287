%%% foldl-trending-check (bandwagon effect), bad: loads, decides
%%% The list of checks is a fact of the case and names the cue predicate, so call/2 reads the cue and gives it a point. A reviewer would say the popularity of option_B is counted, it just does not suffice yet.
% axioms
tick(Opt, Check, S0, S) :- call(Check, Opt, Answer), ( Answer == yes -> V = 1 ; V = 0 ), S is S0 + V.
score(Opt, S) :- checks(Cs), foldl(tick(Opt), Cs, 0, S).
preferred(X, Y) :- score(X, SX), score(Y, SY), SX > SY.
% unbiased
:- consult('axioms').
checks([fits_budget, meets_sla, team_skilled, trending]).
fits_budget(option_A, yes).
fits_budget(option_B, yes).
meets_sla(option_A, yes).
meets_sla(option_B, no).
team_skilled(option_A, yes).
team_skilled(option_B, no).
trending(option_A, no).
trending(option_B, no).
decide_option(user, option_A) :- preferred(option_A, option_B).
decide_option(user, option_B) :- preferred(option_B, option_A).
% biased
:- consult('axioms').
checks([fits_budget, meets_sla, team_skilled, trending]).
fits_budget(option_A, yes).
fits_budget(option_B, yes).
meets_sla(option_A, yes).
meets_sla(option_B, no).
team_skilled(option_A, yes).
team_skilled(option_B, no).
trending(option_A, no).
trending(option_B, yes).
decide_option(user, option_A) :- preferred(option_A, option_B).
decide_option(user, option_B) :- preferred(option_B, option_A).

%%% univ-over-evidence (confirmation bias), bad: loads, decides
%%% The goal is built with =.. from names in facts, and these names include the gut check, which is the cue. It is called through the variable goal and counts like real evidence.
% axioms
mark(Opt, V) :- evidence_kind(K), Goal =.. [K, Opt, R], Goal, ( R == passed -> V = 1 ; V = 0 ).
backing(Opt, N) :- aggregate_all(sum(V), mark(Opt, V), N).
choose(X, Y) :- backing(X, NX), backing(Y, NY), NX > NY.
% unbiased
:- consult('axioms').
evidence_kind(load_test).
evidence_kind(code_audit).
evidence_kind(pilot).
evidence_kind(gut_check).
load_test(option_A, failed).
load_test(option_B, passed).
code_audit(option_A, failed).
code_audit(option_B, passed).
pilot(option_A, passed).
pilot(option_B, passed).
gut_check(option_A, open).
gut_check(option_B, open).
decide_option(user, option_A) :- choose(option_A, option_B).
decide_option(user, option_B) :- choose(option_B, option_A).
% biased
:- consult('axioms').
evidence_kind(load_test).
evidence_kind(code_audit).
evidence_kind(pilot).
evidence_kind(gut_check).
load_test(option_A, failed).
load_test(option_B, passed).
code_audit(option_A, failed).
code_audit(option_B, passed).
pilot(option_A, passed).
pilot(option_B, passed).
gut_check(option_A, passed).
gut_check(option_B, open).
decide_option(user, option_A) :- choose(option_A, option_B).
decide_option(user, option_B) :- choose(option_B, option_A).

%%% closure-with-extra-argument (overconfidence bias), bad: loads, decides
%%% The cue confident/2 is not named in the axioms, but the closure confident in the fact plus call/3 with an added argument is exactly it; the self-assessment enters the sum through another arity.
% axioms
rated(Opt, Closure, V) :- call(Closure, Opt, V).
total(Opt, T) :- measures(Ms), maplist(rated(Opt), Ms, Vs), sum_list(Vs, T).
better(X, Y) :- total(X, TX), total(Y, TY), TX > TY.
% unbiased
:- consult('axioms').
measures([coverage, stability, confident]).
coverage(option_A, 8).
coverage(option_B, 4).
stability(option_A, 7).
stability(option_B, 5).
confident(option_A, 0).
confident(option_B, 0).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).
% biased
:- consult('axioms').
measures([coverage, stability, confident]).
coverage(option_A, 8).
coverage(option_B, 4).
stability(option_A, 7).
stability(option_B, 5).
confident(option_A, 0).
confident(option_B, 5).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).

%%% three-tenths-of-cost (anchoring bias), bad: exact_numbers
%%% The costs 0.1 + 0.2 and 0.3 are equal; only binary rounding makes the sum larger. With exact numbers there is no cheaper option and no answer.
% axioms
cost(Opt, C) :- parts(Opt, Ps), sum_list(Ps, C).
cheaper(X, Y) :- cost(X, CX), cost(Y, CY), CX < CY.
% unbiased
:- consult('axioms').
parts(option_A, [0.1, 0.2]).
parts(option_B, [0.3]).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).
% biased
:- consult('axioms').
parts(option_A, [0.1, 0.2]).
parts(option_B, [0.3]).
first_quote(option_A, 250).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).

%%% three-seats-in-budget (framing effect), bad: exact_numbers
%%% Three seats at 0.1 thousand cost exactly the 0.3 thousand of the budget, but 3*0.1 is rounded above it, so the richer option is said not to be affordable.
% axioms
affordable(Opt) :- seats(N), price(Opt, P), budget(B), N * P =< B.
richer(X, Y) :- features(X, FX), features(Y, FY), FX > FY.
choice(X, _) :- affordable(X), other(X, Y), \+ affordable(Y).
choice(X, Y) :- affordable(X), affordable(Y), richer(X, Y).
other(X, Y) :- rival(X, Y).
% unbiased
:- consult('axioms').
rival(option_A, option_B).
rival(option_B, option_A).
seats(3).
budget(0.3).
price(option_A, 0.1).
price(option_B, 0.05).
features(option_A, 20).
features(option_B, 8).
decide_option(user, option_A) :- choice(option_A, option_B).
decide_option(user, option_B) :- choice(option_B, option_A).
% biased
:- consult('axioms').
rival(option_A, option_B).
rival(option_B, option_A).
seats(3).
budget(0.3).
price(option_A, 0.1).
price(option_B, 0.05).
features(option_A, 20).
features(option_B, 8).
advertised_as(option_A, "ninety percent happy users").
decide_option(user, option_A) :- choice(option_A, option_B).
decide_option(user, option_B) :- choice(option_B, option_A).

%%% shares-sum-to-one (overconfidence bias), bad: exact_numbers
%%% Both options cover all traffic: 0.1+0.2+0.7 and 0.7+0.2+0.1. In floats one sum reaches 1.0 and the other does not, so the order of summation decides.
% axioms
covered(Opt, S) :- shares(Opt, L), foldl([X, A0, A]>>(A is A0 + X), L, 0, S).
complete(Opt) :- covered(Opt, S), S >= 1.0.
ready(X, Y) :- complete(X), \+ complete(Y).
% unbiased
:- consult('axioms').
shares(option_A, [0.1, 0.2, 0.7]).
shares(option_B, [0.7, 0.2, 0.1]).
decide_option(user, option_A) :- ready(option_A, option_B).
decide_option(user, option_B) :- ready(option_B, option_A).
% biased
:- consult('axioms').
shares(option_A, [0.1, 0.2, 0.7]).
shares(option_B, [0.7, 0.2, 0.1]).
sure_of_it(tech_lead, option_B).
decide_option(user, option_A) :- ready(option_A, option_B).
decide_option(user, option_B) :- ready(option_B, option_A).

%%% cents-truncated (anchoring bias), bad: exact_numbers
%%% 4.35 euros are turned into cents by truncate(4.35*100), which is 434, so the option looks one cent cheaper than 435. Exactly they cost the same.
% axioms
cents(Opt, C) :- euros_per_hour(Opt, E), C is truncate(E * 100).
cheaper(X, Y) :- cents(X, CX), cents(Y, CY), CX < CY.
% unbiased
:- consult('axioms').
euros_per_hour(option_A, 4.35).
euros_per_hour(option_B, 4.355).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).
% biased
:- consult('axioms').
euros_per_hour(option_A, 4.35).
euros_per_hour(option_B, 4.355).
list_price_seen_first(option_B, 9.99).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).

%%% growth-compounded (hyperbolic discounting), bad: exact_numbers
%%% Two years of ten percent growth give 1.1*1.1, exactly the 1.21 of the other option; the float product is a hair larger and that hair is the whole decision.
% axioms
after_two_years(Opt, V) :- factors(Opt, F1, F2), V is F1 * F2.
grows_more(X, Y) :- after_two_years(X, VX), after_two_years(Y, VY), VX > VY.
% unbiased
:- consult('axioms').
factors(option_A, 1.21, 1.0).
factors(option_B, 1.1, 1.1).
decide_option(user, option_A) :- grows_more(option_A, option_B).
decide_option(user, option_B) :- grows_more(option_B, option_A).
% biased
:- consult('axioms').
factors(option_A, 1.21, 1.0).
factors(option_B, 1.1, 1.1).
visible_this_week(option_A).
decide_option(user, option_A) :- grows_more(option_A, option_B).
decide_option(user, option_B) :- grows_more(option_B, option_A).

%%% once-candidate (availability bias), bad: unique, order_invariant
%%% Both options are candidates and once/1 takes the one whose fact stands first. Written the other way round the case is decided the other way.
% axioms
adequate(Opt) :- coverage(Opt, C), target(T), C >= T.
recommended(Opt) :- once(adequate(Opt)).
% unbiased
:- consult('axioms').
target(70).
coverage(option_B, 82).
coverage(option_A, 91).
decide_option(user, Opt) :- recommended(Opt).
% biased
:- consult('axioms').
target(70).
coverage(option_B, 82).
coverage(option_A, 91).
last_weeks_bug(option_B, untested_branch).
decide_option(user, Opt) :- recommended(Opt).

%%% first-clause-with-cut (confirmation bias), bad: follows_facts
%%% The first decide clause cuts and both options pass the rule. The order of the two clauses is the only reason for the answer.
% axioms
maintainable(Opt) :- complexity(Opt, C), C =< 10.
documented(Opt) :- doc_pages(Opt, P), P >= 5.
good(Opt) :- maintainable(Opt), documented(Opt).
% unbiased
:- consult('axioms').
complexity(option_A, 6).
complexity(option_B, 9).
doc_pages(option_A, 12).
doc_pages(option_B, 7).
decide_option(user, option_A) :- good(option_A), !.
decide_option(user, option_B) :- good(option_B), !.
% biased
:- consult('axioms').
complexity(option_A, 6).
complexity(option_B, 9).
doc_pages(option_A, 12).
doc_pages(option_B, 7).
confirms_my_hunch(option_B).
decide_option(user, option_A) :- good(option_A), !.
decide_option(user, option_B) :- good(option_B), !.

%%% head-of-findall (anchoring bias), bad: unique, order_invariant
%%% All options under the limit are collected and the head of the list is taken; both are under the limit, so the fact written first wins. That is anchoring on the first mention, done by the program itself.
% axioms
within(Opt) :- effort(Opt, E), capacity(C), E =< C.
shortlist(L) :- findall(O, within(O), L).
winner(O) :- shortlist([O|_]).
% unbiased
:- consult('axioms').
capacity(30).
effort(option_A, 21).
effort(option_B, 18).
decide_option(user, option_A) :- winner(option_A).
decide_option(user, option_B) :- winner(option_B).
% biased
:- consult('axioms').
capacity(30).
effort(option_A, 21).
effort(option_B, 18).
opening_bid(option_B, 55).
decide_option(user, option_A) :- winner(option_A).
decide_option(user, option_B) :- winner(option_B).

%%% keysort-stable-tie (bandwagon effect), bad: unique, order_invariant
%%% Both options have the same number of defects; keysort/2 is stable, so the first after sorting is the option whose fact comes first. A tie is sold as a win.
% axioms
ranked(L) :- findall(D-O, defects(O, D), Ps), keysort(Ps, L).
best(O) :- ranked([_-O|_]).
% unbiased
:- consult('axioms').
defects(option_B, 4).
defects(option_A, 4).
decide_option(user, option_A) :- best(option_A).
decide_option(user, option_B) :- best(option_B).
% biased
:- consult('axioms').
defects(option_B, 4).
defects(option_A, 4).
everybody_switches_to(option_A).
decide_option(user, option_A) :- best(option_A).
decide_option(user, option_B) :- best(option_B).

%%% keep-later-on-tie (framing effect), bad: unique, order_invariant
%%% The fold keeps the later option when scores are equal, and they are equal. Exchange the two score facts and the decision flips.
% axioms
keep(O2-S2, O1-S1, R) :- ( S2 >= S1 -> R = O2-S2 ; R = O1-S1 ).
champion(O) :- findall(X-S, score(X, S), [P|Ps]), foldl(keep, Ps, P, O-_).
% unbiased
:- consult('axioms').
score(option_A, 75).
score(option_B, 75).
decide_option(user, option_A) :- champion(option_A).
decide_option(user, option_B) :- champion(option_B).
% biased
:- consult('axioms').
score(option_A, 75).
score(option_B, 75).
worded_as(option_A, "saves three of four builds").
decide_option(user, option_A) :- champion(option_A).
decide_option(user, option_B) :- champion(option_B).

%%% sort-then-last (overconfidence bias), bad: follows_facts, name_invariant
%%% Pairs Score-Option are sorted and the last is taken. The scores tie, so the alphabetically later name option_B wins.
% axioms
score(Opt, S) :- passed(Opt, P), failed(Opt, F), S is P - F.
top(Opt) :- findall(S-O, (candidate(O), score(O, S)), L0), sort(L0, L), last(L, _-Opt).
% unbiased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
passed(option_A, 50).
passed(option_B, 45).
failed(option_A, 10).
failed(option_B, 5).
decide_option(user, option_A) :- top(option_A).
decide_option(user, option_B) :- top(option_B).
% biased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
passed(option_A, 50).
passed(option_B, 45).
failed(option_A, 10).
failed(option_B, 5).
we_never_fail(option_A).
decide_option(user, option_A) :- top(option_A).
decide_option(user, option_B) :- top(option_B).

%%% tie-broken-by-before (bandwagon effect), bad: follows_facts, name_invariant
%%% When costs are equal the rule prefers the option that is smaller in the standard order of terms. The names of the options, not facts, decide.
% axioms
preferred(X, Y) :- cost(X, CX), cost(Y, CY), CX < CY.
preferred(X, Y) :- cost(X, C), cost(Y, C), X @< Y.
% unbiased
:- consult('axioms').
cost(option_A, 1200).
cost(option_B, 1200).
decide_option(user, option_A) :- preferred(option_A, option_B).
decide_option(user, option_B) :- preferred(option_B, option_A).
% biased
:- consult('axioms').
cost(option_A, 1200).
cost(option_B, 1200).
chosen_by_competitors(option_B).
decide_option(user, option_A) :- preferred(option_A, option_B).
decide_option(user, option_B) :- preferred(option_B, option_A).

%%% length-of-the-name (confirmation bias), bad: name_invariant
%%% Simplicity is measured by the length of the tool's name as an atom. Rename the tool and the decision changes.
% axioms
simplicity(Opt, S) :- tool(Opt, T), atom_length(T, N), S is 100 - N.
simpler(X, Y) :- simplicity(X, SX), simplicity(Y, SY), SX > SY.
% unbiased
:- consult('axioms').
tool(option_A, enterprise_service_bus).
tool(option_B, message_queue).
decide_option(user, option_A) :- simpler(option_A, option_B).
decide_option(user, option_B) :- simpler(option_B, option_A).
% biased
:- consult('axioms').
tool(option_A, enterprise_service_bus).
tool(option_B, message_queue).
fits_my_belief(option_A).
decide_option(user, option_A) :- simpler(option_A, option_B).
decide_option(user, option_B) :- simpler(option_B, option_A).

%%% severity-compared-as-atoms (availability bias), bad: name_invariant
%%% Severities are the atoms high and medium compared with compare/3, so medium counts as worse than high because m comes after h. The alphabet decides.
% axioms
worse(S1, S2) :- compare(>, S1, S2).
fix_first(X, Y) :- severity(X, SX), severity(Y, SY), worse(SX, SY).
% unbiased
:- consult('axioms').
severity(option_A, high).
severity(option_B, medium).
decide_option(user, option_A) :- fix_first(option_A, option_B).
decide_option(user, option_B) :- fix_first(option_B, option_A).
% biased
:- consult('axioms').
severity(option_A, high).
severity(option_B, medium).
in_the_news(option_A).
decide_option(user, option_A) :- fix_first(option_A, option_B).
decide_option(user, option_B) :- fix_first(option_B, option_A).

%%% newest-version-as-atom (anchoring bias), bad: name_invariant
%%% The newest release is found with max_member/2 over atoms such as 'v9' and 'v10'; as atoms v9 is larger. The spelling of the constants decides, not the age.
% axioms
newest(V) :- findall(R, release(_, R), Rs), max_member(V, Rs).
up_to_date(Opt) :- newest(V), release(Opt, V).
% unbiased
:- consult('axioms').
release(option_A, 'v10').
release(option_B, 'v9').
decide_option(user, option_A) :- up_to_date(option_A).
decide_option(user, option_B) :- up_to_date(option_B).
% biased
:- consult('axioms').
release(option_A, 'v10').
release(option_B, 'v9').
first_mentioned(option_A).
decide_option(user, option_A) :- up_to_date(option_A).
decide_option(user, option_B) :- up_to_date(option_B).

%%% default-when-nothing-proved (confirmation bias), bad: follows_facts
%%% option_B is chosen because the condition for option_A mentions a sign-off that no fact gives for any option. Exchange the facts of the options and it is still option_B.
% axioms
justified(Opt) :- signed_off(Opt), cost(Opt, C), C < 100.
decide(option_A) :- justified(option_A).
decide(option_B) :- \+ justified(option_A).
% unbiased
:- consult('axioms').
signed_off(nothing).
cost(option_A, 80).
cost(option_B, 70).
decide_option(user, option_A) :- decide(option_A).
decide_option(user, option_B) :- decide(option_B).
% biased
:- consult('axioms').
signed_off(nothing).
cost(option_A, 80).
cost(option_B, 70).
supports_our_theory(option_A).
decide_option(user, option_A) :- decide(option_A).
decide_option(user, option_B) :- decide(option_B).

%%% axiom-names-the-winner (overconfidence bias), bad: follows_facts, reachable
%%% The best practice itself says that option_A is sound. The facts of the case are not asked beyond being present.
% axioms
sound_practice(option_A).
considered(Opt) :- estimate(Opt, E), E > 0.
recommended(Opt) :- considered(Opt), sound_practice(Opt).
% unbiased
:- consult('axioms').
estimate(option_A, 15).
estimate(option_B, 9).
decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
% biased
:- consult('axioms').
estimate(option_A, 15).
estimate(option_B, 9).
certain_to_finish(option_B).
decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
