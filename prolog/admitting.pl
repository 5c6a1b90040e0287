:- module(probe_admitting,
          [ barred/4                % +Fact, +Items, -Rule, -Lack
          ]).
:- use_module(library(lists), [member/2, memberchk/2, select/3]).
:- use_module(calls).
:- use_module(whitelist).

/** <module> Why no rule can use a fact that rules ask for

A rule may ask for a fact and yet not admit it, because of what else it asks for: `called_for(A) :- mentioned(Kind, A),
admissible(Kind)` has no use for mentioned(popularity, x) where popularity is not admissible. That can be read off the
program: nothing is run.
*/

%!  barred(+Fact, +Items, -Rule, -Lack) is semidet.
%
%   Some rule of Items asks for Fact, and none that does can succeed by it. Rule is the first of them, and Lack is the
%   goal of its body that cannot hold with Fact in its place: unstated(Goal, Facts), where no clause fits Goal and Facts
%   are the items that state its predicate otherwise ([] where rules derive it as well), or false(Goal).
%
%   Only conjunctions are looked into: where Fact may be asked for inside a construct (a negation, a condition, findall/3
%   …), or where nothing that can be seen without running it bars a rule, this fails.

barred(Fact, Items, Rule, Lack) :-
    findall(Item-Goals, asking(Fact, Items, Item, Goals), Asking),
    Asking = [Rule-_|_],
    lacks(Asking, Fact, Items, [Lack|_]).

% Item is a rule, Goals are its conjuncts; once for each of them that Fact fits, or that may ask for Fact inside.
asking(Fact, Items, Item, asked(Goal, Others)) :-
    member(Item, Items),
    Item = item(_, _, _, clause(_, Body), _),
    Body \== true,
    conjuncts(Body, Conjuncts, []),
    select(Goal, Conjuncts, Others),
    body_goals(Goal, Goals, []),
    \+ \+ member(Fact, Goals).

conjuncts(Body, Goals, Tail) :-
    (   nonvar(Body),
        Body = (A, B)
    ->  conjuncts(A, Goals, Middle),
        conjuncts(B, Middle, Tail)
    ;   Goals = [Body|Tail]
    ).

lacks([], _, _, []).
lacks([_-Asked|Asking], Fact, Items, [Lack|Lacks]) :-
    copy_term(Asked, asked(Fact, Others)),  % fails for a construct that asks for Fact inside
    member(Other, Others),
    lack(Other, Items, Lack),
    !,
    lacks(Asking, Fact, Items, Lacks).

lack(Goal, Items, unstated(Goal, Facts)) :-
    callable(Goal),
    indicator(Goal, Indicator),
    findall(Item-Head-Body, clause_of(Indicator, Items, Item, Head, Body), Clauses),
    Clauses \== [],
    \+ member(_-Goal-_, Clauses),
    !,
    (   member(_-_-Body, Clauses),
        Body \== true
    ->  Facts = []
    ;   findall(Item, member(Item-_-_, Clauses), Facts)
    ).
lack(Goal, Items, false(Goal)) :-
    ground(Goal),
    indicator(Goal, Indicator),
    \+ clause_of(Indicator, Items, _, _, _),
    tested(Goal, Test),
    \+ Test.

clause_of(Indicator, Items, Item, Head, Body) :-
    member(Item, Items),
    Item = item(_, _, _, clause(Head, Body), _),
    indicator(Head, Indicator).

% Tests whose outcome can be seen in a ground goal.
tested(member(X, Xs), memberchk(X, Xs)) :- is_list(Xs).
tested(memberchk(X, Xs), memberchk(X, Xs)) :- is_list(Xs).
tested(X = Y, X == Y).
tested(X == Y, X == Y).
tested(X \= Y, X \== Y).
tested(X \== Y, X \== Y).
tested(X < Y, X < Y) :- number(X), number(Y).
tested(X > Y, X > Y) :- number(X), number(Y).
tested(X =< Y, X =< Y) :- number(X), number(Y).
tested(X >= Y, X >= Y) :- number(X), number(Y).
