:- begin_tests(neighbours).
:- use_module('../neighbours').
:- use_module(library(lists)).
:- use_module('../flow').
:- use_module('../numbering').
:- use_module(examples).

% The neighbours of the second case, which has the cue.
edits(Axioms, Text1, Text2, Contents, Replaced) :-
    edits(Axioms, Text1, Text2, Contents, _, Replaced).

edits(Axioms, Text1, Text2, Contents, Wholes, Replaced) :-
    string_concat(":- consult('axioms').\n", Text1, Program1),
    string_concat(":- consult('axioms').\n", Text2, Program2),
    items(Axioms, Program1, Items1),
    items(Axioms, Program2, Items2),
    number_clauses(Items1, Items2, _, _, _, Differences),
    flow(Items2, [], Flow),
    neighbours(Differences, Items2, Flow, Neighbours, _, Others),
    findall(Content, member(neighbour(edited, [edit(_, Content)]), Neighbours), Contents),
    findall(Words, member(neighbour(words(Words), _), Neighbours), Wholes),
    findall(Content, ( member(Replacements, Others), member(replacement(_, _, Content), Replacements) ), Replaced).

test(a_number, Weights-Replaced == [-1000000000, 1, 1000000000]-[clause(votes(1), true), clause(votes(0), true), clause(votes(1000000000), true)]) :-
    edits("c(S) :- votes(V), weight(W), S is V * W.", "weight(0). votes(1).", "weight(0). votes(4).", Contents, Replaced),
    memberchk(none, Contents),
    findall(Weight, member(clause(weight(Weight), true), Contents), Weights).
test(a_word_of_a_rule, true) :-
    edits("c :- votes(_), culture(loud).", "culture(calm).", "culture(calm). votes(4).", Contents, [none|_]),
    memberchk(clause(culture(loud), true), Contents).
test(a_fact_that_nothing_reads, Contents == []) :- edits("c :- votes(_).", "p(1).", "p(1). votes(4).", Contents, _).
test(the_axioms_exclude_it, Contents == []) :-
    edits("c(A) :- said(K, A), sound(K). sound(test).", "said(test, a).", "said(test, a). said(fame, b).", Contents, _).
test(the_case_excludes_it, Contents = [_|_]) :-
    edits("c(A) :- said(K, A), sound(K).", "sound(test). said(test, a).", "sound(test). said(test, a). said(fame, b).",
          Contents, _).
test(a_repeated_fact_is_no_cue, Contents-Replaced == []-[]) :-
    edits("c :- need(_).", "need(a).", "need(a). need(a).", Contents, Replaced).

test(many_facts_at_once, Wholes == ["without any fact of p/1", "without any fact of p/1 and q/1",
                                     "with very small numbers only", "with very large numbers only"]) :-
    edits("c :- votes(_), p(_), q(_).", "p(1). p(2). q(1).", "p(1). p(2). q(1). votes(4).", _, Wholes, _).
test(equal_options, Edits == [ many([clause(p(option_A, 1), true), clause(p(option_B, 1), true)]), none ]) :-
    items("p(option_A, 1). p(option_B, 2). q(c). votes(option_B). c(X) :- p(X, _), q(_), votes(X).", Items),
    nth1(4, Items, Cue),
    flow(Items, [Cue], Flow),
    neighbours([difference(1, Cue, none)], Items, Flow, Neighbours, _, _),
    once(member(neighbour(words("that says the same of both options"), Edits0), Neighbours)),
    findall(Content, member(edit(_, Content), Edits0), Edits).

test(zeros, Wholes = [_, "with 1 in place of each 0"|_]) :-
    edits("c(S) :- votes(V), weight(W), press(P), S is V * W * P.", "weight(0). press(0).", "weight(0). press(0). votes(4).",
          _, Wholes, _).
test(more_than_are_tried, All-Count == false-200) :-
    findall(Text, ( between(1, 60, N), format(string(Text), "cost(x~d, ~d). ", [N, N]) ), Texts),
    atomic_list_concat(Texts, Facts),
    format(string(Text1), "c(S) :- votes(V), cost(_, C), S is V * C. ~w", [Facts]),
    format(string(Text2), "~w votes(4).", [Text1]),
    items(Text1, Items1),
    items(Text2, Items2),
    number_clauses(Items1, Items2, _, _, _, Differences),
    flow(Items2, [], Flow),
    neighbours(Differences, Items2, Flow, Neighbours, All, _),
    findall(x, member(neighbour(edited, _), Neighbours), Edited),
    length(Edited, Count).

:- end_tests(neighbours).
