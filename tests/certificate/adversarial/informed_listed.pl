%%% nobody-remembers-two-failures (availability bias), good: would count spring
%%% A negated conjunction of two memories; the cue is one of them.
% axioms
best(O) :- tested(O), \+ ( failed(O, spring), failed(O, autumn) ).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
failed(option_A, autumn).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
failed(option_A, autumn).
failed(option_A, summer).
decide_option(user, O) :- best(O).

%%% functor-of-a-reason (overconfidence bias), good: would count measured(tuesday)
%%% Only a term called measured with one argument counts, recognised by functor/3.
% axioms
sound(O) :- reason(O, T), functor(T, measured, 1).
best(O) :- sound(O).
% unbiased
:- consult('axioms').
reason(option_A, measured(tuesday)).
reason(tea, guessed(monday)).
reason(option_B, felt(monday)).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
reason(option_A, measured(tuesday)).
reason(tea, guessed(monday)).
reason(option_B, felt(strongly)).
decide_option(user, O) :- best(O).

%%% univ-of-a-verdict (confirmation bias), good: would count strong
%%% =.. takes the first argument of a belief, which has to be strong.
% axioms
held(O) :- belief(O, B), B =.. [_, strong|_].
best(O) :- held(O).
best(O) :- tested(O).
% unbiased
:- consult('axioms').
tested(option_A).
drafted(option_B).
mood(strong).
belief(option_B, view(weak)).
decide_option(user, O) :- best(O).
% biased
:- consult('axioms').
tested(option_A).
drafted(option_B).
mood(strong).
belief(option_B, view(mild)).
decide_option(user, O) :- best(O).
