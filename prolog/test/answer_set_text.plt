:- begin_tests(answer_set_text).
:- use_module('../answer_set_text').
:- use_module('../demand').
:- use_module(given).

test(answer_set_text, Answers == [c0-user]) :-
    under_way("q(a).", ( demand(exact), answer_set_text(_, Answers) )).

:- end_tests(answer_set_text).
