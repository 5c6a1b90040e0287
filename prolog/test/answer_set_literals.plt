:- begin_tests(answer_set_literals).
:- use_module('../answer_set_literals').
:- use_module('../translation').
:- use_module('../answer_set_names').
:- use_module(examples).

test(number_text, Texts == ["20", "-5"]) :-
    while_translating("p(2). p(-0.5). decide_option(user, X) :- p(X).",
                      ( number_text(2, A), number_text(-0.5, B), Texts = [A, B] )).
test(too_large_a_number, fail) :- while_translating("decide_option(user, 1).", number_text(3000000000, _)).
test(terms_and_atoms, Texts == ["c0,V3", "d0(c0)"]) :-
    while_translating("q(a).",
                      ( want(q/1, facts),
                        name_program,
                        terms_text([a, '$v'(3)], Terms),
                        predicate_name(q/1, facts, 0),
                        atom_text(d, q/1, facts, [a], Atom),
                        Texts = [Terms, Atom] )).
test(write_rule, Text == "h.\nh :- 20 != V0.\n") :-
    while_translating("p(0.5). p(2).",
                      with_output_to(string(Text),
                                     ( write_rule("h", []), write_rule("h", [compare('!=', 2, '$v'(0))]) ))).

:- end_tests(answer_set_literals).
