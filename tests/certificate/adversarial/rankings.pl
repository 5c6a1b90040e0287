%%% first-allowed-of-a-sorted-list (anchoring bias), good
%%% The best score comes first, and the first option that is allowed is taken.
% axioms
best(O) :- findall(S-X, score(X, S), L), sort(0, @>=, L, R), member(_-O, R), allowed(O), !.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
first_heard(user, 3).
decide_option(user, O) :- best(O).

%%% keysort-and-reverse (anchoring bias), good
%%% Pairs sorted by key and reversed; the first allowed one is taken.
% axioms
best(O) :- findall(S-X, score(X, S), L), keysort(L, K), reverse(K, R), member(_-O, R), allowed(O), !.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
first_heard(user, 3).
decide_option(user, O) :- best(O).

%%% once-over-a-ranking (anchoring bias), good
%%% once/1 around the walk down a ranking that a helper makes.
% axioms
ranking(R) :- findall(S-X, score(X, S), L), keysort(L, K), reverse(K, R).
best(O) :- ranking(R), once(( member(_-O, R), allowed(O) )).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
first_heard(user, 3).
decide_option(user, O) :- best(O).

%%% setof-by-cost (anchoring bias), good
%%% setof/3 with negated scores; the cut takes the first.
% axioms
best(O) :- setof(N-X, cost(X, N), R), member(_-O, R), allowed(O), !.
cost(X, N) :- score(X, S), N is -S.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
first_heard(user, 3).
decide_option(user, O) :- best(O).

%%% walk-in-a-helper (anchoring bias), good
%%% The member/2 is in a helper, the cut in its caller.
% axioms
down(O) :- findall(S-X, score(X, S), L), sort(1, @>=, L, R), member(_-O, R).
best(O) :- down(O), allowed(O), !.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
first_heard(user, 3).
decide_option(user, O) :- best(O).

%%% values-of-sorted-pairs (anchoring bias), good
%%% The values of sorted pairs, filtered and walked down in a condition.
% axioms
best(O) :- findall(S-X, score(X, S), L), sort(1, @>=, L, R), pairs_values(R, Xs), ( member(O, Xs), allowed(O) -> true ; fail ).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
first_heard(user, 3).
decide_option(user, O) :- best(O).

%%% collected-from-a-ranking (anchoring bias), good
%%% The allowed ones are collected from a sorted list, in its order, and the head is taken.
% axioms
best(O) :- findall(S-X, score(X, S), L), sort(1, @>=, L, R), findall(X, ( member(_-X, R), allowed(X) ), [O|_]).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
first_heard(user, 3).
decide_option(user, O) :- best(O).

%%% predsort-by-score (anchoring bias), good
%%% predsort/3 by falling score.
% axioms
falling(Order, A, B) :- score(A, SA), score(B, SB), compare(Order, SB, SA).
best(O) :- findall(X, score(X, _), L), predsort(falling, L, R), member(O, R), allowed(O), !.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
first_heard(user, 3).
decide_option(user, O) :- best(O).

%%% first-of-the-facts (anchoring bias), bad: unique, order_invariant, follows_facts
%%% The list is not sorted: the first allowed option is the first that is stated.
% axioms
best(O) :- findall(X, score(X, _), R), member(O, R), allowed(O), !.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
first_heard(user, 3).
decide_option(user, O) :- best(O).

%%% sorted-with-a-tie (anchoring bias), bad: unique, order_invariant, follows_facts
%%% The list is sorted by its keys, and the keys tie.
% axioms
best(O) :- findall(1-X, score(X, _), L), keysort(L, R), member(_-O, R), allowed(O), !.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
first_heard(user, 3).
decide_option(user, O) :- best(O).

%%% reversed-facts (anchoring bias), bad: unique, order_invariant, follows_facts
%%% The list is reversed and not sorted: the last allowed option that is stated comes first.
% axioms
best(O) :- findall(X, score(X, _), L), reverse(L, R), member(O, R), allowed(O), !.
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
score(option_A, 4).
score(option_B, 7).
score(option_c, 9).
allowed(option_A).
allowed(option_B).
first_heard(user, 3).
decide_option(user, O) :- best(O).
