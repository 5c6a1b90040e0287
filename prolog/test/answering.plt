:- begin_tests(answering).
:- use_module('../answering').
:- use_module(given).

asked(Text, Goal, Module) :- module_of(Text, Module, Goal).

test(first, Outcome-Answer == yes-a) :-
    asked("decide_option(user, a). decide_option(user, b).", first_answer(M, 1000, Outcome, Answer), M).
test(first_none, Outcome == no) :- asked("decide_option(you, a).", first_answer(M, 1000, Outcome, _), M).
test(decide, Decision == option_B) :- asked("decide_option(user, option_b).", decide(M, 1000, Decision), M).
test(decide_other, Decision == other) :- asked("decide_option(user, c).", decide(M, 1000, Decision), M).
test(decide_limit, Decision == limit(inferences)) :-
    asked("decide_option(user, X) :- decide_option(user, X).", decide(M, 1000, Decision), M).
test(all, Outcome-Answers == complete-[a, b]) :-
    asked("decide_option(user, a). decide_option(user, b).", all_answers(M, 1000, Outcome, Answers), M).
test(all_until_an_error, Outcome-Answers == unknown(p/1)-[a]) :-
    asked("decide_option(user, a). decide_option(user, X) :- p(X).", all_answers(M, 1000, Outcome, Answers), M).
test(too_many, Outcome-Count == limit(answers)-50) :-
    asked("decide_option(user, X) :- between(1, inf, X).", all_answers(M, 100000, Outcome, Answers), M),
    length(Answers, Count).
test(choice, Option == option_A) :- choice('OPTION_a', Option).
test(no_choice, fail) :- choice("option_A", _).
test(unbound_is_no_choice, fail) :- choice(_, _).
test(other, all(A-B == [option_A-option_B, option_B-option_A])) :- other(A, B).
test(opposite, Found == [option_B, 'Option_A', option_b]) :-
    findall(Other, ( member(Answer, [option_A, 'Option_B', option_a]), opposite(Answer, Other) ), Found).

:- end_tests(answering).

:- begin_tests(reply).
:- use_module('../reply').
:- use_module(given).

test(json, Text == '{"a":[1,null,"x"],"b":{}}') :-
    json_text(object([ a=list([1, null, text(x)]), b=object([]) ]), Text).
test(escapes, Text == '"\\"\\\\\\u000a"') :- json_text(text("\"\\\n"), Text).
test(variables, Text == "f(A, _, A)") :- term_text(f(X, _, X), Text).
test(quotes, Text == "f('A b')") :- term_text(f('A b'), Text).
test(no_side_effect, true) :- T = f(X), term_text(T, _), var(X).
test(cyclic, Text == "a cyclic term") :- X = f(X), term_text(X, Text).
test(large, true) :- numlist(1, 5000, L), term_text(L, Text), string_length(Text, N), N < 100.
test(clause_keeps_names, Text == "a(X, Y):-b(X), c(Y)") :- items("a(X, Y) :- b(X), c(Y).", [Item]), clause_text(Item, Text).
test(clause_text_of_a_variable_without_a_name, Text == "a(X, _):-b(X, _)") :-
    items("a(X, _) :- b(X, _).", [Item]),
    clause_text(Item, Text).
test(apart, Text == '{"a":\n[1]\n,"b":2}') :- json_text(object([ a=apart(list([1])), b=2 ]), Text).
test(a_line_end_in_a_text_is_escaped, true(\+ sub_atom(Text, _, _, _, '\n'))) :- json_text(text("a\nb"), Text).
test(node_text, Text == '{"kind":"rule","goal":"p(\\"a\\")","succeeded":true,"place":{"source":"axioms","line":2,"clause":1},"nth":1,"bindings":{"X":"1"},"children":[{"kind":"builtin","goal":"true","succeeded":false}]}') :-
    json_text(node(rule, "p(\"a\")", true, place(axioms, 2, 1), [nth=1], ['X'=text("1")],
                   [node(builtin, "true", false, null, [], [], [])]), Text).

:- end_tests(reply).
