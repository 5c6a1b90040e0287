:- module(probe_verdicts,
          [ with_program/4,         % +Items, +Settings, -Program, :Goal
            verdict_json/2,         % +Program, -Json
            diagnostic_json/4,      % +Kind, +Message, +Item, -Json
            first_answer_counts/3,  % +Module, +Inferences, -Counts
            prove_answer/4,         % +Module, +Inferences, +Answer, -Proof
            answers_json/2,         % +Answers, -Texts
            decided_option/2,       % +Program, -Option
            outcome_json/2,         % +Outcome, -Json
            outcome_words/3         % +Outcome, -Word, -Detail
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2, memberchk/2, append/3]).
:- use_module(building).
:- use_module(counting).
:- use_module(answering).
:- use_module(proving).
:- use_module(log).
:- use_module(rendering).
:- use_module(limits).
:- use_module(reply).
:- use_module(reading).

/** <module> The verdict on one program

A program that was run is program(Items, Module, Clauses, Findings, Run): Run is `refused` or run(Outcome, Answer,
Counts, Proof, Search, Answers), and Counts is counts(Inferences, ChoiceSteps). Proof is

  - proof(Depth, Size, Steps, Tree, References): the proof of Answer, with the clauses that are part of it. If its
    searches took more steps than the log keeps, Depth and Size are `null`, and the list References begins with the atom
    `incomplete`: a clause that is not in it may still be part of the proof.
  - unproved(Outcome): the interpreter did not find Answer. Outcome is limit(What), or how it disagrees with native
    execution: `no` (it finds no answer), other(Choice) (it finds another one first), error(Formal), unknown(Indicator).
  - `none`: there is no answer to prove.
*/

:- meta_predicate with_program(+, +, -, 0).

%!  with_program(+Items, +Settings, -Program, :Goal) is det.
%
%   Check, build and run Items, and call Goal once while the program's module exists. Settings is
%   settings(Inferences, Level): Level `paper` stops after counting and proving the first answer, `strict` collects all
%   answers. Nothing of the program remains afterwards, in its module or in the log.

with_program(Items, Settings, Program, Goal) :-
    check_items(Items, Findings),
    (   has_refusal(Findings)
    ->  Program = program(Items, none, [], Findings, refused),
        once(Goal)
    ;   setup_call_cleanup(build_module(Items, Module, Clauses, BuildFindings),
                           ( run_built(Items, Module, Clauses, Findings, BuildFindings, Settings, Program),
                             once(Goal) ),
                           ( discard_module(Module), clear_log ))
    ).

has_refusal(Findings) :-
    memberchk(finding(refused, _, _, _), Findings).

% A clause that SWI-Prolog does not accept defines nothing. A program that relied on it for a name is checked again.
run_built(Items, Module, Clauses, Findings0, BuildFindings, Settings, Program) :-
    append(Findings0, BuildFindings, Findings),
    loaded_items(Items, Findings, LoadedItems),
    (   BuildFindings == []
    ->  LoadFindings = []
    ;   check_items(LoadedItems, LoadFindings)
    ),
    (   has_refusal(LoadFindings)
    ->  append(Findings, LoadFindings, AllFindings),
        Program = program(LoadedItems, Module, Clauses, AllFindings, refused)
    ;   run_program(Module, Settings, Run),
        Program = program(LoadedItems, Module, Clauses, Findings, Run)
    ).

% The items that SWI-Prolog accepted.
loaded_items(Items, [], Items) :-
    !.
loaded_items(Items, Findings, Loaded) :-
    findall(Item, ( member(Item, Items), \+ ( member(finding(_, _, _, Other), Findings), Other == Item ) ), Loaded).

run_program(Module, settings(Inferences, Level), run(Outcome, Answer, Counts, Proof, Search, Answers)) :-
    first_answer(Module, Inferences, Outcome, Answer),
    (   Outcome == yes
    ->  first_answer_counts(Module, Inferences, Counts),
        prove_answer(Module, Inferences, Answer, Proof)
    ;   Counts = counts(null, null),
        Proof = none
    ),
    (   Level == paper
    ->  Search = not_run,
        Answers = []
    ;   all_answers(Module, Inferences, Search, Answers)
    ).

%!  first_answer_counts(+Module, +Inferences, -Counts) is det.
%
%   Counts are the counts(Inferences, ChoiceSteps) of the first answer, both `null` if a limit is met.

first_answer_counts(Module, Inferences, Counts) :-
    (   limited(count(Module, InferenceCount, ChoiceSteps), Inferences, yes)
    ->  Counts = counts(InferenceCount, ChoiceSteps)
    ;   Counts = counts(null, null)
    ).

%!  prove_answer(+Module, +Inferences, +Answer, -Proof) is det.
%
%   Proof is the proof of Answer, the first one of native execution, or the reason why there is none, as above.

prove_answer(Module, Inferences, Answer, Proof) :-
    Bound is 10 * Inferences,               % the interpreter takes about ten inferences for one of the program's
    clear_log,
    limited(prove(Module, decide_option(user, Choice), Steps), Bound, Outcome),
    (   Outcome \== yes
    ->  Proof = unproved(Outcome)
    ;   Choice =@= Answer
    ->  log_tree(Tree),
        proof_references(Steps, Tree, References),
        proof_measures(Steps, Tree, Depth, Size),
        Proof = proof(Depth, Size, Steps, Tree, References)
    ;   Proof = unproved(other(Choice))
    ).

proof_measures(Steps, Tree, Depth, Size) :-
    (   tree_complete(Tree)
    ->  measure_proof(Steps, Tree, Depth, Size)
    ;   Depth = null,
        Size = null
    ).

%!  decided_option(+Program, -Option) is semidet.
%
%   The first answer of Program names Option.

decided_option(program(_, _, _, _, run(yes, Answer, _, _, _, _)), Option) :-
    choice(Answer, Option).

%!  verdict_json(+Program, -Json) is det.
%
%   Json is an object: `diagnostics` and, for a program that was not refused, `outcome`, `answer` and `choice` (or
%   null), `inferences`, `choice_steps`, `proof_outcome` (`complete` if all of the proof is known), `depth`, `size`,
%   `search` (how the search for all answers ended), `answers` and, if they were searched for, `proof`. An outcome is an
%   object with `how` and `detail`.

verdict_json(program(_, _, Clauses, Findings, Run), object([ diagnostics=list(Diagnostics)|Pairs ])) :-
    maplist(finding_json, Findings, Diagnostics),
    (   Run == refused
    ->  Pairs = []
    ;   run_json(Run, Clauses, Pairs)
    ).

run_json(run(Outcome, Answer, counts(Inferences, ChoiceSteps), Proof, Search, Answers), Clauses,
         [ outcome=OutcomeJson, answer=AnswerJson, choice=Choice, inferences=Inferences, choice_steps=ChoiceSteps,
           proof_outcome=ProofOutcome, depth=Depth, size=Size, search=SearchJson, answers=list(Texts)|Rest ]) :-
    outcome_json(Outcome, OutcomeJson),
    answer_json(Outcome, Answer, AnswerJson, Choice),
    proof_outcome(Proof, Completeness),
    outcome_json(Completeness, ProofOutcome),
    outcome_json(Search, SearchJson),
    answers_json(Answers, Texts),
    (   Proof = proof(Depth, Size, Steps, Tree, _)
    ->  (   Search == not_run
        ->  Rest = []
        ;   proof_json(Steps, Tree, Clauses, list([Node])),
            Rest = [proof=apart(Node)]
        )
    ;   Depth = null,
        Size = null,
        Rest = []
    ).

proof_outcome(none, not_run).
proof_outcome(unproved(Outcome), Outcome).
proof_outcome(proof(_, _, _, Tree, _), Completeness) :-
    (   tree_complete(Tree)
    ->  Completeness = complete
    ;   Completeness = limit(steps)
    ).

answer_json(yes, Answer, text(Text), Choice) :-
    !,
    term_text(Answer, Text),
    (   choice(Answer, Option)
    ->  Choice = text(Option)
    ;   Choice = null
    ).
answer_json(_, _, null, null).

%!  answers_json(+Answers, -Texts) is det.

answers_json(Answers, Texts) :-
    maplist(answer_text, Answers, Texts).

answer_text(Answer, text(Text)) :-
    term_text(Answer, Text).

%!  outcome_json(+Outcome, -Json) is det.
%
%   Json is an object with `how` and `detail`, as outcome_words/3 has them.

outcome_json(Outcome, object([ how=text(Word), detail=text(Detail) ])) :-
    outcome_words(Outcome, Word, Detail).

%!  outcome_words(+Outcome, -Word, -Detail) is det.

outcome_words(Outcome, Word, Detail) :-
    (   atom(Outcome)
    ->  Word = Outcome,
        Detail = ""
    ;   Outcome =.. [Word, What],
        term_text(What, Detail)
    ).

finding_json(finding(_, Kind, Message, Item), Json) :-
    diagnostic_json(Kind, Message, Item, Json).

%!  diagnostic_json(+Kind, +Message, +Item, -Json) is det.
%
%   Json is an object with `kind`, `message`, `place` and `clause_text`; the last two are null if Item is `none`.

diagnostic_json(Kind, Message, Item, object([ kind=text(Kind), message=text(Message), place=Place, clause_text=Text ])) :-
    (   Item == none
    ->  Place = null,
        Text = null
    ;   item_place(Item, place(Source, Line, Column, Number)),
        Place = object([ source=text(Source), line=Line, column=Column, clause=Number ]),
        clause_text(Item, Words),
        (   string_length(Words, 0)
        ->  Text = null
        ;   Text = text(Words)
        )
    ).
