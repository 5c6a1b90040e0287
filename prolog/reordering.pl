:- module(probe_reordering,
          [ reordered_decisions/5   % +Program, +Decision, +Inferences, -Tried, -Result
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2, reverse/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(answering, [choice/2, decide/3]).
:- use_module(order_dependence, [collecting/1, committing/1]).
:- use_module(permutation).
:- use_module(whitelist, [indicator/2]).

/** <module> Does the decision depend on the order of facts?

The program runs again with its facts in other orders. If nothing in it can depend on an order, it does not run.
*/

%!  reordered_decisions(+Program, +Decision, +Inferences, -Tried, -Result) is det.
%
%   Program is program(Items, Module, Clauses, Search, Answers), Search and Answers as all_answers/4 returned them. The
%   facts of each predicate are permuted among the places of facts, and so are the rules of a predicate of the axioms
%   that has no cut. Result is `same`, `changed(Order, Decision)`, `limit(Order)`, `free` if the answer cannot depend on
%   an order, or `several` if the program already has different answers. A procedure that is undefined in another order
%   is not reported here, because it is undefined in this one too.

reordered_decisions(program(Items, Module, Clauses, Search, Answers), Decision, Inferences, Tried, Result) :-
    (   member(Answer, Answers),
        \+ choice(Answer, Decision)
    ->  Tried = 0,
        Result = several
    ;   lists_turned(Clauses, Module, Inferences, Found),
        Found \== Decision,
        \+ Found = unknown(_)
    ->  Tried = 1,
        (   Found = limit(_)
        ->  Result = limit(lists)
        ;   Result = changed(lists, Found)
        )
    ;   Search == complete,
        \+ committing(Items),
        \+ collecting(Items)
    ->  Tried = 0,
        Result = free
    ;   groups(Clauses, Groups),
        (   Groups == []
        ->  Tried = 0,
            Result = free
        ;   orders(Groups, Orders),
            reorder_each(Orders, Groups, Module, Decision, Inferences, 0, Tried, Result)
        )
    ).

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
    snapshot(( reorder(Groups, Order, 0, Module), decide(Module, Inferences, Found) )),
    (   ( Found == Decision ; Found = unknown(_) )
    ->  reorder_each(Orders, Groups, Module, Decision, Inferences, Tried1, Tried, Result)
    ;   Found = limit(_)
    ->  Tried = Tried1,
        Result = limit(Order)
    ;   Tried = Tried1,
        Result = changed(Order, Found)
    ).

%   groups(+Clauses, -Groups): Indicator-Slots for the predicates with clauses that can change places; a slot is
%   movable(Reference, Content) or fixed(Reference, Content), in the order of the program.
groups(Clauses, Groups) :-
    findall(Indicator, ( member(_-item(_, _, _, clause(Head, _), _), Clauses), indicator(Head, Indicator) ), Found),
    sort(Found, Indicators),
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
            Own),
    (   \+ ( member(_-Source-clause(_, Body), Own), Source \== axioms )
    ->  All = true
    ;   All = false
    ),
    findall(Slot,
            ( member(Reference-_-Content, Own),
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
    erase_slots(Slots),
    add_slots(Slots, Permuted, Module),
    N1 is N + 1,
    reorder(Groups, Order, N1, Module).

erase_slots([]).
erase_slots([Slot|Slots]) :-
    arg(1, Slot, Reference),
    erase(Reference),
    erase_slots(Slots).

add_slots([], _, _).
add_slots([Slot|Slots], Contents, Module) :-
    (   Slot = fixed(_, Content)
    ->  Rest = Contents
    ;   Contents = [Content|Rest]
    ),
    Content = clause(Head, Body),
    assertz(Module:(Head :- Body)),
    add_slots(Slots, Rest, Module).

%   lists_turned(+Clauses, +Module, +Inferences, -Decision): the decision with each list of a fact in reverse that names
%   several answers in different elements. Fails if there is none: which of them comes first is no fact of the case.
lists_turned(Clauses, Module, Inferences, Decision) :-
    findall(Indicator, ( member(_-item(_, _, _, clause(Head, true), _), Clauses), turned(Head, _), indicator(Head, Indicator) ),
            Found),
    Found \== [],
    sort(Found, Indicators),
    snapshot(( turn_each(Indicators, Clauses, Module), decide(Module, Inferences, Decision) )).

turn_each([], _, _).
turn_each([Indicator|Indicators], Clauses, Module) :-
    findall(fixed(Reference, Content),
            ( member(Reference-item(_, _, _, Content0, _), Clauses), Content0 = clause(Head0, Body),
              indicator(Head0, Indicator),
              ( Body == true, turned(Head0, Head) -> Content = clause(Head, true) ; Content = Content0 ) ),
            Slots),
    erase_slots(Slots),
    add_slots(Slots, [], Module),
    turn_each(Indicators, Clauses, Module).

turned(Head, Turned) :-
    compound(Head),
    compound_name_arguments(Head, Name, Arguments0),
    maplist(turned_argument, Arguments0, Arguments),
    Arguments \== Arguments0,
    compound_name_arguments(Turned, Name, Arguments).

turned_argument(Argument, Turned) :-
    (   is_list(Argument),
        append(_, [First|Rest], Argument),
        names(First, Answer),
        member(Other, Rest),
        names(Other, OtherAnswer),
        OtherAnswer \== Answer
    ->  reverse(Argument, Turned)
    ;   Turned = Argument
    ).

names(Term, Answer) :-
    sub_term(Part, Term),
    atomic(Part),
    choice(Part, Answer).
