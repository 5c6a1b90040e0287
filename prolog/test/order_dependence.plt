:- begin_tests(order_dependence).
:- use_module('../order_dependence').
:- use_module(examples).

test(committing, Found == [yes, yes, no]) :-
    findall(Answer,
            ( member(Text, ["a :- b, !.", "a :- \\+ ( b -> c ; d ).", "a :- b ; c."]),
              items(Text, Items), ( has_committing_goal(Items) -> Answer = yes ; Answer = no ) ),
            Found).
test(collecting, Found == [yes, yes, no]) :-
    findall(Answer,
            ( member(Text, ["a :- findall(X, b(X), _).", "a :- aggregate_all(max(X, Y), b(X, Y), _).",
                            "a :- aggregate_all(count, b, _)."]),
              items(Text, Items), ( has_collecting_goal(Items) -> Answer = yes ; Answer = no ) ),
            Found).

test(the_first_element_depends_on_the_order) :- order_matters(true-(L = [_|_]), L).
test(a_sum_does_not_depend_on_the_order, fail) :- order_matters([sum_list(L, _), p(_)], L).

:- end_tests(order_dependence).
