:- module(probe_measuring,
          [ measure/4               % +Module, +Goal, -Depth, -Size
          ]).
:- use_module(searching, [defined_by_program/3, meta/1, wrapped/6]).
:- use_module(proving, [ends/1, heads_tails/3]).
:- use_module(whitelist, [indicator/2, permitted/3, with_arguments/3]).

/** <module> Depth and size of a proof, without the proof

What prove/3 and measure_proof/4 find out together, in less time: rules are tallied as they are applied. A tally is
tally(Kind, Size, Depth). One of the kind `proof` forgets on backtracking, so that only the rules of the proof remain; one
of the kind `search` does not, since all that a search tries is part of it.
*/

%!  measure(+Module, +Goal, -Depth, -Size) is nondet.
%
%   The answers of Module:Goal in their order, with the number of rule applications on the longest branch of the proof
%   and in the whole of it, what failed searches tried included.

measure(Module, Goal, Depth, Size) :-
    Tally = tally(proof, 0, 0),
    goal(Module, Goal, 0, Tally),
    arg(2, Tally, Size),
    arg(3, Tally, Depth).

% What wrapped/6 makes of goals and closures comes back here; Place is place(Level, Tally), the rules above Goal and
% where those below it are tallied.

search_goal(Module, place(Level, Tally), Goal) :-
    goal(Module, Goal, Level, Tally).

goal(Module, Goal, Level, Tally) :-
    prolog_current_choice(Choice),
    goal(Goal, Choice, Module, Level, Tally).

goal(Goal, _, Module, _, _) :-
    var(Goal),
    !,
    call(Module:Goal).
goal((A, B), Choice, Module, Level, Tally) :-
    !,
    goal(A, Choice, Module, Level, Tally),
    goal(B, Choice, Module, Level, Tally).
goal(true, _, _, _, _) :-
    !.
goal(!, Choice, _, _, _) :-
    !,
    prolog_cut_to(Choice).
goal((If -> Then ; Else), Choice, Module, Level, Tally) :-
    !,
    (   goal(Module, If, Level, Tally)
    ->  goal(Then, Choice, Module, Level, Tally)
    ;   failed(Module, If, Level, Tally),
        goal(Else, Choice, Module, Level, Tally)
    ).
goal((If *-> Then ; Else), Choice, Module, Level, Tally) :-
    !,
    (   goal(Module, If, Level, Tally)
    *-> goal(Then, Choice, Module, Level, Tally)
    ;   failed(Module, If, Level, Tally),
        goal(Else, Choice, Module, Level, Tally)
    ).
goal((A ; B), Choice, Module, Level, Tally) :-
    !,
    (   goal(A, Choice, Module, Level, Tally)
    ;   goal(B, Choice, Module, Level, Tally)
    ).
goal((If -> Then), Choice, Module, Level, Tally) :-
    !,
    (   goal(Module, If, Level, Tally)
    ->  goal(Then, Choice, Module, Level, Tally)
    ).
goal((If *-> Then), Choice, Module, Level, Tally) :-
    !,
    goal(Module, If, Level, Tally),
    goal(Then, Choice, Module, Level, Tally).
goal(\+ Goal, _, Module, Level, Tally) :-
    !,
    refuted(Module, Goal, Level, Tally).
goal(Goal, _, Module, Level, Tally) :-
    (   defined_by_program(Module, Goal, Head)
    ->  prolog_current_choice(Choice),
        clause(Module:Head, Body),
        (   Body == true
        ->  true
        ;   Deeper is Level + 1,
            tallied(Tally, 1, Deeper),
            goal(Body, Choice, Module, Deeper, Tally)
        )
    ;   indicator(Goal, Indicator),
        known(Indicator, Goal, Module, Level, Tally)
    ).

known(not/1, not(Goal), Module, Level, Tally) :-
    !,
    refuted(Module, Goal, Level, Tally).
known(once/1, once(Goal), Module, Level, Tally) :-
    !,
    goal(Module, Goal, Level, Tally),
    !.
known(ignore/1, ignore(Goal), Module, Level, Tally) :-
    !,
    (   goal(Module, Goal, Level, Tally)
    ->  true
    ;   failed(Module, Goal, Level, Tally)
    ).
known(call/_, Call, Module, Level, Tally) :-
    arg(1, Tally, proof),
    !,
    Call =.. [call, Closure|Added],
    with_arguments(Closure, Added, Goal),
    goal(Module, Goal, Level, Tally).
known(maplist/_, Maplist, Module, Level, Tally) :-
    arg(1, Tally, proof),
    !,
    Maplist =.. [maplist, Closure|Lists],
    each(Lists, Closure, Module, Level, Tally).
known(Indicator, Goal, Module, Level, Tally) :-
    permitted(Indicator, _, Arguments),
    meta(Arguments),
    !,
    search_tally(Tally, Search),
    wrapped(probe_measuring, Module, place(Level, Search), Arguments, Goal, Wrapped),
    call(Module:Wrapped),
    counted(Search, Tally).
known(_, Goal, Module, _, _) :-
    call(Module:Goal).

% As maplist/N: all lists end together.
each(Lists, _, _, _, _) :-
    ends(Lists).
each(Lists, Closure, Module, Level, Tally) :-
    heads_tails(Lists, Heads, Tails),
    with_arguments(Closure, Heads, Goal),
    goal(Module, Goal, Level, Tally),
    each(Tails, Closure, Module, Level, Tally).

refuted(Module, Goal, Level, Tally) :-
    search_tally(Tally, Search),
    \+ goal(Module, Goal, Level, Search),
    counted(Search, Tally).

% A condition that failed has been searched to its end; in a proof that is a search of its own.
failed(Module, Goal, Level, Tally) :-
    (   arg(1, Tally, search)
    ->  true
    ;   refuted(Module, Goal, Level, Tally)
    ).

% A search below a proof has a tally of its own, which counts if the proof goes on from there.
search_tally(Tally, Search) :-
    (   arg(1, Tally, search)
    ->  Search = Tally
    ;   Search = tally(search, 0, 0)
    ).

counted(Search, Tally) :-
    (   arg(1, Tally, search)
    ->  true
    ;   Search = tally(_, Count, Level),
        tallied(Tally, Count, Level)
    ).

% tallied(+Tally, +Count, +Level): Count more rules were applied, Level of them above one another.
tallied(Tally, Count, Level) :-
    Tally = tally(Kind, Size0, Depth),
    Size is Size0 + Count,
    (   Kind == proof
    ->  setarg(2, Tally, Size),
        (   Level > Depth
        ->  setarg(3, Tally, Level)
        ;   true
        )
    ;   nb_setarg(2, Tally, Size),
        (   Level > Depth
        ->  nb_setarg(3, Tally, Level)
        ;   true
        )
    ).
