:- module(probe_oracle,
          [ start/2,                % +StackBytes, -Version
            answer/7,               % +Kind, +Inferences, +Seconds, +Declaration, +Axioms, +Programs, -Reply
            tidy/0
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(prolog_stack), []).
:- use_module(library(backcomp), []).
:- use_module(whitelist).
:- use_module(limits).
:- use_module(reading).
:- use_module(answering, [declare/1, domain/1]).
:- use_module(counting).
:- use_module(verdicts).
:- use_module(explaining).
:- use_module(probing).
:- use_module(comparison).
:- use_module(differences).
:- use_module(reply).
:- use_module(answer_sets).

/** <module> The oracle: texts in, JSON text out
*/

%!  start(+StackBytes, -Version:string) is det.
%
%   Prepare this process: limits, no autoloading, no messages; calibrate the counts. Everything that needs a file is
%   loaded when this returns.

start(StackBytes, Version) :-
    set_prolog_flag(stack_limit, StackBytes),
    roomy_stacks,
    set_prolog_flag(gc_thread, false),
    set_prolog_flag(verbose, silent),
    set_prolog_flag(report_error, false),
    set_prolog_flag(debug_on_error, false),
    index_predicates,
    set_prolog_flag(autoload, false),
    calibrate,
    answer(strict, 100000, "1.0", equal, "ok(X) :- good(X).",
           [ ":- consult('axioms').\ngood(option_A).\ndecide_option(user, X) :- \\+ fail, ok(X).",
             ":- consult('axioms').\ngood(option_A).\ndecide_option(user, X) :- \\+ fail, ok(X)." ], _),
    protect,
    current_prolog_flag(version_data, swi(Major, Minor, Patch, _)),
    format(string(Version), "~d.~d.~d", [Major, Minor, Patch]).

% Every request begins with this much room (half a megabyte and two of 128 KB), so that hardly any has to move its stacks
% or to collect garbage on the way. leave_nothing/0 restores it.
roomy_stacks :-
    set_prolog_stack(global, min_free(65536)),
    set_prolog_stack(local, min_free(16384)),
    set_prolog_stack(trail, min_free(16384)).

% No program can name our modules. In case one finds a way, they are locked: no predicate of theirs can be redefined,
% abolished, extended or inspected. abolish/1 ignores these locks, so it is disabled, together with the predicates that
% could restore it.
protect :-
    forall(( current_module(Module), project_module(Module),
             current_predicate(_, Module:Head),
             \+ predicate_property(Module:Head, imported_from(_)),
             \+ predicate_property(Module:Head, dynamic) ),
           '$set_predicate_attribute'(Module:Head, system, true)),
    set_prolog_flag(protect_static_code, true),
    forall(member(Head, [abolish(_), abolish(_, _), redefine_system_predicate(_)]), close_predicate(Head)).

close_predicate(Head) :-
    (   predicate_property(system:Head, foreign)
    ->  functor(Head, Name, Arity),
        system:redefine_system_predicate(Head),
        assertz((system:Head :- throw(error(permission_error(call, procedure, Name/Arity), _)))),
        compile_predicates([system:Name/Arity]),
        '$set_predicate_attribute'(system:Head, system, true)
    ;   true
    ).

project_module(Module) :-
    sub_atom(Module, 0, _, _, probe_),
    (   Module == probe_base
    ->  true
    ;   module_property(Module, file(_))
    ).

%!  answer(+Kind, +Inferences, +Seconds:string, +Declaration:atom, +Axioms:string, +Programs:list(string), -Reply:atom)
%!         is det.
%
%   Declaration is the relation between the programs and the answers that count (see declare/1). Kind is `paper` or
%   `strict`, the level of examination of each program and, for `strict` with two programs, of the pair. `explained` is
%   `strict` with the proofs of all answers of each program and the searches for the other answers.
%   `asp` translates each program to an answer-set program and runs none.

answer(Kind, Inferences, Seconds, Declaration, Axioms, Programs, Reply) :-
    number_string(Time, Seconds),
    declare(Declaration),
    catch(( with_deadline(Time, ( reply_json(Kind, Inferences, Axioms, Programs, Json), json_text(Json, Text) )),
            Reply = Text ),
          Error,
          failure_reply(Error, Reply)).

%!  tidy is det.
%
%   Free the atoms and clauses of answered requests. This process has no thread that does it.

tidy :-
    garbage_collect_atoms,
    garbage_collect_clauses.

% The verdicts report everything that programs do. Only the deadline, a lack of resources outside a search (in reading or
% translating a program) or a defect of the oracle arrives here.
failure_reply(probe_deadline, '{"failed":"deadline"}') :-
    !,
    set_prolog_flag(probe_recycling_due, true).
failure_reply(error(resource_error(_), _), '{"failed":"resources"}') :-
    !,
    set_prolog_flag(probe_exhausted, true),
    set_prolog_flag(probe_recycling_due, true).
failure_reply(Error, Reply) :-
    set_prolog_flag(probe_recycling_due, true),
    term_text(Error, Text),
    json_text(object([ failed=text(Text) ]), Reply).

reply_json(asp, _, Axioms, Texts, object([ answer_sets=list(Translated) ])) :-
    !,
    read_text(axioms, Axioms, AxiomItems),
    maplist(translate_program(AxiomItems), Texts, Translated).
reply_json(Kind, Inferences, Axioms, Texts,
           object([ verdicts=list(Verdicts), explained=list(Explained), same=Same, probes=Probes ])) :-
    read_text(axioms, Axioms, AxiomItems),
    read_programs(Texts, AxiomItems, Programs),
    Settings = settings(Inferences, Kind),
    programs_json(Programs, Settings, Verdicts, Explained, Probes),
    same_programs(Programs, Same).

translate_program(Axioms, Text, Json) :-
    read_program(Text, Axioms, Items),
    answer_set_json(Items, Json).

read_programs([Text|Texts], Axioms, [Items|Programs]) :-
    read_program(Text, Axioms, Items),
    (   Texts == [Text]                     % the framing effect may have one program for both texts
    ->  Programs = [Items]
    ;   Texts == []
    ->  Programs = []
    ;   read_programs(Texts, Axioms, Programs)
    ).

read_program(Text, Axioms, Items) :-
    read_text(program, Text, ProgramItems),
    splice_axioms(Axioms, ProgramItems, Items).

programs_json([Items1, Items2], settings(Inferences, Kind), [Verdict1, Verdict2], Explained, Probes) :-
    Kind \== paper,
    !,
    Settings = settings(Inferences, strict),
    with_program(Items1, Settings, Program1,
        ( verdict_json(Program1, Verdict1),
          explanations_json(Kind, Program1, Inferences, Explained, Rest),
          with_program(Items2, Settings, Program2,
              ( verdict_json(Program2, Verdict2),
                explanations_json(Kind, Program2, Inferences, Rest, []),
                probes_json(Program1, Program2, Inferences, Probes) )) )).
programs_json(Programs, Settings, Verdicts, Explained, null) :-
    verdicts_json(Programs, Settings, Verdicts, Explained).

% Both verdicts are known before the probes begin. If there is no time for a probe, the reply lacks the probe only. A probe
% that ends after the deadline is left out too: the searches that the deadline ended look like other decisions in it.
probes_json(Program1, Program2, Inferences, object([ unbiased=object([needed=Needed|Pairs1]), biased=object(Pairs2),
                                                     pair=Pair ])) :-
    in_time(compare_programs(Program1, Program2, Compared), Compared, none),
    in_time(program_probes(Program1, Inferences, none, Pairs1, Findings), Pairs1-Findings, []-none),
    earlier_findings(Findings, Compared, Earlier),
    in_time(program_probes(Program2, Inferences, Earlier, Pairs2, _), Pairs2, []),
    in_time(pair_probe(Program1, Program2, Compared, Inferences, Pair), Pair, null),
    in_time(needed_json(Program1, Findings, Inferences, Needed), Needed, null).

earlier_findings(Findings, Compared, Earlier) :-
    (   Findings == none
    ->  Earlier = none
    ;   only_unread(Compared)
    ->  Earlier = same(Findings)
    ;   Earlier = like(Findings)
    ).

:- meta_predicate in_time(0, ?, +).

in_time(Goal, Result, Otherwise) :-
    limited(( once(Goal), \+ expired ), 1_000_000_000_000, Outcome),
    (   Outcome == yes
    ->  true
    ;   ( Outcome = limit(_) ; expired )
    ->  Result = Otherwise
    ;   throw(error(system_error(Outcome), _))
    ).

verdicts_json([], _, [], []).
verdicts_json([Items|Programs], settings(Inferences, Kind), [Verdict|Verdicts], Explained) :-
    (   Kind == paper
    ->  Level = paper
    ;   Level = strict
    ),
    with_program(Items, settings(Inferences, Level), Program,
        ( verdict_json(Program, Verdict),
          explanations_json(Kind, Program, Inferences, Explained, Rest) )),
    verdicts_json(Programs, settings(Inferences, Kind), Verdicts, Rest).

% Explanations come before the probes, because the last probe declares the program's undefined procedures. If there is
% no time for an explanation, the reply lacks the explanation, not the verdict.
explanations_json(Kind, Program, Inferences, Explained, Rest) :-
    (   Kind == explained
    ->  domain(Answers),
        length(Answers, Count),
        Bound is 10 * Count * Inferences,
        limited(explanation_json(Program, Inferences, Json0), Bound, Outcome),
        (   Outcome == yes
        ->  Json = Json0
        ;   Json = object([ proofs=list([]), all_proofs=false, others=list([]) ])
        ),
        Explained = [apart(Json)|Rest]
    ;   Explained = Rest
    ).

same_programs(Programs, Same) :-
    (   Programs = [Items1, Items2]
    ->  (   same_clauses(Items1, Items2)
        ->  Same = true
        ;   Same = false
        )
    ;   Same = null
    ).
