:- begin_tests(demand).
:- use_module('../demand').
:- use_module('../translation').
:- use_module(library(lists)).
:- use_module(examples).

test(safe_when_called) :- safe_when_called([b], [X], [not(q/1, [b], [X])]).
test(not_safe, throws(untranslatable(_, _))) :- safe_when_called([f], [X], [not(q/1, [b], [X])]).
test(distinguished, Variables == [X]) :- distinguish_solutions([a, '$all'], [call(q/1, [f], [X])], [a, '$distinct'(_, Variables)]).
test(called_for, First == [asked(p/2, [b, f], [a])]) :-
    while_translating("q(a).",
                      ( keep_rule(p/2, [b, f], [X, Y], [call(q/1, [f], [Y]), not(r/1, [b], [X])], none),
                        demand(exact),
                        demand_literals(p/2, [b, f], [a, b], First) )).
test(demand, Asked == [[a]]) :-
    while_translating("q(a).",
                      ( keep_rule(p/1, [b], [X], [not(r/1, [b], [X])], none),
                        keep_rule(s/0, [], [], [call(p/1, [b], [a])], none),
                        demand(exact),
                        demanded(p/1, [b]),
                        findall(Arguments, demand_rule(p/1, [b], Arguments, [], _), Asked) )).

:- end_tests(demand).
