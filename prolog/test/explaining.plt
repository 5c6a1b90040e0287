:- begin_tests(explaining).
:- use_module('../explaining').
:- use_module('../verdicts').
:- use_module('../reading').
:- use_module('../reply').
:- use_module(given).

explained(Text, Proofs, Others) :-
    items(Text, Items),
    with_program(Items, settings(10000, strict), Program, explanation_json(Program, 10000, Json)),
    Json = object([ proofs=list(Proofs), all_proofs=_, others=list(Others) ]).

all_proofs(Text, Count-All) :-
    items(Text, Items),
    with_program(Items, settings(100000, strict), Program, explanation_json(Program, 100000, Json)),
    Json = object([ proofs=list(Proofs), all_proofs=All|_ ]),
    length(Proofs, Count).

% What became of the one other option, as [Option, Follows, Outcome, Detail, Cut].
became(Text, [Option, Follows, How, Detail, Cut]) :-
    explained(Text, _, [object(Pairs)]),
    memberchk(option=text(Option), Pairs),
    memberchk(follows=Follows, Pairs),
    memberchk(outcome=object([ how=text(How), detail=text(Detail) ]), Pairs),
    memberchk(cut=Cut, Pairs).

test(every_proof, Count == 2) :-
    explained("decide_option(user, X) :- p(X). p(option_A). p(option_B).", Proofs, _),
    length(Proofs, Count).
test(no_more_proofs_than_fifty, Count == 50) :-
    explained("decide_option(user, option_A) :- between(1, inf, _).", Proofs, _),
    length(Proofs, Count).
test(all_proofs, All == 2-true) :- all_proofs("decide_option(user, X) :- p(X). p(option_A). p(option_B).", All).
test(all_proofs_not, All == 50-false) :- all_proofs("decide_option(user, option_A) :- between(1, inf, _).", All).
test(no_proof_that_is_cut_short, All == 1-false) :-
    all_proofs("decide_option(user, option_A). decide_option(user, option_A) :- \\+ ( between(1, 3000, X), q(X) ). q(0).",
               All).
test(refused, Proofs-Others == []-[]) :- explained("decide_option(user, option_A) :- halt.", Proofs, Others).
test(fails, Became == [option_B, null, no, "", null]) :-
    became("decide_option(user, X) :- p(X). p(option_A).", Became).
test(follows_later, Became == [option_B, 3, yes, "", null]) :-
    became("decide_option(user, X) :- p(X). p(option_A). p(option_A). p(option_B).", Became).
test(is_cut_off, Became == [option_B, null, yes, "", object([ source=text(program), line=2, clause=2 ])]) :-
    became("p(option_A).\ndecide_option(user, X) :- p(X), !.\ndecide_option(user, option_B).", Became).
test(ends_in_a_limit, Became == [option_B, null, limit, "inferences", null]) :-
    became("decide_option(user, option_A). decide_option(user, option_B) :- p. p :- p, p.", Became).
test(ends_in_an_unknown_procedure, Became == [option_B, null, unknown, "q/0", null]) :-
    became("decide_option(user, option_A). decide_option(user, option_B) :- q.", Became).
test(both_where_neither_was_decided, Options == [option_A, option_B]) :-
    explained("decide_option(user, X) :- p(X). :- dynamic p/1.", [], Others),
    findall(Option, ( member(object([option=text(Option)|_]), Others) ), Options).
test(the_other_option_is_asked_for_as_it_is_spelled, Node == "decide_option(user, 'Option_B')") :-
    explained("decide_option(user, 'Option_A'). decide_option(user, 'Option_B') :- fail.", _, [object(Pairs)]),
    memberchk(search=list([node(search, Node, false, null, [misfits=object([1=text("'Option_A'")])], [], [_])]), Pairs).
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

:- end_tests(explaining).

:- begin_tests(written).
:- use_module('../written').
:- use_module('../building').
:- use_module(given).

% How the goal of a clause is written if its head was called as Head.
written_as(Text, Head, Goal, Written, Bindings) :-
    items(Text, [Item]),
    written(Item, Head-none, Goal, Written, Bindings).

test(builtin, Written-Bindings == "Time =< 2"-['Time'=text("2")]) :-
    written_as("cheap(O) :- takes(O, Time), Time =< 2.", cheap(a), 2 =< 2, Written, Bindings).
test(only_the_goals_own_variables, Bindings == ['X'=text("1")]) :-
    written_as("p(X, Y) :- X > 0, q(Y).", p(1, 2), 1 > 0, _, Bindings).
test(two_goals_that_fit_are_not_written, fail) :- written_as("p :- q(X), q(Y), X < 3, Y < 3.", p, 1 < 3, _, _).
test(the_use_of_the_clause_shows_which_goal, Written == "Y < 3") :-
    items("p :- q(X), q(Y), X < 3, Y < 3.", [Item]),
    written(Item, p-( q(1), q(2), 1 < 3, 2 < 3 ), 2 < 3, Written, _).
test(a_goal_without_variables_is_not_written, fail) :- written_as("p(_) :- 1 < 2.", p(1), 1 < 2, _, _).
test(a_condition, Written == "if(X>1)") :- written_as("p(X) :- ( X > 1 -> true ; fail ).", p(2), if(2 > 1), Written, _).
test(a_case, Bindings == ['Y'=text("b")]) :-
    written_as("p(X) :- forall(q(X, Y), r(Y)).", p(a), case(q(a, b)), _, Bindings).
test(nothing_of_the_clause_is_bound, Names == ["X"]) :-
    items("p(X) :- X > 0.", [Item]),
    written(Item, p(1)-none, 1 > 0, _, _),
    Item = item(_, _, _, _, Bound),
    findall(Text, ( member(Name=Value, Bound), var(Value), atom_string(Name, Text) ), Names).
test(standing, Found == [1-2, 2-2]) :-
    items("p(1) :- q. s. p(2) :- r. q.", Items),
    with_module(Items, _, Clauses,
                findall(N-Count, ( member(Reference-_, Clauses), clause_position(Reference, Clauses, N, Count) ), Found)).
test(branch, Nth-Count == 2-3) :- branch(( a(1) ; b(1), c(2) ; d ), [b(1), c(2)], Nth, Count).
test(a_goal_of_two_branches_identifies_none, fail) :- branch(( a(1) ; a(1) ), [a(1)], _, _).
test(a_condition_is_no_branch, fail) :- branch(( a -> b ; c ), [b], _, _).

test(misfits, [A, B, Misfits] == ["b, c", "p(A, A)", [2=text(A), 3=text(B)]]) :-
    items("p(_, _) :- q. p(b, c). p(X, X).", Items),
    with_module(Items, _, Clauses, misfits(p(d, e), Clauses, Misfits)),
    Misfits = [_=text(A), _=text(B)].
test(misfits_of_many, Misfits == []) :-
    findall(Reference-item(program, 1, none, clause(p(Reference), true), []), between(1, 11, Reference), Clauses),
    misfits(p(none), Clauses, Misfits).

:- end_tests(written).
