:- module(probe_explaining,
          [ explanation_json/3      % +Program, +Inferences, -Json
          ]).
:- use_module(library(lists), [member/2, nth1/3, reverse/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(answering).
:- use_module(limits).
:- use_module(proving).
:- use_module(reading).
:- use_module(rendering).
:- use_module(searching).
:- use_module(verdicts).

/** <module> Why a program decides as it does, and not otherwise
*/

%!  explanation_json(+Program, +Inferences, -Json) is det.
%
%   The proofs of all answers in their order, as far as the limits go, and for each option that the first answer does
%   not name what became of it. Json is an object with `proofs` and `others`, where each of `others` has
%
%     - option
%     - follows   the number of the first answer that names it, or null
%     - outcome   how the native search for it alone ended, as limited/3 tells it
%     - all       how the search for all answers ended: `complete`, or what ended it before its end
%     - cut       the place of the deciding clause, where that cuts off the search for further answers
%     - search    the search for it alone to its end, as a list of nodes
%     - shown     `complete` if all of it is there

explanation_json(program(_, _, _, _, refused), _, object([ proofs=list([]), others=list([]) ])) :-
    !.
explanation_json(Program, Inferences, object([ proofs=list(Proofs), others=list(Others) ])) :-
    Program = program(_, Module, Clauses, _, _),
    proofs_json(Module, Clauses, Inferences, Proofs),
    all_answers(Module, Inferences, All, Answers),
    cutting(Module, Clauses, Inferences, Cut),
    findall(Option, ( member(Option, [option_A, option_B]), \+ decided(Program, Option) ), Options),
    others_json(Options, given(Module, Clauses, Inferences, All, Answers, Cut), Others).

proofs_json(Module, Clauses, Bound, Proofs) :-
    State = proofs(0, []),
    clear_log,
    limited(( prove(Module, decide_option(user, _), Steps),
              enough(Steps, Clauses, State) ), Bound, _),
    arg(2, State, Reversed),
    reverse(Reversed, Proofs).

max_proofs(50).

% Fails until there are enough. The log goes on from answer to answer: what stood under a negation before the first
% answer is shown once.
enough(Steps, Clauses, State) :-
    log_tree(Tree),
    told_proof_json(Steps, Tree, Clauses, Json),
    State = proofs(Count0, Known),
    Count is Count0 + 1,
    nb_setarg(2, State, [Json|Known]),
    nb_setarg(1, State, Count),
    max_proofs(Max),
    Count >= Max.

% A cut of the clause that decides, which every proof by this clause has passed.
cutting(Module, Clauses, Bound, Cut) :-
    clear_log,
    (   limited(prove(Module, decide_option(user, _), Steps), Bound, yes),
        Steps = [rule(_, Reference, Body, _)],
        cuts(Body),
        member(Reference-Item, Clauses)
    ->  item_place(Item, place(Source, Line, _, Number)),
        Cut = object([ source=text(Source), line=Line, clause=Number ])
    ;   Cut = null
    ).

cuts(Body) :-
    nonvar(Body),
    (   Body == !
    ->  true
    ;   Body = (A, B),
        (   cuts(A)
        ->  true
        ;   cuts(B)
        )
    ).

others_json([], _, []).
others_json([Option|Options], Given, [Json|Jsons]) :-
    Given = given(Module, Clauses, Bound, All, Answers, Cut),
    (   nth1(Number, Answers, Answer),
        choice(Answer, Option)
    ->  Follows = Number
    ;   Follows = null
    ),
    spelled(Option, Clauses, Spelled),
    Goal = decide_option(user, Spelled),
    limited(Module:Goal, Bound, Outcome),
    clear_log,
    new_root(Root),
    limited(( search_goal(Module, Root, Goal), fail
            ; true ), Bound, Searched),
    log_tree(Tree),
    search_json(Root, Tree, Clauses, Search),
    (   Searched \== yes
    ->  Shown = Searched
    ;   log_full
    ->  Shown = limit(steps)
    ;   Shown = complete
    ),
    ended(Outcome, OutcomeJson),
    ended(All, AllJson),
    ended(Shown, ShownJson),
    Json = object([ option=text(Option), follows=Follows, outcome=OutcomeJson, all=AllJson, shown=ShownJson, cut=Cut,
                    search=Search ]),
    others_json(Options, Given, Jsons).

ended(Outcome, object([ how=text(Word), detail=text(Detail) ])) :-
    outcome_words(Outcome, Word, Detail).

% The option as the program spells it.
spelled(Option, Clauses, Spelled) :-
    findall(Atom, ( member(_-item(_, _, _, Content, _), Clauses), sub_term(Atom, Content),
                    choice(Atom, Option) ), Atoms),
    (   member(Spelled0, [Option|Atoms]),
        member(Spelled0, Atoms)
    ->  Spelled = Spelled0
    ;   Spelled = Option
    ).
