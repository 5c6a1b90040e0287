:- module(probe_numbering,
          [ number_clauses/6,       % +Items1, +Items2, -Keyed1, -Keyed2, -Differences1, -Differences2
            same_item/2             % +Item, +Other
          ]).
:- use_module(library(apply), [exclude/3, maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(differences).

/** <module> Fact1 numbering for the clauses of two programs
*/

%!  number_clauses(+Items1, +Items2, -Keyed1, -Keyed2, -Differences1, -Differences2) is det.
%
%   Number the clauses of two programs so that corresponding clauses have the same number: variants of each other, and
%   clauses that differ in ground terms only. Keyed are lists of Id-Item in the order of the programs; Differences are
%   difference(Id, Item, Other), Other being the corresponding item, restated(Item) if the axioms declare by
%   restates(Fact1, Fact2) that both facts are equivalent, or `none`.
%
%   A trie finds the variants, since comparing each clause with each other takes too long for large programs.

number_clauses(Items1, Items2, Keyed1, Keyed2, Differences1, Differences2) :-
    differing_clauses(Items1, Items2, Only1, Only2),
    findall(restates(Fact1, Fact2), member(item(axioms, _, _, clause(restates(Fact1, Fact2), true), _), Items1), Restatements),
    pair_items(Only1, Only2, Restatements, Pairs),
    setup_call_cleanup(trie_new(Trie),
                       ( number_items(Items1, Restatements, 0, Next, Trie, Keyed1),
                         number_others(Items2, context(Restatements, Pairs, Keyed1), Next, Trie, Keyed2) ),
                       trie_destroy(Trie)),
    maplist(difference(Pairs, Keyed1), Only1, Differences1),
    maplist(swap_pair, Pairs, SwappedPairs),
    maplist(difference(SwappedPairs, Keyed2), Only2, Differences2).

pair_items([], _, _, []).
pair_items([Item|Items], Others, Restatements, Pairs) :-
    (   restatement(Item, Others, Restatements, Other)
    ->  Pairs = [pair(Item, Other, restated)|Rest]
    ;   counterpart(Item, Others, Other)
    ->  Pairs = [pair(Item, Other, varied)|Rest]
    ;   Pairs = Rest,
        Other = none
    ),
    exclude(==(Other), Others, Unpaired),
    pair_items(Items, Unpaired, Restatements, Rest).

restatement(item(_, _, _, Content, _), Others, Restatements, Other) :-
    restated_content(Content, Restatements, OtherContent),
    member(Other, Others),
    Other = item(_, _, _, OtherContent0, _),
    OtherContent0 =@= OtherContent,
    !.

swap_pair(pair(A, B, PairKind), pair(B, A, PairKind)).

number_items([], _, Next, Next, _, []).
number_items([Item|Items], Restatements, N0, N, Trie, Keyed) :-
    Item = item(_, _, _, Content, _),
    (   Content = clause(_, _)
    ->  number_content(Content, Restatements, N0, N1, Trie, Id),
        Keyed = [Id-Item|Rest]
    ;   Keyed = [none-Item|Rest],
        N1 = N0
    ),
    number_items(Items, Restatements, N1, N, Trie, Rest).

number_content(Content, Restatements, N0, N, Trie, Id) :-
    (   trie_lookup(Trie, Content, Id0)
    ->  Id = Id0,
        N = N0
    ;   restated_content(Content, Restatements, Other),
        trie_lookup(Trie, Other, Id0)
    ->  Id = Id0,
        N = N0,
        trie_insert(Trie, Content, Id)
    ;   Id = N0,
        N is N0 + 1,
        trie_insert(Trie, Content, Id)
    ).

restated_content(clause(Fact, true), Restatements, clause(Other, true)) :-
    member(restates(Fact1, Fact2), Restatements),
    (   Fact1 =@= Fact
    ->  Other = Fact2
    ;   Fact2 =@= Fact
    ->  Other = Fact1
    ).

number_others([], _, _, _, []).
number_others([Item|Items], Context, N0, Trie, [Id-Item|Keyed]) :-
    Item = item(_, _, _, Content, _),
    Context = context(Restatements, Pairs, Keyed1),
    (   Content \= clause(_, _)
    ->  Id = none,
        N1 = N0
    ;   member(pair(Other, PairedItem, _), Pairs),
        PairedItem == Item
    ->  item_id(Other, Keyed1, Id),
        N1 = N0
    ;   number_content(Content, Restatements, N0, N1, Trie, Id)
    ),
    number_others(Items, Context, N1, Trie, Keyed).

item_id(Item, Keyed, Id) :-
    member(Id-OtherContent0, Keyed),
    OtherContent0 == Item,
    !.

difference(Pairs, Keyed, Item, difference(Id, Item, Other)) :-
    item_id(Item, Keyed, Id),
    (   member(pair(PairedItem, Other0, PairKind), Pairs),
        PairedItem == Item
    ->  (   PairKind == restated
        ->  Other = restated(Other0)
        ;   Other = Other0
        )
    ;   Other = none
    ).

%!  same_item(+Item, +Other) is semidet.
%
%   Both are the same clause, compared by number: the clauses of a program that did not load completely are copies.

same_item(item(Source, Number, _, _, _), item(Source, Number, _, _, _)).
