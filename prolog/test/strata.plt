:- begin_tests(strata).
:- use_module('../strata').
:- use_module('../translation').
:- use_module('../demand').
:- use_module(examples).

test(stratified) :-
    while_translating("q(a).", ( keep_rule(p/0, [], [], [not(q/0, [], [])], none), demand(exact), stratified )).
test(not_stratified, throws(untranslatable(_, _))) :-
    while_translating("q(a).", ( keep_rule(p/0, [], [], [not(p/0, [], [])], none), demand(bindings), stratified )).

:- end_tests(strata).
