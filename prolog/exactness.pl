:- module(probe_exactness,
          [ exact_decisions/5       % +Program, +Decision, +Ordered, +Inferences, -Result
          ]).
:- use_module(library(terms), [mapargs/3]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(answering, [all_answers/4, choice/2]).
:- use_module(building, [with_module/4]).
:- use_module(reordering, [reordered_decisions/5]).

/** <module> Does rounding decide?

Decimals are binary fractions: 0.1 + 0.2 is not 0.3. The program runs again with each of its decimals as the rational
number that is written (0.1 as 1r10) and with division of whole numbers that gives rationals. If it has a root or a
logarithm, it also runs with every operation rounded down, and up.
*/

%!  exact_decisions(+Program, +Decision, +Ordered, +Inferences, -Result) is det.
%
%   Result is `free` if the program calculates with whole numbers only, `same` if the exact program (and this one, with
%   other rounding) has the same answers,
%   `changed(Answers)` with its answers if they are others, and `limit` if a limit was met. A tie that rounding hides may
%   be broken by the order of facts in the exact program, so that is tried as well, unless Ordered, the result of
%   reordered_decisions/5, shows that the order decides anyway.

exact_decisions(Program, Decision, Ordered, Inferences, Result) :-
    Program = program(Items, Module, _, _, run(_, _, _, _, Search, Answers)),
    (   uses_inexact_function(Items)
    ->  Inexact = true
    ;   Inexact = false
    ),
    (   Inexact == true,
        decide_with_rounding(Module, Search-Answers, Inferences, Result0),
        Result0 \== same
    ->  Result = Result0
    ;   has_fraction(Items)
    ->  maplist(exact_item, Items, ExactItems),
        setup_call_cleanup(set_prolog_flag(prefer_rationals, true),
                           with_module(ExactItems, ExactModule, Clauses,
                                       ( all_answers(ExactModule, Inferences, Search1, Answers1),
                                         compare_answers(Search-Answers, Search1-Answers1, Agreement),
                                         ExactProgram = program(ExactItems, ExactModule, Clauses, Search1, Answers1),
                                         exact_result(Agreement, ExactProgram, Decision,
                                                      Ordered, Inferences, Result) )),
                           set_prolog_flag(prefer_rationals, false))
    ;   Inexact == true
    ->  Result = same
    ;   Result = free
    ).

%   Roots and logarithms have no exact value to calculate with. So every operation is rounded down, and then up, instead
%   of to the nearest number.
decide_with_rounding(Module, RunAnswers, Inferences, Result) :-
    (   member(Rounding, [to_negative, to_positive]),
        setup_call_cleanup(set_prolog_flag(float_rounding, Rounding),
                           all_answers(Module, Inferences, Search, Answers),
                           set_prolog_flag(float_rounding, to_nearest)),
        compare_answers(RunAnswers, Search-Answers, Agreement),
        Agreement \== true
    ->  (   Agreement == limit
        ->  Result = limit
        ;   Result = changed(Answers)
        )
    ;   Result = same
    ).

uses_inexact_function(Items) :-
    member(item(_, _, _, Content, _), Items),
    sub_term(Term, Content),
    compound(Term),
    compound_name_arity(Term, Name, Arity),
    memberchk(Name/Arity, [ sqrt/1, log/1, log/2, log2/1, exp/1, (**)/2, sin/1, cos/1, tan/1, asin/1, acos/1, atan/1, atan/2,
                            atan2/2 ]),
    !.

%   A decimal is written, or a division of whole numbers may give one.
has_fraction(Items) :-
    member(item(_, _, _, Content, _), Items),
    sub_term(Term, Content),
    ( float(Term) ; compound(Term), compound_name_arity(Term, (/), 2) ),
    !.

exact_item(item(Source, Number, Position, Content0, Names), item(Source, Number, Position, Content, Names)) :-
    exact_term(Content0, Content).

exact_term(Term, Exact) :-
    (   float(Term),
        catch(Exact0 is rationalize(Term), error(_, _), fail)   % not inf or nan
    ->  Exact = Exact0
    ;   compound(Term)
    ->  mapargs(exact_term, Term, Exact)
    ;   Exact = Term
    ).

%   compare_answers(+RunAnswers, +Exact, -Agreement): both searches have the same first answer and the same answers.
compare_answers(Search0-Answers0, Search-Answers, Agreement) :-
    chosen_answers(Answers0, Chosen0),
    chosen_answers(Answers, Chosen),
    (   Search = limit(What),
        What \== answers
    ->  Agreement = limit
    ;   Chosen == Chosen0,
        ( Search == complete -> true ; Search0 \== complete )
    ->  Agreement = true
    ;   Agreement = false
    ).

chosen_answers(Answers, Chosen) :-
    findall(Option, ( member(Answer, Answers), ( choice(Answer, Option) -> true ; Option = Answer ) ), RunAnswers),
    (   RunAnswers = [First|_]
    ->  sort(RunAnswers, Sorted),
        Chosen = First-Sorted
    ;   Chosen = none
    ).

exact_result(limit, _, _, _, _, limit).
exact_result(false, program(_, _, _, _, Answers), _, _, _, changed(Answers)).
exact_result(true, Program, Decision, Ordered, Inferences, Result) :-
    (   Ordered \= changed(_, _),
        reordered_decisions(Program, Decision, Inferences, _, changed(_, Other))
    ->  Result = changed([Decision, Other])
    ;   Result = same
    ).
