:- module(probe_perturbation,
          [ keyed/6,                % +Items1, +Items2, -Keyed1, -Keyed2, -Differences1, -Differences2
            alternatives/5,         % +Difference, +Items, +Flow, -Contents, -Bounded
            flow/2                  % +Items, -Flow
          ]).
:- use_module(library(lists), [member/2, memberchk/2, append/3, append/2]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(answering).
:- use_module(calls).
:- use_module(differences).
:- use_module(variants).
:- use_module(whitelist).

/** <module> What else a cue could have said

The cue is what differs between two programs. It plays no part if nothing changes when it says something else: when it is
missing, when it speaks of the other option, or when another constant is in its place that some rule might be waiting
for. This module makes these variants; nothing is run here.
*/

%!  keyed(+Items1, +Items2, -Keyed1, -Keyed2, -Differences1, -Differences2) is det.
%
%   Number the clauses of two programs so that what corresponds has the same number: variants of each other, and clauses
%   that differ in ground terms alone. Keyed are lists of Id-Item in the order of the programs; Differences are
%   difference(Id, Item, Other), Other being the corresponding item, restated(Item) where the axioms declare by
%   restates(Fact1, Fact2) that both facts say the same, or `none`.

keyed(Items1, Items2, Keyed1, Keyed2, Differences1, Differences2) :-
    differing(Items1, Items2, Only1, Only2),
    findall(restates(One, Two), member(item(axioms, _, _, clause(restates(One, Two), true), _), Items1), Restatements),
    paired(Only1, Only2, Restatements, Pairs),
    setup_call_cleanup(trie_new(Known),
                       ( number_items(Items1, Restatements, 0, Next, Known, Keyed1),
                         number_others(Items2, given(Restatements, Pairs, Keyed1), Next, Known, Keyed2) ),
                       trie_destroy(Known)),
    differences(Only1, Pairs, Keyed1, Differences1),
    swapped(Pairs, Swapped),
    differences(Only2, Swapped, Keyed2, Differences2).

paired([], _, _, []).
paired([Item|Items], Others, Restatements, Pairs) :-
    (   restatement(Item, Others, Restatements, Other)
    ->  Pairs = [pair(Item, Other, restated)|Rest]
    ;   counterpart(Item, Others, Other)
    ->  Pairs = [pair(Item, Other, varied)|Rest]
    ;   Pairs = Rest,
        Other = none
    ),
    without(Others, Other, Left),
    paired(Items, Left, Restatements, Rest).

without([], _, []).
without([Item|Items], Other, Left) :-
    (   Item == Other
    ->  Left = Items
    ;   Left = [Item|Left1],
        without(Items, Other, Left1)
    ).

restatement(item(_, _, _, Content, _), Others, Restatements, Other) :-
    restated(Content, Restatements, OtherContent),
    member(Other, Others),
    Other = item(_, _, _, Found, _),
    Found =@= OtherContent,
    !.

swapped([], []).
swapped([pair(A, B, How)|Pairs], [pair(B, A, How)|Swapped]) :-
    swapped(Pairs, Swapped).

number_items([], _, Next, Next, _, []).
number_items([Item|Items], Restatements, N0, N, Known, Keyed) :-
    Item = item(_, _, _, Content, _),
    (   Content = clause(_, _)
    ->  number_content(Content, Restatements, N0, N1, Known, Id),
        Keyed = [Id-Item|Rest]
    ;   Keyed = [none-Item|Rest],
        N1 = N0
    ),
    number_items(Items, Restatements, N1, N, Known, Rest).

number_content(Content, Restatements, N0, N, Known, Id) :-
    (   trie_lookup(Known, Content, Id0)
    ->  Id = Id0,
        N = N0
    ;   restated(Content, Restatements, Other),
        trie_lookup(Known, Other, Id0)
    ->  Id = Id0,
        N = N0,
        trie_insert(Known, Content, Id)
    ;   Id = N0,
        N is N0 + 1,
        trie_insert(Known, Content, Id)
    ).

restated(clause(Fact, true), Restatements, clause(Other, true)) :-
    member(restates(One, Two), Restatements),
    (   One =@= Fact
    ->  Other = Two
    ;   Two =@= Fact
    ->  Other = One
    ).

number_others([], _, _, _, []).
number_others([Item|Items], Given, N0, Known, [Id-Item|Keyed]) :-
    Item = item(_, _, _, Content, _),
    Given = given(Restatements, Pairs, Keyed1),
    (   Content \= clause(_, _)
    ->  Id = none,
        N1 = N0
    ;   member(pair(Other, Same, _), Pairs),
        Same == Item
    ->  id_of(Other, Keyed1, Id),
        N1 = N0
    ;   number_content(Content, Restatements, N0, N1, Known, Id)
    ),
    number_others(Items, Given, N1, Known, Keyed).

id_of(Item, Keyed, Id) :-
    member(Id-Found, Keyed),
    Found == Item,
    !.

differences([], _, _, []).
differences([Item|Items], Pairs, Keyed, [difference(Id, Item, Other)|Differences]) :-
    id_of(Item, Keyed, Id),
    (   member(pair(Same, Other0, How), Pairs),
        Same == Item
    ->  (   How == restated
        ->  Other = restated(Other0)
        ;   Other = Other0
        )
    ;   Other = none
    ),
    differences(Items, Pairs, Keyed, Differences).

%   A variant changes one leaf of the clause, or two at once; so many at most.
max_alternatives(600).

%!  alternatives(+Difference, +Items, +Flow, -Contents, -Bounded) is det.
%
%   Contents are the variants of the differing clause as content, `none` for its deletion, or many(Contents) for the clause
%   with copies of it that differ in a fresh constant: a rule that counts needs several. The likeliest to matter come first. A clause that has a counterpart is not deleted, and only what differs from the counterpart is changed. Bounded
%   is `false` where there would be more variants than are made.

alternatives(difference(_, item(_, _, _, Content, _), Other), Items, Flow, Contents, Bounded) :-
    (   Other = item(_, _, _, OtherContent, _)
    ->  findall(many(Copies), copies(Content, Content, Copies), Whole)
    ;   OtherContent = none,
        findall(many(Copies), ( exchanged_or_not(Content, Told), copies(Content, Told, Copies) ), Many),
        aliases(Items, Content, Aliases),
        exchanged_all(Content, Aliases, Exchanged),
        (   Exchanged == Content
        ->  Whole = [none|Many]
        ;   Whole = [none, Exchanged|Many]
        )
    ),
    leaves(Content, OtherContent, Leaves),
    findall(choice(Path, Values, Near),
            ( member(leaf(Path, Value, Position), Leaves),
              values(Value, Path, Position, Items, Content, Flow, Values, Near),
              Values \== [] ),
            Choices),
    max_alternatives(Max),
    More is Max + 1,
    findall(Changed, limit(More, changed(Content, Choices, Changed)), Changed0),
    length(Changed0, Count),
    (   Count > Max
    ->  Bounded = false,
        length(Some, Max),
        append(Some, _, Changed0)
    ;   Bounded = true,
        Some = Changed0
    ),
    append(Whole, Some, Contents).

%   aliases(+Items, +Content, -Aliases): X-Y for constants that other facts connect with one option each, one by one:
%   act(option_A, launch) and act(option_B, wait). Who speaks of the other option speaks of the other of these.
aliases(Items, Content, Aliases) :-
    findall(Indicator-Head,
            ( member(item(_, _, _, clause(Head, true), _), Items),
              clause(Head, true) \== Content,
              compound(Head),
              ground(Head),
              indicator(Head, Indicator),
              once(( arg(_, Head, Option), atom(Option), choice(Option, _) )) ),
            Facts),
    findall(X-Y,
            ( member(Indicator-One, Facts),
              findall(Fact, member(Indicator-Fact, Facts), [_, _]),
              member(Indicator-Other, Facts),
              Other \== One,
              exchanged_content(One, Told),
              arg(N, Told, Same), arg(N, Other, Same), choice(Same, _),
              arg(M, One, X), arg(M, Other, Y),
              atom(X), atom(Y), X \== Y, \+ choice(X, _) ),
            Aliases).

exchanged_all(Term, Aliases, Exchanged) :-
    (   atom(Term)
    ->  (   opposite(Term, Other)
        ->  Exchanged = Other
        ;   memberchk(Term-Other, Aliases)
        ->  Exchanged = Other
        ;   Exchanged = Term
        )
    ;   compound(Term)
    ->  compound_name_arguments(Term, Name, Arguments),
        exchanged_arguments(Arguments, Aliases, Others),
        compound_name_arguments(Exchanged, Name, Others)
    ;   Exchanged = Term
    ).

exchanged_arguments([], _, []).
exchanged_arguments([A|As], Aliases, [B|Bs]) :-
    exchanged_all(A, Aliases, B),
    exchanged_arguments(As, Aliases, Bs).

%   A fact, and so many more, the same or with a fresh constant in one of its places: a rule may count.
copies(Content, Told, [Content|Copies]) :-
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
    findall(Copy, ( between(1, Count, N), copy(Path, Value, N, Told, Copy) ), Copies).

copy(same, _, _, Told, Told) :-
    !.
copy(Path, Value, N, Told, Copy) :-
    numbered(Value, N, Fresh),
    put(Path, Told, Fresh, Copy).

exchanged_or_not(Content, Content).
exchanged_or_not(Content, Exchanged) :-
    exchanged_content(Content, Exchanged),
    Exchanged \== Content.

numbered(Value, N, Fresh) :-
    format(string(Text), "something_fresh_~d", [N]),
    (   string(Value)
    ->  Fresh = Text
    ;   atom_string(Fresh, Text)
    ).

changed(Content, Choices, Changed) :-
    member(choice(Path, Values, _), Choices),
    member(Value, Values),
    put(Path, Content, Value, Changed).
changed(Content, Choices, Changed) :-
    append(_, [choice(Path1, _, Values1)|Rest], Choices),
    member(choice(Path2, _, Values2), Rest),
    \+ append(Path1, _, Path2),
    \+ append(Path2, _, Path1),
    member(Value1, Values1),
    put(Path1, Content, Value1, Changed1),
    member(Value2, Values2),
    put(Path2, Changed1, Value2, Changed).

put([], _, Value, Value).
put([N|Path], Term, Value, New) :-
    arg(N, Term, Argument),
    put(Path, Argument, Value, NewArgument),
    duplicate_shallow(Term, New),
    setarg(N, New, NewArgument).

% A copy whose arguments are those of Term, not copies of them: the variables of a clause stay shared.
duplicate_shallow(Term, New) :-
    compound_name_arguments(Term, Name, Arguments),
    compound_name_arguments(New, Name, Arguments).

%   leaf(Path, Value, Position): the constants of a clause below its arguments, where they differ from the counterpart;
%   Path leads to it from the content, Position is Indicator-N, the argument that it is part of.

leaves(clause(Head, Body), Other, Leaves) :-
    (   Other = clause(OtherHead, OtherBody)
    ->  true
    ;   OtherHead = none,
        OtherBody = none
    ),
    findall(Leaf, goal_leaf(Head, OtherHead, [1], Leaf), Leaves1),
    findall(Leaf, body_leaf(Body, OtherBody, [2], Leaf), Leaves2),
    append(Leaves1, Leaves2, Leaves).

body_leaf(Body, _, _, _) :-
    \+ compound(Body),
    !,
    fail.
body_leaf(Body, Other, Path, Leaf) :-
    (   control(Body)
    ->  arg(N, Body, Part),
        ( compound(Other), arg(N, Other, OtherPart) -> true ; OtherPart = none ),
        append(Path, [N], Path1),
        body_leaf(Part, OtherPart, Path1, Leaf)
    ;   goal_leaf(Body, Other, Path, Leaf)
    ).

control((_, _)).
control((_ ; _)).
control((_ -> _)).
control((_ *-> _)).
control(\+ _).
control(not(_)).
control(once(_)).
control(ignore(_)).
control(forall(_, _)).

goal_leaf(Goal, Other, Path, leaf(LeafPath, Value, Indicator-N)) :-
    compound(Goal),
    indicator(Goal, Indicator),
    arg(N, Goal, Argument),
    (   compound(Other),
        arg(N, Other, OtherArgument)
    ->  true
    ;   OtherArgument = none
    ),
    append(Path, [N], Path1),
    term_leaf(Argument, OtherArgument, Path1, LeafPath, Value).

term_leaf(Term, Other, _, _, _) :-
    Term == Other,
    !,
    fail.
term_leaf(Term, _, Path, Path, Term) :-
    atomic(Term),
    Term \== [].
term_leaf(Term, Other, Path, LeafPath, Value) :-
    compound(Term),
    compound_name_arity(Term, Name, Arity),
    between(1, Arity, N),
    arg(N, Term, Argument),
    (   compound(Other),
        compound_name_arity(Other, Name, Arity)
    ->  arg(N, Other, OtherArgument)
    ;   OtherArgument = none
    ),
    append(Path, [N], Path1),
    term_leaf(Argument, OtherArgument, Path1, LeafPath, Value).
% A compound can be replaced as a whole as well, where the counterpart has another one in its place.
term_leaf(Term, Other, Path, Path, Term) :-
    compound(Term),
    ground(Term),
    Term \== Other,
    \+ ( compound(Other), compound_name_arity(Term, Name, Arity), compound_name_arity(Other, Name, Arity) ).

%   values(+Value, +Path, +Position, +Items, +Content, +Flow, -Values, -Near): what may take the place of a constant: the other
%   option; a fresh constant; what rules name in a place that its values flow to, unless a clause that both programs have
%   states it there (then it is a fact of its own right, and no variant of the cue); and numbers on either side of each
%   one that it may be compared with.

values(Value, Path, Indicator-N, Items, Content, Flow, Values, Near) :-
    (   Path = [2|_]
    ->  stated_values(Indicator, N, Items, Literals)
    ;   place_literals(Indicator-N, Flow, Literals)
    ),
    (   number(Value)
    ->  numbers(Literals, Value, Values, Near)
    ;   findall(Literal,
                ( member(Literal, Literals), Literal \== Value, \+ number(Literal),
                  ( atomic(Literal) -> true ; compound(Value) ; Path = [_, _] ),
                  ( Path = [2|_] -> true ; \+ stated(Indicator, N, Literal, Items, Content) ) ),
                Named0),
        sort(Named0, Named),
        findall(Other, other_value(Value, Other), Others),
        append(Others, Named, Values0),
        list_once(Values0, Values),
        Near = Values
    ).

%   The other option, a fresh constant, and for a list lists of other lengths.
other_value(Value, Other) :-
    atom(Value),
    opposite(Value, Other).
other_value(Value, Fresh) :-
    fresh(Value, Fresh).
other_value(Value, List) :-
    is_list(Value),
    between(0, 8, Length),
    \+ length(Value, Length),
    length(List, Length),
    all_fresh(List).

all_fresh([]).
all_fresh([something_fresh|List]) :-
    all_fresh(List).

list_once([], []).
list_once([X|Xs], Once) :-
    (   memberchk(X, Xs)
    ->  Once = Rest
    ;   Once = [X|Rest]
    ),
    list_once(Xs, Rest).

fresh(Value, Fresh) :-
    (   string(Value)
    ->  Fresh = "something fresh"
    ;   Fresh = something_fresh
    ).

% In a goal of a rule the question is the other way round: what do facts state there?
stated_values(Indicator, N, Items, Values) :-
    findall(Value,
            ( member(item(_, _, _, clause(Head, true), _), Items), indicator(Head, Indicator), arg(N, Head, Value),
              atomic(Value), \+ choice(Value, _) ),
            Found),
    sort(Found, Values).

stated(Indicator, N, Literal, Items, Content) :-
    member(item(_, _, _, clause(Head, Body), _), Items),
    clause(Head, Body) \== Content,
    indicator(Head, Indicator),
    arg(N, Head, Argument),
    occurs(Literal, Argument),
    !.

occurs(Literal, Term) :-
    (   Term == Literal
    ->  true
    ;   compound(Term),
        arg(_, Term, Argument),
        occurs(Literal, Argument)
    ),
    !.

%   numbers(+Literals, +Value, -Numbers, -Near): Near are the numbers that Value may be compared with, those beside them, and
%   some far out on both sides, which are beyond every threshold however it is scaled. Numbers are small whole numbers and
%   what follows from two or three of them by calculation as well, and what lies between: windows can be scaled.
numbers(Literals0, Value, Numbers, Near) :-
    findall(Literal, ( member(Literal, Literals0), number(Literal) ), Literals),
    findall(Number,
            ( member(Number, [0, -1000000000, 1000000000])
            ; member(Literal, Literals), near(Literal, Number) ),
            Near0),
    others(Near0, Value, Near),
    findall(Number, calculated(Literals, Number), Calculated0),
    sort(Calculated0, Calculated1),
    findall(Number, between(1, 12, Number), Small),
    append([Calculated1, Small, Near0], All0),
    sort(All0, All1),
    findall(Number, middle(All1, Number), Middles),
    append(All1, Middles, All),
    others(All, Value, Numbers).

others(Numbers0, Value, Numbers) :-
    sort(Numbers0, Sorted),
    findall(Number, ( member(Number, Sorted), Number =\= Value ), Numbers).

near(Number, Near) :-
    (   Near is Number - 1
    ;   Near = Number
    ;   Near is Number + 1
    ).

most_calculated(5).

calculated(Literals, Number) :-
    length(Literals, Count),
    most_calculated(Most),
    Count =< Most,
    member(A, Literals),
    member(B, Literals),
    (   A =\= B,
        B =\= 0,
        Number is A / B
    ;   Number is A + B
    ;   Number is A * B
    ;   A =\= B,
        Number is A - B
    ;   member(C, Literals),
        Number is A * B + C
    ;   A > 0,
        Number is sqrt(A)
    ).

middle(Numbers, Middle) :-
    append(_, [A, B|_], Numbers),
    B - A < 1000000,
    Middle0 is (A + B) / 2,
    (   Middle = Middle0
    ;   float(Middle0),
        Middle is ceiling(Middle0)
    ).

%!  flow(+Items, -Flow) is det.
%
%   Flow is flow(Places, Literals): Places are the sorted Place-Class of argument places, Place being Indicator-N; places
%   between which values can flow share a variable as their Class. Literals are Class-Literal: what rules name in places
%   of that class, and the numbers that facts state there. Flow is read off the clauses: a variable that is in two
%   places, and all that one builtin is given.

flow(Items, flow(Places, Literals)) :-
    clauses_flow(Items, Entries, []),
    divide(Entries, Places0, Literals),
    keysort(Places0, Places),
    join(Places).

divide([], [], []).
divide([Entry|Entries], Places, Literals) :-
    (   Entry = place(Place, Class)
    ->  Places = [Place-Class|Places1],
        Literals = Literals1
    ;   Entry = literal(Class, Literal),
        Literals = [Class-Literal|Literals1],
        Places = Places1
    ),
    divide(Entries, Places1, Literals1).

join([]).
join([Place-Class|Places]) :-
    (   Places = [Place-Class|_]
    ->  true
    ;   true
    ),
    join(Places).

clauses_flow([], Tail, Tail).
clauses_flow([item(_, _, _, Content, _)|Items], Entries, Tail) :-
    (   Content = clause(Head0, Body0)
    ->  copy_term(Head0-Body0, Head-Body),
        (   Body == true
        ->  fact_flow(Head, Entries, Middle)
        ;   body_goals(Body, Goals, []),
            goals_flow([Head|Goals], Entries, Middle)
        )
    ;   Entries = Middle
    ),
    clauses_flow(Items, Middle, Tail).

% Of facts only numbers are thresholds; their constants are values of the case.
fact_flow(Head, Entries, Tail) :-
    (   compound(Head)
    ->  indicator(Head, Indicator),
        findall(N-Number, ( arg(N, Head, Argument), occurring_number(Argument, Number) ), Found),
        numbers_flow(Found, Indicator, Entries, Tail)
    ;   Entries = Tail
    ).

occurring_number(Term, Number) :-
    (   number(Term)
    ->  Number = Term
    ;   compound(Term),
        arg(_, Term, Argument),
        occurring_number(Argument, Number)
    ).

numbers_flow([], _, Tail, Tail).
numbers_flow([N-Number|Found], Indicator, [place(Indicator-N, Class), literal(Class, Number)|Entries], Tail) :-
    numbers_flow(Found, Indicator, Entries, Tail).

goals_flow([], Tail, Tail).
goals_flow([Goal|Goals], Entries, Tail) :-
    goal_flow(Goal, Entries, Middle),
    goals_flow(Goals, Middle, Tail).

goal_flow(Goal, Tail, Tail) :-
    ( \+ compound(Goal) ; control(Goal) ),
    !.
goal_flow(Goal, Entries, Tail) :-
    indicator(Goal, Indicator),
    (   permitted(Indicator, _, _)
    ->  mixed(Goal, _, Entries, Tail)
    ;   compound_name_arguments(Goal, _, Arguments),
        arguments_flow(Arguments, 1, Indicator, Entries, Tail)
    ).

% All that a builtin is given may come to be beside all else that it is given.
mixed(Term, Class, Entries, Tail) :-
    term_variables(Term, Variables),
    same(Variables, Class),
    findall(Literal, literal(Term, Literal), Literals),
    literals_flow(Literals, Class, Entries, Tail).

same([], _).
same([Class|Variables], Class) :-
    same(Variables, Class).

arguments_flow([], _, _, Tail, Tail).
arguments_flow([Argument|Arguments], N, Indicator, [place(Indicator-N, Class)|Entries], Tail) :-
    mixed(f(Argument), Class, Entries, Middle),
    N1 is N + 1,
    arguments_flow(Arguments, N1, Indicator, Middle, Tail).

literals_flow([], _, Tail, Tail).
literals_flow([Literal|Literals], Class, [literal(Class, Literal)|Entries], Tail) :-
    literals_flow(Literals, Class, Entries, Tail).

literal(Term, Literal) :-
    arg(_, Term, Argument),
    (   atomic(Argument)
    ->  Argument \== [],
        Argument \== user,
        \+ choice(Argument, _),
        Literal = Argument
    ;   compound(Argument)
    ->  (   Argument \= [_|_],
            \+ control(Argument),
            copy_term(Argument, Literal),
            term_variables(Literal, Variables),
            all_fresh(Variables)
        ;   literal(Argument, Literal)
        )
    ).

place_literals(Place, flow(Places, Literals), Found) :-
    (   member(Place-Class, Places)
    ->  findall(Literal, ( member(Other-Literal, Literals), Other == Class ), Found0),
        sort(Found0, Found)
    ;   Found = []
    ).
