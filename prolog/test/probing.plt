:- begin_tests(probing).
:- use_module('../probing').
:- use_module('../verdicts').
:- use_module(library(lists)).
:- use_module(given).

test(program_probes, Names == [uses_axioms, follows_facts, reachable, order_invariant, name_invariant, exact_numbers, defined]) :-
    items("good(option_A). decide_option(user, X) :- good(X).", Items),
    with_program(Items, settings(10000, strict), Program, program_probes(Program, 10000, edits(none, none), Pairs, _)),
    findall(Name, member(Name=_, Pairs), Names).
test(needed_json, Json == object([ depth=1, size=1 ])) :-
    items("good(option_A). decide_option(user, X) :- good(X).", Items),
    with_program(Items, settings(10000, strict), Program, needed_json(Program, edits(none, none), 10000, Json)).
test(no_decision_needs_nothing, Json == null) :-
    items("decide_option(user, maybe).", Items),
    with_program(Items, settings(10000, strict), Program, needed_json(Program, edits(none, none), 10000, Json)).
test(no_decision_no_probes, Pairs == []) :-
    items("decide_option(user, maybe).", Items),
    with_program(Items, settings(10000, strict), Program, program_probes(Program, 10000, edits(none, none), Pairs, _)).
test(references, Heads == [good(option_A)]) :-
    items("good(option_A). good(option_B). decide_option(user, X) :- good(X).", Items),
    with_program(Items, settings(10000, strict), Program,
                 ( Program = program(_, _, Clauses, _, _),
                   references(Program, References),
                   findall(Head, ( member(R-item(_, _, _, clause(Head, true), _), Clauses), memberchk(R, References) ),
                           Heads) )).
test(variant_bound, Bounds == [2000, 1500]) :-
    items("good(option_A). decide_option(user, X) :- good(X).", Items),
    with_program(Items, settings(10000, paper), Program, true),
    findall(Bound, ( member(Most, [10000, 1500]), variant_bound(Program, Most, Bound) ), Bounds).
test(item_json, Json == object([ source=text(program), line=1, column=1, clause=1, text=text("a(X):-b(X)") ])) :-
    items("a(X) :- b(X).", [Item]),
    item_json(Item, Json).

:- end_tests(probing).
