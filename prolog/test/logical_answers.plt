:- begin_tests(logical_answers).
:- use_module('../logical_answers').
:- use_module('../numbering').
:- use_module(examples).

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
    number_clauses(Items, Items, Keyed, _, _, _),
    guarded_from([0], Keyed, [cue/1]),
    \+ guarded_from([3], Keyed, [other/1]).

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

:- end_tests(logical_answers).
