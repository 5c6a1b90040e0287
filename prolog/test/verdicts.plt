:- begin_tests(verdicts).
:- use_module('../verdicts').
:- use_module('../log').
:- use_module('../reply', [clause_text/2]).
:- use_module(examples).

:- meta_predicate program_of(+, +, -, 0).

% Run Goal once while the program Text is there.
program_of(Text, Level, Program, Goal) :-
    items(Text, Items),
    with_program(Items, settings(100000, Level), Program, Goal).

verdict(Text, Level, Pairs) :-
    program_of(Text, Level, Program, verdict_json(Program, object(Pairs))).

long("decide_option(user, option_A) :- \\+ ( between(1, 5000, X), q(X) ). q(X) :- X > 0, r(X). r(0).").

% The proof of Answer, whatever native execution says.
proof(Text, Answer, Proof) :-
    module_of(Text, Module, prove_answer(Module, 100000, Answer, Proof)).

test(with_program_leaves_nothing, Size-Clauses == 0-[]) :-
    program_of("decide_option(user, option_A) :- \\+ p. :- dynamic p/0.", strict, Program, true),
    Program = program(_, Module, _, _, _),
    log_size(Size),
    findall(Head, ( current_predicate(_, Module:Head), \+ predicate_property(Module:Head, imported_from(_)) ), Clauses).
test(with_program_that_is_refused, Run == refused) :-
    program_of("decide_option(user, option_A) :- halt.", strict, program(_, _, _, _, Run), true).
test(a_hidden_definition_is_found_out, Run-Kinds == refused-[clause, whitelist]) :-
    program_of("forall(_, _) :- 1. decide_option(user, option_A) :- forall(halt, true).", strict,
               program(_, _, _, Findings, Run), true),
    findall(Kind, member(finding(_, Kind, _, _), Findings), Kinds).
test(decided, Option == option_A) :-
    program_of("decide_option(user, 'OPTION_a').", paper, Program, true), decided_option(Program, Option).
test(decided_not, fail) :- program_of("decide_option(user, other).", paper, Program, true), decided_option(Program, _).
test(counted, Counts == counts(0, 3)) :-
    module_of("decide_option(user, X) :- p(X). p(option_A).", Module,
              ( ignore(Module:decide_option(user, _)), first_answer_counts(Module, 1000, Counts) )).
test(counted_past_a_limit, Counts == counts(null, null)) :-
    module_of("decide_option(user, X) :- p(X). p(X) :- p(X).", Module, first_answer_counts(Module, 1000, Counts)).

test(proof_of, Depth-Size-References == 1-1-2) :-
    proof("decide_option(user, X) :- p(X). p(option_A).", option_A, proof(Depth, Size, _, _, Found)),
    length(Found, References).
test(proof_of_another_answer, Proof == unproved(other(option_A))) :-
    proof("decide_option(user, X) :- p(X). p(option_A).", option_B, Proof).
test(proof_of_nothing, Proof == unproved(no)) :- proof("decide_option(user, X) :- p(X), fail. p(1).", option_B, Proof).
test(proof_of_an_error, Proof == unproved(unknown(p/1))) :- proof("decide_option(user, X) :- p(X).", option_B, Proof).
test(proof_of_too_much, Proof == unproved(limit(inferences))) :-
    proof("decide_option(user, X) :- p(X). p(X) :- between(1, inf, X), X < 0.", option_B, Proof).
test(proof_of_what_is_cut_short, Depth-Size-First == null-null-incomplete) :-
    long(Text),
    proof(Text, option_A, proof(Depth, Size, _, _, [First|_])).

test(verdict_json, Found == [text(option_A), 0, 1, 1, object([how=text(complete), detail=text("")])]) :-
    verdict("decide_option(user, X) :- p(X). p(option_A).", strict, Pairs),
    findall(Value, ( member(Key, [choice, inferences, depth, size, proof_outcome]), memberchk(Key=Value, Pairs) ), Found).
test(verdict_json_has_the_proof_apart, Goal == "decide_option(user, option_A)") :-
    verdict("decide_option(user, option_A).", strict, Pairs),
    memberchk(proof=apart(node(fact, Goal, true, _, _, _, [])), Pairs).
test(verdict_json_of_the_paper_profile_has_none, Size == 0) :-
    verdict("decide_option(user, option_A).", paper, Pairs),
    \+ memberchk(proof=_, Pairs),
    memberchk(size=Size, Pairs).
test(verdict_json_of_what_is_cut_short, Found == [null, null, object([how=text(limit), detail=text("steps")])]) :-
    long(Text),
    verdict(Text, paper, Pairs),
    findall(Value, ( member(Key, [depth, size, proof_outcome]), memberchk(Key=Value, Pairs) ), Found).
test(verdict_json_of_a_refusal, Keys == [diagnostics]) :-
    verdict("decide_option(user, option_A) :- halt.", strict, Pairs),
    findall(Key, member(Key=_, Pairs), Keys).
test(diagnostic_json_of_a_clause, Json == object([ kind=text(note), message=text("why"), place=object(Place),
                                                   clause_text=text(Text) ])) :-
    items("p. q.", [_, Item]),
    Place = [ source=text(program), line=1, column=4, clause=2 ],
    clause_text(Item, Text),
    diagnostic_json(note, "why", Item, Json).
test(diagnostic_json_of_no_clause, Json == object([ kind=text(note), message=text("why"), place=null,
                                                    clause_text=null ])) :-
    diagnostic_json(note, "why", none, Json).
test(verdict_json_of_a_disagreement, Json == object([how=text(other), detail=text("option_B")])) :-
    Run = run(yes, option_A, counts(1, 1), unproved(other(option_B)), complete, [option_A]),
    verdict_json(program([], none, [], [], Run), object(Pairs)),
    memberchk(proof_outcome=Json, Pairs).
test(answers_json, Texts == [text("f(_)"), text("option_A")]) :- answers_json([f(_), option_A], Texts).
test(outcome_words, Word-Detail == limit-"time") :- outcome_words(limit(time), Word, Detail).
test(outcome_json, Json == object([how=text(no), detail=text("")])) :- outcome_json(no, Json).

:- end_tests(verdicts).
