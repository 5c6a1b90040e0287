:- module(probe_answering,
          [ declare/1,              % +Declaration
            domain/1,               % -Answers
            relation/1,             % -Relation
            dilemma/0,
            decide/3,               % +Module, +Inferences, -Decision
            outcome_decision/2,     % +Outcome, -Decision
            first_answer/4,         % +Module, +Inferences, -Outcome, -Answer
            all_answers/4,          % +Module, +Inferences, -Outcome, -Answers
            choice/2,               % +Answer, -Option
            differing_answers/2,    % +Option, +Other
            other_answers/2,        % +Option, -Others
            opposite/2              % +Answer, -Opposite
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(limits).
:- use_module(library(lists), [append/3, member/2, memberchk/2, reverse/2]).
:- use_module(library(terms), [term_size/2]).

/** <module> Asking decide_option(user, Choice)

The answers that count are data of the request: those of a dilemma, option_A and option_B in either case of letters, or
declared atoms and whole numbers.
*/

max_answers(50).

%!  declare(+Declaration:atom) is det.
%
%   Declaration is the relation between the programs of a request, `equal`, `mirrored` or `computed`, and after it, unless
%   the answers are those of a dilemma, the answers in the order of their scale, with a blank before each.
%
%   A global variable has them, because a table could be changed by a program that finds a way to assertz/1.

declare(Declaration) :-
    (   nb_current(probe_answers, answers(Declaration, _, _, _))
    ->  true
    ;   atomic_list_concat([Relation|Names], ' ', Declaration),
        (   Names == []
        ->  Kind = options,
            Answers = [option_A, option_B]
        ;   Kind = others,
            maplist(name_answer, Names, Answers)
        ),
        nb_setval(probe_answers, answers(Declaration, Relation, Kind, Answers))
    ).

name_answer(Name, Answer) :-
    (   atom_number(Name, Number),
        integer(Number)                     % `inf` is a number too
    ->  Answer = Number
    ;   Answer = Name
    ).

:- declare(equal).

%!  domain(-Answers) is det.
%
%   The answers that count, in the order of their scale.

domain(Answers) :-
    nb_getval(probe_answers, answers(_, _, _, Answers)).

%!  relation(-Relation) is det.
%
%   The expected relation between the answers of the two programs.

relation(Relation) :-
    nb_getval(probe_answers, answers(_, Relation, _, _)).

%!  dilemma is semidet.
%
%   The answers are the two options of a dilemma.

dilemma :-
    nb_getval(probe_answers, answers(_, _, options, _)).

%!  first_answer(+Module, +Inferences, -Outcome, -Answer) is det.
%
%   Ask for the first answer; Outcome as in limited/3, Answer is bound if Outcome is `yes`.

first_answer(Module, Inferences, Outcome, Answer) :-
    limited(Module:decide_option(user, Answer), Inferences, Outcome).

%!  decide(+Module, +Inferences, -Decision) is det.
%
%   Decision is an answer of the domain, or outcome_decision/2 of the Outcome of a search that ended otherwise (`other` for
%   another answer).

decide(Module, Inferences, Decision) :-
    first_answer(Module, Inferences, Outcome, Answer),
    (   Outcome \== yes
    ->  outcome_decision(Outcome, Decision)
    ;   choice(Answer, Option)
    ->  Decision = Option
    ;   outcome_decision(other, Decision)
    ).

%!  outcome_decision(+Outcome, -Decision) is det.
%
%   Decision represents an Outcome other than a decision, and is not an answer of the domain: `no` or `other` may be one.

outcome_decision(Outcome, Decision) :-
    (   outcome_word(Outcome, Word),
        \+ dilemma
    ->  Decision = Word
    ;   Decision = Outcome
    ).

outcome_word(no, 'no answer').
outcome_word(other, 'another answer').

%!  choice(+Answer, -Option) is semidet.
%
%   Option is the answer of the domain that Answer names; in a dilemma the case of letters is free.

choice(Answer, Option) :-
    nb_getval(probe_answers, answers(_, _, Kind, Answers)),
    (   Kind == options
    ->  atom(Answer),
        downcase_atom(Answer, Folded),
        folded_option(Folded, Option)
    ;   atomic(Answer),
        memberchk(Answer, Answers),
        Option = Answer
    ).

folded_option(option_a, option_A).
folded_option(option_b, option_B).

%!  differing_answers(+Option, +Other) is semidet.
%
%   Both are answers of the domain, and they differ.

differing_answers(Option, Other) :-
    domain(Answers),
    memberchk(Option, Answers),
    memberchk(Other, Answers),
    Option \== Other.

%!  other_answers(+Option, -Others) is det.
%
%   Others are the other answers of the domain, beginning with the one after Option; after the last comes the first.

other_answers(Option, Others) :-
    domain(Answers),
    append(Before, [Option|After], Answers),
    !,
    append(After, Before, Others).

%!  opposite(+Answer, -Opposite) is nondet.
%
%   Opposite names another answer of the domain than Answer, the next one first. In a dilemma that is the other option,
%   in the same spelling: `'Option_A'` becomes `'Option_B'`.

opposite(Answer, Opposite) :-
    choice(Answer, Option),
    (   dilemma
    ->  respell(Answer, Opposite)
    ;   other_answers(Option, Others),
        member(Opposite, Others)
    ).

respell(Answer, Opposite) :-
    sub_atom(Answer, 0, 7, 1, Start),
    sub_atom(Answer, 7, 1, 0, Letter),
    other_letter(Letter, Other),
    atom_concat(Start, Other, Opposite).

other_letter('A', 'B').
other_letter('B', 'A').
other_letter(a, b).
other_letter(b, a).

%!  all_answers(+Module, +Inferences, -Outcome, -Answers) is det.
%
%   Answers are all answers in order, copied; Outcome is `complete`, or what stopped the search.

all_answers(Module, Inferences, Outcome, Answers) :-
    State = answers(0, []),
    limited(collect_answers(Module, State), Inferences, Outcome0),
    arg(2, State, Reversed),
    reverse(Reversed, Answers),
    (   Outcome0 == no
    ->  Outcome = complete
    ;   Outcome0 == yes
    ->  Outcome = limit(answers)
    ;   Outcome = Outcome0
    ).

% Fails when all answers are found, succeeds when there are too many; an error keeps the answers found so far.
collect_answers(Module, State) :-
    Module:decide_option(user, Answer),
    State = answers(N0, Answers),
    N is N0 + 1,
    shorten(Answer, Short),
    nb_setarg(2, State, [Short|Answers]),
    nb_setarg(1, State, N),
    max_answers(N),
    !.

shorten(Answer, Short) :-
    (   acyclic_term(Answer),
        term_size(Answer, Cells),
        Cells < 200
    ->  Short = Answer
    ;   Short = 'a large term'
    ).
