:- module(probe_answering,
          [ decide/3,               % +Module, +Inferences, -Decision
            first_answer/4,         % +Module, +Inferences, -Outcome, -Answer
            all_answers/4,          % +Module, +Inferences, -Outcome, -Answers
            choice/2,               % +Answer, -Option
            other/2,                % ?Option, ?Other
            opposite/2              % +Answer, -Opposite
          ]).
:- use_module(limits).
:- use_module(library(lists), [reverse/2]).
:- use_module(library(terms), [term_size/2]).

/** <module> Asking decide_option(user, Choice)

*/

max_answers(50).

%!  first_answer(+Module, +Inferences, -Outcome, -Answer) is det.
%
%   Ask for the first answer; Outcome as in limited/3, Answer is bound if Outcome is `yes`.

first_answer(Module, Inferences, Outcome, Answer) :-
    limited(Module:decide_option(user, Answer), Inferences, Outcome).

%!  decide(+Module, +Inferences, -Decision) is det.
%
%   Decision is `option_A` or `option_B`, or the Outcome of a search that ended otherwise (`other` for another answer).

decide(Module, Inferences, Decision) :-
    first_answer(Module, Inferences, Outcome, Answer),
    (   Outcome \== yes
    ->  Decision = Outcome
    ;   choice(Answer, Option)
    ->  Decision = Option
    ;   Decision = other
    ).

%!  choice(+Answer, -Option) is semidet.
%
%   Option is the option that Answer names, case folded.

choice(Answer, Option) :-
    atom(Answer),
    downcase_atom(Answer, Folded),
    folded(Folded, Option).

folded(option_a, option_A).
folded(option_b, option_B).

%!  other(?Option, ?Other) is nondet.
%
%   The two options, each with the other; det if either is known.

other(option_A, option_B).
other(option_B, option_A).

%!  opposite(+Answer, -Opposite) is semidet.
%
%   Opposite names the other option than Answer, in the same spelling: `'Option_A'` becomes `'Option_B'`.

opposite(Answer, Opposite) :-
    choice(Answer, _),
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
    limited(collect(Module, State), Inferences, Outcome0),
    arg(2, State, Reversed),
    reverse(Reversed, Answers),
    (   Outcome0 == no
    ->  Outcome = complete
    ;   Outcome0 == yes
    ->  Outcome = limit(answers)
    ;   Outcome = Outcome0
    ).

% Fails when all answers are found, succeeds when there are too many; an error keeps the answers found so far.
collect(Module, State) :-
    Module:decide_option(user, Answer),
    State = answers(N0, Answers),
    N is N0 + 1,
    short(Answer, Short),
    nb_setarg(2, State, [Short|Answers]),
    nb_setarg(1, State, N),
    max_answers(N),
    !.

short(Answer, Short) :-
    (   acyclic_term(Answer),
        term_size(Answer, Cells),
        Cells < 200
    ->  Short = Answer
    ;   Short = 'a large term'
    ).
