:- begin_tests(reordering).
:- use_module('../reordering').
:- use_module('../answering').
:- use_module('../building').
:- use_module(given).

reordered(Text, Result) :-
    items("", Text, Items),
    with_module(Items, Module, Clauses,
                ( all_answers(Module, 10000, Search, Answers),
                  decide(Module, 10000, Decision),
                  reordered_decisions(program(Items, Module, Clauses, Search, Answers), Decision, 10000, _, Result) )).

test(order_decides, Result = changed(reversed, option_B)) :-
    reordered("p(option_A). p(option_B). decide_option(user, X) :- p(X), !.", Result).
test(order_does_not_decide, Result == same) :-
    reordered("p(option_A). p(option_C). decide_option(user, X) :- p(X), X \\== option_C, !.", Result).
test(nothing_depends_on_order, Result == free) :-
    reordered("p(option_A). p(option_C). decide_option(user, X) :- p(X), X \\== option_C.", Result).
test(several_answers, Result == several) :-
    reordered("p(option_A). p(option_B). decide_option(user, X) :- p(X).", Result).
test(only_a_shuffle_shows_it, Result = changed(_, option_B)) :-
    reordered("p(1, a). p(2, a). p(3, a). p(4, b). p(5, a). p(6, a). p(7, a). o(a, option_A). o(b, option_B).
               decide_option(user, X) :- findall(P, p(_, P), L), nth1(I, L, b), !, ( I =\\= 1, I =\\= 7 -> o(a, X) ; o(b, X) ).",
              Result).

:- end_tests(reordering).
