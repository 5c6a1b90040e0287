:- begin_tests(flow).
:- use_module('../flow').
:- use_module(library(lists)).
:- use_module(examples).

test(flow, true(One == Other)) :-
    items("a(X) :- b(X, Y), c(Y), Y > 3.", Items),
    flow(Items, [], flow(Places, _)),
    memberchk((b/2)-2-One, Places),
    memberchk((c/1)-1-Other, Places).

test(place_literals, Literals == [3, kind(guru)]) :-
    items("a(X) :- b(X, Y), c(Y), Y > 3. d :- c(guru).", Items),
    flow(Items, [], Flow),
    place_literals((b/2)-2, Flow, Literals).
test(how_the_norm_is_written, Literals == [kind(guru)]) :-
    forall(member(Text, [ "a(X) :- b(Y, X), k(Y). k(guru).", "a(X) :- b(guru, X).", "a(X) :- b(Y, X), member(Y, [guru]).",
                          "a(X) :- b(Y, X), ( Y = guru ; fail ).", "a(X) :- b(Y, X), k(L), member(Y, L). k([guru]).",
                          "a(X) :- b(Y, X), include(k, [Y], [_]). k(guru)." ]),
           ( items(Text, ":- consult('axioms').", Items),
             flow(Items, [], Flow),
             place_literals((b/2)-1, Flow, Literals0),
             memberchk(kind(guru), Literals0) )),
    Literals = [kind(guru)].
test(a_fact_of_the_case, Literals == [case(lab)]) :-
    items("a(X) :- b(Y, X), c(Y).", ":- consult('axioms'). c(lab). b(fame, y).", Items),
    last(Items, Cue),
    flow(Items, [Cue], Flow),
    place_literals((b/2)-1, Flow, Literals).
test(an_answer, Literals == [answer(option_A)]) :-
    items("c(X) :- t(X), \\+ p(X). t(option_A).", Items),
    flow(Items, [], Flow),
    place_literals((p/1)-1, Flow, Literals).
test(a_place_that_nothing_reads, Literals == []) :- flow([], [], Flow), place_literals((b/2)-2, Flow, Literals).
test(control_construct) :- control_construct(( a -> b )), control_construct(\+ a).
test(no_control_construct, fail) :- control_construct(findall(_, a, _)).

:- end_tests(flow).
