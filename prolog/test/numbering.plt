:- begin_tests(numbering).
:- use_module('../numbering').
:- use_module(examples).

keys(Keyed, Keys) :- findall(Key, member(Key-_, Keyed), Keys).

test(keyed, Keys1-Keys2 == [0, 1, 1, 2]-[1, 2, 3]) :-
    items("a. b. b. c(1).", Items1),
    items("b. c(2). d.", Items2),
    number_clauses(Items1, Items2, Keyed1, Keyed2, _, _),
    keys(Keyed1, Keys1),
    keys(Keyed2, Keys2).
test(differences, Found == [difference(1, a(1), a(2)), difference(2, b, none)]) :-
    items("c. a(1). b.", Items1),
    items("c. a(2).", Items2),
    number_clauses(Items1, Items2, _, _, Differences, _),
    findall(difference(Id, Head, OtherHead),
            ( member(difference(Id, item(_, _, _, clause(Head, _), _), Other), Differences),
              ( Other = item(_, _, _, clause(OtherHead, _), _) -> true ; OtherHead = Other ) ),
            Found).
test(restated, Id-Head == Id-lost(5)) :-
    items("restates(kept(95), lost(5)).", ":- consult('axioms'). kept(95).", Items1),
    items("restates(kept(95), lost(5)).", ":- consult('axioms'). lost(5).", Items2),
    number_clauses(Items1, Items2, _, Keyed2, [difference(Id, _, restated(item(_, _, _, clause(Head, _), _)))], _),
    memberchk(Id-item(_, _, _, clause(lost(5), true), _), Keyed2).
test(restated_facts_of_one_program_have_one_number, Keys == [0, 1, 1]) :-
    items("restates(kept(95), lost(5)). kept(95). lost(5).", ":- consult('axioms').", Items),
    number_clauses(Items, Items, Keyed, _, _, _),
    keys(Keyed, Keys).

test(same_item) :- same_item(item(program, 3, a, clause(p(_), q), []), item(program, 3, b, clause(p(_), q), [])).
test(the_axioms_are_numbered_apart, fail) :- same_item(item(axioms, 3, a, none, []), item(program, 3, a, none, [])).

:- end_tests(numbering).
