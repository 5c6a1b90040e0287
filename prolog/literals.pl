:- module(probe_literals,
          [ body_literals/4         % +Arguments, +Mode, +Body, -Literals
          ]).
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
    arguments_of(Mode, b, Arguments, Bound),
    goals([Body], [], Bound, Arguments, Literals).

%   goals(+Goals, +Waiting, +Bound, +Outer, -Literals): Waiting are goals that came before their variables were bound,
%   Outer is the rest of the clause.
goals(Goals, Waiting, Bound, Outer, Literals) :-
    select(Goal, Waiting, Rest),
    ready(Goal, t(Outer, Goals, Rest), Bound),
    !,
    goal(Goal, Goals, Rest, Bound, Outer, Literals).
goals([], Waiting, Bound, _, Literals) :-
    (   Waiting = [Goal|_]
    ->  never_bound(Goal, Bound)
    ;   Literals = []
    ).
goals([Goal|Goals], Waiting, Bound, Outer, Literals) :-
    (   var(Goal)
    ->  untranslatable("a variable is called", [])
    ;   test_goal(Goal),
        \+ ready(Goal, t(Outer, Goals, Waiting), Bound)
    ->  new_note("a test comes before a goal that binds its variables"),
        append(Waiting, [Goal], More),
        goals(Goals, More, Bound, Outer, Literals)
    ;   goal(Goal, Goals, Waiting, Bound, Outer, Literals)
    ).

never_bound(Goal, Bound) :-
    term_variables(Goal, Variables),
    \+ \+ ( member(Variable, Variables), \+ bound_in(Variable, Bound) ),
    functor(Goal, Name, Arity),
    untranslatable("~q reads a variable that no goal of the clause binds", [Name/Arity]).

%   Goal binds nothing, but for the result of a calculation, and waits until it can be decided.
test_goal(Goal) :-
    waiting(Goal),
    indicator(Goal, Key),
    \+ source(Key, _, _, _, _).

waiting(\+ _).
waiting(forall(_, _)).
waiting(_ \= _).
waiting(_ is _).
waiting(Goal) :-
    comparison(Goal, _, _, _).

ready(_ is Expression, _, Bound) :-
    !,
    bound_in(Expression, Bound).
ready(Goal, _, Bound) :-
    comparison(Goal, _, _, _),
    !,
    bound_in(Goal, Bound).
ready(Goal, Outside, Bound) :-
    shared(Goal, Outside, Bound, Shared),
    bound_in(Shared, Bound).

%   goal(+Goal, +Goals, +Waiting, +Bound, +Outer, -Literals): Goal is ready; Goals come after it.
goal(Goal, Gs, Ws, Bound, Outer, Literals) :-
    callable(Goal),
    indicator(Goal, Key),
    source(Key, 1, _, _, _),
    !,
    user_call(Key, Goal, Gs, Ws, Bound, Outer, Literals).
goal(true, Gs, Ws, Bound, Outer, Literals) :-
    !,
    goals(Gs, Ws, Bound, Outer, Literals).
goal(fail, _, _, _, _, _) :-
    !,
    fail.
goal(false, _, _, _, _, _) :-
    !,
    fail.
goal((A, B), Gs, Ws, Bound, Outer, Literals) :-
    !,
    plain_conjuncts((A, B), Goals),
    append(Goals, Gs, More),
    goals(More, Ws, Bound, Outer, Literals).
goal((A ; B), Gs, Ws, Bound, Outer, Literals) :-
    !,
    (   goals([A|Gs], Ws, Bound, Outer, Literals)
    ;   goals([B|Gs], Ws, Bound, Outer, Literals)
    ).
goal(Goal, Gs, Ws, Bound, Outer, Literals) :-
    rewritten(Goal, Other),
    !,
    goals([Other|Gs], Ws, Bound, Outer, Literals).
goal('$call'(Key, Arguments), Gs, Ws, Bound, Outer, Literals) :-
    !,
    call_literal(Key, Arguments, Bound, Literals, Rest),
    goals(Gs, Ws, [Arguments|Bound], Outer, Rest).
goal('$unless'(Goal), Gs, Ws, Bound, Outer, Literals) :-
    !,
    inner(Goal, Bound, Literal),
    Literals = [Literal|Rest],
    goals(Gs, Ws, Bound, Outer, Rest).
goal('$once'(Goal, What), Gs, Ws, Bound, Outer, Literals) :-
    !,
    first_only(Goal, What, t(Gs, Ws, Outer), Bound, Literals, Rest, Bound1),
    goals(Gs, Ws, Bound1, Outer, Rest).
goal(\+ Goal, Gs, Ws, Bound, Outer, Literals) :-
    !,
    inner(Goal, Bound, Literal),
    Literals = [Literal|Rest],
    goals(Gs, Ws, Bound, Outer, Rest).
goal(A = B, Gs, Ws, Bound, Outer, Literals) :-
    !,
    (   collection_equality(A, B, Goal)
    ->  goals([Goal|Gs], Ws, Bound, Outer, Literals)
    ;   unified(A, B),
        goals(Gs, Ws, Bound, Outer, Literals)
    ).
goal(A \= B, Gs, Ws, Bound, Outer, Literals) :-
    !,
    (   collection_equality(A, B, _)
    ->  goals([\+ A = B|Gs], Ws, Bound, Outer, Literals)
    ;   A \= B
    ->  goals(Gs, Ws, Bound, Outer, Literals)
    ;   bound_in(A-B, Bound)
    ->  Literals = [compare('!=', A, B)|Rest],
        goals(Gs, Ws, Bound, Outer, Rest)
    ;   goals([\+ A = B|Gs], Ws, Bound, Outer, Literals)
    ).
goal(Goal, Gs, Ws, Bound, Outer, Literals) :-
    order(Goal, Operator, A, B),
    !,
    (   collection_equality(A, B, _)
    ->  ( Operator == (=) -> Other = (A = B) ; Operator == '!=' -> Other = (\+ A = B) ; list_leaves ),
        goals([Other|Gs], Ws, Bound, Outer, Literals)
    ;   bound_in(A-B, Bound)
    ->  Literals = [compare(Operator, A, B)|Rest],
        goals(Gs, Ws, Bound, Outer, Rest)
    ;   functor(Goal, Name, Arity),
        untranslatable("~q compares a variable before it is bound", [Name/Arity])
    ).
goal(Goal, Gs, Ws, Bound, Outer, Literals) :-
    comparison(Goal, Operator, A, B),
    !,
    value_literals(A, U, First),
    value_literals(B, V, Second),
    append(First, Second, Steps),
    append(Steps, [test(Operator, U, V)|Rest], Literals),
    goals(Gs, Ws, Bound, Outer, Rest).
goal(Result is Expression, Gs, Ws, Bound, Outer, Literals) :-
    !,
    value_literals(Expression, Value, Steps),
    calculated(calculated, Result, Value, t(Gs, Ws, Outer), Bound, Last, Bound1),
    append(Steps, Last, Before),
    append(Before, Rest, Literals),
    goals(Gs, Ws, Bound1, Outer, Rest).
goal(between(From, To, X), Gs, Ws, Bound, Outer, Literals) :-
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
    goals(Gs, Ws, [X|Bound], Outer, Rest).
goal(Goal, Gs, Ws, Bound, Outer, Literals) :-
    type_test(Goal, Kind, X),
    !,
    (   bound_in(X, Bound)
    ->  true
    ;   functor(Goal, Name, _),
        untranslatable("~q/1 depends on the order of goals", [Name])
    ),
    ( Kind == yes -> Literals = Rest ; Kind == no -> fail ; Literals = [kind(Kind, X)|Rest] ),
    goals(Gs, Ws, Bound, Outer, Rest).
goal(Goal, Gs, Ws, Bound, Outer, Literals) :-
    collection_goals(Goal, Bound, Goals),
    !,
    append(Goals, Gs, More),
    goals(More, Ws, Bound, Outer, Literals).
goal(Goal, Gs, Ws, Bound, Outer, Literals) :-
    Goal = '$aggregate'(Function, terms, Result, Collection),
    nonvar(Result),
    \+ bound_in(Result, Bound),
    !,                                      % the element binds Result, then is compared with the extreme
    goals(['$element'(Result, Collection), '$aggregate'(Function, terms, Result, Collection)|Gs], Ws, Bound, Outer, Literals).
goal(Goal, Gs, Ws, Bound, Outer, Literals) :-
    Goal = '$aggregate'(_, _, Result, _),
    !,
    aggregate_literals(Goal, Bound, Value, Type, Literals, Middle),
    calculated(Type, Result, Value, t(Gs, Ws, Outer), Bound, Last, Bound1),
    append(Last, Rest, Middle),
    goals(Gs, Ws, Bound1, Outer, Rest).
goal('$element'(X, Collection), Gs, Ws, Bound, Outer, Literals) :-
    !,
    collection_predicate(set, Collection, Shared, Key),
    append(Shared, [X], Arguments),
    call_literal(Key, Arguments, Bound, Literals, Rest),
    goals(Gs, Ws, [X|Bound], Outer, Rest).
goal(member(X, List), Gs, Ws, Bound, Outer, Literals) :-
    is_list(List),
    !,
    member(X0, List),
    unified(X, X0),
    goals(Gs, Ws, Bound, Outer, Literals).
goal(Goal, Gs, Ws, Bound, Outer, Literals) :-
    library_call(Goal, Bound, Key),
    !,
    user_call(Key, Goal, Gs, Ws, Bound, Outer, Literals).
goal(Goal, _, _, _, _, _) :-
    (   \+ callable(Goal)
    ->  untranslatable("~q is called", [Goal])
    ;   indicator(Goal, Key),
        goal_kinds(Goal, _)
    ->  untranslatable("~q has no counterpart", [Key])
    ;   fail                                % undefined: the search for all answers reports it
    ).

list_leaves :-
    untranslatable("a list of solutions is compared", []).

unified(A, B) :-
    unify_with_occurs_check(A, B),
    !.
unified(A, B) :-
    \+ A \= B,
    untranslatable("a unification makes a term that contains itself", []).

%   In a program with decimals a calculated number may equal another as a number and not as a term (2 and 2.0), so it
%   may only be calculated with.
calculated(Type, Result, Value, Outside, Bound, Literals, [Value|Bound]) :-
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
    \+ occurs(Result, Outer),
    forall(( member(Goal, Goals) ; member(Goal, Waiting) ),
           ( occurs(Result, Goal) -> nonvar(Goal), ( comparison(Goal, _, _, _) ; Goal = (_ is _) ) ; true )).

%   A call of a predicate that the program or the library of lists defines.
user_call(Key, Goal, Gs, Ws, Bound, Outer, Literals) :-
    called_arguments(Goal, Arguments),
    (   has_collection(Arguments)
    ->  untranslatable("a list of solutions is handed to ~q", [Key])
    ;   true
    ),
    call_literal(Key, Arguments, Bound, Literals, Rest),
    goals(Gs, Ws, [Arguments|Bound], Outer, Rest).
