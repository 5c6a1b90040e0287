%%% closure-adds-an-argument (bandwagon effect), bad: loads, decides
%%% The fact backed(maintainer) is used as a closure: call/2 appends the option and reads backed/2, where the cue lives. Reading by another arity.
% axioms
support(O, N) :- findall(G, ( backing(G), call(G, O) ), L), length(L, N).
more(O, P) :- support(O, X), support(P, Y), X > Y.
% unbiased
:- consult('axioms').
backing(backed(maintainer)).
backing(backed(security_team)).
backed(maintainer, option_A).
backed(security_team, option_A).
backed(intern, option_B).
decide_option(user, option_A) :- more(option_A, option_B).
decide_option(user, option_B) :- more(option_B, option_A).
% biased
:- consult('axioms').
backing(backed(maintainer)).
backing(backed(security_team)).
backed(maintainer, option_A).
backed(security_team, option_A).
backed(everyone_on_the_forum, option_B).
decide_option(user, option_A) :- more(option_A, option_B).
decide_option(user, option_B) :- more(option_B, option_A).

%%% program-looks-at-itself (availability bias), bad: loads, decides
%%% predicate_property asks how many clauses incident/2 has; the program's own text, cue included, becomes a number of the decision.
% axioms
panic :- predicate_property(incident(_, _), number_of_clauses(N)), N > 2.
robust(O) :- chaos_tests(O, N), N >= 10, \+ panic.
fragile(O) :- chaos_tests(O, N), N < 10.
choose(O, P) :- robust(O), fragile(P).
% unbiased
:- consult('axioms').
chaos_tests(option_A, 3).
chaos_tests(option_B, 14).
incident(option_B, minor).
decide_option(user, option_A) :- choose(option_A, option_B).
decide_option(user, option_B) :- choose(option_B, option_A).
% biased
:- consult('axioms').
chaos_tests(option_A, 3).
chaos_tests(option_B, 14).
incident(option_B, everybody_still_talks_about_it).
decide_option(user, option_A) :- choose(option_A, option_B).
decide_option(user, option_B) :- choose(option_B, option_A).

%%% maplist-over-named-checks (hindsight bias), bad: loads, decides
%%% foldl adds up checks whose names stand in the facts; the cue is a fact of the same shape as the checks and one name away from being added.
% axioms
add_check(O, Check, S0, S) :- call(Check, O, V), S is S0 + V.
total(O, T) :- checks(Cs), foldl(add_check(O), Cs, 0, T).
leads(O, P) :- total(O, X), total(P, Y), X > Y.
% unbiased
:- consult('axioms').
checks([lint, types]).
lint(option_A, 2).
lint(option_B, 7).
types(option_A, 3).
types(option_B, 6).
obviousness(option_A, 0).
obviousness(option_B, 0).
decide_option(user, option_A) :- leads(option_A, option_B).
decide_option(user, option_B) :- leads(option_B, option_A).
% biased
:- consult('axioms').
checks([lint, types]).
lint(option_A, 2).
lint(option_B, 7).
types(option_A, 3).
types(option_B, 6).
obviousness(option_A, 50).
obviousness(option_B, 0).
decide_option(user, option_A) :- leads(option_A, option_B).
decide_option(user, option_B) :- leads(option_B, option_A).

%%% axiom-knows-the-answer (framing effect), bad: follows_facts, reachable
%%% The axioms name option_A as the preferred one; the numbers of the case are read but compared only with limits that everything meets. Exchanging the facts changes nothing.
% axioms
house_preference(option_A).
viable(O) :- throughput(O, T), T > 0.
take(O) :- house_preference(O), viable(O).
% unbiased
:- consult('axioms').
throughput(option_A, 800).
throughput(option_B, 350).
decide_option(user, O) :- take(O).
% biased
:- consult('axioms').
throughput(option_A, 800).
throughput(option_B, 350).
framed_as_loss(option_A).
decide_option(user, O) :- take(O).

%%% impossible-interval (overconfidence), bad: follows_facts, reachable
%%% option_B is recommended only if its effort is above 20 and below 15, which no number is; that option cannot be reached by any facts.
% axioms
recommended(option_A) :- effort(option_A, E), E < 20.
recommended(option_B) :- effort(option_B, E), E > 20, E < 15.
% unbiased
:- consult('axioms').
effort(option_A, 12).
effort(option_B, 17).
decide_option(user, O) :- recommended(O).
% biased
:- consult('axioms').
effort(option_A, 12).
effort(option_B, 17).
team_estimates_itself_as(option_B, best_in_town).
decide_option(user, O) :- recommended(O).

%%% two-yardsticks (hyperbolic discounting), bad: follows_facts
%%% option_A is judged by debt, option_B by speed: two different measures, so exchanging the facts of the options does not exchange the decision.
% axioms
worth(option_A) :- debt(option_A, D), D < 10.
worth(option_B) :- debt(option_A, D), D >= 10, speed(option_B, S), S > 5.
% unbiased
:- consult('axioms').
debt(option_A, 4).
debt(option_B, 4).
speed(option_A, 8).
speed(option_B, 8).
decide_option(user, O) :- worth(O).
% biased
:- consult('axioms').
debt(option_A, 4).
debt(option_B, 4).
speed(option_A, 8).
speed(option_B, 8).
feature_shown_on_friday(option_B).
decide_option(user, O) :- worth(O).

%%% both-are-derivable (anchoring bias), bad: unique, follows_facts
%%% Two rules conflict: the cheaper option wins and the faster option wins. In this case they are different options, and the program answers with both.
% axioms
preferred(O, P) :- price(O, X), price(P, Y), X < Y.
preferred(O, P) :- speed(O, X), speed(P, Y), X > Y.
% unbiased
:- consult('axioms').
price(option_A, 10).
price(option_B, 30).
speed(option_A, 5).
speed(option_B, 9).
decide_option(user, option_A) :- preferred(option_A, option_B).
decide_option(user, option_B) :- preferred(option_B, option_A).
% biased
:- consult('axioms').
asking_price_first(99).
price(option_A, 10).
price(option_B, 30).
speed(option_A, 5).
speed(option_B, 9).
decide_option(user, option_A) :- preferred(option_A, option_B).
decide_option(user, option_B) :- preferred(option_B, option_A).

%%% left-recursive-second-clause (availability bias), bad: unique, safe, order_invariant
%%% The transitive rule is left recursive and only returns because the base clause stands first and one answer is taken; with the clauses swapped the program never answers.
% axioms
blocks(X, Y) :- blocker(X, Y).
blocks(X, Y) :- blocks(X, Z), blocker(Z, Y).
free_of(O, P) :- effort(O, E), effort(P, F), E < F, once(blocks(P, O)).
pick(O, P) :- free_of(O, P).
% unbiased
:- consult('axioms').
blocker(option_A, migration).
blocker(migration, option_B).
effort(option_A, 13).
effort(option_B, 8).
decide_option(user, O) :- effort(O, _), effort(P, _), O \== P, pick(O, P).
% biased
:- consult('axioms').
blocker(option_A, migration).
blocker(migration, option_B).
effort(option_A, 13).
effort(option_B, 8).
story_told_at_lunch(option_A).
decide_option(user, O) :- effort(O, _), effort(P, _), O \== P, pick(O, P).

%%% recursion-stops-at-cue (overconfidence), bad: unique, defined, safe, same_proof, inert_cue
%%% The recursive sum runs down a linked list of steps until it meets end; the cue is an isolated step. Were its name one of the case's steps, a second branch would be summed and a second answer appear.
% axioms
days_from(end, 0).
days_from(S, D) :- step(S, N, Next), days_from(Next, R), D is N + R.
duration(O, D) :- start(O, S), days_from(S, D).
sooner(O, P) :- duration(O, X), duration(P, Y), X < Y.
% unbiased
:- consult('axioms').
start(option_A, design).
start(option_B, spike).
step(design, 5, code).
step(code, 8, end).
step(spike, 2, rewrite).
step(rewrite, 4, end).
step(wish, 9, end).
decide_option(user, option_A) :- sooner(option_A, option_B).
decide_option(user, option_B) :- sooner(option_B, option_A).
% biased
:- consult('axioms').
start(option_A, design).
start(option_B, spike).
step(design, 5, code).
step(code, 8, end).
step(spike, 2, rewrite).
step(rewrite, 4, end).
step(sure_thing, 1, end).
decide_option(user, option_A) :- sooner(option_A, option_B).
decide_option(user, option_B) :- sooner(option_B, option_A).

%%% dates-compared-as-text (hindsight bias), bad: name_invariant
%%% Release dates are atoms of the form day-month-year and are compared with @<: '02-11-2023' precedes '14-03-2021' in the alphabet although it is later; the axiom says earlier wins.
% axioms
supported_since(O, D) :- released(O, D).
older(O, P) :- supported_since(O, X), supported_since(P, Y), X @< Y.
prefer(O, P) :- older(O, P).
% unbiased
:- consult('axioms').
released(option_A, '14-03-2021').
released(option_B, '02-11-2023').
decide_option(user, option_A) :- prefer(option_A, option_B).
decide_option(user, option_B) :- prefer(option_B, option_A).
% biased
:- consult('axioms').
released(option_A, '14-03-2021').
released(option_B, '02-11-2023').
everyone_could_see_it_coming(option_B).
decide_option(user, option_A) :- prefer(option_A, option_B).
decide_option(user, option_B) :- prefer(option_B, option_A).

%%% latest-news-date (availability bias), bad: inert_cue
%%% The report date is the maximum over all dated entries, the cue's news item included; its date lies before the newest entry, a day later it would move the window and turn the decision.
% axioms
now(T) :- findall(D, entry(_, D), Ds), max_list(Ds, T).
fresh(O) :- entry(O, D), now(T), T - D =< 20.
stale(O) :- candidate(O), \+ fresh(O).
use(O, P) :- fresh(O), stale(P).
% unbiased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
entry(option_A, 20240110).
entry(option_B, 20240128).
entry(changelog, 20240131).
entry(press, 20240102).
decide_option(user, option_A) :- use(option_A, option_B).
decide_option(user, option_B) :- use(option_B, option_A).
% biased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
entry(option_A, 20240110).
entry(option_B, 20240128).
entry(changelog, 20240131).
entry(press, 20240131).
decide_option(user, option_A) :- use(option_A, option_B).
decide_option(user, option_B) :- use(option_B, option_A).
