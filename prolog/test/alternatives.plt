:- begin_tests(alternatives).
:- use_module('../alternatives').
:- use_module('../flow').
:- use_module('../numbering').
:- use_module('../answering', [declare/1]).
:- use_module(given).

declared(Declared, Goal) :- setup_call_cleanup(declare(Declared), once(Goal), declare(equal)).

variants(Text1, Text2, Heads) :-
    items(Text1, Items1),
    items(Text2, Items2),
    keyed(Items1, Items2, _, _, _, [Difference]),
    flow(Items2, Flow),
    alternatives(Difference, Items2, Flow, Contents, true),
    findall(Head, ( member(Content, Contents), ( Content = clause(Head, _) -> true ; Content == none, Head = none ) ),
            Heads).

test(deleted_exchanged_and_fresh, true) :-
    variants("b(X) :- p(_, X).", "b(X) :- p(_, X). p(lead, option_B).", Heads),
    forall(member(Head, [none, p(lead, option_A), p(something_fresh, option_B), p(something_fresh, option_A)]),
           memberchk(Head, Heads)).
test(every_other_answer, true) :-
    declared('equal merge wait close',
             variants("b(X) :- p(_, X).", "b(X) :- p(_, X). p(lead, wait).", Heads)),
    forall(member(X, [merge, close]), memberchk(p(lead, X), Heads)),
    \+ memberchk(p(lead, wait), Heads).
test(the_constants_of_every_other_answer, true) :-
    Facts = "act(merge, a). act(wait, b). act(close, c). e(X) :- l(X, _).",
    string_concat(Facts, " l(wait, b).", More),
    declared('equal merge wait close', variants(Facts, More, Heads)),
    forall(member(Head, [l(merge, a), l(close, c)]), memberchk(Head, Heads)).
test(a_constant_that_a_rule_names, true) :-
    variants("b(X) :- c(guru, X). c(Y, X) :- p(Y, X).", "b(X) :- c(guru, X). c(Y, X) :- p(Y, X). p(lead, x).", Heads),
    memberchk(p(guru, x), Heads).
test(a_constant_that_another_fact_states, fail) :-
    variants("b(X) :- p(load, X). p(load, y).", "b(X) :- p(load, X). p(load, y). p(fame, x).", Heads),
    memberchk(p(load, x), Heads).
test(numbers_around_a_threshold, true) :-
    variants("b :- p(N), N > 10.", "b :- p(N), N > 10. p(5).", Heads),
    forall(member(N, [9, 10, 11]), memberchk(p(N), Heads)).
test(only_what_differs_in_a_pair, Heads == [p(x, something_fresh)]) :-
    variants("b(X) :- p(X, _). p(x, one).", "b(X) :- p(X, _). p(x, two).", Heads).
test(copies, true) :-
    items("b(X) :- p(X, _).", Items1),
    items("b(X) :- p(X, _). p(x, crowd).", Items2),
    keyed(Items1, Items2, _, _, _, [Difference]),
    flow(Items2, Flow),
    alternatives(Difference, Items2, Flow, Contents, true),
    findall(Count,
            ( member(many([clause(p(x, crowd), true)|Copies]), Contents), Copies = [clause(p(x, Other), true)|_],
              Other \== crowd, length(Copies, Count) ),
            Counts),
    sort(Counts, [1, 2, 3, 12, 40]).

:- end_tests(alternatives).
