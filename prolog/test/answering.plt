:- begin_tests(answering).
:- use_module('../answering').
:- use_module(examples).

with_text(Text, Goal, Module) :- module_of(Text, Module, Goal).

test(first, Outcome-Answer == yes-a) :-
    with_text("decide_option(user, a). decide_option(user, b).", first_answer(M, 1000, Outcome, Answer), M).
test(first_none, Outcome == no) :- with_text("decide_option(you, a).", first_answer(M, 1000, Outcome, _), M).
test(decide, Decision == option_B) :- with_text("decide_option(user, option_b).", decide(M, 1000, Decision), M).
test(decide_other, Decision == other) :- with_text("decide_option(user, c).", decide(M, 1000, Decision), M).
test(decide_limit, Decision == limit(inferences)) :-
    with_text("decide_option(user, X) :- decide_option(user, X).", decide(M, 1000, Decision), M).
test(all, Outcome-Answers == complete-[a, b]) :-
    with_text("decide_option(user, a). decide_option(user, b).", all_answers(M, 1000, Outcome, Answers), M).
test(all_until_an_error, Outcome-Answers == unknown(p/1)-[a]) :-
    with_text("decide_option(user, a). decide_option(user, X) :- p(X).", all_answers(M, 1000, Outcome, Answers), M).
test(too_many, Outcome-Count == limit(answers)-50) :-
    with_text("decide_option(user, X) :- between(1, inf, X).", all_answers(M, 100000, Outcome, Answers), M),
    length(Answers, Count).
test(choice, Option == option_A) :- choice('OPTION_a', Option).
test(no_choice, fail) :- choice("option_A", _).
test(unbound_is_no_choice, fail) :- choice(_, _).
test(other, true) :- differing_answers(option_A, option_B).
test(no_other, fail) :- differing_answers(option_A, option_A).
test(other_answers, Others == [option_A]) :- other_answers(option_B, Others).
test(opposite, Found == [option_B, 'Option_A', option_b]) :-
    findall(Other, ( member(Answer, [option_A, 'Option_B', option_a]), opposite(Answer, Other) ), Found).

:- end_tests(answering).

:- begin_tests(declared_answers).
:- use_module('../answering').
:- use_module(examples).


declared_decision(Declaration, Text, Decision) :-
    with_declaration(Declaration, module_of(Text, Module, decide(Module, 1000, Decision))).

test(domain, Relation-Answers == mirrored-[merge, send_back]) :-
    with_declaration('mirrored merge send_back', ( relation(Relation), domain(Answers) )).
test(numbers, Answers == [-1, 0, 10, inf]) :- with_declaration('equal -1 0 10 inf', domain(Answers)).
test(a_number_decides, Decision == 4) :- declared_decision('equal 1 4', "decide_option(user, X) :- X is 2 + 2.", Decision).
test(a_float_does_not, Decision == 'another answer') :- declared_decision('equal 1 4', "decide_option(user, 4.0).", Decision).
test(no_answer_is_not_the_answer_no, Decision == 'no answer') :- declared_decision('equal yes no', "decide_option(you, no).", Decision).
test(the_answer_no, Decision == no) :- declared_decision('equal yes no', "decide_option(user, no).", Decision).
test(the_answer_other, Decision == other) :- declared_decision('equal this other', "decide_option(user, other).", Decision).
test(the_case_of_letters_counts, Decision == 'another answer') :-
    declared_decision('equal option_C option_D', "decide_option(user, option_c).", Decision).
test(other_answers, Others == [3, 1]) :- with_declaration('equal 1 2 3', other_answers(2, Others)).
test(opposite, all(Other == [c, a])) :- with_declaration('equal a b c', findall(One, opposite(b, One), Others)), member(Other, Others).
test(undecided, Decision == 'no answer') :- with_declaration('equal yes no', outcome_decision(no, Decision)).
test(undecided_in_a_dilemma, Decision == no) :- outcome_decision(no, Decision).
test(dilemma, true) :- dilemma, \+ with_declaration('equal option_A option_B option_C', dilemma).
test(a_dilemma_again, Option == option_A) :- with_declaration('equal 1 2 3', true), choice(option_a, Option).
test(the_same_again, Answers == [1, 2]) :- with_declaration('equal 1 2', ( declare('equal 1 2'), domain(Answers) )).

:- end_tests(declared_answers).
