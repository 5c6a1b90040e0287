:- begin_tests(renaming).
:- use_module(library(assoc), [list_to_assoc/2]).
:- use_module('../renaming').
:- use_module('../answering').
:- use_module('../building').
:- use_module(examples).

renamed_result(Text, Result) :-
    items(Text, Items),
    with_module(Items, Module, _, decide(Module, 10000, Decision)),
    renamed_decisions(Items, Decision, 10000, _, Result).

test(replaced_content, New =@= clause(p(b, 2), (q(b), X > 2, a))) :-
    list_to_assoc([a-b, 1-2], Map),
    replace_data(clause(p(a, 1), (q(a), X > 1, a)), Map, New).
test(replaced_fact, New == a(b)) :- list_to_assoc([a-b], Map), replace_data(a(a), Map, New).
test(the_alphabet_decides, Result = changed(reversed, option_B)) :-
    renamed_result("p(option_A, a). p(option_B, b). decide_option(user, X) :- p(X, N), \\+ ( p(_, M), M @< N ).", Result).
test(the_middle_name_decides, Result = changed(_, option_B)) :-
    renamed_result("p(a, option_B). p(b, option_A). p(c, option_B).
                    decide_option(user, X) :- setof(N, Y^p(N, Y), [_, M, _]), p(M, X).", Result).
test(the_options_names_decide, Result = changed(_, option_B)) :-
    renamed_result("p(option_B). p(option_A). decide_option(user, X) :- findall(Y, p(Y), L), msort(L, [X|_]).", Result).
test(no_goal_sees_names, Result == free) :-
    renamed_result("p(option_A, a). decide_option(user, X) :- p(X, N), N == a.", Result).
test(names_that_do_not_decide, Result == same) :-
    renamed_result("p(z). p(a). decide_option(user, option_A) :- findall(X, p(X), L), msort(L, S), length(S, 2).", Result).

test(renamed, Heads == [p(n00002, n00001, user, 3, [])]) :-
    items("p(alpha, beta, user, 3, []).", Items),
    rename_items(Items, reversed, Renamed, _),
    findall(Head, member(item(_, _, _, clause(Head, _), _), Renamed), Heads).
test(strings_and_functors, [A, B] == ["n00003", f]) :-
    items("p(\"alpha\", beta(x)).", Items),
    rename_items(Items, reversed, [item(_, _, _, clause(p(A0, B0), _), _)], _),
    ( string(A0) -> A = A0 ; A = none ),
    ( functor(B0, beta, 1) -> B = beta ; B = f ).
test(closures_stay, Name == good) :-
    items("p :- include(good(x), [good, bad], _).", Items),
    rename_items(Items, reversed, [item(_, _, _, clause(_, include(Closure, _, _)), _)], _),
    functor(Closure, Name, 1).

test(dated, Dates == ['2024-03-01', "09:30", '2024-03-01T09:30']) :-
    findall(Name, ( member(Name, ['2024-03-01', "09:30", '2024-03-01T09:30', '9:30', '31-12-2024', late, '2024', 'a-b']),
                    date_or_time(Name) ), Dates).
test(a_name_that_arithmetic_knows_is_data, Names == [max-n]) :-
    renamed_names("p(max). q(X) :- p(X).", Names).
test(a_name_that_a_rule_calculates_with_is_kept, Names == []) :-
    renamed_names("p(2). q(Y) :- p(X), Y is max(X, pi).", Names).

renamed_names(Text, Names) :-
    items(Text, Items),
    rename_items(Items, reversed, _, Found),
    findall(Name-n, member(Name-_, Found), Names).

:- end_tests(renaming).
