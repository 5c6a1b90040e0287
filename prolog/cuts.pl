:- module(probe_cuts,
          [ cuts/1,                 % +Body
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

%!  cuts(+Body) is semidet.
%
%   Body has a cut that belongs to its clause.

cuts(Body) :-
    nonvar(Body),
    cuts_(Body).

cuts_(!).
cuts_((A, B)) :- ( cuts(A) -> true ; cuts(B) ).
cuts_((A ; B)) :- ( cuts(A) -> true ; cuts(B) ).
cuts_((_ -> A)) :- cuts(A).
cuts_((_ *-> A)) :- cuts(A).

%!  cutting_predicates(+Items, -Indicators) is det.
%
%   The sorted indicators of the predicates some clause of which has a cut.

cutting_predicates(Items, Indicators) :-
    aggregate_all(set(Indicator),
                  ( member(item(_, _, _, clause(Head, Body), _), Items), cuts(Body), indicator(Head, Indicator) ),
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
    split(Body, Goals, []).

split(Goal, [Goal|Tail], Tail) :-
    var(Goal),
    !.
split((A, B), Goals, Tail) :-
    !,
    split(A, Goals, Middle),
    split(B, Middle, Tail).
split((C -> A ; B), Goals, Tail) :-
    ( cuts(A) ; cuts(B) ),
    !,
    (   Goals = ['$condition'(C)|Goals1],
        split(A, Goals1, Tail)
    ;   Goals = ['$else'(C)|Goals1],
        split(B, Goals1, Tail)
    ).
split((C *-> A ; B), Goals, Tail) :-
    !,
    split((C -> A ; B), Goals, Tail).
split((A ; B), Goals, Tail) :-
    ( cuts(A) ; cuts(B) ),
    !,
    (   split(A, Goals, Tail)
    ;   split(B, Goals, Tail)
    ).
split((C -> A), ['$condition'(C)|Goals], Tail) :-
    cuts(A),
    !,
    split(A, Goals, Tail).
split(Goal, [Goal|Tail], Tail).
