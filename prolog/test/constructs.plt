:- begin_tests(constructs).
:- use_module('../constructs').
:- use_module('../translation').
:- use_module(examples).

test(comparison, Operator-A-B == '!='-1-2) :- comparison(1 =\= 2, Operator, A, B).
test(order, Operator-A-B == (>=)-a-b) :- order(a @>= b, Operator, A, B).
test(rewritten, all(Goal == [\+ ( a, \+ b )])) :- simpler_goal(forall(a, b), Goal).
test(what_a_search_takes_once, all(Goal == ['$unless'(p)])) :- simpler_goal(probe_logical_support:guard(logic:p, 0), Goal).
test(marks_of_a_search_are_left_out, all(Goal == [true])) :- simpler_goal(probe_logical_support:use(0), Goal).
test(a_closure_is_called, all(Goal == [p(x, y)])) :- simpler_goal(call(p(x), y), Goal).
test(type_test, Kind-X == atom-a) :- type_test(atom(a), Kind, X).
test(integers_without_decimals, Kind == number) :-
    items("p(1).", Items),
    setup_call_cleanup(begin_translation(Items), once(type_test(integer(1), Kind, _)), end_translation).
test(integers_with_decimals, fail) :-
    items("p(1.5).", Items),
    setup_call_cleanup(begin_translation(Items), type_test(integer(1), _, _), end_translation).

:- end_tests(constructs).
