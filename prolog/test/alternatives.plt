:- begin_tests(alternatives).
:- use_module('../alternatives').
:- use_module(library(lists)).
:- use_module('../flow').
:- use_module('../numbering').
:- use_module(examples).

variants(Text1, Text2, Heads) :-
    variants(Text1, Text2, Heads, _).

variants(Text1, Text2, Heads, Kinds) :-
    text_difference(Text1, Text2, Difference, Case, Flow),
    alternatives(Difference, Case, Flow, Variants, true),
    findall(Head, ( member(variant(Content, _), Variants), ( Content = clause(Head, _) -> true ; Content == none, Head = none ) ),
            Heads),
    findall(Kind, ( member(variant(_, Found), Variants), member(Kind, Found) ), Kinds0),
    sort(Kinds0, Kinds).

text_difference(Text1, Text2, Difference, case([Item], Facts), Flow) :-
    items(Text1, Items1),
    items(Text2, Items2),
    number_clauses(Items1, Items2, _, _, _, [Difference]),
    Difference = difference(_, Item, _),
    flow(Items2, [Item], Flow),
    findall(Fact, ( member(Fact, Items2), Fact \== Item, Fact = item(_, _, _, clause(_, true), _) ), Facts).

test(deleted_exchanged_and_fresh, true) :-
    variants("b(X) :- p(_, X).", "b(X) :- p(_, X). p(lead, option_B).", Heads),
    forall(member(Head, [none, p(lead, option_A), p(something_fresh, option_B), p(something_fresh, option_A)]),
           memberchk(Head, Heads)).
test(every_other_answer, true) :-
    with_declaration('equal merge wait close',
                     variants("b(X) :- p(_, X).", "b(X) :- p(_, X). p(lead, wait).", Heads)),
    forall(member(X, [merge, close]), memberchk(p(lead, X), Heads)),
    \+ memberchk(p(lead, wait), Heads).
test(the_constants_of_every_other_answer, true) :-
    Facts = "act(merge, a). act(wait, b). act(close, c). e(X) :- l(X, _).",
    string_concat(Facts, " l(wait, b).", More),
    with_declaration('equal merge wait close', variants(Facts, More, Heads)),
    forall(member(Head, [l(merge, a), l(close, c)]), memberchk(Head, Heads)).
test(a_constant_that_a_rule_names, true) :-
    variants("b(X) :- c(guru, X). c(Y, X) :- p(Y, X).", "b(X) :- c(guru, X). c(Y, X) :- p(Y, X). p(lead, x).", Heads),
    memberchk(p(guru, x), Heads).
test(the_norm_and_the_case_name_the_kind, Kinds == [load, y]) :-
    variants("b(X) :- p(load, X). p(load, y).", "b(X) :- p(load, X). p(load, y). p(fame, x).", Heads, Kinds),
    memberchk(p(load, x), Heads).
test(the_case_names_it, Kinds == []) :-
    variants("b(X) :- p(Y, X), q(Y). q(load).", "b(X) :- p(Y, X), q(Y). q(load). p(fame, x).", Heads, Kinds),
    memberchk(p(load, x), Heads).
test(a_list_in_reverse, true) :-
    variants("b(X) :- p(X, _).", "b(X) :- p(X, _). p(x, [a, b]).", Heads),
    memberchk(p(x, [b, a]), Heads).
test(what_repeats_a_fact_says_nothing_else, Heads == [none]) :-
    variants("b(X) :- p(X). p(x).", "b(X) :- p(X). p(x). p(x).", Heads).
test(places, Paths == [[1, 1], [1, 2]]) :-
    text_difference("b(X) :- p(X, _).", "b(X) :- p(X, _). p(x, y).", Difference, Case, Flow),
    constant_choices(Difference, Case, Flow, Choices),
    findall(Path, member(choice(Path, _, _), Choices), Paths).
test(numbers_around_a_threshold, true) :-
    variants("b :- p(N), N > 10.", "b :- p(N), N > 10. p(5).", Heads),
    forall(member(N, [9, 10, 11]), memberchk(p(N), Heads)).
test(only_what_differs_in_a_pair, Heads == [p(x, something_fresh)]) :-
    variants("b(X) :- p(X, _). p(x, one).", "b(X) :- p(X, _). p(x, two).", Heads).
test(copies, true) :-
    text_difference("b(X) :- p(X, _).", "b(X) :- p(X, _). p(x, crowd).", Difference, Case, Flow),
    alternatives(Difference, Case, Flow, Variants, true),
    findall(Count,
            ( member(variant(many([clause(p(x, crowd), true)|Copies]), _), Variants), Copies = [clause(p(x, Other), true)|_],
              Other \== crowd, length(Copies, Count) ),
            Counts),
    sort(Counts, [1, 2, 3, 12, 40]).

test(copies_that_differ_in_every_place, Copies == [p(kim, monday, 3), p(something_fresh_1, something_fresh_1, 1000000),
                                                   p(something_fresh_2, something_fresh_2, 2000000)]) :-
    text_difference("b :- p(_, _, _).", "b :- p(_, _, _). p(kim, monday, 3).", Difference, Case, Flow),
    alternatives(Difference, Case, Flow, Variants, true),
    findall(All, ( member(variant(many(All), _), Variants), member(clause(p(_, something_fresh_1, 1000000), true), All) ),
            [[A, B, C|_]]),
    findall(Head, member(clause(Head, true), [A, B, C]), Copies).

:- end_tests(alternatives).
