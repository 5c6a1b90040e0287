:- module(probe_probing,
          [ program_probes/5,       % +Program, +Inferences, +Earlier, -Pairs, -Findings
            needed_json/4,          % +Program, +Findings, +Inferences, -Json
            variant_bound/3,        % +Program, +Bound, -Inferences
            references/2            % +Program, -References
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [maplist/2]).
:- use_module(library(lists), [append/3, member/2, memberchk/2]).
:- use_module(library(pairs), [pairs_keys/2]).
:- use_module(building).
:- use_module(answering).
:- use_module(variants).
:- use_module(calls).
:- use_module(editing).
:- use_module(exactness).
:- use_module(findings).
:- use_module(idleness).
:- use_module(renaming).
:- use_module(reordering).
:- use_module(reply).
:- use_module(verdicts).
:- use_module(whitelist, [indicator/2]).

/** <module> The experiments behind the strict checks, one program at a time

Each predicate runs variants of a program and reports the results. The Python half judges them.
*/

%!  variant_bound(+Program, +Bound, -Inferences) is det.
%
%   A variant gets a hundred times the inferences of the program itself. Following it further would be pointless.
variant_bound(program(_, _, _, _, run(_, _, counts(RunInferences, _), _, _, _)), Bound, Inferences) :-
    (   integer(RunInferences)
    ->  Inferences is min(Bound, max(2000, 100 * RunInferences))
    ;   Inferences = Bound
    ).

%!  program_probes(+Program, +Inferences, +Earlier, -Pairs, -Findings) is det.
%
%   Pairs are the name of a strict check and the results of the program's variants, while its module exists. Only a
%   program that decides has probes; Findings of another one are `none`. Otherwise they are findings(Case, Exchanged,
%   Reachable, Uses, Orders, Exact, Names), for the other program of the pair. Earlier is
%
%     - `none`
%     - like(Findings) of a program with other clauses that are read: the same edits mostly work here, so they are tried first
%     - same(Findings) of a program that differs only in clauses that no rule reads: its variants decide like those of this
%       program, so nothing is run again

program_probes(Program, Bound, Earlier, Pairs, Findings) :-
    (   decided_option(Program, Decision)
    ->  variant_bound(Program, Bound, Inferences),
        case_exchange(Program, Exchange, Naming),
        Program = program(Items, _, _, _, _),
        exchange_items(Exchange, Items, [], Exchanged, Count),
        names_answers(Count, NamesAnswers),
        Case = case(Decision, Exchange, NamesAnswers),
        (   Earlier = same(EarlierFindings),
            same_findings(EarlierFindings, Case, Program, Findings)
        ->  true
        ;   examine_program(Program, Case, Exchanged, Inferences, Earlier, Findings)
        ),
        naming_pairs(Naming, Count, NamingPairs),
        references(Program, References),
        findings_json(Findings, Program, References, NamingPairs, FindingPairs),
        defined_json(Program, Bound, Defined),
        append(FindingPairs, [defined=Defined], Pairs)
    ;   Pairs = [],
        Findings = none
    ).

names_answers(count(A, B), NamesAnswers) :-
    (   A + B > 0
    ->  NamesAnswers = true
    ;   NamesAnswers = false
    ).

naming_pairs(Naming, count(A, B), NamingPairs) :-
    (   Naming == options
    ->  NamingPairs = [ option_A=A, option_B=B ]
    ;   findall(Answer=Count, member(Answer-Count, Naming), NamingPairs)
    ).

%   The findings of a program with the same case, with the edits as those of this program's clauses.
same_findings(findings(Case, Exchanged, reachable(Without, Edit0), uses(Axiomless, Decorative, Neighbour0), Orders, Exact,
                       Names),
              Case, program(_, _, Clauses, _, _),
              findings(Case, Exchanged, reachable(Without, Edit), uses(Axiomless, Decorative, Neighbour), Orders, Exact,
                       Names)) :-
    transfer_edit(Edit0, Clauses, Edit),
    transfer_edit(Neighbour0, Clauses, Neighbour).

examine_program(Program, Case, Items, Inferences, Earlier,
                findings(Case, Exchanged, Reachable, Uses, Orders, Exact, Names)) :-
    Case = case(Decision, Exchange, NamesAnswers),
    hints(Earlier, EditHint, NeighbourHint),
    follows_facts(NamesAnswers, Items, Inferences, Exchanged),
    reachable(Program, Decision, Exchanged, Inferences, EditHint, Reachable),
    Reachable = reachable(_, Edit),
    uses_axioms(Program, Decision, Exchange, Edit, Inferences, NeighbourHint, Uses),
    order_invariant(Program, Decision, Inferences, Orders),
    Orders = invariance(_, Ordered),
    exact_decisions(Program, Decision, Ordered, Inferences, Exact),
    name_invariant(Program, Decision, Inferences, Names).

hints(Earlier, Edit, Neighbour) :-
    (   Earlier = like(findings(_, _, reachable(_, Edit0), uses(_, _, Neighbour0), _, _, _))
    ->  Edit = Edit0,
        Neighbour = Neighbour0
    ;   Edit = none,
        Neighbour = none
    ).

case_fact_references(Clauses, Facts) :-
    findall(Reference, ( member(Reference-Item, Clauses), case_fact(Item) ), Facts).

%!  needed_json(+Program, +Findings, +Inferences, -Json) is det.
%
%   The depth and size of the proof without its idle steps, and `null` if it has no complete proof. Findings are those of
%   program_probes/5.

needed_json(Program, Findings, Bound, Json) :-
    (   decided_option(Program, _),
        (   Findings = findings(_, _, reachable(_, Edit), _, _, _, _)
        ->  true
        ;   Edit = none                     % there was no time to look for one
        ),
        variant_bound(Program, Bound, Inferences),
        needed_steps(Program, Edit, Inferences, needed(Depth, Size))
    ->  Json = object([ depth=Depth, size=Size ])
    ;   Json = null
    ).

%!  references(+Program, -References) is det.
%
%   The clauses of the proof of the first answer, searches included; [] if there is no proof.

references(program(_, _, _, _, Run), References) :-
    (   Run = run(_, _, _, proof(_, _, _, _, References0), _, _)
    ->  References = References0
    ;   References = []
    ).

%   The decision without the axioms: of the case itself and, if it does not change there, of a neighbouring case where
%   it does. Neighbour is `none` or a Result as of find_edit/8.
uses_axioms(Program, Decision, Exchange, Edit, Inferences, Hint, uses(DecisionWithout, Decorative, Neighbour)) :-
    Program = program(_, Module, Clauses, _, _),
    references(Program, References),
    findall(Reference, member(Reference-item(axioms, _, _, _, _), Clauses), Axioms),
    decide_without(Axioms, Module, none, none, Inferences, DecisionWithout),
    (   DecisionWithout \== Decision,
        \+ differing_answers(Decision, DecisionWithout),
        decorative(Module, Clauses, References, Decision, Inferences)
    ->  Decorative = true
    ;   Decorative = false
    ),
    (   DecisionWithout == Decision
    ->  neighbour(Edit, Program, Decision, Exchange, Axioms, Inferences, Hint, Neighbour)
    ;   Neighbour = none
    ).

%   The axioms are asked, but their content does not matter: with all of their predicates true of everything, the
%   decision is the same for this case and for every case without one of the facts of the proof.
decorative(Module, Clauses, References, Decision, Inferences) :-
    aggregate_all(set(Indicator),
                  ( member(_-item(axioms, _, _, clause(Head, _), _), Clauses), indicator(Head, Indicator) ),
                  Indicators),
    all_decide(Module, Indicators, none, Inferences, [Decision]),
    \+ ( member(Reference-Item, Clauses),
         case_fact(Item),
         memberchk(Reference, References),
         all_decide(Module, [], Reference, Inferences, DecisionsWithAxioms),
         all_decide(Module, Indicators, Reference, Inferences, DecisionsIfTrue),
         DecisionsWithAxioms \== DecisionsIfTrue ).

%   Decisions are the sorted decisions that follow without the clause Reference and with the predicates Indicators true
%   of everything.
all_decide(Module, Indicators, Reference, Inferences, Decisions) :-
    snapshot(( apply_edit(Module, Reference, none),
               maplist(make_true(Module), Indicators),
               all_answers(Module, Inferences, Outcome, Answers) )),
    findall(Decision,
            ( member(Answer, Answers),
              ( choice(Answer, Decision0) -> Decision = Decision0 ; outcome_decision(other, Decision) ) ),
            Decisions0),
    (   Outcome == complete
    ->  sort(Decisions0, Decisions)
    ;   sort([Outcome|Decisions0], Decisions)
    ).

make_true(Module, Name/Arity) :-
    functor(Head, Name, Arity),
    Head =.. [_|Arguments],
    asserta(Module:(Head :- probe_probing:bind_options(Arguments))). % before any cut

% A predicate that is true of everything is true of every answer. A variable is bound to one, so that later goals do not
% get an unbound argument.
bind_options([]).
bind_options([X|Xs]) :-
    (   var(X)
    ->  domain(Answers),
        member(X, Answers)
    ;   true
    ),
    bind_options(Xs).

neighbour(Edit, program(_, Module, Clauses, _, _), Decision, _, Axioms, Inferences, _, Edit) :-
    Edit = found(Deleted, Added, _),
    deleted_reference(Deleted, Clauses, Reference),
    decide_without(Axioms, Module, Reference, Added, Inferences, Decision),
    !.
neighbour(_, program(Items, _, _, _, _), Decision, Exchange, _, Inferences, _, exchanged(1)) :-
    decision_indicators(Items, Excluded),
    exchange_items(Exchange, Items, Excluded, Exchanged, count(A, B)),
    A + B > 0,
    with_module(Exchanged, Module, Clauses, decide_both(Module, Clauses, Inferences, NewDecision, DecisionWithout)),
    NewDecision \== Decision,
    choice(NewDecision, _),
    DecisionWithout \== NewDecision,
    !.
neighbour(Edit, Program, Decision, _, Axioms, Inferences, Hint, Result) :-
    Program = program(Items, Module, Clauses, _, _),
    (   Edit = exhausted(_)
    ->  Result = Edit
    ;   references(Program, References),
        find_edit(program(Items, Module, Clauses), Decision, References, none, Inferences, Axioms, Hint, Result)
    ).

deleted_reference(none, _, none).
deleted_reference(both(Deleted1, Deleted2), Clauses, both(Reference1, Reference2)) :-
    deleted_reference(Deleted1, Clauses, Reference1),
    deleted_reference(Deleted2, Clauses, Reference2).
deleted_reference(item(Source, Number, Position, Content, Names), Clauses, Reference) :-
    memberchk(Reference-item(Source, Number, Position, Content, Names), Clauses).

%   case_exchange(+Program, -Exchange, -Naming): Exchange makes another case of the facts. In a dilemma it exchanges the
%   options. In another domain it rotates the answers that the facts name, provided that nothing gives one of them a
%   meaning of its own: Naming has those that clauses of predicates of the proof name. If they are fewer than two, Naming
%   is [], and all atoms are rotated; numbers never, because a number of a fact may be anything.
case_exchange(Program, Exchange, Naming) :-
    (   dilemma
    ->  Exchange = options,
        Naming = options
    ;   proof_indicators(Program, Indicators),
        Program = program(Items, _, _, _, _),
        named_answers(Items, Indicators, Named),
        (   Named = [_, _|_]
        ->  Naming = Named,
            pairs_keys(Named, Rotated)
        ;   Naming = [],
            domain(Answers),
            findall(Answer, ( member(Answer, Answers), atom(Answer) ), Rotated)
        ),
        (   Rotated == []
        ->  Exchange = map(t)
        ;   rotation(Rotated, Exchange)
        )
    ).

%   The predicates with a clause in the proof; all of them if the proof is not known completely.
proof_indicators(Program, Indicators) :-
    Program = program(_, _, Clauses, _, _),
    references(Program, References),
    aggregate_all(set(Indicator),
                  ( member(Reference-item(_, _, _, clause(Head, _), _), Clauses),
                    ( References = [incomplete|_] -> true ; memberchk(Reference, References) ),
                    indicator(Head, Indicator) ),
                  Indicators).

%   The decision with the answers exchanged in the facts, `none` if they name none.
follows_facts(NamesAnswers, Items, Inferences, Decision) :-
    (   NamesAnswers == true
    ->  with_module(Items, Module, _, decide(Module, Inferences, Decision))
    ;   Decision = none
    ).

reachable(Program, Decision, Exchanged, Inferences, Hint, reachable(DecisionWithout, Result)) :-
    Program = program(Items, Module, Clauses, _, _),
    case_fact_references(Clauses, Facts),
    snapshot(( maplist(erase, Facts), decide(Module, Inferences, DecisionWithout) )),
    references(Program, References),
    find_edit(program(Items, Module, Clauses), Decision, References, Exchanged, Inferences, any, Hint, Result0),
    (   Result0 = exhausted(Tries),
        reached_by_names(Items, Decision, Inferences)
    ->  Result = exchanged(Tries)
    ;   Result = Result0
    ).

%   The names by which decide_option/2 asks about the options are exchanged in the facts of the case.
reached_by_names(Items, Decision, Inferences) :-
    deciding_exchange(Items, Exchange),
    exchange_items(Exchange, Items, [], Exchanged, _),
    with_module(Exchanged, Module, _, decide(Module, Inferences, Other)),
    differing_answers(Decision, Other),
    !.

order_invariant(program(Items, Module, Clauses, _, run(_, _, _, _, Search, Answers)), Decision, Inferences,
                invariance(OrderCount, Result)) :-
    reordered_decisions(program(Items, Module, Clauses, Search, Answers), Decision, Inferences, OrderCount, Result).

name_invariant(program(Items, _, _, _, _), Decision, Inferences, invariance(OrderCount, Result)) :-
    renamed_decisions(Items, Decision, Inferences, OrderCount, Result).

%   All answers with every unknown procedure declared without clauses. This changes the module, so it comes last.
defined_json(program(Items, Module, _, _, run(_, _, _, _, Search, RunAnswers)), Inferences,
             object([ unknown=list(Unknown), search=text(Word), search_detail=text(Detail), answers=list(Texts) ])) :-
    closed_world(Search, Module, Items, Inferences, 30, Unknown, Closed),
    (   Unknown == []
    ->  Outcome = Search,
        Answers = RunAnswers
    ;   Closed = closed(Outcome, Answers)
    ),
    outcome_words(Outcome, Word, Detail),
    answers_json(Answers, Texts).

closed_world(unknown(Indicator), Module, Items, Inferences, RoundsLeft, [Json|Unknown], Closed) :-
    RoundsLeft > 0,
    !,
    unknown_json(Indicator, Items, Json),
    dynamic(Module:Indicator),
    all_answers(Module, Inferences, Outcome, Answers),
    (   Outcome = unknown(_)
    ->  Next is RoundsLeft - 1,
        closed_world(Outcome, Module, Items, Inferences, Next, Unknown, Closed)
    ;   Unknown = [],
        Closed = closed(Outcome, Answers)
    ).
closed_world(Outcome, _, _, _, _, [], closed(Outcome, [])).

unknown_json(Indicator, Items, object([ procedure=text(Name), called_by=list(Callers) ])) :-
    term_text(Indicator, Name),
    findall(Caller,
            ( member(Item, Items), Item = item(_, _, _, clause(_, Body), _), Body \== true,
              body_goals(Body, Goals, []),
              once(( member(Goal, Goals), indicator(Goal, Indicator) )),
              item_json(Item, Caller) ),
            Callers).

decide_both(Module, Clauses, Inferences, Decision, DecisionWithout) :-
    decide(Module, Inferences, Decision),
    findall(Reference, member(Reference-item(axioms, _, _, _, _), Clauses), Axioms),
    decide_without(Axioms, Module, none, none, Inferences, DecisionWithout).
