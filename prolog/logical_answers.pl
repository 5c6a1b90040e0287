:- module(probe_logical_answers,
          [ base_solutions/6,       % +Module, +Reading, +Inferences, -Modes, -Outcome, -Solutions
            solutions/5,            % +Module, +Modes, +Inferences, -Outcome, -Solutions
            proof_sets/2,           % +Solutions, -Sets
            counter_answer/6,       % +Module, +Mode, +Option, +Inferences, -Outcome, -Answer
            guarded_from/3          % +Closed, +Keyed, +Indicators
          ]).
:- use_module(library(apply), [maplist/3, partition/4]).
:- use_module(library(lists), [append/3, member/2, memberchk/2]).
:- use_module(answering, [choice/2]).
:- use_module(calls, [called_goals/2]).
:- use_module(limits, [limited/3]).
:- use_module(logical_support, [begin_search/1, support/1]).
:- use_module(whitelist, [indicator/2]).

/** <module> All answers of a logical reading, each with the clauses that support it

Module and Reading are those of with_logical_program/4; the modes of a search are listed in logical_support.pl.
*/

%!  base_solutions(+Module, +Reading, +Inferences, -Modes, -Outcome, -Solutions) is det.
%
%   As solutions/5, in the modes that show most and complete without an error: [marking] if all guards can be passed at
%   once; otherwise `strict` and marking(Id) for each guard that can be passed alone. Modes is modes(List, Closed): the
%   clauses behind the guards of Closed could not be searched.

base_solutions(Module, reading(_, Guards), Inferences, modes(Modes, Closed), Outcome, Solutions) :-
    (   Guards \== [],
        solutions(Module, [marking], Inferences, complete, Solutions0)
    ->  Modes = [marking],
        Closed = [],
        Outcome = complete,
        Solutions = Solutions0
    ;   partition(passable_guard(Module, Inferences), Guards, Open, Closed),
        maplist(marking_mode, Open, Marking),
        Modes = [strict|Marking],
        solutions(Module, Modes, Inferences, Outcome, Solutions)
    ).

passable_guard(Module, Inferences, Id) :-
    solutions(Module, [marking(Id)], Inferences, complete, _).

marking_mode(Id, marking(Id)).

%!  solutions(+Module, +Modes, +Inferences, -Outcome, -Solutions) is det.
%
%   Solutions is the sorted set of Answer-Support found in any of Modes: an answer and the sorted Ids of the clauses
%   that support it, with `blocked(Id)` where a guard was passed. Outcome is `complete`, or what stopped a search; then
%   Solutions is [].

solutions(Module, Modes, Inferences, Outcome, Solutions) :-
    collect_modes(Modes, Module, Inferences, Outcome, ModeSolutions),
    (   Outcome == complete
    ->  sort(ModeSolutions, Solutions)
    ;   Solutions = []
    ).

collect_modes([], _, _, complete, []).
collect_modes([Mode|Modes], Module, Inferences, Outcome, Solutions) :-
    collect_mode(Module, Mode, Inferences, Outcome0, Solutions0),
    (   Outcome0 == yes
    ->  collect_modes(Modes, Module, Inferences, Outcome, Solutions1),
        append(Solutions0, Solutions1, Solutions)
    ;   Outcome = Outcome0,
        Solutions = []
    ).

collect_mode(Module, Mode, Inferences, Outcome, Solutions) :-
    limited(( begin_search(Mode),
              findall(Answer-Support, ( Module:decide_option(user, Answer), support(Support) ), Solutions0) ),
            Inferences, Outcome),
    (   Outcome == yes
    ->  Solutions = Solutions0
    ;   Solutions = []
    ).

%!  proof_sets(+Solutions, -Sets) is det.
%
%   The members of Solutions whose support passes no failed guard.

proof_sets(Solutions, Sets) :-
    findall(Solution, ( member(Solution, Solutions), Solution = _-Support, \+ memberchk(blocked(_), Support) ), Sets).

%!  counter_answer(+Module, +Mode, +Option, +Inferences, -Outcome, -Answer) is det.
%
%   Look for an answer that does not name Option. Outcome is `found` (then Answer is it), `none`, or what ended the
%   search.

counter_answer(Module, Mode, Option, Inferences, Outcome, Answer) :-
    limited(( begin_search(Mode),
              Module:decide_option(user, Answer0),
              \+ choice(Answer0, Option) ),
            Inferences, Outcome0),
    (   Outcome0 == yes
    ->  Outcome = found,
        Answer = Answer0
    ;   Outcome0 == no
    ->  Outcome = none,
        Answer = none
    ;   Outcome = Outcome0,
        Answer = none
    ).

%!  guarded_from(+Closed, +Keyed, +Indicators) is semidet.
%
%   A predicate of Indicators may be called behind a guard of one of the clauses Closed.

guarded_from(Closed, Keyed, Indicators) :-
    member(Id, Closed),
    member(Id-item(_, _, _, clause(Head, _), _), Keyed),
    indicator(Head, Indicator),
    findall(Item, member(_-Item, Keyed), Items),
    reachable_indicators([Indicator], Items, [], Reachable),
    member(Other, Indicators),
    memberchk(Other, Reachable),
    !.

reachable_indicators([], _, Reachable, Reachable).
reachable_indicators([Indicator|Indicators], Items, Seen, Reachable) :-
    (   memberchk(Indicator, Seen)
    ->  reachable_indicators(Indicators, Items, Seen, Reachable)
    ;   findall(Item,
                ( member(Item, Items), Item = item(_, _, _, clause(Head, _), _), indicator(Head, Indicator) ),
                PredicateItems),
        called_goals(PredicateItems, Goals),
        maplist(indicator, Goals, Others),
        append(Others, Indicators, Next),
        reachable_indicators(Next, Items, [Indicator|Seen], Reachable)
    ).
