:- module(probe_verdicts,
          [ with_program/4,         % +Items, +Settings, -Program, :Goal
            verdict_json/2,         % +Program, -Json
            outcome_words/3         % +Outcome, -Word, -Detail
          ]).
:- use_module(library(lists), [member/2, append/3]).
:- use_module(building).
:- use_module(counting).
:- use_module(answering).
:- use_module(proving).
:- use_module(searching).
:- use_module(rendering).
:- use_module(limits).
:- use_module(reply).
:- use_module(reading).

/** <module> What follows from one program

A program that was run is program(Items, Module, Clauses, Findings, Run): Run is `refused` or
run(Outcome, Answer, Inferences, ChoiceSteps, Depth, Size, Search, Answers, Proof, References), each `none` where it
was not measured.
*/

:- meta_predicate with_program(+, +, -, 0).

%!  with_program(+Items, +Settings, -Program, :Goal) is det.
%
%   Check, build and run Items, and call Goal once while the program's module stands. Settings is
%   settings(Inferences, Level): Level `paper` stops after counting and measuring the proof, `strict` collects all
%   answers and keeps the proof.

with_program(Items, Settings, Program, Goal) :-
    check(Items, _, Findings),
    (   member(finding(refused, _, _, _), Findings)
    ->  Program = program(Items, none, [], Findings, refused),
        once(Goal)
    ;   setup_call_cleanup(build(Items, Module, Clauses, More),
                           ( append(Findings, More, All),
                             run(Module, Settings, Run),
                             standing(Items, All, Standing),
                             Program = program(Standing, Module, Clauses, All, Run),
                             once(Goal) ),
                           discard(Module))
    ).

% The items that SWI-Prolog took.
standing(Items, [], Items) :-
    !.
standing(Items, Findings, Standing) :-
    findall(Item, ( member(Item, Items), \+ ( member(finding(_, _, _, Other), Findings), Other == Item ) ), Standing).

run(Module, settings(Inferences, Level),
    run(Outcome, Answer, Counted, ChoiceSteps, Depth, Size, Search, Answers, Proof, References)) :-
    first_answer(Module, Inferences, Outcome, Answer),
    (   Outcome == yes
    ->  counted(Module, Inferences, Counted, ChoiceSteps),
        proved(Module, Inferences, Answer, Depth, Size, Proof, References)
    ;   Counted = none, ChoiceSteps = none, Depth = none, Size = none, Proof = none, References = []
    ),
    (   Level == paper
    ->  Search = not_run,
        Answers = []
    ;   all_answers(Module, Inferences, Search, Answers)
    ).

counted(Module, Inferences, Counted, ChoiceSteps) :-
    (   limited(count(Module, Counted, ChoiceSteps), Inferences, yes)
    ->  true
    ;   Counted = none,
        ChoiceSteps = none
    ).

% The interpreter spends some ten inferences on one of the program's.
proved(Module, Inferences, Answer, Depth, Size, Proof, References) :-
    clear_log,
    Bound is 10 * Inferences,
    (   limited(( prove(Module, decide_option(user, Choice), Proof0), Choice =@= Answer ), Bound, yes)
    ->  Proof = Proof0,
        measure_proof(Proof, Depth, Size),
        proof_references(Proof, References)
    ;   Proof = none, Depth = none, Size = none, References = []
    ).

%!  verdict_json(+Program, -Json) is det.

verdict_json(program(_, _, Clauses, Findings, Run), Json) :-
    findings_json(Findings, Diagnostics),
    (   Run == refused
    ->  Json = object([ ran=false, diagnostics=list(Diagnostics) ])
    ;   run_json(Run, Clauses, Diagnostics, Json)
    ).

run_json(run(Outcome, Answer, Counted, Steps, Depth, Size, Search, Answers, Proof, _), Clauses, Diagnostics,
         object([ ran=true, outcome=text(OutcomeWord), detail=text(Detail), answer=AnswerText, choice=Choice,
                  inferences=Inferences, choice_steps=ChoiceSteps, depth=D, size=S, search=text(SearchWord),
                  search_detail=text(SearchDetail), answers=list(Texts), proof=ProofJson,
                  diagnostics=list(Diagnostics) ])) :-
    outcome_words(Outcome, OutcomeWord, Detail),
    outcome_words(Search, SearchWord, SearchDetail),
    (   Outcome == yes
    ->  term_text(Answer, Text),
        AnswerText = text(Text),
        choice_json(Answer, Choice)
    ;   AnswerText = null,
        Choice = null
    ),
    maplist_json([Counted, Steps, Depth, Size], [Inferences, ChoiceSteps, D, S]),
    findall(text(T), ( member(A, Answers), term_text(A, T) ), Texts),
    (   ( Proof == none ; Search == not_run )
    ->  ProofJson = null
    ;   proof_json(Proof, Clauses, ProofJson)
    ).

choice_json(Answer, Choice) :-
    (   choice(Answer, Option)
    ->  Choice = text(Option)
    ;   Choice = null
    ).

maplist_json([], []).
maplist_json([Value|Values], [Json|Jsons]) :-
    (   Value == none
    ->  Json = null
    ;   Json = Value
    ),
    maplist_json(Values, Jsons).

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
