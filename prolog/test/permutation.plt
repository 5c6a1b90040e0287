:- begin_tests(permutation).
:- use_module('../permutation').

test(reversed, List == [c, b, a]) :- permuted(reversed, [a, b, c], List).
test(transposed, List == [b, a, d, c, e]) :- permuted(transposed, [a, b, c, d, e], List).
test(shuffled, First-Sorted == Second-[a, b, c, d, e]) :-
    permuted(7, [a, b, c, d, e], First),
    permuted(7, [a, b, c, d, e], Second),
    msort(First, Sorted).
test(another_seed_gives_another_order) :-
    permuted(1, [a, b, c, d, e], First),
    permuted(2, [a, b, c, d, e], Second),
    First \== Second.

:- end_tests(permutation).
