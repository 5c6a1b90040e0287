:- module(probe_proving,
          [ measure_proof/4,        % +Steps, +Tree, -Depth, -Size
            proof_references/3      % +Steps, +Tree, -References
          ]).
:- reexport(searching, [prove/3]).
:- use_module(library(apply), [foldl/4]).
:- use_module(log, [tree_complete/1, log_children/3, log_entry/5]).

/** <module> The size of a proof and the clauses in it

Steps are those of prove/3; Tree is log_tree/1 of the log that prove/3 wrote.
*/

%!  measure_proof(+Steps, +Tree, -Depth, -Size) is det.
%
%   Depth is the number of rule applications on the longest branch, Size their number in the whole proof. Rules count,
%   tried ones in searches too; facts and builtins count 0. The numbers of a Tree that is not tree_complete/1 are
%   meaningless.

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
%   The clauses that are part of the proof, searches included; sorted. If Tree is not tree_complete/1, the first of
%   them is the atom `incomplete`: a clause that is not among them may still be part of the proof.

proof_references(Steps, Tree, References) :-
    steps_references(Steps, Tree, Unsorted, []),
    sort(Unsorted, Sorted),
    (   tree_complete(Tree)
    ->  References = Sorted
    ;   References = [incomplete|Sorted]
    ).

steps_references([], _, Tail, Tail).
steps_references([Step|Steps], Tree, References, Tail) :-
    step_references(Step, Tree, References, Middle),
    steps_references(Steps, Tree, Middle, Tail).

step_references(rule(_, Reference, _, Steps), Tree, [Reference|References], Tail) :-
    steps_references(Steps, Tree, References, Tail).
step_references(fact(_, Reference), _, [Reference|Tail], Tail).
step_references(builtin(_), _, Tail, Tail).
step_references(control(_, _, Steps), Tree, References, Tail) :-
    steps_references(Steps, Tree, References, Tail).
step_references(searched(_, _, Root), Tree, References, Tail) :-
    log_references(Root, Tree, References, Tail).

log_references(Parent, Tree, References, Tail) :-
    log_children(Tree, Parent, Ids),
    foldl(entry_references(Tree), Ids, References, Tail).

entry_references(Tree, Id, References, Tail) :-
    log_entry(Tree, Id, _, _, Reference),
    (   Reference == (-)
    ->  References = Inner
    ;   References = [Reference|Inner]
    ),
    log_references(Id, Tree, Inner, Tail).
