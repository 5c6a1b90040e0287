:- begin_tests(proving).
:- use_module('../proving').
:- use_module('../log').
:- use_module('../building').
:- use_module(examples).

% The answers X of p(X), natively and by proof, and the depth and size of the first proof.
proof_sizes(Text, Xs, Depth-Size) :-
    module_of(Text, Module,
              ( findall(X, Module:p(X), Xs),
                clear_log,
                findall(X, prove(Module, p(X), _), Proved),
                assertion(Proved =@= Xs),
                clear_log,
                (   prove(Module, p(_), Steps)
                ->  log_tree(Tree),
                    measure_proof(Steps, Tree, Depth, Size)
                ;   Depth = none, Size = none
                ) )).

test(fact, Xs-Size == [1]-(0-0)) :- proof_sizes("p(1).", Xs, Size).
test(rule, Xs-Size == [1, 2]-(1-1)) :- proof_sizes("p(X) :- q(X). q(1). q(2).", Xs, Size).
test(cut, Xs == [1]) :- proof_sizes("p(X) :- q(X), !. p(3). q(1). q(2).", Xs, _).
test(cut_in_a_branch, Xs == [1]) :- proof_sizes("p(X) :- ( q(X), ! ; X = 5 ). p(3). q(1). q(2).", Xs, _).
test(cut_is_local_to_a_condition, Xs == [1, 3]) :- proof_sizes("p(X) :- ( q(X), ! -> true ; X = 5 ). p(3). q(1). q(2).", Xs, _).
test(cut_in_call_is_local, Xs == [1, 3]) :- proof_sizes("p(X) :- call(( q(X), ! )). p(3). q(1). q(2).", Xs, _).
test(if_then_else, Xs-Size == [b]-(2-2)) :- proof_sizes("p(X) :- ( q(9) -> X = a ; X = b ). q(X) :- r(X). r(1).", Xs, Size).
test(soft_cut, Xs == [1, 2]) :- proof_sizes("p(X) :- ( q(X) *-> true ; X = 5 ). q(1). q(2).", Xs, _).
test(negation_counts_what_was_tried, Xs-Size == [a]-(3-3)) :-
    proof_sizes("p(a) :- \\+ q(1). q(X) :- r(X). r(X) :- s(X). s(2).", Xs, Size).
test(forall_counts_every_case, Xs-Size == [a]-(2-3)) :-
    proof_sizes("p(a) :- forall(q(X), r(X)). q(1). q(2). r(X) :- q(X).", Xs, Size).
test(findall, Xs == [[1, 2]]) :- proof_sizes("p(L) :- findall(X, q(X), L). q(1). q(2).", Xs, _).
test(setof, Xs == [a-[1], b-[2, 3]]) :- proof_sizes("p(K-L) :- setof(V, q(K, V), L). q(b, 3). q(a, 1). q(b, 2).", Xs, _).
test(setof_with_a_caret, Xs == [[1, 2, 3]]) :- proof_sizes("p(L) :- setof(V, K^q(K, V), L). q(b, 3). q(a, 1). q(b, 2).", Xs, _).
test(aggregate_all, Xs == [2]) :- proof_sizes("p(N) :- aggregate_all(count, q(_), N). q(1). q(2).", Xs, _).
test(maplist, Xs == [[1, 1], [1, 2], [2, 1], [2, 2]]) :- proof_sizes("p([A, B]) :- maplist(q, [A, B]). q(1). q(2).", Xs, _).
test(foldl, Xs == [6]) :- proof_sizes("p(S) :- foldl(add, [1, 2, 3], 0, S). add(X, A, B) :- B is A + X.", Xs, _).
test(include, Xs == [[2]]) :- proof_sizes("p(L) :- include(big, [1, 2], L). big(X) :- X > 1.", Xs, _).
test(once, Xs == [1]) :- proof_sizes("p(X) :- once(q(X)). q(1). q(2).", Xs, _).
test(ignore, Xs = [_]) :- proof_sizes("p(X) :- ignore(q(X)). :- dynamic q/1.", Xs, _).
test(not, Xs == [a]) :- proof_sizes("p(a) :- not(q(2)). q(1).", Xs, _).
test(own_member, Xs == [own]) :- proof_sizes("p(X) :- member(X, []). member(own, []).", Xs, _).
test(unknown, error(existence_error(procedure, _), _)) :-
    module_of("p(X) :- undefined_predicate(X).", Module, prove(Module, p(_), _)).

test(a_dropped_branch_counts_nothing, Size == 1-1) :-
    proof_sizes("p(X) :- ( q(X), r(X) ; X = 9 ). q(X) :- s(X), \\+ t(X). s(1). t(X) :- u(X). u(5). r(7).", _, Size).
test(a_search_in_a_dropped_branch_counts_nothing, Size == 1-1) :-
    proof_sizes("p(X) :- ( s(X), \\+ t(X), r(X) ; X = 9 ). s(1). t(X) :- u(X). u(5). r(7).", _, Size).
test(a_search_counts_in_its_place, Size == 3-3) :-
    proof_sizes("p(a) :- q. q :- \\+ t(1). t(X) :- u(X). u(5).", _, Size).
test(not_in_a_search, Size == 3-4) :-
    proof_sizes("p(a) :- \\+ q. q :- not(t(1)), t(2). t(X) :- u(X). u(5).", _, Size).
test(maplist_ends_with_the_shortest_list, Xs == []) :- proof_sizes("p(x) :- maplist(q, [1, 2], [1]). q(_, _).", Xs, _).
test(maplist_over_an_open_list, Xs == [[], [1], [1, 1]]) :-
    proof_sizes("p(L) :- between(0, 2, N), length(L, N), maplist(q, L). q(1).", Xs, _).
test(maplist_counts_every_element, Size == 2-4) :- proof_sizes("p(x) :- maplist(q, [1, 2, 3]). q(X) :- X > 0.", _, Size).
test(ignore_counts_what_was_tried, Size == 2-2) :- proof_sizes("p(x) :- ignore(q(2)). q(X) :- X > 3.", _, Size).
test(ignore_in_a_search_counts_once, Size == 2-2) :- proof_sizes("p(x) :- \\+ \\+ ignore(q(2)). q(X) :- X > 3.", _, Size).
test(a_condition_in_a_search_counts_once, Size == 2-2) :-
    proof_sizes("p(x) :- \\+ \\+ ( q(2) -> true ; true ). q(X) :- X > 3.", _, Size).

references(Text, Numbers, Rest) :-
    items(Text, Items),
    with_module(Items, Module, Clauses,
        ( clear_log,
          prove(Module, p(_), Steps),
          log_tree(Tree),
          proof_references(Steps, Tree, References),
          findall(N, ( member(R-item(_, N, _, _, _), Clauses), memberchk(R, References) ), Numbers),
          findall(Atom, ( member(Atom, References), atom(Atom) ), Rest) )).

test(references, Numbers-Rest == [1, 2]-[]) :-
    references("p(a) :- \\+ q(1). q(X) :- r(X). r(2). s.", Numbers, Rest).
test(references_of_a_proof_that_is_cut_short, Numbers-Rest == [1, 2]-[incomplete]) :-
    references("p(a) :- \\+ ( between(1, 5000, X), q(X) ). q(X) :- X > 0, r(X). r(0).", Numbers, Rest).

% Only the first steps of a proof that is cut short are counted; who asks for its size asks tree_complete/1 first.
test(measure_proof, Depth-Size == 1-1) :-
    module_of("p(1) :- q. q.", Module,
              ( clear_log, prove(Module, p(_), Steps), log_tree(Tree), measure_proof(Steps, Tree, Depth, Size) )).

:- end_tests(proving).
