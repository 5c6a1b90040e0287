:- module(probe_editing,
          [ apply_edit/3,           % +Module, +Reference, +Added
            decide_without/6,       % +Axioms, +Module, +Reference, +Added, +Inferences, -Decision
            find_edit/8,            % +Program, +Decision, +References, +Exchanged, +Inferences, +Axioms, +Hint, -Result
            transfer_edit/3         % +Result, +Clauses, -Transferred
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(lists), [member/2, memberchk/2, append/3, list_to_set/2, max_list/2]).
:- use_module(library(apply), [maplist/2, partition/4]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(whitelist).
:- use_module(answering).
:- use_module(calls).
:- use_module(limits).
:- use_module(searching).
:- use_module(library(solution_sequences), [limit/2]).

/** <module> Small edits of the case facts that make another answer follow

An edit deletes one case fact or two, adds one instance of a goal of some rule, or deletes one and adds one. Edits are
tried inside a snapshot of the program's module, which leaves no trace.
*/

max_additions(600).
max_tries(6000).

%!  find_edit(+Program, +Decision, +References, +Exchanged, +Inferences, +Axioms, +Hint, -Result) is det.
%
%   Program is program(Items, Module, Clauses); References are the clauses of its proof; Exchanged is the decision
%   with answers exchanged in the case. Axioms is `any`, or the references of the axioms: then the edited case must
%   have another decision without them. Hint is the Result of a similar program, which is tried first, or `none`. Result
%   is found(Deleted, Added, Tries) with Deleted an Item, both(Item1, Item2) or `none` and Added a fact or `none`,
%   exchanged(Tries), exhausted(Tries), or cut_short(Tries).

find_edit(program(Items, Module, Clauses), Decision, References, Exchanged, Inferences, Axioms, Hint, Result) :-
    other_answers(Decision, Others),
    flag(probe_tries, _, 0),
    Case = case(Module, Others, Inferences, Axioms),
    catch(( edit_from_hint(Hint, Case, Clauses, Exchanged, Edit)
          ->  true
          ;   deletable_facts(Clauses, Items, References, Proved, Unproved),
              small_edit(Case, Items, Proved, Unproved, Exchanged, Edit)
          ->  true
          ;   Edit = exhausted
          ),
          probe_enough, Edit = cut_short),
    flag(probe_tries, Tries, Tries),
    (   Edit = edit(Deleted, Added)
    ->  Result = found(Deleted, Added, Tries)
    ;   Result =.. [Edit, Tries]
    ).

edit_from_hint(found(HintDeleted, Added, _), Case, Clauses, _, edit(Deleted, Added)) :-
    matching_fact(HintDeleted, Clauses, Reference, Deleted),
    other_decision_follows(Case, Reference, Added).
edit_from_hint(exchanged(_), case(_, Others, _, any), _, Exchanged, exchanged) :-
    memberchk(Exchanged, Others).

%!  transfer_edit(+Result, +Clauses, -Transferred) is semidet.
%
%   Transferred is a Result of find_edit/8 for a similar program, with what it deletes among Clauses. Fails if that is
%   not there.

transfer_edit(Result, Clauses, Transferred) :-
    (   Result = found(Deleted0, Added, Tries)
    ->  matching_fact(Deleted0, Clauses, _, Deleted),
        Transferred = found(Deleted, Added, Tries)
    ;   Transferred = Result
    ).

matching_fact(none, _, none, none).
matching_fact(both(Item1, Item2), Clauses, both(Reference1, Reference2), both(Deleted1, Deleted2)) :-
    matching_fact(Item1, Clauses, Reference1, Deleted1),
    matching_fact(Item2, Clauses, Reference2, Deleted2).
matching_fact(item(_, _, _, Content, _), Clauses, Reference, Deleted) :-
    member(Reference-Deleted, Clauses),
    Deleted = item(program, _, _, Other, _),
    Other =@= Content,
    !.

%   The case facts that some rule reads: those of the proof, and the others.
deletable_facts(Clauses, Items, References, Proved, Unproved) :-
    indicators_read(Items, ReadIndicators),
    findall(Reference-Item,
            ( member(Reference-Item, Clauses), case_fact(Item), is_read_fact(Item, ReadIndicators) ),
            Facts),
    partition(in_proof(References), Facts, Proved, Unproved).

in_proof(References, Reference-_) :-
    memberchk(Reference, References).

is_read_fact(item(_, _, _, clause(Head, true), _), ReadIndicators) :-
    indicator(Head, Indicator),
    memberchk(Indicator, ReadIndicators).

%   One edit, the cheapest and most promising first; then the exchange, which states another case too; then pairs
%   of edits.
small_edit(Case, _, Proved, _, _, edit(Deleted, none)) :-
    member(Reference-Deleted, Proved),
    other_decision_follows(Case, Reference, none).
small_edit(Case, Items, Proved, Unproved, Exchanged, Edit) :-
    Case = case(_, Others, _, Axioms),
    wanted_goals(Case, WantedGoals),
    domain(Items, Domain),
    addable_facts(Items, WantedGoals, Domain, Added1),
    (   member(Added, Added1),
        other_decision_follows(Case, none, Added),
        Edit = edit(none, Added)
    ;   Axioms == any,
        memberchk(Exchanged, Others),
        Edit = exchanged
    ;   called_goals(Items, Goals),
        addable_facts(Items, Goals, Domain, Added2),
        other_edit(Case, Proved, Unproved, Added1, Added2, Edit)
    ).

other_edit(Case, Proved, _, Added1, _, edit(Deleted, Added)) :-
    member(Reference-Deleted, Proved),
    member(Added, Added1),
    other_decision_follows(Case, Reference, Added).
other_edit(Case, _, Unproved, _, Added2, Edit) :-
    (   member(Reference-Deleted, Unproved),
        other_decision_follows(Case, Reference, none),
        Edit = edit(Deleted, none)
    ;   member(Added, Added2),
        other_decision_follows(Case, none, Added),
        Edit = edit(none, Added)
    ).
other_edit(Case, Proved, Unproved, Added1, Added2, edit(Deleted, Added)) :-
    (   member(Reference-Deleted, Proved),
        member(Added, Added2)
    ;   member(Reference-Deleted, Unproved),
        ( member(Added, Added1) ; member(Added, Added2) )
    ),
    other_decision_follows(Case, Reference, Added).
other_edit(Case, Proved, Unproved, _, _, edit(both(Deleted1, Deleted2), none)) :-
    append(_, [Reference1-Deleted1|Rest], Proved),
    ( member(Reference2-Deleted2, Rest) ; member(Reference2-Deleted2, Unproved) ),
    other_decision_follows(Case, both(Reference1, Reference2), none).

% The goals of the failed searches for the other answers, in their order.
wanted_goals(case(Module, Others, Inferences, _), WantedGoals) :-
    clear_log,
    forall(member(Other, Others),
           limited(\+ search_goal(Module, 0, decide_option(user, Other)), Inferences, _)),
    logged_goals(WantedGoals).

other_decision_follows(case(Module, Others, Inferences, Axioms), Reference, Added) :-
    flag(probe_tries, Tries, Tries+1),
    (   max_tries(Max),
        Tries < Max,
        \+ expired
    ->  true
    ;   throw(probe_enough)
    ),
    snapshot(( apply_edit(Module, Reference, Added),
               decide(Module, Inferences, Decision) )),
    memberchk(Decision, Others),
    (   Axioms == any
    ->  true
    ;   decide_without(Axioms, Module, Reference, Added, Inferences, DecisionWithout),
        DecisionWithout \== Decision
    ).

%!  decide_without(+Axioms, +Module, +Reference, +Added, +Inferences, -Decision) is det.
%
%   Decision is the decision of the edited case without the clauses Axioms.

decide_without(Axioms, Module, Reference, Added, Inferences, Decision) :-
    snapshot(( apply_edit(Module, Reference, Added),
               maplist(erase, Axioms),
               decide(Module, Inferences, Decision) )).

%!  apply_edit(+Module, +Reference, +Added) is det.
%
%   Delete the clause Reference, or two clauses both(Reference1, Reference2), and add the fact Added; either may be `none`.

apply_edit(Module, Reference, Added) :-
    (   Reference == none
    ->  true
    ;   Reference = both(Reference1, Reference2)
    ->  erase(Reference1),
        erase(Reference2)
    ;   erase(Reference)
    ),
    (   Added == none
    ->  true
    ;   assertz(Module:Added)
    ).

%   The facts that may be added so that one of Goals follows.
addable_facts(Items, Goals, Domain, Facts) :-
    max_additions(Max),
    findall(Fact,
            limit(Max, ( member(Goal, Goals), stateable(Items, Goal), ground_instance(Goal, Domain, Fact) )),
            FactCandidates),
    list_to_set(FactCandidates, Facts).

%   A predicate that a case may state: it has case facts, or no clause at all and no meaning to Prolog. A fact that
%   rules derive is not part of the case, so adding it is not an edit.
stateable(Items, Goal) :-
    indicator(Goal, Indicator),
    Indicator \== decide_option/2,
    definable(Indicator),
    (   member(Item, Items),
        case_fact(Item),
        Item = item(_, _, _, clause(Head, _), _),
        indicator(Head, Indicator)
    ->  true
    ;   \+ permitted(Indicator, _, _),
        \+ ( member(item(_, _, _, clause(Head, _), _), Items),
             indicator(Head, Indicator) )
    ).

%   The domain is position(Indicator, N)-Terms for the arguments of facts, numbers-Numbers for the thresholds.
domain(Items, domain(Positions, Numbers)) :-
    aggregate_all(set(position(Indicator, N)-Argument),
                  ( member(item(_, _, _, clause(Head, true), _), Items),
                    compound(Head),
                    indicator(Head, Indicator),
                    arg(N, Head, Argument),
                    ground(Argument) ),
                  Positions),
    findall(Number, ( member(item(_, _, _, Content, _), Items), sub_term(Number, Content), number(Number) ), Numbers0),
    sort([0|Numbers0], KnownNumbers),
    aggregate_all(set(Number), near_number(KnownNumbers, Number), Numbers).

near_number(KnownNumbers, Number) :-
    member(KnownNumber, KnownNumbers),
    (   Number is KnownNumber - 1
    ;   Number = KnownNumber
    ;   Number is KnownNumber + 1
    ).
near_number(KnownNumbers, Number) :-
    max_list(KnownNumbers, Max),
    Number is 10 * Max + 1.

ground_instance(Goal, Domain, Fact) :-
    (   ground(Goal)
    ->  Fact = Goal
    ;   copy_term(Goal, Fact),
        indicator(Fact, Indicator),
        compound_name_arguments(Fact, _, Arguments),
        fill_arguments(Arguments, 1, Indicator, Domain),
        term_variables(Fact, Variables),
        maplist(=(something), Variables)
    ).

fill_arguments([], _, _, _).
fill_arguments([Argument|Arguments], N, Indicator, Domain) :-
    (   ground(Argument)
    ->  true
    ;   argument_value(Indicator, N, Domain, Argument)
    ),
    Next is N + 1,
    fill_arguments(Arguments, Next, Indicator, Domain).

argument_value(Indicator, N, domain(Positions, Numbers), Value) :-
    findall(Term, member(position(Indicator, N)-Term, Positions), Terms),
    (   Terms == []
    ->  ( domain(Answers), member(Value, Answers) ; Value = user ; true )
    ;   (   member(Value, Terms)
        ;   domain(Answers),
            member(Value, Answers),
            \+ memberchk(Value, Terms),
            member(AnswerTerm, Terms),
            choice(AnswerTerm, _)
        ;   member(Term, Terms),
            replace_number(Term, Numbers, Value)
        ;   member(Value, [something_else])
        )
    ).

replace_number(Term, Numbers, Value) :-
    number(Term),
    !,
    member(Value, Numbers).
replace_number(Term, Numbers, Value) :-
    compound(Term),
    compound_name_arguments(Term, Name, Arguments),
    append(Before, [Argument|After], Arguments),
    replace_number(Argument, Numbers, NewArgument),
    append(Before, [NewArgument|After], NewArguments),
    compound_name_arguments(Value, Name, NewArguments).
