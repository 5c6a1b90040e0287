:- begin_tests(answer_set_text).
:- use_module('../answer_set_text').
:- use_module('../demand').
:- use_module(examples).

test(answer_set_text, Answers == [c0-user]) :-
    while_translating("q(a).", ( demand(exact), answer_set_text(_, Answers) )).

:- end_tests(answer_set_text).
