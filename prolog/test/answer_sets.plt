:- begin_tests(answer_sets).
:- use_module('../answer_sets').
:- use_module(library(lists)).
:- use_module(examples).

text(Program, Text) :-
    items(Program, Items),
    answer_set(Items, translated(Text, _, _, _)).
message(Program, Message, Line) :-
    items(Program, Items),
    answer_set(Items, reasons([reason(untranslatable, Message, Item)|_])),
    Item = item(_, _, Position, _, _),
    stream_position_data(line_count, Position, Line).
test(facts_and_a_join, Text == "#show answer/1.\n#show doubt/1.\nanswer(X) :- p0(c1,X).\np1(c0).\np2(c0).\np0(c1,V0) :- p1(V0), p2(V0).\n") :-
    text("q(a). p(a). decide_option(user, X) :- q(X), p(X).", Text).
test(a_name_of_the_program_does_not_come_into_the_text, fail) :-
    text("q('#script(lua)'). decide_option(user, X) :- q(X).", Text),
    sub_string(Text, _, _, _, "script").
test(a_test_before_its_variables_are_bound_waits, [true(Message == "a test comes before a goal that binds its variables")]) :-
    items("r(a). q(a). q(b). decide_option(user, X) :- \\+ r(X), q(X).", Items),
    answer_set(Items, translated(_, _, _, [reason(note, Message, _)])).
test(a_negation_without_any_binding, Line-Message == 2-"(\\+)/1 reads a variable that no goal of the clause binds") :-
    message("r(a).\ndecide_option(user, X) :- \\+ r(X).", Message, Line).
test(negation_of_itself, Line-Message == 2-"a predicate depends on its own negation") :-
    message("q(a).\np(X) :- q(X), \\+ p(X).\ndecide_option(user, X) :- p(X).", Message, Line).
test(endless_numbers, Line-Message == 2-"recursion makes new numbers or terms, maybe without end") :-
    message("n(1).\nn(X) :- n(Y), X is Y + 1.\ndecide_option(user, X) :- n(X).", Message, Line).
test(endless_demand, Message == "recursion asks for new numbers or terms, maybe without end") :-
    message("c(N) :- N > 9. c(N) :- M is N + 1, c(M).\ndecide_option(user, option_A) :- c(1).", Message, _).
test(recursion_down_a_list, [nondet]) :-
    text("t([], 0). t([X|Xs], N) :- t(Xs, M), N is M + X. decide_option(user, option_A) :- t([1, 2], 3).", _).
test(cut_below_a_disjunction, [nondet]) :-
    text("q(a). decide_option(user, X) :- ( q(X), ! ; X = b ).", Text),
    sub_string(Text, _, _, _, "not p").
test(cut_with_a_partly_bound_argument, Message == "q/1 has a cut and is called with a partly bound argument") :-
    message("q(f(a, x)) :- !. q(f(b, y)). decide_option(user, X) :- q(f(_, X)).", Message, _).
test(a_variable_in_a_fact, Message == "a variable of the clause is never bound") :-
    message("q(_). decide_option(user, X) :- q(X).", Message, _).
test(a_number_that_does_not_fit, Message == "3000000000 may exceed 32 bits") :-
    message("decide_option(user, option_A) :- 3000000000 > 2.", Message, _).
test(a_refused_program, Kind == whitelist) :-
    items("decide_option(user, X) :- halt, X = a.", Items),
    answer_set(Items, reasons([reason(Kind, _, _)])).
test(a_name_of_ours, Kind == whitelist) :-
    items("'$once'(a, b). decide_option(user, option_A) :- '$once'(a, b).", Items),
    answer_set(Items, reasons([reason(Kind, _, _)|_])).
test(as_json, Keys == [text, options, doubts, notes]) :-
    items("decide_option(user, option_A).", Items),
    answer_set_json(Items, object(Pairs)),
    findall(Key, member(Key=_, Pairs), Keys).

:- end_tests(answer_sets).
