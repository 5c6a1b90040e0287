:- begin_tests(variants).
:- use_module('../variants').
:- use_module('../answering', [declare/1, decide/3]).
:- use_module(library(lists)).
:- use_module('../calls').
:- use_module('../differences').
:- use_module('../building').
:- use_module(given).

with_answers(Declared, Goal) :- setup_call_cleanup(declare(Declared), once(Goal), declare(equal)).

heads(Items, Heads) :- findall(Head, member(item(_, _, _, clause(Head, _), _), Items), Heads).

test(exchanged, Heads-Count == [a(option_A), b(option_B, x), decide_option(user, option_A)]-count(1, 0)) :-
    items("a(option_A).", ":- consult('axioms'). b(option_A, x). decide_option(user, option_A).", Items),
    exchanged(options, Items, [], Exchanged, Count),
    heads(Exchanged, Heads).
test(exchanged_but_for_some, Heads == [option(option_A), b(option_B)]) :-
    items("option(option_A). b(option_A).", Items),
    exchanged(options, Items, [option/1], Exchanged, _),
    heads(Exchanged, Heads).
test(asked_by_decision, Indicators == [b/1, decide_option/2]) :-
    items("a(X) :- c(X). decide_option(user, X) :- b(X).", Items),
    asked_by_decision(Items, Indicators).
test(exchanged_keeps_the_spelling, Heads == [b('Option_B', option_b)]) :-
    items("b('Option_A', option_a).", Items),
    exchanged(options, Items, [], Exchanged, _),
    heads(Exchanged, Heads).
test(exchanged_content, Exchanged =@= (a(option_B, [option_A|_]) :- b)) :-
    exchanged_content(options, (a(option_A, [option_B|_]) :- b), Exchanged).
test(rotation, Heads-Count == [a(wait, 3), a(merge, 3), b(wait, wait(close)), merge, decide_option(user, wait)]-count(2, 0)) :-
    items("a(wait, 3).", ":- consult('axioms'). a(close, 3). b(merge, merge(wait)). merge. decide_option(user, wait).", Items),
    rotation([merge, wait, close], Exchange),
    exchanged(Exchange, Items, [], Exchanged, Count),
    heads(Exchanged, Heads).
test(exchanges, Found == [[2, 3, 1], [3, 1, 2]]) :-
    with_answers('equal 1 2 3',
                 findall([A, B, C], ( exchange(Exchange), exchanged_content(Exchange, f(1, 2, 3), f(A, B, C)) ), Found)).
test(named_answers, Named == [wait-2, close-1]) :-
    items("p(X) :- a(X).", ":- consult('axioms'). a(close). a(wait). b(wait). c(merge). a(wait, x).", Items),
    with_answers('equal merge wait close', named_answers(Items, [a/1, b/1, p/1], Named)).
test(the_axioms_name_an_answer, Named == []) :-
    items("p(X) :- a(X), X \\== merge.", ":- consult('axioms'). a(close). a(wait).", Items),
    with_answers('equal merge wait close', named_answers(Items, [a/1], Named)).
test(differing, Only1-Only2 == [a(1)]-[a(2), b]) :-
    items("a(1). c(X) :- d(X).", Items1),
    items("a(2). b. c(Y) :- d(Y).", Items2),
    differing(Items1, Items2, D1, D2),
    heads(D1, Only1),
    heads(D2, Only2).
test(each_copy_counts, Only == [a]) :-
    items("a. a.", Items1),
    items("a.", Items2),
    differing(Items1, Items2, D, []),
    heads(D, Only).
test(counterpart, Head == a(x, hours(3))) :-
    items("a(x, days(2)).", [Item]),
    items("b(1). a(x, hours(3)).", Items),
    counterpart(Item, Items, item(_, _, _, clause(Head, _), _)).
test(no_counterpart, fail) :-
    items("a(x) :- b(_).", [Item]),
    items("a(y).", Items),
    counterpart(Item, Items, _).
test(same_clauses, true) :-
    items("a(1). a(1). b(X) :- c(X), d(X), true.", Items1),
    items(":- dynamic c/1. b(Y) :- d(Y), c(Y). a(1).", Items2),
    same_clauses(Items1, Items2).
test(other_clauses, fail) :-
    items("b(X, Y) :- c(X), d(Y).", Items1),
    items("b(X, Y) :- c(Y), d(X).", Items2),
    same_clauses(Items1, Items2).
test(case_fact, Heads == [b(1)]) :-
    items("a(1).", ":- consult('axioms'). b(1). c(X) :- b(X). decide_option(user, x).", Items),
    findall(Head, ( member(Item, Items), case_fact(Item), Item = item(_, _, _, clause(Head, _), _) ), Heads).
test(plain_head, Plain-Other == f-g(x)) :-
    compound_name_arity(Head, f, 0),
    plain_head(Head, Plain),
    plain_head(g(x), Other).
test(reads, Indicators == [a/1, b/2, decide_option/2, forall/2]) :-
    items("p :- forall(a(X), b(X, 1)).", Items),
    reads(Items, Indicators).
test(calls, Goals =@= [\+ a, a, maplist(b, [c]), b(_)]) :-
    items("p :- \\+ a, maplist(b, [c]).", Items),
    calls(Items, Goals).
test(body_goals, Goals == [a, b]) :- body_goals((a, b), Goals, []).
test(conjuncts, Goals == [a, (b ; c), Var]) :- conjuncts((a, true, (b ; c), Var), Goals, []).

test(deciding_exchange, Decision == option_B) :-
    items("fit(fast). decide_option(user, option_A) :- fit(fast). decide_option(user, option_B) :- fit(safe).", Items),
    once(deciding_exchange(Items, Exchange)),
    exchanged(Exchange, Items, [], Exchanged, _),
    with_module(Exchanged, Module, _, decide(Module, 1000, Decision)).
test(no_constants_to_exchange, fail) :-
    items("decide_option(user, option_A) :- fit(fast). decide_option(user, option_B) :- \\+ fit(fast).", Items),
    deciding_exchange(Items, _).

:- end_tests(variants).

:- begin_tests(editing).
:- use_module('../editing').
:- use_module('../building').
:- use_module('../proving').
:- use_module('../searching').
:- use_module(given).

found(Axioms, Text, Decision, Exchanged, Result) :-
    found(Axioms, Text, Decision, Exchanged, none, Result).

found(Axioms, Text, Decision, Exchanged, Hint, Result) :-
    items(Axioms, Text, Items),
    with_module(Items, Module, Clauses,
        ( clear_log,
          prove(Module, decide_option(user, _), Steps),
          log_tree(Tree),
          proof_references(Steps, Tree, References),
          find_edit(program(Items, Module, Clauses), Decision, References, Exchanged, 10000, any, Hint, Result) )).

test(deletion, Head == good(option_A)) :-
    found("", "good(option_A). good(option_B). decide_option(user, X) :- good(X).", option_A, none,
          found(item(_, _, _, clause(Head, _), _), none, _)).
test(addition, Added == bad(user)) :-
    found("", ":- dynamic bad/1. bad(you). decide_option(user, option_A) :- \\+ bad(user). decide_option(user, option_B).",
          option_A, none, found(none, Added, _)).
test(both, Added == good(option_B)) :-
    found("best(X) :- good(X).", ":- consult('axioms'). good(option_A). decide_option(user, X) :- best(X).", option_A,
          none, found(_, Added, _)).
test(numbers, true) :-
    found("best(X) :- cost(X, C), \\+ ( cost(_, D), D < C ).",
          ":- consult('axioms'). cost(option_A, 5). cost(option_B, 9). decide_option(user, X) :- best(X).", option_A, none,
          found(_, _, _)).
test(what_rules_derive_is_no_edit, Result = exhausted(_)) :-
    found("best(option_A) :- true. best(X) :- ready(X), fail.",
          ":- consult('axioms'). decide_option(user, X) :- best(X).", option_A, none, Result).
test(exchange, Result = exchanged(_)) :-
    found("best(X) :- a(X), b(X), c(X).",
          ":- consult('axioms'). a(option_A). b(option_A). c(option_A). decide_option(user, X) :- best(X).", option_A,
          option_B, Result).
test(hint, found(Item, Added, Tries) =@= found(item(program, 2, Place, clause(good(option_A), true), []), good(option_B), 1)) :-
    Hint = found(item(program, 7, elsewhere, clause(good(option_A), true), []), good(option_B), 12),
    found("", "good(option_C). good(option_A). decide_option(user, X) :- good(X), X \\== option_C.", option_A, none,
          Hint, found(Item, Added, Tries)),
    Item = item(_, _, Place, _, _).
test(hint_that_does_not_help, found(Head, Added, Tries) == found(good(option_A), none, 2)) :-
    found("", "good(option_A). good(option_B). bad. decide_option(user, X) :- good(X).", option_A, none,
          found(item(program, 1, none, clause(bad, true), []), none, 1),
          found(item(_, _, _, clause(Head, _), _), Added, Tries)).
test(hint_of_another_program, Tries == 1) :-
    found("", "good(option_A). good(option_B). decide_option(user, X) :- good(X).", option_A, none,
          found(item(program, 1, none, clause(bad, true), []), none, 1), found(_, none, Tries)).
test(hint_to_exchange, Results == [exchanged(0), exhausted(0)]) :-
    Program = "decide_option(user, option_A).",
    found("", Program, option_A, option_B, exchanged(9), Result1),
    found("", Program, option_A, none, exchanged(9), Result2),
    Results = [Result1, Result2].
test(nothing_stays_edited, Xs == [1, 2]) :-
    module_of("p(1). p(2).", Module,
              ( Module:clause(p(1), true, Reference),
                snapshot(( apply_edit(Module, Reference, p(3)), Module:p(3) )),
                findall(X, Module:p(X), Xs) )).
test(without, Decision == no) :-
    items("best(X) :- good(X).", ":- consult('axioms'). good(option_A). decide_option(user, X) :- best(X).", Items),
    with_module(Items, Module, Clauses,
        ( findall(R, member(R-item(axioms, _, _, _, _), Clauses), Axioms),
          decide_without(Axioms, Module, none, none, 1000, Decision) )).
test(erase_all, Xs == []) :-
    module_of("p(1). p(2).", Module,
              ( findall(R, Module:clause(p(_), true, R), Rs), erase_all(Rs), findall(X, Module:p(X), Xs) )).

test(two_facts_deleted, Text1-Text2 == a-b) :-
    found("", "a. b. decide_option(user, option_A) :- ( a ; b ), !. decide_option(user, option_B).", option_A, none,
          found(both(item(_, _, _, clause(Text1, true), _), item(_, _, _, clause(Text2, true), _)), none, _)).

:- end_tests(editing).

:- begin_tests(oracle).
:- use_module('../limits').
:- use_module('../oracle').
:- use_module('../probing').
:- use_module('../verdicts').
:- use_module(given).

test(start, true) :- start(64000000, Version), set_prolog_flag(autoload, true), split_string(Version, ".", "", [_, _, _]).
test(paper, true) :-
    answer(paper, 10000, "1.0", equal, "", ["decide_option(user, option_A)."], Reply),
    once(sub_atom(Reply, _, _, _, '"option_A"')).
test(pair_of_one_text, true) :-
    answer(paper, 10000, "1.0", equal, "", ["decide_option(user, option_A).", "decide_option(user, option_A)."], Reply),
    once(sub_atom(Reply, _, _, _, '"same":true')).
test(a_worker_is_kept, fail) :-
    answer(paper, 10000, "1.0", equal, "", ["decide_option(user, option_A)."], _),
    recycling_due.
test(a_worker_is_recycled_after_a_limit_of_memory, true) :-
    answer(paper, 10000, "1.0", equal, "", ["decide_option(user, X) :- length(X, 100000000)."], _),
    recycling_due.
test(tidy, true(After =< Before)) :-
    answer(paper, 10000, "1.0", equal, "", ["decide_option(user, an_atom_of_no_other_program)."], _),
    statistics(atoms, Before),
    tidy,
    statistics(atoms, After).
test(explained, true) :-
    answer(explained, 10000, "1.0", equal, "", ["decide_option(user, option_A)."], Reply),
    once(sub_atom(Reply, _, _, _, '"explained":[\n{"proofs":[{')),
    once(sub_atom(Reply, _, _, _, '"search":[{"kind":"search","goal":"decide_option(user, option_B)","succeeded":false}')).
test(a_pair_is_explained_and_probed, Lines == 9) :-
    Program = "p(option_A). decide_option(user, X) :- p(X).",
    answer(explained, 10000, "1.0", equal, "", [Program, Program], Reply),
    once(sub_atom(Reply, _, _, _, '"name_invariant"')),
    atomic_list_concat(Parts, '\n', Reply),
    length(Parts, Lines).
test(an_explanation_without_time_costs_no_verdict, true) :-
    Program = "decide_option(user, option_A). decide_option(user, option_B) :- l(1). l(X) :- Y is X + 1, l(Y).",
    answer(explained, 1000000000, "0.2", equal, "", [Program, Program], Reply),
    once(sub_atom(Reply, _, _, _, '"choice":"option_A"')),
    recycling_due.

test(shared_terms_are_not_written_out, true) :-
    answer(strict, 100000, "5.0", equal, "",
           ["d(0, a). d(N, f(T, T)) :- N > 0, M is N - 1, d(M, T). decide_option(user, X) :- d(60, X)."], Reply),
    atom_length(Reply, Length),
    Length < 100000.
test(program_probes, Names == [uses_axioms, follows_facts, reachable, order_invariant, name_invariant, exact_numbers, defined]) :-
    items("good(option_A). decide_option(user, X) :- good(X).", Items),
    with_program(Items, settings(10000, strict), Program, program_probes(Program, 10000, edits(none, none), Pairs, _)),
    findall(Name, member(Name=_, Pairs), Names).
test(needed_json, Json == object([ depth=1, size=1 ])) :-
    items("good(option_A). decide_option(user, X) :- good(X).", Items),
    with_program(Items, settings(10000, strict), Program, needed_json(Program, edits(none, none), 10000, Json)).
test(no_decision_needs_nothing, Json == null) :-
    items("decide_option(user, maybe).", Items),
    with_program(Items, settings(10000, strict), Program, needed_json(Program, edits(none, none), 10000, Json)).
test(no_decision_no_probes, Pairs == []) :-
    items("decide_option(user, maybe).", Items),
    with_program(Items, settings(10000, strict), Program, program_probes(Program, 10000, edits(none, none), Pairs, _)).
test(references, Heads == [good(option_A)]) :-
    items("good(option_A). good(option_B). decide_option(user, X) :- good(X).", Items),
    with_program(Items, settings(10000, strict), Program,
                 ( Program = program(_, _, Clauses, _, _),
                   references(Program, References),
                   findall(Head, ( member(R-item(_, _, _, clause(Head, true), _), Clauses), memberchk(R, References) ),
                           Heads) )).
test(variant_bound, Bounds == [2000, 1500]) :-
    items("good(option_A). decide_option(user, X) :- good(X).", Items),
    with_program(Items, settings(10000, paper), Program, true),
    findall(Bound, ( member(Most, [10000, 1500]), variant_bound(Program, Most, Bound) ), Bounds).
test(item_json, Json == object([ source=text(program), line=1, column=1, clause=1, text=text("a(X):-b(X)") ])) :-
    items("a(X) :- b(X).", [Item]),
    item_json(Item, Json).

:- end_tests(oracle).
