:- begin_tests(counting).
:- use_module('../counting').
:- use_module(examples).

text_counts(Text, Inferences-ChoiceSteps) :-
    module_of(Text, Module, ( ignore(Module:decide_option(user, _)), count(Module, Inferences, ChoiceSteps) )).

test(a_second_calibration_changes_nothing, Counts == -1-2) :- calibrate, text_counts("decide_option(user, a).", Counts).
test(fact, Counts == -1-2) :- text_counts("decide_option(user, a).", Counts).
test(chain, Counts == 1-4) :- text_counts("decide_option(user, X) :- p(X). p(X) :- q(X). q(a).", Counts).
test(choice_point, Counts == -1-3) :- text_counts("decide_option(user, X) :- p(X). p(a). p(b).", Counts).
test(findall, Counts == 9-8) :- text_counts("decide_option(user, X) :- findall(Y, p(Y), [X]). p(a).", Counts).
test(no_answer_no_count, fail) :- text_counts("decide_option(user, X) :- p(X), fail. p(a).", _).
test(garbage_collection_is_on_again) :-
    text_counts("decide_option(user, a).", _),
    current_prolog_flag(gc, true).

:- end_tests(counting).
