:- module(probe_constructs,
          [ comparison/4,           % +Goal, -Operator, -A, -B
            order/4,                % +Goal, -Operator, -A, -B
            simpler_goal/2,         % +Goal, -Other
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

%!  simpler_goal(+Goal, -Other) is semidet.
%
%   Other is Goal by means of simpler constructs, read logically.

simpler_goal(probe_logical_support:Goal, Other) :-
    once(goal_without_modes(Goal, Other)).
simpler_goal(forall(Condition, Action), \+ ( Condition, \+ Action )).
simpler_goal(Call, Goal) :-
    compound(Call),
    compound_name_arguments(Call, call, [Closure|ExtraArguments]),
    ExtraArguments \== [],
    callable(Closure),
    add_arguments(Closure, ExtraArguments, Goal).
simpler_goal(plus(A, B, C), C is A + B).
simpler_goal(maplist(Closure, List), Goal) :-
    is_list(List),
    callable(Closure),
    call_each(List, Closure, Goal).

call_each([], _, true).
call_each([X|Xs], Closure, (Goal, Goals)) :-
    add_arguments(Closure, [X], Goal),
    call_each(Xs, Closure, Goals).

%   What the logical reading's predicates are without the modes and marks of a search.
goal_without_modes(committed(_, _:Goal), '$once'(Goal, "a cut, a condition or once/1")).
goal_without_modes(guard(_:Goal, _), '$unless'(Goal)).
goal_without_modes(some_member(X, List), '$once'(member(X, List), "memberchk/2")).
goal_without_modes(ranked_member(X, List), member(X, List)).
goal_without_modes(ranked_between(Low, High, X), between(Low, High, X)).
goal_without_modes(reordered(Solutions, List), List = Solutions).
goal_without_modes(reordered_from(_, Solutions, List), List = Solutions).
goal_without_modes(extreme(What, _:Goal, Result), aggregate_all(What, Goal, Result)).
goal_without_modes(_, true).

%!  type_test(+Goal, -Kind, -X) is semidet.
%
%   Goal tests the type of X, which is bound. Kind is `yes` or `no` for a test whose result is known.

type_test(atom(X), atom, X).
type_test(string(X), string, X).
type_test(number(X), number, X).
type_test(integer(X), number, X) :- scale(1).
type_test(nonvar(X), yes, X).
type_test(ground(X), yes, X).
type_test(var(X), no, X).
