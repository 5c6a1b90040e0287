:- module(probe_perturbation,
          [ perturbed/6             % +Differences, +Base, -Tried, -Unbounded, -Change, -CutShort
          ]).
:- use_module(library(lists), [append/3, member/2, memberchk/2, select/3]).
:- use_module(alternatives).
:- use_module(flow, [flow/2]).
:- use_module(limits, [expired/0]).
:- use_module(logical_answers).
:- use_module(logical_reading).
:- use_module(numbering, [same_item/2]).
:- use_module(probing, [item_json/2]).
:- use_module(reply, [clause_text/2]).
:- use_module(variants, [exchange/1, exchanged_content/3]).
:- use_module(verdicts, [answers_json/2]).

/** <module> What changes when the differing clauses say something else
*/

%!  perturbed(+Differences, +Base, -Tried, -Unbounded, -Change, -CutShort) is det.
%
%   Base is base(Module, Reading, Modes, Inferences, Keyed, Items, Solutions), a program in its logical reading and its
%   solutions. Change is the first variant that leads to other answers, or to the same with other support, as JSON;
%   Unbounded is `true` if a clause has more variants than are tried; CutShort is `true` if a variant met a limit or
%   raised an error.
%
%   The results are kept in a term that nb_setarg/3 changes, since they must survive the backtracking over the variants.

perturbed([], _, 0, false, null, false) :-
    !.
perturbed(Differences, Base, Tried, Unbounded, Change, CutShort) :-
    Base = base(_, _, _, _, _, Items, _),
    flow(Items, Flow),
    State = state(0, false, null, false),
    (   variant(Differences, Items, Flow, Replacements, State),
        arg(1, State, Tried0),
        Tried1 is Tried0 + 1,
        nb_setarg(1, State, Tried1),
        changed(Replacements, Base, Effect),
        (   Effect = cut_short
        ->  nb_setarg(4, State, true),
            expired
        ;   change_json(Replacements, Effect, Change0),
            nb_setarg(3, State, Change0)
        )
    ->  true
    ;   true
    ),
    State = state(Tried, Unbounded, Change, CutShort).

%   variant(+Differences, +Items, +Flow, -Replacements, +State): one clause changed, or all at once.
variant(Differences, Items, Flow, [replacement(Id, Item, Content)], State) :-
    member(Difference, Differences),
    Difference = difference(Id, Item, _),
    alternatives(Difference, Items, Flow, Contents, Bounded),
    (   Bounded == false
    ->  nb_setarg(2, State, true)
    ;   true
    ),
    member(Content, Contents).
variant(Differences, _, _, Replacements, _) :-
    append(_, [difference(_, _, none)|Rest], Differences),
    memberchk(difference(_, _, none), Rest),
    !,
    (   deleted(Differences, Replacements)
    ;   exchange(Exchange),
        all_exchanged(Differences, Exchange, Exchanged),
        (   Replacements = Exchanged
        ;   Exchanged = [_, _, _|_],
            select(replacement(Id, Item, _), Exchanged, Others),    % one may cancel the effect of the others
            Replacements = [replacement(Id, Item, none)|Others]
        )
    ).

deleted([], []).
deleted([difference(Id, Item, Other)|Differences], Replacements) :-
    (   Other == none
    ->  Replacements = [replacement(Id, Item, none)|Rest]
    ;   Replacements = Rest
    ),
    deleted(Differences, Rest).

all_exchanged([], _, []).
all_exchanged([difference(Id, Item, Other)|Differences], Exchange, Replacements) :-
    (   Other == none
    ->  Item = item(_, _, _, Content, _),
        exchanged_content(Exchange, Content, Exchanged),
        Replacements = [replacement(Id, Item, Exchanged)|Rest]
    ;   Replacements = Rest
    ),
    all_exchanged(Differences, Exchange, Rest).

changed(Replacements, Base, Effect) :-
    Base = base(Module, Reading, Modes, Inferences, Keyed, _, Solutions),
    (   in_place(Replacements, Reading, Keyed)
    ->  snapshot(( replace_all(Replacements, Module, Reading),
                   solutions(Module, Modes, Inferences, Outcome, Found) ))
    ;   replaced(Keyed, Replacements, Others),
        with_logical_program(Others, OtherModule, _, solutions(OtherModule, Modes, Inferences, Outcome, Found))
    ),
    (   Outcome \== complete
    ->  Effect = cut_short
    ;   Found \== Solutions,
        effect(Found, Solutions, Effect)
    ).

in_place([], _, _).
in_place([replacement(Id, item(_, _, _, Content, _), New)|Replacements], Reading, Keyed) :-
    editable(Reading, Content),
    editable(Reading, New),
    once(append(_, [Id-_|Others], Keyed)),
    \+ memberchk(Id-_, Others),            % a copy that both programs have is not the difference
    in_place(Replacements, Reading, Keyed).

replace_all([], _, _).
replace_all([replacement(Id, item(_, _, _, Content, _), New)|Replacements], Module, Reading) :-
    replace_clause(Module, Reading, Id, Content, New),
    replace_all(Replacements, Module, Reading).

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
    findall(Answer, member(Answer-_, Sets), Found),
    sort(Found, Answers).

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
