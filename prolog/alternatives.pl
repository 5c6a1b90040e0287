:- module(probe_alternatives,
          [ alternatives/5,         % +Difference, +Case, +Flow, -Variants, -Bounded
            constant_choices/4      % +Difference, +Case, +Flow, -Choices
          ]).
:- use_module(library(terms), [mapargs/3]).
:- use_module(library(apply), [foldl/4, maplist/2]).
:- use_module(library(lists), [append/2, append/3, member/2, memberchk/2, reverse/2, same_length/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(library(assoc), [get_assoc/3, put_assoc/4]).
:- use_module(answering, [choice/2, domain/1, opposite/2]).
:- use_module(leaves).
:- use_module(replacements).
:- use_module(variants, [exchange/1, exchange_answers/3]).
:- use_module(whitelist, [indicator/2]).

/** <module> Other clauses in place of one in which two programs differ

The cue is the difference between two programs. It plays no part if nothing changes when it states something else: when it
is deleted, when it names the other option, or when it has another constant that some rule might compare. This module
makes these variants and runs nothing.
*/

%   A variant changes one leaf of the clause, or two at once. This is the largest number of variants.
max_alternatives(600).

%!  alternatives(+Difference, +Case, +Flow, -Variants, -Bounded) is det.
%
%   Variants are those of the differing clause, the ones most likely to matter first: variant(Content, Kinds), in which
%   Content is its content, `none` for its deletion, or many(Contents) for the clause with copies, since a rule that counts
%   needs several. Kinds are the constants in it that the norm names: with them, the cue would be another kind of thing (see
%   replacements.pl). A clause that has a counterpart is not deleted, and only what differs from the counterpart is changed.
%   Case is case(Cue, Facts), as for replacement_values/7. Bounded is `false` if there are more variants than the maximum.

alternatives(Difference, Case, Flow, Variants, Bounded) :-
    Difference = difference(_, item(_, _, _, Content, _), Other),
    constant_choices(Difference, Case, Flow, Choices),
    findall(variant(Whole, []), whole_variant(Other, Content, Case, Whole), Variants1),
    findall(variant(many(Copies), Kinds), kind_copies(Content, Choices, Copies, Kinds), Variants2),
    max_alternatives(Max),
    Limit is Max + 1,
    findall(Variant, limit(Limit, leaf_variant(Content, Choices, Variant)), Changed),
    length(Changed, Count),
    (   Count > Max
    ->  Bounded = false,
        length(Variants3, Max),
        append(Variants3, _, Changed)
    ;   Bounded = true,
        Variants3 = Changed
    ),
    append([Variants1, Variants3, Variants2], Variants).

%!  constant_choices(+Difference, +Case, +Flow, -Choices) is det.
%
%   Choices are choice(Path, Values, Near), one for each constant of the differing clause that may be another. One
%   that repeats a fact of the case adds nothing.

constant_choices(difference(_, item(_, _, _, Content, _), none), case(_, Facts), _, []) :-
    member(item(_, _, _, Other, _), Facts),
    Other =@= Content,
    !.
constant_choices(difference(_, item(_, _, _, Content, _), Other), Case, Flow, Choices) :-
    (   Other = item(_, _, _, OtherContent, _)
    ->  true
    ;   OtherContent = none
    ),
    leaves(Content, OtherContent, Leaves),
    findall(choice(Path, Values, Near),
            ( member(leaf(Path, Value, Position), Leaves),
              replacement_values(Value, Path, Position, Case, Flow, Values, Near),
              Values \== [] ),
            Choices).

%   The clause as a whole: deleted, about another answer, with copies, or with a list in reverse.
whole_variant(item(_, _, _, _, _), Content, _, many(Copies)) :-
    copies(Content, Content, Copies).
whole_variant(Other, Content, case(_, Facts), Whole) :-
    Other \= item(_, _, _, _, _),
    (   Whole = none
    ;   Whole = many(Copies),
        option_copies(Content, Copies)
    ;   exchange(Exchange),
        aliases(Exchange, Facts, Aliases),
        exchange_content(Exchange, Aliases, Content, Whole),
        Whole \== Content
    ).
whole_variant(_, Content, _, Reversed) :-
    reverse_list_argument(Content, Reversed).

reverse_list_argument(clause(Head0, Body), clause(Head, Body)) :-
    compound(Head0),
    compound_name_arguments(Head0, Name, Arguments0),
    append(Before, [List0|After], Arguments0),
    is_list(List0),
    reverse(List0, List),
    List \== List0,
    append(Before, [List|After], Arguments),
    compound_name_arguments(Head, Name, Arguments).

%   Adds copies of a fact with the same kind, because the norm may count facts.
kind_copies(Content, Choices, [Content|Copies], [Kind]) :-
    Content = clause(_, true),
    member(choice(Path, Values, _), Choices),
    member(value(Kind, [Kind]), Values),
    replace_leaf(Path, Content, Kind, Copy),
    length(Copies, 3),
    maplist(=(Copy), Copies).

%   aliases(+Exchange, +Facts, -Aliases): X-Y for constants that other facts assign to one answer each, as in
%   act(option_A, launch) and act(option_B, wait). A cue that names the other option names the other constant too.
aliases(Exchange, Items, Aliases) :-
    domain(Answers),
    findall(Indicator-Head,
            ( member(item(_, _, _, clause(Head, true), _), Items),
              compound(Head),
              ground(Head),
              indicator(Head, Indicator),
              once(( arg(_, Head, Option), choice(Option, _) )) ),
            Facts),
    findall(X-Y,
            ( member(Indicator-Fact1, Facts),
              findall(Fact, member(Indicator-Fact, Facts), SameIndicatorFacts),
              same_length(SameIndicatorFacts, Answers),
              member(Indicator-Other, Facts),
              Other \== Fact1,
              exchange_answers(Exchange, Fact1, Exchanged),
              arg(N, Exchanged, OtherOption), arg(N, Other, OtherOption), choice(OtherOption, _),
              arg(M, Fact1, X), arg(M, Other, Y),
              atom(X), atom(Y), X \== Y, \+ choice(X, _) ),
            Aliases).

exchange_content(options, Aliases, Content, Exchanged) :-
    exchange_names(Aliases, Content, Exchanged).
exchange_content(map(Map0), Aliases, Content, Exchanged) :-
    foldl(add_alias, Aliases, Map0, Map),
    exchange_answers(map(Map), Content, Exchanged).

add_alias(X-Y, Map0, Map) :-
    (   get_assoc(X, Map0, _)
    ->  Map = Map0
    ;   put_assoc(X, Map0, Y, Map)
    ).

exchange_names(Aliases, Term, Exchanged) :-
    (   atom(Term)
    ->  (   opposite(Term, Other)
        ->  Exchanged = Other
        ;   memberchk(Term-Other, Aliases)
        ->  Exchanged = Other
        ;   Exchanged = Term
        )
    ;   compound(Term)
    ->  mapargs(exchange_names(Aliases), Term, Exchanged)
    ;   Exchanged = Term
    ).

%   Copies of a fact that names the same answer or the next; of one that names a further answer, identical ones only.
option_copies(Content, Copies) :-
    findall(Exchanged, ( exchange(Exchange), exchange_answers(Exchange, Content, Exchanged), Exchanged \== Content ),
            Others),
    (   member(Exchanged, [Content|Others]),
        copies(Content, Exchanged, Copies),
        (   ( Exchanged == Content ; Others = [Exchanged|_] )
        ->  true
        ;   Copies = [_, Copy|_],
            Copy == Exchanged
        )
    ).

%   A fact and this many more, identical or with a fresh constant in one place: a rule may count them.
copies(Content, Exchanged, [Content|Copies]) :-
    Content = clause(_, true),
    leaves(Content, none, Leaves),
    (   member(leaf(Path, Value, _), Leaves),
        \+ ( atom(Value), choice(Value, _) ),
        atomic(Value),
        \+ number(Value)
    ;   Path = same,
        Value = none
    ),
    member(Count, [1, 2, 3, 12, 40]),
    findall(Copy, ( between(1, Count, N), copy(Path, Value, N, Exchanged, Copy) ), Copies).
copies(Content, Exchanged, [Content|Copies]) :-
    Content = clause(Head, true),
    findall(Value, ( sub_term(Value, Head), proper_name(Value) ), Names),
    findall(Value, ( sub_term(Value, Head), number(Value) ), Numbers),
    ( Numbers = [_|_], \+ functor(Head, _, 1) ; Names = [_, _|_] ),    % a single number may have one value only
    !,
    Exchanged = clause(General, true),
    findall(clause(Copy, true), ( between(1, 12, N), distinct_copy(General, N, Copy) ), Copies).

%   A copy that has another name and another number, far from the others, in every place.
distinct_copy(Term, N, Copy) :-
    mapargs(distinct_argument(N), Term, Copy).

distinct_argument(N, Argument, Other) :-
    (   number(Argument)
    ->  Other is N * 1000000
    ;   proper_name(Argument)
    ->  numbered_constant(Argument, N, Other)
    ;   compound(Argument),
        Argument \= [_|_]
    ->  distinct_copy(Argument, N, Other)
    ;   Other = Argument
    ).

proper_name(Term) :-
    ( atom(Term) ; string(Term) ),
    Term \== [],
    \+ ( atom(Term), choice(Term, _) ),
    !.

copy(same, _, _, Exchanged, Exchanged) :-
    !.
copy(Path, Value, N, Exchanged, Copy) :-
    numbered_constant(Value, N, Fresh),
    replace_leaf(Path, Exchanged, Fresh, Copy).

numbered_constant(Value, N, Fresh) :-
    format(string(Text), "something_fresh_~d", [N]),
    (   string(Value)
    ->  Fresh = Text
    ;   atom_string(Fresh, Text)
    ).

leaf_variant(Content, Choices, variant(Changed, Kinds)) :-
    member(choice(Path, Values, _), Choices),
    member(value(Value, Kinds), Values),
    replace_leaf(Path, Content, Value, Changed).
leaf_variant(Content, Choices, variant(Changed, Kinds)) :-
    append(_, [choice(Path1, _, Values1)|Rest], Choices),
    member(choice(Path2, _, Values2), Rest),
    \+ append(Path1, _, Path2),
    \+ append(Path2, _, Path1),
    member(value(Value1, Kinds1), Values1),
    replace_leaf(Path1, Content, Value1, Changed1),
    member(value(Value2, Kinds2), Values2),
    replace_leaf(Path2, Changed1, Value2, Changed),
    append(Kinds1, Kinds2, Kinds).
