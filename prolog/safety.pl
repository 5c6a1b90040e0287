:- module(probe_safety,
          [ bound_goal/3,           % +Term, +Context, -Goal
            collected_goal/4        % +Template, +Goal, +Context, -Bound
          ]).
:- use_module(library(apply), [exclude/3]).
:- use_module(variables, [identical_member/2, shared_variables/4]).

/** <module> Checks that a negation is asked about bound variables only

`\+ p(X)` with X unbound asks whether p has no solution at all. If a later goal then binds X, the answer shows nothing
about that X. The logical reading puts a goal of this module before each negation; it records the clause if a variable
that the rest of the clause could bind is still unbound.

Context is context(Module, Id, Guards, Around), as in logical_goals.pl.
*/

%!  bound_goal(+Term, +Context, -Goal) is det.
%
%   Goal records the clause unless the variables of Term that the rest of the clause could bind are bound.

bound_goal(Term, context(_, Id, _, Around), Goal) :-
    binding_parts(Around, Parts, []),
    shared_variables(Term, Parts, [], Shared),
    (   Shared == []
    ->  Goal = true
    ;   Goal = probe_logical_support:bound(Shared, Id)
    ).

%!  collected_goal(+Template, +Goal, +Context, -Bound) is det.
%
%   As bound_goal/3, for a goal whose solutions are collected. A collection contains a negation ("there are no others"),
%   so the variables that Goal shares with the rest of the clause must be bound. Those of Template are local, even if
%   their names occur elsewhere too.

collected_goal(Template, Goal0, context(_, Id, _, Around), Bound) :-
    (   nonvar(Goal0),
        Goal0 = Local^Goal
    ->  true
    ;   Local = [],
        Goal = Goal0
    ),
    term_variables(Template-Local, Locals),
    term_variables(Goal, Inner0),
    exclude(identical_member(Locals), Inner0, Inner),
    bound_goal(Inner, context(_, Id, _, Around), Bound).

%   binding_parts(+Around, -Parts, ?Tail): the parts of a clause that could bind a variable; other negations cannot.
binding_parts(Around, Parts, Tail) :-
    (   var(Around)
    ->  Parts = [Around|Tail]
    ;   never_binds(Around)
    ->  Parts = Tail
    ;   ( Around = A-B ; Around = (A, B) ; Around = (A ; B) ; Around = (A -> B) ; Around = (A *-> B) ; Around = [A|B] )
    ->  binding_parts(A, Parts, Middle),
        binding_parts(B, Middle, Tail)
    ;   Parts = [Around|Tail]
    ).

never_binds(\+ _).
never_binds(not(_)).
never_binds(forall(_, _)).
never_binds(_ \= _).
never_binds(_ \== _).
