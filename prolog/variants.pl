:- module(probe_variants,
          [ exchanged/3,            % +Items, -Exchanged, -Count
            exchanged/4,            % +Items, +Kept, -Exchanged, -Count
            asked_by_decision/2,    % +Items, -Indicators
            renamed/3,              % +Items, -Renamed, -Count
            differing/4,            % +Items1, +Items2, -Only1, -Only2
            counterpart/4,          % +Item, +Items, -Counterpart, -Fresh
            replaced/4,             % +Items, +Item, +Content, -Replaced
            case_fact/1,            % +Item
            reads/2,                % +Items, -Indicators
            calls/2,                % +Items, -Goals
            body_goals/3            % +Body, -Goals, ?Tail
          ]).
:- use_module(library(lists), [member/2, memberchk/2, nth1/3]).
:- use_module(library(assoc), [list_to_assoc/2, get_assoc/3]).
:- use_module(whitelist).
:- use_module(answering).

/** <module> Programs that differ from a given one in a known way

All of them are made from items, so nothing is read twice.
*/

%!  case_fact(+Item) is semidet.
%
%   Item is a fact of the text itself: neither an axiom, nor a rule, nor decide_option/2.

case_fact(item(program, _, _, clause(Head, true), _)) :-
    indicator(Head, Indicator),
    Indicator \== decide_option/2.

%!  exchanged(+Items, -Exchanged, -Count) is det.
%
%   The two options exchanged in what the text itself states, facts and rules, but neither in the axioms nor in
%   decide_option/2. Count is count(A, B), how many of these clauses name either option.

exchanged(Items, Exchanged, Count) :-
    exchanged(Items, [], Exchanged, Count).

%!  exchanged(+Items, +Kept, -Exchanged, -Count) is det.
%
%   As exchanged/3, but what the text states with the indicators Kept stays as it is.

exchanged(Items, Kept, Exchanged, count(A, B)) :-
    exchanged(Items, [decide_option/2|Kept], Exchanged, 0, A, 0, B).

exchanged([], _, [], A, A, B, B).
exchanged([Item|Items], Kept, [New|News], A0, A, B0, B) :-
    (   case_clause(Item, Kept),
        Item = item(Source, Number, Position, Content, Names),
        mapped(Content, exchange, Content1),
        Content1 \== Content
    ->  New = item(Source, Number, Position, Content1, Names),
        counted(option_A, Content, A0, A1),
        counted(option_B, Content, B0, B1)
    ;   New = Item,
        A1 = A0,
        B1 = B0
    ),
    exchanged(Items, Kept, News, A1, A, B1, B).

counted(Option, Content, Count0, Count) :-
    argument_atoms(Content, Atoms, []),
    (   member(Atom, Atoms),
        choice(Atom, Option)
    ->  Count is Count0 + 1
    ;   Count = Count0
    ).

case_clause(item(program, _, _, clause(Head, _), _), Kept) :-
    indicator(Head, Indicator),
    \+ memberchk(Indicator, Kept).

%!  asked_by_decision(+Items, -Indicators) is det.
%
%   What the clauses of decide_option/2 call themselves.

asked_by_decision(Items, Indicators) :-
    findall(Item,
            ( member(Item, Items), Item = item(program, _, _, clause(Head, _), _),
              indicator(Head, decide_option/2) ),
            Deciding),
    reads(Deciding, Indicators).

exchange(Atom, Other) :-
    choice(Atom, Option),
    (   Option == option_A
    ->  Other = option_B
    ;   Other = option_A
    ).

% Replace the atoms of Term that call(Map, Atom, New) maps.
:- meta_predicate mapped(+, 2, -).

mapped(Term, _, Term) :-
    var(Term),
    !.
mapped(Term, Map, New) :-
    atom(Term),
    !,
    (   call(Map, Term, New0)
    ->  New = New0
    ;   New = Term
    ).
mapped(Term, Map, New) :-
    compound(Term),
    !,
    compound_name_arguments(Term, Name, Arguments),
    mapped_all(Arguments, Map, News),
    compound_name_arguments(New, Name, News).
mapped(Term, _, Term).

mapped_all([], _, []).
mapped_all([A|As], Map, [B|Bs]) :-
    mapped(A, Map, B),
    mapped_all(As, Map, Bs).

%!  renamed(+Items, -Renamed, -Count) is det.
%
%   The Count atoms that are data renamed one to one, their standard order reversed. Numbers and strings stay, and so
%   do the options, `user`, `[]`, evaluable atoms, the words that builtins know, and the names of closures.

renamed(Items, Renamed, Count) :-
    data_atoms(Items, Atoms0),
    fixed_names(Items, Fixed),
    free_atoms(Atoms0, Fixed, Atoms),
    length(Atoms, Count),
    pair_names(Atoms, Count, Pairs),
    list_to_assoc(Pairs, Map),
    rename_items(Items, Map, Renamed).

free_atoms([], _, []).
free_atoms([Atom|Atoms], Fixed, Free) :-
    (   ( memberchk(Atom, Fixed) ; stays(Atom) )
    ->  Free = Rest
    ;   Free = [Atom|Rest]
    ),
    free_atoms(Atoms, Fixed, Rest).

pair_names([], _, []).
pair_names([Atom|Atoms], N, [Atom-New|Pairs]) :-
    format(atom(New), "renamed_~|~`0t~d~6+", [N]),
    N1 is N - 1,
    pair_names(Atoms, N1, Pairs).

rename_items([], _, []).
rename_items([Item|Items], Map, [New|News]) :-
    Item = item(Source, Number, Position, Content, Names),
    (   Content = clause(Head, Body)
    ->  mapped_arguments(Head, Map, Head1),
        rename_body(Body, Map, Body1),
        New = item(Source, Number, Position, clause(Head1, Body1), Names)
    ;   New = Item
    ),
    rename_items(Items, Map, News).

mapped_arguments(Head, Map, New) :-
    (   compound(Head)
    ->  compound_name_arguments(Head, Name, Arguments),
        mapped_all(Arguments, in_map(Map), News),
        compound_name_arguments(New, Name, News)
    ;   New = Head
    ).

in_map(Map, Atom, New) :-
    get_assoc(Atom, Map, New).

rename_body(Goal, _, Goal) :-
    var(Goal),
    !.
rename_body(Goal, Map, New) :-
    compound(Goal),
    !,
    compound_name_arguments(Goal, Name, Arguments),
    (   goal_kinds(Goal, Kinds)
    ->  true
    ;   Kinds = []
    ),
    rename_arguments(Arguments, Kinds, Map, News),
    compound_name_arguments(New, Name, News).
rename_body(Goal, _, Goal).

rename_arguments([], _, _, []).
rename_arguments([A|As], Kinds, Map, [B|Bs]) :-
    (   Kinds = [Kind|Rest]
    ->  true
    ;   Kind = (?),
        Rest = []
    ),
    rename_argument(Kind, A, Map, B),
    rename_arguments(As, Rest, Map, Bs).

rename_argument(?, A, Map, B) :-
    !,
    mapped(A, in_map(Map), B).
rename_argument(^, A, Map, B) :-
    nonvar(A),
    A = V^Goal,
    !,
    B = V^Goal1,
    rename_argument(^, Goal, Map, Goal1).
rename_argument(Kind, A, Map, B) :-
    (   ( Kind == 0 ; Kind == (^) )
    ->  rename_body(A, Map, B)
    ;   mapped_arguments(A, Map, B)
    ).

%   The atoms that stand as data in clauses, sorted.
data_atoms(Items, Atoms) :-
    items_atoms(Items, Found, []),
    sort(Found, Atoms).

items_atoms([], Tail, Tail).
items_atoms([item(_, _, _, Content, _)|Items], Atoms, Tail) :-
    (   Content = clause(Head, Body)
    ->  argument_atoms(Head, Atoms, Middle0),
        body_goals(Body, Goals, []),
        goals_atoms(Goals, Middle0, Middle)
    ;   Atoms = Middle
    ),
    items_atoms(Items, Middle, Tail).

goals_atoms([], Tail, Tail).
goals_atoms([Goal|Goals], Atoms, Tail) :-
    argument_atoms(Goal, Atoms, Middle),
    goals_atoms(Goals, Middle, Tail).

argument_atoms(Term, Atoms, Tail) :-
    (   compound(Term)
    ->  compound_name_arity(Term, _, Arity),
        arguments_atoms(Arity, Term, Atoms, Tail)
    ;   Atoms = Tail
    ).

arguments_atoms(0, _, Tail, Tail) :-
    !.
arguments_atoms(N, Term, Atoms, Tail) :-
    arg(N, Term, Argument),
    (   atom(Argument)
    ->  Atoms = [Argument|Middle]
    ;   argument_atoms(Argument, Atoms, Middle)
    ),
    Next is N - 1,
    arguments_atoms(Next, Term, Middle, Tail).

%!  body_goals(+Body, -Goals, ?Tail) is det.
%
%   The calls of a body, those inside control constructs and meta-calls too, closures with fresh extra arguments.

body_goals(Body, Goals, Tail) :-
    (   ( \+ callable(Body) ; Body == true )
    ->  Goals = Tail
    ;   Body = (A, B)
    ->  body_goals(A, Goals, Middle),
        body_goals(B, Middle, Tail)
    ;   Goals = [Body|Middle],
        (   compound(Body),
            goal_kinds(Body, Kinds)
        ->  inner_goals(Kinds, 1, Body, Middle, Tail)
        ;   Middle = Tail
        )
    ).

inner_goals([], _, _, Tail, Tail).
inner_goals([Kind|Kinds], N, Body, Goals, Tail) :-
    (   Kind \== (?),
        arg(N, Body, Argument),
        inner_goal(Kind, Argument, Inner)
    ->  body_goals(Inner, Goals, Middle)
    ;   Goals = Middle
    ),
    Next is N + 1,
    inner_goals(Kinds, Next, Body, Middle, Tail).

inner_goal(^, Argument, Goal) :-
    !,
    nonvar(Argument),
    (   Argument = _^Inner
    ->  inner_goal(^, Inner, Goal)
    ;   Goal = Argument
    ).
inner_goal(0, Goal, Goal) :-
    !.
inner_goal(Extra, Closure, Goal) :-
    callable(Closure),
    extended(Closure, Extra, Goal).

%!  calls(+Items, -Goals) is det.
%
%   Everything that the clauses of Items call.

calls([], []).
calls([item(_, _, _, Content, _)|Items], Goals) :-
    (   Content = clause(_, Body)
    ->  body_goals(Body, Goals, Rest)
    ;   Goals = Rest
    ),
    calls(Items, Rest).

%   Names that must stay: closures, the template of aggregate_all, and functors where terms are taken apart.

fixed_names(Items, Names) :-
    calls(Items, Goals),
    findall(Name, ( member(Goal, Goals), compound(Goal), fixed_name(Goal, Name) ), Found),
    sort(Found, Names).

fixed_name(Goal, Name) :-
    goal_kinds(Goal, Kinds),
    nth1(I, Kinds, Kind),
    integer(Kind),
    Kind > 0,
    arg(I, Goal, Name),
    atom(Name).
fixed_name(aggregate_all(Name, _, _), Name) :-
    atom(Name).
fixed_name(functor(_, Name, _), Name) :-
    atom(Name).
fixed_name(_ =.. [Name|_], Name) :-
    atom(Name).

stays(Atom) :-
    (   choice(Atom, _)
    ;   memberchk(Atom, [user, [], '[]', <, >, =, @<, @>, @=<, @>=, true, fail, false])
    ;   current_arithmetic_function(Atom)
    ),
    !.

%!  differing(+Items1, +Items2, -Only1, -Only2) is det.
%
%   The clauses of either list that have no variant in the other, each counted as often as it occurs.

differing(Items1, Items2, Only1, Only2) :-
    program_clauses(Items1, Clauses1),
    program_clauses(Items2, Clauses2),
    differing_(Clauses1, Clauses2, Only1, Only2).

program_clauses([], []).
program_clauses([Item|Items], Clauses) :-
    (   Item = item(program, _, _, clause(_, _), _)
    ->  Clauses = [Item|Rest]
    ;   Clauses = Rest
    ),
    program_clauses(Items, Rest).

differing_([], Only2, [], Only2).
differing_([Item|Items], Others, Only1, Only2) :-
    (   Item = item(_, _, _, Content, _),
        take_variant(Others, Content, Rest)
    ->  differing_(Items, Rest, Only1, Only2)
    ;   Only1 = [Item|Only],
        differing_(Items, Others, Only, Only2)
    ).

take_variant([Item|Items], Content, Rest) :-
    Item = item(_, _, _, Other, _),
    (   Other =@= Content
    ->  Rest = Items
    ;   Rest = [Item|Rest1],
        take_variant(Items, Content, Rest1)
    ).

%!  counterpart(+Item, +Items, -Counterpart, -Fresh) is semidet.
%
%   Counterpart is a clause of Items that differs from Item in ground subterms alone. Fresh is what both become when a
%   fresh constant takes the place of each such subterm, the same constant for the same difference.

counterpart(item(_, _, _, Content, _), Items, Counterpart, Fresh) :-
    Content = clause(Head, _),
    indicator(Head, Indicator),
    member(Counterpart, Items),
    Counterpart = item(_, _, _, Other, _),
    Other = clause(OtherHead, _),
    indicator(OtherHead, Indicator),
    copy_term(Content, Copy),
    copy_term(Other, OtherCopy),
    unite(Copy, OtherCopy, Fresh, [], Differences),
    Differences \== [],
    !.

% unite(+A, +B, -Fresh, +Known, -Differences): the differences are difference(A, B, Constant).
unite(A, B, A, Known, Known) :-
    A == B,
    !.
unite(A, B, A, Known, Known) :-
    var(A),
    var(B),
    !,
    A = B.
unite(A, B, Fresh, Known0, Known) :-
    compound(A),
    compound(B),
    compound_name_arity(A, Name, Arity),
    compound_name_arity(B, Name, Arity),
    !,
    compound_name_arguments(A, Name, As),
    compound_name_arguments(B, Name, Bs),
    unite_all(As, Bs, News, Known0, Known),
    compound_name_arguments(Fresh, Name, News).
unite(A, B, Constant, Known, Known) :-
    member(difference(A, B, Constant), Known),
    !.
unite(A, B, Constant, Known, [difference(A, B, Constant)|Known]) :-
    ground(A),
    ground(B),
    length(Known, N),
    atom_concat(fresh_, N, Constant).

unite_all([], [], [], Known, Known).
unite_all([A|As], [B|Bs], [C|Cs], Known0, Known) :-
    unite(A, B, C, Known0, Known1),
    unite_all(As, Bs, Cs, Known1, Known).

%!  replaced(+Items, +Item, +Content, -Replaced) is det.
%
%   Item, one of Items, gets Content.

replaced([], _, _, []).
replaced([Item|Items], Target, Content, [New|News]) :-
    (   Item == Target
    ->  Item = item(Source, Number, Position, _, Names),
        New = item(Source, Number, Position, Content, Names),
        News = Items
    ;   New = Item,
        replaced(Items, Target, Content, News)
    ).

%!  reads(+Items, -Indicators) is det.
%
%   The sorted indicators of everything that some clause of Items calls, and decide_option/2, which the oracle asks.

reads(Items, Indicators) :-
    calls(Items, Goals),
    indicators(Goals, Found),
    sort([decide_option/2|Found], Indicators).

indicators([], []).
indicators([Goal|Goals], [Indicator|Indicators]) :-
    indicator(Goal, Indicator),
    indicators(Goals, Indicators).
