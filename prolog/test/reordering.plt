:- begin_tests(reordering).
:- use_module('../reordering').
:- use_module('../answering').
:- use_module('../building').
:- use_module(examples).

reordering_result(Text, Result) :-
    reordering_result("", Text, Result).
reordering_result(Axioms, Text, Result) :-
    items(Axioms, Text, Items),
    with_module(Items, Module, Clauses,
                ( all_answers(Module, 10000, Search, Answers),
                  decide(Module, 10000, Decision),
                  reordered_decisions(program(Items, Module, Clauses, Search, Answers), Decision, 10000, _, Result) )).

test(order_decides, Result = changed(reversed, option_B)) :-
    reordering_result("p(option_A). p(option_B). decide_option(user, X) :- p(X), !.", Result).
test(order_does_not_decide, Result == same) :-
    reordering_result("p(option_A). p(option_C). decide_option(user, X) :- p(X), X \\== option_C, !.", Result).
test(nothing_depends_on_order, Result == free) :-
    reordering_result("p(option_A). p(option_C). decide_option(user, X) :- p(X), X \\== option_C.", Result).
test(several_answers, Result == several) :-
    reordering_result("p(option_A). p(option_B). decide_option(user, X) :- p(X).", Result).
test(only_a_shuffle_shows_it, Result = changed(_, option_B)) :-
    reordering_result("p(1, a). p(2, a). p(3, a). p(4, b). p(5, a). p(6, a). p(7, a). o(a, option_A). o(b, option_B).
                       decide_option(user, X) :- findall(P, p(_, P), L), nth1(I, L, b), !, ( I =\\= 1, I =\\= 7 -> o(a, X) ; o(b, X) ).",
                      Result).

test(a_list_about_the_options_decides_by_its_order, Result == changed('lists about the options in reverse', option_B)) :-
    reordering_result("p([option_A-2, option_B-2]). decide_option(user, X) :- p([X-_|_]).", Result).
test(a_list_about_the_options_does_not_decide, Result == same) :-
    reordering_result("p([option_A-2, option_B-3]). decide_option(user, X) :- p(L), member(X-3, L).", Result).
test(a_ranking_is_a_list_of_names, Result == free) :-
    reordering_result("p([option_A, option_B]). decide_option(user, X) :- p([X|_]).", Result).

test(two_rules_with_cuts_in_conflict, Result == changed('rules with a cut exchanged', option_B)) :-
    reordering_result("best(O) :- cheap(O), !. best(O) :- fast(O), !.",
                      ":- consult('axioms'). cheap(option_A). fast(option_B). decide_option(user, X) :- best(X).", Result).
test(rules_with_cuts_about_one_quantity, true(Result \= changed(_, _))) :-
    reordering_result("band(high) :- n(X), X > 90, !. band(middle) :- n(X), X > 50, !.",
                      ":- consult('axioms'). n(95). decide_option(user, option_A) :- band(high).", Result).
test(an_exception_stands_first, true(Result \= changed(_, _))) :-
    reordering_result("ok(O) :- banned(O), !, fail. ok(O) :- cheap(O), !.",
                      ":- consult('axioms'). cheap(option_A). cheap(option_B). banned(option_B). o(option_A). o(option_B).
                       decide_option(user, X) :- o(X), ok(X).", Result).

:- end_tests(reordering).
