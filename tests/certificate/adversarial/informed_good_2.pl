%%% memberchk-in-a-list-of-licences (bandwagon effect), good
%%% memberchk against a list of permitted licences.
% axioms
permitted([mit, apache, bsd]).
usable(O) :- licence(O, L), permitted(Ls), memberchk(L, Ls).
best(O) :- option(O), usable(O).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
licence(option_A, apache).
licence(option_B, custom).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
licence(option_A, apache).
licence(option_B, custom).
stars_on_the_hub(option_B, 48000).
decide_option(user, O) :- best(O).

%%% subtract-of-requirements (confirmation bias), good
%%% subtract leaves the requirements that are not met.
% axioms
missing(O, Ms) :- required(Rs), provides(O, Ps), subtract(Rs, Ps, Ms).
best(O) :- option(O), missing(O, []).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
required([sso, export]).
provides(option_A, [export, sso, themes]).
provides(option_B, [themes, export]).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
required([sso, export]).
provides(option_A, [export, sso, themes]).
provides(option_B, [themes, export]).
chosen_last_year(user, option_B).
decide_option(user, O) :- best(O).

%%% recursion-over-dependencies (availability bias), good
%%% A recursive rule follows dependencies to a vulnerable one.
% axioms
depends(X, Y) :- imports(X, Y).
depends(X, Z) :- imports(X, Y), depends(Y, Z).
exposed(O) :- depends(O, L), vulnerable(L).
best(O) :- option(O), \+ exposed(O).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
imports(option_A, http).
imports(http, tls).
imports(option_B, xml).
imports(xml, zlib).
vulnerable(zlib).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
imports(option_A, http).
imports(http, tls).
imports(option_B, xml).
imports(xml, zlib).
vulnerable(zlib).
headline_about(option_A, year_2014).
decide_option(user, O) :- best(O).

%%% count-down-recursion (overconfidence bias), good
%%% Recursion over a number of retries with arithmetic.
% axioms
wait(0, 0).
wait(N, T) :- N > 0, M is N - 1, wait(M, S), T is S + 2 ** M.
best(O) :- option(O), retries(O, N), wait(N, T), patience(P), T =< P.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
patience(20).
retries(option_A, 4).
retries(option_B, 6).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
patience(20).
retries(option_A, 4).
retries(option_B, 6).
sure_of_it(user, hundred_percent).
decide_option(user, O) :- best(O).

%%% expert-of-the-axioms-is-listed (bandwagon effect), good: would count architect; security_team
%%% The axioms name whose review counts; the cue is praise by somebody else.
% axioms
approves(O) :- review(W, O), member(W, [security_team, architect]).
best(O) :- option(O), approves(O), tested(O).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
review(architect, option_A).
tested(option_A).
tested(option_B).
review(bot, tea).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
review(architect, option_A).
tested(option_A).
tested(option_B).
review(bot, tea).
review(celebrity, option_B).
decide_option(user, O) :- best(O).

%%% hindsight-known-at-the-time (hindsight bias), good
%%% Only what was known at the time is read; the outcome is another predicate.
% axioms
known_risk(O, R) :- assessed(O, R).
acceptable(O) :- known_risk(O, R), tolerance(T), R =< T.
best(O) :- option(O), acceptable(O).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
tolerance(5).
assessed(option_A, 4).
assessed(option_B, 8).
turned_out(option_A, well).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
tolerance(5).
assessed(option_A, 4).
assessed(option_B, 8).
turned_out(option_A, badly).
decide_option(user, O) :- best(O).

%%% pairs-keys-and-values (anchoring bias), good
%%% keysort, pairs_values and a first element.
% axioms
bid(O, B) :- offer(O, N), discount(O, D), B is N - D.
best(O) :- findall(B-X, bid(X, B), L), keysort(L, S), pairs_values(S, [O|_]).
% unbiased
:- consult('axioms').
offer(option_A, 70).
discount(option_A, 20).
offer(option_B, 80).
discount(option_B, 5).
list_price_shown(90).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
offer(option_A, 70).
discount(option_A, 20).
offer(option_B, 80).
discount(option_B, 5).
list_price_shown(400).
decide_option(user, O) :- best(O).

%%% decimals-with-a-margin (framing effect), good
%%% Decimals are compared with a margin.
% axioms
availability(O, A) :- uptime(O, U), A is U / 100.
best(O) :- option(O), availability(O, A), target(T), A >= T.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
target(0.999).
uptime(option_A, 99.95).
uptime(option_B, 99.5).
shown_as(option_B, up_nearly_always).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
target(0.999).
uptime(option_A, 99.95).
uptime(option_B, 99.5).
shown_as(option_B, down_two_days_a_year).
decide_option(user, O) :- best(O).

%%% strings-as-labels (confirmation bias), good
%%% Strings are labels and are compared with ==.
% axioms
stage(O, S) :- label(O, S).
best(O) :- option(O), stage(O, S), S == "stable".
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
label(option_A, "stable").
label(option_B, "beta").
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
label(option_A, "stable").
label(option_B, "beta").
wishes(user, option_B).
decide_option(user, O) :- best(O).

%%% decide-with-two-clauses (hindsight bias), good
%%% decide_option/2 has a clause for each option with the same body.
% axioms
defensible(O) :- evidence(O, E), required(R), E >= R.
% unbiased
:- consult('axioms').
required(3).
evidence(option_A, 4).
evidence(option_B, 1).
afterwards(option_A, fine).
decide_option(user, option_A) :- defensible(option_A).
decide_option(user, option_B) :- defensible(option_B).
% biased
:- consult('axioms').
required(3).
evidence(option_A, 4).
evidence(option_B, 1).
afterwards(option_A, outage).
decide_option(user, option_A) :- defensible(option_A).
decide_option(user, option_B) :- defensible(option_B).
