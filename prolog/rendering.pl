:- module(probe_rendering,
          [ proof_json/4            % +Steps, +Tree, +Clauses, -Json
          ]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(searching).
:- use_module(reading).
:- use_module(reply).

/** <module> Proofs as JSON

A node is as json_text/2 takes it.
*/

%!  proof_json(+Steps, +Tree, +Clauses, -Json) is det.

proof_json(Steps, Tree, Clauses, list(Nodes)) :-
    steps_json(Steps, context(Tree, Clauses), Nodes).

steps_json([], _, []).
steps_json([Step|Steps], Context, [Node|Nodes]) :-
    step_json(Step, Context, Node),
    steps_json(Steps, Context, Nodes).

step_json(rule(Goal, Reference, Body, Steps), Context, Node) :-
    steps_json(Steps, Context, Children),
    bindings(Reference, Context, Goal, Body, Bindings),
    node(rule, Goal, true, Reference, Context, Bindings, Children, Node).
step_json(fact(Goal, Reference), Context, Node) :-
    node(fact, Goal, true, Reference, Context, [], [], Node).
step_json(builtin(Goal), Context, Node) :-
    node(builtin, Goal, true, -, Context, [], [], Node).
step_json(control(Word, Goal, Steps), Context, Node) :-
    steps_json(Steps, Context, Children),
    spoken(Word, Goal, Shown),
    node(control, Shown, true, -, Context, [], Children, Node).
step_json(searched(Word, Goal, Root), Context, Node) :-
    log_json(Root, Context, Children),
    spoken(Word, Goal, Shown),
    node(control, Shown, true, -, Context, [], Children, Node).

% What a construct looks like in a program.
spoken(not, Goal, \+ Goal) :-
    !.
spoken(if, Goal, if(Goal)) :-
    !.
spoken(once, Goal, once(Goal)) :-
    !.
spoken(ignore, Goal, ignore(Goal)) :-
    !.
spoken(call, Goal, call(Goal)) :-
    !.
spoken(_, Goal, Goal).

log_json(Parent, Context, Nodes) :-
    Context = context(Tree, _),
    log_children(Tree, Parent, Ids),
    entries_json(Ids, Context, Nodes).

entries_json([], _, []).
entries_json([Id|Ids], Context, Nodes) :-
    Context = context(Tree, _),
    log_entry(Tree, Id, Kind, Goal, Reference),
    (   Kind == solution
    ->  Nodes = Rest
    ;   entry_json(Kind, Id, Goal, Reference, Context, Node),
        Nodes = [Node|Rest]
    ),
    entries_json(Ids, Context, Rest).

entry_json(goal, Id, Goal, _, Context, Node) :-
    log_json(Id, Context, Children),
    goal_succeeded(Id, Context, Succeeded),
    node(search, Goal, Succeeded, -, Context, [], Children, Node).
entry_json(try, Id, Goal, Reference, Context, Node) :-
    log_json(Id, Context, Children),
    succeeded(Id, Context, Succeeded),
    node(rule, Goal, Succeeded, Reference, Context, [], Children, Node).
entry_json(fact, _, Goal, Reference, Context, Node) :-
    node(fact, Goal, true, Reference, Context, [], [], Node).
entry_json(builtin, Id, Goal, _, Context, Node) :-
    succeeded(Id, Context, Succeeded),
    node(builtin, Goal, Succeeded, -, Context, [], [], Node).
entry_json(control(Word), Id, Goal, _, Context, Node) :-
    log_json(Id, Context, Children),
    succeeded(Id, Context, Succeeded),
    spoken(Word, Goal, Shown),
    node(control, Shown, Succeeded, -, Context, [], Children, Node).

succeeded(Id, context(Tree, _), Succeeded) :-
    log_children(Tree, Id, Ids),
    (   member(Child, Ids),
        log_entry(Tree, Child, solution, _, _)
    ->  Succeeded = true
    ;   Succeeded = false
    ).

% A goal has a solution where a fact fits, or a tried rule has one.
goal_succeeded(Id, Context, Succeeded) :-
    Context = context(Tree, _),
    log_children(Tree, Id, Ids),
    (   member(Child, Ids),
        log_entry(Tree, Child, Kind, _, _),
        (   Kind == fact
        ->  true
        ;   Kind == try,
            succeeded(Child, Context, true)
        )
    ->  Succeeded = true
    ;   Succeeded = false
    ).

node(Kind, Goal, Succeeded, Reference, context(_, Clauses), Bindings, Children,
     node(Kind, Text, Succeeded, Place, Bindings, Children)) :-
    term_text(Goal, Text),
    (   Reference \== (-),
        memberchk(Reference-Item, Clauses)
    ->  item_place(Item, place(Source, Line, _, Number)),
        Place = place(Source, Line, Number)
    ;   Place = null
    ).

% The values of the clause's variables, by the names that its author gave them. SWI-Prolog may show a body in another
% form than it was written in (`a \\== X` as `X \\== a`); then only what the head tells is told.
bindings(Reference, context(_, Clauses), Goal, Body, Bindings) :-
    (   memberchk(Reference-item(_, _, _, Content, Names), Clauses),
        Names \== []
    ->  copy_term(Goal-Body, Head-Instance),
        copy_term(Content-Names, clause(Head, General)-Values),
        (   subsumes_term(General, Instance)
        ->  General = Instance
        ;   true
        ),
        bound(Values, Bindings)
    ;   Bindings = []
    ).

bound([], []).
bound([Name=Value|Values], Bindings) :-
    (   var(Value)
    ->  Bindings = Rest
    ;   term_text(Value, Text),
        Bindings = [Name=text(Text)|Rest]
    ),
    bound(Values, Rest).
