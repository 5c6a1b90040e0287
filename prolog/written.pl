:- module(probe_written,
          [ goal_as_written/5,      % +Item, +Instance, +Goal, -Text, -Bindings
            clause_position/4,             % +Reference, +Clauses, -Nth, -Count
            branch_taken/4,         % +Body, +Goals, -Nth, -Count
            misfits/3               % +Goal, +Clauses, -Misfits
          ]).
:- use_module(library(lists), [member/2, nth1/3]).
:- use_module(calls).
:- use_module(reply).

/** <module> The steps of a proof as they are written in the program

A proof consists of instances. A reader finds them more easily with the goal as its author wrote it, with the number of
the clause among those of its predicate, and with the branch of a disjunction that was taken.
*/

%!  goal_as_written(+Item, +Instance, +Goal, -Text, -Bindings) is semidet.
%
%   Text is the goal of the clause Item that became Goal, with its author's variable names, and Bindings are the values
%   of its variables as Name=text(Value). Instance is Head-Body as the clause was used, Body `none` if it is not
%   known. Fails if no goal fits, if several different goals fit, or if the goal has no variables.
%
%   A condition is written if(Condition), a case of forall/2 case(Condition); Bindings of a case has only the
%   variables that are not in the head.

goal_as_written(item(_, _, _, clause(Head, Body), Names), Instance, Goal, Text, Bindings) :-
    Names \== [],
    candidates(Body, Candidates),
    copy_term(clause(Head, Body)-Names-Candidates, clause(Head1, Body1)-Names1-Candidates1),
    copy_term(Instance-Goal, (HeadInstance-BodyInstance)-GoalInstance),
    Head1 = HeadInstance,
    (   BodyInstance \== none,
        subsumes_term(Body1, BodyInstance)
    ->  Body1 = BodyInstance
    ;   true
    ),
    fitting_candidates(Candidates, Candidates1, GoalInstance, Fitting),
    unique_candidate(Fitting, Original-Copy),
    Copy = GoalInstance,
    term_variables(Original, Variables0),
    Variables0 \== [],
    shown_variables(Original, Head, Variables0, Variables),
    named_values(Names, Names1, Variables, Bindings),
    spaced_text(Original, Names, Text).

candidates(Body, Candidates) :-
    body_goals(Body, Goals, []),
    add_parts(Goals, Candidates).

add_parts([], []).
add_parts([Goal|Goals], [Goal|Candidates]) :-
    (   goal_part(Goal, Part)
    ->  Candidates = [Part|Rest]
    ;   Candidates = Rest
    ),
    add_parts(Goals, Rest).

goal_part((If -> _), if(If)).
goal_part((If *-> _), if(If)).
goal_part(forall(Condition, _), case(Condition)).

fitting_candidates([], [], _, []).
fitting_candidates([Original|Originals], [Copy|Copies], Goal, Fitting) :-
    (   subsumes_term(Copy, Goal)
    ->  Fitting = [Original-Copy|Rest]
    ;   Fitting = Rest
    ),
    fitting_candidates(Originals, Copies, Goal, Rest).

% One of them, if all are the same goal of the same variables.
unique_candidate([Original-Copy|Others], Original-Copy) :-
    \+ ( member(Other-_, Others), Other \== Original ).

shown_variables(case(_), Head, Variables0, Variables) :-
    !,
    term_variables(Head, HeadVariables),
    findall(N, ( nth1(N, Variables0, Variable), \+ ( member(Other, HeadVariables), Other == Variable ) ), Numbers),
    nth_variables(Numbers, Variables0, Variables).
shown_variables(_, _, Variables, Variables).

nth_variables([], _, []).
nth_variables([N|Numbers], Variables, [Variable|Chosen]) :-
    nth1(N, Variables, Variable),
    !,
    nth_variables(Numbers, Variables, Chosen).

named_values([], [], _, []).
named_values([Name=Variable|Names], [_=Value|Values], Variables, Bindings) :-
    (   nonvar(Value),
        \+ \+ ( member(Other, Variables), Other == Variable )
    ->  term_text(Value, Text),
        Bindings = [Name=text(Text)|Rest]
    ;   Bindings = Rest
    ),
    named_values(Names, Values, Variables, Rest).

% Comparisons are written with blanks around the operator.
spaced_text(Goal, Names, Text) :-
    (   compound(Goal),
        Goal =.. [Operator, Left, Right],
        current_op(700, xfx, Operator)
    ->  named_text(Left, Names, LeftText),
        named_text(Right, Names, RightText),
        format(string(Text), "~w ~w ~w", [LeftText, Operator, RightText])
    ;   named_text(Goal, Names, Text)
    ).

named_text(Term, Names, Text) :-
    copy_term(Term-Names, Copy-Copies),
    name_variables(Copies),
    term_text(Copy, Text).

name_variables([]).
name_variables([Name='$VAR'(Name)|Names]) :-
    name_variables(Names).

%!  clause_position(+Reference, +Clauses, -Nth, -Count) is semidet.
%
%   The clause Reference is the Nth of the Count clauses of its predicate; fails if it is the only one.

clause_position(Reference, Clauses, Nth, Count) :-
    member(Reference0-item(_, _, _, clause(Head, _), _), Clauses),
    Reference0 == Reference,
    !,
    findall(Other, clause_like(Head, Clauses, Other, _), References),
    length(References, Count),
    Count > 1,
    nth1(Nth, References, Reference),
    !.

clause_like(Goal, Clauses, Reference, Head) :-
    functor(Goal, Name, Arity),
    member(Reference-item(_, _, _, clause(Head, _), _), Clauses),
    functor(Head, Name, Arity).

%!  misfits(+Goal, +Clauses, -Misfits) is det.
%
%   Misfits are Nth=text(What) for those clauses of Goal's predicate whose heads do not fit Goal. What lists the
%   arguments in which a head differs, or the whole head if only several arguments together differ. Misfits is empty for
%   a predicate with many clauses.

misfits(Goal, Clauses, Misfits) :-
    findall(Head, clause_like(Goal, Clauses, _, Head), Heads0),
    max_heads(Max),
    (   length(Heads0, Count),
        Count =< Max
    ->  Heads = Heads0
    ;   Heads = []
    ),
    findall(Nth=text(What), ( nth1(Nth, Heads, Head), Head \= Goal, differing_part(Head, Goal, What) ), Misfits).

max_heads(10).

differing_part(Head, Goal, What) :-
    findall(Text,
            ( arg(N, Head, HeadArgument), arg(N, Goal, GoalArgument), HeadArgument \= GoalArgument,
              term_text(HeadArgument, Text) ),
            Texts),
    (   Texts == []
    ->  term_text(Head, What)
    ;   atomic_list_concat(Texts, ', ', Joined),
        atom_string(Joined, What)
    ).

%!  branch_taken(+Body, +Goals, -Nth, -Count) is semidet.
%
%   Body, as it was used, is a disjunction of Count branches, and one of Goals, which it called, is in the Nth and
%   in no other.

branch_taken(Body, Goals, Nth, Count) :-
    branches(Body, Branches),
    findall(N, ( nth1(N, Branches, Branch), body_goals(Branch, Called, []), common_goal(Goals, Called) ), [Nth]),
    length(Branches, Count).

branches((A ; B), [A|Branches]) :-
    \+ A = (_ -> _),
    \+ A = (_ *-> _),
    (   branches(B, Rest)
    ->  Branches = Rest
    ;   Branches = [B]
    ).

common_goal(Goals, Called) :-
    member(Goal, Goals),
    member(Other, Called),
    Other == Goal,
    !.
