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
:- use_module(calls, [calls/2]).
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
    ;   partition(passable(Module, Inferences), Guards, Open, Closed),
        maplist(marking, Open, Marking),
        Modes = [strict|Marking],
        solutions(Module, Modes, Inferences, Outcome, Solutions)
    ).

passable(Module, Inferences, Id) :-
    solutions(Module, [marking(Id)], Inferences, complete, _).

marking(Id, marking(Id)).

%!  solutions(+Module, +Modes, +Inferences, -Outcome, -Solutions) is det.
%
%   Solutions is the sorted set of Answer-Support found in any of Modes: an answer and the sorted Ids of the clauses
%   that support it, with `blocked(Id)` where a guard was passed. Outcome is `complete`, or what stopped a search; then
%   Solutions is [].

solutions(Module, Modes, Inferences, Outcome, Solutions) :-
    collected_each(Modes, Module, Inferences, Outcome, Found),
    (   Outcome == complete
    ->  sort(Found, Solutions)
    ;   Solutions = []
    ).

collected_each([], _, _, complete, []).
collected_each([Mode|Modes], Module, Inferences, Outcome, Found) :-
    collected(Module, Mode, Inferences, Outcome0, Found0),
    (   Outcome0 == yes
    ->  collected_each(Modes, Module, Inferences, Outcome, Found1),
        append(Found0, Found1, Found)
    ;   Outcome = Outcome0,
        Found = []
    ).

collected(Module, Mode, Inferences, Outcome, Found) :-
    limited(( begin_search(Mode),
              findall(Answer-Support, ( Module:decide_option(user, Answer), support(Support) ), Found0) ),
            Inferences, Outcome),
    (   Outcome == yes
    ->  Found = Found0
    ;   Found = []
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
    called_from([Indicator], Items, [], Called),
    member(Other, Indicators),
    memberchk(Other, Called),
    !.

called_from([], _, Called, Called).
called_from([Indicator|Indicators], Items, Seen, Called) :-
    (   memberchk(Indicator, Seen)
    ->  called_from(Indicators, Items, Seen, Called)
    ;   findall(Item, ( member(Item, Items), Item = item(_, _, _, clause(Head, _), _), indicator(Head, Indicator) ), PredicateItems),
        calls(PredicateItems, Goals),
        maplist(indicator, Goals, Others),
        append(Others, Indicators, Next),
        called_from(Next, Items, [Indicator|Seen], Called)
    ).
