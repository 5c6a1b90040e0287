:- begin_tests(reply).
:- use_module('../reply').
:- use_module(examples).

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
