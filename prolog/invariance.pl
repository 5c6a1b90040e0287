:- module(probe_invariance,
          [ reordered_decisions/5,  % +Program, +Decision, +Inferences, -Tried, -Result
            renamed_decisions/5,    % +Items, +Decision, +Inferences, -Tried, -Result
            renamed/4               % +Items, +Order, -Renamed, -Names
          ]).
:- use_module(library(assoc), [list_to_assoc/2, get_assoc/3]).
:- use_module(library(lists), [member/2, memberchk/2, reverse/2]).
:- use_module(library(pairs), [pairs_keys_values/3, pairs_values/2]).
:- use_module(answering).
:- use_module(building).
:- use_module(calls).
:- use_module(logic, [committing/1, collecting/1]).
:- use_module(whitelist).

/** <module> Does the decision depend on what means nothing: the order of facts, the spelling of names?

Both are asked by running the program again with its facts in another order, or with other names. Where nothing in the
program can depend on either, nothing is run. The permutations are the same in every run.
*/

%!  reordered_decisions(+Program, +Decision, +Inferences, -Tried, -Result) is det.
%
%   Program is program(Items, Module, Clauses, Search, Answers), Search and Answers as all_answers/4 returned them. The
%   facts of each predicate are put in other orders among the places of facts, and the rules of a predicate of the axioms
%   that has no cut as well. Result is `same`, `changed(Order, Decision)`, `limit(Order)`, `free` where the answer
%   cannot depend on an order, or `several` where the program has different answers as it is. That a procedure is
%   undefined in another order is not told here: it is undefined in this one.

reordered_decisions(program(Items, Module, Clauses, Search, Answers), Decision, Inferences, Tried, Result) :-
    (   member(Answer, Answers),
        \+ choice(Answer, Decision)
    ->  Tried = 0,
        Result = several
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
    ->  Orders = [reversed, transposed, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]
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

%   groups(+Clauses, -Groups): Indicator-Slots for the predicates of which something can change places; a slot is
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
    (   \+ ( member(_-Source-clause(_, Body), Own), ( Source \== axioms ; committing([item(_, _, _, clause(x, Body), _)]) ) )
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
    ->  Seed is Order + 7919 * N        % so that no two predicates are shuffled alike
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

%   permuted(+Order, +List, -Permuted): reversed, neighbours exchanged, or by numbers that follow from Order.
permuted(reversed, List, Permuted) :-
    !,
    reverse(List, Permuted).
permuted(transposed, [A, B|Rest], [B, A|Permuted]) :-
    !,
    permuted(transposed, Rest, Permuted).
permuted(transposed, Rest, Rest) :-
    !.
permuted(Seed, List, Permuted) :-
    draws(List, Seed, Draws),
    pairs_keys_values(Pairs, Draws, List),
    keysort(Pairs, Sorted),
    pairs_values(Sorted, Permuted).

% A linear congruential generator (Numerical Recipes, "ranqd1"): the same numbers with every release and on every machine.
draws([], _, []).
draws([_|Xs], Draw0, [Key|Draws]) :-
    Draw is (1664525 * Draw0 + 1013904223) mod 4294967296,
    Key is Draw >> 8,
    draws(Xs, Draw, Draws).

%!  renamed_decisions(+Items, +Decision, +Inferences, -Tried, -Result) is det.
%
%   Everything that is only a name, options included, is renamed one to one in several orders and lengths. Result is
%   `same`, `changed(Order, Decision)`, `limit(Order)`, or `free` where no goal can see how a name is spelled.

renamed_decisions(Items, Decision, Inferences, Tried, Result) :-
    (   sees_names(Items)
    ->  rename_each([reversed, rotated, 1, 2], Items, Decision, Inferences, 0, Tried, Result)
    ;   Tried = 0,
        Result = free
    ).

rename_each([], _, _, _, Tried, Tried, same).
rename_each([Order|Orders], Items, Decision, Inferences, Tried0, Tried, Result) :-
    Tried1 is Tried0 + 1,
    renamed(Items, Order, Renamed, Names),
    with_module(Renamed, Module, _, first_answer(Module, Inferences, Outcome, Answer)),
    (   Outcome == yes,
        original(Answer, Names, Original),
        choice(Original, Decision)
    ->  rename_each(Orders, Items, Decision, Inferences, Tried1, Tried, Result)
    ;   Outcome = limit(_)
    ->  Tried = Tried1,
        Result = limit(Order)
    ;   Tried = Tried1,
        Result = changed(Order, Found),
        (   Outcome \== yes
        ->  Found = Outcome
        ;   original(Answer, Names, Original),
            choice(Original, Found0)
        ->  Found = Found0
        ;   Found = other
        )
    ).

original(Answer, Names, Original) :-
    atom(Answer),
    (   member(Original0-New, Names),
        New == Answer
    ->  Original = Original0
    ;   Original = Answer
    ).

%   Some goal can see how names are spelled. What a builtin can see is listed for those that see nothing, so that a
%   builtin that is new to the whitelist is not forgotten.
sees_names(Items) :-
    calls(Items, Goals),
    member(Goal, Goals),
    indicator(Goal, Indicator),
    permitted(Indicator, _, _),
    \+ blind(Indicator, Goal),
    !.

blind(Indicator, _) :-
    permitted(Indicator, Group, _),
    memberchk(Group, [control, arithmetic, types]),
    !.
blind(Name/_, _) :-
    memberchk(Name, [=, \=, ==, \==, functor, arg, =.., copy_term, append, delete, intersection, last, length,
                     list_to_set, member, memberchk, nth0, nth1, numlist, permutation, reverse, select, selectchk,
                     subset, subtract, sum_list, sumlist, max_list, min_list, union, findall, forall, maplist, include,
                     exclude, partition, foldl, flatten, pairs_keys, pairs_values, pairs_keys_values, subsumes_term]),
    !.
blind(aggregate_all/3, aggregate_all(What, _, _)) :-
    nonvar(What),
    ( What == count ; What = sum(_) ; What = bag(_) ).

%!  renamed(+Items, +Order, -Renamed, -Names) is det.
%
%   Names is the list of Name-New for the atoms, strings and functors that are data. What keeps its name: `user`, `[]`,
%   whatever arithmetic can evaluate, the words that builtins know, and closures.

renamed(Items, Order, Renamed, Names) :-
    names(Items, Known),
    length(Known, Count),
    numbers_of(Order, Count, Numbers),
    new_names(Known, Numbers, Order, Names),
    list_to_assoc(Names, Map),            % there may be hundreds
    rename_items(Items, Map, Renamed).

numbers_of(Order, Count, Numbers) :-
    (   Order == rotated
    ->  findall(N, ( between(1, Count, I), N is (I + (Count + 1) // 2) mod Count ), Numbers)
    ;   findall(N, between(1, Count, N), Straight),
        permuted(Order, Straight, Numbers)
    ).

new_names([], [], _, []).
new_names([Name|Known], [N|Numbers], Order, [Name-New|Names]) :-
    new_name(Name, N, Order, New),
    new_names(Known, Numbers, Order, Names).

% The number decides the standard order. Reversed names are all of one length, others are not.
new_name(Name, N, Order, New) :-
    (   Order == reversed
    ->  Longer = 0
    ;   Longer is (N * 7) mod 11
    ),
    format(string(Text), "n~|~`0t~d~5+~*c", [N, Longer, 0'x]),
    (   string(Name)
    ->  New = Text
    ;   atom_string(New, Text)
    ).

names(Items, Names) :-
    findall(Name, item_name(Items, Name), Found),
    sort(Found, Names).

item_name(Items, Name) :-
    member(item(_, _, _, clause(Head, Body), _), Items),
    (   compound(Head),
        arg(_, Head, Argument),
        data_name(Argument, Name)
    ;   Body \== true,
        body_goals(Body, Goals, []),
        member(Goal, Goals),
        goal_name(Goal, Name)
    ).

goal_name(Goal, Name) :-
    compound(Goal),
    (   goal_kinds(Goal, Kinds)
    ->  compound_name_arguments(Goal, _, Arguments),
        argument_of(Kinds, Arguments, Kind, Argument),
        (   Kind == (?)
        ->  data_name(Argument, Name)
        ;   integer(Kind),
            Kind > 0,
            compound(Argument),
            arg(_, Argument, Given),
            data_name(Given, Name)
        )
    ;   arg(_, Goal, Argument),
        data_name(Argument, Name)
    ).

argument_of([Kind|_], [Argument|_], Kind, Argument).
argument_of([_|Kinds], [_|Arguments], Kind, Argument) :-
    argument_of(Kinds, Arguments, Kind, Argument).

data_name(Term, Name) :-
    (   ( atom(Term) ; string(Term) )
    ->  \+ kept(Term),
        Name = Term
    ;   compound(Term),
        compound_name_arguments(Term, Functor, Arguments),
        (   atom(Functor),
            \+ kept(Functor),
            Name = Functor
        ;   member(Argument, Arguments),
            data_name(Argument, Name)
        )
    ).

kept(Name) :-
    (   memberchk(Name, [user, [], '[]', '[|]', '{}', (','), (;), (->), (:-), (^), (:), <, >, =, @<, @>, @=<, @>=,
                         count, sum, max, min, bag, set, true, fail, false])
    ;   atom(Name),
        current_arithmetic_function(Term),
        functor(Term, Name, _)
    ),
    !.

rename_items([], _, []).
rename_items([Item|Items], Map, [New|News]) :-
    Item = item(Source, Number, Position, Content, Names),
    (   Content = clause(Head, Body)
    ->  renamed_arguments(Head, Map, Head1),
        rename_body(Body, Map, Body1),
        New = item(Source, Number, Position, clause(Head1, Body1), Names)
    ;   New = Item
    ),
    rename_items(Items, Map, News).

renamed_arguments(Goal, Map, New) :-
    (   compound(Goal)
    ->  compound_name_arguments(Goal, Name, Arguments),
        rename_terms(Arguments, Map, News),
        compound_name_arguments(New, Name, News)
    ;   New = Goal
    ).

rename_terms([], _, []).
rename_terms([A|As], Map, [B|Bs]) :-
    rename_term(A, Map, B),
    rename_terms(As, Map, Bs).

rename_term(Term, Map, New) :-
    (   ( atom(Term) ; string(Term) )
    ->  renamed_name(Term, Map, New)
    ;   compound(Term)
    ->  compound_name_arguments(Term, Name, Arguments),
        renamed_name(Name, Map, NewName),
        rename_terms(Arguments, Map, News),
        compound_name_arguments(New, NewName, News)
    ;   New = Term
    ).

renamed_name(Name, Map, New) :-
    (   get_assoc(Name, Map, New0)
    ->  New = New0
    ;   New = Name
    ).

rename_body(Goal, _, Goal) :-
    \+ compound(Goal),
    !.
rename_body(Goal, Map, New) :-
    compound_name_arguments(Goal, Name, Arguments),
    (   goal_kinds(Goal, Kinds)
    ->  rename_arguments(Kinds, Arguments, Map, News)
    ;   rename_terms(Arguments, Map, News)
    ),
    compound_name_arguments(New, Name, News).

rename_arguments([], [], _, []).
rename_arguments([Kind|Kinds], [A|As], Map, [B|Bs]) :-
    rename_argument(Kind, A, Map, B),
    rename_arguments(Kinds, As, Map, Bs).

rename_argument(?, A, Map, B) :-
    !,
    rename_term(A, Map, B).
rename_argument(^, A, Map, B) :-
    nonvar(A),
    A = V^Goal,
    !,
    B = V^Goal1,
    rename_argument(^, Goal, Map, Goal1).
rename_argument(Kind, A, Map, B) :-
    (   ( Kind == 0 ; Kind == (^) )
    ->  rename_body(A, Map, B)
    ;   renamed_arguments(A, Map, B)
    ).
