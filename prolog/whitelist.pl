:- module(probe_whitelist,
          [ permitted/3,            % ?Indicator, ?Group, ?Arguments
            group/2,                % ?Group, ?Description
            body_refusal/3,         % +Body, +Items, -Reason
            index_known/0,
            extended/3,             % +Closure, +Extra, -Goal
            goal_kinds/2,           % +Goal, -Kinds
            definable/1,            % +Indicator
            indicator/2,            % +Goal, -Indicator
            impure_function/1       % ?Indicator
          ]).
:- use_module(library(lists), [memberchk/2, append/3, member/2]).

/** <module> What a program under audit may call

The pure subset: everything here leaves no trace outside the term it answers. What is not listed is refused, unless
the program defines it itself, or nobody does (then it is an unknown procedure, and raises when it is called).
*/

%!  group(?Group, ?Description) is nondet.
%
%   The groups of permitted/3, in the order in which the documentation lists them.

group(control,     "control").
group(unification, "unification and comparison").
group(types,       "type tests").
group(arithmetic,  "arithmetic").
group(terms,       "terms").
group(lists,       "lists").
group(solutions,   "all solutions").
group(closures,    "closures over lists").

%!  permitted(?Indicator, ?Group, ?Arguments) is nondet.
%
%   Indicator may be called. Arguments tells what its arguments are: `0` a goal, an integer N a closure that gets N
%   more arguments, `^` a goal that may be prefixed by `Variable^`, and `?` data.

permitted(true/0,       control, []).
permitted(fail/0,       control, []).
permitted(false/0,      control, []).
permitted(!/0,          control, []).
permitted((',')/2,      control, [0, 0]).
permitted((;)/2,        control, [0, 0]).
permitted((->)/2,       control, [0, 0]).
permitted((*->)/2,      control, [0, 0]).
permitted((\+)/1,       control, [0]).
permitted(not/1,        control, [0]).
permitted(once/1,       control, [0]).
permitted(ignore/1,     control, [0]).
permitted(call/1,       control, [0]).
permitted(call/2,       control, [1, ?]).
permitted(call/3,       control, [2, ?, ?]).
permitted(call/4,       control, [3, ?, ?, ?]).
permitted(call/5,       control, [4, ?, ?, ?, ?]).

permitted((=)/2,        unification, [?, ?]).
permitted((\=)/2,       unification, [?, ?]).
permitted((==)/2,       unification, [?, ?]).
permitted((\==)/2,      unification, [?, ?]).
permitted((@<)/2,       unification, [?, ?]).
permitted((@=<)/2,      unification, [?, ?]).
permitted((@>)/2,       unification, [?, ?]).
permitted((@>=)/2,      unification, [?, ?]).
permitted(compare/3,    unification, [?, ?, ?]).

permitted(var/1,        types, [?]).
permitted(nonvar/1,     types, [?]).
permitted(atom/1,       types, [?]).
permitted(number/1,     types, [?]).
permitted(integer/1,    types, [?]).
permitted(float/1,      types, [?]).
permitted(rational/1,   types, [?]).
permitted(atomic/1,     types, [?]).
permitted(compound/1,   types, [?]).
permitted(callable/1,   types, [?]).
permitted(string/1,     types, [?]).
permitted(ground/1,     types, [?]).
permitted(is_list/1,    types, [?]).

permitted(is/2,         arithmetic, [?, ?]).
permitted((=:=)/2,      arithmetic, [?, ?]).
permitted((=\=)/2,      arithmetic, [?, ?]).
permitted((<)/2,        arithmetic, [?, ?]).
permitted((=<)/2,       arithmetic, [?, ?]).
permitted((>)/2,        arithmetic, [?, ?]).
permitted((>=)/2,       arithmetic, [?, ?]).
permitted(between/3,    arithmetic, [?, ?, ?]).
permitted(succ/2,       arithmetic, [?, ?]).
permitted(plus/3,       arithmetic, [?, ?, ?]).

permitted(functor/3,    terms, [?, ?, ?]).
permitted(arg/3,        terms, [?, ?, ?]).
permitted((=..)/2,      terms, [?, ?]).
permitted(copy_term/2,  terms, [?, ?]).

permitted(append/2,     lists, [?, ?]).
permitted(append/3,     lists, [?, ?, ?]).
permitted(delete/3,     lists, [?, ?, ?]).
permitted(intersection/3, lists, [?, ?, ?]).
permitted(last/2,       lists, [?, ?]).
permitted(length/2,     lists, [?, ?]).
permitted(list_to_set/2, lists, [?, ?]).
permitted(max_list/2,   lists, [?, ?]).
permitted(max_member/2, lists, [?, ?]).
permitted(member/2,     lists, [?, ?]).
permitted(memberchk/2,  lists, [?, ?]).
permitted(min_list/2,   lists, [?, ?]).
permitted(min_member/2, lists, [?, ?]).
permitted(msort/2,      lists, [?, ?]).
permitted(nth0/3,       lists, [?, ?, ?]).
permitted(nth1/3,       lists, [?, ?, ?]).
permitted(numlist/3,    lists, [?, ?, ?]).
permitted(permutation/2, lists, [?, ?]).
permitted(predsort/3,   lists, [3, ?, ?]).
permitted(reverse/2,    lists, [?, ?]).
permitted(select/3,     lists, [?, ?, ?]).
permitted(selectchk/3,  lists, [?, ?, ?]).
permitted(sort/2,       lists, [?, ?]).
permitted(sort/4,       lists, [?, ?, ?, ?]).
permitted(subset/2,     lists, [?, ?]).
permitted(subtract/3,   lists, [?, ?, ?]).
permitted(sum_list/2,   lists, [?, ?]).
permitted(sumlist/2,    lists, [?, ?]).
permitted(union/3,      lists, [?, ?, ?]).

permitted(findall/3,    solutions, [?, 0, ?]).
permitted(findall/4,    solutions, [?, 0, ?, ?]).
permitted(forall/2,     solutions, [0, 0]).
permitted(aggregate_all/3, solutions, [?, 0, ?]).
permitted(aggregate_all/4, solutions, [?, ?, 0, ?]).
permitted(bagof/3,      solutions, [?, ^, ?]).
permitted(setof/3,      solutions, [?, ^, ?]).

permitted(maplist/2,    closures, [1, ?]).
permitted(maplist/3,    closures, [2, ?, ?]).
permitted(maplist/4,    closures, [3, ?, ?, ?]).
permitted(maplist/5,    closures, [4, ?, ?, ?, ?]).
permitted(include/3,    closures, [1, ?, ?]).
permitted(exclude/3,    closures, [1, ?, ?]).
permitted(partition/4,  closures, [1, ?, ?, ?]).
permitted(foldl/4,      closures, [3, ?, ?, ?]).
permitted(foldl/5,      closures, [4, ?, ?, ?, ?]).
permitted(foldl/6,      closures, [5, ?, ?, ?, ?, ?]).

%!  impure_function(?Indicator) is nondet.
%
%   Arithmetic functions whose value changes from call to call: a program that names one is refused, because its
%   verdict could not be reproduced.

impure_function(random/0).
impure_function(random/1).
impure_function(random_float/0).
impure_function(cputime/0).
impure_function(realtime/0).

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
