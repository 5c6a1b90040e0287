:- module(probe_permutation,
          [ permuted/3              % +Order, +List, -Permuted
          ]).
:- use_module(library(lists), [member/2, reverse/2]).
:- use_module(library(pairs), [pairs_keys_values/3, pairs_values/2]).

/** <module> Permutations that are the same in every run
*/

%!  permuted(+Order, +List, -Permuted) is det.
%
%   Order is `reversed`, `transposed` (neighbours change places), an integer that seeds a shuffle or, for a List of
%   clause(Head, Body), sorted(N) or falling(N): by the N-th argument, if there is one.

permuted(reversed, List, Permuted) :-
    !,
    reverse(List, Permuted).
permuted(transposed, [A, B|Rest], [B, A|Permuted]) :-
    !,
    permuted(transposed, Rest, Permuted).
permuted(transposed, Rest, Rest) :-
    !.
permuted(sorted(N), List, Permuted) :-
    !,
    findall(Key-Clause, ( member(Clause, List), argument(N, Clause, Key) ), Pairs),
    keysort(Pairs, Sorted),
    pairs_values(Sorted, Permuted).
permuted(falling(N), List, Permuted) :-
    !,
    permuted(sorted(N), List, Rising),
    reverse(Rising, Permuted).
permuted(Seed, List, Permuted) :-
    draws(List, Seed, Draws),
    pairs_keys_values(Pairs, Draws, List),
    keysort(Pairs, Sorted),
    pairs_values(Sorted, Permuted).

argument(N, clause(Head, _), Argument) :-
    (   compound(Head),
        arg(N, Head, Argument0)
    ->  Argument = Argument0
    ;   Argument = none
    ).

% A linear congruential generator (Numerical Recipes, "ranqd1"). It gives the same numbers with every release and on
% every machine, which random/1 does not.
draws([], _, []).
draws([_|Xs], Draw0, [Key|Draws]) :-
    Draw is (1664525 * Draw0 + 1013904223) mod 4294967296,
    Key is Draw >> 8,
    draws(Xs, Draw, Draws).
