:- module(probe_logical_reading,
          [ with_logical_program/4, % +Keyed, -Module, -Reading, :Goal
            logical_clauses/4,      % +Keyed, +Module, -Reading, -Clauses
            replace_clause/5,       % +Module, +Reading, +Id, +Old, +New
            editable/2              % +Reading, +Content
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(lists), [append/3, member/2, memberchk/2]).
:- use_module(building, [discard_module/1, fresh_module/1]).
:- use_module(calls, [plain_head/2, indicators_read/2]).
:- use_module(cuts).
:- use_module(limits, [tolerate/1]).
:- use_module(logical_goals).
:- use_module(order_dependence, [has_committing_goal/1]).
:- use_module(whitelist, [definable/1, indicator/2, permitted/3]).

/** <module> A program read as logic

Prolog's control hides answers: a cut, a condition or `once` keeps the first solution, whichever that is. The logical
reading of a program leaves this out. Each clause becomes one that

  - takes every solution where the original takes the first: `once(G)` is `G`, `(C -> A ; B)` is `C, A` or `\+ C, B`,
    and `H :- G, !, B` is `H :- G, B`;
  - begins, where an earlier clause of its predicate has a cut, with a guard: the goals before that cut must fail;
  - records its number in a backtrackable variable, so that a solution comes with the set of clauses that support it.

These clauses call the predicates of logical_support.pl; logical_answers.pl searches them.
*/

:- meta_predicate with_logical_program(+, -, -, 0).

%!  with_logical_program(+Keyed, -Module, -Reading, :Goal) is semidet.
%
%   Run Goal once while Module contains the logical reading of Keyed. Keyed is a list of Id-Item, in the order of the
%   program; clauses with equal Ids count as one. Reading is reading(Committed, Guards): the indicators of predicates
%   with a cut, and the Ids of clauses with guards.

with_logical_program(Keyed, Module, Reading, Goal) :-
    setup_call_cleanup(fresh_module(Module),
                       ( add_reading(Keyed, Module, Reading), once(Goal) ),
                       discard_module(Module)).

add_reading(Keyed, Module, Reading) :-
    logical_clauses(Keyed, Module, Reading, Clauses),
    declare_called(Keyed, Module),
    forall(member(_-Clause, Clauses), assert_accepted(Clause, Module)).

%!  logical_clauses(+Keyed, +Module, -Reading, -Clauses) is det.
%
%   Clauses is the logical reading of Keyed, a list of Id-Clause. Clauses of one predicate are in their order.

logical_clauses(Keyed, Module, Reading, Clauses) :-
    findall(Item, member(_-Item, Keyed), Items),
    aggregate_all(set(Id), ( member(Id-Item, Keyed), has_committing_goal([Item]) ), Guards),
    cutting_predicates(Items, Committed),
    Reading = reading(Committed, Guards),
    simple_clauses(Keyed, Module, Reading, Clauses, Rest),
    committed_clauses(Committed, Keyed, Module, Reading, Rest).

% A predicate that nothing defines has no solutions here; a call of it is recorded.
declare_called(Keyed, Module) :-
    findall(Item, member(_-Item, Keyed), Items),
    indicators_read(Items, CalledIndicators),
    defined_indicators(Items, Defined),
    (   member(Indicator, CalledIndicators),
        definable(Indicator),
        \+ permitted(Indicator, _, _),
        catch(dynamic(Module:Indicator), error(Formal, _), ( tolerate(Formal), fail )),
        \+ memberchk(Indicator, Defined),
        Indicator = Name/Arity,
        functor(Head, Name, Arity),
        assertz(Module:(Head :- probe_logical_support:undefined(Indicator))),
        fail
    ;   true
    ).

defined_indicators([], []).
defined_indicators([item(_, _, _, Content, _)|Items], Defined) :-
    (   Content = clause(Head, _)
    ->  indicator(Head, Indicator),
        Defined = [Indicator|Rest]
    ;   Content = declare(Indicators)
    ->  append(Indicators, Rest, Defined)
    ;   Defined = Rest
    ),
    defined_indicators(Items, Rest).

simple_clauses([], _, _, Clauses, Clauses).
simple_clauses([Id-item(_, _, _, Content, _)|Keyed], Module, Reading, Clauses, Tail) :-
    (   Content = clause(Head, Body),
        Reading = reading(Committed, _),
        indicator(Head, Indicator),
        \+ memberchk(Indicator, Committed)
    ->  Clauses = [Id-Clause|Rest],
        simple_clause(Id, Head, Body, Module, Reading, Clause)
    ;   Clauses = Rest
    ),
    simple_clauses(Keyed, Module, Reading, Rest, Tail).

simple_clause(Id, Head0, Body, Module, reading(_, Marks), (Head :- Goal)) :-
    plain_head(Head0, Head),
    Use = probe_logical_support:use(Id),
    (   Body == true
    ->  Goal = Use
    ;   Goal = (Use, Logical),
        logical_goal(Body, context(Module, Id, Marks, Head), Logical)
    ).

% The reader of the program itself reports a clause that SWI-Prolog does not accept.
assert_accepted(Clause, Module) :-
    catch(assertz(Module:Clause), error(Formal, _), tolerate(Formal)).

%   Predicates with cuts: each clause gets the arguments of the call and unifies them only after its guards, so that a
%   guard sees what the earlier clause would have seen.

committed_clauses([], _, _, _, []).
committed_clauses([Name/Arity|Indicators], Keyed, Module, Reading, Clauses) :-
    findall(Id-alternative(Head, Goals),
            ( member(Id-item(_, _, _, clause(Head, Body), _), Keyed), indicator(Head, Name/Arity),
              alternative(Body, Goals) ),
            Alternatives),
    guarded_clauses(Alternatives, Name/Arity, [], Module, Reading, Clauses, Rest),
    committed_clauses(Indicators, Keyed, Module, Reading, Rest).

guarded_clauses([], _, _, _, _, Clauses, Clauses).
guarded_clauses([Id-alternative(Head0, Goals)|Rest], Name/Arity, Guards0, Module, Reading, [Id-Clause|Clauses], Tail) :-
    Reading = reading(_, Marks),
    plain_head(Head0, Head),
    functor(Call, Name, Arity),
    Context = context(Module, Id, Marks, Head),
    guard_goals(Guards0, Call, Module, GuardGoal),
    logical_alternative(Goals, Context, Logical, Committed),
    (   Committed == none
    ->  Guards = Guards0
    ;   Guards = [Id-(Head :- Committed)|Guards0]
    ),
    Clause = (Call :- GuardGoal, Call = Head, probe_logical_support:use(Id), Logical),
    guarded_clauses(Rest, Name/Arity, Guards, Module, Reading, Clauses, Tail).

guard_goals([], _, _, true).
guard_goals([Id-Clause|Guards], Call, Module, (probe_logical_support:guard(Module:(Call = Head, Before), Id), Rest)) :-
    copy_term(Clause, (Head :- Before)),
    guard_goals(Guards, Call, Module, Rest).

%!  editable(+Reading, +Content) is semidet.
%
%   A clause with Content can be replaced in place, because no guard depends on its predicate.

editable(_, none).
editable(reading(Committed, _), clause(Head, _)) :-
    indicator(Head, Indicator),
    \+ memberchk(Indicator, Committed).
editable(Reading, many([Content|_])) :-
    editable(Reading, Content).

%!  replace_clause(+Module, +Reading, +Id, +Old, +New) is det.
%
%   Replace the clause Id, which has the content Old. New is its new content, `none` to delete it, or many(Contents) for
%   several clauses with the same Id. For use inside a snapshot.

replace_clause(Module, Reading, Id, clause(Head0, _), New) :-
    plain_head(Head0, Head1),
    functor(Head1, Name, Arity),
    functor(Head, Name, Arity),
    forall(( clause(Module:Head, Body, Reference), body_id(Body, Id) ), erase(Reference)),
    add_contents(New, Id, Module, Reading).

add_contents(none, _, _, _).
add_contents(clause(Head, Body), Id, Module, Reading) :-
    simple_clause(Id, Head, Body, Module, Reading, Clause),
    assert_accepted(Clause, Module).
add_contents(many([]), _, _, _) :-
    !.
add_contents(many([Content|Contents]), Id, Module, Reading) :-
    add_contents(Content, Id, Module, Reading),
    add_contents(many(Contents), Id, Module, Reading).

body_id(probe_logical_support:use(Id), Id).
body_id((probe_logical_support:use(Id), _), Id).
