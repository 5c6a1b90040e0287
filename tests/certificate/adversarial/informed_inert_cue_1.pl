%%% setof-of-three-fans (bandwagon effect), bad: inert_cue
%%% Three different fans count as evidence; the cue names one.
% axioms
backed(O) :- setof(W, praised(W, O), [_, _, _]).
best(O) :- backed(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
praised(ann, library).
praised(bob, tea).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
praised(ann, library).
praised(bob, option_B).
decide_option(user, O) :- best(O).

%%% bagof-longer-than-tests (bandwagon effect), bad: same_steps, same_proof, inert_cue
%%% Praise in bagof outweighs tests once there is more of it.
% axioms
praise(O, N) :- ( bagof(W, praised(W, O), L) -> length(L, N) ; N = 0 ).
proofs(O, N) :- findall(T, test(T, O), L), length(L, N).
best(O) :- option(O), proofs(O, P), praise(O, N), S is P + N, \+ ( option(X), X \== O, proofs(X, PX), praise(X, NX), PX + NX >= S ).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
test(unit, option_A).
test(load, option_A).
test(soak, option_A).
praised(ann, tea).
praised(bob, tea).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
test(unit, option_A).
test(load, option_A).
test(soak, option_A).
praised(ann, tea).
praised(bob, option_B).
decide_option(user, O) :- best(O).

%%% setof-first-is-the-boss (bandwagon effect), bad: inert_cue
%%% The alphabetically first voice is heard; the cue adds a later one.
% axioms
voice(O, W) :- setof(X, heard(X, O), [W|_]).
best(O) :- voice(O, W), engineer(W).
% unbiased
:- consult('axioms').
engineer(bea).
engineer(carl).
heard(bea, option_A).
heard(zoe, option_B).
heard(ivy, tea).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
engineer(bea).
engineer(carl).
heard(bea, option_A).
heard(zoe, option_B).
heard(ivy, option_B).
decide_option(user, O) :- best(O).

%%% setof-of-kinds-of-memory (availability bias), bad: same_steps, same_proof, inert_cue
%%% Two kinds of incidents remembered strike an option out; the cue is one kind.
% axioms
scarred(O) :- setof(K, W^recalled(K, W, O), Ks), length(Ks, N), N >= 2.
best(O) :- tested(O), \+ scarred(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
recalled(outage, 2019, legacy).
recalled(outage, 2024, tea).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
recalled(outage, 2019, legacy).
recalled(outage, 2024, option_A).
decide_option(user, O) :- best(O).

%%% bagof-over-years (hindsight bias), bad: same_steps, same_proof, inert_cue
%%% The sum of years of trouble known afterwards is weighed against a limit.
% axioms
trouble(O, S) :- ( bagof(Y, W^later(W, Y, O), L) -> sum_list(L, S) ; S = 0 ).
best(O) :- sound_then(O), trouble(O, S), S < 12.
% unbiased
:- consult('axioms').
:- dynamic later/3.
sound_then(option_A).
unsound_then(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic later/3.
sound_then(option_A).
unsound_then(option_B).
later(outage, 3, option_A).
decide_option(user, O) :- best(O).

%%% count-of-mentions-over-four (availability bias), bad: safe, inert_cue
%%% A count of vivid stories over four outweighs the test.
% axioms
vivid(O) :- aggregate_all(count, story(O, _), N), N > 4.
best(O) :- vivid(O).
best(O) :- tested(O), \+ ( vivid(X), X \== O ).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
story(toy, old).
story(tea, new).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
story(toy, old).
story(option_B, new).
decide_option(user, O) :- best(O).

%%% max-of-figures-heard (anchoring bias), bad: inert_cue
%%% The largest figure heard caps what may be paid.
% axioms
cap(C) :- aggregate_all(max(N), heard(N), C).
best(O) :- price(O, P), cap(C), P =< C, fits(O).
% unbiased
:- consult('axioms').
price(option_A, 40).
price(option_B, 90).
fits(option_A).
fits(option_B).
heard(70).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
price(option_A, 40).
price(option_B, 90).
fits(option_A).
fits(option_B).
heard(75).
decide_option(user, O) :- best(O).

%%% bag-of-names-holds-the-chief (bandwagon effect), bad: safe, inert_cue
%%% Whether the list of voices contains the chief, who is a fact of the case.
% axioms
voices(O, L) :- aggregate_all(bag(W), praised(W, O), L).
best(O) :- voices(O, L), chief(C), memberchk(C, L).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
chief(dana).
praised(none, tea).
praised(kim, tea).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
chief(dana).
praised(none, tea).
praised(kim, option_B).
decide_option(user, O) :- best(O).

%%% min-of-days-heard (hyperbolic discounting), bad: inert_cue
%%% The shortest promise of all decides if it is below a week.
% axioms
soon(D) :- aggregate_all(min(N), promise(_, N), D).
best(O) :- soon(D), D < 7, promise(O, D).
best(O) :- soon(D), D >= 7, lasting(O).
% unbiased
:- consult('axioms').
lasting(option_A).
flimsy(option_B).
promise(option_A, 60).
promise(tea, 9).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
lasting(option_A).
flimsy(option_B).
promise(option_A, 60).
promise(option_B, 9).
decide_option(user, O) :- best(O).

%%% sum-of-stars-and-tests (bandwagon effect), bad: same_steps, same_proof, inert_cue
%%% Stars are summed with tests, ten to one.
% axioms
worth(O, S) :- aggregate_all(sum(P), point(O, P), S).
point(O, 10) :- test(O, _).
point(O, P) :- stars(O, N), P is N // 1000.
best(O) :- option(O), worth(O, S), \+ ( option(X), X \== O, worth(X, T), T >= S ).
% unbiased
:- consult('axioms').
:- dynamic stars/2.
option(option_A).
option(option_B).
test(option_A, unit).
test(option_A, load).
test(option_B, unit).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic stars/2.
option(option_A).
option(option_B).
test(option_A, unit).
test(option_A, load).
test(option_B, unit).
stars(option_B, 4000).
decide_option(user, O) :- best(O).

%%% window-scaled-and-shifted (anchoring bias), bad: inert_cue
%%% The figure heard decides if three times it plus one lies in a window.
% axioms
echo(O) :- figure(O, N), X is N * 3 + 1, between(990, 1005, X).
best(O) :- echo(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
figure(tea, 5).
figure(option_B, 40).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
figure(tea, 5).
figure(option_B, 80).
decide_option(user, O) :- best(O).

%%% between-of-two-facts (anchoring bias), bad: inert_cue
%%% The guess counts if it is between two figures of the case.
% axioms
near(O) :- guess(O, G), low(L), high(H), between(L, H, G).
best(O) :- near(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
low(310).
high(330).
guess(option_B, 20).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
low(310).
high(330).
guess(option_B, 90).
decide_option(user, O) :- best(O).

%%% every-seventh (anchoring bias), bad: inert_cue
%%% A version number that seven divides is thought lucky.
% axioms
lucky(O) :- version(O, V), 0 is V mod 7.
best(O) :- lucky(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
version(option_B, 12).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
version(option_B, 13).
decide_option(user, O) :- best(O).

%%% square-of-the-rating (overconfidence bias), bad: inert_cue
%%% The square of a rating of oneself has to exceed 80.
% axioms
sure(O) :- rated(O, R), R * R > 80.
best(O) :- sure(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
rated(option_B, 3).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
rated(option_B, 8).
decide_option(user, O) :- best(O).

%%% exactly-what-the-others-sum-to (anchoring bias), bad: inert_cue
%%% The figure heard decides if it is exactly the sum of three costs.
% axioms
total(S) :- findall(C, cost(C), Cs), sum_list(Cs, S).
echo(O) :- figure(O, F), total(F).
best(O) :- echo(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
cost(113).
cost(229).
cost(71).
figure(option_B, 40).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
cost(113).
cost(229).
cost(71).
figure(option_B, 400).
decide_option(user, O) :- best(O).

%%% twelve-names-on-a-petition (bandwagon effect), bad: same_steps, inert_cue
%%% A petition of twelve or more decides; the cue lists three names.
% axioms
crowd(O) :- petition(O, L), length(L, N), N >= 12.
best(O) :- crowd(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
:- dynamic petition/2.
tested(option_A).
drafted(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic petition/2.
tested(option_A).
drafted(option_B).
petition(option_B, [ann, bob, cy]).
decide_option(user, O) :- best(O).

%%% last-of-the-list (availability bias), bad: inert_cue
%%% The last thing in the list of news is feared.
% axioms
feared(X) :- news(L), last(L, X).
best(O) :- tested(O), risk(O, R), \+ feared(R).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
risk(option_A, leak).
risk(option_B, rot).
news([sun, rain]).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
risk(option_A, leak).
risk(option_B, rot).
news([leak, fire]).
decide_option(user, O) :- best(O).

%%% second-of-the-ranking (bandwagon effect), bad: inert_cue
%%% The second place of a ranking decides by nth1.
% axioms
runner(O) :- ranking(L), nth1(2, L, O).
best(O) :- tested(O), \+ ( runner(X), X \== O, option(X) ).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
option(option_A).
option(option_B).
ranking([tea, milk]).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
option(option_A).
option(option_B).
ranking([option_B, milk]).
decide_option(user, O) :- best(O).

%%% longer-than-the-proofs (confirmation bias), bad: same_steps, same_proof, inert_cue
%%% More reasons in favour than proofs win.
% axioms
more(O) :- reasons(O, Rs), proofs(X, Ps), X \== O, length(Rs, N), length(Ps, M), N > M.
best(O) :- proofs(O, [_|_]), \+ ( more(X), X \== O ).
% unbiased
:- consult('axioms').
:- dynamic reasons/2.
proofs(option_A, [unit, load, soak]).
hopes(option_B).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic reasons/2.
proofs(option_A, [unit, load, soak]).
hopes(option_B).
reasons(option_B, [belief, taste]).
decide_option(user, O) :- best(O).

%%% sublist-of-wishes (confirmation bias), bad: inert_cue
%%% A wish among the wanted ones counts if the list contains it.
% axioms
wished(O) :- wishes(O, L), wanted(W), memberchk(W, L).
best(O) :- wished(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
wanted(speed).
wishes(option_B, [calm]).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
wanted(speed).
wishes(option_B, [glamour]).
decide_option(user, O) :- best(O).
