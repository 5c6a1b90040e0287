:- module(probe_order_dependence,
          [ has_committing_goal/1,  % +Items
            has_collecting_goal/1,  % +Items
            order_matters/2         % +Around, +List
          ]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(calls, [called_goals/2]).

/** <module> Which constructs can depend on the order of solutions
*/

%!  has_committing_goal(+Items) is semidet.
%
%   Some clause keeps one of several solutions, or does something else if there is none.

has_committing_goal(Items) :-
    called_goals(Items, Goals),
    member(Goal, Goals),
    committing_goal(Goal),
    !.

committing_goal(!).
committing_goal((_ -> _)).
committing_goal((_ *-> _)).
committing_goal(ignore(_)).
committing_goal(once(_)).

%!  has_collecting_goal(+Items) is semidet.
%
%   Some clause collects solutions into a list, the order of which has no meaning, or takes one element of several.

has_collecting_goal(Items) :-
    called_goals(Items, Goals),
    member(Goal, Goals),
    collecting_goal(Goal),
    !.

collecting_goal(findall(_, _, _)).
collecting_goal(findall(_, _, _, _)).
collecting_goal(bagof(_, _, _)).
collecting_goal(aggregate_all(What, _, _)) :-
    nonvar(What),
    memberchk(What, [max(_, _), min(_, _), bag(_)]).
collecting_goal(memberchk(_, _)).
collecting_goal(selectchk(_, _, _)).

%!  order_matters(+Around, ?List) is semidet.
%
%   Some goal of Around, the rest of the clause, may depend on the order of the collected List. Only goals that
%   are known not to depend on it are exempt.

order_matters(Around, List) :-
    (   var(Around)
    ->  Around == List
    ;   ( Around = A-B ; Around = (A, B) ; Around = (A ; B) ; Around = (A -> B) ; Around = [A|B] )
    ->  (   order_matters(A, List)
        ->  true
        ;   order_matters(B, List)
        )
    ;   term_variables(Around, Variables),
        member(Variable, Variables),
        Variable == List
    ->  \+ ignores_order(Around)
    ).

ignores_order(length(_, _)).
ignores_order(sum_list(_, _)).
ignores_order(sumlist(_, _)).
ignores_order(max_list(_, _)).
ignores_order(min_list(_, _)).
ignores_order(sort(_, _)).
ignores_order(msort(_, _)).
