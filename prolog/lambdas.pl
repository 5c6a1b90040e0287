:- module(probe_lambdas,
          [ lift_lambdas/2          % +Items0, -Items
          ]).
:- use_module(library(apply), [foldl/5, foldl/6, maplist/3]).
:- use_module(library(lists), [append/2, append/3, member/2]).
:- use_module(subset, [permitted/3]).
:- use_module(variables, [identical_member/2]).

/** <module> Lambda expressions of library(yall) as predicates of their own

`maplist([X]>>fits(X, Option), Needs)` is read as `maplist('lambda 3fa2b1c0'(Option), Needs)` and a clause

    'lambda 3fa2b1c0'(Option, X) :- copy_term(v(Option), v(Copy)), fits(X, Copy).

yall copies a lambda before each call, so its variables share nothing with the clause but what they are bound to. Those in
braces, as in `{Option}/[X]>>Goal`, are shared. The name is made from the lambda, so that the same lambda in two programs is the
same clause. A lambda that is no closure of a permitted predicate, or whose parameters are more than the arguments that it
gets, is left as it is, and the whitelist refuses it.
*/

%!  lift_lambdas(+Items0, -Items) is det.
%
%   Items are Items0 with a predicate for each lambda, behind the others. Items0 are those of one source.

lift_lambdas(Items0, Items) :-
    foldl(lift_item, Items0, Items1, Helpers0, []),
    length(Items0, Count),
    unique_helpers(Helpers0, [], Count, Helpers),
    append(Items1, Helpers, Items).

lift_item(item(Source, Number, Position, clause(Head, Body0), Names), Item, Helpers, Tail) :-
    !,
    Item = item(Source, Number, Position, clause(Head, Body), Names),
    lift_body(Head, Body0, Body, Clauses, []),
    findall(helper(Source, Position, Clause), member(Clause, Clauses), ItemHelpers),
    append(ItemHelpers, Tail, Helpers).
lift_item(Item, Item, Tail, Tail).

%   A lambda that is written twice is one predicate.
unique_helpers([], _, _, []).
unique_helpers([helper(Source, Position, Clause)|Helpers0], Seen, N0, Helpers) :-
    (   member(Other, Seen),
        Other =@= Clause
    ->  Helpers = Rest,
        N = N0
    ;   N is N0 + 1,
        Helpers = [item(Source, N, Position, Clause, [])|Rest]
    ),
    unique_helpers(Helpers0, [Clause|Seen], N, Rest).

%   lift_body(+Head, +Body0, -Body, -Clauses, ?Tail): Clauses define the lambdas of Body0, and those inside them.
lift_body(Head, Body0, Body, Clauses, Tail) :-
    lift_goal(Body0, Body, Lambdas, []),
    maplist(lambda_free_term, Lambdas, FreeTerms),
    term_variables(Head-Body-FreeTerms, Outside),
    bind_closures(Lambdas, Outside, Clauses, Tail).

lambda_free_term(lambda(_, Free, _, _), Free).

%   lift_goal(+Goal0, -Goal, -Lambdas, ?Tail): Goal has a variable Closure for each lambda(Closure, Free, Arguments, Body).
lift_goal(Goal0, Goal, Lambdas, Tail) :-
    (   compound(Goal0),
        compound_name_arity(Goal0, Name, Arity),
        permitted(Name/Arity, _, Kinds)
    ->  compound_name_arguments(Goal0, Name, Arguments0),
        foldl(lift_argument, Kinds, Arguments0, Arguments, Lambdas, Tail),
        compound_name_arguments(Goal, Name, Arguments)
    ;   Goal = Goal0,
        Lambdas = Tail
    ).

lift_argument(?, A, A, Tail, Tail) :-
    !.
lift_argument(^, A0, A, Lambdas, Tail) :-
    nonvar(A0),
    A0 = V^Goal0,
    !,
    A = V^Goal,
    lift_argument(^, Goal0, Goal, Lambdas, Tail).
lift_argument(Extra, Closure0, Closure, Lambdas, Tail) :-
    integer(Extra),
    Extra > 0,
    !,
    (   lambda(Closure0, Extra, Free, Arguments, Body)
    ->  Lambdas = [lambda(Closure, Free, Arguments, Body)|Tail]
    ;   Closure = Closure0,
        Lambdas = Tail
    ).
lift_argument(_, Goal0, Goal, Lambdas, Tail) :-
    lift_goal(Goal0, Goal, Lambdas, Tail).

%   Arguments that a lambda gets beyond its parameters are added to its body.
lambda(Closure, Extra, Free, Arguments, Body) :-
    nonvar(Closure),
    Closure = (Parameters0 >> Body0),
    callable(Body0),
    nonvar(Parameters0),
    (   Parameters0 = (Free / Parameters)
    ->  nonvar(Free),
        Free = {_}
    ;   Free = [],
        Parameters = Parameters0
    ),
    is_list(Parameters),
    length(Arguments, Extra),
    append(Parameters, Added, Arguments),
    !,
    Body0 =.. Parts0,
    append(Parts0, Added, Parts),
    Body =.. Parts.

%   bind_closures(+Lambdas, +Outside, -Clauses, ?Tail): bind each Closure to a call of its clause. Outside are the
%   variables of the clause outside its lambdas; all others are a lambda's own.
bind_closures([], _, Tail, Tail).
bind_closures([lambda(Closure, Free, Arguments0, Body0)|Lambdas], Outside, Clauses, Tail) :-
    term_variables(Free, Shared),
    term_variables(Arguments0-Body0, Inside),
    divide_variables(Inside, Outside, Shared, KeptVariables0, CopiedVariables0),
    copy_term(t(KeptVariables0, CopiedVariables0, Arguments0, Body0), Lambda),
    Lambda = t(KeptVariables, CopiedVariables, Arguments, Body1),
    variant_sha1(Lambda, Hash),
    sub_atom(Hash, 0, 8, _, Start),
    atom_concat('lambda ', Start, Name),
    append(KeptVariables0, CopiedVariables0, ClosureArguments),
    Closure =.. [Name|ClosureArguments],
    length(CopiedVariables, Count),
    length(Values, Count),
    append([KeptVariables, Values, Arguments], HeadArguments),
    Head =.. [Name|HeadArguments],
    lift_body(Head-CopiedVariables, Body1, Body2, Clauses1, Clauses2),
    (   CopiedVariables == []
    ->  Body = Body2
    ;   Originals =.. [v|Values],
        Copies =.. [v|CopiedVariables],
        Body = (copy_term(Originals, Copies), Body2)
    ),
    Clauses = [clause(Head, Body)|Clauses1],
    bind_closures(Lambdas, Outside, Clauses2, Tail).

divide_variables([], _, _, [], []).
divide_variables([V|Vs], Outside, Shared, KeptVariables, CopiedVariables) :-
    (   identical_member(Shared, V)
    ->  KeptVariables = [V|KeptVariables1],
        CopiedVariables = CopiedVariables1
    ;   identical_member(Outside, V)
    ->  KeptVariables = KeptVariables1,
        CopiedVariables = [V|CopiedVariables1]
    ;   KeptVariables = KeptVariables1,
        CopiedVariables = CopiedVariables1
    ),
    divide_variables(Vs, Outside, Shared, KeptVariables1, CopiedVariables1).
