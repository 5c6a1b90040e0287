:- module(probe_collections,
          [ collection_goals/3,     % +Goal, +Bound, -Goals
            collection_equality/3,  % +A, +B, -Goal
            has_collection/1,       % +Term
            collection_predicate/4, % +Kind, +Collection, -Shared, -Key
            aggregate_literals/6    % +Aggregate, +Bound, -Value, -Type, -Literals, ?Tail
          ]).
:- use_module(library(occurs), [contains_var/2, sub_term/2]).
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

%!  collection_goals(+Goal, +Bound, -Goals) is semidet.
%
%   Goal makes or reads a collection, and Goals are equivalent to it. Besides goals of programs, these are
%   '$element'(Element, Collection), '$once'(Goal, What) and '$aggregate'(Function, Type, Result, Collection), where
%   Function is `count`, `sum`, `max` or `min`, and Type is what `max` and `min` compare, `numbers` or `terms`.

collection_goals(findall(Template, Goal, List), Bound, [List = Collection]) :-
    make_collection(bag, found, Template, Goal, Bound, Collection).
collection_goals(aggregate_all(What, Goal, Result), Bound, Goals) :-
    nonvar(What),
    aggregate_goals(What, Goal, Result, Bound, Goals).
collection_goals(setof(Template, Goal0, List), Bound, [ \+ Collection = [], List = Collection ]) :-
    strip_quantifiers(Goal0, Goal, Quantified),
    check_grouping(Template-Quantified, Goal, Bound),
    make_collection(set, up, Template, Goal, Bound, Collection).
collection_goals(bagof(Template, Goal0, List), Bound, [ \+ Collection = [], List = Collection ]) :-
    strip_quantifiers(Goal0, Goal, Quantified),
    check_grouping(Template-Quantified, Goal, Bound),
    make_collection(bag, found, Template, Goal, Bound, Collection).
collection_goals(Goal, _, Goals) :-
    reading_goals(Goal, Collection, Goals),
    nonvar(Collection),
    Collection = '$collection'(_, _, _, _, _).
collection_goals(Goal, Bound, [Result = New]) :-
    filter_goal(Goal, Closure, Collection, Result, Sign),
    nonvar(Collection),
    Collection = '$collection'(Kind, Order, Locals, Template0, Inner0),
    callable(Closure),
    restore_locals(Locals, Template0-Inner0, Template-Inner),
    add_arguments(Closure, [Template], Test),
    ( Sign == (+) -> Filter = (\+ \+ Test) ; Filter = (\+ Test) ),
    make_collection(Kind, Order, Template, (Inner, Filter), Bound, New).

aggregate_goals(count, Goal, Result, Bound, ['$aggregate'(count, numbers, Result, Collection)]) :-
    make_collection(bag, found, 0, Goal, Bound, Collection).
aggregate_goals(sum(X), Goal, Result, Bound, ['$aggregate'(sum, numbers, Result, Collection)]) :-
    value_goal(X, Goal, Value, ValueGoal),
    make_collection(bag, found, Value, ValueGoal, Bound, Collection).
aggregate_goals(max(X), Goal, Result, Bound, ['$aggregate'(max, numbers, Result, Collection)]) :-
    value_goal(X, Goal, Value, ValueGoal),
    make_collection(bag, found, Value, ValueGoal, Bound, Collection).
aggregate_goals(min(X), Goal, Result, Bound, ['$aggregate'(min, numbers, Result, Collection)]) :-
    value_goal(X, Goal, Value, ValueGoal),
    make_collection(bag, found, Value, ValueGoal, Bound, Collection).
aggregate_goals(max(X, W), Goal, Result, Bound, Goals) :-
    witness_goals(max, max(Y, V), X, W, Goal, Bound, Result, Y, V, Goals).
aggregate_goals(min(X, W), Goal, Result, Bound, Goals) :-
    witness_goals(min, min(Y, V), X, W, Goal, Bound, Result, Y, V, Goals).
aggregate_goals(bag(X), Goal, Result, Bound, Goals) :-
    collection_goals(findall(X, Goal, Result), Bound, Goals).
aggregate_goals(set(X), Goal, Result, Bound, [Result = Collection]) :-
    make_collection(set, up, X, Goal, Bound, Collection).

witness_goals(Function, Pair, X, W, Goal, Bound, Result, Y, V,
              [ Result = Pair,
                '$aggregate'(Function, numbers, Y, Values),
                '$once'('$element'(Y-V, Pairs), "the witness of aggregate_all/3") ]) :-
    value_goal(X, Goal, Value, ValueGoal),
    make_collection(bag, found, Value, ValueGoal, Bound, Values),
    make_collection(bag, found, Value-W, ValueGoal, Bound, Pairs).

value_goal(X, Goal, Value, ValueGoal) :-
    (   ( var(X) ; number(X) )
    ->  Value = X,
        ValueGoal = Goal
    ;   ValueGoal = (Goal, Value is X)
    ).

strip_quantifiers(Goal, Goal, []) :-
    var(Goal),
    !.
strip_quantifiers(Variable^Goal0, Goal, [Variable|Variables]) :-
    !,
    strip_quantifiers(Goal0, Goal, Variables).
strip_quantifiers(Goal, Goal, []).

check_grouping(Quantified, Goal, Bound) :-
    (   bound_in(Goal, Quantified-Bound)
    ->  true
    ;   untranslatable("solutions are grouped by a free variable", [])
    ).

reading_goals(length(C, N), C, ['$aggregate'(count, numbers, N, C)]).
reading_goals(sum_list(C, N), C, ['$aggregate'(sum, numbers, N, C)]).
reading_goals(sumlist(C, N), C, ['$aggregate'(sum, numbers, N, C)]).
reading_goals(max_list(C, N), C, ['$aggregate'(max, numbers, N, C)]).
reading_goals(min_list(C, N), C, ['$aggregate'(min, numbers, N, C)]).
reading_goals(max_member(X, C), C, ['$aggregate'(max, terms, X, C)]).
reading_goals(min_member(X, C), C, ['$aggregate'(min, terms, X, C)]).
reading_goals(member(X, C), C, ['$element'(X, C)]).
reading_goals(sort(C, L), C, [L = New]) :- reorder_collection(C, set, up, New).
reading_goals(msort(C, L), C, [L = New]) :- reorder_collection(C, _, up, New).
reading_goals(sort(0, Order, C, L), C, [L = New]) :-
    sort_order(Order, Kind, SortOrder),
    reorder_collection(C, Kind, SortOrder, New).
reading_goals(list_to_set(C, L), C, [L = New]) :- reorder_collection(C, set, _, New).
reading_goals(reverse(C, L), C, [L = New]) :- reverse_collection(C, New).
reading_goals(last(C, X), C, [New = [X|_]]) :- reverse_collection(C, New).
reading_goals(nth0(0, C, X), C, [C = [X|_]]).
reading_goals(nth1(1, C, X), C, [C = [X|_]]).

sort_order(@<, set, up).
sort_order(@>, set, down).
sort_order(@=<, _, up).
sort_order(@>=, _, down).

reorder_collection(Collection, Kind, Order, '$collection'(Kind, Order, Locals, Template, Goal)) :-
    nonvar(Collection),
    Collection = '$collection'(Kind0, Order0, Locals, Template, Goal),
    ( var(Kind) -> Kind = Kind0 ; true ),
    ( var(Order) -> Order = Order0 ; true ).

reverse_collection(Collection, New) :-
    nonvar(Collection),
    Collection = '$collection'(_, Order, _, _, _),
    opposite_order(Order, Other),
    reorder_collection(Collection, _, Other, New).

opposite_order(up, down).
opposite_order(down, up).
opposite_order(found, last).
opposite_order(last, found).

filter_goal(include(probe_logical_support:tested(_:Closure), C, L), Closure, C, L, +).
filter_goal(exclude(probe_logical_support:tested(_:Closure), C, L), Closure, C, L, -).

%   Collection is the list that findall/3 would return; its variables are those that are bound when it is called.
make_collection(Kind, Order, Template0, Goal0, Bound, '$collection'(Kind, Order, Locals, Template, Goal)) :-
    (   callable(Goal0)
    ->  true
    ;   untranslatable("a variable is called", [])
    ),
    term_variables(Template0-Goal0, Variables),
    partition(occurs_in(Bound), Variables, Shared, LocalVariables0),
    copy_term(t(LocalVariables0, Shared, Template0, Goal0), t(LocalVariables, Shared, Template, Goal)),
    maplist(local_number, LocalVariables, Locals).

local_number('$local'(Number), Number) :-
    flag(probe_local, Number, Number + 1).

%   Term is Term0 with fresh variables in place of the locals of Numbers.
restore_locals(Numbers, Term0, Term) :-
    pairs_keys(Pairs, Numbers),
    restore_term(Pairs, Term0, Term).

restore_term(_, Term, Term) :-
    \+ compound(Term),
    !.
restore_term(Pairs, '$local'(Number), Term) :-
    member(Number-Term0, Pairs),
    !,
    Term = Term0.
restore_term(Pairs, Term0, Term) :-
    mapargs(restore_term(Pairs), Term0, Term).

occurs_in(Bound, Variable) :-
    contains_var(Variable, Bound).

%!  has_collection(+Term) is semidet.

has_collection(Term) :-
    sub_term(Part, Term),
    compound(Part),
    functor(Part, '$collection', 5),
    !.

%!  collection_equality(+A, +B, -Goal) is semidet.
%
%   One of A and B is a collection, the other is not a variable, and Goal holds if they are equal.

collection_equality(A, B, Goal) :-
    nonvar(A),
    nonvar(B),
    (   A = '$collection'(_, _, _, _, _)
    ->  equality_goal(B, A, Goal)
    ;   B = '$collection'(_, _, _, _, _)
    ->  equality_goal(A, B, Goal)
    ).

equality_goal([], C, \+ '$element'(_, C)) :-
    !.
equality_goal(List, C, ( '$aggregate'(count, numbers, 1, C), '$element'(X, C) )) :-
    nonvar(List),
    List = [X|Rest],
    Rest == [],
    !.
equality_goal([X|Rest], C, Goal) :-
    var(Rest),
    !,
    Rest = '$collection'(rest, found, [], rest, fail),
    C = '$collection'(_, Order, _, _, _),
    first_goal(Order, X, C, Goal).
equality_goal(_, _, _) :-
    untranslatable("a list of solutions is taken apart", []).

first_goal(up, X, C, '$aggregate'(min, terms, X, C)).
first_goal(down, X, C, '$aggregate'(max, terms, X, C)).
first_goal(found, X, C, '$once'('$element'(X, C), "the first of a list of solutions")).
first_goal(last, X, C, '$once'('$element'(X, C), "the last of a list of solutions")).

%!  collection_predicate(+Kind, +Collection, -Shared, -Key) is det.
%
%   Key is a predicate of the variables Shared, an element and, for Kind `bag`, a term that distinguishes its solutions.

collection_predicate(Kind, Collection, Shared, Key) :-
    Collection = '$collection'(CollectionKind, _, Locals, Template0, Goal0),
    (   CollectionKind == rest
    ->  untranslatable("the rest of a list of solutions is read", [])
    ;   true
    ),
    term_variables(Template0-Goal0, Shared),
    restore_locals(Locals, Template0-Goal0, Template-Goal),
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
    Collection = '$collection'(CollectionKind, _, _, _, _),
    (   ( CollectionKind == set ; Function == max ; Function == min )
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
    argument_modes(Arguments, Bound, Mode),
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
    share_bound_arguments(Call, Call1),
    Conditions = [ aggregate(count, N, Tuple1, Call1), Call, test(>, N, raw(0)),
                   test(>, abs(X), raw(Largest) / N) ].
function_literals(max, Order, Call, X, Tuple, Value, term, Literals, Tail) :-
    ordered_literals(Order, Call, X, Literals, [aggregate(max, Value, Tuple, Call), compare('!=', Value, '$lowest')|Tail]).
function_literals(min, Order, Call, X, Tuple, Value, term, Literals, Tail) :-
    ordered_literals(Order, Call, X, Literals, [aggregate(min, Value, Tuple, Call), compare('!=', Value, '$highest')|Tail]).

ordered_literals(terms, _, _, Tail, Tail).
ordered_literals(numbers, Call, X, Literals, Tail) :-
    number_doubt(Call, X, Literals, Tail).

number_doubt(Call, X, [doubt(Number, [Call, test(>, X, raw(2147483647))])|Tail], Tail) :-
    new_doubt("arithmetic gets something other than a number", Number).

%   The copy keeps the bound arguments of the call.
share_bound_arguments(call(_, Mode, As), call(_, _, Bs)) :-
    arguments_in_mode(Mode, b, As, Bound),
    arguments_in_mode(Mode, b, Bs, Bound).
