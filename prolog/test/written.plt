:- begin_tests(written).
:- use_module('../written').
:- use_module('../building').
:- use_module(examples).

% How the goal of a clause is written if its head was called as Head.
written_as(Text, Head, Goal, Written, Bindings) :-
    items(Text, [Item]),
    goal_as_written(Item, Head-none, Goal, Written, Bindings).

test(builtin, Written-Bindings == "Time =< 2"-['Time'=text("2")]) :-
    written_as("cheap(O) :- takes(O, Time), Time =< 2.", cheap(a), 2 =< 2, Written, Bindings).
test(only_the_goals_own_variables, Bindings == ['X'=text("1")]) :-
    written_as("p(X, Y) :- X > 0, q(Y).", p(1, 2), 1 > 0, _, Bindings).
test(two_goals_that_fit_are_not_written, fail) :- written_as("p :- q(X), q(Y), X < 3, Y < 3.", p, 1 < 3, _, _).
test(the_use_of_the_clause_shows_which_goal, Written == "Y < 3") :-
    items("p :- q(X), q(Y), X < 3, Y < 3.", [Item]),
    goal_as_written(Item, p-( q(1), q(2), 1 < 3, 2 < 3 ), 2 < 3, Written, _).
test(a_goal_without_variables_is_not_written, fail) :- written_as("p(_) :- 1 < 2.", p(1), 1 < 2, _, _).
test(a_condition, Written == "if(X>1)") :- written_as("p(X) :- ( X > 1 -> true ; fail ).", p(2), if(2 > 1), Written, _).
test(a_case, Bindings == ['Y'=text("b")]) :-
    written_as("p(X) :- forall(q(X, Y), r(Y)).", p(a), case(q(a, b)), _, Bindings).
test(nothing_of_the_clause_is_bound, Names == ["X"]) :-
    items("p(X) :- X > 0.", [Item]),
    goal_as_written(Item, p(1)-none, 1 > 0, _, _),
    Item = item(_, _, _, _, Bound),
    findall(Text, ( member(Name=Value, Bound), var(Value), atom_string(Name, Text) ), Names).
test(standing, Found == [1-2, 2-2]) :-
    items("p(1) :- q. s. p(2) :- r. q.", Items),
    with_module(Items, _, Clauses,
                findall(N-Count, ( member(Reference-_, Clauses), clause_position(Reference, Clauses, N, Count) ), Found)).
test(branch, Nth-Count == 2-3) :- branch_taken(( a(1) ; b(1), c(2) ; d ), [b(1), c(2)], Nth, Count).
test(a_goal_of_two_branches_identifies_none, fail) :- branch_taken(( a(1) ; a(1) ), [a(1)], _, _).
test(a_condition_is_no_branch, fail) :- branch_taken(( a -> b ; c ), [b], _, _).

test(misfits, [A, B, Misfits] == ["b, c", "p(A, A)", [2=text(A), 3=text(B)]]) :-
    items("p(_, _) :- q. p(b, c). p(X, X).", Items),
    with_module(Items, _, Clauses, misfits(p(d, e), Clauses, Misfits)),
    Misfits = [_=text(A), _=text(B)].
test(misfits_of_many, Misfits == []) :-
    findall(Reference-item(program, 1, none, clause(p(Reference), true), []), between(1, 11, Reference), Clauses),
    misfits(p(none), Clauses, Misfits).

:- end_tests(written).
