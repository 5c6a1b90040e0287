:- begin_tests(admitting).
:- use_module('../admitting').
:- use_module('../reading').
:- use_module('../reply').
:- use_module(examples).

% The line of the rule that does not admit said(rumour, x), and the goal that fails.
bars(Text, Line-Lack) :-
    items(Text, Items),
    once(barring_rule(said(rumour, x), Items, Rule, Lack0)),
    item_place(Rule, place(_, Line, _, _)),
    Rule = item(_, _, _, clause(due(Variable), _), _),
    var(Variable),                          % as it is written
    (   Lack0 = unstated(Goal, Facts)
    ->  findall(FactText, ( member(Fact, Facts), clause_text(Fact, FactText) ), Texts),
        Lack = unstated(GoalText, Texts)
    ;   Lack0 = false(Goal),
        Lack = false(GoalText)
    ),
    term_text(Goal, GoalText).

test(a_kind_that_nothing_admits, Bar == 1-unstated("good(rumour)", ["good(fact)", "good(law)"])) :-
    bars("due(A) :- good(K), said(K, A).\ngood(fact).\ngood(law).", Bar).
test(a_kind_that_is_in_no_list, Bar == 1-false("member(rumour, [fact, law])")) :-
    bars("due(A) :- said(K, A), member(K, [fact, law]).", Bar).
test(a_kind_that_is_another, Bar == 1-false("rumour==fact")) :- bars("due(A) :- said(K, A), K == fact.", Bar).
test(rules_are_not_listed, Bar == 1-unstated("good(rumour)", [])) :-
    bars("due(A) :- good(K), said(K, A).\ngood(fact).\ngood(law) :- known.\nknown.", Bar).
test(every_rule_has_to_lack_something, fail) :-
    bars("due(A) :- good(K), said(K, A).\ngood(fact).\nheard :- said(_, _).", _).
test(an_admitted_kind_is_not_barred, fail) :- bars("due(A) :- good(K), said(K, A).\ngood(rumour).", _).
test(a_rule_may_derive_it, fail) :- bars("due(A) :- good(K), said(K, A).\ngood(K) :- known(K).\nknown(rumour).", _).
test(a_construct_is_not_looked_into, fail) :- bars("due(A) :- good(K), \\+ said(K, A).\ngood(fact).", _).
test(a_fact_that_no_rule_asks_for_is_not_barred, fail) :- bars("due(A) :- good(A).\ngood(x).", _).
test(another_fact_is_not_meant, fail) :- bars("due(A) :- good(K), said(K, A, now).\ngood(fact).", _).
test(what_is_nowhere_defined_is_no_lack, fail) :- bars("due(A) :- good(K), said(K, A).", _).
test(a_name_of_a_builtin_may_be_the_programs_own, fail) :-
    bars("due(A) :- said(K, A), member(K, [fact]).\nmember(_, _).", _).
test(both_places_of_one_rule_count, fail) :- bars("due(A) :- said(K, A), said(_, A), good(K).\ngood(fact).", _).
test(nothing_is_bound, X-Y == good-Variable) :-
    items("due(A) :- good(K), said(K, A).\ngood(fact).", Items),
    Items = [item(_, _, _, clause(_, (G, _)), _)|_],
    G =.. [X, Variable],
    barring_rule(said(rumour, x), Items, _, _),
    G =.. [_, Y].

:- end_tests(admitting).
