%%% read-and-not-admitted (availability bias), good: would count load_test
%%% The case says which kind is admissible, and mentions one; the cue is hearsay.
% axioms
recommended(Option) :- admissible(Kind), mentioned(Kind, Option, positive).
% unbiased
:- consult('axioms').
admissible(load_test).
mentioned(load_test, option_B, positive).
mentioned(load_test, option_A, negative).
mentioned(brochure, option_B, negative).
decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
% biased
:- consult('axioms').
admissible(load_test).
mentioned(load_test, option_B, positive).
mentioned(load_test, option_A, negative).
mentioned(brochure, option_B, negative).
mentioned(hearsay, option_A, positive).
decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).

%%% certainty-is-no-basis (overconfidence bias), good: would count property_tests
%%% The option relies on a feeling as well; no fact says that feelings tell behaviour.
% axioms
recommended(Option) :- relies(Option, Basis), tells_behaviour(Basis), in_time(Option).
% unbiased
:- consult('axioms').
tells_behaviour(property_tests).
relies(option_A, property_tests).
relies(option_B, compiler).
in_time(option_A).
in_time(option_B).
decide_option(user, Option) :- recommended(Option).
% biased
:- consult('axioms').
tells_behaviour(property_tests).
relies(option_A, property_tests).
relies(option_B, compiler).
in_time(option_A).
in_time(option_B).
relies(option_B, own_certainty).
decide_option(user, Option) :- recommended(Option).

%%% pleasant-data-structure (confirmation bias), good: would count prefix_search
%%% The structure that the user likes is good at something that nobody asked for.
% axioms
suits(Option) :- dominant(Operation), good_at(Structure, Operation), uses(Option, Structure).
% unbiased
:- consult('axioms').
uses(option_A, heap).
uses(option_B, trie).
dominant(prefix_search).
good_at(trie, prefix_search).
good_at(heap, minimum).
decide_option(user, Option) :- suits(Option).
% biased
:- consult('axioms').
uses(option_A, heap).
uses(option_B, trie).
dominant(prefix_search).
good_at(trie, prefix_search).
good_at(heap, minimum).
good_at(heap, everything_the_user_wrote).
decide_option(user, Option) :- suits(Option).

%%% offer-that-no-need-asks-for (bandwagon effect), good: would count audit_trail
%%% The needs are asked one by one; what everybody praises is not needed.
% axioms
complete(Option) :- forall(need(Need), offers(Option, Need)).
% unbiased
:- consult('axioms').
need(rollback).
need(audit_trail).
offers(option_A, rollback).
offers(option_B, audit_trail).
offers(option_B, rollback).
decide_option(user, option_A) :- complete(option_A).
decide_option(user, option_B) :- complete(option_B).
% biased
:- consult('axioms').
need(rollback).
need(audit_trail).
offers(option_A, rollback).
offers(option_B, audit_trail).
offers(option_B, rollback).
offers(option_A, what_everybody_praises).
decide_option(user, option_A) :- complete(option_A).
decide_option(user, option_B) :- complete(option_B).

%%% testimony-through-a-chain (bandwagon effect), bad: inert_cue
%%% The case says who measured, and the cue is one more assertion: by the lab it would decide.
% axioms
grounded(Who) :- measured_by(Who, _).
grounded(Who) :- quotes(Who, Other), grounded(Other).
supported(Option) :- grounded(Who), asserts(Who, Option).
% unbiased
:- consult('axioms').
measured_by(lab, run_7).
quotes(report, lab).
asserts(report, option_B).
asserts(salesman, option_A).
decide_option(user, Option) :- supported(Option).
% biased
:- consult('axioms').
measured_by(lab, run_7).
quotes(report, lab).
asserts(report, option_B).
asserts(salesman, option_A).
asserts(celebrity, option_A).
decide_option(user, Option) :- supported(Option).

%%% parts-of-an-option (availability bias), bad: inert_cue
%%% An option has two parts; hype about one of them would rule it out.
% axioms
best(O) :- option(O), forall(part(O, P), tested(P)), forall(part(O, P2), \+ hyped(P2)).
% unbiased
:- consult('axioms').
:- dynamic hyped/1.
option(option_A).
option(option_B).
part(option_A, queue).
part(option_A, worker).
part(option_B, cron).
tested(queue).
tested(worker).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic hyped/1.
option(option_A).
option(option_B).
part(option_A, queue).
part(option_A, worker).
part(option_B, cron).
tested(queue).
tested(worker).
hyped(cron).
decide_option(user, O) :- best(O).
