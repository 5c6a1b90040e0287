:- module(probe_verdicts,
          [ with_program/4,         % +Items, +Settings, -Program, :Goal
            verdict_json/2,         % +Program, -Json
            counted/3,              % +Module, +Inferences, -Counts
            answers_json/2,         % +Answers, -Texts
            decided/2,              % +Program, -Option
            outcome_words/3         % +Outcome, -Word, -Detail
          ]).
:- use_module(library(lists), [member/2, memberchk/2, append/3]).
:- use_module(building).
:- use_module(counting).
:- use_module(answering).
:- use_module(measuring).
:- use_module(proving).
:- use_module(searching).
:- use_module(rendering).
:- use_module(limits).
:- use_module(reply).
:- use_module(reading).

/** <module> What follows from one program

A program that was run is program(Items, Module, Clauses, Findings, Run): Run is `refused` or run(Outcome, Answer,
Counts, Proof, Search, Answers), Counts is counts(Inferences, ChoiceSteps) and Proof is proof(Depth, Size, Steps, Tree,
References) or `none`.
*/

:- meta_predicate with_program(+, +, -, 0).

%!  with_program(+Items, +Settings, -Program, :Goal) is det.
%
%   Check, build and run Items, and call Goal once while the program's module stands. Settings is
%   settings(Inferences, Level): Level `paper` stops after counting and measuring the proof, `strict` collects all
%   answers and keeps the proof.

with_program(Items, Settings, Program, Goal) :-
    check(Items, Findings),
    (   refused(Findings)
    ->  Program = program(Items, none, [], Findings, refused),
        once(Goal)
    ;   setup_call_cleanup(build(Items, Module, Clauses, More),
                           ( built(Items, Module, Clauses, Findings, More, Settings, Program),
                             once(Goal) ),
                           discard(Module))
    ).

refused(Findings) :-
    memberchk(finding(refused, _, _, _), Findings).

% What SWI-Prolog did not take defines nothing: a program that hides behind such a clause is looked at once more.
built(Items, Module, Clauses, Findings0, More, Settings, Program) :-
    append(Findings0, More, Findings),
    standing(Items, Findings, Standing),
    (   More == []
    ->  Last = []
    ;   check(Standing, Last)
    ),
    (   refused(Last)
    ->  append(Findings, Last, All),
        Program = program(Standing, Module, Clauses, All, refused)
    ;   run(Module, Settings, Run),
        Program = program(Standing, Module, Clauses, Findings, Run)
    ).

% The items that SWI-Prolog took.
standing(Items, [], Items) :-
    !.
standing(Items, Findings, Standing) :-
    findall(Item, ( member(Item, Items), \+ ( member(finding(_, _, _, Other), Findings), Other == Item ) ), Standing).

run(Module, settings(Inferences, Level), run(Outcome, Answer, Counts, Proof, Search, Answers)) :-
    first_answer(Module, Inferences, Outcome, Answer),
    (   Outcome == yes
    ->  counted(Module, Inferences, Counts),
        proved(Module, Inferences, Level, Answer, Proof)
    ;   Counts = counts(null, null),
        Proof = none
    ),
    (   Level == paper
    ->  Search = not_run,
        Answers = []
    ;   all_answers(Module, Inferences, Search, Answers)
    ).

%!  counted(+Module, +Inferences, -Counts) is det.
%
%   Counts are the counts(Inferences, ChoiceSteps) of the first answer, both `null` where a limit is met.

counted(Module, Inferences, Counts) :-
    (   limited(count(Module, Counted, ChoiceSteps), Inferences, yes)
    ->  Counts = counts(Counted, ChoiceSteps)
    ;   Counts = counts(null, null)
    ).

proved(Module, Inferences, Level, Answer, Proof) :-
    Bound is 10 * Inferences,               % the interpreter spends some ten inferences on one of the program's
    clear_log,
    limited(first_proof(Level, Module, Choice, Proof0), Bound, Outcome),
    (   Outcome == yes,
        Choice =@= Answer
    ->  whole_proof(Proof0, Proof)
    ;   Proof = none
    ).

first_proof(paper, Module, Choice, measured(Depth, Size)) :-
    measure(Module, decide_option(user, Choice), Depth, Size).
first_proof(strict, Module, Choice, steps(Steps)) :-
    prove(Module, decide_option(user, Choice), Steps).

whole_proof(measured(Depth, Size), proof(Depth, Size, none, none, [])).
whole_proof(steps(Steps), proof(Depth, Size, Steps, Tree, References)) :-
    log_tree(Tree),
    proof_references(Steps, Tree, References),
    measure_proof(Steps, Tree, Depth, Size).

%!  decided(+Program, -Option) is semidet.
%
%   The first answer of Program names Option.

decided(program(_, _, _, _, run(yes, Answer, _, _, _, _)), Option) :-
    choice(Answer, Option).

%!  verdict_json(+Program, -Json) is det.
%
%   Json is [Diagnostics] for a program that was refused, otherwise [Diagnostics, Outcome, Detail, Answer, Choice,
%   Inferences, ChoiceSteps, Depth, Size, Search, SearchDetail, Answers, Proof].

verdict_json(program(_, _, _, [], Run), Json) :-
    plain_json(Run, Json),
    !.
verdict_json(program(_, _, Clauses, Findings, Run), list([list(Diagnostics)|Found])) :-
    findings_json(Findings, Diagnostics),
    (   Run == refused
    ->  Found = []
    ;   run_json(Run, Clauses, Found)
    ).

% By far the most frequent verdict of the paper profile.
plain_json(run(yes, Answer, counts(Inferences, Steps), proof(Depth, Size, _, _, _), not_run, []), Text) :-
    choice(Answer, Option),
    format(string(Text), '[[],"yes","","~w","~w",~w,~w,~w,~w,"not_run","",[],null]',
           [Answer, Option, Inferences, Steps, Depth, Size]).

run_json(run(Outcome, Answer, counts(Inferences, ChoiceSteps), Proof, Search, Answers), Clauses,
         [ text(OutcomeWord), text(Detail), AnswerJson, Choice, Inferences, ChoiceSteps, Depth, Size,
           text(SearchWord), text(SearchDetail), list(Texts), ProofJson ]) :-
    outcome_words(Outcome, OutcomeWord, Detail),
    outcome_words(Search, SearchWord, SearchDetail),
    answer_json(Outcome, Answer, AnswerJson, Choice),
    answers_json(Answers, Texts),
    (   Proof = proof(Depth, Size, Steps, Tree, _)
    ->  (   Search == not_run
        ->  ProofJson = null
        ;   proof_json(Steps, Tree, Clauses, ProofJson)
        )
    ;   Depth = null,
        Size = null,
        ProofJson = null
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

answers_json([], []).
answers_json([Answer|Answers], [text(Text)|Texts]) :-
    term_text(Answer, Text),
    answers_json(Answers, Texts).

%!  outcome_words(+Outcome, -Word, -Detail) is det.

outcome_words(Outcome, Word, Detail) :-
    (   atom(Outcome)
    ->  Word = Outcome,
        Detail = ""
    ;   Outcome =.. [Word, What],
        term_text(What, Detail)
    ).

findings_json([], []).
findings_json([finding(_, Kind, Message, Item)|Findings], [Json|Jsons]) :-
    item_place(Item, place(Source, Line, Column, Number)),
    clause_text(Item, Text),
    Json = list([ text(Kind), text(Message), text(Source), Line, Column, Number, text(Text) ]),
    findings_json(Findings, Jsons).
