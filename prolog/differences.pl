:- module(probe_differences,
          [ differing/4,            % +Items1, +Items2, -Only1, -Only2
            counterpart/4,          % +Item, +Items, -Counterpart, -Fresh
            replaced/4              % +Items, +Item, +Content, -Replaced
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(whitelist).

/** <module> In what two programs differ
*/

%!  differing(+Items1, +Items2, -Only1, -Only2) is det.
%
%   The clauses of either list that have no variant in the other, each counted as often as it occurs.

differing(Items1, Items2, Only1, Only2) :-
    program_clauses(Items1, Clauses1),
    program_clauses(Items2, Clauses2),
    differing_(Clauses1, Clauses2, Only1, Only2).

program_clauses([], []).
program_clauses([Item|Items], Clauses) :-
    (   Item = item(program, _, _, clause(_, _), _)
    ->  Clauses = [Item|Rest]
    ;   Clauses = Rest
    ),
    program_clauses(Items, Rest).

differing_([], Only2, [], Only2).
differing_([Item|Items], Others, Only1, Only2) :-
    (   Item = item(_, _, _, Content, _),
        take_variant(Others, Content, Rest)
    ->  differing_(Items, Rest, Only1, Only2)
    ;   Only1 = [Item|Only],
        differing_(Items, Others, Only, Only2)
    ).

take_variant([Item|Items], Content, Rest) :-
    Item = item(_, _, _, Other, _),
    (   Other =@= Content
    ->  Rest = Items
    ;   Rest = [Item|Rest1],
        take_variant(Items, Content, Rest1)
    ).

%!  counterpart(+Item, +Items, -Counterpart, -Fresh) is semidet.
%
%   Counterpart is a clause of Items that differs from Item in ground subterms alone. Fresh is what both become when a
%   fresh constant takes the place of each such subterm, the same constant for the same difference.

counterpart(item(_, _, _, Content, _), Items, Counterpart, Fresh) :-
    Content = clause(Head, _),
    indicator(Head, Indicator),
    member(Counterpart, Items),
    Counterpart = item(_, _, _, Other, _),
    Other = clause(OtherHead, _),
    indicator(OtherHead, Indicator),
    copy_term(Content, Copy),
    copy_term(Other, OtherCopy),
    unite(Copy, OtherCopy, Fresh, [], Differences),
    Differences \== [],
    !.

% unite(+A, +B, -Fresh, +Known, -Differences): the differences are difference(A, B, Constant).
unite(A, B, A, Known, Known) :-
    A == B,
    !.
unite(A, B, A, Known, Known) :-
    var(A),
    var(B),
    !,
    A = B.
unite(A, B, Fresh, Known0, Known) :-
    compound(A),
    compound(B),
    compound_name_arity(A, Name, Arity),
    compound_name_arity(B, Name, Arity),
    !,
    compound_name_arguments(A, Name, As),
    compound_name_arguments(B, Name, Bs),
    unite_all(As, Bs, News, Known0, Known),
    compound_name_arguments(Fresh, Name, News).
unite(A, B, Constant, Known, Known) :-
    member(difference(A, B, Constant), Known),
    !.
unite(A, B, Constant, Known, [difference(A, B, Constant)|Known]) :-
    ground(A),
    ground(B),
    length(Known, N),
    atom_concat(fresh_, N, Constant).

unite_all([], [], [], Known, Known).
unite_all([A|As], [B|Bs], [C|Cs], Known0, Known) :-
    unite(A, B, C, Known0, Known1),
    unite_all(As, Bs, Cs, Known1, Known).

%!  replaced(+Items, +Item, +Content, -Replaced) is det.
%
%   Item, one of Items, gets Content.

replaced([], _, _, []).
replaced([Item|Items], Target, Content, [New|News]) :-
    (   Item == Target
    ->  Item = item(Source, Number, Position, _, Names),
        New = item(Source, Number, Position, Content, Names),
        News = Items
    ;   New = Item,
        replaced(Items, Target, Content, News)
    ).
