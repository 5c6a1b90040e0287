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

:- end_tests(reply).

:- begin_tests(verdicts).
:- use_module('../verdicts').
:- use_module('../reply').
:- use_module('../rendering').
:- use_module('../building').
:- use_module('../counting').
:- use_module('../proving').
:- use_module('../searching').
:- use_module(given).

told(Text, Level, Json) :-
    items(Text, Items),
    with_program(Items, settings(10000, Level), Program, verdict_json(Program, Json)).

test(refused, Json = list([list([_])])) :- told("a :- halt.", strict, Json).
test(paper_says_nothing_of_all_answers, [Search, Answers, Proof] == [text(not_run), list([]), null]) :-
    told("decide_option(user, maybe).", paper, list([_, _, _, _, _, _, _, _, _, Search, _, Answers, Proof])).
test(counted, Counts == counts(Inferences, Steps)) :-
    module_of("p(1). decide_option(user, option_A) :- p(_).", M,
              ( count(M, Inferences, Steps), counted(M, 1000, Counts) )).
test(counted_until_a_limit, Counts == counts(null, null)) :-
    module_of("decide_option(user, X) :- between(1, inf, X), X > 900.", M, counted(M, 100, Counts)).
test(frequent_verdict_is_written_at_once, Json == "[[],\"yes\",\"\",\"option_A\",\"option_A\",-1,2,0,0,\"not_run\",\"\",[],null]") :-
    told("decide_option(user, option_A).", paper, Json).
test(strict, [Search, Answers] == [text(complete), list([text("option_A")])]) :-
    told("decide_option(user, option_A).", strict, list([_, _, _, _, _, _, _, _, _, Search, _, Answers, _])).
test(hidden_definition_is_found_out, Json = list([list([_, _])])) :-
    told("forall(_, _) :- 1. decide_option(user, option_A) :- forall(halt, true).", strict, Json).
test(decided, Option == option_A) :-
    items("decide_option(user, option_a).", Items),
    with_program(Items, settings(1000, paper), Program, decided(Program, Option)).
test(words, Word-Detail == limit-"time") :- outcome_words(limit(time), Word, Detail).
test(answers, Texts == [text("a"), text("_")]) :- answers_json([a, _], Texts).
test(node_text, Text == '{"kind":"rule","goal":"p(\\"a\\")","succeeded":true,"place":{"source":"axioms","line":2,"clause":1},"nth":1,"bindings":{"X":"1"},"children":[{"kind":"builtin","goal":"true","succeeded":false}]}') :-
    json_text(node(rule, "p(\"a\")", true, place(axioms, 2, 1), [nth=1], ['X'=text("1")],
                   [node(builtin, "true", false, null, [], [], [])]), Text).
test(proof_json, Json = list([node(fact, "p(1)", true, place(program, 1, 1), [], [], [])])) :-
    items("p(1).", Items),
    with_module(Items, Module, Clauses,
        ( clear_log, prove(Module, p(_), Steps), log_tree(Tree), proof_json(Steps, Tree, Clauses, Json) )).

:- end_tests(verdicts).
