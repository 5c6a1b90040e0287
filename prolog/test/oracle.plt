:- begin_tests(oracle).
:- use_module('../limits').
:- use_module('../oracle').
:- use_module(examples).

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

:- end_tests(oracle).
