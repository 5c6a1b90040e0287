:- module(probe_permutation,
          [ permuted/3              % +Order, +List, -Permuted
          ]).
:- use_module(library(lists), [reverse/2]).
:- use_module(library(pairs), [pairs_keys_values/3, pairs_values/2]).

/** <module> Permutations that are the same in every run
*/

%!  permuted(+Order, +List, -Permuted) is det.
%
%   Order is `reversed`, `transposed` (neighbours change places), or an integer that seeds a shuffle.

permuted(reversed, List, Permuted) :-
    !,
    reverse(List, Permuted).
permuted(transposed, [A, B|Rest], [B, A|Permuted]) :-
    !,
    permuted(transposed, Rest, Permuted).
permuted(transposed, Rest, Rest) :-
    !.
permuted(Seed, List, Permuted) :-
    draws(List, Seed, Draws),
    pairs_keys_values(Pairs, Draws, List),
    keysort(Pairs, Sorted),
    pairs_values(Sorted, Permuted).

% A linear congruential generator (Numerical Recipes, "ranqd1"). It gives the same numbers with every release and on
% every machine, which random/1 does not.
draws([], _, []).
draws([_|Xs], Draw0, [Key|Draws]) :-
    Draw is (1664525 * Draw0 + 1013904223) mod 4294967296,
    Key is Draw >> 8,
    draws(Xs, Draw, Draws).
