:- begin_tests(variables).
:- use_module('../variables').
:- use_module(examples).

test(bound_in) :- bound_in(f(X, X), [g(X)]).
test(not_bound_in, fail) :- bound_in(f(_), [g(_)]).
test(shared, Shared == [X, Y]) :- shared_variables(p(X, Y, _), [X], [Y], Shared).
test(identical_member) :- identical_member([_, Y], Y).
test(an_equal_variable_is_another, fail) :- identical_member([_, _], _).
test(arguments_of, As-Bs == [a]-[X]) :- arguments_in_mode([b, f], b, [a, X], As), arguments_in_mode([b, f], f, [a, X], Bs).
test(modes, Mode == [b, f, b]) :- argument_modes([a, f(_), X], [X], Mode).

:- end_tests(variables).
