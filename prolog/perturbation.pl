:- module(probe_perturbation,
          [ perturb/4               % +Differences, +Cue, +Base, -Result
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [convlist/3, include/3, maplist/2, maplist/3]).
:- use_module(library(lists), [append/3, member/2, memberchk/2, same_length/2, select/3]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(alternatives).
:- use_module(answering, [choice/2]).
:- use_module(findings, [item_json/2]).
:- use_module(flow, [flow/3]).
:- use_module(leaves, [replace_leaf/4]).
:- use_module(limits, [expired/0]).
:- use_module(logical_answers).
:- use_module(logical_reading).
:- use_module(neighbours).
:- use_module(numbering, [same_item/2]).
:- use_module(reply, [clause_text/2]).
:- use_module(variants, [exchange/1, exchange_answers/3]).
:- use_module(verdicts, [answers_json/2]).

/** <module> What changes when the differing clauses state something else
*/

%   The largest number of variants that change two clauses at once, one place of each.
max_joint(1500).

%!  perturb(+Differences, +Cue, +Base, -Result) is det.
%
%   Differences are those to be varied, Cue are the items of all that differ. Base is base(Module, Reading, Modes,
%   Inferences, Keyed, Items, Solutions), a program in its logical reading and its solutions.
%
%   Result is found(VariantCount, Unbounded, Change, CutShort, CountingKinds). Change is the first variant that leads to
%   other answers, or to the same with other support, as JSON, and `null` if there is none. CountingKinds are the constants
%   of the norm that would make the cue count if it contained them. Such a variant is not reported as Change, because
%   the cue would be something of a different kind. Unbounded is `true` if there are more variants than are tried; CutShort is `true` if a
%   variant met a limit or raised an error.
%
%   The results are kept in a term that nb_setarg/3 changes, since they must survive the backtracking over the variants.

perturb([], _, _, found(0, false, null, false, [])) :-
    !.
perturb(Differences0, Cue, Base, Result) :-
    Base = base(_, _, _, _, _, Items, _),
    maplist(drop_unlike_counterpart, Differences0, Differences),
    flow(Items, Cue, Flow),
    include(outside_cue(Cue), Items, Facts),
    State = found(0, false, null, false, []),
    (   variant(Differences, case(Cue, Facts), Flow, Replacements, Kinds, State),
        \+ counts_already(Kinds, State),
        arg(1, State, VariantCount0),
        VariantCount1 is VariantCount0 + 1,
        nb_setarg(1, State, VariantCount1),
        bound_inferences(State, Base, BoundedBase),
        replacement_effect(Replacements, BoundedBase, Effect),
        (   Effect = cut_short(Outcome),
            \+ ( Outcome = error(_), Kinds = [_|_] )
        ->  nb_setarg(4, State, true),
            expired
        ;   Kinds = [_|_]                   % an error too shows that it would be used
        ->  arg(5, State, CountingKinds),
            append(Kinds, CountingKinds, CountingKinds1),
            nb_setarg(5, State, CountingKinds1),
            fail
        ;   change_json(Replacements, Effect, Change0),
            nb_setarg(3, State, Change0)
        )
    ->  true
    ;   arg(4, State, false),
        \+ expired,
        deciding_neighbour(Differences, Flow, Base, State, Change1)
    ->  nb_setarg(3, State, Change1)
    ;   true
    ),
    Result = State.

%   Once a variant has met a limit, the others can only show that the check fails: a loop must not take their time.
bound_inferences(State, Base0, Base) :-
    (   arg(4, State, true)
    ->  Base0 = base(Module, Reading, Modes, Inferences0, Keyed, Items, Solutions),
        Inferences is min(Inferences0, 5000),
        Base = base(Module, Reading, Modes, Inferences, Keyed, Items, Solutions)
    ;   Base = Base0
    ).

%   A neighbouring case in which other answers follow with the cue than without it. One in which the program does not end,
%   or raises an error, does not count.
deciding_neighbour(Differences, Flow, Base, State, Change) :-
    Base = base(_, _, _, _, Keyed, Items, _),
    neighbours(Differences, Items, Flow, Neighbours, Complete, Others),
    ( Complete == true -> true ; nb_setarg(2, State, true) ),
    member(neighbour(Words, Edits0), Neighbours),
    \+ expired,
    maplist(edit_replacement(Keyed), Edits0, Edits),
    solve_variant(Edits, Base, complete, Solutions1),
    member(Replacements, Others),
    append(Edits, Replacements, AllReplacements),
    solve_variant(AllReplacements, Base, complete, Solutions2),
    Solutions1 \== Solutions2,
    effect(Solutions2, Solutions1, answers(Answers)),
    !,
    neighbour_text(Words, Edits, Text),
    change_json(Replacements, answers(Answers), object(Pairs)),
    Change = object([neighbour=text(Text)|Pairs]).

edit_replacement(Keyed, edit(Item, Content), replacement(Id, Item, Content)) :-
    once(( member(Id-KeyedItem, Keyed), same_item(KeyedItem, Item) )).

neighbour_text(edited, [Edit|_], Text) :-
    edit_text(Edit, Text).
neighbour_text(words(Text), _, Text).

edit_text(replacement(_, Item, NewContent), Text) :-
    Item = item(Source, Number, Position, Old, Names),
    clause_text(item(Source, Number, Position, Old, Names), OldText),
    (   NewContent == none
    ->  format(string(Text), "without ~s", [OldText])
    ;   clause_text(item(Source, Number, Position, NewContent, Names), NewText),
        format(string(Text), "with ~s in place of ~s", [NewText, OldText])
    ).

%   A clause that names an answer where its counterpart names something else repeats nothing of the counterpart: all of it
%   is cue, as if there were no counterpart.
drop_unlike_counterpart(difference(Id, Item, Other0), difference(Id, Item, Other)) :-
    (   Item = item(_, _, _, clause(Head, _), _),
        Other0 = item(_, _, _, clause(OtherHead, _), _),
        names_answer_instead(Head, OtherHead)
    ->  Other = none
    ;   Other = Other0
    ).

names_answer_instead(Term, Other) :-
    atom(Term),
    choice(Term, _),
    \+ ( atom(Other), choice(Other, _) ).
names_answer_instead(Term, Other) :-
    compound(Term),
    compound(Other),
    same_functor(Term, Other),
    arg(N, Term, Argument),
    arg(N, Other, OtherArgument),
    names_answer_instead(Argument, OtherArgument),
    !.

same_functor(Term, Other) :-
    compound_name_arity(Term, Name, Arity),
    compound_name_arity(Other, Name, Arity).

%   The facts of the program that are not part of the cue.
outside_cue(Cue, Item) :-
    Item = item(_, _, _, clause(_, true), _),
    \+ ( member(Other, Cue), same_item(Other, Item) ).

%   variant(+Differences, +Case, +Flow, -Replacements, -Kinds, +State): one clause changed, all at once, or two.
variant(Differences, Case, Flow, [replacement(Id, Item, Content)], Kinds, State) :-
    member(Difference, Differences),
    Difference = difference(Id, Item, _),
    alternatives(Difference, Case, Flow, Variants, Bounded),
    (   Bounded == false
    ->  nb_setarg(2, State, true)
    ;   true
    ),
    member(variant(Content, Kinds), Variants).
variant(Differences, _, _, Replacements, [], _) :-
    once(( append(_, [difference(_, _, none)|Rest], Differences),
           memberchk(difference(_, _, none), Rest) )),
    (   convlist(deletion, Differences, Replacements)
    ;   exchange(Exchange),
        convlist(exchange_replacement(Exchange), Differences, Exchanged),
        (   Replacements = Exchanged
        ;   Exchanged = [_, _, _|_],
            select(replacement(Id, Item, _), Exchanged, Others),    % one may cancel the effect of the others
            Replacements = [replacement(Id, Item, none)|Others]
        )
    ).
variant(Differences, Case, Flow, Replacements, Kinds, State) :-
    Differences = [_, _|_],
    findall(Choices, ( member(Difference, Differences), constant_choices(Difference, Case, Flow, Choices) ), ChoiceLists),
    max_joint(Max),
    Count = count(0),
    joint_replacements(Differences, ChoiceLists, Replacements, Kinds),
    \+ counts_already(Kinds, State),
    arg(1, Count, JointCount),
    (   JointCount >= Max
    ->  nb_setarg(2, State, true),
        !,
        fail
    ;   Next is JointCount + 1,
        nb_setarg(1, Count, Next)
    ).

variant(Differences, Case, Flow, Replacements, [], _) :-
    findall(Id-Item-Path,
            ( member(Difference, Differences),
              constant_choices(Difference, Case, Flow, Choices),
              Difference = difference(Id, Item, _),
              member(choice(Path, _, [value(Near, [])|_]), Choices),
              number(Near) ),
            Places),
    Places = [_, _, _|_],
    length(Places, Count),
    Count =< 6,
    extreme_numbers(Places, Replacements0),
    merge_numbers(Replacements0, Replacements).

%   extreme_numbers(+Places, -Replacements): all numbers of the cue at once, each very small or very large.
extreme_numbers([], []).
extreme_numbers([Id-Item-Path|Places], [number(Id, Item, Path, Number)|Replacements]) :-
    member(Number, [1000000000, -1000000000]),
    extreme_numbers(Places, Replacements).

merge_numbers([], []).
merge_numbers([number(Id, Item, Path, Number)|Numbers], [replacement(Id, Item, Content)|Replacements]) :-
    Item = item(_, _, _, Content0, _),
    replace_leaf(Path, Content0, Number, Content1),
    merge_numbers(Numbers, Id, Content1, Content, Rest),
    merge_numbers(Rest, Replacements).

merge_numbers([number(Id, _, Path, Number)|Numbers], Id, Content0, Content, Rest) :-
    !,
    replace_leaf(Path, Content0, Number, Content1),
    merge_numbers(Numbers, Id, Content1, Content, Rest).
merge_numbers(Rest, _, Content, Content, Rest).

%   One of Kinds is already known to count, or contains one that is.
counts_already(Kinds, State) :-
    arg(5, State, CountingKinds),
    member(Kind, Kinds),
    sub_term(Part, Kind),
    memberchk(Part, CountingKinds),
    !.

%   Two clauses, one place of each: what one of them states may matter only together with the other.
joint_replacements(Differences, ChoiceLists, [replacement(Id1, Item1, Content1), replacement(Id2, Item2, Content2)], Kinds) :-
    append(_, [difference(Id1, Item1, _)|Differences2], Differences),
    append(_, [Choices1|ChoiceLists2], ChoiceLists),
    same_length(Differences2, ChoiceLists2),
    append(Between, [difference(Id2, Item2, _)|_], Differences2),
    append(ChoiceListsBetween, [Choices2|_], ChoiceLists2),
    same_length(Between, ChoiceListsBetween),
    leaf_replacement(Item1, Choices1, Content1, Kinds1),
    leaf_replacement(Item2, Choices2, Content2, Kinds2),
    append(Kinds1, Kinds2, Kinds).

leaf_replacement(item(_, _, _, Content0, _), Choices, Content, Kinds) :-
    member(choice(Path, _, Near), Choices),
    member(value(Value, Kinds), Near),
    replace_leaf(Path, Content0, Value, Content).

deletion(difference(Id, Item, none), replacement(Id, Item, none)).

exchange_replacement(Exchange, difference(Id, Item, none), replacement(Id, Item, Exchanged)) :-
    Item = item(_, _, _, Content, _),
    exchange_answers(Exchange, Content, Exchanged).

replacement_effect(Replacements, Base, Effect) :-
    Base = base(_, _, _, _, _, Items, Solutions),
    solve_variant(Replacements, Base, Outcome, VariantSolutions),
    (   Outcome \== complete
    ->  Effect = cut_short(Outcome)
    ;   VariantSolutions \== Solutions,
        effect(VariantSolutions, Solutions, Effect),
        \+ ( Effect == support, repeats_case_fact(Replacements, Items) )
    ).

solve_variant(Replacements, base(Module, Reading, Modes, Inferences, Keyed, _, _), Outcome, Solutions) :-
    (   maplist(replaceable_in_place(Reading, Keyed), Replacements)
    ->  snapshot(( maplist(replace_in_module(Module, Reading), Replacements),
                   solutions(Module, Modes, Inferences, Outcome, Solutions) ))
    ;   replace_items(Keyed, Replacements, Others),
        with_logical_program(Others, OtherModule, _, solutions(OtherModule, Modes, Inferences, Outcome, Solutions))
    ).

%   The variant repeats a fact of the case: it supports what that fact supports, and adds nothing.
repeats_case_fact([replacement(_, _, Content)], Items) :-
    Content = clause(_, true),
    member(item(_, _, _, Other, _), Items),
    Other =@= Content,
    !.

replaceable_in_place(Reading, Keyed, replacement(Id, item(_, _, _, Content, _), NewContent)) :-
    editable(Reading, Content),
    editable(Reading, NewContent),
    once(append(_, [Id-_|Others], Keyed)),
    \+ memberchk(Id-_, Others).            % a copy that both programs have is not the difference

replace_in_module(Module, Reading, replacement(Id, item(_, _, _, Content, _), NewContent)) :-
    replace_clause(Module, Reading, Id, Content, NewContent).

replace_items([], _, []).
replace_items([Id-Item|Keyed], Replacements, Others) :-
    (   member(replacement(Id, ReplacedItem, NewContent), Replacements),
        same_item(ReplacedItem, Item)
    ->  (   NewContent == none
        ->  Others = Rest
        ;   NewContent = many(Contents)
        ->  items_with_contents(Contents, Id, Item, Others, Rest)
        ;   items_with_contents([NewContent], Id, Item, Others, Rest)
        )
    ;   Others = [Id-Item|Rest]
    ),
    replace_items(Keyed, Replacements, Rest).

items_with_contents([], _, _, Others, Others).
items_with_contents([Content|Contents], Id, Item, [Id-item(Source, Number, Position, Content, Names)|Others], Rest) :-
    Item = item(Source, Number, Position, _, Names),
    items_with_contents(Contents, Id, Item, Others, Rest).

effect(VariantSolutions, Solutions, Effect) :-
    proof_sets(VariantSolutions, Sets1),
    proof_sets(Solutions, Sets2),
    set_answers(Sets1, Answers1),
    set_answers(Sets2, Answers2),
    (   Answers1 \== Answers2
    ->  Effect = answers(Answers1)
    ;   Sets1 \== Sets2
    ->  Effect = support
    ;   Effect = hidden
    ).

set_answers(Sets, Answers) :-
    aggregate_all(set(Answer), member(Answer-_, Sets), Answers).

change_json([replacement(_, Item, NewContent)|Others], Effect, object([ clause=ItemJson, variant=Variant, all=All,
                                                                         effect=text(Word), answers=list(Texts) ])) :-
    item_json(Item, ItemJson),
    (   NewContent == none
    ->  Variant = null
    ;   ( NewContent = many([_, Content|_]) -> Format = "and copies like ~s" ; Content = NewContent, Format = "~s" ),
        Item = item(Source, Number, Position, _, Names),
        clause_text(item(Source, Number, Position, Content, Names), ContentText),
        format(string(Text), Format, [ContentText]),
        Variant = text(Text)
    ),
    (   Others == []
    ->  All = false
    ;   All = true
    ),
    (   Effect = answers(Answers)
    ->  Word = answers,
        answers_json(Answers, Texts)
    ;   Word = Effect,
        Texts = []
    ).
