:- module(probe_calls,
          [ case_fact/1,            % +Item
            body_goals/3,           % +Body, -Goals, ?Tail
            conjuncts/3,            % +Body, -Goals, ?Tail
            called_goals/2,         % +Items, -Goals
            plain_head/2,           % +Head, -Plain
            indicators_read/2,      % +Items, -Indicators
            spelling/2              % +Name, -Spelling
          ]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(whitelist).

/** <module> The facts of a program, and the predicates that its clauses call
*/

%!  case_fact(+Item) is semidet.
%
%   Item is a fact of the text itself: neither an axiom, nor a rule, nor decide_option/2.

case_fact(item(program, _, _, clause(Head, true), _)) :-
    indicator(Head, Indicator),
    Indicator \== decide_option/2.

%!  conjuncts(+Body, -Goals, ?Tail) is det.
%
%   The goals of a conjunction without `true`; control constructs are kept whole.

conjuncts(Body, Goals, Tail) :-
    (   Body == true
    ->  Goals = Tail
    ;   nonvar(Body),
        Body = (A, B)
    ->  conjuncts(A, Goals, Middle),
        conjuncts(B, Middle, Tail)
    ;   Goals = [Body|Tail]
    ).

%!  body_goals(+Body, -Goals, ?Tail) is det.
%
%   The calls of a body, those inside control constructs and meta-calls too, closures with fresh extra arguments.

body_goals(Body, Goals, Tail) :-
    (   ( \+ callable(Body) ; Body == true )
    ->  Goals = Tail
    ;   Body = (A, B)
    ->  body_goals(A, Goals, Middle),
        body_goals(B, Middle, Tail)
    ;   Goals = [Body|Middle],
        (   compound(Body),
            goal_kinds(Body, Kinds)
        ->  inner_goals(Kinds, 1, Body, Middle, Tail)
        ;   Middle = Tail
        )
    ).

inner_goals([], _, _, Tail, Tail).
inner_goals([Kind|Kinds], N, Body, Goals, Tail) :-
    (   Kind \== (?),
        arg(N, Body, Argument),
        inner_goal(Kind, Argument, Inner)
    ->  body_goals(Inner, Goals, Middle)
    ;   Goals = Middle
    ),
    Next is N + 1,
    inner_goals(Kinds, Next, Body, Middle, Tail).

inner_goal(^, Argument, Goal) :-
    !,
    nonvar(Argument),
    (   Argument = _^Inner
    ->  inner_goal(^, Inner, Goal)
    ;   Goal = Argument
    ).
inner_goal(0, Goal, Goal) :-
    !.
inner_goal(Extra, Closure, Goal) :-
    callable(Closure),
    extend_closure(Closure, Extra, Goal).

%!  called_goals(+Items, -Goals) is det.
%
%   Everything that the clauses of Items call.

called_goals(Items, Goals) :-
    foldl(item_calls, Items, Goals, []).

item_calls(item(_, _, _, Content, _), Goals, Tail) :-
    (   Content = clause(_, Body)
    ->  body_goals(Body, Goals, Tail)
    ;   Goals = Tail
    ).

%!  indicators_read(+Items, -Indicators) is det.
%
%   The sorted indicators of everything that some clause of Items calls, and decide_option/2, which the oracle asks.

indicators_read(Items, Indicators) :-
    called_goals(Items, Goals),
    maplist(indicator, Goals, CalledIndicators),
    sort([decide_option/2|CalledIndicators], Indicators).

%!  plain_head(+Head, -Plain) is det.
%
%   Plain is Head; for a compound without arguments, `f()`, it is the atom `f`.

plain_head(Head0, Head) :-
    (   compound(Head0),
        compound_name_arity(Head0, Name, 0)
    ->  Head = Name
    ;   Head = Head0
    ).

%!  spelling(+Name, -Spelling) is det.
%
%   Spelling is equal for names that are meant to be one: hadIncident, had_incident and had_incidents.

spelling(Name, Spelling) :-
    downcase_atom(Name, Lower),
    atomic_list_concat(Words, '_', Lower),
    atomic_list_concat(Words, Joined),
    (   atom_concat(Singular, s, Joined)
    ->  Spelling = Singular
    ;   Spelling = Joined
    ).
