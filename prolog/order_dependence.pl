:- module(probe_order_dependence,
          [ committing/1,           % +Items
            collecting/1,           % +Items
            order_matters/2         % +Around, +List
          ]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(calls, [body_goals/3]).

/** <module> Which constructs can depend on the order of solutions
*/

%!  committing(+Items) is semidet.
%
%   Some clause keeps one of several solutions, or does something else if there is none.

committing(Items) :-
    member(item(_, _, _, clause(_, Body), _), Items),
    Body \== true,
    body_goals(Body, Goals, []),
    member(Goal, Goals),
    commits(Goal),
    !.

commits(!).
commits((_ -> _)).
commits((_ *-> _)).
commits(ignore(_)).
commits(once(_)).

%!  collecting(+Items) is semidet.
%
%   Some clause collects solutions into a list, the order of which has no meaning, or takes one element of several.

collecting(Items) :-
    member(item(_, _, _, clause(_, Body), _), Items),
    Body \== true,
    body_goals(Body, Goals, []),
    member(Goal, Goals),
    collects(Goal),
    !.

collects(findall(_, _, _)).
collects(findall(_, _, _, _)).
collects(bagof(_, _, _)).
collects(aggregate_all(What, _, _)) :-
    nonvar(What),
    memberchk(What, [max(_, _), min(_, _), bag(_)]).
collects(memberchk(_, _)).
collects(selectchk(_, _, _)).

%!  order_matters(+Around, ?List) is semidet.
%
%   Some goal of Around, the rest of the clause, may depend on the order of the collected List. Only goals that
%   certainly do not are exempt.

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
    ->  \+ orderless(Around)
    ).

orderless(length(_, _)).
orderless(sum_list(_, _)).
orderless(sumlist(_, _)).
orderless(max_list(_, _)).
orderless(min_list(_, _)).
orderless(sort(_, _)).
orderless(msort(_, _)).
