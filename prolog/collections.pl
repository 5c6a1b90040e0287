:- module(probe_collections,
          [ collecting/3,           % +Goal, +Bound, -Goals
            collection/3,           % +A, +B, -Goal
            has_collection/1,       % +Term
            collection_predicate/4, % +Kind, +Collection, -Shared, -Key
            aggregate_literals/6    % +Aggregate, +Bound, -Value, -Type, -Literals, ?Tail
          ]).
:- use_module(library(terms), [mapargs/3]).
:- use_module(library(apply), [maplist/3, partition/4]).
:- use_module(library(pairs), [pairs_keys/2]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(translation).
:- use_module(variables).
:- use_module(fixed_point).
:- use_module(whitelist).

/** <module> Lists of solutions, as aggregates

An answer set has no lists of solutions. So the solutions of findall/3 and related predicates are a term
'$collection'(Kind, Order, Locals, Template, Goal), which the goals after it read: Kind is `bag` or `set`, Order is
`found`, `up` or `down`, and Locals are numbers. The local variables of Template and Goal are replaced by
'$local'(Number). A collection that leaves its clause cannot be translated.
*/

%!  collecting(+Goal, +Bound, -Goals) is semidet.
%
%   Goal makes or reads a collection, and Goals are equivalent to it. Besides goals of programs, these are
%   '$element'(Element, Collection), '$once'(Goal, What) and '$aggregate'(Function, Type, Result, Collection), where
%   Function is `count`, `sum`, `max` or `min`, and Type is what `max` and `min` compare, `numbers` or `terms`.

collecting(findall(Template, Goal, List), Bound, [List = Collection]) :-
    gathered(bag, found, Template, Goal, Bound, Collection).
collecting(aggregate_all(What, Goal, Result), Bound, Goals) :-
    nonvar(What),
    aggregate(What, Goal, Result, Bound, Goals).
collecting(setof(Template, Goal0, List), Bound, [ \+ Collection = [], List = Collection ]) :-
    quantified(Goal0, Goal, Quantified),
    grouped(Template-Quantified, Goal, Bound),
    gathered(set, up, Template, Goal, Bound, Collection).
collecting(bagof(Template, Goal0, List), Bound, [ \+ Collection = [], List = Collection ]) :-
    quantified(Goal0, Goal, Quantified),
    grouped(Template-Quantified, Goal, Bound),
    gathered(bag, found, Template, Goal, Bound, Collection).
collecting(Goal, _, Goals) :-
    reading(Goal, Collection, Goals),
    nonvar(Collection),
    Collection = '$collection'(_, _, _, _, _).
collecting(Goal, Bound, [Result = New]) :-
    filtering(Goal, Closure, Collection, Result, Sign),
    nonvar(Collection),
    Collection = '$collection'(Kind, Order, Locals, Template0, Inner0),
    callable(Closure),
    restored(Locals, Template0-Inner0, Template-Inner),
    with_arguments(Closure, [Template], Test),
    ( Sign == (+) -> Filter = (\+ \+ Test) ; Filter = (\+ Test) ),
    gathered(Kind, Order, Template, (Inner, Filter), Bound, New).

aggregate(count, Goal, Result, Bound, ['$aggregate'(count, numbers, Result, Collection)]) :-
    gathered(bag, found, 0, Goal, Bound, Collection).
aggregate(sum(X), Goal, Result, Bound, ['$aggregate'(sum, numbers, Result, Collection)]) :-
    valued(X, Goal, Value, Valued),
    gathered(bag, found, Value, Valued, Bound, Collection).
aggregate(max(X), Goal, Result, Bound, ['$aggregate'(max, numbers, Result, Collection)]) :-
    valued(X, Goal, Value, Valued),
    gathered(bag, found, Value, Valued, Bound, Collection).
aggregate(min(X), Goal, Result, Bound, ['$aggregate'(min, numbers, Result, Collection)]) :-
    valued(X, Goal, Value, Valued),
    gathered(bag, found, Value, Valued, Bound, Collection).
aggregate(max(X, W), Goal, Result, Bound, Goals) :-
    witnessed(max, max(Y, V), X, W, Goal, Bound, Result, Y, V, Goals).
aggregate(min(X, W), Goal, Result, Bound, Goals) :-
    witnessed(min, min(Y, V), X, W, Goal, Bound, Result, Y, V, Goals).
aggregate(bag(X), Goal, Result, Bound, Goals) :-
    collecting(findall(X, Goal, Result), Bound, Goals).
aggregate(set(X), Goal, Result, Bound, [Result = Collection]) :-
    gathered(set, up, X, Goal, Bound, Collection).

witnessed(Function, Pair, X, W, Goal, Bound, Result, Y, V,
          [ Result = Pair,
            '$aggregate'(Function, numbers, Y, Values),
            '$once'('$element'(Y-V, Pairs), "the witness of aggregate_all/3") ]) :-
    valued(X, Goal, Value, Valued),
    gathered(bag, found, Value, Valued, Bound, Values),
    gathered(bag, found, Value-W, Valued, Bound, Pairs).

valued(X, Goal, Value, Valued) :-
    (   ( var(X) ; number(X) )
    ->  Value = X,
        Valued = Goal
    ;   Valued = (Goal, Value is X)
    ).

quantified(Goal, Goal, []) :-
    var(Goal),
    !.
quantified(Variable^Goal0, Goal, [Variable|Variables]) :-
    !,
    quantified(Goal0, Goal, Variables).
quantified(Goal, Goal, []).

grouped(Own, Goal, Bound) :-
    (   bound_in(Goal, Own-Bound)
    ->  true
    ;   untranslatable("solutions are grouped by a free variable", [])
    ).

reading(length(C, N), C, ['$aggregate'(count, numbers, N, C)]).
reading(sum_list(C, N), C, ['$aggregate'(sum, numbers, N, C)]).
reading(sumlist(C, N), C, ['$aggregate'(sum, numbers, N, C)]).
reading(max_list(C, N), C, ['$aggregate'(max, numbers, N, C)]).
reading(min_list(C, N), C, ['$aggregate'(min, numbers, N, C)]).
reading(max_member(X, C), C, ['$aggregate'(max, terms, X, C)]).
reading(min_member(X, C), C, ['$aggregate'(min, terms, X, C)]).
reading(member(X, C), C, ['$element'(X, C)]).
reading(sort(C, L), C, [L = New]) :- changed(C, set, up, New).
reading(msort(C, L), C, [L = New]) :- changed(C, _, up, New).
reading(sort(0, Order, C, L), C, [L = New]) :- sorting(Order, Kind, SortOrder), changed(C, Kind, SortOrder, New).
reading(list_to_set(C, L), C, [L = New]) :- changed(C, set, _, New).
reading(reverse(C, L), C, [L = New]) :- reversed(C, New).
reading(last(C, X), C, [New = [X|_]]) :- reversed(C, New).
reading(nth0(0, C, X), C, [C = [X|_]]).
reading(nth1(1, C, X), C, [C = [X|_]]).

sorting(@<, set, up).
sorting(@>, set, down).
sorting(@=<, _, up).
sorting(@>=, _, down).

changed(Collection, Kind, Order, '$collection'(Kind, Order, Locals, Template, Goal)) :-
    nonvar(Collection),
    Collection = '$collection'(Kind0, Order0, Locals, Template, Goal),
    ( var(Kind) -> Kind = Kind0 ; true ),
    ( var(Order) -> Order = Order0 ; true ).

reversed(Collection, New) :-
    nonvar(Collection),
    Collection = '$collection'(_, Order, _, _, _),
    opposite(Order, Other),
    changed(Collection, _, Other, New).

opposite(up, down).
opposite(down, up).
opposite(found, last).
opposite(last, found).

filtering(include(probe_logical_support:tested(_:Closure), C, L), Closure, C, L, +).
filtering(exclude(probe_logical_support:tested(_:Closure), C, L), Closure, C, L, -).

%   Collection is the list that findall/3 would return; its variables are those that are bound when it is called.
gathered(Kind, Order, Template0, Goal0, Bound, '$collection'(Kind, Order, Locals, Template, Goal)) :-
    (   callable(Goal0)
    ->  true
    ;   untranslatable("a variable is called", [])
    ),
    term_variables(Template0-Goal0, Variables),
    partition(occurring(Bound), Variables, Shared, LocalVariables0),
    copy_term(t(LocalVariables0, Shared, Template0, Goal0), t(Own, Shared, Template, Goal)),
    maplist(local, Own, Locals).

local('$local'(Number), Number) :-
    flag(probe_local, Number, Number + 1).

%   Term is Term0 with fresh variables in place of the locals of Numbers.
restored(Numbers, Term0, Term) :-
    pairs_keys(Pairs, Numbers),
    restore(Pairs, Term0, Term).

restore(_, Term, Term) :-
    \+ compound(Term),
    !.
restore(Pairs, '$local'(Number), Term) :-
    member(Number-Term0, Pairs),
    !,
    Term = Term0.
restore(Pairs, Term0, Term) :-
    mapargs(restore(Pairs), Term0, Term).

occurring(Bound, Variable) :-
    occurs(Variable, Bound).

%!  has_collection(+Term) is semidet.

has_collection(Term) :-
    compound(Term),
    (   functor(Term, '$collection', 5)
    ->  true
    ;   arg(_, Term, Argument),
        has_collection(Argument)
    ),
    !.

%!  collection(+A, +B, -Goal) is semidet.
%
%   One of A and B is a collection, the other is not a variable, and Goal holds if they are equal.

collection(A, B, Goal) :-
    nonvar(A),
    nonvar(B),
    (   A = '$collection'(_, _, _, _, _)
    ->  equals(B, A, Goal)
    ;   B = '$collection'(_, _, _, _, _)
    ->  equals(A, B, Goal)
    ).

equals([], C, \+ '$element'(_, C)) :-
    !.
equals(List, C, ( '$aggregate'(count, numbers, 1, C), '$element'(X, C) )) :-
    nonvar(List),
    List = [X|Rest],
    Rest == [],
    !.
equals([X|Rest], C, Goal) :-
    var(Rest),
    !,
    Rest = '$collection'(rest, found, [], rest, fail),
    C = '$collection'(_, Order, _, _, _),
    first(Order, X, C, Goal).
equals(_, _, _) :-
    untranslatable("a list of solutions is taken apart", []).

first(up, X, C, '$aggregate'(min, terms, X, C)).
first(down, X, C, '$aggregate'(max, terms, X, C)).
first(found, X, C, '$once'('$element'(X, C), "the first of a list of solutions")).
first(last, X, C, '$once'('$element'(X, C), "the last of a list of solutions")).

%!  collection_predicate(+Kind, +Collection, -Shared, -Key) is det.
%
%   Key is a predicate of the variables Shared, an element and, for Kind `bag`, a term that distinguishes its solutions.

collection_predicate(Kind, Collection, Shared, Key) :-
    Collection = '$collection'(Own, _, Locals, Template0, Goal0),
    (   Own == rest
    ->  untranslatable("the rest of a list of solutions is read", [])
    ;   true
    ),
    term_variables(Template0-Goal0, Shared),
    restored(Locals, Template0-Goal0, Template-Goal),
    (   Kind == set
    ->  append(Shared, [Template], Arguments)
    ;   append(Shared, [Template, '$all'], Arguments)
    ),
    new_predicate(Arguments, Goal, Key).

%!  aggregate_literals(+Aggregate, +Bound, -Value, -Type, -Literals, ?Tail) is det.
%
%   Aggregate is '$aggregate'(Function, Order, Result, Collection); Literals bind Value to its value, which is
%   `calculated`, or a `term` that was there before.

aggregate_literals('$aggregate'(Function, Order, _, Collection), Bound, Value, Type, Literals, Tail) :-
    Collection = '$collection'(Own, _, _, _, _),
    (   ( Own == set ; Function == max ; Function == min )
    ->  Kind = set
    ;   Kind = bag
    ),
    collection_predicate(Kind, Collection, Shared, Key),
    (   Kind == set
    ->  append(Shared, [X], Arguments),
        Tuple = [X]
    ;   append(Shared, [X, Id], Arguments),
        Tuple = [X, Id]
    ),
    modes(Arguments, Bound, Mode),
    want(Key, Mode),
    Call = call(Key, Mode, Arguments),
    function_literals(Function, Order, Call, X, Tuple, Value, Type, Literals, Tail).

function_literals(count, _, Call, _, Tuple, Value, term, [aggregate(count, N, Tuple, Call)|Rest], Tail) :-
    scale(Scale),
    (   Scale =:= 1
    ->  Value = N,
        Rest = Tail
    ;   Rest = [let(Value, N * raw(Scale))|Tail]
    ).
function_literals(sum, _, Call, X, Tuple, Value, calculated, Literals, Tail) :-
    (   scale(1)
    ->  true
    ;   new_note("decimals are calculated exactly, where Prolog rounds")
    ),
    largest(Largest),
    number_doubt(Call, X, Literals, [doubt(Sized, Conditions), aggregate(sum, Value, Tuple, Call)|Tail]),
    new_doubt("a sum may exceed 32 bits", Sized),
    copy_term(Tuple-Call, Tuple1-Call1),
    shared_again(Call, Call1),
    Conditions = [ aggregate(count, N, Tuple1, Call1), Call, test(>, N, raw(0)),
                   test(>, abs(X), raw(Largest) / N) ].
function_literals(max, Order, Call, X, Tuple, Value, term, Literals, Tail) :-
    ordered(Order, Call, X, Literals, [aggregate(max, Value, Tuple, Call), compare('!=', Value, '$lowest')|Tail]).
function_literals(min, Order, Call, X, Tuple, Value, term, Literals, Tail) :-
    ordered(Order, Call, X, Literals, [aggregate(min, Value, Tuple, Call), compare('!=', Value, '$highest')|Tail]).

ordered(terms, _, _, Tail, Tail).
ordered(numbers, Call, X, Literals, Tail) :-
    number_doubt(Call, X, Literals, Tail).

number_doubt(Call, X, [doubt(Number, [Call, test(>, X, raw(2147483647))])|Tail], Tail) :-
    new_doubt("arithmetic gets something other than a number", Number).

%   The copy keeps the bound arguments of the call.
shared_again(call(_, Mode, As), call(_, _, Bs)) :-
    arguments_of(Mode, b, As, Bound),
    arguments_of(Mode, b, Bs, Bound).
