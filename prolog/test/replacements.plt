:- begin_tests(replacements).
:- use_module('../replacements').
:- use_module('../flow').
:- use_module('../answering', [declare/1]).
:- use_module(given).

values_of(Text, Position, Path, Values) :-
    items(Text, Items),
    Items = [item(_, _, _, Content, _)|_],
    flow(Items, Flow),
    Content = clause(Head, _),
    Path = [1, N|_],
    arg(N, Head, Value),
    values(Value, Path, Position, Items, Content, Flow, Values, _).

test(values_of_an_option, Values == [option_B, something_fresh]) :-
    values_of("p(option_A).", (p/1)-1, [1, 1], Values).
test(a_constant_of_a_rule, Values == [something_fresh, guru]) :-
    values_of("p(lead). c :- p(guru).", (p/1)-1, [1, 1], Values).
test(numbers_beside_a_threshold) :-
    values_of("p(5). c :- p(N), N > 10.", (p/1)-1, [1, 1], Values),
    forall(member(N, [9, 10, 11]), memberchk(N, Values)),
    \+ memberchk(5, Values).

test(every_other_number, true) :-
    setup_call_cleanup(declare('equal 20 40 60'),
                       values_of("p(40). c(X) :- p(X).", (p/1)-1, [1, 1], Values),
                       declare(equal)),
    memberchk(20, Values), memberchk(60, Values), \+ memberchk(40, Values).

:- end_tests(replacements).
