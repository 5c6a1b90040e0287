:- begin_tests(exactness).
:- use_module('../exactness').
:- use_module('../answering').
:- use_module('../building').
:- use_module(examples).

exactly(Text, Result) :-
    items(Text, Items),
    with_module(Items, Module, _,
                ( all_answers(Module, 10000, Search, Answers),
                  decide(Module, 10000, Decision),
                  exact_decisions(program(Items, Module, [], [], run(yes, none, none, none, Search, Answers)), Decision, free,
                                  10000, Result) )).

test(whole_numbers, Result == free) :-
    exactly("decide_option(user, option_A) :- 1 + 2 =:= 3.", Result).
test(decimals, Result == same) :-
    exactly("decide_option(user, option_A) :- 0.1 + 0.2 > 0.25.", Result).
test(rounding_decides, Result == changed([option_A])) :-
    exactly("decide_option(user, option_B) :- 0.1 + 0.2 > 0.3. decide_option(user, option_A) :- 0.1 + 0.2 =< 0.3.", Result).
test(a_sum_of_a_list, Result == changed([])) :-
    exactly("decide_option(user, option_A) :- sum_list([0.1, 0.2], S), S > 0.3.", Result).
test(a_product, Result == changed([])) :-
    exactly("decide_option(user, option_A) :- X is 3 * 0.1, X > 0.3.", Result).
test(a_division_of_whole_numbers, Result == changed([])) :-
    exactly("decide_option(user, option_A) :- X is 1 / 49 * 49, X =\\= 1.", Result).
test(a_tie_that_an_order_breaks, Result == changed([option_B, option_A])) :-
    exactly("p(option_A, 0.15, 0.15). p(option_B, 0.1, 0.2).
             decide_option(user, X) :- findall(S-O, ( p(O, A, B), S is A + B ), L), keysort(L, K), last(K, _-X), !.", Result).
test(numbers_that_have_no_fraction, Result == same) :-
    exactly("decide_option(user, option_A) :- X is inf, X > 0.5.", Result).
test(division_is_rounded_again_afterwards, X-Result == 0.5-same) :-
    exactly("decide_option(user, option_A) :- 1 / 2 < 1.", Result),
    X is 1 / 2.

test(rounding_of_a_root, Result == changed([])) :-
    exactly("fits(X) :- cost(X, C), Y is sqrt(C) * sqrt(C), Y > C. cost(option_A, 2). decide_option(user, X) :- fits(X).",
              Result).
test(a_root_far_from_a_tie, Result == same) :-
    exactly("fits(X) :- cost(X, C), sqrt(C) > 1. cost(option_A, 2). decide_option(user, X) :- fits(X).", Result).

:- end_tests(exactness).
