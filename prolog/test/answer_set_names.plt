:- begin_tests(answer_set_names).
:- use_module('../answer_set_names').
:- use_module('../translation').
:- use_module('../demand').
:- use_module(examples).

test(names, Names == [c0-a, c1-b, c2-user]/[f0-f]) :-
    while_translating("q(a).",
                      ( keep_rule(p/1, [f], [f(b)], [compare('!=', a, b)], none),
                        demand(exact),
                        name_program,
                        findall(Name-Constant, constant_name(Constant, Name), Constants),
                        findall(Name-Functor, functor_name(Functor, Name), Functors),
                        Names = Constants/Functors )).

:- end_tests(answer_set_names).
