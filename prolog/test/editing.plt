:- begin_tests(editing).
:- use_module('../editing').
:- use_module('../building').
:- use_module('../proving').
:- use_module('../reading').
:- use_module('../searching').
:- use_module(examples).

edit_result(Axioms, Text, Decision, Exchanged, Result) :-
    edit_result(Axioms, Text, Decision, Exchanged, none, Result).

edit_result(Axioms, Text, Decision, Exchanged, Hint, Result) :-
    items(Axioms, Text, Items),
    with_module(Items, Module, Clauses,
        ( clear_log,
          prove(Module, decide_option(user, _), Steps),
          log_tree(Tree),
          proof_references(Steps, Tree, References),
          find_edit(program(Items, Module, Clauses), Decision, References, Exchanged, 10000, any, Hint, Result) )).

test(deletion, Head == good(option_A)) :-
    edit_result("", "good(option_A). good(option_B). decide_option(user, X) :- good(X).", option_A, none,
                found(item(_, _, _, clause(Head, _), _), none, _)).
test(addition, Added == bad(user)) :-
    edit_result("", ":- dynamic bad/1. bad(you). decide_option(user, option_A) :- \\+ bad(user). decide_option(user, option_B).",
                option_A, none, found(none, Added, _)).
test(both, Added == good(option_B)) :-
    edit_result("best(X) :- good(X).", ":- consult('axioms'). good(option_A). decide_option(user, X) :- best(X).", option_A,
                none, found(_, Added, _)).
test(numbers, true) :-
    edit_result("best(X) :- cost(X, C), \\+ ( cost(_, D), D < C ).",
                ":- consult('axioms'). cost(option_A, 5). cost(option_B, 9). decide_option(user, X) :- best(X).", option_A, none,
                found(_, _, _)).
test(what_rules_derive_is_no_edit, Result = exhausted(_)) :-
    edit_result("best(option_A) :- true. best(X) :- ready(X), fail.",
                ":- consult('axioms'). decide_option(user, X) :- best(X).", option_A, none, Result).
test(exchange, Result = exchanged(_)) :-
    edit_result("best(X) :- a(X), b(X), c(X).",
                ":- consult('axioms'). a(option_A). b(option_A). c(option_A). decide_option(user, X) :- best(X).", option_A,
                option_B, Result).
test(hint, found(Item, Added, Tries) =@= found(item(program, 2, Place, clause(good(option_A), true), []), good(option_B), 1)) :-
    Hint = found(item(program, 7, elsewhere, clause(good(option_A), true), []), good(option_B), 12),
    edit_result("", "good(option_C). good(option_A). decide_option(user, X) :- good(X), X \\== option_C.", option_A, none,
                Hint, found(Item, Added, Tries)),
    Item = item(_, _, Place, _, _).
test(hint_that_does_not_help, found(Head, Added, Tries) == found(good(option_A), none, 2)) :-
    edit_result("", "good(option_A). good(option_B). bad. decide_option(user, X) :- good(X).", option_A, none,
                found(item(program, 1, none, clause(bad, true), []), none, 1),
                found(item(_, _, _, clause(Head, _), _), Added, Tries)).
test(hint_of_another_program, Tries == 1) :-
    edit_result("", "good(option_A). good(option_B). decide_option(user, X) :- good(X).", option_A, none,
                found(item(program, 1, none, clause(bad, true), []), none, 1), found(_, none, Tries)).
test(hint_to_exchange, Results == [exchanged(0), exhausted(0)]) :-
    Program = "decide_option(user, option_A).",
    edit_result("", Program, option_A, option_B, exchanged(9), Result1),
    edit_result("", Program, option_A, none, exchanged(9), Result2),
    Results = [Result1, Result2].
test(nothing_stays_edited, Xs == [1, 2]) :-
    module_of("p(1). p(2).", Module,
              ( Module:clause(p(1), true, Reference),
                snapshot(( apply_edit(Module, Reference, p(3)), Module:p(3) )),
                findall(X, Module:p(X), Xs) )).
test(without, Decision == no) :-
    items("best(X) :- good(X).", ":- consult('axioms'). good(option_A). decide_option(user, X) :- best(X).", Items),
    with_module(Items, Module, Clauses,
        ( findall(R, member(R-item(axioms, _, _, _, _), Clauses), Axioms),
          decide_without(Axioms, Module, none, none, 1000, Decision) )).

test(two_facts_deleted, Text1-Text2 == a-b) :-
    edit_result("", "a. b. decide_option(user, option_A) :- ( a ; b ), !. decide_option(user, option_B).", option_A, none,
                found(both(item(_, _, _, clause(Text1, true), _), item(_, _, _, clause(Text2, true), _)), none, _)).

test(like_edit, Deleted-Column == good(option_A)-13) :-
    items("good(option_A).", [Item]),
    items("loud(x, y). good(option_A).", [Loud, Good]),
    transfer_edit(found(Item, none, 3), [r1-Loud, r2-Good], found(Other, none, 3)),
    Other = item(_, _, _, clause(Deleted, _), _),
    item_place(Other, place(_, _, Column, _)).
test(no_like_edit, fail) :-
    items("good(option_A).", [Item]),
    items("loud(x, y).", [Loud]),
    transfer_edit(found(Item, none, 3), [r1-Loud], _).

:- end_tests(editing).
