:- begin_tests(replacements).
:- use_module('../replacements').
:- use_module(library(lists)).
:- use_module('../flow').
:- use_module('../answering', [declare/1]).
:- use_module(examples).

values_of(Text, Position, Path, Terms) :-
    values_of(Text, Position, Path, Terms, _).

values_of(Text, Position, Path, Terms, Kinds) :-
    items(Text, Items),
    Items = [Cue|Facts],
    Cue = item(_, _, _, clause(Head, true), _),
    flow(Items, [Cue], Flow),
    Path = [1, N|_],
    arg(N, Head, Value),
    replacement_values(Value, Path, Position, case([Cue], Facts), Flow, Values, _),
    findall(Term, member(value(Term, _), Values), Terms),
    findall(Kind, ( member(value(_, Found), Values), member(Kind, Found) ), Kinds).

test(values_of_an_option, Values == [option_B, something_fresh]) :-
    values_of("p(option_A).", (p/1)-1, [1, 1], Values).
test(an_answer_where_answers_are_read, Values == [option_A, option_B, something_fresh]) :-
    values_of("p(elsewhere). c(X) :- t(X), \\+ p(X). t(option_A).", (p/1)-1, [1, 1], Values0),
    sort(Values0, Values).
test(a_number_in_place_of_a_word) :-
    values_of("p(some). c :- p(N), number(N), N > 10.", (p/1)-1, [1, 1], Values),
    memberchk(11, Values).
test(names_of_other_lengths) :-
    values_of("p(some). c :- p(N), atom_length(N, L), L > 10.", (p/1)-1, [1, 1], Values),
    forall(member(Length, [1, 10, 11, 200]), ( member(Value, Values), atom(Value), atom_length(Value, Length) )).
test(a_string_of_another_length) :-
    values_of("p(\"some\"). c :- p(N), string_length(N, L), L > 40.", (p/1)-1, [1, 1], Values),
    member(Value, Values), string(Value), string_length(Value, 41), !.
test(the_sum_of_three_numbers) :-
    values_of("p(5). q(113). q(229). q(71). c :- p(X), q(X).", (p/1)-1, [1, 1], Values),
    memberchk(413, Values).
test(a_constant_of_a_rule, Values-Kinds == [something_fresh, guru]-[guru]) :-
    values_of("p(lead). c :- p(guru).", (p/1)-1, [1, 1], Values, Kinds).
test(a_constant_of_the_case, Values-Kinds == [something_fresh, lab]-[]) :-
    values_of("p(lead). q(lab). c :- p(X), q(X).", (p/1)-1, [1, 1], Values, Kinds).
test(a_constant_of_both_is_a_kind, Values-Kinds == [something_fresh, lab]-[lab]) :-
    values_of("p(lead). q(lab). c :- p(X), q(X), X == lab.", (p/1)-1, [1, 1], Values, Kinds).
test(what_the_case_says_in_the_same_place_is_a_kind, Values-Kinds == [something_fresh, lab]-[lab]) :-
    values_of("p(lead). q(lab). p(lab). c :- p(X), q(X).", (p/1)-1, [1, 1], Values, Kinds).
test(a_date_is_no_kind, Kinds == []) :-
    values_of("p(soon). c :- p('2024-05-01').", (p/1)-1, [1, 1], _, Kinds).
test(a_name_that_joins_facts_of_the_cue_is_not_mixed_up, Values == [something_fresh]) :-
    items("p(k2). q(k2, rumour). p(k1). q(k1, test). c :- p(X), q(X, test).", Items),
    Items = [Cue1, Cue2|Facts],
    flow(Items, [Cue1, Cue2], Flow),
    replacement_values(k2, [1, 1], (p/1)-1, case([Cue1, Cue2], Facts), Flow, Values0, _),
    findall(Value, member(value(Value, _), Values0), Values).
test(numbers_beside_a_threshold) :-
    values_of("p(5). c :- p(N), N > 10.", (p/1)-1, [1, 1], Values),
    forall(member(N, [9, 10, 11]), memberchk(N, Values)),
    \+ memberchk(5, Values).

test(every_other_number, true) :-
    setup_call_cleanup(declare('equal 20 40 60'),
                       values_of("p(40). c(X) :- p(X).", (p/1)-1, [1, 1], Values),
                       declare(equal)),
    memberchk(20, Values), memberchk(60, Values), \+ memberchk(40, Values).

test(dates_before_and_after, [Before, After] == ['0000-00-00', '9999-99-99']) :-
    values_of("due('2024-03-01'). soon(D) :- due(D), D @< '2024-02-01'.", (due/1)-1, [1, 1], Values),
    findall(Date, ( member(Date, ['0000-00-00', '9999-99-99']), memberchk(Date, Values) ), [Before, After]).

:- end_tests(replacements).
