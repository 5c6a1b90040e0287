:- module(probe_renaming,
          [ renamed_decisions/5,    % +Items, +Decision, +Inferences, -Tried, -Result
            renamed/4,              % +Items, +Order, -Renamed, -Names
            replaced_content/3,     % +Content, +Map, -New
            dated/1                 % +Name
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(terms), [mapargs/3]).
:- use_module(library(apply), [maplist/3, maplist/4]).
:- use_module(library(assoc), [get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(answering, [choice/2, first_answer/4, outcome_decision/2]).
:- use_module(building, [with_module/4]).
:- use_module(calls, [body_goals/3, called_goals/2]).
:- use_module(permutation).
:- use_module(whitelist, [goal_kinds/2, indicator/2, permitted/3]).

/** <module> Does the decision depend on the spelling of names?

The program runs again with other names. If no goal can see how a name is spelled, it does not run.
*/

%!  renamed_decisions(+Items, +Decision, +Inferences, -Tried, -Result) is det.
%
%   Every name that is data, options included, is renamed one to one in several orders and lengths. Result is `same`,
%   `changed(Order, Decision)`, `limit(Order)`, or `free` if no goal can see how a name is spelled.

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
        ->  outcome_decision(Outcome, Found)
        ;   original(Answer, Names, Original),
            choice(Original, Option)
        ->  Found = Option
        ;   outcome_decision(other, Found)
        )
    ).

original(Answer, Names, Original) :-
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
%   Names is the list of Name-New for the atoms, strings and functors that are data. These keep their names: `user`,
%   `[]`, dates, what the program calculates with, words with a meaning for builtins, and closures.

renamed(Items, Order, Renamed, Names) :-
    names(Items, Known),
    length(Known, Count),
    numbers_of(Order, Count, Numbers),
    maplist(new_name(Order), Known, Numbers, Names),
    list_to_assoc(Names, Map),            % there may be hundreds
    maplist(rename_item(Map), Items, Renamed).

numbers_of(Order, Count, Numbers) :-
    (   Order == rotated
    ->  findall(N, ( between(1, Count, I), N is (I + (Count + 1) // 2) mod Count ), Numbers)
    ;   findall(N, between(1, Count, N), Ascending),
        permuted(Order, Ascending, Numbers)
    ).

% The number decides the standard order. The names of the order `reversed` all have the same length, others do not.
new_name(Order, Name, N, Name-New) :-
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
    aggregate_all(set(Name), item_name(Items, Name), Found),
    findall(Name, ( member(Name, Found), \+ kept(Name, Items) ), Names).

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
            arg(_, Argument, ClosureArgument),
            data_name(ClosureArgument, Name)
        )
    ;   arg(_, Goal, Argument),
        data_name(Argument, Name)
    ).

argument_of([Kind|_], [Argument|_], Kind, Argument).
argument_of([_|Kinds], [_|Arguments], Kind, Argument) :-
    argument_of(Kinds, Arguments, Kind, Argument).

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

kept(Name, Items) :-
    (   memberchk(Name, [user, [], '[]', '[|]', '{}', (','), (;), (->), (:-), (^), (:), <, >, =, @<, @>, @=<, @>=,
                         count, sum, bag, set, true, fail, false])
    ;   dated(Name)
    ;   atom(Name),
        current_arithmetic_function(Function),
        functor(Function, Name, _),
        member(item(_, _, _, Content, _), Items),
        sub_term(Term, Content),
        compound(Term),
        calculates(Term, Name)
    ),
    !.

%!  dated(+Name) is semidet.
%
%   Name is a date or a time from the larger unit to the smaller, as 2024-03-01 and 09:30: these are in order as words too.

dated(Name) :-
    split_string(Name, "-T:", "", [First|Parts]),
    Parts = [_|_],
    string_length(First, Length),
    memberchk(Length, [2, 4]),
    forall(member(Part, [First|Parts]), ( number_string(Number, Part), integer(Number), Number >= 0 )),
    forall(member(Part, Parts), string_length(Part, 2)).

%   Term uses the name as a function, or has it as a number.
calculates(Term, Name) :-
    functor(Term, Functor, Arity),
    (   Functor == Name,
        memberchk(Name, [max, min])         % an aggregate
    ->  true
    ;   calculating(Functor, Arity)
    ->  (   Functor == Name
        ->  true
        ;   arg(_, Term, Argument),
            Argument == Name
        ->  true
        )
    ).

calculating(Functor, Arity) :-
    functor(General, Functor, Arity),
    current_arithmetic_function(General),
    !.
calculating(Functor, 2) :-
    memberchk(Functor, [is, =:=, =\=, <, >, =<, >=]).

rename_item(Map, Item, New) :-
    Item = item(Source, Number, Position, Content, Names),
    (   Content = clause(_, _)
    ->  replaced_content(Content, Map, Content1),
        New = item(Source, Number, Position, Content1, Names)
    ;   New = Item
    ).

%!  replaced_content(+Content, +Map, -New) is det.
%
%   Content is clause(Head, Body) or a fact. Its data is replaced as the association Map has it: atoms, strings, numbers
%   and functors, but no name of a predicate.

replaced_content(Content, Map, New) :-
    (   Content = clause(Head, Body)
    ->  renamed_arguments(Head, Map, Head1),
        rename_body(Body, Map, Body1),
        New = clause(Head1, Body1)
    ;   renamed_arguments(Content, Map, New)
    ).

renamed_arguments(Goal, Map, New) :-
    (   compound(Goal)
    ->  mapargs(rename_term(Map), Goal, New)
    ;   New = Goal
    ).

rename_term(Map, Term, New) :-
    (   atomic(Term)
    ->  renamed_name(Term, Map, New)
    ;   compound(Term)
    ->  compound_name_arguments(Term, Name, Arguments),
        renamed_name(Name, Map, NewName),
        maplist(rename_term(Map), Arguments, News),
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
    ->  maplist(rename_argument(Map), Kinds, Arguments, News)
    ;   maplist(rename_term(Map), Arguments, News)
    ),
    compound_name_arguments(New, Name, News).

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
    ;   renamed_arguments(A, Map, B)
    ).
