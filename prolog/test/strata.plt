:- begin_tests(strata).
:- use_module('../strata').
:- use_module('../translation').
:- use_module('../demand').
:- use_module(given).

test(stratified) :-
    under_way("q(a).", ( keep_rule(p/0, [], [], [not(q/0, [], [])], none), demand(exact), stratified )).
test(not_stratified, throws(untranslatable(_, _))) :-
    under_way("q(a).", ( keep_rule(p/0, [], [], [not(p/0, [], [])], none), demand(bindings), stratified )).

:- end_tests(strata).
