:- module(probe_rendering,
          [ proof_json/4,           % +Steps, +Tree, +Clauses, -Json
            annotated_proof_json/4,      % +Steps, +Tree, +Clauses, -Json
            search_json/4           % +Root, +Tree, +Clauses, -Json
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(log, [log_children/3, log_entry/5, log_size/1]).
:- use_module(reading).
:- use_module(reply).
:- use_module(written).

/** <module> Proofs as JSON

A node is as json_text/2 takes it. An annotated node has, besides the goal and where it adds something, `written` (the
goal as it is written in its clause), `nth` and `clauses` (which of its predicate's clauses a rule is), `branch` and
`branches` (which branch of the rule's disjunction was taken), and `misfits` (the clauses that a goal did not fit, if
one other was tried and failed). These annotations take a tenth of the time of a small program, and far too long for
searches of thousands of steps, which are shown without them.

A context is context(Tree, Clauses, Style, Within, Levels): Style is `plain` or `annotated`, Within the clause that the
goals below are in, and Levels the number of levels that may still follow.
*/

%   Readers of JSON go two brackets down a level, and the common ones give up at 200. Deeper steps are cut off, and the
%   step above them becomes `opaque`, so that nothing is claimed about them.
max_levels(80).

max_annotated(1500).

%!  proof_json(+Steps, +Tree, +Clauses, -Json) is det.

proof_json(Steps, Tree, Clauses, list(Nodes)) :-
    max_levels(Levels),
    steps_json(Steps, context(Tree, Clauses, plain, none, Levels), Nodes).

%!  annotated_proof_json(+Steps, +Tree, +Clauses, -Json) is det.
%
%   As proof_json/4, annotated for readers.

annotated_proof_json(Steps, Tree, Clauses, list(Nodes)) :-
    max_levels(Levels),
    log_style(Style),
    steps_json(Steps, context(Tree, Clauses, Style, none, Levels), Nodes).

%!  search_json(+Root, +Tree, +Clauses, -Json) is det.
%
%   The search below Root, as far as it was logged, annotated for readers.

search_json(Root, Tree, Clauses, list(Nodes)) :-
    max_levels(Levels),
    log_style(Style),
    log_json(Root, context(Tree, Clauses, Style, none, Levels), Nodes).

log_style(Style) :-
    log_size(Count),
    max_annotated(Max),
    (   Count =< Max
    ->  Style = annotated
    ;   Style = plain
    ).

steps_json([], _, []).
steps_json([Step|Steps], Context, [Node|Nodes]) :-
    step_json(Step, Context, Node),
    steps_json(Steps, Context, Nodes).

step_json(rule(Goal, Reference, Body, Steps), Context, Node) :-
    enter_clause(Reference, Goal-Body, Context, Inner),
    steps_below(Steps, Inner, Children),
    bindings(Inner, Bindings),
    branch_details(Body, Steps, Context, Details),
    node(rule, Goal, true, Reference, Context, Details, Bindings, Children, Node).
step_json(fact(Goal, Reference), Context, Node) :-
    node(fact, Goal, true, Reference, Context, [], [], [], Node).
step_json(builtin(Goal), Context, Node) :-
    called_node(builtin, Goal, true, Context, [], Node).
step_json(control(Word, Goal, Steps), Context, Node) :-
    steps_below(Steps, Context, Children),
    written_goal(Word, Goal, Shown),
    called_node(control, Shown, true, Context, Children, Node).
step_json(searched(Word, Goal, Root), Context, Node) :-
    log_below(Root, Context, Children),
    written_goal(Word, Goal, Shown),
    (   Word == if                      % a condition that held is a control/3
    ->  Succeeded = false
    ;   Succeeded = true
    ),
    called_node(control, Shown, Succeeded, Context, Children, Node).

% The nodes below a step, or `cut` if they would be too deep.
steps_below(Steps, Context, Nodes) :-
    (   next_level(Context, Inner)
    ->  steps_json(Steps, Inner, Nodes)
    ;   Steps == []
    ->  Nodes = []
    ;   Nodes = cut
    ).

log_below(Id, Context, Nodes) :-
    (   next_level(Context, Inner)
    ->  log_json(Id, Inner, Nodes)
    ;   Context = context(Tree, _, _, _, _),
        log_children(Tree, Id, [])
    ->  Nodes = []
    ;   Nodes = cut
    ).

next_level(context(Tree, Clauses, Style, Within, Levels0), context(Tree, Clauses, Style, Within, Levels)) :-
    Levels0 > 1,
    Levels is Levels0 - 1.

% A construct as it is written in a program.
written_goal(\+, Goal, \+ Goal) :-
    !.
written_goal(not, Goal, not(Goal)) :-
    !.
written_goal(if, Goal, if(Goal)) :-
    !.
written_goal(case, Goal, case(Goal)) :-
    !.
written_goal(once, Goal, once(Goal)) :-
    !.
written_goal(ignore, Goal, ignore(Goal)) :-
    !.
written_goal(call, Goal, call(Goal)) :-
    !.
written_goal(_, Goal, Goal).

log_json(Parent, Context, Nodes) :-
    Context = context(Tree, _, _, _, _),
    log_children(Tree, Parent, Ids),
    entries_json(Ids, Context, Nodes).

% What is shown of a proof is made below a limit on inferences, and so is what written.pl adds to it: their recursions
% are not written with library(apply), which takes more of them.
entries_json([], _, []).
entries_json([Id|Ids], Context, Nodes) :-
    Context = context(Tree, _, _, _, _),
    log_entry(Tree, Id, Kind, Goal, Reference),
    (   Kind == solution
    ->  Nodes = Rest
    ;   entry_json(Kind, Id, Goal, Reference, Context, Node),
        Nodes = [Node|Rest]
    ),
    entries_json(Ids, Context, Rest).

entry_json(goal, Id, Goal, _, Context, Node) :-
    log_below(Id, Context, Children),
    goal_succeeded(Id, Context, Succeeded),
    misfit_details(Goal, Succeeded, Children, Context, Details),
    node(search, Goal, Succeeded, -, Context, Details, [], Children, Node).
entry_json(try, Id, Goal, Reference, Context, Node) :-
    enter_clause(Reference, Goal-none, Context, Inner),
    log_below(Id, Inner, Children),
    solved_goal(Id, Goal, Context, Succeeded, Solved),
    node(rule, Solved, Succeeded, Reference, Context, [], [], Children, Node).
entry_json(fact, _, Goal, Reference, Context, Node) :-
    node(fact, Goal, true, Reference, Context, [], [], [], Node).
entry_json(builtin, Id, Goal, _, Context, Node) :-
    solved_goal(Id, Goal, Context, Succeeded, Solved),
    called_node(builtin, Solved, Succeeded, Context, [], Node).
entry_json(control(Word), Id, Goal, _, Context, Node) :-
    log_below(Id, Context, Children),
    solved_goal(Id, Goal, Context, Succeeded0, Solved),
    (   Word == ignore                  % which succeeds even if its goal fails
    ->  Succeeded = true
    ;   Succeeded = Succeeded0
    ),
    written_goal(Word, Solved, Shown),
    called_node(control, Shown, Succeeded, Context, Children, Node).

% A goal with one solution is shown with the bindings of that solution.
solved_goal(Id, Goal, context(Tree, _, _, _, _), Succeeded, Solved) :-
    log_children(Tree, Id, Ids),
    findall(Solution, ( member(Child, Ids), log_entry(Tree, Child, solution, Solution, _) ), Solutions),
    (   Solutions == []
    ->  Succeeded = false,
        Solved = Goal
    ;   Solutions = [Solution]
    ->  Succeeded = true,
        Solved = Solution
    ;   Succeeded = true,
        Solved = Goal
    ).

% A goal has a solution if a fact fits, or if a tried rule has one.
goal_succeeded(Id, Context, Succeeded) :-
    Context = context(Tree, _, _, _, _),
    log_children(Tree, Id, Ids),
    (   member(Child, Ids),
        log_entry(Tree, Child, Kind, Goal, _),
        (   Kind == fact
        ->  true
        ;   Kind == try,
            solved_goal(Child, Goal, Context, true, _)
        )
    ->  Succeeded = true
    ;   Succeeded = false
    ).

% If only one rule was tried and failed, the clauses that do not fit explain why.
misfit_details(Goal, Succeeded, Children, Context, Details) :-
    (   Succeeded == false,
        Context = context(_, Clauses, annotated, _, _),
        Children = [node(rule, _, _, _, _, _, _)],
        misfits(Goal, Clauses, Misfits),
        Misfits \== []
    ->  Details = [misfits=object(Misfits)]
    ;   Details = []
    ).

% The steps below a rule are goals of its clause.
enter_clause(Reference, Instance, context(Tree, Clauses, Style, _, Levels), context(Tree, Clauses, Style, Within, Levels)) :-
    (   memberchk(Reference-Item, Clauses)
    ->  Within = within(Item, Instance)
    ;   Within = none
    ).

% A goal that no clause of the program proved is shown as it is written in the clause that calls it.
called_node(Kind, Goal, Succeeded, Context, Children, Node) :-
    (   Context = context(_, _, annotated, within(Item, Instance), _),
        goal_as_written(Item, Instance, Goal, Text, Bindings)
    ->  Details = [written=text(Text)]
    ;   Details = [],
        Bindings = []
    ),
    node(Kind, Goal, Succeeded, -, Context, Details, Bindings, Children, Node).

node(Kind0, Goal, Succeeded, Reference, context(_, Clauses, Style, _, _), Details0, Bindings, Children0,
     node(Kind, Text, Succeeded, Place, Details, Bindings, Children)) :-
    (   Children0 == cut
    ->  Kind = opaque,
        Children = []
    ;   Kind = Kind0,
        Children = Children0
    ),
    term_text(Goal, Text),
    (   Reference \== (-),
        memberchk(Reference-Item, Clauses)
    ->  item_place(Item, place(Source, Line, _, Number)),
        Place = place(Source, Line, Number)
    ;   Place = null
    ),
    (   Style == annotated,
        Kind == rule,
        clause_position(Reference, Clauses, Nth, Count)
    ->  Details = [nth=Nth, clauses=Count|Details0]
    ;   Details = Details0
    ).

branch_details(Body, Steps, Context, Details) :-
    (   Body = (_ ; _),
        Context = context(_, _, annotated, _, _),
        maplist(step_goal, Steps, Goals),
        branch_taken(Body, Goals, Nth, Count)
    ->  Details = [branch=Nth, branches=Count]
    ;   Details = []
    ).

step_goal(rule(Goal, _, _, _), Goal).
step_goal(fact(Goal, _), Goal).
step_goal(builtin(Goal), Goal).
step_goal(control(Word, Goal, _), Shown) :-
    written_goal(Word, Goal, Shown).
step_goal(searched(Word, Goal, _), Shown) :-
    written_goal(Word, Goal, Shown).

% The values of the clause's variables, by the names that its author gave them. SWI-Prolog may show a body in another
% form than it was written in (`a \\== X` as `X \\== a`); then only the bindings of the head are shown.
bindings(context(_, _, _, Within, _), Bindings) :-
    (   Within = within(item(_, _, _, Content, Names), Goal-Body),
        Names \== []
    ->  copy_term(Goal-Body, Head-Instance),
        copy_term(Content-Names, clause(Head, General)-Values),
        (   subsumes_term(General, Instance)
        ->  General = Instance
        ;   true
        ),
        bound_values(Values, Bindings)
    ;   Bindings = []
    ).

bound_values([], []).
bound_values([Name=Value|Values], Bindings) :-
    (   var(Value)
    ->  Bindings = Rest
    ;   term_text(Value, Text),
        Bindings = [Name=text(Text)|Rest]
    ),
    bound_values(Values, Rest).
