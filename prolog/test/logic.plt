:- begin_tests(logic).
:- use_module('../logic').
:- use_module('../perturbation').
:- use_module(given).

read_as_logic(Text, Module, Reading, Goal) :-
    items(Text, Items),
    keyed(Items, Items, Keyed, _, _, _),
    with_logical_program(Keyed, Module, Reading, Goal).

:- meta_predicate read_as_logic(+, -, -, 0).

answers(Text, Mode, Answers) :-
    read_as_logic(Text, Module, _, solutions(Module, [Mode], 10000, complete, Solutions)),
    findall(Answer, member(Answer-_, Solutions), Found),
    sort(Found, Answers).

test(a_cut_hides_nothing, Answers == [a, b]) :-
    answers("p(a). p(b). decide_option(user, X) :- p(X), !.", strict, Answers).
test(a_cut_guards_later_clauses, Answers == [a]) :-
    answers("p(a). decide_option(user, X) :- p(X), !. decide_option(user, b).", strict, Answers).
test(marking_looks_behind_a_guard, Answers == [a, b]) :-
    answers("p(a). decide_option(user, X) :- p(X), !. decide_option(user, b).", marking, Answers).
test(the_other_clause_where_the_guard_fails, Answers == [b]) :-
    answers(":- dynamic p/1. decide_option(user, X) :- p(X), !. decide_option(user, b).", strict, Answers).
test(a_cut_in_a_branch, Answers == [a]) :-
    answers("q(1). decide_option(user, X) :- ( q(1), X = a, ! ; X = b ). decide_option(user, c).", strict, Answers).
test(a_local_cut, Answers == [a, b]) :-
    answers("p(a). p(b). decide_option(user, X) :- call(( p(X), ! ; X = c )).", strict, Answers).
test(condition, Answers == [a, b]) :-
    answers("p(a). p(b). decide_option(user, X) :- ( p(X) -> true ; X = c ).", strict, Answers).
test(else, Answers == [c]) :-
    answers(":- dynamic p/1. decide_option(user, X) :- ( p(X) -> true ; X = c ).", strict, Answers).
test(once, Answers == [a, b]) :-
    answers("p(a). p(b). decide_option(user, X) :- once(p(X)).", strict, Answers).
test(first_of_findall, Answers == [a, b]) :-
    answers("p(a). p(b). decide_option(user, X) :- findall(Y, p(Y), [X|_]).", any, Answers).
test(order_is_kept_unless_any, Answers == [a]) :-
    answers("p(a). p(b). decide_option(user, X) :- findall(Y, p(Y), [X|_]).", strict, Answers).
test(witness_of_a_tie, Answers == [a, b]) :-
    answers("p(a, 1). p(b, 1). decide_option(user, X) :- aggregate_all(max(N, Y), p(Y, N), max(_, X)).", any, Answers).
test(negation_is_strict, Answers == [a]) :-
    answers("p(x) :- q, !, fail. p(x). q. decide_option(user, a) :- \\+ p(x). decide_option(user, b) :- p(x).", strict,
            Answers).
test(a_deterministic_condition_is_one_answer, Answers == [a]) :-
    answers("n(5). decide_option(user, X) :- n(N), ( N > 3 -> X = a ; X = b ).", strict, Answers).
test(undefined_has_no_solutions, Answers == [b]) :-
    answers("decide_option(user, a) :- p(a). decide_option(user, b).", strict, Answers).

test(supports, Solutions == [a-[0, 2], a-[1, 2]]) :-
    read_as_logic("p(1). p(2). decide_option(user, a) :- p(_).", Module, _,
                  solutions(Module, [strict], 10000, complete, Solutions)).
test(base_solutions, Modes == modes([marking], [])) :-
    read_as_logic("decide_option(user, X) :- ( fail -> X = a ; X = b ).", Module, Reading,
                  base_solutions(Module, Reading, 10000, Modes, complete, _)).
test(a_guard_that_cannot_be_passed_is_kept_closed, Modes == modes([strict, marking(2)], [0])) :-
    read_as_logic("f(0) :- !. f(N) :- M is N - 1, f(M). decide_option(user, a) :- f(3), !. decide_option(user, b).", Module,
                  Reading, base_solutions(Module, Reading, 10000, Modes, complete, Solutions)),
    memberchk(b-_, Solutions).
test(guarded_from, true) :-
    items("f(0) :- !. f(N) :- g(N). g(N) :- cue(N). decide_option(user, a) :- f(3).", Items),
    keyed(Items, Items, Keyed, _, _, _),
    guarded_from([0], Keyed, [cue/1]),
    \+ guarded_from([3], Keyed, [other/1]).
test(what_is_taken_once_counts_once, Answers == [1]) :-
    answers("n(a). c(a, x). c(a, y). decide_option(user, N) :- aggregate_all(count, ( n(A), once(c(A, _)) ), N).", strict,
            Answers).
test(a_tie_below_a_collection_is_seen, Answers == [[a], [b]]) :-
    answers("p(a). p(b). decide_option(user, L) :- member(X, [1]), once(p(Y)), findall(Y, X = 1, L).", strict, Answers).
test(the_order_of_a_sum_is_no_choice, Count == 1) :-
    read_as_logic("s(1). s(2). s(3). decide_option(user, T) :- findall(S, s(S), L), sum_list(L, T).", Module, _,
                  findall(A, counter_answer(Module, any, none, 10000, found, A), As)),
    length(As, Count).
test(cut_short, Outcome == limit(inferences)) :-
    read_as_logic("f(N) :- f(N). decide_option(user, a) :- f(3).", Module, _,
                  solutions(Module, [strict], 10000, Outcome, [])).
test(proof_sets, Sets == [a-[0]]) :-
    proof_sets([a-[0], b-[1, blocked(0)]], Sets).
test(counter_answer, Answer == option_B) :-
    read_as_logic("p(option_A). p(option_B). decide_option(user, X) :- p(X), !.", Module, _,
                  counter_answer(Module, strict, option_A, 10000, found, Answer)).
test(no_counter_answer, Outcome == none) :-
    read_as_logic("p(option_A). p('Option_A'). decide_option(user, X) :- p(X), !.", Module, _,
                  counter_answer(Module, strict, option_A, 10000, Outcome, _)).

unsafe(Text, Unsafe) :-
    unsafe_clauses(_),
    read_as_logic(Text, Module, _, counter_answer(Module, strict, option_A, 10000, _, _)),
    unsafe_clauses(Unsafe).

test(unsafe_negation, Unsafe == [1]) :-
    unsafe("p(option_A). decide_option(user, X) :- \\+ q(X), p(X).", Unsafe).
test(safe_negation, Unsafe == []) :-
    unsafe("p(option_A). decide_option(user, X) :- p(X), \\+ q(X, _).", Unsafe).
test(a_name_used_in_two_negations_is_not_shared, Unsafe == []) :-
    unsafe("p(option_A). decide_option(user, X) :- p(X), \\+ q(X, D), \\+ r(X, D).", Unsafe).
test(unsafe_forall, Unsafe == [1]) :-
    unsafe("n(1). decide_option(user, X) :- forall(n(N), q(X, N)), X = option_A. q(_, _).", Unsafe).
test(unsafe_inequality, Unsafe == [0]) :-
    unsafe("decide_option(user, X) :- X \\== Y, Y = 1, X = option_A.", Unsafe).

test(undefined_calls, Indicators == [q/1]) :-
    undefined_calls(_),
    read_as_logic("p(1). decide_option(user, a) :- p(_), !. decide_option(user, b) :- q(1). r :- s(1).", Module, Reading,
                  base_solutions(Module, Reading, 10000, modes([marking], []), complete, _)),
    undefined_calls(Indicators).

test(committing, Found == [yes, yes, no]) :-
    findall(Answer,
            ( member(Text, ["a :- b, !.", "a :- \\+ ( b -> c ; d ).", "a :- b ; c."]),
              items(Text, Items), ( committing(Items) -> Answer = yes ; Answer = no ) ),
            Found).
test(collecting, Found == [yes, yes, no]) :-
    findall(Answer,
            ( member(Text, ["a :- findall(X, b(X), _).", "a :- aggregate_all(max(X, Y), b(X, Y), _).",
                            "a :- aggregate_all(count, b, _)."]),
              items(Text, Items), ( collecting(Items) -> Answer = yes ; Answer = no ) ),
            Found).
test(editable, Found == [yes, no, yes]) :-
    findall(Answer,
            ( member(Content, [clause(a, true), clause(b, true), none]),
              ( editable(reading([b/0], true), Content) -> Answer = yes ; Answer = no ) ),
            Found).
test(replace_clause, Answers == [a, c, d]) :-
    read_as_logic("p(a). p(b). decide_option(user, X) :- p(X).", Module, Reading,
                  ( replace_clause(Module, Reading, 1, clause(p(b), true), many([clause(p(c), true), clause(p(d), true)])),
                    solutions(Module, [strict], 10000, complete, Solutions) )),
    findall(Answer, member(Answer-_, Solutions), Answers).

:- end_tests(logic).
