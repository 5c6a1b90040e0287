:- module(probe_explaining,
          [ explanation_json/3      % +Program, +Inferences, -Json
          ]).
:- use_module(library(lists), [member/2, nth1/3, reverse/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(answering).
:- use_module(limits).
:- use_module(reading).
:- use_module(rendering).
:- use_module(searching).
:- use_module(verdicts).

/** <module> Why a program decides for one answer and not for another
*/

%!  explanation_json(+Program, +Inferences, -Json) is det.
%
%   Program has been run with the level `strict`. Json is an object with
%
%     - proofs      the proofs of the answers in their order, each a node; only complete ones
%     - all_proofs  these are the proofs of all answers; otherwise there are too many, or a limit was met
%     - others      an object for each answer of the domain that the first answer does not name
%
%   and each of `others` has
%
%     - option
%     - follows   the number of the first answer that names it, or null
%     - outcome   how the native search for this option ended, as limited/3 has it
%     - all       how the search for all answers ended: `complete`, or what stopped it
%     - cut       the place of the deciding clause, if it cuts off the search for further answers
%     - search    the complete search for this option, as a list of nodes
%     - shown     `complete` if no part of it is missing

explanation_json(program(_, _, _, _, refused), _,
                 object([ proofs=list([]), all_proofs=true, others=list([]) ])) :-
    !.
explanation_json(Program, Inferences, object([ proofs=list(Proofs), all_proofs=AllProofs, others=list(Others) ])) :-
    Program = program(_, Module, Clauses, _, run(_, _, _, _, Search, Answers)),
    max_inferences(MaxInferences),
    Bound is min(Inferences, MaxInferences),
    proofs_json(Module, Clauses, Bound, Proofs, AllProofs),
    deciding_cut(Module, Clauses, Bound, Cut),
    findall(Option, ( domain(Answers0), member(Option, Answers0), \+ decided_option(Program, Option) ), Options),
    others_json(Options, context(Module, Clauses, Inferences, Search, Answers, Cut), Others).

%   Inferences of the interpreter after which a proof or search is too long to show; the log is full long before that.
max_inferences(400_000).

proofs_json(Module, Clauses, Bound, Proofs, AllProofs) :-
    State = proofs(0, []),
    clear_log,
    limited(( prove(Module, decide_option(user, _), Steps),
              collect_proof(Steps, Clauses, State) ), Bound, Outcome),
    arg(2, State, Reversed),
    reverse(Reversed, Proofs),
    (   Outcome == no
    ->  AllProofs = true
    ;   AllProofs = false
    ).

max_proofs(50).

% Fails until there are enough proofs or the log is full; after that, no proof is known completely. The log is not
% cleared between answers, because a later proof may contain a search that was made before the first answer.
collect_proof(Steps, Clauses, State) :-
    log_tree(Tree),
    (   \+ tree_complete(Tree)
    ->  true
    ;   annotated_proof_json(Steps, Tree, Clauses, list([Json])),
        State = proofs(Count0, Jsons),
        Count is Count0 + 1,
        nb_setarg(2, State, [Json|Jsons]),
        nb_setarg(1, State, Count),
        max_proofs(Count)
    ).

% The deciding clause has a cut at the top, which every proof by this clause passes.
deciding_cut(Module, Clauses, Bound, Cut) :-
    clear_log,
    (   limited(prove(Module, decide_option(user, _), Steps), Bound, yes),
        Steps = [rule(_, Reference, Body, _)],
        cuts_at_top(Body),
        member(Reference-Item, Clauses)
    ->  item_place(Item, place(Source, Line, _, Number)),
        Cut = object([ source=text(Source), line=Line, clause=Number ])
    ;   Cut = null
    ).

cuts_at_top(Body) :-
    nonvar(Body),
    (   Body == !
    ->  true
    ;   Body = (A, B),
        (   cuts_at_top(A)
        ->  true
        ;   cuts_at_top(B)
        )
    ).

others_json([], _, []).
others_json([Option|Options], Context, [Json|Jsons]) :-
    Context = context(Module, Clauses, Bound, AllOutcome, Answers, Cut),
    (   nth1(Number, Answers, Answer),
        choice(Answer, Option)
    ->  Follows = Number
    ;   Follows = null
    ),
    option_spelling(Option, Clauses, Spelling),
    Goal = decide_option(user, Spelling),
    limited(Module:Goal, Bound, Outcome),
    clear_log,
    new_root(Root),
    max_inferences(MaxInferences),
    SearchBound is min(Bound, MaxInferences),
    limited(( search_goal(Module, Root, Goal), fail
            ; true ), SearchBound, SearchOutcome),
    log_tree(Tree),
    search_json(Root, Tree, Clauses, Search),
    (   SearchOutcome \== yes
    ->  Shown = SearchOutcome
    ;   log_full
    ->  Shown = limit(steps)
    ;   Shown = complete
    ),
    outcome_json(Outcome, OutcomeJson),
    outcome_json(AllOutcome, AllJson),
    outcome_json(Shown, ShownJson),
    Json = object([ option=text(Option), follows=Follows, outcome=OutcomeJson, all=AllJson, shown=ShownJson, cut=Cut,
                    search=Search ]),
    others_json(Options, Context, Jsons).

% The option as the program spells it.
option_spelling(Option, Clauses, Spelling) :-
    findall(Atom, ( member(_-item(_, _, _, Content, _), Clauses), sub_term(Atom, Content),
                    choice(Atom, Option) ), Atoms),
    (   member(Spelling0, [Option|Atoms]),
        member(Spelling0, Atoms)
    ->  Spelling = Spelling0
    ;   Spelling = Option
    ).
