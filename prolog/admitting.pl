:- module(probe_admitting,
          [ barring_rule/4          % +Fact, +Items, -Rule, -Lack
          ]).
:- use_module(library(lists), [member/2, memberchk/2, select/3]).
:- use_module(calls).
:- use_module(whitelist).

/** <module> Why no rule can use a fact that rules ask for

A rule may ask for a fact but not admit it, because of its other goals: `called_for(A) :- mentioned(Kind, A),
admissible(Kind)` does not use mentioned(popularity, x) if popularity is not admissible. This is read off the program;
nothing is run.
*/

%!  barring_rule(+Fact, +Items, -Rule, -Lack) is semidet.
%
%   Some rules of Items ask for Fact, and none of them can succeed with it. Rule is the first of them, and Lack is the
%   goal of its body that fails when Fact holds: unstated(Goal, Facts) if no clause fits Goal, Facts being the items
%   that state its predicate with other arguments ([] if rules derive it as well), or false(Goal).
%
%   Only conjunctions are examined. This fails if a construct (a negation, a condition, findall/3) may ask for Fact, or
%   if running the program would be necessary to see that a rule does not admit it.

barring_rule(Fact, Items, Rule, Lack) :-
    findall(Item-Goals, asking_rule(Fact, Items, Item, Goals), AskingRules),
    AskingRules = [Rule-_|_],
    rule_lacks(AskingRules, Fact, Items, [Lack|_]).

% Goal is a conjunct of the rule Item that Fact fits, or a construct that may ask for Fact; Others are the other ones.
asking_rule(Fact, Items, Item, asked(Goal, Others)) :-
    member(Item, Items),
    Item = item(_, _, _, clause(_, Body), _),
    Body \== true,
    conjuncts(Body, Conjuncts, []),
    select(Goal, Conjuncts, Others),
    body_goals(Goal, Goals, []),
    \+ \+ member(Fact, Goals).

rule_lacks([], _, _, []).
rule_lacks([_-Asked|AskingRules], Fact, Items, [Lack|Lacks]) :-
    copy_term(Asked, asked(Fact, Others)),  % fails for a construct that asks for Fact inside
    member(OtherGoal, Others),
    goal_lack(OtherGoal, Items, Lack),
    !,
    rule_lacks(AskingRules, Fact, Items, Lacks).

goal_lack(Goal, Items, unstated(Goal, Facts)) :-
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
goal_lack(Goal, Items, false(Goal)) :-
    ground(Goal),
    indicator(Goal, Indicator),
    \+ clause_of(Indicator, Items, _, _, _),
    ground_test(Goal, Test),
    \+ Test.

clause_of(Indicator, Items, Item, Head, Body) :-
    member(Item, Items),
    Item = item(_, _, _, clause(Head, Body), _),
    indicator(Head, Indicator).

% Tests that a ground goal decides.
ground_test(member(X, Xs), memberchk(X, Xs)) :- is_list(Xs).
ground_test(memberchk(X, Xs), memberchk(X, Xs)) :- is_list(Xs).
ground_test(X = Y, X == Y).
ground_test(X == Y, X == Y).
ground_test(X \= Y, X \== Y).
ground_test(X \== Y, X \== Y).
ground_test(X < Y, X < Y) :- number(X), number(Y).
ground_test(X > Y, X > Y) :- number(X), number(Y).
ground_test(X =< Y, X =< Y) :- number(X), number(Y).
ground_test(X >= Y, X >= Y) :- number(X), number(Y).
