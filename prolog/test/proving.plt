:- begin_tests(proving).
:- use_module('../proving').
:- use_module('../measuring').
:- use_module('../searching').
:- use_module('../building').
:- use_module(given).

% The answers X of p(X), natively and by proof, and the depth and size of the first proof.
both(Text, Xs, Depth-Size) :-
    module_of(Text, Module,
              ( findall(X, Module:p(X), Xs),
                clear_log,
                findall(X, prove(Module, p(X), _), Proved),
                assertion(Proved =@= Xs),
                clear_log,
                (   prove(Module, p(_), Steps)
                ->  log_tree(Tree),
                    measure_proof(Steps, Tree, Depth, Size),
                    findall(X, measure(Module, p(X), _, _), Measured),
                    assertion(Measured =@= Xs),
                    once(measure(Module, p(_), MeasuredDepth, MeasuredSize)),
                    assertion(MeasuredDepth-MeasuredSize == Depth-Size)
                ;   Depth = none, Size = none
                ) )).

test(fact, Xs-Size == [1]-(0-0)) :- both("p(1).", Xs, Size).
test(rule, Xs-Size == [1, 2]-(1-1)) :- both("p(X) :- q(X). q(1). q(2).", Xs, Size).
test(cut, Xs == [1]) :- both("p(X) :- q(X), !. p(3). q(1). q(2).", Xs, _).
test(cut_in_a_branch, Xs == [1]) :- both("p(X) :- ( q(X), ! ; X = 5 ). p(3). q(1). q(2).", Xs, _).
test(cut_is_local_to_a_condition, Xs == [1, 3]) :- both("p(X) :- ( q(X), ! -> true ; X = 5 ). p(3). q(1). q(2).", Xs, _).
test(cut_in_call_is_local, Xs == [1, 3]) :- both("p(X) :- call(( q(X), ! )). p(3). q(1). q(2).", Xs, _).
test(if_then_else, Xs-Size == [b]-(2-2)) :- both("p(X) :- ( q(9) -> X = a ; X = b ). q(X) :- r(X). r(1).", Xs, Size).
test(soft_cut, Xs == [1, 2]) :- both("p(X) :- ( q(X) *-> true ; X = 5 ). q(1). q(2).", Xs, _).
test(negation_counts_what_was_tried, Xs-Size == [a]-(3-3)) :-
    both("p(a) :- \\+ q(1). q(X) :- r(X). r(X) :- s(X). s(2).", Xs, Size).
test(forall_counts_every_case, Xs-Size == [a]-(2-3)) :-
    both("p(a) :- forall(q(X), r(X)). q(1). q(2). r(X) :- q(X).", Xs, Size).
test(findall, Xs == [[1, 2]]) :- both("p(L) :- findall(X, q(X), L). q(1). q(2).", Xs, _).
test(setof, Xs == [a-[1], b-[2, 3]]) :- both("p(K-L) :- setof(V, q(K, V), L). q(b, 3). q(a, 1). q(b, 2).", Xs, _).
test(setof_with_a_caret, Xs == [[1, 2, 3]]) :- both("p(L) :- setof(V, K^q(K, V), L). q(b, 3). q(a, 1). q(b, 2).", Xs, _).
test(aggregate_all, Xs == [2]) :- both("p(N) :- aggregate_all(count, q(_), N). q(1). q(2).", Xs, _).
test(maplist, Xs == [[1, 1], [1, 2], [2, 1], [2, 2]]) :- both("p([A, B]) :- maplist(q, [A, B]). q(1). q(2).", Xs, _).
test(foldl, Xs == [6]) :- both("p(S) :- foldl(add, [1, 2, 3], 0, S). add(X, A, B) :- B is A + X.", Xs, _).
test(include, Xs == [[2]]) :- both("p(L) :- include(big, [1, 2], L). big(X) :- X > 1.", Xs, _).
test(once, Xs == [1]) :- both("p(X) :- once(q(X)). q(1). q(2).", Xs, _).
test(ignore, Xs = [_]) :- both("p(X) :- ignore(q(X)). :- dynamic q/1.", Xs, _).
test(not, Xs == [a]) :- both("p(a) :- not(q(2)). q(1).", Xs, _).
test(own_member, Xs == [own]) :- both("p(X) :- member(X, []). member(own, []).", Xs, _).
test(unknown, error(existence_error(procedure, _), _)) :-
    module_of("p(X) :- nobody(X).", Module, prove(Module, p(_), _)).

test(a_dropped_branch_counts_nothing, Size == 1-1) :-
    both("p(X) :- ( q(X), r(X) ; X = 9 ). q(X) :- s(X), \\+ t(X). s(1). t(X) :- u(X). u(5). r(7).", _, Size).
test(a_search_in_a_dropped_branch_counts_nothing, Size == 1-1) :-
    both("p(X) :- ( s(X), \\+ t(X), r(X) ; X = 9 ). s(1). t(X) :- u(X). u(5). r(7).", _, Size).
test(a_search_counts_where_it_stands, Size == 3-3) :-
    both("p(a) :- q. q :- \\+ t(1). t(X) :- u(X). u(5).", _, Size).
test(not_in_a_search, Size == 3-4) :-
    both("p(a) :- \\+ q. q :- not(t(1)), t(2). t(X) :- u(X). u(5).", _, Size).
test(ends) :- ends([[], []]).
test(ends_not, fail) :- ends([[], [1]]).
test(heads_tails, Heads-Tails == [1, a]-[[2], []]) :- heads_tails([[1, 2], [a]], Heads, Tails).
test(no_heads, fail) :- heads_tails([[1], []], _, _).

test(references, Numbers == [1, 2]) :-
    items("p(a) :- \\+ q(1). q(X) :- r(X). r(2). s.", Items),
    with_module(Items, Module, Clauses,
        ( clear_log,
          prove(Module, p(_), Steps),
          log_tree(Tree),
          proof_references(Steps, Tree, References) )),
    findall(N, ( member(R-item(_, N, _, _, _), Clauses), memberchk(R, References) ), Numbers).

:- end_tests(proving).

:- begin_tests(searching).
:- use_module('../searching').
:- use_module('../whitelist').
:- use_module(given).

test(log, Kinds == [root, goal, try, goal, fact, solution]) :-
    module_of("p(X) :- q(X). q(1).", Module,
              ( clear_log,
                new_root(Root),
                findall(x, search_goal(Module, Root, p(_)), [x]),
                log_tree(Tree),
                findall(Kind, ( between(1, 6, Id), log_entry(Tree, Id, Kind, _, _) ), Kinds) )).
test(children, Ids == [2]) :-
    module_of("p(1).", Module,
              ( clear_log, new_root(Root), search_goal(Module, Root, p(_)), log_tree(Tree),
                log_children(Tree, Root, Ids) )).
test(log_survives_failure, Goals == [p(1), q(1)]) :-
    module_of("p(X) :- q(X). q(2).", Module,
              ( clear_log, new_root(Root), \+ search_goal(Module, Root, p(1)), logged_goals(Goals) )).
test(cases, Cases == [q(1)-1, q(2)-0]) :-
    module_of("q(1). q(2). q(3). r(1).", Module,
              ( clear_log, new_root(Root), \+ search_cases(Module, Root, q(X), r(X)),
                log_tree(Tree),
                log_children(Tree, Root, Ids),
                findall(Case-Passed,
                        ( member(Id, Ids), log_entry(Tree, Id, control(case), Case, _), log_children(Tree, Id, Below),
                          aggregate_all(count, ( member(B, Below), log_entry(Tree, B, solution, _, _) ), Passed) ),
                        Cases) )).
test(not_full, fail) :- clear_log, log_full.
test(full) :-
    module_of("p :- between(1, 3000, X), q(X), fail. q(_).", Module,
              ( clear_log, new_root(Root), \+ search_goal(Module, Root, p), log_full )).
test(meta) :- goal_kinds(findall(_, _, _), Kinds), meta(Kinds).
test(not_meta, fail) :- goal_kinds(member(_, _), Kinds), meta(Kinds).
test(defined_by_program, Head == q(1)) :- module_of("q(1).", Module, defined_by_program(Module, q(1), Head)).
test(not_defined_by_program, fail) :- module_of("q(1).", Module, defined_by_program(Module, member(_, _), _)).
test(wrapped, [nondet, true(Wrapped = findall(x, probe_searching:search_goal(m, 7, q), _))]) :-
    wrapped(probe_searching, m, 7, [?, 0, ?], findall(x, q, _), Wrapped).

:- end_tests(searching).
