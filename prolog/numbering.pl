:- module(probe_numbering,
          [ keyed/6,                % +Items1, +Items2, -Keyed1, -Keyed2, -Differences1, -Differences2
            same_item/2             % +Item, +Other
          ]).
:- use_module(library(apply), [exclude/3, maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(differences).

/** <module> One numbering for the clauses of two programs
*/

%!  keyed(+Items1, +Items2, -Keyed1, -Keyed2, -Differences1, -Differences2) is det.
%
%   Number the clauses of two programs so that corresponding clauses have the same number: variants of each other, and
%   clauses that differ in ground terms only. Keyed are lists of Id-Item in the order of the programs; Differences are
%   difference(Id, Item, Other), Other being the corresponding item, restated(Item) if the axioms declare by
%   restates(Fact1, Fact2) that both facts are equivalent, or `none`.
%
%   A trie finds the variants, since comparing each clause with each other takes too long for large programs.

keyed(Items1, Items2, Keyed1, Keyed2, Differences1, Differences2) :-
    differing_clauses(Items1, Items2, Only1, Only2),
    findall(restates(One, Two), member(item(axioms, _, _, clause(restates(One, Two), true), _), Items1), Restatements),
    paired(Only1, Only2, Restatements, Pairs),
    setup_call_cleanup(trie_new(Known),
                       ( number_items(Items1, Restatements, 0, Next, Known, Keyed1),
                         number_others(Items2, given(Restatements, Pairs, Keyed1), Next, Known, Keyed2) ),
                       trie_destroy(Known)),
    maplist(difference(Pairs, Keyed1), Only1, Differences1),
    maplist(swapped, Pairs, Swapped),
    maplist(difference(Swapped, Keyed2), Only2, Differences2).

paired([], _, _, []).
paired([Item|Items], Others, Restatements, Pairs) :-
    (   restatement(Item, Others, Restatements, Other)
    ->  Pairs = [pair(Item, Other, restated)|Rest]
    ;   counterpart(Item, Others, Other)
    ->  Pairs = [pair(Item, Other, varied)|Rest]
    ;   Pairs = Rest,
        Other = none
    ),
    exclude(==(Other), Others, Left),
    paired(Items, Left, Restatements, Rest).

restatement(item(_, _, _, Content, _), Others, Restatements, Other) :-
    restated(Content, Restatements, OtherContent),
    member(Other, Others),
    Other = item(_, _, _, OtherContent0, _),
    OtherContent0 =@= OtherContent,
    !.

swapped(pair(A, B, PairKind), pair(B, A, PairKind)).

number_items([], _, Next, Next, _, []).
number_items([Item|Items], Restatements, N0, N, Known, Keyed) :-
    Item = item(_, _, _, Content, _),
    (   Content = clause(_, _)
    ->  number_content(Content, Restatements, N0, N1, Known, Id),
        Keyed = [Id-Item|Rest]
    ;   Keyed = [none-Item|Rest],
        N1 = N0
    ),
    number_items(Items, Restatements, N1, N, Known, Rest).

number_content(Content, Restatements, N0, N, Known, Id) :-
    (   trie_lookup(Known, Content, Id0)
    ->  Id = Id0,
        N = N0
    ;   restated(Content, Restatements, Other),
        trie_lookup(Known, Other, Id0)
    ->  Id = Id0,
        N = N0,
        trie_insert(Known, Content, Id)
    ;   Id = N0,
        N is N0 + 1,
        trie_insert(Known, Content, Id)
    ).

restated(clause(Fact, true), Restatements, clause(Other, true)) :-
    member(restates(One, Two), Restatements),
    (   One =@= Fact
    ->  Other = Two
    ;   Two =@= Fact
    ->  Other = One
    ).

number_others([], _, _, _, []).
number_others([Item|Items], Context, N0, Known, [Id-Item|Keyed]) :-
    Item = item(_, _, _, Content, _),
    Context = given(Restatements, Pairs, Keyed1),
    (   Content \= clause(_, _)
    ->  Id = none,
        N1 = N0
    ;   member(pair(Other, Same, _), Pairs),
        Same == Item
    ->  id_of(Other, Keyed1, Id),
        N1 = N0
    ;   number_content(Content, Restatements, N0, N1, Known, Id)
    ),
    number_others(Items, Context, N1, Known, Keyed).

id_of(Item, Keyed, Id) :-
    member(Id-OtherContent0, Keyed),
    OtherContent0 == Item,
    !.

difference(Pairs, Keyed, Item, difference(Id, Item, Other)) :-
    id_of(Item, Keyed, Id),
    (   member(pair(Same, Other0, PairKind), Pairs),
        Same == Item
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
