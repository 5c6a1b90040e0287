:- module(probe_variants,
          [ exchanged/3,            % +Items, -Exchanged, -Count
            exchanged/4,            % +Items, +Kept, -Exchanged, -Count
            asked_by_decision/2,    % +Items, -Indicators
            renamed/3               % +Items, -Renamed, -Count
          ]).
:- use_module(library(lists), [member/2, memberchk/2, nth1/3]).
:- use_module(whitelist).
:- use_module(answering).
:- use_module(calls).

/** <module> Programs that differ from a given one in a known way

All of them are made from items, so nothing is read twice.
*/

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
    other(Option, Other).

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
    dict_pairs(Map, renamed, Pairs),        % looked up in C, which a tree of terms is not
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
    new_name(N, New),
    N1 is N - 1,
    pair_names(Atoms, N1, Pairs).

:- dynamic known_name/2.

% Names of equal length, so that their standard order is that of their numbers.
new_name(N, Name) :-
    (   known_name(N, Name0)
    ->  Name = Name0
    ;   format(atom(Name), "renamed_~|~`0t~d~6+", [N]),
        assertz(known_name(N, Name))
    ).

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
        rename_terms(Arguments, Map, News),
        compound_name_arguments(New, Name, News)
    ;   New = Head
    ).

rename_term(Term, Map, New) :-
    (   atom(Term)
    ->  (   get_dict(Term, Map, New0)
        ->  New = New0
        ;   New = Term
        )
    ;   compound(Term)
    ->  compound_name_arguments(Term, Name, Arguments),
        rename_terms(Arguments, Map, News),
        compound_name_arguments(New, Name, News)
    ;   New = Term
    ).

rename_terms([], _, []).
rename_terms([A|As], Map, [B|Bs]) :-
    rename_term(A, Map, B),
    rename_terms(As, Map, Bs).

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
    rename_term(A, Map, B).
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
