:- begin_tests(predicate_calls).
:- use_module('../predicate_calls').
:- use_module('../translation').
:- use_module(examples).


test(inner, Mode-Shared-Body == [b]-[X]-q(Y)) :-
    while_translating("q(a).", ( negated_call(q(X), [X], not(Key, Mode, Shared)), source(Key, 1, [Y], Body, _) )).
test(a_variable_is_not_negated, throws(untranslatable(_, _))) :- while_translating("q(a).", negated_call(_, [], _)).
test(first_only_of_a_bound_goal, Rest == []) :-
    while_translating("q(a).", first_solution_literals(q(X), "once/1", [], [X], [call(_, [b], [X])|Rest], [], _)).
test(several_first_solutions_are_a_doubt,
     Message == "once/1 keeps the first of several solutions, which depends on the order of clauses") :-
    while_translating("q(a). q(b).",
                      ( first_solution_literals(q(X), "once/1", p(X), [], [call(_, [f], [X]), doubt(Number, _)], [], _),
                        doubt(Number, Message, _) )).
test(called_arguments, As-Bs == [x, y]-[]) :- called_arguments(p(x, y), As), called_arguments(p, Bs).
test(call_literal, Literals == [call(q/1, facts, [a])]) :- while_translating("q(a).", call_literal(q/1, [a], [], Literals, [])).
test(a_call_of_a_predicate_with_a_cut, throws(untranslatable(_, _))) :-
    while_translating("q(f(a, x)) :- !. q(f(b, y)).", call_literal(q/1, [f(b, _)], [], _, [])).
test(library_call, Count == 2) :-
    while_translating("q(a).", ( library_call(member(_, L), [L], Key), findall(N, source(Key, N, _, _, _), Ns), length(Ns, Count) )).
test(a_list_that_is_not_known, throws(untranslatable(_, _))) :- while_translating("q(a).", library_call(member(_, _), [], _)).

:- end_tests(predicate_calls).
