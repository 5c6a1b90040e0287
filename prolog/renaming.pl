:- module(probe_renaming,
          [ renamed_decisions/5,    % +Items, +Decision, +Inferences, -OrderCount, -Result
            rename_items/4,         % +Items, +Order, -Renamed, -Names
            replace_data/3,         % +Content, +Map, -New
            date_or_time/1          % +Name
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(terms), [mapargs/3]).
:- use_module(library(apply), [maplist/3, maplist/4]).
:- use_module(library(assoc), [get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [member/2, memberchk/2, nth1/3]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(answering, [choice/2, first_answer/4, outcome_decision/2]).
:- use_module(building, [with_module/4]).
:- use_module(calls, [body_goals/3, called_goals/2]).
:- use_module(permutation).
:- use_module(whitelist, [goal_kinds/2, indicator/2, permitted/3]).

/** <module> Does the decision depend on the spelling of names?

The program runs again with other names. If no goal can see how a name is spelled, it does not run.
*/

%!  renamed_decisions(+Items, +Decision, +Inferences, -OrderCount, -Result) is det.
%
%   Every name that is data, options included, is renamed one to one in several orders and lengths. Result is `same`,
%   `changed(Order, Decision)`, `limit(Order)`, or `free` if no goal can see how a name is spelled.

renamed_decisions(Items, Decision, Inferences, OrderCount, Result) :-
    (   sees_names(Items)
    ->  rename_each([reversed, rotated, 1, 2], Items, Decision, Inferences, 0, OrderCount, Result)
    ;   OrderCount = 0,
        Result = free
    ).

rename_each([], _, _, _, OrderCount, OrderCount, same).
rename_each([Order|Orders], Items, Decision, Inferences, OrderCount0, OrderCount, Result) :-
    OrderCount1 is OrderCount0 + 1,
    rename_items(Items, Order, Renamed, Names),
    with_module(Renamed, Module, _, first_answer(Module, Inferences, Outcome, Answer)),
    (   Outcome == yes,
        original_answer(Answer, Names, Original),
        choice(Original, Decision)
    ->  rename_each(Orders, Items, Decision, Inferences, OrderCount1, OrderCount, Result)
    ;   Outcome = limit(_)
    ->  OrderCount = OrderCount1,
        Result = limit(Order)
    ;   OrderCount = OrderCount1,
        Result = changed(Order, NewDecision),
        (   Outcome \== yes
        ->  outcome_decision(Outcome, NewDecision)
        ;   original_answer(Answer, Names, Original),
            choice(Original, Option)
        ->  NewDecision = Option
        ;   outcome_decision(other, NewDecision)
        )
    ).

original_answer(Answer, Names, Original) :-
    ( atom(Answer) ; integer(Answer) ),
    !,
    (   member(Original0-New, Names),
        New == Answer
    ->  Original = Original0
    ;   Original = Answer
    ).

%   Some goal can see how names are spelled. The list is of builtins that cannot, so that a builtin added to the
%   whitelist counts as one that can until it is listed.
sees_names(Items) :-
    called_goals(Items, Goals),
    member(Goal, Goals),
    indicator(Goal, Indicator),
    permitted(Indicator, _, _),
    \+ blind_to_spelling(Indicator, Goal),
    !.

blind_to_spelling(Indicator, _) :-
    permitted(Indicator, Group, _),
    memberchk(Group, [control, arithmetic, types]),
    !.
blind_to_spelling(Name/_, _) :-
    memberchk(Name, [=, \=, ==, \==, functor, arg, =.., copy_term, append, delete, intersection, last, length,
                     list_to_set, member, memberchk, nth0, nth1, numlist, permutation, reverse, select, selectchk,
                     subset, subtract, sum_list, sumlist, max_list, min_list, union, findall, forall, maplist, include,
                     exclude, partition, foldl, flatten, pairs_keys, pairs_values, pairs_keys_values, subsumes_term]),
    !.
blind_to_spelling(aggregate_all/3, aggregate_all(What, _, _)) :-
    nonvar(What),
    ( What == count ; What = sum(_) ; What = bag(_) ).

%!  rename_items(+Items, +Order, -Renamed, -Names) is det.
%
%   Names is the list of Name-New for the atoms, strings and functors that are data. These keep their names: `user`,
%   `[]`, dates, what the program calculates with, words with a meaning for builtins, and closures.

rename_items(Items, Order, Renamed, Names) :-
    names_to_change(Items, OldNames),
    length(OldNames, Count),
    numbers_of(Order, Count, Numbers),
    maplist(new_name(Order), OldNames, Numbers, Names),
    list_to_assoc(Names, Map),            % there may be hundreds
    maplist(rename_item(Map), Items, Renamed).

numbers_of(Order, Count, Numbers) :-
    (   Order == rotated
    ->  findall(N, ( between(1, Count, I), N is (I + (Count + 1) // 2) mod Count ), Numbers)
    ;   findall(N, between(1, Count, N), Ascending),
        permute(Order, Ascending, Numbers)
    ).

% The number decides the standard order. The names of the order `reversed` all have the same length, others do not.
new_name(Order, Name, N, Name-New) :-
    (   Order == reversed
    ->  ExtraLength = 0
    ;   ExtraLength is (N * 7) mod 11
    ),
    format(string(Text), "n~|~`0t~d~5+~*c", [N, ExtraLength, 0'x]),
    (   string(Name)
    ->  New = Text
    ;   atom_string(New, Text)
    ).

names_to_change(Items, Names) :-
    aggregate_all(set(Name), item_name(Items, Name), AllNames),
    findall(Name, ( member(Name, AllNames), \+ kept_name(Name, Items) ), Names).

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
        nth1(N, Kinds, Kind),
        nth1(N, Arguments, Argument),
        (   Kind == (?)
        ->  data_name(Argument, Name)
        ;   integer(Kind),
            Kind > 0,
            compound(Argument),
            arg(_, Argument, ClosureArgument),
            data_name(ClosureArgument, Name)
        )
    ;   arg(_, Goal, Argument),
        data_name(Argument, Name)
    ).

data_name(Term, Name) :-
    (   ( atom(Term) ; string(Term) )
    ->  Name = Term
    ;   compound(Term),
        compound_name_arguments(Term, Functor, Arguments),
        (   atom(Functor),
            Name = Functor
        ;   member(Argument, Arguments),
            data_name(Argument, Name)
        )
    ).

kept_name(Name, Items) :-
    (   memberchk(Name, [user, [], '[]', '[|]', '{}', (','), (;), (->), (:-), (^), (:), <, >, =, @<, @>, @=<, @>=,
                         count, sum, bag, set, true, fail, false])
    ;   date_or_time(Name)
    ;   atom(Name),
        current_arithmetic_function(Function),
        functor(Function, Name, _),
        member(item(_, _, _, Content, _), Items),
        sub_term(Term, Content),
        compound(Term),
        calculates_with(Term, Name)
    ),
    !.

%!  date_or_time(+Name) is semidet.
%
%   Name is a date or a time from the larger unit to the smaller, as 2024-03-01 and 09:30: these are in order as words too.

date_or_time(Name) :-
    split_string(Name, "-T:", "", [First|Parts]),
    Parts = [_|_],
    string_length(First, Length),
    memberchk(Length, [2, 4]),
    forall(member(Part, [First|Parts]), ( number_string(Number, Part), integer(Number), Number >= 0 )),
    forall(member(Part, Parts), string_length(Part, 2)).

%   Term uses the name as a function, or has it as a number.
calculates_with(Term, Name) :-
    functor(Term, Functor, Arity),
    (   Functor == Name,
        memberchk(Name, [max, min])         % an aggregate
    ->  true
    ;   calculating_functor(Functor, Arity)
    ->  (   Functor == Name
        ->  true
        ;   arg(_, Term, Argument),
            Argument == Name
        ->  true
        )
    ).

calculating_functor(Functor, Arity) :-
    functor(General, Functor, Arity),
    current_arithmetic_function(General),
    !.
calculating_functor(Functor, 2) :-
    memberchk(Functor, [is, =:=, =\=, <, >, =<, >=]).

rename_item(Map, Item, New) :-
    Item = item(Source, Number, Position, Content, Names),
    (   Content = clause(_, _)
    ->  replace_data(Content, Map, Content1),
        New = item(Source, Number, Position, Content1, Names)
    ;   New = Item
    ).

%!  replace_data(+Content, +Map, -New) is det.
%
%   Content is clause(Head, Body) or a fact. Its data is replaced as the association Map has it: atoms, strings, numbers
%   and functors, but no name of a predicate.

replace_data(Content, Map, New) :-
    (   Content = clause(Head, Body)
    ->  rename_arguments(Head, Map, Head1),
        rename_body(Body, Map, Body1),
        New = clause(Head1, Body1)
    ;   rename_arguments(Content, Map, New)
    ).

rename_arguments(Goal, Map, New) :-
    (   compound(Goal)
    ->  mapargs(rename_term(Map), Goal, New)
    ;   New = Goal
    ).

rename_term(Map, Term, New) :-
    (   atomic(Term)
    ->  rename_name(Term, Map, New)
    ;   compound(Term)
    ->  compound_name_arguments(Term, Name, Arguments),
        rename_name(Name, Map, NewName),
        maplist(rename_term(Map), Arguments, NewArguments),
        compound_name_arguments(New, NewName, NewArguments)
    ;   New = Term
    ).

rename_name(Name, Map, New) :-
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
    ->  maplist(rename_argument(Map), Kinds, Arguments, NewArguments)
    ;   maplist(rename_term(Map), Arguments, NewArguments)
    ),
    compound_name_arguments(New, Name, NewArguments).

rename_argument(Map, ?, A, B) :-
    !,
    rename_term(Map, A, B).
rename_argument(Map, ^, A, B) :-
    nonvar(A),
    A = V^Goal,
    !,
    B = V^Goal1,
    rename_argument(Map, ^, Goal, Goal1).
rename_argument(Map, Kind, A, B) :-
    (   ( Kind == 0 ; Kind == (^) )
    ->  rename_body(A, Map, B)
    ;   rename_arguments(A, Map, B)
    ).
