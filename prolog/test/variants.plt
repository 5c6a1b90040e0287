:- begin_tests(variants).
:- use_module('../variants').
:- use_module('../answering', [decide/3]).
:- use_module(library(lists)).
:- use_module('../building').
:- use_module(examples).

test(exchanged, Heads-Count == [a(option_A), b(option_B, x), decide_option(user, option_A)]-count(1, 0)) :-
    items("a(option_A).", ":- consult('axioms'). b(option_A, x). decide_option(user, option_A).", Items),
    exchange_items(options, Items, [], Exchanged, Count),
    clause_heads(Exchanged, Heads).
test(exchanged_but_for_some, Heads == [option(option_A), b(option_B)]) :-
    items("option(option_A). b(option_A).", Items),
    exchange_items(options, Items, [option/1], Exchanged, _),
    clause_heads(Exchanged, Heads).
test(asked_by_decision, Indicators == [b/1, decide_option/2]) :-
    items("a(X) :- c(X). decide_option(user, X) :- b(X).", Items),
    decision_indicators(Items, Indicators).
test(exchanged_keeps_the_spelling, Heads == [b('Option_B', option_b)]) :-
    items("b('Option_A', option_a).", Items),
    exchange_items(options, Items, [], Exchanged, _),
    clause_heads(Exchanged, Heads).
test(exchanged_content, Exchanged =@= (a(option_B, [option_A|_]) :- b)) :-
    exchange_answers(options, (a(option_A, [option_B|_]) :- b), Exchanged).
test(rotation, Heads-Count == [a(wait, 3), a(merge, 3), b(wait, wait(close)), merge, decide_option(user, wait)]-count(2, 0)) :-
    items("a(wait, 3).", ":- consult('axioms'). a(close, 3). b(merge, merge(wait)). merge. decide_option(user, wait).", Items),
    rotation([merge, wait, close], Exchange),
    exchange_items(Exchange, Items, [], Exchanged, Count),
    clause_heads(Exchanged, Heads).
test(exchanges, Found == [[2, 3, 1], [3, 1, 2]]) :-
    with_declaration('equal 1 2 3',
                 findall([A, B, C], ( exchange(Exchange), exchange_answers(Exchange, f(1, 2, 3), f(A, B, C)) ), Found)).
test(named_answers, Named == [wait-2, close-1]) :-
    items("p(X) :- a(X).", ":- consult('axioms'). a(close). a(wait). b(wait). c(merge). a(wait, x).", Items),
    with_declaration('equal merge wait close', named_answers(Items, [a/1, b/1, p/1], Named)).
test(the_axioms_name_an_answer, Named == []) :-
    items("p(X) :- a(X), X \\== merge.", ":- consult('axioms'). a(close). a(wait).", Items),
    with_declaration('equal merge wait close', named_answers(Items, [a/1], Named)).
test(deciding_exchange, Decision == option_B) :-
    items("fit(fast). decide_option(user, option_A) :- fit(fast). decide_option(user, option_B) :- fit(safe).", Items),
    once(deciding_exchange(Items, Exchange)),
    exchange_items(Exchange, Items, [], Exchanged, _),
    with_module(Exchanged, Module, _, decide(Module, 1000, Decision)).
test(no_constants_to_exchange, fail) :-
    items("decide_option(user, option_A) :- fit(fast). decide_option(user, option_B) :- \\+ fit(fast).", Items),
    deciding_exchange(Items, _).

test(an_axiom_for_one_option_only, true) :-
    items("score(X, 2) :- X = option_A. score(_, 0).", ":- consult('axioms'). p(option_B).", Items),
    unequal_axioms(Items).
test(an_axiom_for_each_option, fail) :-
    items("fit(option_A) :- p(option_B). fit(option_B) :- p(option_A).", ":- consult('axioms'). p(option_B).", Items),
    unequal_axioms(Items).
test(what_the_case_says_is_no_axiom, fail) :-
    items("fit(X) :- p(X).", ":- consult('axioms'). p(option_B).", Items),
    unequal_axioms(Items).

:- end_tests(variants).
