:- begin_tests(logical_reading).
:- use_module('../logical_reading').
:- use_module('../logical_answers').
:- use_module('../numbering').
:- use_module(library(lists)).
:- use_module(examples).

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
    number_clauses(Items, Items, Keyed, _, _, _),
    with_logical_program(Keyed, _, Reading, true).
test(logical_clauses, Ids-Body =@= [0, 1]-(probe_logical_support:guard(m:(a(X) = a(b), probe_logical_support:committed(v, m:true)), 0), true)) :-
    items("a(b) :- !. a(c).", Items),
    number_clauses(Items, Items, Keyed, _, _, _),
    logical_clauses(Keyed, m, _, Clauses),
    findall(Id, member(Id-_, Clauses), Ids),
    nth1(2, Clauses, _-(a(X) :- Body, _)).
test(nothing_is_left, true) :-
    read_as_logic("a.", Module, _, true),
    \+ current_module(Module).

:- end_tests(logical_reading).
