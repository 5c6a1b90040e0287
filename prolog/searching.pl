:- module(probe_searching,
          [ search_goal/3,          % +Module, +Parent, +Goal
            search_cases/4,         % +Module, +Parent, +Condition, +Action
            wrapped/6,              % +Searcher, +Module, +Parent, +Arguments, +Goal, -Wrapped
            meta/1,                 % +Arguments
            defined_by_program/3,   % +Module, +Goal, -Head
            new_root/1,             % -Root
            clear_log/0,
            log_full/0,
            log_tree/1,             % -Tree
            log_children/3,         % +Tree, +Parent, -Ids
            log_entry/5,            % +Tree, +Id, -Kind, -Goal, -Reference
            logged_goals/1          % -Goals
          ]).
:- use_module(whitelist).

/** <module> Exhaustive searches, written down as they happen

What stands under a negation, in a failed condition, or in a construct that collects solutions, is searched to its
end. Such a search has no one proof, so every step of it is logged below its parent, with a number, a kind, a goal and a
clause reference or `-`. The kinds are `root`, `goal` (a call of the program's own predicate), `try` (a rule whose head
fits the parent goal), `fact` (a fact that fits it), `builtin`, `solution` (the parent entry succeeded, as Goal) or
`control(Word)`.
*/

max_entries(2000).

%   The log is one array in a global variable: unlike the clause database it costs next to nothing to empty, and
%   unlike a plain term it survives backtracking.
:- initialization(new_log).

new_log :-
    max_entries(Max),
    functor(Log, log, Max),
    nb_setval(probe_log, Log),
    clear_log.

:- multifile probe_limits:forget/0.
probe_limits:forget :-
    new_log.

%!  clear_log is det.

clear_log :-
    flag(probe_log, _, 1).

%!  log_full is semidet.
%
%   True when steps went unlogged because there were too many.

log_full :-
    flag(probe_log, N, N),
    max_entries(Max),
    N > Max + 1.

log(Parent, Kind, Goal, Reference, Id) :-
    flag(probe_log, Id, Id+1),
    (   max_entries(Max),
        Id =< Max
    ->  nb_getval(probe_log, Log),
        nb_setarg(Id, Log, entry(Parent, Kind, Goal, Reference))
    ;   true
    ).

%!  log_tree(-Tree) is det.
%
%   The log as it stands: log_entry/5 and log_children/3 read it.

log_tree(tree(Log, Children)) :-
    nb_getval(probe_log, Log),
    flag(probe_log, Next, Next),
    max_entries(Max),
    Last is min(Next - 1, Max),
    functor(Children, children, Last),
    fill_children(Last, Log, Children).

fill_children(0, _, _) :-
    !.
fill_children(Id, Log, Children) :-
    arg(Id, Log, entry(Parent, _, _, _)),
    (   Parent > 0
    ->  arg(Parent, Children, Known),
        (   var(Known)
        ->  setarg(Parent, Children, [Id])
        ;   setarg(Parent, Children, [Id|Known])
        )
    ;   true
    ),
    Next is Id - 1,
    fill_children(Next, Log, Children).

%!  log_children(+Tree, +Parent, -Ids) is det.
%
%   The entries below Parent, in the order in which they were made.

log_children(tree(_, Children), Parent, Ids) :-
    (   arg(Parent, Children, Known),
        nonvar(Known)
    ->  Ids = Known
    ;   Ids = []
    ).

%!  log_entry(+Tree, +Id, -Kind, -Goal, -Reference) is det.

log_entry(tree(Log, _), Id, Kind, Goal, Reference) :-
    arg(Id, Log, entry(_, Kind, Goal, Reference)).

%!  logged_goals(-Goals) is det.
%
%   The calls of the program's own predicates that are in the log, in their order.

logged_goals(Goals) :-
    nb_getval(probe_log, Log),
    flag(probe_log, Next, Next),
    max_entries(Max),
    Last is min(Next - 1, Max),
    findall(Goal, ( between(1, Last, Id), arg(Id, Log, entry(_, goal, Goal, _)) ), Goals).

%!  new_root(-Root) is det.
%
%   Root is a fresh parent for entries.

new_root(Root) :-
    log(0, root, -, -, Root).

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
    ;   Goal = forall(Condition, Action)
    ->  log(Parent, control(forall/2), Goal, -, Id),
        search_cases(Module, Id, Condition, Action),
        log(Id, solution, Goal, -, _)
    ;   indicator(Goal, Indicator),
        permitted(Indicator, _, Arguments),
        meta(Arguments)
    ->  log(Parent, control(Indicator), Goal, -, Id),
        wrapped(probe_searching, Module, Id, Arguments, Goal, Wrapped),
        call(Module:Wrapped),
        log(Id, solution, Goal, -, _)
    ;   log(Parent, builtin, Goal, -, Id),
        call(Module:Goal),
        log(Id, solution, Goal, -, _)
    ).

%!  search_cases(+Module, +Parent, +Condition, +Action) is semidet.
%
%   As forall/2. What Condition took is logged below Parent, and what Action took below an entry `control(case)` with
%   the instance of Condition.

search_cases(Module, Parent, Condition, Action) :-
    \+ ( search_goal(Module, Parent, Condition),
         log(Parent, control(case), Condition, -, Case),
         \+ ( search_goal(Module, Case, Action),
              log(Case, solution, Condition, -, _) ) ).

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
    '$get_predicate_attribute'(Module:Head, (dynamic), 1).

%!  meta(+Arguments) is semidet.
%
%   True when one of Arguments, as permitted/3 tells them, is a goal or closure.

meta(Arguments) :-
    \+ \+ ( member_(A, Arguments), A \== (?) ).

member_(X, [X|_]).
member_(X, [_|Xs]) :- member_(X, Xs).

%!  wrapped(+Searcher, +Module, +Parent, +Arguments, +Goal, -Wrapped) is det.
%
%   Wrapped is Goal with its goal and closure arguments replaced by ones that Searcher:search_goal(Module, Parent, G)
%   follows.

wrapped(Searcher, Module, Parent, Arguments, Goal, Wrapped) :-
    compound_name_arguments(Goal, Name, Given),
    maplist(wrap(search(Searcher, Module, Parent)), Arguments, Given, Wraps),
    compound_name_arguments(Wrapped, Name, Wraps).

maplist(_, [], [], []).
maplist(G, [A|As], [B|Bs], [C|Cs]) :-
    call(G, A, B, C),
    maplist(G, As, Bs, Cs).

wrap(_, ?, Given, Given) :-
    !.
wrap(Search, ^, Given, Wrapped) :-
    nonvar(Given),
    Given = Variable^Goal,
    !,
    Wrapped = Variable^Inner,
    wrap(Search, ^, Goal, Inner).
wrap(Search, Kind, Given, Wrapped) :-
    (   ( Kind == 0 ; Kind == (^) )
    ->  Search = search(Searcher, Module, Parent),
        Wrapped = Searcher:search_goal(Module, Parent, Given)
    ;   Wrapped = probe_searching:search_closure(Search, Given)
    ).

search_closure(S, C, A) :- search_called(S, C, [A]).
search_closure(S, C, A1, A2) :- search_called(S, C, [A1, A2]).
search_closure(S, C, A1, A2, A3) :- search_called(S, C, [A1, A2, A3]).
search_closure(S, C, A1, A2, A3, A4) :- search_called(S, C, [A1, A2, A3, A4]).
search_closure(S, C, A1, A2, A3, A4, A5) :- search_called(S, C, [A1, A2, A3, A4, A5]).

search_called(search(Searcher, Module, Parent), Closure, Added) :-
    with_arguments(Closure, Added, Goal),
    Searcher:search_goal(Module, Parent, Goal).
