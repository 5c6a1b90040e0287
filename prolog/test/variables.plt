:- begin_tests(variables).
:- use_module('../variables').
:- use_module(given).

test(bound_in) :- bound_in(f(X, X), [g(X)]).
test(not_bound_in, fail) :- bound_in(f(_), [g(_)]).
test(occurs, fail) :- occurs(_, f(_)).
test(shared, Shared == [X, Y]) :- shared(p(X, Y, _), [X], [Y], Shared).
test(modes, Mode == [b, f, b]) :- modes([a, f(_), X], [X], Mode).

:- end_tests(variables).
