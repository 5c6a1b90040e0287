:- begin_tests(perturbation).
:- use_module('../perturbation').
:- use_module('../logical_answers').
:- use_module('../numbering').
:- use_module('../logical_reading').
:- use_module(given).

% The effect of a clause that Text2 has and Text1 lacks, in Text2.
perturbed_by(Text1, Text2, Tried, Change) :-
    items(Text1, Items1),
    items(Text2, Items2),
    keyed(Items1, Items2, _, Keyed, _, Differences),
    with_logical_program(Keyed, Module, Reading,
                         ( base_solutions(Module, Reading, 10000, modes(Modes, _), complete, Solutions),
                           perturbed(Differences, base(Module, Reading, Modes, 10000, Keyed, Items2, Solutions), Tried, false,
                                     Change, false) )).

test(no_difference, Tried-Change == 0-null) :- perturbed_by("a.", "a.", Tried, Change).
test(the_decision_rests_on_it, Effect == text(answers)) :-
    perturbed_by("decide_option(user, X) :- p(X).", "decide_option(user, X) :- p(X). p(option_A).", 1, object(Pairs)),
    memberchk(effect=Effect, Pairs).
test(nothing_rests_on_it, Change-Several == null-true) :-
    perturbed_by("decide_option(user, option_A) :- \\+ q.", "decide_option(user, option_A) :- \\+ q. p(x, option_B).", Tried,
                 Change),
    ( Tried > 1 -> Several = true ; Several = false ).
test(support_alone_counts, Effect == text(support)) :-
    perturbed_by("decide_option(user, option_A) :- p(_). p(1).", "decide_option(user, option_A) :- p(_). p(1). p(x).", 1,
                 object(Pairs)),
    memberchk(effect=Effect, Pairs).

:- end_tests(perturbation).
