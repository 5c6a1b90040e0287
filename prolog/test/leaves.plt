:- begin_tests(leaves).
:- use_module('../leaves').

test(leaves, Leaves == [leaf([1, 1], x, (p/2)-1), leaf([1, 2, 1], 3, (p/2)-2), leaf([1, 2], hours(3), (p/2)-2)]) :-
    leaves(clause(p(x, hours(3)), true), none, Leaves).
test(leaves_that_differ, Leaves == [leaf([1, 2], b, (p/2)-2)]) :-
    leaves(clause(p(x, b), true), clause(p(x, c), true), Leaves).
test(leaves_of_a_body, Leaves == [leaf([2, 2, 1, 1], b, (q/1)-1)]) :-
    leaves(clause(p, ( r, \+ q(b) )), none, Leaves).
test(put, New-Same == (clause(p(a, Y), q(c, Y)))-true) :-
    replace_leaf([2, 1], clause(p(a, X), q(b, X)), c, New),
    New = clause(p(_, Y), _),
    ( X == Y -> Same = true ; Same = false ).

:- end_tests(leaves).
