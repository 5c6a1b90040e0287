:- module(probe_logical_support,
          [ begin_search/1,         % +Mode
            support/1,              % -Ids
            unsafe_clauses/1,       % -Ids
            undefined_calls/1,      % -Indicators
            use/1,                  % +Id
            strict/0,
            collecting/0,
            guard/2,                % :Goal, +Id
            committed/2,            % +Shared, :Goal
            tested/2,               % :Closure, +X
            bound/2,                % +Terms, +Id
            undefined/1,            % +Indicator
            reordered/2,            % +Solutions, -List
            extreme/3,              % +What, :Goal, -Result
            some_member/2,          % ?X, +Xs
            ordered/1,              % +List
            ordered_as/2,           % +Others, +List
            ranked_member/2,        % ?X, +Xs
            ranked_between/3,       % +Low, +High, ?X
            reordered_from/3        % +Xs, +Solutions, -List
          ]).
:- use_module(library(pairs), [pairs_keys/2]).
:- use_module(library(lists), [append/3, max_list/2, member/2, memberchk/2, min_list/2, nth1/3, reverse/2]).
:- use_module(library(solution_sequences), [distinct/2]).
:- use_module(limits, []).

/** <module> What the clauses of a logical reading call

logical_reading.pl writes clauses that call these predicates by module-qualified names, with qualified goals.

The mode of a search is one of

  - `strict`: a guard that fails is a failure, as in the original.
  - `marking`: a guard that fails is passed and recorded as `blocked(Id)`. So the search also sees solutions behind a
    cut or in an else-branch that the program does not reach in this case. Negations and collections are always strict.
    marking(Id) passes the guards of one clause only.
  - `any`: `strict`, and a list of solutions begins with each of its elements in turn, since their order has no meaning.

Mode and support are backtrackable (b_setval/2): on backtracking, a solution loses the clauses that were used after the
choice. Unsafe clauses and undefined calls are not (nb_setval/2): they count even if the search fails later.
*/

:- initialization(reset_search).

reset_search :-
    nb_setval(probe_support, []),
    nb_setval(probe_ordered, []),
    nb_setval(probe_ranks, []),
    nb_setval(probe_collecting, false),
    nb_setval(probe_mode, strict),
    nb_setval(probe_unsafe, []),
    nb_setval(probe_undefined, []).

% Release the state of a request at its end.
:- multifile probe_limits:forget/0.
probe_limits:forget :-
    reset_search.

%!  begin_search(+Mode) is det.
%
%   Set the mode, with no support so far.

begin_search(Mode) :-
    b_setval(probe_mode, Mode),
    b_setval(probe_support, []),
    b_setval(probe_ordered, []),
    b_setval(probe_ranks, []).

%!  support(-Ids) is det.
%
%   The sorted numbers of the clauses used so far, with `blocked(Id)` where a guard was passed.

support(Ids) :-
    b_getval(probe_support, Used),
    sort(Used, Ids).

%!  unsafe_clauses(-Ids) is det.
%
%   The clauses that have asked a negation about something unbound since the last call of this predicate.

unsafe_clauses(Ids) :-
    take_terms(probe_unsafe, Ids).

%!  undefined_calls(-Indicators) is det.
%
%   The predicates called since the last call of this predicate that no clause or declaration defines, behind a passed
%   guard too.

undefined_calls(Indicators) :-
    take_terms(probe_undefined, Indicators).

take_terms(Variable, Terms) :-
    nb_getval(Variable, Terms0),
    nb_setval(Variable, []),
    sort(Terms0, Terms).

%!  use(+Id) is det.
%
%   Record that the clause Id supports the solution.

use(Id) :-
    b_getval(probe_support, Support),
    b_setval(probe_support, [Id|Support]).

%!  strict is det.
%
%   From here on, pass no guard.

strict :-
    b_getval(probe_mode, Mode),
    (   marks_guard(Mode, _)
    ->  b_setval(probe_mode, strict)
    ;   true
    ).

marks_guard(marking, _).
marks_guard(marking(Id), Id).

%!  collecting is det.
%
%   From here on, solutions are collected.

collecting :-
    strict,
    b_setval(probe_collecting, true).

%!  guard(:Goal, +Id) is semidet.
%
%   Goal has no solution, or the mode passes the guards of the clause Id.

guard(Goal, Id) :-
    (   \+ ( strict, Goal )
    ->  true
    ;   b_getval(probe_mode, Mode),
        marks_guard(Mode, Id),
        use(blocked(Id))
    ).

%!  committed(+Shared, :Goal) is nondet.
%
%   The solutions of a Goal of which the original takes one. Where solutions are counted, each instance of Shared counts
%   once, because the original would count one. Of the elements of a list in an order that has a meaning, only the first
%   with a solution counts.

committed(Shared, Goal) :-
    b_getval(probe_ranks, Ranks),
    Chosen = chosen([]),
    (   b_getval(probe_collecting, true)
    ->  distinct(Shared, Goal)
    ;   call(Goal)
    ),
    first_ranked(Ranks, Chosen).

%   Elements are tried in their order, so the first one with a solution is found before the others. A solution behind a
%   passed guard does not keep others from counting.
first_ranked(Ranks0, Chosen) :-
    b_getval(probe_ranks, Ranks),
    (   Ranks == Ranks0
    ->  true
    ;   arg(1, Chosen, ChosenRanks),
        new_ranks(Ranks, Ranks0, NewRanks),
        \+ ( member(Choice-N, NewRanks), member(Choice-First, ChosenRanks), First < N ),
        b_getval(probe_support, Support),
        (   memberchk(blocked(_), Support)
        ->  true
        ;   append(NewRanks, ChosenRanks, AllRanks),
            nb_setarg(1, Chosen, AllRanks)
        )
    ).

new_ranks(Ranks, Ranks0, NewRanks) :-
    (   Ranks == Ranks0
    ->  NewRanks = []
    ;   Ranks = [Rank|Rest],
        NewRanks = [Rank|NewRanks1],
        new_ranks(Rest, Ranks0, NewRanks1)
    ).

%!  tested(:Closure, +X) is semidet.
%
%   Call Closure strictly, then restore the mode: include/3 and its relatives continue in the mode of their caller.

tested(Closure, X) :-
    b_getval(probe_mode, Mode),
    strict,
    call(Closure, X),
    b_setval(probe_mode, Mode).

%!  bound(+Terms, +Id) is det.
%
%   Record the clause Id as unsafe unless Terms is ground.

bound(Terms, Id) :-
    (   ground(Terms)
    ->  true
    ;   record_once(probe_unsafe, Id)
    ).

%!  undefined(+Indicator) is failure.
%
%   Record a call of a predicate that nothing defines.

undefined(Indicator) :-
    record_once(probe_undefined, Indicator),
    fail.

record_once(Variable, Term) :-
    nb_getval(Variable, Terms),
    (   memberchk(Term, Terms)
    ->  true
    ;   nb_setval(Variable, [Term|Terms])
    ).

%!  reordered(+Solutions, -List) is nondet.
%
%   List is Solutions; in the mode `any`, also Solutions with each other element moved to the front, and in reverse.

reordered(Solutions, List) :-
    b_getval(probe_mode, Mode),
    (   Mode == any
    ->  rearrangement(Solutions, List)
    ;   List = Solutions
    ).

rearrangement([], []).
rearrangement([X|Xs], List) :-
    List = [X|Xs].
rearrangement(Solutions, [X|Others]) :-
    append([Y|Ys], [X|Zs], Solutions),
    append([Y|Ys], Zs, Others).
rearrangement(Solutions, Reversed) :-
    Solutions = [_, _, _|_],
    reverse(Solutions, Reversed).

%!  reordered_from(+Xs, +Solutions, -List) is nondet.
%
%   As reordered/2, but the order of Xs, from which the Solutions were collected one by one, may have a meaning.

reordered_from(Xs, Solutions, List) :-
    (   has_order(Xs)
    ->  List = Solutions,
        ordered(List)
    ;   reordered(Solutions, List)
    ).

%!  ordered(+List) is det.
%
%   The order of List has a meaning, because a sort made it.

ordered(List) :-
    b_getval(probe_ordered, Lists),
    b_setval(probe_ordered, [List|Lists]).

%!  ordered_as(+Others, +List) is det.
%
%   List has the elements of Others, or some of them, in the same order or in reverse.

ordered_as(Others, List) :-
    (   has_order(Others)
    ->  ordered(List)
    ;   true
    ).

has_order(List) :-
    b_getval(probe_ordered, Lists),
    member(Ordered, Lists),
    Ordered == List,
    !.

%!  ranked_member(?X, +Xs) is nondet.
%
%   As member/2. If the order of Xs has a meaning, the place of X in it is recorded for committed/2.

ranked_member(X, Xs) :-
    (   has_order(Xs)
    ->  flag(probe_choice, Choice, Choice + 1),
        nth1(N, Xs, X),
        record_rank(Choice, N)
    ;   member(X, Xs)
    ).

record_rank(Choice, N) :-
    b_getval(probe_ranks, Ranks),
    b_setval(probe_ranks, [Choice-N|Ranks]).

%!  ranked_between(+Low, +High, ?X) is nondet.
%
%   As between/3, which counts upwards: the order of its solutions has a meaning.

ranked_between(Low, High, X) :-
    (   var(X)
    ->  flag(probe_choice, Choice, Choice + 1),
        between(Low, High, X),
        record_rank(Choice, X)
    ;   between(Low, High, X)
    ).

%!  extreme(+What, :Goal, -Result) is nondet.
%
%   As aggregate_all(What, Goal, Result), What being max(X, Witness) or min(X, Witness). In the mode `any`, each witness
%   of a tie is a Result.

extreme(What, Goal, Result) :-
    What =.. [Function, X, Witness],
    findall(Value-Witness, ( Goal, Value is X ), Pairs),
    pairs_keys(Pairs, Values),
    best_value(Function, Values, Best),
    Result =.. [Function, Best, Witness1],
    b_getval(probe_mode, Mode),
    (   Mode == any
    ->  member(Value1-Witness1, Pairs),
        Value1 =:= Best
    ;   member(Value1-Witness1, Pairs),
        Value1 =:= Best
    ->  true
    ).

best_value(max, Values, Best) :-
    max_list(Values, Best).
best_value(min, Values, Best) :-
    min_list(Values, Best).

%!  some_member(?X, +Xs) is nondet.
%
%   As memberchk/2; in the mode `any`, as member/2, if it has no meaning which element comes first. Not in a collection,
%   which would count X more than once.

some_member(X, Xs) :-
    b_getval(probe_mode, Mode),
    (   Mode == any,
        \+ b_getval(probe_collecting, true),
        \+ has_order(Xs)
    ->  member(X, Xs)
    ;   memberchk(X, Xs)
    ).
