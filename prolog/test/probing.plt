:- begin_tests(probing).
:- use_module('../probing').
:- use_module('../verdicts').
:- use_module(library(lists)).
:- use_module(examples).

test(program_probes, Names == [uses_axioms, follows_facts, reachable, order_invariant, name_invariant, exact_numbers, defined]) :-
    items("good(option_A). decide_option(user, X) :- good(X).", Items),
    with_program(Items, settings(10000, strict), Program, program_probes(Program, 10000, none, Pairs, _)),
    findall(Name, member(Name=_, Pairs), Names).
test(needed_json, Json == object([ depth=1, size=1 ])) :-
    items("good(option_A). decide_option(user, X) :- good(X).", Items),
    with_program(Items, settings(10000, strict), Program, needed_json(Program, none, 10000, Json)).
test(no_decision_needs_nothing, Json == null) :-
    items("decide_option(user, maybe).", Items),
    with_program(Items, settings(10000, strict), Program, needed_json(Program, none, 10000, Json)).
test(no_decision_no_probes, Pairs == []) :-
    items("decide_option(user, maybe).", Items),
    with_program(Items, settings(10000, strict), Program, program_probes(Program, 10000, none, Pairs, _)).
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

tries_after(How, More, Tries) :-
    Text = "good(option_A). decide_option(user, X) :- good(X). ",
    string_concat(Text, More, Text2),
    items(Text, Items1),
    items(Text2, Items2),
    with_program(Items1, settings(10000, strict), Program1,
                 with_program(Items2, settings(10000, strict), Program2,
                              ( program_probes(Program1, 10000, none, _, Findings),
                                Earlier =.. [How, Findings],
                                program_probes(Program2, 10000, Earlier, Pairs, Others) ))),
    memberchk(reachable=object(Reachable), Pairs),
    memberchk(tries=Tries, Reachable),
    Others = findings(_, _, _, _, _, _, _).

test(edits_of_a_similar_program_are_tried_first, Tries == 0) :-
    tries_after(like, "good(option_A).", Tries).
test(same_program_is_not_run_again, Tries == Before) :-
    items("good(option_A). decide_option(user, X) :- good(X).", Items),
    with_program(Items, settings(10000, strict), Program,
                 program_probes(Program, 10000, none, _, findings(_, _, reachable(_, Edit), _, _, _, _))),
    Edit = exchanged(Before),
    Before > 0,
    tries_after(same, "loud(x).", Tries).
test(another_case_is_run, Exchanged == text(option_A)) :-
    Axioms = "good(option_A).",
    Text = ":- consult('axioms'). decide_option(user, X) :- good(X). ",
    string_concat(Text, "loud(option_B).", Text2),
    items(Axioms, Text, Items1),
    items(Axioms, Text2, Items2),
    with_program(Items1, settings(10000, strict), Program1,
                 with_program(Items2, settings(10000, strict), Program2,
                              ( program_probes(Program1, 10000, none, _, Findings),
                                program_probes(Program2, 10000, same(Findings), Pairs, _) ))),
    memberchk(follows_facts=object(Followed), Pairs),
    memberchk(exchanged=Exchanged, Followed).

:- end_tests(probing).
