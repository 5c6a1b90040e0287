:- module(probe_log,
          [ clear_log/0,
            log_full/0,
            log_size/1,             % -Count
            add_entry/5,            % +Parent, +Kind, +Goal, +Reference, -Id
            new_root/1,             % -Root
            log_tree/1,             % -Tree
            tree_complete/1,        % +Tree
            log_children/3,         % +Tree, +Parent, -Ids
            log_entry/5,            % +Tree, +Id, -Kind, -Goal, -Reference
            logged_goals/1          % -Goals
          ]).
:- use_module(library(terms), [term_size/2]).

/** <module> The log of searches

Every step of a search is an entry below its parent, with a number, a kind, a goal and a clause reference or `-`. The
kinds are `root`, `goal` (a call of the program's own predicate), `try` (a rule whose head fits the parent goal), `fact`
(a fact that fits it), `builtin`, `solution` (the parent entry succeeded, as Goal) or `control(Word)`.

The log keeps the first 8,000 entries, and fewer if their goals take more than 2,000,000 cells (16 MB, a quarter of the
stacks). Later ones only get a number: the entries of a full log are correct, but nothing follows from an entry that is
missing.
*/

max_entries(8000).
max_cells(2_000_000).
first_size(250).

%   The log is an array in a global variable: unlike the clause database it costs next to nothing to empty, and unlike
%   a plain term it survives backtracking. It starts small, because most programs need a few dozen entries, and grows
%   fourfold: nb_setval/2 copies all entries then, which is paid back by the entries that follow.
:- initialization(clear_log).

%!  clear_log is det.
%
%   Start an empty log. Trees of earlier logs stay as they are, since the array is a new one.

clear_log :-
    first_size(Size),
    functor(Log, log, Size),
    nb_setval(probe_log, Log),
    flag(probe_log, _, 1),
    flag(probe_log_cells, _, 0),
    flag(probe_log_last, _, 0).

% Release the state of a request at its end.
:- multifile probe_limits:forget/0.
probe_limits:forget :-
    clear_log.

%!  log_full is semidet.
%
%   Some steps were not kept because there were too many.

log_full :-
    log_size(Count),
    flag(probe_log_last, Last, Last),
    Count > Last.

%!  log_size(-Count) is det.
%
%   The number of steps, including those that were not kept.

log_size(Count) :-
    flag(probe_log, Next, Next),
    Count is Next - 1.

%!  add_entry(+Parent, +Kind, +Goal, +Reference, -Id) is det.
%
%   Goal is copied, so later bindings do not change the log.

add_entry(Parent, Kind, Goal, Reference, Id) :-
    flag(probe_log, Id, Id+1),
    flag(probe_log_last, Last, Last),
    (   Id =:= Last + 1,                % once one was not kept, none is: the log has no gaps
        has_room(Id, Goal, Log)
    ->  flag(probe_log_last, _, Id),
        nb_setarg(Id, Log, entry(Parent, Kind, Goal, Reference))
    ;   true
    ).

% Log has a place for the entry Id, and Goal does not take too much of the stacks.
has_room(Id, Goal, Log) :-
    (   compound(Goal)
    ->  term_size(Goal, Cells),
        flag(probe_log_cells, CellsBefore, CellsBefore+Cells),
        max_cells(MaxCells),
        CellsBefore + Cells =< MaxCells
    ;   true
    ),
    nb_getval(probe_log, Log0),
    functor(Log0, _, Size),
    (   Id =< Size
    ->  Log = Log0
    ;   max_entries(Max),
        Id =< Max,
        grow_log(Log0, Size, Max, Log)
    ).

grow_log(Log, Size, Max, Grown) :-
    NewSize is min(Max, 4 * Size),
    functor(New, log, NewSize),
    copy_arguments(Size, Log, New),
    nb_setval(probe_log, New),
    nb_getval(probe_log, Grown).        % the copy, not New, which backtracking would take away

copy_arguments(0, _, _) :-
    !.
copy_arguments(N, From, To) :-
    arg(N, From, Entry),
    arg(N, To, Entry),
    Next is N - 1,
    copy_arguments(Next, From, To).

%!  new_root(-Root) is det.
%
%   Root is a fresh parent for entries.

new_root(Root) :-
    add_entry(0, root, -, -, Root).

%!  log_tree(-Tree) is det.
%
%   The log as it is now: tree_complete/1, log_entry/5 and log_children/3 read it.

log_tree(tree(Log, Children, Complete)) :-
    nb_getval(probe_log, Log),
    last_entry(Last),
    functor(Children, children, Last),
    fill_children(Last, Log, Children),
    (   log_full
    ->  Complete = false
    ;   Complete = true
    ).

last_entry(Last) :-
    flag(probe_log_last, Last, Last).

% From the last entry to the first, so that each list of children is in the order of the search.
fill_children(0, _, _) :-
    !.
fill_children(Id, Log, Children) :-
    arg(Id, Log, entry(Parent, _, _, _)),
    (   Parent > 0,
        functor(Children, _, Last),
        Parent =< Last
    ->  arg(Parent, Children, ChildIds),
        (   var(ChildIds)
        ->  setarg(Parent, Children, [Id])
        ;   setarg(Parent, Children, [Id|ChildIds])
        )
    ;   true
    ),
    Next is Id - 1,
    fill_children(Next, Log, Children).

%!  tree_complete(+Tree) is semidet.
%
%   Every step that was taken is in Tree.

tree_complete(tree(_, _, true)).

%!  log_children(+Tree, +Parent, -Ids) is det.
%
%   The entries below Parent, in the order in which they were made.

log_children(tree(_, Children, _), Parent, Ids) :-
    (   arg(Parent, Children, ChildIds),
        nonvar(ChildIds)
    ->  Ids = ChildIds
    ;   Ids = []
    ).

%!  log_entry(+Tree, +Id, -Kind, -Goal, -Reference) is semidet.
%
%   Fails if the entry was not kept.

log_entry(tree(Log, Children, _), Id, Kind, Goal, Reference) :-
    functor(Children, _, Last),
    Id =< Last,                         % the array has room for more
    arg(Id, Log, entry(_, Kind, Goal, Reference)).

%!  logged_goals(-Goals) is det.
%
%   The calls of the program's own predicates that are in the log, in their order.

logged_goals(Goals) :-
    nb_getval(probe_log, Log),
    last_entry(Last),
    findall(Goal, ( between(1, Last, Id), arg(Id, Log, entry(_, goal, Goal, _)) ), Goals).
