%%% other-option-unreachable (framing effect), bad: follows_facts, reachable
%%% The clause for option_B asks for a score greater than itself plus zero, which never holds. Only option_A can be reached.
% axioms
score(Opt, S) :- saved(Opt, N), total(T), S is N * 100 // T.
passes(Opt) :- score(Opt, S), S >= 10.
beats(Opt, Margin) :- score(Opt, S), S > S + Margin.
% unbiased
:- consult('axioms').
total(400).
saved(option_A, 300).
saved(option_B, 100).
decide_option(user, option_A) :- passes(option_A).
decide_option(user, option_B) :- passes(option_B), beats(option_B, 0).
% biased
:- consult('axioms').
total(400).
saved(option_A, 300).
saved(option_B, 100).
framed(option_A, "100 of 400 builds are lost").
decide_option(user, option_A) :- passes(option_A).
decide_option(user, option_B) :- passes(option_B), beats(option_B, 0).

%%% two-different-yardsticks (hindsight bias), bad: follows_facts
%%% option_A needs any risk below 50 and option_B needs one below 1, a double standard in the decide clauses. With the facts exchanged option_A wins again.
% axioms
below(Opt, Limit) :- known_risk(Opt, R), R < Limit.
% unbiased
:- consult('axioms').
known_risk(option_A, 10).
known_risk(option_B, 30).
decide_option(user, option_A) :- below(option_A, 50).
decide_option(user, option_B) :- below(option_B, 1).
% biased
:- consult('axioms').
known_risk(option_A, 10).
known_risk(option_B, 30).
turned_out(option_B, well).
decide_option(user, option_A) :- below(option_A, 50).
decide_option(user, option_B) :- below(option_B, 1).

%%% rank-table-in-axioms (bandwagon effect), bad: follows_facts
%%% A rank per option stands in the axioms and outweighs every fact: 100 and 0 against single digits. The axioms decide for option_B before the case is known.
% axioms
prior(option_A, 0).
prior(option_B, 100).
utility(Opt, U) :- prior(Opt, P), benefit(Opt, B), U is P + B.
better(X, Y) :- utility(X, UX), utility(Y, UY), UX > UY.
% unbiased
:- consult('axioms').
benefit(option_A, 4).
benefit(option_B, 7).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).
% biased
:- consult('axioms').
benefit(option_A, 4).
benefit(option_B, 7).
most_teams_use(option_A).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).

%%% vacuous-axioms-called (framing effect), bad: follows_facts
%%% The axioms are called but hold for every option, and only option_A has a satisfiable clause: the answer is written into the program. The rules are decoration.
% axioms
reviewed(Opt) :- described(Opt, _).
plausible(_) :- N is 3 * 4, N > 10.
fine(Opt) :- reviewed(Opt), plausible(Opt).
% unbiased
:- consult('axioms').
described(option_A, "incremental migration").
described(option_B, "big bang migration").
decide_option(user, option_A) :- fine(option_A), fine(option_B).
decide_option(user, option_B) :- fine(option_B), \+ fine(option_A).
% biased
:- consult('axioms').
described(option_A, "incremental migration").
described(option_B, "big bang migration").
presented_as(option_B, "a fresh start").
decide_option(user, option_A) :- fine(option_A), fine(option_B).
decide_option(user, option_B) :- fine(option_B), \+ fine(option_A).

%%% facts-without-influence (anchoring bias), bad: follows_facts, reachable
%%% Costs and benefits are looked up and thrown away; what remains is an index in a list of options written in the axioms. The case facts are padding.
% axioms
listing([option_B, option_A]).
assessed(Opt) :- cost(Opt, C), benefit(Opt, B), _ is B - C.
position(Opt, I) :- listing(L), nth0(I, L, Opt).
preferred(X, Y) :- assessed(X), assessed(Y), position(X, IX), position(Y, IY), IX > IY.
% unbiased
:- consult('axioms').
cost(option_A, 10).
cost(option_B, 50).
benefit(option_A, 90).
benefit(option_B, 60).
decide_option(user, option_A) :- preferred(option_A, option_B).
decide_option(user, option_B) :- preferred(option_B, option_A).
% biased
:- consult('axioms').
cost(option_A, 10).
cost(option_B, 50).
benefit(option_A, 90).
benefit(option_B, 60).
number_on_the_whiteboard(70).
decide_option(user, option_A) :- preferred(option_A, option_B).
decide_option(user, option_B) :- preferred(option_B, option_A).
