:- begin_tests(rendering).
:- use_module('../rendering').
:- use_module(examples).

% A chain of Levels rules, each shown with those above it; what is below the lowest.
lowest(Levels, Kind-Shown) :-
    items("p(0). p(N) :- N > 0, M is N - 1, p(M).", Items),
    probe_building:with_module(Items, Module, Clauses,
        ( probe_log:clear_log,
          probe_proving:prove(Module, p(Levels), Steps),
          probe_log:log_tree(Tree),
          probe_rendering:proof_json(Steps, Tree, Clauses, list([Node])) )),
    chain(Node, 1, Kind, Shown).

chain(node(Kind0, _, _, _, _, _, Children), Depth, Kind, Shown) :-
    (   Children = [_, _, Child]
    ->  Next is Depth + 1,
        chain(Child, Next, Kind, Shown)
    ;   Kind = Kind0,
        Shown = Depth
    ).

test(proof_json, Json = list([node(fact, "p(1)", true, place(program, 1, 1), [], [], [])])) :-
    items("p(1).", Items),
    probe_building:with_module(Items, Module, Clauses,
        ( probe_log:clear_log,
          probe_proving:prove(Module, p(_), Steps),
          probe_log:log_tree(Tree),
          probe_rendering:proof_json(Steps, Tree, Clauses, Json) )).
test(a_condition_that_failed, Found == [false, true, true]) :-
    items("p(1) :- ( q(2) -> true ; q(1) -> ignore(q(3)) ; fail ). q(1).", Items),
    probe_building:with_module(Items, Module, Clauses,
        ( probe_log:clear_log,
          probe_proving:prove(Module, p(_), Steps),
          probe_log:log_tree(Tree),
          probe_rendering:proof_json(Steps, Tree, Clauses, list([node(_, _, _, _, _, _, Below)])) )),
    findall(Succeeded, member(node(control, _, Succeeded, _, _, _, _), Below), Found).
test(proof_json_of_eighty_levels, Found == fact-80) :- lowest(79, Found).
test(proof_json_says_where_it_is_cut, Found == opaque-80) :- lowest(80, Found).
test(search_json, Json == list([node(search, "p(1)", false, null, [], [], [])])) :-
    module_of("p(2).", Module,
              ( probe_log:clear_log, probe_log:new_root(Root),
                \+ probe_searching:search_goal(Module, Root, p(1)),
                probe_log:log_tree(Tree),
                probe_rendering:search_json(Root, Tree, [], Json) )).

test(annotated_proof_json, Written == "X > 0") :-
    items("q(1). p :- q(X), X > 0.", Items),
    probe_building:with_module(Items, Module, Clauses,
        ( probe_log:clear_log,
          probe_proving:prove(Module, p, Steps),
          probe_log:log_tree(Tree),
          probe_rendering:proof_json(Steps, Tree, Clauses, Plain),
          probe_rendering:annotated_proof_json(Steps, Tree, Clauses, Annotated) )),
    Plain = list([node(rule, _, _, _, _, _, [_, node(builtin, "1>0", _, _, [], [], _)])]),
    Annotated = list([node(rule, _, _, _, _, _, [_, node(builtin, "1>0", _, _, [written=text(Written)], _, _)])]).

:- end_tests(rendering).
