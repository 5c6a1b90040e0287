:- begin_tests(idleness).
:- use_module('../idleness').
:- use_module('../verdicts').
:- use_module(examples).

% Depth and size of the proof, and those that are needed, with these rules of best/1.
needed_measures(Rules, Depth-Size, Needed) :-
    items(Rules,
          ":- consult('axioms'). tested(option_A). written(option_A). wish(option_B). decide_option(user, X) :- best(X).",
          Items),
    with_program(Items, settings(100000, strict), Program,
                 ( Program = program(_, _, _, _, run(_, _, _, proof(Depth, Size, _, _, _), _, _)),
                   needed_steps(Program, none, 100000, Needed) )).

test(nothing_is_idle, Needed == needed(3, 3)) :-
    needed_measures("best(X) :- good(X), written(X). good(X) :- tested(X), wish(_).", 3-3, Needed).
test(a_countdown, Needed == needed(2, 2)) :-
    needed_measures("best(X) :- tested(X), count(5). count(0). count(N) :- N > 0, M is N - 1, count(M).", 7-7, Needed).
test(rules_that_rename, Needed == needed(2, 2)) :-
    needed_measures("best(X) :- fine(X). fine(X) :- nice(X). nice(X) :- tested(X), written(X).", 4-4, Needed).
test(a_tautology, Needed == needed(2, 2)) :-
    needed_measures("best(X) :- sane(X), tested(X), written(X). sane(X) :- X == X, 1 < 2.", 3-3, Needed).
test(the_same_goal_twice, Needed == needed(3, 3)) :-
    needed_measures("best(X) :- good(X), good(X), wish(_). good(X) :- tested(X), written(X).", 3-4, Needed).
test(a_goal_that_gives_a_value, Needed == needed(3, 3)) :-
    needed_measures("best(X) :- score(X, N), N > 1. score(X, N) :- tested(X), N is 1 + 1.", 3-3, Needed).
test(no_proof, Needed == none) :-
    items("decide_option(user, option_A) :- fail.", Items),
    with_program(Items, settings(1000, strict), Program, needed_steps(Program, none, 1000, Needed)).

:- end_tests(idleness).
