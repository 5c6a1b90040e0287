:- begin_tests(permutation).
:- use_module('../permutation').

test(reversed, List == [c, b, a]) :- permute(reversed, [a, b, c], List).
test(transposed, List == [b, a, d, c, e]) :- permute(transposed, [a, b, c, d, e], List).
test(shuffled, First-Sorted == Second-[a, b, c, d, e]) :-
    permute(7, [a, b, c, d, e], First),
    permute(7, [a, b, c, d, e], Second),
    msort(First, Sorted).
test(another_seed_gives_another_order) :-
    permute(1, [a, b, c, d, e], First),
    permute(2, [a, b, c, d, e], Second),
    First \== Second.

test(by_an_argument, Falling == [clause(a(x, 3), true), clause(a(z, 2), true), clause(a(y, 1), true)]) :-
    permute(falling(2), [clause(a(y, 1), true), clause(a(x, 3), true), clause(a(z, 2), true)], Falling).
test(without_the_argument, Sorted == [clause(a(x), true), clause(a(y), true)]) :-
    permute(sorted(2), [clause(a(x), true), clause(a(y), true)], Sorted).

:- end_tests(permutation).
