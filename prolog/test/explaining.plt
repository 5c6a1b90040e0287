:- begin_tests(explaining).
:- use_module('../explaining').
:- use_module('../verdicts').
:- use_module(examples).

explanation(Text, Proofs, Others) :-
    items(Text, Items),
    with_program(Items, settings(10000, strict), Program, explanation_json(Program, 10000, Json)),
    Json = object([ proofs=list(Proofs), all_proofs=_, others=list(Others) ]).

all_proofs(Text, Count-All) :-
    items(Text, Items),
    with_program(Items, settings(100000, strict), Program, explanation_json(Program, 100000, Json)),
    Json = object([ proofs=list(Proofs), all_proofs=All|_ ]),
    length(Proofs, Count).

% The result for the only other option, as [Option, Follows, Outcome, Detail, Cut].
other_outcome(Text, [Option, Follows, How, Detail, Cut]) :-
    explanation(Text, _, [object(Pairs)]),
    memberchk(option=text(Option), Pairs),
    memberchk(follows=Follows, Pairs),
    memberchk(outcome=object([ how=text(How), detail=text(Detail) ]), Pairs),
    memberchk(cut=Cut, Pairs).

test(every_proof, Count == 2) :-
    explanation("decide_option(user, X) :- p(X). p(option_A). p(option_B).", Proofs, _),
    length(Proofs, Count).
test(no_more_proofs_than_fifty, Count == 50) :-
    explanation("decide_option(user, option_A) :- between(1, inf, _).", Proofs, _),
    length(Proofs, Count).
test(all_proofs, All == 2-true) :- all_proofs("decide_option(user, X) :- p(X). p(option_A). p(option_B).", All).
test(all_proofs_not, All == 50-false) :- all_proofs("decide_option(user, option_A) :- between(1, inf, _).", All).
test(no_proof_that_is_cut_short, All == 1-false) :-
    all_proofs("decide_option(user, option_A). decide_option(user, option_A) :- \\+ ( between(1, 3000, X), q(X) ). q(0).",
               All).
test(refused, Proofs-Others == []-[]) :- explanation("decide_option(user, option_A) :- halt.", Proofs, Others).
test(fails, Became == [option_B, null, no, "", null]) :-
    other_outcome("decide_option(user, X) :- p(X). p(option_A).", Became).
test(follows_later, Became == [option_B, 3, yes, "", null]) :-
    other_outcome("decide_option(user, X) :- p(X). p(option_A). p(option_A). p(option_B).", Became).
test(is_cut_off, Became == [option_B, null, yes, "", object([ source=text(program), line=2, clause=2 ])]) :-
    other_outcome("p(option_A).\ndecide_option(user, X) :- p(X), !.\ndecide_option(user, option_B).", Became).
test(ends_in_a_limit, Became == [option_B, null, limit, "inferences", null]) :-
    other_outcome("decide_option(user, option_A). decide_option(user, option_B) :- p. p :- p, p.", Became).
test(ends_in_an_unknown_procedure, Became == [option_B, null, unknown, "q/0", null]) :-
    other_outcome("decide_option(user, option_A). decide_option(user, option_B) :- q.", Became).
test(both_where_neither_was_decided, Options == [option_A, option_B]) :-
    explanation("decide_option(user, X) :- p(X). :- dynamic p/1.", [], Others),
    findall(Option, ( member(object([option=text(Option)|_]), Others) ), Options).
test(the_other_option_is_asked_for_as_it_is_spelled, Node == "decide_option(user, 'Option_B')") :-
    explanation("decide_option(user, 'Option_A'). decide_option(user, 'Option_B') :- fail.", _, [object(Pairs)]),
    memberchk(search=list([node(search, Node, false, null, [misfits=object([1=text("'Option_A'")])], [], [_])]), Pairs).

:- end_tests(explaining).
