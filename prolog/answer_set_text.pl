:- module(probe_answer_set_text,
          [ answer_set_text/2       % -Text, -Answers
          ]).
:- use_module(library(apply), [exclude/3]).
:- use_module(library(lists), [append/2, append/3, member/2, same_length/2]).
:- use_module(translation).
:- use_module(demand).
:- use_module(answer_set_names).
:- use_module(answer_set_literals).

/** <module> The rules of a translation as text for clingo */

:- dynamic counted_predicate/2.

%!  answer_set_text(-Text:string, -Answers) is det.
%
%   Text is the program that translation.pl and demand.pl hold; Answers are the constants that may be in it, as
%   Name-Term. In its one stable model `answer(T)` is an answer of decide_option/2, and `doubt(N)` means that doubt N
%   holds.

answer_set_text(Text, Answers) :-
    name_program,
    retractall(counted_predicate(_, _)),
    find_counted_predicates,
    with_output_to(string(Text), program_text),
    findall(Name-Term, constant_name(Term, Name), Answers).

%   Every derivation of a counted or summed value is a solution, so the predicates called there are checked for values
%   with more than one derivation.
find_counted_predicates :-
    forall(( rule(_, _, _, Arguments, Literals, _), append(_, [All], Arguments), nonvar(All), All = '$distinct'(_, _) ),
           count_calls(Literals)).

count_calls(Literals) :-
    forall(( member(call(Key, Mode, _), Literals), Mode \== facts, \+ counted_predicate(Key, Mode) ),
           ( assertz(counted_predicate(Key, Mode)),
             forall(rule(Key, Mode, _, _, Inner, _), count_calls(Inner)) )).

program_text :-
    format("#show answer/1.~n#show doubt/1.~n", []),
    query_text,
    forall(needed_fact(Key, Arguments), ( atom_text(p, Key, facts, Arguments, Text), format("~s.~n", [Text]) )),
    forall(rule(Key, Mode, _, Arguments, Literals, _), rule_text(Key, Mode, Arguments, Literals)),
    forall(demand_rule(Key, Mode, Arguments, Body, _), \+ \+ demand_text(Key, Mode, Arguments, Body)),
    forall(counted_predicate(Key, Mode), count_doubt_text(Key, Mode)),
    forall(member(Kind, [atom, string]), kind_text(Kind)).

needed_fact(Key, Arguments) :-
    wanted(Key, facts),
    source(Key, _, Arguments, _, _).

query_text :-
    (   query_mode(Mode),
        predicate_name(decide_option/2, Mode, Number)
    ->  constant_name(user, User),
        format("answer(X) :- p~d(~w,X).~n", [Number, User]),
        (   demanded(decide_option/2, Mode)
        ->  format("d~d(~w).~n", [Number, User])
        ;   true
        )
    ;   true
    ).

rule_text(Key, Mode, Arguments0, Literals0) :-
    copy_term(Arguments0-Literals0, Arguments-Literals),
    demand_literals(Key, Mode, Arguments, Demand),
    name_variables(Arguments-Literals),
    doubt_texts(Literals, Demand),
    without_doubts(Literals, Certain),
    append(Demand, Certain, Body),
    atom_text(p, Key, Mode, Arguments, Head),
    write_rule(Head, Body).

demand_text(Key, Mode, Arguments, Body) :-
    name_variables(Arguments-Body),
    atom_text(d, Key, Mode, Arguments, Head),
    write_rule(Head, Body).

name_variables(Term) :-
    numbervars(Term, 0, _, [functor_name('$v')]).

doubt_texts(Literals, Demand) :-
    forall(append(Before, [doubt(Number, Conditions)|_], Literals),
           ( without_doubts(Before, Certain),
             append([Demand, Certain, Conditions], Body),
             format(string(Head), "doubt(~d)", [Number]),
             write_rule(Head, Body) )).

without_doubts(Literals, Certain) :-
    exclude(is_doubt, Literals, Certain).

is_doubt(doubt(_, _)).

count_doubt_text(Key, Mode) :-
    source(Key, 1, FirstArguments, _, Item),
    !,
    predicate_name(Key, Mode, Number),
    with_item(Item, new_doubt("one solution that is counted can be found in several ways", Doubt)),
    forall(rule(Key, Mode, Index, Arguments, Literals, _),
           \+ \+ derivation_text(Number, Index, Key, Mode, Arguments, Literals)),
    same_length(FirstArguments, Variables),
    name_variables(Variables),
    terms_text(Variables, Names),
    ( Variables == [] -> Comma = "" ; Comma = "," ),
    format("doubt(~d) :- e~d(~s~sT), e~d(~s~sU), T < U.~n",
           [Doubt, Number, Names, Comma, Number, Names, Comma]).
count_doubt_text(_, _).

derivation_text(Number, Index, Key, Mode, Arguments, Literals0) :-
    without_doubts(Literals0, Literals),
    distinguish_solutions(['$all'], Literals, ['$distinct'(_, Variables)]),
    demand_literals(Key, Mode, Arguments, Demand),
    append(Demand, Literals, Body),
    name_variables(Arguments-Literals),
    append(Arguments, ['$distinct'(Index, Variables)], Terms),
    terms_text(Terms, Inner),
    format(string(Head), "e~d(~s)", [Number, Inner]),
    write_rule(Head, Body).

kind_text(Kind) :-
    (   rule(_, _, _, _, Literals, _),
        member(kind(Kind, _), Literals)
    ->  forall(( constant_name(Constant, Name), call(Kind, Constant) ), format("k_~w(~w).~n", [Kind, Name]))
    ;   true
    ).
