:- module(probe_cuts,
          [ contains_cut/1,         % +Body
            cutting_predicates/2,   % +Items, -Indicators
            alternative/2,          % +Body, -Goals
            without_cuts/4,         % +Goals, -Before, -After, -Cut
            conjunction/2           % +Goals, -Conjunction
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [exclude/3]).
:- use_module(library(lists), [member/2]).
:- use_module(whitelist, [indicator/2]).

/** <module> Clauses with cuts, taken apart

A cut inside a branch of a disjunction or condition cuts the whole clause. The logical reading needs to know what comes
before each cut, so it splits such a clause into several, one per branch, in which every cut is at the top.
*/

%!  contains_cut(+Body) is semidet.
%
%   Body has a cut that belongs to its clause.

contains_cut(Body) :-
    nonvar(Body),
    contains_cut_(Body).

contains_cut_(!).
contains_cut_((A, B)) :- ( contains_cut(A) -> true ; contains_cut(B) ).
contains_cut_((A ; B)) :- ( contains_cut(A) -> true ; contains_cut(B) ).
contains_cut_((_ -> A)) :- contains_cut(A).
contains_cut_((_ *-> A)) :- contains_cut(A).

%!  cutting_predicates(+Items, -Indicators) is det.
%
%   The sorted indicators of the predicates some clause of which has a cut.

cutting_predicates(Items, Indicators) :-
    aggregate_all(set(Indicator),
                  ( member(item(_, _, _, clause(Head, Body), _), Items), contains_cut(Body), indicator(Head, Indicator) ),
                  Indicators).

%!  without_cuts(+Goals, -Before, -After, -Cut) is det.
%
%   Before is what comes before the first cut of Goals, After what follows it, without further cuts. Cut is `false`, and
%   Before and After are of no use, if Goals has no cut.

without_cuts([], [], [], false).
without_cuts([Goal|Goals], Before, After, Cut) :-
    (   Goal == !
    ->  Before = [],
        Cut = true,
        exclude(==(!), Goals, After)
    ;   Before = [Goal|Before1],
        without_cuts(Goals, Before1, After, Cut)
    ).

%!  conjunction(+Goals, -Conjunction) is det.

conjunction([], true).
conjunction([Goal|Goals], Conjunction) :-
    (   Goals == []
    ->  Conjunction = Goal
    ;   Conjunction = (Goal, Rest),
        conjunction(Goals, Rest)
    ).

%!  alternative(+Body, -Goals) is nondet.
%
%   Goals is one of the conjunctions that Body consists of, as a list, with all cuts at the top. Conditions of the
%   branches with cuts become `$condition(C)` and `$else(C)`.

alternative(Body, Goals) :-
    split_body(Body, Goals, []).

split_body(Goal, [Goal|Tail], Tail) :-
    var(Goal),
    !.
split_body((A, B), Goals, Tail) :-
    !,
    split_body(A, Goals, Middle),
    split_body(B, Middle, Tail).
split_body((C -> A ; B), Goals, Tail) :-
    ( contains_cut(A) ; contains_cut(B) ),
    !,
    (   Goals = ['$condition'(C)|Goals1],
        split_body(A, Goals1, Tail)
    ;   Goals = ['$else'(C)|Goals1],
        split_body(B, Goals1, Tail)
    ).
split_body((C *-> A ; B), Goals, Tail) :-
    !,
    split_body((C -> A ; B), Goals, Tail).
split_body((A ; B), Goals, Tail) :-
    ( contains_cut(A) ; contains_cut(B) ),
    !,
    (   split_body(A, Goals, Tail)
    ;   split_body(B, Goals, Tail)
    ).
split_body((C -> A), ['$condition'(C)|Goals], Tail) :-
    contains_cut(A),
    !,
    split_body(A, Goals, Tail).
split_body(Goal, [Goal|Tail], Tail).
