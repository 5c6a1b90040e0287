:- begin_tests(translation).
:- use_module('../translation').
:- use_module(examples).

test(source, Bodies =@= [true, q(_)]) :-
    while_translating("p(a). p(X) :- q(X).", findall(Body, source(p/1, _, _, Body, _), Bodies)).
test(extensional) :- while_translating("p(a). p(b).", extensional(p/1)).
test(equal_facts_are_not_extensional, fail) :- while_translating("p(a). p(a).", extensional(p/1)).
test(commits) :- while_translating("p(a) :- !.", has_cut(p/1)).
test(query_mode, Mode == facts) :- while_translating("decide_option(user, option_A).", query_mode(Mode)).
test(scale, Scale == 100) :- while_translating("p(0.25). p(1.5). p(3).", scale(Scale)).
test(no_short_decimal, throws(untranslatable(_, _))) :- while_translating("p(0.1234567).", true).
test(want, Found == [(q/1)-[b], (r/1)-[f]]) :-
    while_translating("q(a).", ( want(q/1, [b]), want(r/1, [f]), want(q/1, [b]), findall(K-M, wanted(K, M), Found) )).
test(untranslatable, throws(untranslatable("no 1", none))) :- untranslatable("no ~w", [1]).
test(with_item, Item == here) :-
    while_translating("q(a).", catch(with_item(here, untranslatable("no", [])), untranslatable(_, Item), true)).
test(doubts_are_reported_once, Same == true) :-
    while_translating("q(a).", ( new_doubt("why", A), new_doubt("why", B), doubt(A, "why", none), ( A == B -> Same = true ; true ) )).
test(notes, Notes == ["so"]) :-
    while_translating("q(a).", ( new_note("so"), new_note("so"), findall(Note, note(Note, _), Notes) )).
test(new_predicate, [nondet, true(Arguments-Body =@= [X]-p(X))]) :-
    while_translating("q(a).", ( new_predicate([X], p(X), Key), add_clause(Key, [b], true), source(Key, 1, Arguments, Body, _) )).
test(keep_rule, Literals == [call(q/1, facts, [b])]) :-
    while_translating("q(b).", ( keep_rule(p/0, [], [], [call(q/1, facts, [b])], none), rule(p/0, [], _, [], Literals, _) )).

:- end_tests(translation).
