:- begin_tests(searching).
:- use_module('../searching').
:- use_module(examples).

% The entries of a search for all answers of p(_), as Kind-Goal.
entries(Text, Entries) :-
    module_of(Text, Module,
              ( clear_log,
                new_root(Root),
                forall(search_goal(Module, Root, p(_)), true),
                log_size(Size),
                log_tree(Tree),
                findall(Kind-Goal, ( between(2, Size, Id), log_entry(Tree, Id, Kind, Goal, _) ), Entries) )).

test(search_goal, Entries =@= [goal-p(_), try-p(_), goal-q(_), fact-q(1), solution-p(1)]) :-
    entries("p(X) :- q(X). q(1).", Entries).
test(the_answers_are_native, Answers == [1, 2]) :-
    module_of("p(1). p(2).", Module, ( clear_log, findall(X, search_goal(Module, 0, p(X)), Answers) )).
test(prove, Steps = [rule(p(1), _, q(1), [fact(q(1), _)])]) :-
    module_of("p(X) :- q(X). q(1).", Module, ( clear_log, prove(Module, p(_), Steps) )).
test(a_proof_logs_nothing_but_searches, Size == 2) :-
    module_of("p(1) :- q, \\+ r. q. :- dynamic r/0.", Module,
              ( clear_log, prove(Module, p(_), _), log_size(Size) )).
test(a_search_survives_failure, Goals == [p(1), q(1)]) :-
    module_of("p(X) :- q(X). q(2).", Module,
              ( clear_log, new_root(Root), \+ search_goal(Module, Root, p(1)), logged_goals(Goals) )).
test(cases, Cases == [q(1)-1, q(2)-0]) :-
    module_of("p(1) :- forall(q(X), r(X)). q(1). q(2). q(3). r(1).", Module,
              ( clear_log, \+ prove(Module, p(_), _),
                log_tree(Tree),
                log_children(Tree, 1, Ids),
                findall(Case-Passed,
                        ( member(Id, Ids), log_entry(Tree, Id, control(case), Case, _), log_children(Tree, Id, Below),
                          aggregate_all(count, ( member(B, Below), log_entry(Tree, B, solution, _, _) ), Passed) ),
                        Cases) )).
test(goals_of_a_construct_are_followed, Names == [p, q, r, q]) :-
    module_of("p(L) :- findall(X, q(X), M), foldl(r, M, 0, L). q(1). r(_, _, _) :- q(_).", Module,
              ( clear_log, forall(search_goal(Module, 0, p(_)), true), logged_goals(Goals) )),
    findall(Name, ( member(Goal, Goals), functor(Goal, Name, _) ), Names).
test(closures_of_a_construct_are_followed, Names == [p, q, q]) :-
    module_of("p(L) :- include(q, [1, 2], L). q(1).", Module,
              ( clear_log, forall(search_goal(Module, 0, p(_)), true), logged_goals(Goals) )),
    findall(Name, ( member(Goal, Goals), functor(Goal, Name, _) ), Names).
test(inner_goals_of_setof_are_followed, Names == [p, q]) :-
    module_of("p(L) :- setof(X, Y^q(X, Y), L). q(1, 2).", Module,
              ( clear_log, forall(search_goal(Module, 0, p(_)), true), logged_goals(Goals) )),
    findall(Name, ( member(Goal, Goals), functor(Goal, Name, _) ), Names).
test(an_own_predicate_hides_a_library, Entries =@= [goal-p(_), try-p(_), goal-member(_, []), fact-member(own, []),
                                                    solution-p(own)]) :-
    entries("p(X) :- member(X, []). member(own, []).", Entries).

:- end_tests(searching).
