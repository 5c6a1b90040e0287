:- begin_tests(calls).
:- use_module('../calls').
:- use_module(library(lists)).
:- use_module(examples).

test(case_fact, Heads == [b(1)]) :-
    items("a(1).", ":- consult('axioms'). b(1). c(X) :- b(X). decide_option(user, x).", Items),
    findall(Head, ( member(Item, Items), case_fact(Item), Item = item(_, _, _, clause(Head, _), _) ), Heads).
test(plain_head, Plain-Other == f-g(x)) :-
    compound_name_arity(Head, f, 0),
    plain_head(Head, Plain),
    plain_head(g(x), Other).
test(reads, Indicators == [a/1, b/2, decide_option/2, forall/2]) :-
    items("p :- forall(a(X), b(X, 1)).", Items),
    indicators_read(Items, Indicators).
test(calls, Goals =@= [\+ a, a, maplist(b, [c]), b(_)]) :-
    items("p :- \\+ a, maplist(b, [c]).", Items),
    called_goals(Items, Goals).
test(body_goals, Goals == [a, b]) :- body_goals((a, b), Goals, []).
test(conjuncts, Goals == [a, (b ; c), Var]) :- conjuncts((a, true, (b ; c), Var), Goals, []).

test(spelling, Spellings == [hadincident]) :-
    findall(Spelling, ( member(Name, [hadIncident, had_incident, had_incidents]), spelling(Name, Spelling) ), Found),
    sort(Found, Spellings).

:- end_tests(calls).
