:- begin_tests(literals).
:- use_module('../literals').
:- use_module(library(lists)).
:- use_module(examples).

test(body_literals, all(Literals == [[call(q/1, facts, [a])], [call(q/1, facts, [b])]])) :-
    while_translating("q(a). q(b).", findall(Ls, body_literals([], [], ( ( X = a ; X = b ), q(X) ), Ls), All)),
    member(Literals, All).

:- end_tests(literals).
