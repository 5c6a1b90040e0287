:- module(probe_whitelist,
          [ body_refusal/3,         % +Body, +Items, -Reason
            index_known/0,
            extended/3,             % +Closure, +Extra, -Goal
            with_arguments/3,       % +Closure, +Added, -Goal
            goal_kinds/2,           % +Goal, -Kinds
            definable/1,            % +Indicator
            indicator/2,            % +Goal, -Indicator
            impure_data/3           % +Head, +Body, -Indicator
          ]).
:- reexport(subset).
:- use_module(library(lists), [memberchk/2, append/3, member/2]).

/** <module> Whether a program under audit may call what it calls

The list itself is in subset.pl.
*/

%!  body_refusal(+Body, +Items, -Reason) is semidet.
%
%   True when Body calls what no program may call; Reason is the first reason, in words. Items are those of the
%   program: what it defines itself may bear the name of a library predicate.

body_refusal(Goal, _, "a variable is called as a goal") :-
    var(Goal),
    !.
body_refusal((A, B), Items, Reason) :-
    !,
    (   body_refusal(A, Items, Reason)
    ->  true
    ;   body_refusal(B, Items, Reason)
    ).
body_refusal(Goal, Items, Reason) :-
    goal_key(Goal, Name, Arity),
    known(Name, Arity, Class),
    !,
    known_refusal(Class, Name/Arity, Goal, Items, Reason).

known_refusal(permitted(Group, Arguments), Indicator, Goal, Items, Reason) :-
    !,
    arguments_refusal(Group, Arguments, Goal, Items, Reason),
    \+ defines(Items, Indicator).
known_refusal(_, Indicator, _, Items, Reason) :-
    \+ defines(Items, Indicator),
    (   Indicator == (:)/2
    ->  Reason = "a goal is qualified by a module"
    ;   format(string(Reason), "~q is outside the pure subset", [Indicator])
    ).

%!  defines(+Items, +Indicator) is semidet.
%
%   Items have a clause or a declaration for Indicator that SWI-Prolog takes.

defines(Items, Indicator) :-
    definable(Indicator),
    member(item(_, _, _, Content, _), Items),
    (   Content = clause(Head, _)
    ->  indicator(Head, Indicator)
    ;   Content = declare(Indicators),
        memberchk(Indicator, Indicators)
    ),
    !.

arguments_refusal(arithmetic, _, Goal, _, Reason) :-
    !,
    impure_part(Goal, Indicator),
    format(string(Reason), "~q has another value at each call", [Indicator]).
arguments_refusal(_, Kinds, Goal, Items, Reason) :-
    argument_refusal(Kinds, 1, Goal, Items, Reason).

argument_refusal([Kind|Kinds], N, Goal, Items, Reason) :-
    (   Kind \== (?),
        arg(N, Goal, Given),
        kind_refusal(Kind, Given, Items, Reason0)
    ->  Reason = Reason0
    ;   Next is N + 1,
        argument_refusal(Kinds, Next, Goal, Items, Reason)
    ).

kind_refusal(_, Given, _, "a variable is called as a goal") :-
    var(Given),
    !.
kind_refusal(^, _^Goal, Items, Reason) :-
    !,
    kind_refusal(^, Goal, Items, Reason).
kind_refusal(^, Goal, Items, Reason) :-
    !,
    body_refusal(Goal, Items, Reason).
kind_refusal(0, Goal, Items, Reason) :-
    !,
    body_refusal(Goal, Items, Reason).
kind_refusal(_, _:_, _, "a closure is qualified by a module") :-
    !.
kind_refusal(Extra, Closure, Items, Reason) :-
    callable(Closure),
    extended(Closure, Extra, Goal),
    body_refusal(Goal, Items, Reason).

%!  extended(+Closure, +Extra, -Goal) is det.
%
%   Goal is Closure with Extra fresh arguments behind its own.

extended(Closure, Extra, Goal) :-
    length(Added, Extra),
    with_arguments(Closure, Added, Goal).

%!  with_arguments(+Closure, +Added, -Goal) is det.
%
%   Goal is Closure with the arguments Added behind its own.

with_arguments(Goal, [], Goal) :-
    !.
with_arguments(Closure, Added, Goal) :-
    (   compound(Closure)
    ->  compound_name_arguments(Closure, Name, Given),
        append(Given, Added, Arguments)
    ;   Name = Closure,
        Arguments = Added
    ),
    compound_name_arguments(Goal, Name, Arguments).

impure_part(Term, Indicator) :-
    nonvar(Term),
    callable(Term),
    (   indicator(Term, Indicator),
        impure_function(Indicator)
    ->  true
    ;   compound(Term),
        arg(_, Term, Argument),
        impure_part(Argument, Indicator)
    ),
    !.

%!  impure_data(+Head, +Body, -Indicator) is semidet.
%
%   A clause has, among its data, what arithmetic could evaluate to another value at each call: `e(cputime)` beside
%   `X is E`. What arithmetic goals name themselves is found by body_refusal/3.

impure_data(Head, Body, Indicator) :-
    (   impure_argument(Head, Indicator)
    ;   impure_argument(Body, Indicator)
    ),
    !.

impure_argument(Term, Indicator) :-
    compound(Term),
    arg(_, Term, Argument),
    callable(Argument),
    (   indicator(Argument, Indicator),
        impure_function(Indicator)
    ;   impure_argument(Argument, Indicator)
    ).

%!  goal_kinds(+Goal, -Kinds) is semidet.
%
%   Goal is a call that permitted/3 lists; Kinds tells what its arguments are.

goal_kinds(Goal, Kinds) :-
    goal_key(Goal, Name, Arity),
    known(Name, Arity, permitted(_, Kinds)),
    !.

:- dynamic known/3, trial/2.

%!  known(?Name, ?Arity, ?Class) is nondet.
%
%   Name/Arity is a predicate that a plain `swipl` would find: Class is permitted(Group, Arguments), `system` or
%   `library`.

%!  index_known is det.
%
%   Fill known/3, once, at start-up.

index_known :-
    retractall(known(_, _, _)),
    forall(permitted(Name/Arity, Group, Arguments),
           assertz(known(Name, Arity, permitted(Group, Arguments)))),
    assertz(known(:, 2, system)),       % which no enumeration of heads shows
    forall(( system_head(Head), goal_key(Head, Name, Arity), \+ known(Name, Arity, _) ),
           assertz(known(Name, Arity, system))),
    forall(( '$in_library'(Name, Arity, _), \+ known(Name, Arity, _) ),
           assertz(known(Name, Arity, library))).

system_head(Head) :-
    predicate_property(system:Head, built_in).
system_head(Head) :-
    current_predicate(_, system:Head).

%!  definable(+Indicator) is semidet.
%
%   True when a program may have clauses for Indicator. SWI-Prolog knows best: the first time a name that it has
%   itself is asked for, a clause is tried in a scratch module.

definable(Name/Arity) :-
    (   \+ known(Name, Arity, _)
    ->  true
    ;   trial(Name/Arity, Outcome)
    ->  Outcome == yes
    ;   functor(Head, Name, Arity),
        catch(( assertz(probe_scratch:(Head :- fail)), Outcome = yes ), error(_, _), Outcome = no),
        assertz(trial(Name/Arity, Outcome)),
        Outcome == yes
    ).

%!  indicator(+Goal, -Indicator) is det.
%
%   Name/Arity of Goal; SWI-Prolog takes `f()` as a goal or head for `f`.

indicator(Goal, Name/Arity) :-
    goal_key(Goal, Name, Arity).

goal_key(Goal, Name, Arity) :-
    (   compound(Goal)
    ->  compound_name_arity(Goal, Name, Arity)
    ;   Name = Goal,
        Arity = 0
    ).
