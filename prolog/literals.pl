:- module(probe_literals,
          [ body_literals/4         % +Arguments, +Mode, +Body, -Literals
          ]).
:- use_module(library(occurs), [contains_var/2]).
:- use_module(library(lists), [append/3, member/2, select/3]).
:- use_module(collections).
:- use_module(constructs).
:- use_module(fixed_point).
:- use_module(logical_goals, [plain_conjuncts/2]).
:- use_module(predicate_calls).
:- use_module(translation).
:- use_module(variables).
:- use_module(whitelist, [goal_kinds/2, indicator/2]).

/** <module> The body of a clause as literals of an answer-set rule

The body is that of a logical reading (logical_reading.pl), without cuts and conditions. Tests wait until their variables
are bound, and a disjunction makes several rules. A goal that is negated, or asked only once, becomes a predicate of its
own.

Literals are call(Key, Mode, Arguments), not(Key, Mode, Arguments), test(Operator, A, B) of numbers,
compare(Operator, A, B) of terms, let(Variable, Expression), range(Variable, From, To), kind(Kind, Term),
aggregate(Function, Result, Tuple, Call), and doubt(Number, Conditions): the literals so far with Conditions make the
result doubtful.
*/

%!  body_literals(+Arguments, +Mode, +Body, -Literals) is nondet.
%
%   Literals are one way to show Body in the clause with the head's Arguments, called in Mode. Unifications are done, so
%   that Arguments get bound. Throws untranslatable(Message, Item).

body_literals(Arguments, Mode, Body, Literals) :-
    arguments_in_mode(Mode, b, Arguments, Bound),
    goals_literals([Body], [], Bound, Arguments, Literals).

%   goals_literals(+Goals, +Waiting, +Bound, +Outer, -Literals): Waiting are goals that came before their variables were
%   bound, Outer is the rest of the clause.
goals_literals(Goals, Waiting, Bound, Outer, Literals) :-
    select(Goal, Waiting, Rest),
    ready(Goal, t(Outer, Goals, Rest), Bound),
    !,
    goal_literals(Goal, Goals, Rest, Bound, Outer, Literals).
goals_literals([], Waiting, Bound, _, Literals) :-
    (   Waiting = [Goal|_]
    ->  refuse_unbound(Goal, Bound)
    ;   Literals = []
    ).
goals_literals([Goal|Goals], Waiting, Bound, Outer, Literals) :-
    (   var(Goal)
    ->  untranslatable("a variable is called", [])
    ;   test_goal(Goal),
        \+ ready(Goal, t(Outer, Goals, Waiting), Bound)
    ->  new_note("a test comes before a goal that binds its variables"),
        append(Waiting, [Goal], NextGoals),
        goals_literals(Goals, NextGoals, Bound, Outer, Literals)
    ;   goal_literals(Goal, Goals, Waiting, Bound, Outer, Literals)
    ).

refuse_unbound(Goal, Bound) :-
    term_variables(Goal, Variables),
    \+ \+ ( member(Variable, Variables), \+ bound_in(Variable, Bound) ),
    functor(Goal, Name, Arity),
    untranslatable("~q reads a variable that no goal of the clause binds", [Name/Arity]).

%   Goal binds nothing, but for the result of a calculation, and waits until it can be decided.
test_goal(Goal) :-
    waits_for_bindings(Goal),
    indicator(Goal, Key),
    \+ source(Key, _, _, _, _).

waits_for_bindings(\+ _).
waits_for_bindings(forall(_, _)).
waits_for_bindings(_ \= _).
waits_for_bindings(_ is _).
waits_for_bindings(Goal) :-
    comparison(Goal, _, _, _).

ready(_ is Expression, _, Bound) :-
    !,
    bound_in(Expression, Bound).
ready(Goal, _, Bound) :-
    comparison(Goal, _, _, _),
    !,
    bound_in(Goal, Bound).
ready(Goal, Outside, Bound) :-
    shared_variables(Goal, Outside, Bound, Shared),
    bound_in(Shared, Bound).

%   goal_literals(+Goal, +Goals, +Waiting, +Bound, +Outer, -Literals): Goal is ready; Goals come after it.
goal_literals(Goal, Gs, Ws, Bound, Outer, Literals) :-
    callable(Goal),
    indicator(Goal, Key),
    source(Key, 1, _, _, _),
    !,
    user_call_literals(Key, Goal, Gs, Ws, Bound, Outer, Literals).
goal_literals(true, Gs, Ws, Bound, Outer, Literals) :-
    !,
    goals_literals(Gs, Ws, Bound, Outer, Literals).
goal_literals(fail, _, _, _, _, _) :-
    !,
    fail.
goal_literals(false, _, _, _, _, _) :-
    !,
    fail.
goal_literals((A, B), Gs, Ws, Bound, Outer, Literals) :-
    !,
    plain_conjuncts((A, B), Goals),
    append(Goals, Gs, NextGoals),
    goals_literals(NextGoals, Ws, Bound, Outer, Literals).
goal_literals((A ; B), Gs, Ws, Bound, Outer, Literals) :-
    !,
    (   goals_literals([A|Gs], Ws, Bound, Outer, Literals)
    ;   goals_literals([B|Gs], Ws, Bound, Outer, Literals)
    ).
goal_literals(Goal, Gs, Ws, Bound, Outer, Literals) :-
    simpler_goal(Goal, Other),
    !,
    goals_literals([Other|Gs], Ws, Bound, Outer, Literals).
goal_literals('$call'(Key, Arguments), Gs, Ws, Bound, Outer, Literals) :-
    !,
    call_literal(Key, Arguments, Bound, Literals, Rest),
    goals_literals(Gs, Ws, [Arguments|Bound], Outer, Rest).
goal_literals('$unless'(Goal), Gs, Ws, Bound, Outer, Literals) :-
    !,
    negated_call(Goal, Bound, Literal),
    Literals = [Literal|Rest],
    goals_literals(Gs, Ws, Bound, Outer, Rest).
goal_literals('$once'(Goal, What), Gs, Ws, Bound, Outer, Literals) :-
    !,
    first_solution_literals(Goal, What, t(Gs, Ws, Outer), Bound, Literals, Rest, Bound1),
    goals_literals(Gs, Ws, Bound1, Outer, Rest).
goal_literals(\+ Goal, Gs, Ws, Bound, Outer, Literals) :-
    !,
    negated_call(Goal, Bound, Literal),
    Literals = [Literal|Rest],
    goals_literals(Gs, Ws, Bound, Outer, Rest).
goal_literals(A = B, Gs, Ws, Bound, Outer, Literals) :-
    !,
    (   collection_equality(A, B, Goal)
    ->  goals_literals([Goal|Gs], Ws, Bound, Outer, Literals)
    ;   unify_soundly(A, B),
        goals_literals(Gs, Ws, Bound, Outer, Literals)
    ).
goal_literals(A \= B, Gs, Ws, Bound, Outer, Literals) :-
    !,
    (   collection_equality(A, B, _)
    ->  goals_literals([\+ A = B|Gs], Ws, Bound, Outer, Literals)
    ;   A \= B
    ->  goals_literals(Gs, Ws, Bound, Outer, Literals)
    ;   bound_in(A-B, Bound)
    ->  Literals = [compare('!=', A, B)|Rest],
        goals_literals(Gs, Ws, Bound, Outer, Rest)
    ;   goals_literals([\+ A = B|Gs], Ws, Bound, Outer, Literals)
    ).
goal_literals(Goal, Gs, Ws, Bound, Outer, Literals) :-
    order(Goal, Operator, A, B),
    !,
    (   collection_equality(A, B, _)
    ->  ( Operator == (=) -> Other = (A = B) ; Operator == '!=' -> Other = (\+ A = B) ; refuse_list_comparison ),
        goals_literals([Other|Gs], Ws, Bound, Outer, Literals)
    ;   bound_in(A-B, Bound)
    ->  Literals = [compare(Operator, A, B)|Rest],
        goals_literals(Gs, Ws, Bound, Outer, Rest)
    ;   functor(Goal, Name, Arity),
        untranslatable("~q compares a variable before it is bound", [Name/Arity])
    ).
goal_literals(Goal, Gs, Ws, Bound, Outer, Literals) :-
    comparison(Goal, Operator, A, B),
    !,
    value_literals(A, U, First),
    value_literals(B, V, Second),
    append(First, Second, Steps),
    append(Steps, [test(Operator, U, V)|Rest], Literals),
    goals_literals(Gs, Ws, Bound, Outer, Rest).
goal_literals(Result is Expression, Gs, Ws, Bound, Outer, Literals) :-
    !,
    value_literals(Expression, Value, Steps),
    bind_result(calculated, Result, Value, t(Gs, Ws, Outer), Bound, Last, Bound1),
    append(Steps, Last, Before),
    append(Before, Rest, Literals),
    goals_literals(Gs, Ws, Bound1, Outer, Rest).
goal_literals(between(From, To, X), Gs, Ws, Bound, Outer, Literals) :-
    !,
    (   forall(member(End, [From, To]), ( integer(End) ; var(End), bound_in(End, Bound) ))
    ->  true
    ;   untranslatable("between/3 has a bound that is not a known whole number", [])
    ),
    number_literals([From, To], Literals, Middle),
    (   bound_in(X, Bound)
    ->  number_literals([X], Middle, [compare(>=, X, From), compare(<=, X, To)|Rest])
    ;   Middle = [range(X, From, To)|Rest]
    ),
    goals_literals(Gs, Ws, [X|Bound], Outer, Rest).
goal_literals(Goal, Gs, Ws, Bound, Outer, Literals) :-
    type_test(Goal, Kind, X),
    !,
    (   bound_in(X, Bound)
    ->  true
    ;   functor(Goal, Name, _),
        untranslatable("~q/1 depends on the order of goals", [Name])
    ),
    ( Kind == yes -> Literals = Rest ; Kind == no -> fail ; Literals = [kind(Kind, X)|Rest] ),
    goals_literals(Gs, Ws, Bound, Outer, Rest).
goal_literals(Goal, Gs, Ws, Bound, Outer, Literals) :-
    collection_goals(Goal, Bound, Goals),
    !,
    append(Goals, Gs, NextGoals),
    goals_literals(NextGoals, Ws, Bound, Outer, Literals).
goal_literals(Goal, Gs, Ws, Bound, Outer, Literals) :-
    Goal = '$aggregate'(Function, terms, Result, Collection),
    nonvar(Result),
    \+ bound_in(Result, Bound),
    !,                                      % the element binds Result, then is compared with the extreme
    goals_literals(['$element'(Result, Collection), '$aggregate'(Function, terms, Result, Collection)|Gs], Ws, Bound, Outer,
                   Literals).
goal_literals(Goal, Gs, Ws, Bound, Outer, Literals) :-
    Goal = '$aggregate'(_, _, Result, _),
    !,
    aggregate_literals(Goal, Bound, Value, Type, Literals, Middle),
    bind_result(Type, Result, Value, t(Gs, Ws, Outer), Bound, Last, Bound1),
    append(Last, Rest, Middle),
    goals_literals(Gs, Ws, Bound1, Outer, Rest).
goal_literals('$element'(X, Collection), Gs, Ws, Bound, Outer, Literals) :-
    !,
    collection_predicate(set, Collection, Shared, Key),
    append(Shared, [X], Arguments),
    call_literal(Key, Arguments, Bound, Literals, Rest),
    goals_literals(Gs, Ws, [X|Bound], Outer, Rest).
goal_literals(member(X, List), Gs, Ws, Bound, Outer, Literals) :-
    is_list(List),
    !,
    member(X0, List),
    unify_soundly(X, X0),
    goals_literals(Gs, Ws, Bound, Outer, Literals).
goal_literals(Goal, Gs, Ws, Bound, Outer, Literals) :-
    library_call(Goal, Bound, Key),
    !,
    user_call_literals(Key, Goal, Gs, Ws, Bound, Outer, Literals).
goal_literals(Goal, _, _, _, _, _) :-
    (   \+ callable(Goal)
    ->  untranslatable("~q is called", [Goal])
    ;   indicator(Goal, Key),
        goal_kinds(Goal, _)
    ->  untranslatable("~q has no counterpart", [Key])
    ;   fail                                % undefined: the search for all answers reports it
    ).

refuse_list_comparison :-
    untranslatable("a list of solutions is compared", []).

unify_soundly(A, B) :-
    unify_with_occurs_check(A, B),
    !.
unify_soundly(A, B) :-
    \+ A \= B,
    untranslatable("a unification makes a term that contains itself", []).

%   In a program with decimals a calculated number may equal another as a number and not as a term (2 and 2.0), so it
%   may only be calculated with.
bind_result(Type, Result, Value, Outside, Bound, Literals, [Value|Bound]) :-
    (   ( Type == term ; scale(1) )
    ->  true
    ;   var(Result),
        \+ bound_in(Result, Bound),
        only_calculated(Outside, Result)
    ->  true
    ;   untranslatable("a calculated number of a program with decimals is used as a term", [])
    ),
    (   var(Result),
        \+ bound_in(Result, Bound)
    ->  Result = Value,
        Literals = []
    ;   bound_in(Result, Bound)
    ->  Literals = [compare(=, Result, Value)]
    ;   untranslatable("the result of a calculation is a partly bound term", [])
    ).

only_calculated(t(Goals, Waiting, Outer), Result) :-
    \+ contains_var(Result, Outer),
    forall(( member(Goal, Goals) ; member(Goal, Waiting) ),
           ( contains_var(Result, Goal) -> nonvar(Goal), ( comparison(Goal, _, _, _) ; Goal = (_ is _) ) ; true )).

%   A call of a predicate that the program or the library of lists defines.
user_call_literals(Key, Goal, Gs, Ws, Bound, Outer, Literals) :-
    called_arguments(Goal, Arguments),
    (   has_collection(Arguments)
    ->  untranslatable("a list of solutions is handed to ~q", [Key])
    ;   true
    ),
    call_literal(Key, Arguments, Bound, Literals, Rest),
    goals_literals(Gs, Ws, [Arguments|Bound], Outer, Rest).
