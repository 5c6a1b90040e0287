/* Where the processor time of a pair goes, inside one process. See oracle_checks.py. */

:- use_module(library(http/json)).
:- use_module(library(aggregate)).
:- use_module(library(lists)).
:- use_module(library(prolog_wrap)).
:- use_module('../prolog/oracle').

%   part(Name, Kind, Head): a predicate that is timed. The outermost `leaf` counts with everything that it calls; a
%   `group` counts without the parts inside it.
part("reading", leaf, probe_reading:read_text(_, _, _)).
part("whitelist", leaf, probe_building:check_items(_, _)).
part("building and discarding the module", leaf, probe_building:build_module(_, _, _, _)).
part("building and discarding the module", leaf, probe_building:discard_module(_)).
part("first answer", leaf, probe_answering:first_answer(_, _, _, _)).
part("counts", leaf, probe_verdicts:first_answer_counts(_, _, _)).
part("proof", leaf, probe_verdicts:prove_answer(_, _, _, _)).
part("proof as JSON", leaf, probe_verdicts:verdict_json(_, _)).
part("text of the reply", leaf, probe_reply:json_text(_, _)).
part("all answers", leaf, probe_answering:all_answers(_, _, _, _)).
part("comparison of the clauses", leaf, probe_comparison:compare_programs(_, _, _)).
part("comparison of the clauses", leaf, probe_differences:same_clauses(_, _)).
part("follows_facts", leaf, probe_probing:follows_facts(_, _, _, _)).
part("reachable", leaf, probe_probing:reachable(_, _, _, _, _, _)).
part("uses_axioms", leaf, probe_probing:uses_axioms(_, _, _, _, _, _, _)).
part("order_invariant", leaf, probe_probing:order_invariant(_, _, _, _)).
part("exact_numbers", leaf, probe_exactness:exact_decisions(_, _, _, _, _)).
part("name_invariant", leaf, probe_probing:name_invariant(_, _, _, _)).
part("defined", leaf, probe_probing:defined_json(_, _, _)).
part("options exchanged, findings as JSON", group, probe_probing:program_probes(_, _, _, _, _)).
part("idle steps", leaf, probe_probing:needed_json(_, _, _, _)).
part("unique", leaf, probe_logical_answers:counter_answer(_, _, _, _, _, _)).
part("same_proof", leaf, probe_logical_answers:base_solutions(_, _, _, _, _, _)).
part("same_proof", leaf, probe_comparison:proofs_json(_, _, _, _, _, _, _, _)).
part("inert_cue", leaf, probe_perturbation:perturb(_, _, _, _)).
part("logical reading, differences as JSON", group, probe_comparison:pair_probe(_, _, _, _, _)).
part("anything else", group, probe_oracle:answer(_, _, _, _, _, _, _)).

:- dynamic spent/2.

main :-
    current_prolog_flag(argv, [File|_]),
    setup_call_cleanup(open(File, read, Stream, [encoding(utf8)]),
                       json_read_dict(Stream, Pairs, [value_string_as_atom(false)]),
                       close(Stream)),
    nb_setval(within, group),
    nb_setval(inner, 0.0),
    forall(part(Name, Kind, Module:Head), wrap_predicate(Module:Head, timed, Wrapped, user:timed(Kind, Name, Wrapped))),
    start(64000000, _),
    forall(member(Level, [paper, strict]), time_level(Level, Pairs)).

time_level(Level, Pairs) :-
    forall(member(Pair, Pairs), ask(Level, Pair)),
    retractall(spent(_, _)),
    forall(between(1, 3, _), forall(member(Pair, Pairs), ( ask(Level, Pair), tidy ))),
    length(Pairs, Count),
    findall(Name, part(Name, _, _), Names0),
    list_to_set(Names0, Names),
    forall(( member(Name, Names), aggregate_all(sum(Time), spent(Name, Time), Sum), Sum > 0 ),
           ( Milliseconds is 1000 * Sum / (3 * Count), format("~w\t~s\t~6f~n", [Level, Name, Milliseconds]) )).

ask(Level, _{axioms:Axioms, programs:Programs}) :-
    answer(Level, 1000000, "1.0", equal, Axioms, Programs, _).

timed(Kind, Name, Goal) :-
    nb_getval(within, Outer),
    (   Outer == leaf
    ->  call(Goal)
    ;   nb_getval(inner, Before),
        nb_setval(within, Kind),
        nb_setval(inner, 0.0),
        statistics(cputime, Start),
        ( catch(Goal, Error, true) -> Succeeded = true ; Succeeded = fail ),
        statistics(cputime, End),
        nb_getval(inner, Inner),
        TotalTime is End - Start,
        OwnTime is TotalTime - Inner,
        assertz(spent(Name, OwnTime)),
        After is Before + TotalTime,
        nb_setval(inner, After),
        nb_setval(within, group),
        ( nonvar(Error) -> throw(Error) ; Succeeded == true )
    ).
