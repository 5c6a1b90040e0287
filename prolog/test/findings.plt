:- begin_tests(findings).
:- use_module('../findings').
:- use_module(library(lists)).
:- use_module(examples).

item(Text, Item) :-
    items(Text, [Item]).

pairs(Edit, Neighbour, Pairs) :-
    item("good(option_A).", Item),
    findings_json(findings(case(option_A, options, true), option_B, reachable(no, Edit), uses(no, false, Neighbour),
                           invariance(3, changed(2, option_B)), changed([option_A]), invariance(0, free)),
                  program([Item], user, [ref-Item], [], none), [ref], [option_A=1, option_B=0], Pairs).

test(item_json, Json == object([ source=text(program), line=1, column=1, clause=1, text=text("a(X):-b(X)") ])) :-
    item("a(X) :- b(X).", Item),
    item_json(Item, Json).
test(an_edit_without_deletion, Reachable == [ without_facts=text(no), facts=1, result=text(found), tries=4, deleted=null,
                                              deleted_too=null, added=text("good(option_B)") ]) :-
    pairs(found(none, good(option_B), 4), none, Pairs),
    memberchk(reachable=object(Reachable), Pairs).
test(no_neighbour, Neighbour == null) :-
    pairs(exhausted(7), none, Pairs),
    memberchk(uses_axioms=object(Uses), Pairs),
    memberchk(neighbour=Neighbour, Uses).
test(a_neighbour, Result-Tries == text(exchanged)-1) :-
    pairs(exhausted(7), exchanged(1), Pairs),
    memberchk(uses_axioms=object(Uses), Pairs),
    memberchk(neighbour=object(Neighbour), Uses),
    memberchk(result=Result, Neighbour),
    memberchk(tries=Tries, Neighbour).
test(an_order, Order == text("shuffled 2")) :-
    pairs(exhausted(7), none, Pairs),
    memberchk(order_invariant=object(Ordered), Pairs),
    memberchk(order=Order0, Ordered),
    Order0 = text(Text),
    string_concat(Text, "", String),
    Order = text(String).

:- end_tests(findings).
