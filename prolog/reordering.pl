:- module(probe_reordering,
          [ reordered_decisions/5   % +Program, +Decision, +Inferences, -OrderCount, -Result
          ]).
:- use_module(library(terms), [mapargs/3]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(lists), [append/2, append/3, member/2, numlist/3, reverse/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(library(pairs), [pairs_keys_values/3]).
:- use_module(answering, [choice/2, decide/3]).
:- use_module(calls, [conjuncts/3]).
:- use_module(order_dependence, [has_collecting_goal/1, has_committing_goal/1]).
:- use_module(permutation).
:- use_module(whitelist, [indicator/2, permitted/3]).

/** <module> Does the decision depend on the order of facts?

The program runs again with its facts in other orders. If nothing in it can depend on an order, it does not run.
*/

%!  reordered_decisions(+Program, +Decision, +Inferences, -OrderCount, -Result) is det.
%
%   Program is program(Items, Module, Clauses, Search, Answers), Search and Answers as all_answers/4 returned them. The
%   facts of each predicate are permuted among the places of facts, and so are the rules of a predicate of the axioms
%   that has no cut. Two neighbouring rules that cut after different conditions change places, and a list in a fact that
%   says something of several answers is reversed. Result is `same`, `changed(Order, Decision)`, `limit(Order)`, `free`
%   if the answer cannot depend on an order, or `several` if the program already has different answers. A procedure that
%   is undefined in another order is not reported here, because it is undefined in this one too.

reordered_decisions(program(Items, Module, Clauses, Search, Answers), Decision, Inferences, OrderCount, Result) :-
    (   member(Answer, Answers),
        \+ choice(Answer, Decision)
    ->  OrderCount = 0,
        Result = several
    ;   reversed_list_orders(Clauses, ListOrders),
        orders(program(Items, Clauses, Search), Groups, Orders0),
        exchanged_rule_orders(Clauses, RuleOrders),
        append([ListOrders, RuleOrders, Orders0], Orders),
        reorder_each(Orders, Groups, Module, Decision, Inferences, 0, OrderCount, Result0),
        (   OrderCount =:= 0
        ->  Result = free
        ;   Result = Result0
        )
    ).

%   orders(+Program, -Groups, -Orders): no Orders if the answer cannot depend on one.
orders(program(Items, Clauses, Search), Groups, Orders) :-
    (   Search == complete,
        \+ has_committing_goal(Items),
        \+ has_collecting_goal(Items)
    ->  Groups = []
    ;   slot_groups(Clauses, Groups)
    ),
    orders(Groups, Orders).

orders([], []) :-
    !.
orders(Groups, Orders) :-
    (   member(_-Slots, Groups),
        movable_contents(Slots, Movable),
        \+ Movable = [_, _]
    ->  Orders = [ reversed, transposed, sorted(1), sorted(2), sorted(3), falling(1), falling(2), falling(3)|Seeds ],
        numlist(1, 20, Seeds)
    ;   Groups = [_]
    ->  Orders = [reversed]
    ;   numlist(1, 10, Seeds),
        Orders = [reversed|Seeds]
    ).

reorder_each([], _, _, _, _, OrderCount, OrderCount, same).
reorder_each([Order|Orders], Groups, Module, Decision, Inferences, OrderCount0, OrderCount, Result) :-
    OrderCount1 is OrderCount0 + 1,
    snapshot(( reorder_by(Order, Groups, Module), decide(Module, Inferences, NewDecision) )),
    (   ( NewDecision == Decision ; NewDecision = unknown(_) )
    ->  reorder_each(Orders, Groups, Module, Decision, Inferences, OrderCount1, OrderCount, Result)
    ;   NewDecision = limit(_)
    ->  OrderCount = OrderCount1,
        order_name(Order, Name),
        Result = limit(Name)
    ;   OrderCount = OrderCount1,
        order_name(Order, Name),
        Result = changed(Name, NewDecision)
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
    ;   reorder_groups(Groups, Order, 0, Module)
    ).

%   slot_groups(+Clauses, -Groups): Indicator-Slots for the predicates with clauses that can change places; a slot is
%   movable(Reference, Content) or fixed(Reference, Content), in the order of the program.
slot_groups(Clauses, Groups) :-
    aggregate_all(set(Indicator),
                  ( member(_-item(_, _, _, clause(Head, _), _), Clauses), indicator(Head, Indicator) ),
                  Indicators),
    findall(Indicator-Slots,
            ( member(Indicator, Indicators),
              Indicator \== decide_option/2,
              predicate_slots(Indicator, Clauses, Slots),
              movable_contents(Slots, [_, _|_]) ),
            Groups).

predicate_slots(Indicator, Clauses, Slots) :-
    findall(Reference-Source-Content,
            ( member(Reference-item(Source, _, _, Content, _), Clauses), Content = clause(Head, _),
              indicator(Head, Indicator) ),
            PredicateClauses),
    (   \+ ( member(_-Source-clause(_, Body), PredicateClauses),
             ( Source \== axioms ; has_committing_goal([item(_, _, _, clause(x, Body), _)]) ) )
    ->  AllMovable = true
    ;   AllMovable = false
    ),
    findall(Slot,
            ( member(Reference-_-Content, PredicateClauses),
              (   ( AllMovable == true ; Content = clause(_, true) )
              ->  Slot = movable(Reference, Content)
              ;   Slot = fixed(Reference, Content)
              ) ),
            Slots).

movable_contents(Slots, Contents) :-
    findall(Content, member(movable(_, Content), Slots), Contents).

reorder_groups([], _, _, _).
reorder_groups([_-Slots|Groups], Order, N, Module) :-
    movable_contents(Slots, Contents),
    (   integer(Order)
    ->  Seed is Order + 7919 * N        % a different shuffle for each predicate
    ;   Seed = Order
    ),
    permute(Seed, Contents, Permuted),
    replace_slots(Slots, Permuted, Module),
    N1 is N + 1,
    reorder_groups(Groups, Order, N1, Module).

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

%   reversed_list_orders(+Clauses, -Orders): no order, or one with the facts that say something of several answers in
%   one list: their order in it is not a fact of the case. A list of mere names is a ranking.
reversed_list_orders(Clauses, Orders) :-
    aggregate_all(set(Indicator),
                  ( member(_-item(_, _, _, clause(Head, true), _), Clauses), reverse_lists(Head, _),
                    indicator(Head, Indicator) ),
                  Indicators),
    findall(Slots-Contents,
            ( member(Indicator, Indicators),
              findall(movable(Reference, Content)-Content, reversed_list_clause(Indicator, Clauses, Reference, Content),
                      Pairs),
              pairs_keys_values(Pairs, Slots, Contents) ),
            Predicates),
    (   Predicates == []
    ->  Orders = []
    ;   Orders = [replaced('lists about the options in reverse', Predicates)]
    ).

reversed_list_clause(Indicator, Clauses, Reference, Content) :-
    member(Reference-item(_, _, _, clause(Head0, Body), _), Clauses),
    indicator(Head0, Indicator),
    (   Body == true,
        reverse_lists(Head0, Head)
    ->  Content = clause(Head, true)
    ;   Content = clause(Head0, Body)
    ).

reverse_lists(Head, Reversed) :-
    compound(Head),
    mapargs(reverse_list, Head, Reversed),
    Reversed \== Head.

reverse_list(Argument, Reversed) :-
    (   is_list(Argument),
        append(_, [First|Rest], Argument),
        compound(First),
        names_answer(First, Answer),
        member(Other, Rest),
        compound(Other),
        names_answer(Other, OtherAnswer),
        OtherAnswer \== Answer
    ->  reverse(Argument, Reversed)
    ;   Reversed = Argument
    ).

names_answer(Term, Answer) :-
    sub_term(Part, Term),
    atomic(Part),
    choice(Part, Answer).

%   exchanged_rule_orders(+Clauses, -Orders): one order for each two neighbouring rules of an axiom predicate that cut
%   after goals of different predicates. If both hold, nothing but the cut settles which counts. A rule that cuts after
%   goals of the same predicates names a range of their values, and one that cuts and fails is an exception to the rules
%   below it.
exchanged_rule_orders(Clauses, Orders) :-
    aggregate_all(set(Indicator),
                  ( member(_-item(axioms, _, _, clause(Head, Body), _), Clauses), cut_conditions(Body, _, _),
                    indicator(Head, Indicator) ),
                  Indicators),
    findall(replaced('rules with a cut exchanged', [Slots-Contents]),
            ( member(Indicator, Indicators), exchanged_rules(Indicator, Clauses, Slots, Contents) ),
            Orders).

exchanged_rules(Indicator, Clauses, Slots, Contents) :-
    findall(movable(Reference, Content)-Content,
            ( member(Reference-item(_, _, _, Content, _), Clauses), Content = clause(Head, _), indicator(Head, Indicator) ),
            Pairs),
    pairs_keys_values(Pairs, Slots, Contents0),
    append(Before, [Upper, Lower|After], Contents0),
    Upper = clause(_, Body1),
    Lower = clause(_, Body2),
    cut_conditions(Body1, Conditions1, After1),
    \+ memberchk(After1, [[fail], [false]]),
    cut_conditions(Body2, Conditions2, _),
    Conditions1 \== Conditions2,
    append(Before, [Lower, Upper|After], Contents).

%   Conditions are the predicates of the program that Body calls before its cut; at least one.
cut_conditions(Body, Conditions, After) :-
    conjuncts(Body, Goals, []),
    append(Before, [Cut|After], Goals),
    Cut == !,
    !,
    findall(Indicator,
            ( member(Goal, Before), callable(Goal), indicator(Goal, Indicator), \+ permitted(Indicator, _, _) ),
            Indicators),
    Indicators = [_|_],
    sort(Indicators, Conditions).
