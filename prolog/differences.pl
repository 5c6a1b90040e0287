:- module(probe_differences,
          [ differing/4,            % +Items1, +Items2, -Only1, -Only2
            counterpart/3,          % +Item, +Items, -Counterpart
            same_clauses/2          % +Items1, +Items2
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(library(sort), [predsort/3]).
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

%!  counterpart(+Item, +Items, -Counterpart) is semidet.
%
%   Counterpart is a clause of Items that differs from Item in ground subterms alone.

counterpart(item(_, _, _, Content, _), Items, Counterpart) :-
    Content = clause(Head, _),
    indicator(Head, Indicator),
    member(Counterpart, Items),
    Counterpart = item(_, _, _, Other, _),
    Other = clause(OtherHead, _),
    indicator(OtherHead, Indicator),
    copy_term(Content, Copy),
    copy_term(Other, OtherCopy),
    alike(Copy, OtherCopy),
    !.

alike(A, B) :-
    (   A == B
    ->  true
    ;   var(A),
        var(B)
    ->  A = B
    ;   compound(A),
        compound(B),
        compound_name_arity(A, Name, Arity),
        compound_name_arity(B, Name, Arity)
    ->  compound_name_arguments(A, _, As),
        compound_name_arguments(B, _, Bs),
        all_alike(As, Bs)
    ;   ground(A),
        ground(B)
    ).

all_alike([], []).
all_alike([A|As], [B|Bs]) :-
    alike(A, B),
    all_alike(As, Bs).

%!  same_clauses(+Items1, +Items2) is semidet.
%
%   Both programs consist of the same clauses, whatever their order and however often each occurs, the order of goals and
%   `true` in bodies aside. Declarations and the place where the axioms are consulted make no difference.

same_clauses(Items1, Items2) :-
    bare_clauses(Items1, Clauses1),
    bare_clauses(Items2, Clauses2),
    all_in(Clauses1, Clauses2),
    all_in(Clauses2, Clauses1).

all_in([], _).
all_in([Clause|Clauses], Others) :-
    member(Other, Others),
    Other =@= Clause,
    !,
    all_in(Clauses, Others).

bare_clauses([], []).
bare_clauses([item(_, _, _, Content, _)|Items], Clauses) :-
    (   Content = clause(Head, Body)
    ->  conjuncts(Body, Goals0, []),
        once_each(Goals0, Goals1),
        predsort(by_shape, Goals1, Goals),
        Clauses = [Head-Goals|Rest]
    ;   Clauses = Rest
    ),
    bare_clauses(Items, Rest).

once_each([], []).
once_each([Goal|Goals], Once) :-
    (   member(Other, Goals),
        Other == Goal
    ->  Once = Rest
    ;   Once = [Goal|Rest]
    ),
    once_each(Goals, Rest).

conjuncts(Body, Goals, Tail) :-
    (   Body == true
    ->  Goals = Tail
    ;   nonvar(Body),
        Body = (A, B)
    ->  conjuncts(A, Goals, Middle),
        conjuncts(B, Middle, Tail)
    ;   Goals = [Body|Tail]
    ).

% Sorted as if all variables were one, so that the sort does not depend on which came first; nothing is dropped.
by_shape(Order, A, B) :-
    shape(A, ShapeA),
    shape(B, ShapeB),
    compare(Order0, ShapeA, ShapeB),
    (   Order0 == (=)
    ->  Order = (<)
    ;   Order = Order0
    ).

shape(Term, Shape) :-
    copy_term(Term, Shape),
    term_variables(Shape, Variables),
    all_one(Variables).

all_one([]).
all_one(['_'|Variables]) :-
    all_one(Variables).
