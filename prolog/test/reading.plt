:- begin_tests(reading).
:- use_module('../reading').
:- use_module(given).

contents(Text, Contents) :-
    items(Text, Items),
    findall(Content, member(item(_, _, _, Content, _), Items), Contents).

test(clauses, Contents =@= [clause(a(1), true), clause(b(X), a(X))]) :-
    contents("a(1). b(X) :- a(X).", Contents).
test(names, Names == ['X'=Variable]) :-
    items("b(X, _) :- a(X).", [item(_, _, _, clause(b(Variable, _), _), Names)]).
test(places, Places == [place(program, 1, 1, 1), place(program, 3, 3, 2)]) :-
    items("a.\n\n  b.", Items),
    maplist(item_place, Items, Places).
test(syntax_error_is_skipped, Contents = [clause(a, true), skip(syntax, _), clause(c, true)]) :-
    contents("a.\nb b b.\nc.", Contents).
test(place_of_a_syntax_error, Place == place(program, 2, 3, 2)) :-
    items("a.\nb b b.\nc.", [_, Item, _]),
    item_place(Item, Place).
test(end_of_file_ends, Contents == [clause(a, true)]) :-
    contents("a. end_of_file. b.", Contents).
test(consult, Contents == [consult]) :- contents(":- consult('axioms').", Contents).
test(declarations, Contents == [declare([a/1, b/2]), declare([c/0, d/0])]) :-
    contents(":- discontiguous a/1, b/2. :- dynamic([c/0, d/0]).", Contents).
test(foreign_declaration, Contents = [refuse(_)]) :- contents(":- dynamic(user:a/1).", Contents).
test(directive, Contents == [refuse("the directive shell/1 is not allowed")]) :- contents(":- shell(ls).", Contents).
test(variable_directive, Contents = [refuse(_)]) :- contents(":- X.", Contents).
test(query, Contents = [refuse(_)]) :- contents("?- a.", Contents).
test(grammar_rule, Contents = [refuse(_)]) :- contents("a --> b.", Contents).
test(module_head, Contents = [refuse(_)]) :- contents("user:a.", Contents).
test(module_rule, Contents = [refuse(_)]) :- contents("user:a(X) :- b(X).", Contents).
test(dict, Contents = [refuse(_)]) :- contents("a(_{b: 1}).", Contents).
test(spaced_dict, Contents = [refuse(_)]) :- contents("a(_{ b: 1 }).", Contents).
test(dict_call, Contents = [skip(clause, _)]) :- contents("a(oauth_2.0).", Contents).
test(number, Contents = [skip(clause, _)]) :- contents("1.", Contents).
test(variable, Contents = [skip(clause, _)]) :- contents("X.", Contents).
test(empty_parentheses, Contents == [clause(a, (b, \+ c))]) :- contents("a() :- b(), \\+ c().", Contents).
test(read_plain, Items =@= [item(program, 0, none, clause(a(1), true), []), item(program, 0, none, consult, [])]) :-
    read_plain(program, "a(1). :- consult(axioms).", Items).
test(read_plain_stops_at_a_syntax_error, fail) :- read_plain(program, "a b c.", _).
test(read_plain_reads_as_read_text, Plain =@= Contents) :-
    Text = "a(X, \"text\", 'B c') :- b(X) -> c ; \\+ d. :- discontiguous a/1. e --> f. 1.",
    contents(Text, Contents),
    read_plain(program, Text, Items),
    findall(Content, member(item(_, _, _, Content, _), Items), Plain).
test(nothing, Contents == []) :- contents("  % nothing\n", Contents).
test(axioms_come_where_they_are_consulted, Contents == [clause(a, true), clause(x, true), clause(b, true)]) :-
    items("x.", "a. :- consult('axioms'). b.", Items),
    findall(Content, member(item(_, _, _, Content, _), Items), Contents).
test(no_consult_no_axioms, Contents == [clause(a, true)]) :-
    items("x.", "a.", Items),
    findall(Content, member(item(_, _, _, Content, _), Items), Contents).

test(brace_for_a_missing_dot, Content = refuse(_)) :-
    read_text(program, "p(_{a: 1}).\nq(b)", [item(_, _, _, Content, _)|_]).
:- end_tests(reading).
