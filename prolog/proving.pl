:- module(probe_proving,
          [ prove/3,                % +Module, +Goal, -Steps
            measure_proof/4,        % +Steps, +Tree, -Depth, -Size
            proof_references/3,     % +Steps, +Tree, -References
            ends/1,                 % +Lists
            heads_tails/3           % +Lists, -Heads, -Tails
          ]).
:- use_module(searching).
:- use_module(whitelist).
:- use_module(library(lists), [append/3]).

/** <module> Proofs of an answer

A meta-interpreter that gives the answers of the native execution in their order, each with its proof, a list of

  - rule(Goal, Reference, Body, Steps)  a clause with a body
  - fact(Goal, Reference)
  - builtin(Goal)
  - control(Word, Goal, Steps)          a condition that held, `once`, `call` …
  - searched(Word, Goal, Root)          what was searched to its end; its steps are log entries below Root
*/

%!  prove(+Module, +Goal, -Steps) is nondet.

prove(Module, Goal, Steps) :-
    prolog_current_choice(Choice),
    prove(Goal, Choice, Module, Steps, []).

prove(Goal, _, Module, Steps, Steps) :-
    var(Goal),
    !,
    call(Module:Goal).
prove((A, B), Choice, Module, Steps, Tail) :-
    !,
    prove(A, Choice, Module, Steps, Middle),
    prove(B, Choice, Module, Middle, Tail).
prove(true, _, _, Steps, Steps) :-
    !.
prove(!, Choice, _, Steps, Steps) :-
    !,
    prolog_cut_to(Choice).
prove((If -> Then ; Else), Choice, Module, Steps, Tail) :-
    !,
    (   prove(Module, If, Condition)
    ->  Steps = [control(if, If, Condition)|Rest],
        prove(Then, Choice, Module, Rest, Tail)
    ;   refute(Module, if, If, Step),
        Steps = [Step|Rest],
        prove(Else, Choice, Module, Rest, Tail)
    ).
prove((If *-> Then ; Else), Choice, Module, Steps, Tail) :-
    !,
    (   prove(Module, If, Condition)
    *-> Steps = [control(if, If, Condition)|Rest],
        prove(Then, Choice, Module, Rest, Tail)
    ;   refute(Module, if, If, Step),
        Steps = [Step|Rest],
        prove(Else, Choice, Module, Rest, Tail)
    ).
prove((A ; B), Choice, Module, Steps, Tail) :-
    !,
    (   prove(A, Choice, Module, Steps, Tail)
    ;   prove(B, Choice, Module, Steps, Tail)
    ).
prove((If -> Then), Choice, Module, [control(if, If, Condition)|Rest], Tail) :-
    !,
    (   prove(Module, If, Condition)
    ->  prove(Then, Choice, Module, Rest, Tail)
    ).
prove((If *-> Then), Choice, Module, [control(if, If, Condition)|Rest], Tail) :-
    !,
    prove(Module, If, Condition),
    prove(Then, Choice, Module, Rest, Tail).
prove(\+ Goal, _, Module, [Step|Tail], Tail) :-
    !,
    refute(Module, not, Goal, Step).
prove(Goal, _, Module, [Step|Tail], Tail) :-
    (   defined_by_program(Module, Goal, Head)
    ->  prove_clauses(Head, Module, Step)
    ;   indicator(Goal, Indicator),
        prove_known(Indicator, Goal, Module, Step)
    ).

prove_clauses(Head, Module, Step) :-
    prolog_current_choice(Choice),
    clause(Module:Head, Body, Reference),
    (   Body == true
    ->  Step = fact(Head, Reference)
    ;   Step = rule(Head, Reference, Body, Steps),
        prove(Body, Choice, Module, Steps, [])
    ).

prove_known(not/1, not(Goal), Module, Step) :-
    !,
    refute(Module, not, Goal, Step).
prove_known(once/1, once(Goal), Module, control(once, Goal, Steps)) :-
    !,
    prove(Module, Goal, Steps),
    !.
prove_known(ignore/1, ignore(Goal), Module, Step) :-
    !,
    (   prove(Module, Goal, Steps)
    ->  Step = control(ignore, Goal, Steps)
    ;   refute(Module, ignore, Goal, Step)
    ).
prove_known(call/_, Call, Module, control(call, Goal, Steps)) :-
    !,
    Call =.. [call, Closure|Added],
    with_arguments(Closure, Added, Goal),
    prove(Module, Goal, Steps).
prove_known(maplist/_, Maplist, Module, control(maplist, Maplist, Steps)) :-
    !,
    Maplist =.. [maplist, Closure|Lists],
    prove_each(Lists, Closure, Module, Steps, []).
prove_known(forall/2, Forall, Module, searched(forall, Forall, Root)) :-
    !,
    Forall = forall(Condition, Action),
    new_root(Root),
    search_cases(Module, Root, Condition, Action).
prove_known(Indicator, Goal, Module, searched(Word, Goal, Root)) :-
    permitted(Indicator, _, Arguments),
    meta(Arguments),
    !,
    Indicator = Word/_,
    new_root(Root),
    wrapped(probe_searching, Module, Root, Arguments, Goal, Wrapped),
    call(Module:Wrapped).
prove_known(_, Goal, Module, builtin(Goal)) :-
    call(Module:Goal).

% As maplist/N: all lists end together.
prove_each(Lists, _, _, Steps, Steps) :-
    ends(Lists).
prove_each(Lists, Closure, Module, Steps, Tail) :-
    heads_tails(Lists, Heads, Tails),
    with_arguments(Closure, Heads, Goal),
    prove(Module, Goal, First),
    append(First, Middle, Steps),
    prove_each(Tails, Closure, Module, Middle, Tail).

%!  ends(+Lists) is semidet.
%
%   All of Lists are empty, or become so.

ends([]).
ends([[]|Lists]) :-
    ends(Lists).

%!  heads_tails(+Lists, -Heads, -Tails) is semidet.
%
%   Each of Lists has its head in Heads and its tail in Tails.

heads_tails([], [], []).
heads_tails([[Head|Tail]|Lists], [Head|Heads], [Tail|Tails]) :-
    heads_tails(Lists, Heads, Tails).

refute(Module, Word, Goal, searched(Word, Goal, Root)) :-
    new_root(Root),
    \+ search_goal(Module, Root, Goal).

%!  measure_proof(+Steps, +Tree, -Depth, -Size) is det.
%
%   Depth is the number of rule applications on the longest branch, Size their number in the whole proof. Rules count,
%   tried ones in searches too; facts and builtins count 0.

measure_proof(Steps, Tree, Depth, Size) :-
    measure_steps(Steps, Tree, 0, Depth, 0, Size).

measure_steps([], _, Depth, Depth, Size, Size).
measure_steps([Step|Steps], Tree, Depth0, Depth, Size0, Size) :-
    measure_step(Step, Tree, D, S),
    Depth1 is max(Depth0, D),
    Size1 is Size0 + S,
    measure_steps(Steps, Tree, Depth1, Depth, Size1, Size).

measure_step(rule(_, _, _, Steps), Tree, Depth, Size) :-
    measure_steps(Steps, Tree, 0, D, 0, S),
    Depth is D + 1,
    Size is S + 1.
measure_step(fact(_, _), _, 0, 0).
measure_step(builtin(_), _, 0, 0).
measure_step(control(_, _, Steps), Tree, Depth, Size) :-
    measure_steps(Steps, Tree, 0, Depth, 0, Size).
measure_step(searched(_, _, Root), Tree, Depth, Size) :-
    measure_log(Root, Tree, Depth, Size).

measure_log(Parent, Tree, Depth, Size) :-
    log_children(Tree, Parent, Ids),
    measure_entries(Ids, Tree, 0, Depth, 0, Size).

measure_entries([], _, Depth, Depth, Size, Size).
measure_entries([Id|Ids], Tree, Depth0, Depth, Size0, Size) :-
    measure_log(Id, Tree, D, S),
    (   log_entry(Tree, Id, try, _, _)
    ->  Depth1 is max(Depth0, D + 1),
        Size1 is Size0 + S + 1
    ;   Depth1 is max(Depth0, D),
        Size1 is Size0 + S
    ),
    measure_entries(Ids, Tree, Depth1, Depth, Size1, Size).

%!  proof_references(+Steps, +Tree, -References) is det.
%
%   The clauses that are part of the proof, searches included; sorted.

proof_references(Steps, Tree, References) :-
    steps_references(Steps, Tree, Found, []),
    sort(Found, References).

steps_references([], _, Tail, Tail).
steps_references([Step|Steps], Tree, Found, Tail) :-
    step_references(Step, Tree, Found, Middle),
    steps_references(Steps, Tree, Middle, Tail).

step_references(rule(_, Reference, _, Steps), Tree, [Reference|Found], Tail) :-
    steps_references(Steps, Tree, Found, Tail).
step_references(fact(_, Reference), _, [Reference|Tail], Tail).
step_references(builtin(_), _, Tail, Tail).
step_references(control(_, _, Steps), Tree, Found, Tail) :-
    steps_references(Steps, Tree, Found, Tail).
step_references(searched(_, _, Root), Tree, Found, Tail) :-
    log_references(Root, Tree, Found, Tail).

log_references(Parent, Tree, Found, Tail) :-
    log_children(Tree, Parent, Ids),
    entries_references(Ids, Tree, Found, Tail).

entries_references([], _, Tail, Tail).
entries_references([Id|Ids], Tree, Found, Tail) :-
    log_entry(Tree, Id, _, _, Reference),
    (   Reference == (-)
    ->  Found = Found1
    ;   Found = [Reference|Found1]
    ),
    log_references(Id, Tree, Found1, Middle),
    entries_references(Ids, Tree, Middle, Tail).
