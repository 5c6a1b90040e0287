:- module(probe_searching,
          [ search_goal/3,          % +Module, +Parent, +Goal
            wrapped/5,              % +Module, +Parent, +Arguments, +Goal, -Wrapped
            meta/1,                 % +Arguments
            defined_by_program/3,   % +Module, +Goal, -Head
            new_root/1,             % -Root
            clear_log/0,
            log_entry/5,            % ?Id, ?Parent, ?Kind, ?Goal, ?Reference
            log_full/0
          ]).
:- use_module(whitelist).

/** <module> Exhaustive searches, written down as they happen

What stands under a negation, in a failed condition, or in a construct that collects solutions, is searched to its
end. Such a search has no one proof, so every step of it is logged: log_entry(Id, Parent, Kind, Goal, Reference), where
Kind is `goal` (a call of the program's own predicate), `try` (a rule whose head fits the parent goal), `fact` (a fact
that fits it), `builtin`, `solution` (the parent entry succeeded, as Goal) or `control(Word)`.
*/

:- dynamic log_entry/5.

max_entries(2000).

%!  clear_log is det.

clear_log :-
    retractall(log_entry(_, _, _, _, _)),
    flag(probe_log, _, 1).

%!  log_full is semidet.
%
%   True when steps went unlogged because there were too many.

log_full :-
    flag(probe_log, N, N),
    max_entries(Max),
    N > Max.

log(Parent, Kind, Goal, Reference, Id) :-
    flag(probe_log, Id, Id+1),
    (   max_entries(Max),
        Id =< Max
    ->  assertz(log_entry(Id, Parent, Kind, Goal, Reference))
    ;   true
    ).

%!  new_root(-Root) is det.
%
%   Root is a fresh parent for entries.

new_root(Root) :-
    flag(probe_log, Root, Root+1).

%!  search_goal(+Module, +Parent, +Goal) is nondet.
%
%   As Module:Goal, with every step logged below Parent; a cut in Goal is local to it.

search_goal(Module, Parent, Goal) :-
    prolog_current_choice(Choice),
    search(Goal, Choice, Module, Parent).

search(Goal, _, Module, _) :-
    var(Goal),
    !,
    call(Module:Goal).
search((A, B), Choice, Module, Parent) :-
    !,
    search(A, Choice, Module, Parent),
    search(B, Choice, Module, Parent).
search(true, _, _, _) :-
    !.
search(!, Choice, _, _) :-
    !,
    prolog_cut_to(Choice).
search((If -> Then ; Else), Choice, Module, Parent) :-
    !,
    (   search_control(if, If, Module, Parent)
    ->  search(Then, Choice, Module, Parent)
    ;   search(Else, Choice, Module, Parent)
    ).
search((If *-> Then ; Else), Choice, Module, Parent) :-
    !,
    (   search_control(if, If, Module, Parent)
    *-> search(Then, Choice, Module, Parent)
    ;   search(Else, Choice, Module, Parent)
    ).
search((A ; B), Choice, Module, Parent) :-
    !,
    (   search(A, Choice, Module, Parent)
    ;   search(B, Choice, Module, Parent)
    ).
search((If -> Then), Choice, Module, Parent) :-
    !,
    (   search_control(if, If, Module, Parent)
    ->  search(Then, Choice, Module, Parent)
    ).
search((If *-> Then), Choice, Module, Parent) :-
    !,
    search_control(if, If, Module, Parent),
    search(Then, Choice, Module, Parent).
search(\+ Goal, _, Module, Parent) :-
    !,
    log(Parent, control(not), Goal, -, Id),
    \+ search_goal(Module, Id, Goal),
    log(Id, solution, Goal, -, _).
search(Goal, _, Module, Parent) :-
    (   defined_by_program(Module, Goal, Head)
    ->  search_clauses(Head, Module, Parent)
    ;   indicator(Goal, Indicator),
        permitted(Indicator, _, Arguments),
        meta(Arguments)
    ->  log(Parent, control(Indicator), Goal, -, Id),
        wrapped(Module, Id, Arguments, Goal, Wrapped),
        call(Module:Wrapped),
        log(Id, solution, Goal, -, _)
    ;   log(Parent, builtin, Goal, -, Id),
        call(Module:Goal),
        log(Id, solution, Goal, -, _)
    ).

search_control(Word, Goal, Module, Parent) :-
    log(Parent, control(Word), Goal, -, Id),
    search_goal(Module, Id, Goal),
    log(Id, solution, Goal, -, _).

search_clauses(Head, Module, Parent) :-
    log(Parent, goal, Head, -, Id),
    prolog_current_choice(Choice),
    clause(Module:Head, Body, Reference),
    (   Body == true
    ->  log(Id, fact, Head, Reference, _)
    ;   log(Id, try, Head, Reference, Try),
        search(Body, Choice, Module, Try),
        log(Try, solution, Head, -, _)
    ).

%!  defined_by_program(+Module, +Goal, -Head) is semidet.
%
%   True when Goal calls a predicate of the program itself; Head is Goal, for a goal `f()` it is `f`.

defined_by_program(Module, Goal, Head) :-
    (   compound(Goal),
        compound_name_arity(Goal, Head0, 0)
    ->  Head = Head0
    ;   Head = Goal
    ),
    predicate_property(Module:Head, dynamic).

%!  meta(+Arguments) is semidet.
%
%   True when one of Arguments, as permitted/3 tells them, is a goal or closure.

meta(Arguments) :-
    \+ \+ ( member_(A, Arguments), A \== (?) ).

member_(X, [X|_]).
member_(X, [_|Xs]) :- member_(X, Xs).

%!  wrapped(+Module, +Parent, +Arguments, +Goal, -Wrapped) is det.
%
%   Wrapped is Goal with its goal and closure arguments replaced by ones that log their steps below Parent.

wrapped(Module, Parent, Arguments, Goal, Wrapped) :-
    compound_name_arguments(Goal, Name, Given),
    maplist(wrap(Module, Parent), Arguments, Given, Wraps),
    compound_name_arguments(Wrapped, Name, Wraps).

maplist(_, [], [], []).
maplist(G, [A|As], [B|Bs], [C|Cs]) :-
    call(G, A, B, C),
    maplist(G, As, Bs, Cs).

wrap(_, _, ?, Given, Given) :-
    !.
wrap(Module, Parent, ^, Given, Wrapped) :-
    nonvar(Given),
    Given = Variable^Goal,
    !,
    Wrapped = Variable^Inner,
    wrap(Module, Parent, ^, Goal, Inner).
wrap(Module, Parent, Kind, Given, Wrapped) :-
    (   ( Kind == 0 ; Kind == (^) )
    ->  Wrapped = probe_searching:search_goal(Module, Parent, Given)
    ;   Wrapped = probe_searching:search_closure(Module, Parent, Given)
    ).

search_closure(M, P, C, A) :- closure(C, [A], G), search_goal(M, P, G).
search_closure(M, P, C, A1, A2) :- closure(C, [A1, A2], G), search_goal(M, P, G).
search_closure(M, P, C, A1, A2, A3) :- closure(C, [A1, A2, A3], G), search_goal(M, P, G).
search_closure(M, P, C, A1, A2, A3, A4) :- closure(C, [A1, A2, A3, A4], G), search_goal(M, P, G).
search_closure(M, P, C, A1, A2, A3, A4, A5) :- closure(C, [A1, A2, A3, A4, A5], G), search_goal(M, P, G).

closure(Closure, Added, Goal) :-
    (   compound(Closure)
    ->  compound_name_arguments(Closure, Name, Given),
        lists:append(Given, Added, Arguments)
    ;   Name = Closure,
        Arguments = Added
    ),
    compound_name_arguments(Goal, Name, Arguments).
