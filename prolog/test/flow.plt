:- begin_tests(flow).
:- use_module('../flow').
:- use_module(given).

test(flow, true(One == Other)) :-
    items("a(X) :- b(X, Y), c(Y), Y > 3.", Items),
    flow(Items, flow(Places, _)),
    memberchk((b/2)-2-One, Places),
    memberchk((c/1)-1-Other, Places).

test(place_literals, Literals == [3, guru]) :-
    items("a(X) :- b(X, Y), c(Y), Y > 3. d :- c(guru).", Items),
    flow(Items, Flow),
    place_literals((b/2)-2, Flow, Literals).
test(a_place_that_nothing_reads, Literals == []) :- flow([], Flow), place_literals((b/2)-2, Flow, Literals).
test(control_construct) :- control_construct(( a -> b )), control_construct(\+ a).
test(no_control_construct, fail) :- control_construct(findall(_, a, _)).
test(all_fresh, [true(X == Y), nondet]) :- all_fresh([X, Y]).

:- end_tests(flow).
