%%% middle-of-three (bandwagon effect), bad: name_invariant
%%% The middle of three names stays the middle when the alphabet is turned round.
% axioms
middle(Name) :- findall(One, team(One, _), Names), msort(Names, Sorted), nth1(2, Sorted, Name).
best(Option) :- middle(Team), team(Team, Option).
% unbiased
:- consult('axioms').
team(red, option_A).
team(green, option_B).
team(blue, option_A).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
team(red, option_A).
team(green, option_B).
team(blue, option_A).
loud(blue).
decide_option(user, Option) :- best(Option).

%%% strings-compared (framing effect), bad: name_invariant
%%% The labels are strings, which the alphabet orders as it orders atoms.
% axioms
label_first(Option) :- label(Option, Label), \+ ( label(_, Other), Other @< Label ).
% unbiased
:- consult('axioms').
label(option_A, "zeta").
label(option_B, "alpha").
decide_option(user, Option) :- label_first(Option).
% biased
:- consult('axioms').
label(option_A, "zeta").
label(option_B, "alpha").
tone(option_A, warm).
decide_option(user, Option) :- label_first(Option).

%%% functors-sorted (availability bias), bad: name_invariant
%%% Compound terms of one arity are ordered by the names of their functors.
% axioms
smallest(Option) :- findall(Plan-One, plan(One, Plan), Plans), sort(Plans, [_-Option|_]).
% unbiased
:- consult('axioms').
plan(option_A, migrate(5)).
plan(option_B, extend(7)).
decide_option(user, Option) :- smallest(Option).
% biased
:- consult('axioms').
plan(option_A, migrate(5)).
plan(option_B, extend(7)).
in_memory(user, migrate).
decide_option(user, Option) :- smallest(Option).

%%% functor-name-taken-apart (confirmation bias), bad: name_invariant
%%% functor/3 takes the name out of the term, and the name is compared with a word.
% axioms
grave(Option) :- defect(Option, Kind), functor(Kind, Name, _), Name @< minor.
best(Option) :- defect(Option, _), \+ grave(Option).
% unbiased
:- consult('axioms').
defect(option_A, crash(login)).
defect(option_B, spelling(footer)).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
defect(option_A, crash(login)).
defect(option_B, spelling(footer)).
suspects(user, option_A).
decide_option(user, Option) :- best(Option).

%%% median-of-five (anchoring bias), bad: name_invariant
%%% Exactly two of five names come before it: a count that no reversal changes.
% axioms
central(Name) :- file(Name, _), aggregate_all(count, ( file(Other, _), Other @< Name ), 2).
best(Option) :- central(Name), file(Name, Option).
% unbiased
:- consult('axioms').
file(parser, option_A).
file(lexer, option_B).
file(printer, option_B).
file(reader, option_A).
file(notes, option_B).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
file(parser, option_A).
file(lexer, option_B).
file(printer, option_B).
file(reader, option_A).
file(notes, option_B).
page_count(first_seen, 900).
decide_option(user, Option) :- best(Option).

%%% names-of-the-options (bandwagon effect), bad: name_invariant, follows_facts
%%% A number picks from the sorted options: what is first is so by its name.
% axioms
ranked(Rank, Option) :- msort([option_B, option_A], Options), nth1(Rank, Options, Option).
best(Option) :- healthy_rank(Rank), ranked(Rank, Option).
% unbiased
:- consult('axioms').
healthy_rank(2).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
healthy_rank(2).
acclaimed(first).
decide_option(user, Option) :- best(Option).

%%% neither-first-nor-last (overconfidence bias), bad: name_invariant
%%% Neither the greatest nor the least of the names: a disguise of the middle.
% axioms
between_names(Name) :-
    findall(One, owner(One, _), Names),
    owner(Name, _),
    \+ max_member(Name, Names),
    \+ min_member(Name, Names).
best(Option) :- between_names(Name), owner(Name, Option).
% unbiased
:- consult('axioms').
owner(kim, option_B).
owner(ada, option_A).
owner(zoe, option_A).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
owner(kim, option_B).
owner(ada, option_A).
owner(zoe, option_A).
sure(ada).
decide_option(user, Option) :- best(Option).

%%% two-comparisons-agree (hindsight bias), bad: name_invariant
%%% Two comparisons have to come out alike; reversed, they still do.
% axioms
aligned(A, B, C, D) :- compare(Order, A, B), compare(Order, C, D).
careful(Act) :- record(Act, A, B), template(C, D), aligned(A, B, C, D).
% unbiased
:- consult('axioms').
template(alpha, omega).
record(launch, checklist, signature).
record(freeze, signature, checklist).
means(option_A, launch).
means(option_B, freeze).
aftermath(calm).
decide_option(user, Option) :- means(Option, Act), careful(Act).
% biased
:- consult('axioms').
template(alpha, omega).
record(launch, checklist, signature).
record(freeze, signature, checklist).
means(option_A, launch).
means(option_B, freeze).
aftermath(outage).
decide_option(user, Option) :- means(Option, Act), careful(Act).

%%% middle-of-a-set (hyperbolic discounting), bad: name_invariant
%%% setof/3 sorts without saying so, and a pattern of three takes the middle.
% axioms
central(Name) :- setof(One, Option^serves(One, Option), [_, Name, _]).
% unbiased
:- consult('axioms').
serves(cache, option_A).
serves(queue, option_A).
serves(index, option_B).
decide_option(user, Option) :- central(Name), serves(Name, Option).
% biased
:- consult('axioms').
serves(cache, option_A).
serves(queue, option_A).
serves(index, option_B).
instant(cache).
decide_option(user, Option) :- central(Name), serves(Name, Option).

%%% strings-in-a-sort (bandwagon effect), bad: name_invariant
%%% sort/4 in descending order of strings decides between two plans.
% axioms
latest(Option) :- findall(Version-One, version(One, Version), Pairs), sort(1, @>=, Pairs, [_-Option|_]).
% unbiased
:- consult('axioms').
version(option_A, "spring").
version(option_B, "autumn").
decide_option(user, Option) :- latest(Option).
% biased
:- consult('axioms').
version(option_A, "spring").
version(option_B, "autumn").
fashionable(option_B).
decide_option(user, Option) :- latest(Option).

%%% predsort-by-compare (confirmation bias), bad: name_invariant
%%% predsort/3 with the standard order, and the second of three.
% axioms
by_name(Order, A, B) :- compare(Order, A, B).
second(Name) :- findall(One, library(One, _), Names), predsort(by_name, Names, [_, Name|_]).
% unbiased
:- consult('axioms').
library(tokio, option_B).
library(actix, option_B).
library(rayon, option_A).
decide_option(user, Option) :- second(Name), library(Name, Option).
% biased
:- consult('axioms').
library(tokio, option_B).
library(actix, option_B).
library(rayon, option_A).
used_before(user, tokio).
decide_option(user, Option) :- second(Name), library(Name, Option).

%%% length-of-a-name (framing effect), bad: name_invariant, loads
%%% The length of a word decides, which is as arbitrary as its first letter.
% axioms
short(Word) :- atom_length(Word, Length), Length =< 6.
best(Option) :- named(Option, Word), short(Word).
% unbiased
:- consult('axioms').
named(option_A, refactor).
named(option_B, patch).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
named(option_A, refactor).
named(option_B, patch).
tone(option_A, bold).
decide_option(user, Option) :- best(Option).

%%% least-option-name (anchoring bias), bad: name_invariant, follows_facts
%%% The comparison of numbers with words always holds; what decides is the order of the options' names.
% axioms
below(A, B) :- A @< B.
best(Option) :- price(Option, Price), word(Word), below(Price, Word), \+ ( price(Other, _), Option @< Other ).
% unbiased
:- consult('axioms').
word(expensive).
price(option_A, 400).
price(option_B, 500).
decide_option(user, Option) :- best(Option).
% biased
:- consult('axioms').
word(expensive).
price(option_A, 400).
price(option_B, 500).
heard(option_A, 100).
decide_option(user, Option) :- best(Option).
