:- begin_tests(answer_sets).
:- use_module('../answer_sets').
:- use_module('../translation').
:- use_module('../variables').
:- use_module('../fixed_point').
:- use_module('../collections').
:- use_module('../literals').
:- use_module('../demand').
:- use_module('../strata').
:- use_module('../answer_set_literals').
:- use_module('../answer_set_names').
:- use_module('../answer_set_text').
:- use_module(given).

text(Program, Text) :-
    items(Program, Items),
    answer_set(Items, translated(Text, _, _, _)).

message(Program, Message, Line) :-
    items(Program, Items),
    answer_set(Items, reasons([reason(untranslatable, Message, Item)|_])),
    Item = item(_, _, Position, _, _),
    stream_position_data(line_count, Position, Line).

% A translation of Program under way, for the parts.
under_way(Program, Goal) :-
    items(Program, Items),
    setup_call_cleanup(begin_translation(Items), Goal, end_translation).

test(number_text, Texts == ["20", "-5"]) :-
    under_way("p(2). p(-0.5). decide_option(user, X) :- p(X).",
              ( number_text(2, A), number_text(-0.5, B), Texts = [A, B] )).
test(too_large_a_number, fail) :- under_way("decide_option(user, 1).", number_text(3000000000, _)).
test(facts_and_a_join, Text == "#show answer/1.\n#show doubt/1.\nanswer(X) :- p0(c1,X).\np1(c0).\np2(c0).\np0(c1,V0) :- p1(V0), p2(V0).\n") :-
    text("q(a). p(a). decide_option(user, X) :- q(X), p(X).", Text).
test(a_name_of_the_program_does_not_come_into_the_text, fail) :-
    text("q('#script(lua)'). decide_option(user, X) :- q(X).", Text),
    sub_string(Text, _, _, _, "script").
test(a_test_before_its_variables_are_bound_waits, [true(Message == "a test comes before a goal that binds its variables")]) :-
    items("r(a). q(a). q(b). decide_option(user, X) :- \\+ r(X), q(X).", Items),
    answer_set(Items, translated(_, _, _, [reason(note, Message, _)])).
test(a_negation_without_any_binding, Line-Message == 2-"(\\+)/1 reads a variable that no goal of the clause binds") :-
    message("r(a).\ndecide_option(user, X) :- \\+ r(X).", Message, Line).
test(negation_of_itself, Line-Message == 2-"a predicate depends on its own negation") :-
    message("q(a).\np(X) :- q(X), \\+ p(X).\ndecide_option(user, X) :- p(X).", Message, Line).
test(endless_numbers, Line-Message == 2-"recursion makes new numbers or terms, maybe without end") :-
    message("n(1).\nn(X) :- n(Y), X is Y + 1.\ndecide_option(user, X) :- n(X).", Message, Line).
test(endless_demand, Message == "recursion asks for new numbers or terms, maybe without end") :-
    message("c(N) :- N > 9. c(N) :- M is N + 1, c(M).\ndecide_option(user, option_A) :- c(1).", Message, _).
test(recursion_down_a_list, [nondet]) :-
    text("t([], 0). t([X|Xs], N) :- t(Xs, M), N is M + X. decide_option(user, option_A) :- t([1, 2], 3).", _).
test(cut_below_a_disjunction, Message == "a cut is inside another construct") :-
    message("q(a). decide_option(user, X) :- ( q(X), ! ; q(X) ).", Message, _).
test(a_variable_in_a_fact, Message == "a variable of the clause is never bound") :-
    message("q(_). decide_option(user, X) :- q(X).", Message, _).
test(a_number_that_does_not_fit, Message == "3000000000 may exceed 32 bits") :-
    message("decide_option(user, option_A) :- 3000000000 > 2.", Message, _).
test(a_refused_program, Kind == whitelist) :-
    items("decide_option(user, X) :- halt, X = a.", Items),
    answer_set(Items, reasons([reason(Kind, _, _)])).
test(a_name_of_ours, Kind == whitelist) :-
    items("'$once'(a, b). decide_option(user, option_A) :- '$once'(a, b).", Items),
    answer_set(Items, reasons([reason(Kind, _, _)|_])).
test(as_json, Keys == [text, options, doubts, notes]) :-
    items("decide_option(user, option_A).", Items),
    answer_set_json(Items, object(Pairs)),
    findall(Key, member(Key=_, Pairs), Keys).

test(source, Bodies =@= [true, q(_)]) :-
    under_way("p(a). p(X) :- q(X).", findall(Body, source(p/1, _, _, Body, _), Bodies)).
test(extensional) :- under_way("p(a). p(b).", extensional(p/1)).
test(equal_facts_are_not_extensional, fail) :- under_way("p(a). p(a).", extensional(p/1)).
test(commits) :- under_way("p(a) :- !.", commits(p/1)).
test(query_mode, Mode == facts) :- under_way("decide_option(user, option_A).", query_mode(Mode)).
test(scale, Scale == 100) :- under_way("p(0.25). p(1.5). p(3).", scale(Scale)).
test(no_short_decimal, throws(untranslatable(_, _))) :- under_way("p(0.1234567).", true).
test(want, Found == [(q/1)-[b], (r/1)-[f]]) :-
    under_way("q(a).", ( want(q/1, [b]), want(r/1, [f]), want(q/1, [b]), findall(K-M, wanted(K, M), Found) )).
test(untranslatable, throws(untranslatable("no 1", none))) :- untranslatable("no ~w", [1]).
test(with_item, Item == here) :-
    under_way("q(a).", catch(with_item(here, untranslatable("no", [])), untranslatable(_, Item), true)).
test(doubts_are_reported_once, Same == true) :-
    under_way("q(a).", ( new_doubt("why", A), new_doubt("why", B), doubt(A, "why", none), ( A == B -> Same = true ; true ) )).
test(notes, Notes == ["so"]) :-
    under_way("q(a).", ( new_note("so"), new_note("so"), findall(Note, note(Note, _), Notes) )).
test(new_predicate, [nondet, true(Arguments-Body =@= [X]-p(X))]) :-
    under_way("q(a).", ( new_predicate([X], p(X), Key), add_clause(Key, [b], true), source(Key, 1, Arguments, Body, _) )).
test(keep_rule, Literals == [call(q/1, facts, [b])]) :-
    under_way("q(b).", ( keep_rule(p/0, [], [], [call(q/1, facts, [b])], none), rule(p/0, [], _, [], Literals, _) )).

test(bound_in) :- bound_in(f(X, X), [g(X)]).
test(not_bound_in, fail) :- bound_in(f(_), [g(_)]).
test(occurs, fail) :- occurs(_, f(_)).
test(shared, Shared == [X, Y]) :- shared(p(X, Y, _), [X], [Y], Shared).
test(modes, Mode == [b, f, b]) :- modes([a, f(_), X], [X], Mode).

test(largest, Largest == 1073741823) :- largest(Largest).
test(value_of_a_sum, Lets == [let(V, X + 1)]) :-
    under_way("q(a).", ( value_literals(X + 1, V, Literals), exclude([L]>>( L = doubt(_, _) ), Literals, Lets) )).
test(no_value, throws(untranslatable(_, _))) :- under_way("q(a).", value_literals(sin(1), _, _)).
test(number_literals, Number == 0) :- under_way("q(a).", number_literals([1, _], [doubt(Number, _)], [])).

test(collecting, [nondet, true(Found == true)]) :-
    under_way("q(a).", ( collecting(findall(X, q(X), L), [], [L = C]), has_collection(f(C)), Found = true )).
test(a_collection_is_empty, [nondet, true(Goal =@= (\+ '$element'(_, C)))]) :-
    under_way("q(a).", ( collecting(findall(X, q(X), L), [], [L = C]), collection(C, [], Goal) )).
test(collection_predicate, [nondet, true(Body == q(T))]) :-
    under_way("q(a).",
              ( collecting(findall(X, q(X), L), [], [L = C]),
                collection_predicate(set, C, [], Key),
                source(Key, 1, [T], Body, _) )).
test(aggregate_literals, [nondet, true(Type == term)]) :-
    under_way("q(a).",
              ( collecting(aggregate_all(count, q(_), N), [], [Aggregate]),
                aggregate_literals(Aggregate, [], N, Type, [aggregate(count, N, _, _)], []) )).

test(body_literals, all(Literals == [[call(q/1, facts, [a])], [call(q/1, facts, [b])]])) :-
    under_way("q(a). q(b).", findall(Ls, body_literals([], [], [( X = a ; X = b ), q(X)], [], Ls), All)),
    member(Literals, All).
test(safe_when_called) :- safe_when_called([b], [X], [not(q/1, [b], [X])]).
test(not_safe, throws(untranslatable(_, _))) :- safe_when_called([f], [X], [not(q/1, [b], [X])]).
test(distinguished, Variables == [X]) :- distinguished([a, '$all'], [call(q/1, [f], [X])], [a, '$distinct'(_, Variables)]).
test(positive, Kinds == [call(a, b, c)]) :- findall(L, ( member(L, [call(a, b, c), not(a, b, c)]), positive(L) ), Kinds).
test(demand, Asked == [[a]]) :-
    under_way("q(a).",
              ( keep_rule(p/1, [b], [X], [not(r/1, [b], [X])], none),
                keep_rule(s/0, [], [], [call(p/1, [b], [a])], none),
                demand(exact),
                demanded(p/1, [b]),
                findall(Arguments, asked_for(p/1, [b], Arguments, [], _), Asked) )).
test(stratified) :-
    under_way("q(a).", ( keep_rule(p/0, [], [], [not(q/0, [], [])], none), demand(exact), stratified )).
test(not_stratified, throws(untranslatable(_, _))) :-
    under_way("q(a).", ( keep_rule(p/0, [], [], [not(p/0, [], [])], none), demand(bindings), stratified )).
test(names, Names == [c0-a, c1-b, c2-user]/[f0-f]) :-
    under_way("q(a).",
              ( keep_rule(p/1, [f], [f(b)], [compare('!=', a, b)], none),
                demand(exact),
                name_program,
                findall(Name-Constant, constant_name(Constant, Name), Constants),
                findall(Name-Functor, functor_name(Functor, Name), Functors),
                Names = Constants/Functors )).
test(terms_and_atoms, Texts == ["c0,V3", "d0(c0)"]) :-
    under_way("q(a).",
              ( want(q/1, facts),
                name_program,
                terms_text([a, '$v'(3)], Terms),
                predicate_name(q/1, facts, 0),
                atom_text(d, q/1, facts, [a], Atom),
                Texts = [Terms, Atom] )).
test(write_rule, Text == "h.\nh :- 20 != V0.\n") :-
    under_way("p(0.5). p(2).",
              with_output_to(string(Text),
                             ( write_rule("h", []), write_rule("h", [compare('!=', 2, '$v'(0))]) ))).
test(answer_set_text, Answers == [c0-user]) :-
    under_way("q(a).", ( demand(exact), answer_set_text(_, Answers) )).

:- end_tests(answer_sets).
