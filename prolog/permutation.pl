:- module(probe_permutation,
          [ permute/3               % +Order, +List, -Permuted
          ]).
:- use_module(library(lists), [member/2, reverse/2]).
:- use_module(library(pairs), [pairs_keys_values/3, pairs_values/2]).

/** <module> Permutations that are the same in every run
*/

%!  permute(+Order, +List, -Permuted) is det.
%
%   Order is `reversed`, `transposed` (neighbours change places), an integer that seeds a shuffle or, for a List of
%   clause(Head, Body), sorted(N) or falling(N): by the N-th argument, if there is one.

permute(reversed, List, Permuted) :-
    !,
    reverse(List, Permuted).
permute(transposed, [A, B|Rest], [B, A|Permuted]) :-
    !,
    permute(transposed, Rest, Permuted).
permute(transposed, Rest, Rest) :-
    !.
permute(sorted(N), List, Permuted) :-
    !,
    findall(Key-Clause, ( member(Clause, List), sort_key(N, Clause, Key) ), Pairs),
    keysort(Pairs, Sorted),
    pairs_values(Sorted, Permuted).
permute(falling(N), List, Permuted) :-
    !,
    permute(sorted(N), List, Rising),
    reverse(Rising, Permuted).
permute(Seed, List, Permuted) :-
    random_keys(List, Seed, Keys),
    pairs_keys_values(Pairs, Keys, List),
    keysort(Pairs, Sorted),
    pairs_values(Sorted, Permuted).

sort_key(N, clause(Head, _), Argument) :-
    (   compound(Head),
        arg(N, Head, Argument0)
    ->  Argument = Argument0
    ;   Argument = none
    ).

% A linear congruential generator (Numerical Recipes, "ranqd1"). It gives the same numbers with every release and on
% every machine, which random/1 does not.
random_keys([], _, []).
random_keys([_|Xs], Draw0, [Key|Keys]) :-
    Draw is (1664525 * Draw0 + 1013904223) mod 4294967296,
    Key is Draw >> 8,
    random_keys(Xs, Draw, Keys).
