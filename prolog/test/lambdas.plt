:- begin_tests(lambdas).
:- use_module('../lambdas').
:- use_module(library(lists)).

:- use_module(examples).

clauses(Text, Clauses) :-
    items(Text, Items),
    findall(Head-Body, member(item(_, _, _, clause(Head, Body), _), Items), Clauses).

test(no_lambda, Items == Items0) :-
    items("a(X) :- X is 4 >> 1.", Items0),
    lift_lambdas(Items0, Items).
test(parameters_only) :-
    clauses("a(Xs) :- foldl([x(_, N), A, B]>>(B is A + N), Xs, 0, 6).", [a(Xs)-foldl(Name, Xs, 0, 6), Head-Body]),
    atom_concat('lambda ', _, Name),
    Head =.. [Name, x(_, N), A, B],
    Body == (B is A + N).
test(variable_of_the_clause_is_copied) :-
    clauses("a(O) :- maplist([X]>>fits(X, O), [1]).", [a(O)-maplist(Closure, [1]), Head-Body]),
    Closure =.. [Name, O1],
    O1 == O,
    Head =.. [Name, O2, X],
    Body = (copy_term(v(O3), v(Copy)), fits(Y, Z)),
    [O3, Y, Z] == [O2, X, Copy].
test(free_variable_is_shared) :-
    clauses("a(O) :- maplist({O}/[X]>>fits(X, O), [1]).", [_, Head-fits(X, O)]),
    Head =.. [_, O1, X1],
    [O1, X1] == [O, X].
test(parameter_of_the_same_name_in_two_lambdas_is_local) :-
    clauses("a :- maplist([X]>>p(X), [1]), maplist([X]>>q(X), [2]).", [_, _-p(_), _-q(_)]).
test(same_lambda_is_one_predicate) :-
    clauses("a :- maplist([X]>>p(X), [1]). b :- maplist([Y]>>p(Y), [2]).", [a-maplist(N, _), b-maplist(N, _), _-p(_)]).
test(lambda_in_a_lambda) :-
    clauses("a(L) :- maplist([X]>>maplist([Y]>>p(X, Y), [1]), L).", [_, _-maplist(_, [1]), _-(copy_term(_, _), p(_, _))]).
test(lambda_under_a_negation_and_in_a_collection) :-
    clauses("a(N) :- \\+ maplist([X]>>p(X), [1]), aggregate_all(count, maplist([X]>>q(X), [1]), N).", [_, _-p(_), _-q(_)]).
test(further_arguments_are_those_of_the_body) :-
    clauses("a :- maplist([X]>>plus(X), [1], [2], [3]).", [_, _-plus(_, _, _)]).
test(too_many_parameters_are_left) :-
    clauses("a :- maplist([X, Y]>>p(X, Y), [1]).", [_]).
test(line_is_that_of_the_clause, Lines == [2, 2]) :-
    items("b.\na :- maplist([X]>>p(X), [1]).", [_|Items]),
    findall(Line, ( member(item(_, _, Position, _, _), Items), stream_position_data(line_count, Position, Line) ), Lines).
test(number_is_unique, Numbers == [1, 2, 3]) :-
    items("a :- maplist([X]>>p(X), [1]). p(1).", Items),
    findall(Number, member(item(_, Number, _, _, _), Items), Numbers).

% SWI-Prolog's own library(yall) and the predicates that are made here have the same answers.
same(Text) :-
    term_to_atom((answer(R) :- Body), Text),
    findall(R, Body, Expected),
    string_concat(Text, ".", Program),
    module_of(Program, Module, findall(Found, Module:answer(Found), Answers)),
    Answers =@= Expected.

test(as_library_yall, forall(member(Text, [
    "answer(R) :- R = [_, _], N = 2, maplist([X, Y]>>(Y is X * N), [1, 2], R)",
    "answer(A) :- maplist([X]>>(A = X), [1, 2])",
    "answer(A) :- maplist({A}/[X]>>(A = X), [1, 1])",
    "answer(S) :- foldl([X, B, C]>>(C is B + X), [1, 2, 3], 0, S)",
    "answer(A-L) :- member(A, [1, 2]), include([X]>>(X > A), [1, 2, 3], L)",
    "answer(L) :- maplist([X, Ys]>>findall(Y, ( member(Y, [1, 2, 3]), Y > X ), Ys), [1, 2], L)",
    "answer(L) :- X = 2, include([X]>>true, [1, 2, 3], L)",
    "answer(L) :- maplist([X, Ys]>>maplist([Y, Z]>>(Z is X * Y), [1, 2], Ys), [3, 4], L)",
    "answer(S) :- aggregate_all(count, ( member(L, [[1], [2, 3]]), maplist([X]>>(X > 1), L) ), S)"
]))) :-
    same(Text).
:- end_tests(lambdas).
