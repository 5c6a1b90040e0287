:- module(probe_perturbation,
          [ perturbed/4             % +Differences, +Cue, +Base, -Found
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
:- use_module(variants, [exchange/1, exchanged_content/3]).
:- use_module(verdicts, [answers_json/2]).

/** <module> What changes when the differing clauses state something else
*/

%   The largest number of variants that change two clauses at once, one place of each.
max_joint(1500).

%!  perturbed(+Differences, +Cue, +Base, -Found) is det.
%
%   Differences are those to be varied, Cue are the items of all that differ. Base is base(Module, Reading, Modes,
%   Inferences, Keyed, Items, Solutions), a program in its logical reading and its solutions.
%
%   Found is found(Tried, Unbounded, Change, CutShort, Counting). Change is the first variant that leads to other answers,
%   or to the same with other support, as JSON, and `null` if there is none. Counting are the constants that the norm names
%   and with which the cue would count: such a variant is no Change, because the cue would be another kind of thing.
%   Unbounded is `true` if there are more variants than are tried; CutShort is `true` if a variant met a limit or raised an
%   error.
%
%   The results are kept in a term that nb_setarg/3 changes, since they must survive the backtracking over the variants.

perturbed([], _, _, found(0, false, null, false, [])) :-
    !.
perturbed(Differences0, Cue, Base, Found) :-
    Base = base(_, _, _, _, _, Items, _),
    maplist(own_subject, Differences0, Differences),
    flow(Items, Cue, Flow),
    include(outside(Cue), Items, Facts),
    State = found(0, false, null, false, []),
    (   variant(Differences, case(Cue, Facts), Flow, Replacements, Kinds, State),
        \+ counting(Kinds, State),
        arg(1, State, Tried0),
        Tried1 is Tried0 + 1,
        nb_setarg(1, State, Tried1),
        bounded(State, Base, Bounded),
        changed(Replacements, Bounded, Effect),
        (   Effect = cut_short(Outcome),
            \+ ( Outcome = error(_), Kinds = [_|_] )
        ->  nb_setarg(4, State, true),
            expired
        ;   Kinds = [_|_]                   % an error too shows that it would be used
        ->  arg(5, State, Counting),
            append(Kinds, Counting, Counting1),
            nb_setarg(5, State, Counting1),
            fail
        ;   change_json(Replacements, Effect, Change0),
            nb_setarg(3, State, Change0)
        )
    ->  true
    ;   arg(4, State, false),
        \+ expired,
        neighbouring(Differences, Flow, Base, State, Change1)
    ->  nb_setarg(3, State, Change1)
    ;   true
    ),
    Found = State.

%   Once a variant has met a limit, the others can only show that the check fails: a loop must not take their time.
bounded(State, Base0, Base) :-
    (   arg(4, State, true)
    ->  Base0 = base(Module, Reading, Modes, Inferences0, Keyed, Items, Solutions),
        Inferences is min(Inferences0, 5000),
        Base = base(Module, Reading, Modes, Inferences, Keyed, Items, Solutions)
    ;   Base = Base0
    ).

%   A neighbouring case in which other answers follow with the cue than without it. One in which the program does not end,
%   or raises an error, is none.
neighbouring(Differences, Flow, Base, State, Change) :-
    Base = base(_, _, _, _, Keyed, Items, _),
    neighbours(Differences, Items, Flow, Neighbours, All, Others),
    ( All == true -> true ; nb_setarg(2, State, true) ),
    member(neighbour(Words, Edits0), Neighbours),
    \+ expired,
    maplist(numbered(Keyed), Edits0, Edits),
    varied(Edits, Base, complete, Found1),
    member(Replacements, Others),
    append(Edits, Replacements, Both),
    varied(Both, Base, complete, Found2),
    Found1 \== Found2,
    effect(Found2, Found1, answers(Answers)),
    !,
    neighbour_text(Words, Edits, Text),
    change_json(Replacements, answers(Answers), object(Pairs)),
    Change = object([neighbour=text(Text)|Pairs]).

numbered(Keyed, edit(Item, Content), replacement(Id, Item, Content)) :-
    once(( member(Id-Same, Keyed), same_item(Same, Item) )).

neighbour_text(edited, [Edit|_], Text) :-
    edit_text(Edit, Text).
neighbour_text(words(Text), _, Text).

edit_text(replacement(_, Item, New), Text) :-
    Item = item(Source, Number, Position, Old, Names),
    clause_text(item(Source, Number, Position, Old, Names), OldText),
    (   New == none
    ->  format(string(Text), "without ~s", [OldText])
    ;   clause_text(item(Source, Number, Position, New, Names), NewText),
        format(string(Text), "with ~s in place of ~s", [NewText, OldText])
    ).

%   A clause that names an answer where its counterpart names something else repeats nothing of the counterpart: all of it
%   is cue, as if there were no counterpart.
own_subject(difference(Id, Item, Other0), difference(Id, Item, Other)) :-
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
outside(Cue, Item) :-
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
    (   convlist(deleted, Differences, Replacements)
    ;   exchange(Exchange),
        convlist(exchanged(Exchange), Differences, Exchanged),
        (   Replacements = Exchanged
        ;   Exchanged = [_, _, _|_],
            select(replacement(Id, Item, _), Exchanged, Others),    % one may cancel the effect of the others
            Replacements = [replacement(Id, Item, none)|Others]
        )
    ).
variant(Differences, Case, Flow, Replacements, Kinds, State) :-
    Differences = [_, _|_],
    findall(Choices, ( member(Difference, Differences), constant_choices(Difference, Case, Flow, Choices) ), Each),
    max_joint(Max),
    Count = count(0),
    joint(Differences, Each, Replacements, Kinds),
    \+ counting(Kinds, State),
    arg(1, Count, Tried),
    (   Tried >= Max
    ->  nb_setarg(2, State, true),
        !,
        fail
    ;   Next is Tried + 1,
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
    extremes(Places, Replacements0),
    merged(Replacements0, Replacements).

%   extremes(+Places, -Replacements): all numbers of the cue at once, each very small or very large.
extremes([], []).
extremes([Id-Item-Path|Places], [number(Id, Item, Path, Number)|Replacements]) :-
    member(Number, [1000000000, -1000000000]),
    extremes(Places, Replacements).

merged([], []).
merged([number(Id, Item, Path, Number)|Numbers], [replacement(Id, Item, Content)|Replacements]) :-
    Item = item(_, _, _, Content0, _),
    replace_leaf(Path, Content0, Number, Content1),
    merged(Numbers, Id, Content1, Content, Rest),
    merged(Rest, Replacements).

merged([number(Id, _, Path, Number)|Numbers], Id, Content0, Content, Rest) :-
    !,
    replace_leaf(Path, Content0, Number, Content1),
    merged(Numbers, Id, Content1, Content, Rest).
merged(Rest, _, Content, Content, Rest).

%   One of Kinds is already known to count, or contains one that is.
counting(Kinds, State) :-
    arg(5, State, Counting),
    member(Kind, Kinds),
    sub_term(Part, Kind),
    memberchk(Part, Counting),
    !.

%   Two clauses, one place of each: what one of them states may matter only together with the other.
joint(Differences, Each, [replacement(Id1, Item1, Content1), replacement(Id2, Item2, Content2)], Kinds) :-
    append(_, [difference(Id1, Item1, _)|Differences2], Differences),
    append(_, [Choices1|Each2], Each),
    same_length(Differences2, Each2),
    append(Between, [difference(Id2, Item2, _)|_], Differences2),
    append(EachBetween, [Choices2|_], Each2),
    same_length(Between, EachBetween),
    one_place(Item1, Choices1, Content1, Kinds1),
    one_place(Item2, Choices2, Content2, Kinds2),
    append(Kinds1, Kinds2, Kinds).

one_place(item(_, _, _, Content0, _), Choices, Content, Kinds) :-
    member(choice(Path, _, Near), Choices),
    member(value(Value, Kinds), Near),
    replace_leaf(Path, Content0, Value, Content).

deleted(difference(Id, Item, none), replacement(Id, Item, none)).

exchanged(Exchange, difference(Id, Item, none), replacement(Id, Item, Exchanged)) :-
    Item = item(_, _, _, Content, _),
    exchanged_content(Exchange, Content, Exchanged).

changed(Replacements, Base, Effect) :-
    Base = base(_, _, _, _, _, Items, Solutions),
    varied(Replacements, Base, Outcome, Found),
    (   Outcome \== complete
    ->  Effect = cut_short(Outcome)
    ;   Found \== Solutions,
        effect(Found, Solutions, Effect),
        \+ ( Effect == support, repeats(Replacements, Items) )
    ).

varied(Replacements, base(Module, Reading, Modes, Inferences, Keyed, _, _), Outcome, Found) :-
    (   maplist(in_place(Reading, Keyed), Replacements)
    ->  snapshot(( maplist(replace(Module, Reading), Replacements),
                   solutions(Module, Modes, Inferences, Outcome, Found) ))
    ;   replaced(Keyed, Replacements, Others),
        with_logical_program(Others, OtherModule, _, solutions(OtherModule, Modes, Inferences, Outcome, Found))
    ).

%   The variant repeats a fact of the case: it supports what that fact supports, and adds nothing.
repeats([replacement(_, _, Content)], Items) :-
    Content = clause(_, true),
    member(item(_, _, _, Other, _), Items),
    Other =@= Content,
    !.

in_place(Reading, Keyed, replacement(Id, item(_, _, _, Content, _), New)) :-
    editable(Reading, Content),
    editable(Reading, New),
    once(append(_, [Id-_|Others], Keyed)),
    \+ memberchk(Id-_, Others).            % a copy that both programs have is not the difference

replace(Module, Reading, replacement(Id, item(_, _, _, Content, _), New)) :-
    replace_clause(Module, Reading, Id, Content, New).

replaced([], _, []).
replaced([Id-Item|Keyed], Replacements, Others) :-
    (   member(replacement(Id, Same, New), Replacements),
        same_item(Same, Item)
    ->  (   New == none
        ->  Others = Rest
        ;   New = many(Contents)
        ->  with_contents(Contents, Id, Item, Others, Rest)
        ;   with_contents([New], Id, Item, Others, Rest)
        )
    ;   Others = [Id-Item|Rest]
    ),
    replaced(Keyed, Replacements, Rest).

with_contents([], _, _, Others, Others).
with_contents([Content|Contents], Id, Item, [Id-item(Source, Number, Position, Content, Names)|Others], Rest) :-
    Item = item(Source, Number, Position, _, Names),
    with_contents(Contents, Id, Item, Others, Rest).

effect(Found, Solutions, Effect) :-
    proof_sets(Found, Sets1),
    proof_sets(Solutions, Sets2),
    answers(Sets1, Answers1),
    answers(Sets2, Answers2),
    (   Answers1 \== Answers2
    ->  Effect = answers(Answers1)
    ;   Sets1 \== Sets2
    ->  Effect = support
    ;   Effect = hidden
    ).

answers(Sets, Answers) :-
    aggregate_all(set(Answer), member(Answer-_, Sets), Answers).

change_json([replacement(_, Item, New)|Others], Effect, object([ clause=ItemJson, variant=Variant, all=All,
                                                                  effect=text(Word), answers=list(Texts) ])) :-
    item_json(Item, ItemJson),
    (   New == none
    ->  Variant = null
    ;   ( New = many([_, Content|_]) -> How = "and copies like ~s" ; Content = New, How = "~s" ),
        Item = item(Source, Number, Position, _, Names),
        clause_text(item(Source, Number, Position, Content, Names), ContentText),
        format(string(Text), How, [ContentText]),
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
