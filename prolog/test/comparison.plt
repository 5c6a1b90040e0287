:- begin_tests(comparison).
:- use_module('../comparison').
:- use_module('../verdicts').
:- use_module('../answering', [declare/1]).
:- use_module(examples).

pair_json(Program1, Program2, Json) :-
    compare_programs(Program1, Program2, Compared),
    pair_probe(Program1, Program2, Compared, 10000, Json).

extended_pair_json(Text, More, Json) :-
    items("best(X) :- good(X), \\+ ( praised(P, X), expert(P) ).", Text, Items1),
    string_concat(Text, More, Text2),
    items("best(X) :- good(X), \\+ ( praised(P, X), expert(P) ).", Text2, Items2),
    with_program(Items1, settings(10000, strict), Program1,
                 with_program(Items2, settings(10000, strict), Program2, pair_json(Program1, Program2, Json))).

text(":- consult('axioms'). :- dynamic praised/2, expert/1. good(option_A). decide_option(user, X) :- best(X). ").

value([], Json, Json).
value([Key|Keys], object(Pairs), Value) :-
    memberchk(Key=Json, Pairs),
    value(Keys, Json, Value).

test(what_nothing_reads_changes_nothing, Change-Variants == null-0) :-
    text(Text),
    extended_pair_json(Text, "loud(option_B).", Json),
    value([logic, biased, change], Json, Change),
    value([logic, biased, variants], Json, Variants).
test(what_a_negation_could_read_changes_the_answer, Effect == text(answers)) :-
    text(Text0),
    string_concat(Text0, "expert(_). ", Text),
    extended_pair_json(Text, "praised(lead, option_B). ", Json),
    value([logic, biased, change, effect], Json, Effect).

only_unread_addition(More) :-
    text(Text),
    string_concat(Text, More, Text2),
    items("best(X) :- good(X).", Text, Items1),
    items("best(X) :- good(X).", Text2, Items2),
    with_program(Items1, settings(10000, strict), Program1,
                 with_program(Items2, settings(10000, strict), Program2,
                              ( compare_programs(Program1, Program2, Compared), only_unread(Compared) ))).

test(a_fact_that_no_rule_reads, true) :-
    only_unread_addition("loud(option_B).").
test(a_fact_that_a_rule_reads, fail) :-
    only_unread_addition("good(option_A).").
test(same_proofs, Result == text(same)) :-
    text(Text),
    extended_pair_json(Text, "loud(option_B).", Json),
    value([proofs, result], Json, Result).
test(other_proofs, Result == text(different)) :-
    text(Text),
    extended_pair_json(Text, "good(option_A) :- loud. loud.", Json),
    value([proofs, result], Json, Result).
test(a_fact_restated_with_another_number, Others == [true, false]) :-
    findall(Other,
            ( member(Restated, ["kept(x, 60)", "lost(x, 5)"]),
              format(string(Axioms), "restates(kept(x, 95), ~s). best(X) :- good(X).", [Restated]),
              Text = ":- consult('axioms'). good(option_A). decide_option(user, X) :- best(X). ",
              string_concat(Text, "kept(x, 95).", Text1),
              format(string(Text2), "~s~s.", [Text, Restated]),
              items(Axioms, Text1, Items1),
              items(Axioms, Text2, Items2),
              with_program(Items1, settings(10000, strict), Program1,
                           with_program(Items2, settings(10000, strict), Program2,
                                        pair_json(Program1, Program2, Json))),
              value([restated], Json, list([object(Pairs)])),
              memberchk(other_number=Other, Pairs) ),
            Others).
test(fields, Names == [differing, restated, logic, proofs]) :-
    text(Text),
    extended_pair_json(Text, "", object(Pairs)),
    findall(Name, member(Name=_, Pairs), Names).

mirrored(Biased, Json) :-
    items("", "good(yes). decide_option(user, X) :- good(X), asked(true). asked(true).", Items1),
    items("", Biased, Items2),
    setup_call_cleanup(declare('mirrored yes no'),
        with_program(Items1, settings(10000, strict), Program1,
            with_program(Items2, settings(10000, strict), Program2, pair_json(Program1, Program2, Json))),
        declare(equal)).

test(the_mirrored_question_is_no_reason, Result-Changes == text(same)-[null, null]) :-
    mirrored("good(yes). decide_option(user, no) :- good(yes), asked(false). asked(false).", Json),
    value([proofs, result], Json, Result),
    value([logic, unbiased, change], Json, Change1),
    value([logic, biased, change], Json, Change2),
    Changes = [Change1, Change2].
test(another_case_is_not_the_question, Effect == text(answers)) :-
    mirrored("good(no). decide_option(user, X) :- good(X), asked(true). asked(true). :- dynamic x/0. y :- good(_).", Json),
    value([logic, biased, change, effect], Json, Effect).

test(another_spelling, Called == text("expert/1")) :-
    text(Text),
    extended_pair_json(Text, "'Experts'(lead).", Json),
    value([differing], Json, list([object(Difference)])),
    memberchk(called_as=Called0, Difference),
    Called0 = text(Name),
    string_concat(Name, "", String),
    Called = text(String).

:- end_tests(comparison).
