:- begin_tests(log, [cleanup(garbage_collect)]).  % 40 MB, which later tests need
:- use_module('../log').

% Count entries below a root, with Goal.
fill_log(Count, Goal) :-
    clear_log,
    new_root(Root),
    forall(between(2, Count, _), add_entry(Root, builtin, Goal, -, _)).

test(new_root, Root-Next == 1-2) :- clear_log, new_root(Root), new_root(Next).
test(add_entry, Kind-Goal-Reference == fact-p(1)-r) :-
    clear_log,
    add_entry(0, fact, p(1), r, Id),
    log_tree(Tree),
    log_entry(Tree, Id, Kind, Goal, Reference).
test(later_bindings_do_not_reach_the_log, Goal =@= p(_)) :-
    clear_log,
    add_entry(0, goal, p(X), -, Id),
    X = 1,
    log_tree(Tree),
    log_entry(Tree, Id, goal, Goal, -).
test(backtracking_takes_nothing_back, Size == 3) :-
    clear_log,
    \+ ( new_root(_), new_root(_), new_root(_), fail ),
    log_size(Size).
test(log_children, Ids-None == [2, 4]-[]) :-
    clear_log,
    new_root(Root),
    add_entry(Root, goal, a, -, A),
    add_entry(A, goal, b, -, B),
    add_entry(Root, goal, c, -, _),
    log_tree(Tree),
    log_children(Tree, Root, Ids),
    log_children(Tree, B, None).
test(entries_keep_their_place_while_the_log_grows, Goals == [root-(-), builtin-p(249), builtin-p(250), builtin-p(4001)]) :-
    clear_log,
    new_root(Root),
    forall(between(2, 4001, N), add_entry(Root, builtin, p(N), -, N)),
    log_tree(Tree),
    findall(Kind-Goal, ( member(Id, [1, 249, 250, 4001]), log_entry(Tree, Id, Kind, Goal, _) ), Goals).
test(logged_goals, Goals == [a, c]) :-
    clear_log,
    add_entry(0, goal, a, -, _), add_entry(0, builtin, b, -, _), add_entry(0, goal, c, -, _),
    logged_goals(Goals).
test(log_full, Size == 8001) :- fill_log(8001, p), log_full, log_size(Size).
test(log_full_not_yet, fail) :- fill_log(8000, p), log_full.
test(log_full_of_large_goals) :- numlist(1, 10000, List), fill_log(100, p(List)), log_full.
test(what_was_not_kept_leaves_no_gap, Found == [1, 2]) :-
    numlist(1, 800000, Large),
    clear_log,
    new_root(_), new_root(_),
    add_entry(1, builtin, p(Large), -, _),
    add_entry(1, builtin, small, -, _),
    log_tree(Tree),
    findall(Id, ( between(1, 4, Id), log_entry(Tree, Id, _, _, _) ), Found).
test(clear_log, Goals-Size == []-0) :- fill_log(8001, p), clear_log, logged_goals(Goals), log_size(Size), \+ log_full.
test(tree_complete) :- fill_log(8000, p), log_tree(Tree), tree_complete(Tree).
test(tree_complete_not, fail) :- fill_log(8001, p), log_tree(Tree), tree_complete(Tree).
test(a_tree_stays_when_the_log_is_cleared, Goal-Ids == p-[2]) :-
    fill_log(2, p),
    log_tree(Tree),
    fill_log(300, q),
    log_entry(Tree, 2, _, Goal, _),
    log_children(Tree, 1, Ids).
test(nothing_is_left_for_the_next_request, Size == 0) :- fill_log(300, p), forall(probe_limits:forget, true), log_size(Size).

:- end_tests(log).
