:- begin_tests(fixed_point).
:- use_module('../fixed_point').
:- use_module(examples).

test(largest, Largest == 1073741823) :- largest(Largest).
test(value_of_a_sum, Lets == [let(V, X + 1)]) :-
    while_translating("q(a).", ( value_literals(X + 1, V, Literals), exclude([L]>>( L = doubt(_, _) ), Literals, Lets) )).
test(no_value, throws(untranslatable(_, _))) :- while_translating("q(a).", value_literals(sin(1), _, _)).
test(number_literals, Number == 0) :- while_translating("q(a).", number_literals([1, _], [doubt(Number, _)], [])).

:- end_tests(fixed_point).
