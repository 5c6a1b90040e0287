:- begin_tests(perturbation).
:- use_module('../perturbation').
:- use_module(given).

keys(Keyed, Keys) :- findall(Key, member(Key-_, Keyed), Keys).

test(keyed, Keys1-Keys2 == [0, 1, 1, 2]-[1, 2, 3]) :-
    items("a. b. b. c(1).", Items1),
    items("b. c(2). d.", Items2),
    keyed(Items1, Items2, Keyed1, Keyed2, _, _),
    keys(Keyed1, Keys1),
    keys(Keyed2, Keys2).
test(differences, Found == [difference(1, a(1), a(2)), difference(2, b, none)]) :-
    items("c. a(1). b.", Items1),
    items("c. a(2).", Items2),
    keyed(Items1, Items2, _, _, Differences, _),
    findall(difference(Id, Head, OtherHead),
            ( member(difference(Id, item(_, _, _, clause(Head, _), _), Other), Differences),
              ( Other = item(_, _, _, clause(OtherHead, _), _) -> true ; OtherHead = Other ) ),
            Found).
test(restated, Id-Head == Id-lost(5)) :-
    items("restates(kept(95), lost(5)).", ":- consult('axioms'). kept(95).", Items1),
    items("restates(kept(95), lost(5)).", ":- consult('axioms'). lost(5).", Items2),
    keyed(Items1, Items2, _, Keyed2, [difference(Id, _, restated(item(_, _, _, clause(Head, _), _)))], _),
    memberchk(Id-item(_, _, _, clause(lost(5), true), _), Keyed2).
test(restated_facts_of_one_program_have_one_number, Keys == [0, 1, 1]) :-
    items("restates(kept(95), lost(5)). kept(95). lost(5).", ":- consult('axioms').", Items),
    keyed(Items, Items, Keyed, _, _, _),
    keys(Keyed, Keys).

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
test(flow, true(One == Other)) :-
    items("a(X) :- b(X, Y), c(Y), Y > 3.", Items),
    flow(Items, flow(Places, _)),
    memberchk((b/2)-2-One, Places),
    memberchk((c/1)-1-Other, Places).

:- end_tests(perturbation).
