:- module(probe_leaves,
          [ leaves/3,               % +Content, +Other, -Leaves
            replace_leaf/4          % +Path, +Content, +Value, -New
          ]).
:- use_module(library(lists), [append/3]).
:- use_module(flow, [control_construct/1]).
:- use_module(whitelist, [indicator/2]).

/** <module> The constants of a clause: where they are, and how to replace one
*/

%!  leaves(+Content, +Other, -Leaves) is det.
%
%   Leaves are leaf(Path, Value, Position) for the constants in the arguments of the clause Content, where they differ
%   from those of its counterpart Other, which may be `none`. Path leads from Content to the constant; Position is
%   Indicator-N, the argument that contains it.

leaves(clause(Head, Body), Other, Leaves) :-
    (   Other = clause(OtherHead, OtherBody)
    ->  true
    ;   OtherHead = none,
        OtherBody = none
    ),
    findall(Leaf, goal_leaf(Head, OtherHead, [1], Leaf), Leaves1),
    findall(Leaf, body_leaf(Body, OtherBody, [2], Leaf), Leaves2),
    append(Leaves1, Leaves2, Leaves).

body_leaf(Body, _, _, _) :-
    \+ compound(Body),
    !,
    fail.
body_leaf(Body, Other, Path, Leaf) :-
    (   control_construct(Body)
    ->  arg(N, Body, Part),
        ( compound(Other), arg(N, Other, OtherPart) -> true ; OtherPart = none ),
        append(Path, [N], Path1),
        body_leaf(Part, OtherPart, Path1, Leaf)
    ;   goal_leaf(Body, Other, Path, Leaf)
    ).

goal_leaf(Goal, Other, Path, leaf(LeafPath, Value, Indicator-N)) :-
    compound(Goal),
    indicator(Goal, Indicator),
    arg(N, Goal, Argument),
    (   compound(Other),
        arg(N, Other, OtherArgument)
    ->  true
    ;   OtherArgument = none
    ),
    append(Path, [N], Path1),
    term_leaf(Argument, OtherArgument, Path1, LeafPath, Value).

term_leaf(Term, Other, _, _, _) :-
    Term == Other,
    !,
    fail.
term_leaf(Term, _, Path, Path, Term) :-
    atomic(Term),
    Term \== [].
term_leaf(Term, Other, Path, LeafPath, Value) :-
    compound(Term),
    compound_name_arity(Term, Name, Arity),
    between(1, Arity, N),
    arg(N, Term, Argument),
    (   compound(Other),
        compound_name_arity(Other, Name, Arity)
    ->  arg(N, Other, OtherArgument)
    ;   OtherArgument = none
    ),
    append(Path, [N], Path1),
    term_leaf(Argument, OtherArgument, Path1, LeafPath, Value).
% A compound can also be replaced as a whole, a list only if the counterpart's is of another length.
term_leaf(Term, Other, Path, Path, Term) :-
    compound(Term),
    ground(Term),
    \+ ( Term = [_|_], compound(Other), Other = [_|_] ).

%!  replace_leaf(+Path, +Content, +Value, -New) is det.
%
%   New is Content with Value at Path.

replace_leaf([], _, Value, Value).
replace_leaf([N|Path], Term, Value, New) :-
    arg(N, Term, Argument),
    replace_leaf(Path, Argument, Value, NewArgument),
    duplicate_shallow(Term, New),
    setarg(N, New, NewArgument).

% A copy whose arguments are those of Term, not copies of them: the variables of a clause stay shared.
duplicate_shallow(Term, New) :-
    compound_name_arguments(Term, Name, Arguments),
    compound_name_arguments(New, Name, Arguments).
