:- module(probe_reordering,
          [ reordered_decisions/5   % +Program, +Decision, +Inferences, -Tried, -Result
          ]).
:- use_module(library(terms), [mapargs/3]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(lists), [append/2, append/3, member/2, reverse/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(library(pairs), [pairs_keys_values/3]).
:- use_module(answering, [choice/2, decide/3]).
:- use_module(calls, [conjuncts/3]).
:- use_module(order_dependence, [collecting/1, committing/1]).
:- use_module(permutation).
:- use_module(whitelist, [indicator/2, permitted/3]).

/** <module> Does the decision depend on the order of facts?

The program runs again with its facts in other orders. If nothing in it can depend on an order, it does not run.
*/

%!  reordered_decisions(+Program, +Decision, +Inferences, -Tried, -Result) is det.
%
%   Program is program(Items, Module, Clauses, Search, Answers), Search and Answers as all_answers/4 returned them. The
%   facts of each predicate are permuted among the places of facts, and so are the rules of a predicate of the axioms
%   that has no cut. Two neighbouring rules that cut after different conditions change places, and a list in a fact that
%   says something of several answers is reversed. Result is `same`, `changed(Order, Decision)`, `limit(Order)`, `free` if the answer cannot depend on
%   an order, or `several` if the program already has different answers. A procedure that is undefined in another order
%   is not reported here, because it is undefined in this one too.

reordered_decisions(program(Items, Module, Clauses, Search, Answers), Decision, Inferences, Tried, Result) :-
    (   member(Answer, Answers),
        \+ choice(Answer, Decision)
    ->  Tried = 0,
        Result = several
    ;   turned_lists(Clauses, Turned),
        orders(program(Items, Clauses, Search), Groups, Orders0),
        swapped_rules(Clauses, Swapped),
        append([Turned, Swapped, Orders0], Orders),
        reorder_each(Orders, Groups, Module, Decision, Inferences, 0, Tried, Result0),
        (   Tried =:= 0
        ->  Result = free
        ;   Result = Result0
        )
    ).

%   orders(+Program, -Groups, -Orders): no Orders if the answer cannot depend on one.
orders(program(Items, Clauses, Search), Groups, Orders) :-
    (   Search == complete,
        \+ committing(Items),
        \+ collecting(Items)
    ->  Groups = []
    ;   groups(Clauses, Groups)
    ),
    orders(Groups, Orders).

orders([], []) :-
    !.
orders(Groups, Orders) :-
    (   member(_-Slots, Groups),
        movable(Slots, Movable),
        \+ Movable = [_, _]
    ->  Orders = [reversed, transposed, sorted(1), sorted(2), sorted(3), falling(1), falling(2), falling(3), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]
    ;   Groups = [_]
    ->  Orders = [reversed]
    ;   Orders = [reversed, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    ).

reorder_each([], _, _, _, _, Tried, Tried, same).
reorder_each([Order|Orders], Groups, Module, Decision, Inferences, Tried0, Tried, Result) :-
    Tried1 is Tried0 + 1,
    snapshot(( reorder_by(Order, Groups, Module), decide(Module, Inferences, Found) )),
    (   ( Found == Decision ; Found = unknown(_) )
    ->  reorder_each(Orders, Groups, Module, Decision, Inferences, Tried1, Tried, Result)
    ;   Found = limit(_)
    ->  Tried = Tried1,
        order_name(Order, Name),
        Result = limit(Name)
    ;   Tried = Tried1,
        order_name(Order, Name),
        Result = changed(Name, Found)
    ).

%   An order that replaces certain clauses has a name.
order_name(Order, Name) :-
    (   Order = replaced(Name0, _)
    ->  Name = Name0
    ;   Name = Order
    ).

reorder_by(Order, Groups, Module) :-
    (   Order = replaced(_, Predicates)
    ->  forall(member(Slots-Contents, Predicates), replace_slots(Slots, Contents, Module))
    ;   reorder(Groups, Order, 0, Module)
    ).

%   groups(+Clauses, -Groups): Indicator-Slots for the predicates with clauses that can change places; a slot is
%   movable(Reference, Content) or fixed(Reference, Content), in the order of the program.
groups(Clauses, Groups) :-
    aggregate_all(set(Indicator), ( member(_-item(_, _, _, clause(Head, _), _), Clauses), indicator(Head, Indicator) ), Indicators),
    findall(Indicator-Slots,
            ( member(Indicator, Indicators),
              Indicator \== decide_option/2,
              slots(Indicator, Clauses, Slots),
              movable(Slots, [_, _|_]) ),
            Groups).

slots(Indicator, Clauses, Slots) :-
    findall(Reference-Source-Content,
            ( member(Reference-item(Source, _, _, Content, _), Clauses), Content = clause(Head, _),
              indicator(Head, Indicator) ),
            PredicateClauses),
    (   \+ ( member(_-Source-clause(_, Body), PredicateClauses), ( Source \== axioms ; committing([item(_, _, _, clause(x, Body), _)]) ) )
    ->  All = true
    ;   All = false
    ),
    findall(Slot,
            ( member(Reference-_-Content, PredicateClauses),
              (   ( All == true ; Content = clause(_, true) )
              ->  Slot = movable(Reference, Content)
              ;   Slot = fixed(Reference, Content)
              ) ),
            Slots).

movable(Slots, Contents) :-
    findall(Content, member(movable(_, Content), Slots), Contents).

reorder([], _, _, _).
reorder([_-Slots|Groups], Order, N, Module) :-
    movable(Slots, Contents),
    (   integer(Order)
    ->  Seed is Order + 7919 * N        % a different shuffle for each predicate
    ;   Seed = Order
    ),
    permuted(Seed, Contents, Permuted),
    replace_slots(Slots, Permuted, Module),
    N1 is N + 1,
    reorder(Groups, Order, N1, Module).

replace_slots(Slots, Contents, Module) :-
    forall(( member(Slot, Slots), arg(1, Slot, Reference) ), erase(Reference)),
    add_slots(Slots, Contents, Module).

add_slots([], _, _).
add_slots([Slot|Slots], Contents, Module) :-
    (   Slot = fixed(_, Content)
    ->  Rest = Contents
    ;   Contents = [Content|Rest]
    ),
    Content = clause(Head, Body),
    assertz(Module:(Head :- Body)),
    add_slots(Slots, Rest, Module).

%   turned_lists(+Clauses, -Orders): no order, or one with the facts that say something of several answers in one list: which
%   of them comes first there is no fact of the case. A list of mere names is a ranking.
turned_lists(Clauses, Orders) :-
    aggregate_all(set(Indicator),
                  ( member(_-item(_, _, _, clause(Head, true), _), Clauses), turned(Head, _), indicator(Head, Indicator) ),
                  Indicators),
    findall(Slots-Contents,
            ( member(Indicator, Indicators),
              findall(movable(Reference, Content)-Content, turned_clause(Indicator, Clauses, Reference, Content), Pairs),
              pairs_keys_values(Pairs, Slots, Contents) ),
            Predicates),
    (   Predicates == []
    ->  Orders = []
    ;   Orders = [replaced('lists about the options in reverse', Predicates)]
    ).

turned_clause(Indicator, Clauses, Reference, Content) :-
    member(Reference-item(_, _, _, clause(Head0, Body), _), Clauses),
    indicator(Head0, Indicator),
    (   Body == true,
        turned(Head0, Head)
    ->  Content = clause(Head, true)
    ;   Content = clause(Head0, Body)
    ).

turned(Head, Turned) :-
    compound(Head),
    mapargs(turned_argument, Head, Turned),
    Turned \== Head.

turned_argument(Argument, Turned) :-
    (   is_list(Argument),
        append(_, [First|Rest], Argument),
        compound(First),
        names(First, Answer),
        member(Other, Rest),
        compound(Other),
        names(Other, OtherAnswer),
        OtherAnswer \== Answer
    ->  reverse(Argument, Turned)
    ;   Turned = Argument
    ).

names(Term, Answer) :-
    sub_term(Part, Term),
    atomic(Part),
    choice(Part, Answer).

%   swapped_rules(+Clauses, -Orders): one order for each two neighbouring rules of an axiom predicate that cut after goals of
%   different predicates. If both hold, nothing but the cut settles which counts. A rule that cuts after goals of the same
%   predicates names a range of their values, and one that cuts and fails is an exception to the rules below it.
swapped_rules(Clauses, Orders) :-
    aggregate_all(set(Indicator),
                  ( member(_-item(axioms, _, _, clause(Head, Body), _), Clauses), conditions(Body, _, _), indicator(Head, Indicator) ),
                  Indicators),
    findall(replaced('rules with a cut exchanged', [Slots-Contents]),
            ( member(Indicator, Indicators), swapped(Indicator, Clauses, Slots, Contents) ),
            Orders).

swapped(Indicator, Clauses, Slots, Contents) :-
    findall(movable(Reference, Content)-Content,
            ( member(Reference-item(_, _, _, Content, _), Clauses), Content = clause(Head, _), indicator(Head, Indicator) ),
            Pairs),
    pairs_keys_values(Pairs, Slots, Contents0),
    append(Before, [Upper, Lower|After], Contents0),
    Upper = clause(_, Body1),
    Lower = clause(_, Body2),
    conditions(Body1, Conditions1, After1),
    \+ memberchk(After1, [[fail], [false]]),
    conditions(Body2, Conditions2, _),
    Conditions1 \== Conditions2,
    append(Before, [Lower, Upper|After], Contents).

%   Conditions are the predicates of the program that Body calls before its cut; at least one.
conditions(Body, Conditions, After) :-
    conjuncts(Body, Goals, []),
    append(Before, [Cut|After], Goals),
    Cut == !,
    !,
    findall(Indicator, ( member(Goal, Before), callable(Goal), indicator(Goal, Indicator), \+ permitted(Indicator, _, _) ), Found),
    Found = [_|_],
    sort(Found, Conditions).
