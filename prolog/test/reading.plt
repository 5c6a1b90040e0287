:- begin_tests(reading).
:- use_module('../reading').
:- use_module(examples).

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
test(end_of_file_at_the_end, Contents == [clause(a, true)]) :-
    contents("a. end_of_file.\n% nothing\n end_of_file. ", Contents).
test(end_of_file_before_the_end, Contents = [clause(a, true), skip(clause, _)]) :-
    contents("a. end_of_file. b. c.", Contents).
test(end_of_file_before_a_syntax_error, Contents = [clause(a, true), skip(clause, _)]) :-
    contents("a. end_of_file. b c d", Contents).
test(place_of_what_is_behind_the_end, Place == place(program, 3, 2, 2)) :-
    items("a.\nend_of_file.\n b.", [_, Item]),
    item_place(Item, Place).
test(end_of_file_in_axioms, Contents = [clause(a, true), skip(clause, _)]) :-
    items("a. end_of_file. b.", ":- [axioms].", Items),
    findall(Content, ( member(item(_, _, _, Content, _), Items), Content \== consult ), Contents).
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
test(dict_beside_empty_parentheses, Contents = [refuse(_)]) :- contents("a(_{b: 1}, c()).", Contents).
test(a_rule_by_another_neck, Contents = [refuse(_), refuse(_), refuse(_)]) :-
    contents("a => b. '?=>'(a, b). a, c => b.", Contents).
test(another_neck_in_a_head, Contents = [refuse(_), refuse(_)]) :- contents("(a => b) :- c. '|'(a, b) :- c.", Contents).
test(list, Contents = [refuse(_)]) :- contents("[a, b].", Contents).
test(system_term, Contents = [refuse(_)]) :- contents("a('$VAR'(1)).", Contents).
test(dollar_in_an_atom, Contents == [clause(a('$100'), true)]) :- contents("a('$100').", Contents).
test(consulted_otherwise, Contents == [consult, consult, consult, consult, consult]) :-
    contents(":- consult('axioms.pl'). :- [axioms]. :- ['axioms.pl']. :- consult([axioms]). :- ensure_loaded(axioms).",
             Contents).
test(consulted_beside_something_else, Contents = [refuse(_), refuse(_)]) :-
    contents(":- [axioms, '/etc/passwd']. :- consult('../axioms').", Contents).
test(libraries_that_are_there, Contents == [note, note, note, note]) :-
    contents(":- use_module(library(lists)). :- use_module(library(apply)). :- use_module(library(aggregate)).
              :- use_module(library(pairs), [pairs_keys/2]).", Contents).
test(other_libraries, Contents = [refuse(_), refuse(_)]) :-
    contents(":- use_module(library(process)). :- use_module(lists).", Contents).
test(conditional_compilation, Contents = [refuse(_), clause(a, true), refuse(_)]) :-
    contents(":- if(fail). a. :- endif.", Contents).
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
