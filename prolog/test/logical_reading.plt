:- begin_tests(logical_reading).
:- use_module('../logical_reading').
:- use_module('../logical_answers').
:- use_module('../numbering').
:- use_module(given).

test(editable, Found == [yes, no, yes]) :-
    findall(Answer,
            ( member(Content, [clause(a, true), clause(b, true), none]),
              ( editable(reading([b/0], true), Content) -> Answer = yes ; Answer = no ) ),
            Found).
test(replace_clause, Answers == [a, c, d]) :-
    read_as_logic("p(a). p(b). decide_option(user, X) :- p(X).", Module, Reading,
                  ( replace_clause(Module, Reading, 1, clause(p(b), true), many([clause(p(c), true), clause(p(d), true)])),
                    solutions(Module, [strict], 10000, complete, Solutions) )),
    findall(Answer, member(Answer-_, Solutions), Answers).

test(with_logical_program, Reading == reading([a/0], [0])) :-
    items("a :- !. a.", Items),
    keyed(Items, Items, Keyed, _, _, _),
    with_logical_program(Keyed, _, Reading, true).
test(nothing_is_left, true) :-
    read_as_logic("a.", Module, _, true),
    \+ current_module(Module).

:- end_tests(logical_reading).
