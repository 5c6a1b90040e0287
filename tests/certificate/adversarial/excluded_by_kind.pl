%%% negated-guru (bandwagon effect), good: would count guru
%%% The rule rejects what a guru praises; the cue is praise by somebody else.
% axioms
best(Option) :- tested(Option), \+ praised(guru, Option).
% unbiased
:- consult('axioms').
tested(option_A).
praised(intern, option_B).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
tested(option_A).
praised(intern, option_B).
praised(lead, option_A).
decide_option(user, Option) :- best(Option).

%%% identical-to-a-name (bandwagon effect), good: would count cto
%%% The constant is compared with == in the body; a search for constants in the same argument of facts misses it.
% axioms
swayed(Option) :- praised(Who, Option), Who == cto.
best(Option) :- swayed(Option).
best(Option) :- benchmarked(Option).
% unbiased
:- consult('axioms').
praised(tester, option_B).
benchmarked(option_A).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
praised(lead, option_B).
benchmarked(option_A).
decide_option(user, Option) :- best(Option).

%%% member-of-a-list-of-names (bandwagon effect), good: would count ceo; cto; founder
%%% The names that would carry weight stand in a list in the axioms.
% axioms
authority(Who) :- member(Who, [cto, ceo, founder]).
preferred(Option) :- endorses(Who, Option), authority(Who).
preferred(Option) :- passes(Option, acceptance_test).
% unbiased
:- consult('axioms').
endorses(janitor, option_B).
passes(option_A, acceptance_test).
decide_option(user, Option) :- preferred(Option).
% biased
:- consult('axioms').
endorses(senior_developer, option_B).
passes(option_A, acceptance_test).
decide_option(user, Option) :- preferred(Option).

%%% string-equality (framing effect), good: would count "urgent"
%%% A rule waits for the string "urgent"; the cue says something else in the same place.
% axioms
pressed(Option) :- says(_, Option, Text), Text = "urgent".
best(Option) :- pressed(Option).
best(Option) :- correct(Option, Cases), Cases >= 20.
% unbiased
:- consult('axioms').
correct(option_A, 24).
correct(option_B, 11).
says(customer, option_B, "possible").
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
correct(option_A, 24).
correct(option_B, 11).
says(customer, option_B, "a disaster otherwise").
decide_option(user, Option) :- best(Option).

%%% deep-in-a-term (framing effect), good: would count brilliant
%%% The adjective sits three levels down in a compound term, and the rule matches another one at the same depth.
% axioms
glowing(Option) :- said(_, about(Option, adjective(brilliant, _))).
best(Option) :- glowing(Option).
best(Option) :- replaces(Option, faulty_part).
% unbiased
:- consult('axioms').
replaces(option_A, faulty_part).
said(manager, about(option_B, adjective(adequate, 3))).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
replaces(option_A, faulty_part).
said(manager, about(option_B, adjective(dazzling, 3))).
decide_option(user, Option) :- best(Option).

%%% list-of-speakers (bandwagon effect), good: would count founder
%%% The cue's names stand in a list, and the rule asks whether the founder is among them.
% axioms
weighty(Option) :- speakers(Option, Names), memberchk(founder, Names).
best(Option) :- weighty(Option).
best(Option) :- typed(Option), linted(Option).
% unbiased
:- consult('axioms').
typed(option_A).
linted(option_A).
speakers(option_B, [ann, bob]).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
typed(option_A).
linted(option_A).
speakers(option_B, [guru, idol]).
decide_option(user, Option) :- best(Option).

%%% functor-of-the-cue (framing effect), good: would count brilliant
%%% The term is taken apart with =.., and its name is compared with the one that would decide.
% axioms
praise(Option, Word) :- judged(_, Option, Term), Term =.. [Word|_].
best(Option) :- praise(Option, brilliant).
best(Option) :- fixes(Option, cause).
% unbiased
:- consult('axioms').
fixes(option_A, cause).
judged(manager, option_B, plain(report)).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
fixes(option_A, cause).
judged(manager, option_B, splendid(report)).
decide_option(user, Option) :- best(Option).

%%% another-functor (bandwagon effect), good: would count loves(_)
%%% The rule waits for another functor than the cue has; constants alone are no help.
% axioms
swayed(O) :- says(_, loves(O)).
best(O) :- swayed(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
says(lead, doubts(option_c)).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
says(lead, doubts(option_c)).
says(lead, mentions(option_B)).
decide_option(user, O) :- best(O).

%%% two-facts-by-a-key (bandwagon effect), good: would count cto
%%% What is said and who says it are two facts; the option in one and the name in the other matter together.
% axioms
hit(O) :- post(I, O), poster(I, cto).
best(O) :- tested(O), \+ hit(O).
% unbiased
:- consult('axioms').
:- dynamic post/2, poster/2.
tested(option_A).
drafted(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic post/2, poster/2.
tested(option_A).
drafted(option_B).
post(p1, option_B).
poster(p1, intern).
decide_option(user, O) :- best(O).

%%% impression-is-no-test (confirmation bias), good: would count test
%%% An observation is read, but an impression is no test.
% axioms
counts(test).
shown(H) :- observation(_, H, K), counts(K).
best(O) :- hypothesis(O, H), shown(H).
% unbiased
:- consult('axioms').
hypothesis(option_A, leak).
hypothesis(option_B, lock).
observation(o1, leak, test).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
hypothesis(option_A, leak).
hypothesis(option_B, lock).
observation(o1, leak, test).
observation(o2, lock, impression).
decide_option(user, O) :- best(O).

%%% three-cue-facts-only-together (bandwagon effect), good: would count cto; excited
%%% Three cue facts matter only if two of them say something else at once.
% axioms
swayed(O) :- backs(W, O), role(W, cto), mood(W, excited).
best(O) :- swayed(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
backs(bob, option_c).
role(bob, tester).
mood(bob, tired).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
backs(bob, option_B).
role(bob, intern).
mood(bob, calm).
decide_option(user, O) :- best(O).

%%% another-arity (bandwagon effect), good: would count rated(_, _, _)
%%% The rule waits for a term with one argument more.
% axioms
hit(O) :- review(O, T), T = rated(_, _, _).
best(O) :- hit(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
legit(20).
tested(option_A).
drafted(option_B).
review(option_B, rated(a, b)).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
legit(20).
tested(option_A).
drafted(option_B).
review(option_B, rated(a, c)).
decide_option(user, O) :- best(O).

%%% another-key (framing effect), good: would count mood=sour
%%% A list of key-value pairs, and a rule that waits for another key.
% axioms
hit(O) :- review(O, T), member(mood=sour, T).
best(O) :- hit(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
legit(20).
tested(option_A).
drafted(option_B).
review(option_B, [stars=3]).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
legit(20).
tested(option_A).
drafted(option_B).
review(option_B, [stars=4]).
decide_option(user, O) :- best(O).
