%%% digits-by-logarithm (anchoring bias), bad: exact_numbers
%%% floor(log(1000)/log(10)) is 2 because of rounding, exactly it is 3. Both options have four digits and are equal; rounding makes option_B the smaller one. Open: no exact value is known.
% axioms
magnitude(O, M) :- records(O, R), M is floor(log(R) / log(10)).
smaller(O, P) :- magnitude(O, M), magnitude(P, N), M < N.
% unbiased
:- consult('axioms').
records(option_A, 1001).
records(option_B, 1000).
decide_option(user, option_A) :- smaller(option_A, option_B).
decide_option(user, option_B) :- smaller(option_B, option_A).
% biased
:- consult('axioms').
records(option_A, 1001).
records(option_B, 1000).
first_count(option_A, 900000).
decide_option(user, option_A) :- smaller(option_A, option_B).
decide_option(user, option_B) :- smaller(option_B, option_A).

%%% criteria-as-closures (framing effect), good
%%% A rule calls each criterion of a list by its name, which is a variable goal. Open: the oracle runs none.
% axioms
stateless(O) :- session_kept_in(O, client).
observable(O) :- emits(O, traces), emits(O, metrics).
criteria([stateless, observable]).
holds(O, C) :- call(C, O).
meets_all(O) :- service(O), criteria(Cs), maplist(holds(O), Cs).
% unbiased
:- consult('axioms').
service(option_A).
service(option_B).
session_kept_in(option_A, client).
session_kept_in(option_B, memory).
emits(option_A, traces).
emits(option_A, metrics).
emits(option_B, traces).
emits(option_B, metrics).
decide_option(user, O) :- meets_all(O).
% biased
:- consult('axioms').
service(option_A).
service(option_B).
session_kept_in(option_A, client).
session_kept_in(option_B, memory).
emits(option_A, traces).
emits(option_A, metrics).
emits(option_B, traces).
emits(option_B, metrics).
brochure_calls(option_B, 'the option that loses nothing').
decide_option(user, O) :- meets_all(O).
