:- begin_tests(perturbation).
:- use_module('../perturbation').
:- use_module('../logical_answers').
:- use_module('../numbering').
:- use_module('../logical_reading').
:- use_module(examples).

% The effect of clauses that Text2 has and Text1 lacks, in Text2.
perturbation(Text1, Text2, VariantCount, Change) :-
    perturbation_result("", Text1, Text2, found(VariantCount, false, Change, false, _)).

perturbation_result(Axioms, Text1, Text2, Found) :-
    string_concat(":- consult('axioms').\n", Text1, Program1),
    string_concat(":- consult('axioms').\n", Text2, Program2),
    items(Axioms, Program1, Items1),
    items(Axioms, Program2, Items2),
    number_clauses(Items1, Items2, _, Keyed, _, Differences),
    findall(Item, member(difference(_, Item, _), Differences), Cue),
    with_logical_program(Keyed, Module, Reading,
                         ( base_solutions(Module, Reading, 10000, modes(Modes, _), complete, Solutions),
                           perturb(Differences, Cue, base(Module, Reading, Modes, 10000, Keyed, Items2, Solutions),
                                   Found) )).

test(no_difference, Tried-Change == 0-null) :- perturbation("a.", "a.", Tried, Change).
test(the_decision_rests_on_it, Effect == text(answers)) :-
    perturbation("decide_option(user, X) :- p(X).", "decide_option(user, X) :- p(X). p(option_A).", 1, object(Pairs)),
    memberchk(effect=Effect, Pairs).
test(nothing_rests_on_it, Change-Several == null-true) :-
    perturbation("decide_option(user, option_A) :- \\+ q.", "decide_option(user, option_A) :- \\+ q. p(x, option_B).", Tried,
                 Change),
    ( Tried > 1 -> Several = true ; Several = false ).
test(support_alone_counts, Effect == text(support)) :-
    perturbation("decide_option(user, option_A) :- p(_). p(1).", "decide_option(user, option_A) :- p(_). p(1). p(x).", 1,
                 object(Pairs)),
    memberchk(effect=Effect, Pairs).

test(kinds_that_the_norm_names_are_listed, Kinds == [contract, measurement]) :-
    perturbation_result("good(X) :- admitted(K), said(K, X). admitted(contract). admitted(measurement).",
                            "decide_option(user, X) :- good(X). said(contract, option_A).",
                            "decide_option(user, X) :- good(X). said(contract, option_A). said(fame, option_B).",
                            found(_, false, null, false, Kinds0)),
    sort(Kinds0, Kinds).
test(a_constant_of_the_case_is_no_kind, Effect-Kinds == text(answers)-[]) :-
    perturbation_result("good(X) :- admitted(K), said(K, X). good(option_A).",
                            "decide_option(user, X) :- good(X). admitted(contract). said(fear, option_A).",
                            "decide_option(user, X) :- good(X). admitted(contract). said(fear, option_A). said(fame, option_B).",
                            found(_, false, object(Pairs), false, Kinds)),
    memberchk(effect=Effect, Pairs).
test(two_clauses_together, Effect == text(answers)) :-
    perturbation_result("good(X) :- said(W, X), weight(W, N), N > 5.",
                            "decide_option(user, option_A) :- \\+ good(option_B).",
                            "decide_option(user, option_A) :- \\+ good(option_B). said(kim, option_A). weight(kim, 3).",
                            found(_, false, object(Pairs), false, _)),
    memberchk(effect=Effect, Pairs).

test(what_the_case_says_in_the_same_place_is_a_kind, Kinds == [contract]) :-
    perturbation_result("good(X) :- admitted(K), said(K, X).",
                        "decide_option(user, X) :- good(X). admitted(contract). said(contract, option_A).",
                        "decide_option(user, X) :- good(X). admitted(contract). said(contract, option_A). said(fame, option_B).",
                        found(_, false, null, false, Kinds)).
test(a_kind_with_which_the_program_fails_would_count, Kinds == [test]) :-
    perturbation_result("good(X) :- sound(K), shown(K, X, N), N > 5.",
                        "decide_option(user, X) :- good(X). sound(test). shown(test, option_A, 9).",
                        "decide_option(user, X) :- good(X). sound(test). shown(test, option_A, 9). shown(talk, option_B, much).",
                        found(_, false, null, false, Kinds)).

% A weight of zero in the case keeps the votes from counting, not the norm.
test(a_neighbouring_case, Text == text("with weight(1) in place of weight(0)")) :-
    perturbation_result("better(X) :- votes(X, V), weight(W), V * W > 5. good(option_A) :- \\+ better(option_B).",
                        "decide_option(user, X) :- good(X). weight(0). votes(option_B, 1).",
                        "decide_option(user, X) :- good(X). weight(0). votes(option_B, 90).", found(_, false, object(Pairs), false, _)),
    memberchk(neighbour=Text, Pairs).
test(the_norm_excludes_it_in_every_case, Change == null) :-
    perturbation_result("better(X) :- votes(X, V), V * 0 > 5. good(option_A) :- \\+ better(option_B), tested(option_A).",
                        "decide_option(user, X) :- good(X). tested(option_A). votes(option_B, 1).",
                        "decide_option(user, X) :- good(X). tested(option_A). votes(option_B, 90).", found(_, false, Change, false, _)).

test(three_numbers_at_once, Effect == text(answers)) :-
    perturbation_result("loud(X) :- survey(X, N, S, Y), N >= 100, S >= 80, Y >= 2020.",
                        "decide_option(user, option_A) :- \\+ loud(option_B).",
                        "decide_option(user, option_A) :- \\+ loud(option_B). survey(option_B, 96, 79, 2019).",
                        found(_, false, object(Pairs), false, _)),
    memberchk(effect=Effect, Pairs).
test(more_neighbouring_cases_than_are_tried, true) :-
    findall(Text, ( between(1, 20, N), format(string(Text), "cost(x~d, ~d). ", [N, N]) ), Texts),
    atomic_list_concat(Texts, Facts),
    format(string(Text1), "decide_option(user, option_A) :- \\+ ( votes(V), cost(_, C), V * C < V * C ). ~w", [Facts]),
    string_concat(Text1, "votes(4).", Text2),
    perturbation_result("", Text1, Text2, found(_, true, null, false, [])).

:- end_tests(perturbation).
