:- module(probe_constructs,
          [ comparison/4,           % +Goal, -Operator, -A, -B
            order/4,                % +Goal, -Operator, -A, -B
            rewritten/2,            % +Goal, -Other
            type_test/3             % +Goal, -Kind, -X
          ]).
:- use_module(translation, [scale/1]).
:- use_module(whitelist, [add_arguments/3]).

/** <module> What the constructs of a body are in an answer-set program
*/

%!  comparison(+Goal, -Operator, -A, -B) is semidet.
%
%   Goal compares the numbers A and B.

comparison(A =:= B, =, A, B).
comparison(A =\= B, '!=', A, B).
comparison(A < B, <, A, B).
comparison(A =< B, <=, A, B).
comparison(A > B, >, A, B).
comparison(A >= B, >=, A, B).

%!  order(+Goal, -Operator, -A, -B) is semidet.
%
%   Goal compares the terms A and B.

order(A == B, =, A, B).
order(A \== B, '!=', A, B).
order(A @< B, <, A, B).
order(A @=< B, <=, A, B).
order(A @> B, >, A, B).
order(A @>= B, >=, A, B).

%!  rewritten(+Goal, -Other) is semidet.
%
%   Other is Goal by means of simpler constructs, read logically.

rewritten(probe_logical_support:Goal, Other) :-
    once(unsupported(Goal, Other)).
rewritten(forall(Condition, Action), \+ ( Condition, \+ Action )).
rewritten(Call, Goal) :-
    compound(Call),
    compound_name_arguments(Call, call, [Closure|Added]),
    Added \== [],
    callable(Closure),
    add_arguments(Closure, Added, Goal).
rewritten(plus(A, B, C), C is A + B).
rewritten(maplist(Closure, List), Goal) :-
    is_list(List),
    callable(Closure),
    each_called(List, Closure, Goal).

each_called([], _, true).
each_called([X|Xs], Closure, (Goal, Goals)) :-
    add_arguments(Closure, [X], Goal),
    each_called(Xs, Closure, Goals).

%   What the logical reading's predicates are without the modes and marks of a search.
unsupported(committed(_, _:Goal), '$once'(Goal, "a cut, a condition or once/1")).
unsupported(guard(_:Goal, _), '$unless'(Goal)).
unsupported(some_member(X, List), '$once'(member(X, List), "memberchk/2")).
unsupported(ranked_member(X, List), member(X, List)).
unsupported(ranked_between(Low, High, X), between(Low, High, X)).
unsupported(reordered(Solutions, List), List = Solutions).
unsupported(reordered_from(_, Solutions, List), List = Solutions).
unsupported(extreme(What, _:Goal, Result), aggregate_all(What, Goal, Result)).
unsupported(_, true).

%!  type_test(+Goal, -Kind, -X) is semidet.
%
%   Goal tests the type of X, which is bound. Kind is `yes` or `no` for a test whose result is known.

type_test(atom(X), atom, X).
type_test(string(X), string, X).
type_test(number(X), number, X).
type_test(integer(X), Kind, X) :- scale(Scale), ( Scale =:= 1 -> Kind = number ; Kind = none, fail ).
type_test(nonvar(X), yes, X).
type_test(ground(X), yes, X).
type_test(var(X), no, X).
