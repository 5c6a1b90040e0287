:- module(probe_rendering,
          [ proof_json/3            % +Steps, +Clauses, -Json
          ]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(searching).
:- use_module(reading).
:- use_module(reply).

/** <module> Proofs as JSON

A node is [kind, goal, succeeded, source, line, clause, bindings, children].
*/

%!  proof_json(+Steps, +Clauses, -Json) is det.

proof_json(Steps, Clauses, list(Nodes)) :-
    steps_json(Steps, Clauses, Nodes).

steps_json([], _, []).
steps_json([Step|Steps], Clauses, [Node|Nodes]) :-
    step_json(Step, Clauses, Node),
    steps_json(Steps, Clauses, Nodes).

step_json(rule(Goal, Reference, Body, Steps), Clauses, Node) :-
    steps_json(Steps, Clauses, Children),
    bindings(Reference, Clauses, Goal, Body, Bindings),
    node(rule, Goal, true, Reference, Clauses, Bindings, Children, Node).
step_json(fact(Goal, Reference), Clauses, Node) :-
    node(fact, Goal, true, Reference, Clauses, [], [], Node).
step_json(builtin(Goal), Clauses, Node) :-
    node(builtin, Goal, true, -, Clauses, [], [], Node).
step_json(control(Word, Goal, Steps), Clauses, Node) :-
    steps_json(Steps, Clauses, Children),
    Shown =.. [Word, Goal],
    node(control, Shown, true, -, Clauses, [], Children, Node).
step_json(searched(Word, Goal, Root), Clauses, Node) :-
    log_json(Root, Clauses, Children),
    (   memberchk(Word, [not, if, ignore])
    ->  Shown =.. [Word, Goal]
    ;   Shown = Goal
    ),
    node(control, Shown, true, -, Clauses, [], Children, Node).

log_json(Parent, Clauses, Nodes) :-
    findall(entry(Id, Kind, Goal, Reference), log_entry(Id, Parent, Kind, Goal, Reference), Entries),
    entries_json(Entries, Clauses, Nodes).

entries_json([], _, []).
entries_json([entry(Id, Kind, Goal, Reference)|Entries], Clauses, Nodes) :-
    (   Kind == solution
    ->  Nodes = Rest
    ;   entry_json(Kind, Id, Goal, Reference, Clauses, Node),
        Nodes = [Node|Rest]
    ),
    entries_json(Entries, Clauses, Rest).

entry_json(goal, Id, Goal, _, Clauses, Node) :-
    log_json(Id, Clauses, Children),
    (   log_entry(Child, Id, Kind, _, _),
        ( Kind == fact ; log_entry(_, Child, solution, _, _) )
    ->  Succeeded = true
    ;   Succeeded = false
    ),
    node(search, Goal, Succeeded, -, Clauses, [], Children, Node).
entry_json(try, Id, Goal, Reference, Clauses, Node) :-
    log_json(Id, Clauses, Children),
    succeeded(Id, Succeeded),
    node(rule, Goal, Succeeded, Reference, Clauses, [], Children, Node).
entry_json(fact, _, Goal, Reference, Clauses, Node) :-
    node(fact, Goal, true, Reference, Clauses, [], [], Node).
entry_json(builtin, Id, Goal, _, Clauses, Node) :-
    succeeded(Id, Succeeded),
    node(builtin, Goal, Succeeded, -, Clauses, [], [], Node).
entry_json(control(Word), Id, Goal, _, Clauses, Node) :-
    log_json(Id, Clauses, Children),
    succeeded(Id, Succeeded),
    (   Word = _/_
    ->  Shown = Goal
    ;   Shown =.. [Word, Goal]
    ),
    node(control, Shown, Succeeded, -, Clauses, [], Children, Node).

succeeded(Id, Succeeded) :-
    (   log_entry(_, Id, solution, _, _)
    ->  Succeeded = true
    ;   Succeeded = false
    ).

node(Kind, Goal, Succeeded, Reference, Clauses, Bindings, Children,
     list([text(Kind), text(Text), Succeeded, text(Source), Line, Number, object(Bindings), list(Children)])) :-
    term_text(Goal, Text),
    (   Reference \== (-),
        memberchk(Reference-Item, Clauses)
    ->  item_place(Item, place(Source, Line, _, Number))
    ;   Source = "",
        Line = 0,
        Number = 0
    ).

bindings(Reference, Clauses, Goal, Body, Bindings) :-
    (   memberchk(Reference-item(_, _, _, Content, Names), Clauses),
        copy_term(Content-Names, clause(Goal, Body)-Instances)
    ->          findall(Name=text(Text),
                ( member(Name=Value, Instances), nonvar(Value), term_text(Value, Text) ),
                Bindings)
    ;   Bindings = []
    ).
