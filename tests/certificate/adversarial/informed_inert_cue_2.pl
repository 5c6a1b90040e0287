%%% unless-anybody-objects (bandwagon effect), bad: same_steps, same_proof, inert_cue
%%% An option against which anybody of the team speaks is out; the cue names an outsider.
% axioms
opposed(O) :- against(W, O), team(W).
best(O) :- tested(O), \+ opposed(O).
% unbiased
:- consult('axioms').
:- dynamic against/2.
tested(option_A).
drafted(option_B).
team(ann).
team(bob).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic against/2.
tested(option_A).
drafted(option_B).
team(ann).
team(bob).
against(guest, option_A).
decide_option(user, O) :- best(O).

%%% not-the-fastest-win (hyperbolic discounting), bad: inert_cue
%%% No option with a quicker win may exist.
% axioms
quicker(X, O) :- win(X, D), win(O, E), D < E - 30.
best(O) :- lasting(O), \+ quicker(_, O).
% unbiased
:- consult('axioms').
lasting(option_A).
flimsy(option_B).
win(option_A, 40).
win(option_B, 39).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
lasting(option_A).
flimsy(option_B).
win(option_A, 40).
win(option_B, 12).
decide_option(user, O) :- best(O).

%%% forall-voices-are-content (bandwagon effect), bad: same_steps, same_proof, inert_cue
%%% All voices about an option have to be content.
% axioms
best(O) :- tested(O), forall(voice(O, V), content(V)).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
content(fine).
content(good).
voice(option_A, fine).
voice(tea, good).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
content(fine).
content(good).
voice(option_A, fine).
voice(option_A, good).
decide_option(user, O) :- best(O).

%%% double-negated-hype (bandwagon effect), bad: safe, inert_cue
%%% Two negations read the hype, which is one below what counts.
% axioms
calm(O) :- \+ hyped(O).
hyped(O) :- hype(O, N), N > 9.
best(O) :- \+ calm(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
hype(option_B, 2).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
hype(option_B, 9).
decide_option(user, O) :- best(O).

%%% crowd-if-no-evidence (bandwagon effect), bad: inert_cue
%%% If there is no evidence at all, the crowd decides; two facts have to be absent.
% axioms
evidence :- test(_, _).
proven(O) :- test(O, _).
best(O) :- proven(O).
best(O) :- \+ evidence, praised(_, O).
% unbiased
:- consult('axioms').
test(option_A, unit).
test(option_A, load).
drafted(option_B).
praised(crowd, tea).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
test(option_A, unit).
test(option_A, load).
drafted(option_B).
praised(crowd, option_B).
decide_option(user, O) :- best(O).

%%% tie-goes-to-the-praised (bandwagon effect), bad: inert_cue
%%% Equal totals are decided by praise; the totals are not equal here.
% axioms
total(O, S) :- findall(P, point(O, P), Ps), sum_list(Ps, S).
beats(O, X) :- total(O, S), total(X, T), S > T.
ties(O, X) :- total(O, S), total(X, T), S =:= T.
best(O) :- option(O), option(X), O \== X, beats(O, X).
best(O) :- option(O), option(X), O \== X, ties(O, X), praised(_, O).
% unbiased
:- consult('axioms').
option(option_A).
option(option_B).
point(option_A, 10).
point(option_A, 7).
point(option_B, 4).
point(option_B, 5).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
option(option_A).
option(option_B).
point(option_A, 10).
point(option_A, 7).
point(option_B, 4).
point(option_B, 5).
praised(crowd, option_B).
decide_option(user, O) :- best(O).

%%% exception-in-an-emergency (hyperbolic discounting), bad: inert_cue
%%% In an emergency the quick way is right; the case states that there is none.
% axioms
best(O) :- lasting(O), state(calm).
best(O) :- state(emergency), quick(O).
% unbiased
:- consult('axioms').
lasting(option_A).
flimsy(option_B).
state(calm).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
lasting(option_A).
flimsy(option_B).
state(calm).
quick(option_B).
decide_option(user, O) :- best(O).

%%% senior-may-skip (overconfidence bias), bad: same_steps, same_proof, inert_cue, reachable
%%% Somebody sure of himself may skip the review if his rank is high; the case gives another rank.
% axioms
excused(W) :- sure(W), rank(W, R), R >= 5.
best(option_A) :- reviewed, \+ excused(lee).
best(option_B) :- excused(lee).
% unbiased
:- consult('axioms').
:- dynamic sure/1.
reviewed.
rank(lee, 2).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic sure/1.
reviewed.
rank(lee, 2).
sure(lee).
decide_option(user, O) :- best(O).

%%% old-figures-if-new-ones-fail (anchoring bias), bad: inert_cue
%%% The figure heard first replaces the measurement if that is marked invalid.
% axioms
cost(O, C) :- measured(O, C, valid).
cost(O, C) :- measured(O, _, invalid), heard(O, C).
best(O) :- cost(O, C), cost(X, D), X \== O, C < D.
% unbiased
:- consult('axioms').
measured(option_A, 30, valid).
measured(option_B, 70, valid).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
measured(option_A, 30, valid).
measured(option_B, 70, valid).
heard(option_B, 10).
decide_option(user, O) :- best(O).

%%% top-of-a-sorted-list-of-claims (overconfidence bias), bad: inert_cue
%%% Claims are sorted by their size, and the largest over 99 decides.
% axioms
top(O) :- findall(N-X, claim(X, N), L), msort(L, S), last(S, M-O), M > 99.
best(O) :- top(O).
best(O) :- tested(O), \+ ( top(X), X \== O ).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
claim(tea, 1).
claim(tea, 90).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
claim(tea, 1).
claim(option_B, 90).
decide_option(user, O) :- best(O).

%%% latest-news-first (availability bias), bad: inert_cue
%%% The news of the latest day decides what is dangerous.
% axioms
latest(W) :- findall(D-X, news(X, D), L), sort(0, @>=, L, [_-W|_]).
best(O) :- tested(O), risk(O, R), \+ latest(R).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
risk(option_A, leak).
risk(option_B, rot).
news(sun, 20).
news(fire, 3).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
risk(option_A, leak).
risk(option_B, rot).
news(sun, 20).
news(leak, 9).
decide_option(user, O) :- best(O).

%%% median-of-guesses (anchoring bias), bad: inert_cue
%%% The middle of three guesses is the budget; the cue is the highest of them.
% axioms
budget(B) :- findall(G, guess(_, G), L), msort(L, S), nth0(1, S, B).
best(O) :- price(O, P), budget(B), P =< B.
% unbiased
:- consult('axioms').
price(option_A, 50).
price(option_B, 90).
guess(ann, 55).
guess(bob, 60).
guess(cy, 70).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
price(option_A, 50).
price(option_B, 90).
guess(ann, 55).
guess(bob, 60).
guess(cy, 500).
decide_option(user, O) :- best(O).

%%% keysort-of-voices (bandwagon effect), bad: inert_cue
%%% The voice with the highest rank is heard; the cue has a lower one.
% axioms
heard(O) :- findall(R-X, voice(X, R), L), keysort(L, S), last(S, _-O).
best(O) :- heard(O).
% unbiased
:- consult('axioms').
voice(option_A, 8).
voice(tea, 2).
voice(option_B, 1).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
voice(option_A, 8).
voice(tea, 2).
voice(option_B, 6).
decide_option(user, O) :- best(O).

%%% fold-keeps-the-louder (bandwagon effect), bad: inert_cue
%%% A fold keeps the loudest voice, whatever was measured before.
% axioms
louder(v(O, N), v(_, M), v(O, N)) :- N > M.
louder(v(_, N), v(X, M), v(X, M)) :- N =< M.
best(O) :- findall(v(X, N), voice(X, N), L), foldl(louder, L, v(none, 0), v(O, _)).
% unbiased
:- consult('axioms').
voice(option_A, 7).
voice(tea, 1).
voice(option_B, 2).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
voice(option_A, 7).
voice(tea, 1).
voice(option_B, 5).
decide_option(user, O) :- best(O).

%%% claim-without-a-date (availability bias), bad: inert_cue
%%% The rule reads incident/2, the cue is incident/3.
% axioms
hit(O) :- incident(O, _).
best(O) :- tested(O), \+ hit(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
incident(legacy, may).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
incident(legacy, may).
incident(option_A, june, vivid).
decide_option(user, O) :- best(O).

%%% nested-one-level-deeper (bandwagon effect), bad: same_steps, same_proof, inert_cue
%%% The rule reads says(who(W), O), the cue lacks the wrapper around a name of the case.
% axioms
heard(O) :- says(who(W), O), expert(W).
best(O) :- tested(O), \+ ( heard(X), X \== O ).
% unbiased
:- consult('axioms').
:- dynamic says/2.
tested(option_A).
drafted(option_B).
expert(ida).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
:- dynamic says/2.
tested(option_A).
drafted(option_B).
expert(ida).
says(who(kim), option_B).
decide_option(user, O) :- best(O).

%%% third-argument-of-anything (anchoring bias), bad: inert_cue
%%% arg/3 reads the third argument of a record, a number.
% axioms
figure(O, N) :- record(O, R), arg(3, R, N).
best(O) :- tested(O), \+ ( figure(X, N), X \== O, N > 500 ).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
record(tea, r(a, b, 1)).
record(option_B, r(a, b, 20)).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
record(tea, r(a, b, 1)).
record(option_B, r(a, b, 480)).
decide_option(user, O) :- best(O).

%%% long-praise-counts (bandwagon effect), bad: inert_cue
%%% Praise of more than forty letters counts.
% axioms
loud(O) :- quote(O, S), string_length(S, N), N > 40.
best(O) :- loud(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
quote(option_B, "ok").
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
quote(option_B, "everybody loves it").
decide_option(user, O) :- best(O).

%%% short-name-is-liked (framing effect), bad: inert_cue
%%% An option with a label of at most four letters is preferred.
% axioms
snappy(O) :- label(O, A), atom_length(A, N), N =< 4.
best(O) :- snappy(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
label(option_B, compatible).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
label(option_B, attractive).
decide_option(user, O) :- best(O).

%%% same-words-as-the-chief (bandwagon effect), bad: inert_cue
%%% The quotation decides if it is the words of the chief, a string of the case.
% axioms
echo(O) :- quote(O, S), motto(S).
best(O) :- echo(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
motto("move fast").
quote(option_B, "we will see").
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
motto("move fast").
quote(option_B, "they all move").
decide_option(user, O) :- best(O).
