:- module(probe_whitelist,
          [ body_refusal/3,         % +Body, +Items, -Reason
            index_predicates/0,
            extend_closure/3,       % +Closure, +Extra, -Goal
            add_arguments/3,        % +Closure, +ExtraArguments, -Goal
            goal_kinds/2,           % +Goal, -Kinds
            head_refusal/2,         % +Head, -Reason
            definable/1,            % +Indicator
            indicator/2,            % +Goal, -Indicator
            calculates/1,           % +Body
            impure_name/2           % +Term, -Name
          ]).
:- reexport(subset).
:- use_module(library(lists), [memberchk/2, append/3, member/2]).

/** <module> Refusing programs that call anything outside the pure subset

The list itself is in subset.pl.
*/

%!  body_refusal(+Body, +Items, -Reason) is semidet.
%
%   Body calls something that no program may call; Reason is the first reason, as a sentence. Items are those of the
%   program, since its own predicates may have the names of library predicates.

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
    (   permitted_kinds(Name, Arity, Kinds)
    ->  argument_refusal(Kinds, 1, Goal, Items, Reason),
        \+ defines(Items, Name/Arity)
    ;   forbidden_goal(Name, Arity, Reason0)
    ->  \+ defines(Items, Name/Arity),
        Reason = Reason0
    ).

% Goals that no program may call, unless it defines them itself.
forbidden_goal(>>, Arity, "a lambda (>>) that is not a closure with a list of parameters, at most as many as it gets") :-
    Arity >= 2,
    !.
forbidden_goal(Name, Arity, Reason) :-
    inline(Name/Arity, Reason),
    !.
forbidden_goal(Name, Arity, Reason) :-
    (   predicate_class(Name, Arity, _, _)
    ->  true
    ;   clause_form(Name/Arity, _)
    ->  true
    ;   reserved(Name)
    ),
    format(string(Reason), "~q is outside the pure subset", [Name/Arity]).

%!  head_refusal(+Head, -Reason) is semidet.
%
%   No program may have a clause with Head; Reason is why. A clause that SWI-Prolog itself would skip with a message
%   is not refused here; definable/1 recognises it.

head_refusal(Head, Reason) :-
    goal_key(Head, Name, Arity),
    (   clause_form(Name/Arity, Reason)
    ->  true
    ;   reserved(Name),
        format(string(Reason), "~q begins with $, as the names of SWI-Prolog's own predicates do", [Name/Arity])
    ).

reserved(Name) :-
    atom(Name),
    sub_atom(Name, 0, 1, _, $).

%!  defines(+Items, +Indicator) is semidet.
%
%   Items have a clause or a declaration for Indicator that SWI-Prolog accepts.

defines(Items, Indicator) :-
    definable(Indicator),
    member(item(_, _, _, Content, _), Items),
    (   Content = clause(Head, _)
    ->  indicator(Head, Indicator)
    ;   Content = declare(Indicators),
        memberchk(Indicator, Indicators)
    ),
    !.

argument_refusal([Kind|Kinds], N, Goal, Items, Reason) :-
    (   Kind \== (?),
        arg(N, Goal, Argument),
        kind_refusal(Kind, Argument, Items, Reason0)
    ->  Reason = Reason0
    ;   Next is N + 1,
        argument_refusal(Kinds, Next, Goal, Items, Reason)
    ).

kind_refusal(_, Argument, _, "a variable is called as a goal") :-
    var(Argument),
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
    extend_closure(Closure, Extra, Goal),
    body_refusal(Goal, Items, Reason).

%!  extend_closure(+Closure, +Extra, -Goal) is det.
%
%   Goal is Closure with Extra fresh arguments behind its own.

extend_closure(Closure, Extra, Goal) :-
    length(ExtraArguments, Extra),
    add_arguments(Closure, ExtraArguments, Goal).

%!  add_arguments(+Closure, +ExtraArguments, -Goal) is det.
%
%   Goal is Closure with the arguments ExtraArguments behind its own.

add_arguments(Goal, [], Goal) :-
    !.
add_arguments(Closure, ExtraArguments, Goal) :-
    (   compound(Closure)
    ->  compound_name_arguments(Closure, Name, OwnArguments),
        append(OwnArguments, ExtraArguments, Arguments)
    ;   Name = Closure,
        Arguments = ExtraArguments
    ),
    compound_name_arguments(Goal, Name, Arguments).

%!  calculates(+Body) is semidet.
%
%   Body has the name of a predicate that evaluates arithmetic, as a goal, in a closure, or as data only.

calculates(Term) :-
    name_of_kind(Term, evaluates, _).

%!  impure_name(+Term, -Name) is semidet.
%
%   Name is an atom or functor in Term that is the name of an arithmetic function whose value does not depend on its
%   arguments only, or not in every release. No permitted predicate makes new atoms, so a program without such a name
%   cannot obtain one.

impure_name(Term, Name) :-
    name_of_kind(Term, impure, Name).

name_of_kind(Term, Kind, Name) :-
    (   atom(Term)
    ->  name_kind(Term, Kind),
        Name = Term
    ;   compound(Term),
        compound_name_arity(Term, Functor, Arity),
        (   name_kind(Functor, Kind),
            \+ small_shift(Functor, Term)
        ->  Name = Functor
        ;   argument_name_of_kind(Arity, Term, Kind, Name)
        )
    ).

%   A shift by a number that is written out and small.
small_shift(Functor, Term) :-
    memberchk(Functor, [<<, >>]),
    compound_name_arguments(Term, _, [_, Count]),
    integer(Count),
    Count >= 0,
    Count =< 64.

argument_name_of_kind(N, Term, Kind, Name) :-
    N > 0,
    arg(N, Term, Argument),
    (   name_of_kind(Argument, Kind, Name)
    ->  true
    ;   Next is N - 1,
        argument_name_of_kind(Next, Term, Kind, Name)
    ).

%!  goal_kinds(+Goal, -Kinds) is semidet.
%
%   Goal is a call that permitted/3 lists; Kinds are the kinds of its arguments.

goal_kinds(Goal, Kinds) :-
    goal_key(Goal, Name, Arity),
    permitted_kinds(Name, Arity, Kinds).

permitted_kinds(Name, Arity, Kinds) :-
    predicate_class(Name, Arity, Class, _),
    Class = permitted(Kinds),
    !.

:- dynamic predicate_class/4, name_kind/2.

%!  predicate_class(?Name, ?Arity, ?Class, ?Definable) is nondet.
%
%   Name/Arity is permitted/3 or a predicate of the module `system`: Class is permitted(Arguments) or `forbidden`.
%   Definable is `yes` if a program may have its own clauses for it.
%
%   name_kind(Name, Kind): Name evaluates/1 (Kind `evaluates`), or it is an arithmetic function that is not pure (Kind
%   `impure`).

%!  index_predicates is det.
%
%   Record the predicates and functions of this SWI-Prolog, once, at start-up, for body_refusal/3 and definable/1. Then
%   both tables become static, so that no program that obtained their names could change them.

index_predicates :-
    (   predicate_property(predicate_class(_, _, _, _), dynamic)
    ->  set_module(probe_scratch:class(temporary)),
        set_module(probe_scratch:base(system)),
        forall(permitted(Indicator, _, Arguments), add_class(Indicator, permitted(Arguments))),
        forall(system_indicator(Indicator), add_class(Indicator, forbidden)),
        forall(evaluates(Name), add_name_kind(Name, evaluates)),
        forall(impure_function_name(Name), add_name_kind(Name, impure)),
        '$destroy_module'(probe_scratch),
        compile_predicates([predicate_class/4, name_kind/2])
    ;   true
    ).

add_class(Name/Arity, Class) :-
    (   predicate_class(Name, Arity, _, _)
    ->  true
    ;   redefinable(Name/Arity, Definable),
        assertz(predicate_class(Name, Arity, Class, Definable))
    ).

% To find out which of its predicates a program may redefine, SWI-Prolog is given a clause in a scratch module. It
% accepts clauses for some goals that its compiler never compiles to a call, *->/2 for example; these clauses would not
% be called, but the arguments of the goal would.
redefinable(Name/Arity, Definable) :-
    functor(Head, Name, Arity),
    (   \+ clause_form(Name/Arity, _),
        \+ reserved(Name),
        catch(assertz(probe_scratch:(Head :- Head, Head), Reference), error(_, _), fail),
        calls_indicator(Reference, 0, Name/Arity)
    ->  Definable = yes
    ;   Definable = no
    ).

% The clause calls Indicator, by the instructions from PC on.
calls_indicator(Reference, PC, Indicator) :-
    '$fetch_vm'(Reference, PC, Next, Instruction),
    (   compound(Instruction),
        arg(1, Instruction, Callee),
        strip_module(Callee, _, Indicator0),
        Indicator0 == Indicator
    ->  true
    ;   calls_indicator(Reference, Next, Indicator)
    ).

add_name_kind(Name, Kind) :-
    (   name_kind(Name, Kind)
    ->  true
    ;   assertz(name_kind(Name, Kind))
    ).

impure_function_name(Name) :-
    impure_function(Name/_).
impure_function_name(Name) :-
    current_arithmetic_function(Head),
    functor(Head, Name, Arity),
    \+ pure_function(Name/Arity).

system_indicator(Indicator) :-
    (   predicate_property(system:Head, built_in)
    ;   current_predicate(_, system:Head)
    ),
    indicator(Head, Indicator).

%!  definable(+Indicator) is semidet.
%
%   True when a program may have clauses for Indicator, and goals that call them.

definable(Name/Arity) :-
    (   predicate_class(Name, Arity, _, Definable)
    ->  Definable == yes
    ;   \+ clause_form(Name/Arity, _),
        \+ inline(Name/Arity, _),
        \+ reserved(Name)
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
