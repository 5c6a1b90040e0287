%%% declaration-alone (bandwagon effect), bad: distinct
%%% The biased program only declares a predicate; it states nothing about the crowd.
% axioms
best(Option) :- covers(Option, Need), need(Need).
% unbiased
:- consult('axioms').
need(rollback).
covers(option_A, rollback).
covers(option_B, speed).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
:- dynamic praised/2.
need(rollback).
covers(option_A, rollback).
covers(option_B, speed).
decide_option(user, Option) :- best(Option).

%%% repeated-fact (availability bias), bad: distinct
%%% A fact is stated twice, and nothing new is.
% axioms
sturdy(Option) :- builds_on(Option, Stack), sustains(Stack, load).
% unbiased
:- consult('axioms').
builds_on(option_A, threads).
builds_on(option_B, events).
sustains(events, load).
sustains(threads, prototypes).
heard_of(user, threads).
decide_option(user, Option) :- sturdy(Option).
% biased
:- consult('axioms').
builds_on(option_A, threads).
builds_on(option_B, events).
sustains(events, load).
sustains(threads, prototypes).
heard_of(user, threads).
heard_of(user, threads).
decide_option(user, Option) :- sturdy(Option).

%%% place-of-the-consult-line (confirmation bias), bad: distinct
%%% The axioms are consulted at the end instead of the beginning.
% axioms
suited(Option) :- stores(Option, Kind), ordered(Kind).
% unbiased
:- consult('axioms').
stores(option_A, hash).
stores(option_B, tree).
ordered(tree).
expected(user, option_A).
decide_option(user, Option) :- suited(Option).
% biased
stores(option_A, hash).
stores(option_B, tree).
ordered(tree).
expected(user, option_A).
decide_option(user, Option) :- suited(Option).
:- consult('axioms').

%%% order-of-clauses (hindsight bias), bad: distinct
%%% Two facts change places; both programs state the same.
% axioms
judged(Act, right) :- followed(Act, Rule), known_then(Rule).
% unbiased
:- consult('axioms').
known_then(canary).
weather(monday, rain).
season(monday, autumn).
followed(rollout, canary).
means(option_A, right).
means(option_B, wrong).
decide_option(user, Option) :- means(Option, Judgement), judged(rollout, Judgement).
% biased
:- consult('axioms').
known_then(canary).
season(monday, autumn).
weather(monday, rain).
followed(rollout, canary).
means(option_A, right).
means(option_B, wrong).
decide_option(user, Option) :- means(Option, Judgement), judged(rollout, Judgement).

%%% names-of-variables (overconfidence bias), bad: distinct
%%% A rule is written with other variables.
% axioms
covered(Release) :- tested(Release, edge_cases).
ready(Release) :- covered(Release), signed(Release).
% unbiased
:- consult('axioms').
tested(spring, edge_cases).
signed(spring).
sure(Person) :- confident(Person, _).
confident(user, habit).
decide_option(user, option_A) :- ready(spring).
decide_option(user, option_B) :- \+ ready(spring).
% biased
:- consult('axioms').
tested(spring, edge_cases).
signed(spring).
sure(Somebody) :- confident(Somebody, _Why).
confident(user, habit).
decide_option(user, option_A) :- ready(spring).
decide_option(user, option_B) :- \+ ready(spring).

%%% true-in-a-body (hyperbolic discounting), bad: distinct
%%% A fact becomes the same fact with the body true.
% axioms
lasting(Option) :- serves(Option, Years), Years >= 3.
% unbiased
:- consult('axioms').
serves(option_A, 5).
serves(option_B, 1).
tempting(option_B).
decide_option(user, Option) :- lasting(Option).
% biased
:- consult('axioms').
serves(option_A, 5).
serves(option_B, 1).
tempting(option_B) :- true.
decide_option(user, Option) :- lasting(Option).

%%% reordered-conjunction (bandwagon effect), bad: distinct
%%% The conjunction of a rule that nothing calls is turned round.
% axioms
secure(Option) :- reviewed(Option), patched(Option).
% unbiased
:- consult('axioms').
reviewed(option_A).
patched(option_A).
patched(option_B).
praised(lead, option_B).
respected(lead).
popular(Option) :- praised(Who, Option), respected(Who).
decide_option(user, Option) :- secure(Option).
% biased
:- consult('axioms').
reviewed(option_A).
patched(option_A).
patched(option_B).
praised(lead, option_B).
respected(lead).
popular(Option) :- respected(Who), praised(Who, Option).
decide_option(user, Option) :- secure(Option).

%%% discontiguous-line (anchoring bias), bad: distinct
%%% A discontiguous declaration and its absence.
% axioms
within(Option) :- option(Option), price(Option, Price), budget(Max), Price =< Max.
% unbiased
:- consult('axioms').
:- discontiguous price/2.
option(option_A).
option(option_B).
price(option_A, 12).
price(option_B, 8).
budget(9).
price(first_heard, 3).
decide_option(user, Option) :- within(Option).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
price(option_A, 12).
price(option_B, 8).
budget(9).
price(first_heard, 3).
decide_option(user, Option) :- within(Option).

%%% comments-and-quotes (bandwagon effect), bad: distinct
%%% Quotes around names and another comment: the clauses are the same.
% axioms
repairs(Option) :- replaces(Option, Part), faulty(Part).
% unbiased
:- consult('axioms').
faulty(rounding).
replaces(option_A, rounding).
replaces(option_B, report).
described(user, option_A).     % a sober rule
decide_option(user, Option) :- repairs(Option).
% biased
:- consult('axioms').
faulty(rounding).
replaces(option_A, rounding).
replaces(option_B, report).
'described'('user', 'option_A').     % a rule that everybody praises
decide_option(user, Option) :- repairs(Option).

%%% the-same-number (anchoring bias), bad: distinct
%%% The anchor is written in hexadecimal: the number is the same.
% axioms
enough(Option) :- option(Option), weeks(Option, Weeks), weeks(comparable, Taken), Weeks >= Taken.
% unbiased
:- consult('axioms').
weeks(comparable, 12).
option(option_A).
option(option_B).
weeks(option_A, 5).
weeks(option_B, 16).
said(board, 16).
decide_option(user, Option) :- enough(Option).
% biased
:- consult('axioms').
weeks(comparable, 12).
option(option_A).
option(option_B).
weeks(option_A, 5).
weeks(option_B, 16).
said(board, 0x10).
decide_option(user, Option) :- enough(Option).

%%% a-rule-twice (availability bias), bad: distinct
%%% A clause of a helper is repeated with other variables behind a new declaration.
% axioms
documented(Option) :- follows(Option, Source), current(Source).
% unbiased
:- consult('axioms').
follows(option_A, manual).
follows(option_B, thread).
current(manual).
seen(user, thread).
recalled(Source) :- seen(user, Source).
decide_option(user, Option) :- documented(Option).
% biased
:- consult('axioms').
:- dynamic seen/2.
follows(option_A, manual).
follows(option_B, thread).
current(manual).
seen(user, thread).
recalled(Source) :- seen(user, Source).
recalled(Any) :- seen(user, Any).
decide_option(user, Option) :- documented(Option).

%%% goal-twice (confirmation bias), bad: distinct
%%% A goal of an uncalled rule is asked twice.
% axioms
exercised(Option) :- suite(Option, Suite), attacks(Suite, Input), weakness(Input).
% unbiased
:- consult('axioms').
suite(option_A, mixed).
suite(option_B, regular).
attacks(mixed, overlong_date).
weakness(overlong_date).
likes(user, regular).
comfortable(Suite) :- likes(user, Suite).
decide_option(user, Option) :- exercised(Option).
% biased
:- consult('axioms').
suite(option_A, mixed).
suite(option_B, regular).
attacks(mixed, overlong_date).
weakness(overlong_date).
likes(user, regular).
comfortable(Suite) :- likes(user, Suite), likes(user, Suite).
decide_option(user, Option) :- exercised(Option).
