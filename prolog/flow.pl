:- module(probe_flow,
          [ flow/3,                 % +Items, +Cue, -Flow
            place_literals/3,       % +Place, +Flow, -Literals
            control_construct/1     % +Goal
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [foldl/4, maplist/2]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(answering, [choice/2]).
:- use_module(calls, [body_goals/3]).
:- use_module(numbering, [same_item/2]).
:- use_module(whitelist, [extend_closure/3, goal_kinds/2, indicator/2]).

/** <module> Between which argument places the values of a program can flow

To change a constant of the cue in a way that matters, one has to know which constants some rule might compare it with.
This is read off the clauses: two places are connected if one variable is in both, or if one builtin gets the values of
both. Nothing is run.
*/

%!  flow(+Items, +Cue, -Flow) is det.
%
%   Flow is flow(Places, Literals): Places are the sorted Place-Class of argument places, Place being Indicator-N;
%   places between which values can flow share a variable as their Class, so joining two classes is a unification.
%   Literals are Class-Literal for the constants in places of that class. A Literal is a number, kind(Constant) for a
%   constant that the norm names, in a clause or in a fact of the axioms, case(Constant) for one of a fact of the text, 
%   answer(Constant) for an answer, or `length` where the length of a name is read. The facts of Cue, a list of items,
%   have none but their numbers.

flow(Items, Cue, flow(Places, Literals)) :-
    clauses_flow(Items, Cue, Entries, []),
    split_entries(Entries, Places0, Literals),
    keysort(Places0, Places),
    join_classes(Places).

split_entries([], [], []).
split_entries([Entry|Entries], Places, Literals) :-
    (   Entry = place(Place, Class)
    ->  Places = [Place-Class|Places1],
        Literals = Literals1
    ;   Entry = literal(Class, Literal),
        Literals = [Class-Literal|Literals1],
        Places = Places1
    ),
    split_entries(Entries, Places1, Literals1).

% Places is sorted by Place only, so equal places are neighbours; unifying their classes joins them.
join_classes([]).
join_classes([Place-Class|Places]) :-
    (   Places = [Place-Class|_]
    ->  true
    ;   true
    ),
    join_classes(Places).

clauses_flow([], _, Tail, Tail).
clauses_flow([Item|Items], Cue, Entries, Tail) :-
    Item = item(Source, _, _, Content, _),
    (   Content = clause(Head0, Body0)
    ->  copy_term(Head0-Body0, Head-Body),
        (   Body == true
        ->  item_origin(Source, Item, Cue, Origin),
            fact_flow(Head, Origin, Entries, Middle)
        ;   body_goals(Body, Goals, []),
            foldl(goal_flow, [Head|Goals], Entries, Middle)
        )
    ;   Entries = Middle
    ),
    clauses_flow(Items, Cue, Middle, Tail).

item_origin(axioms, _, _, kind).
item_origin(program, Item, Cue, Origin) :-
    (   member(Other, Cue),
        same_item(Other, Item)
    ->  Origin = cue
    ;   Origin = case
    ).

fact_flow(Head, Origin, Entries, Tail) :-
    (   compound(Head)
    ->  indicator(Head, Indicator),
        aggregate_all(set(N-Literal), ( arg(N, Head, Argument), fact_literal(Argument, Origin, Literal) ), NumberedLiterals),
        fact_literals(NumberedLiterals, Indicator, Entries, Tail)
    ;   Entries = Tail
    ).

%   The constants of a term, at any depth.
fact_literal(Term, Origin, Literal) :-
    (   number(Term)
    ->  Literal = Term
    ;   atomic(Term)
    ->  Origin \== cue,
        constant_literal(Term, Origin, Literal)
    ;   compound(Term),
        (   arg(_, Term, Argument),
            fact_literal(Argument, Origin, Literal)
        ;   Origin \== cue,
            Term \= [_|_],
            ground(Term),
            Literal =.. [Origin, Term]
        )
    ).

%   A constant with a meaning, or an answer.
constant_literal(Constant, Origin, Literal) :-
    Constant \== [],
    Constant \== user,
    (   atom(Constant),
        choice(Constant, _)
    ->  Literal = answer(Constant)
    ;   Literal =.. [Origin, Constant]
    ).

fact_literals([], _, Tail, Tail).
fact_literals([N-Literal|NumberedLiterals], Indicator, [place(Indicator-N, Class), literal(Class, Literal)|Entries], Tail) :-
    fact_literals(NumberedLiterals, Indicator, Entries, Tail).

goal_flow(Goal, Tail, Tail) :-
    ( \+ compound(Goal) ; control_construct(Goal) ),
    !.
goal_flow(Goal, Entries, Tail) :-
    goal_kinds(Goal, Kinds),
    !,
    compound_name_arguments(Goal, _, Arguments),
    data_arguments(Kinds, Arguments, Data),
    length_literal(Goal, Class, Entries, Entries1),
    mix_values(Data, Class, Entries1, Middle),
    closures_flow(Kinds, Arguments, Class, Middle, Tail).
goal_flow(Goal, Entries, Tail) :-
    indicator(Goal, Indicator),
    compound_name_arguments(Goal, _, Arguments),
    arguments_flow(Arguments, 1, Indicator, Entries, Tail).

length_literal(Goal, Class, Entries, Tail) :-
    (   functor(Goal, Name, 2),
        memberchk(Name, [atom_length, string_length])
    ->  Entries = [literal(Class, length)|Tail]
    ;   Entries = Tail
    ).

%   The arguments that are neither goals nor closures, whose calls are goals of the body on their own.
data_arguments([], [], []).
data_arguments([Kind|Kinds], [Argument|Arguments], Data) :-
    (   Kind == (?)
    ->  Data = [Argument|Data1]
    ;   Data = Data1
    ),
    data_arguments(Kinds, Arguments, Data1).

%   The elements of a list become the last arguments of a closure that is called with them.
closures_flow([], [], _, Tail, Tail).
closures_flow([Kind|Kinds], [Argument|Arguments], Class, Entries, Tail) :-
    (   integer(Kind),
        Kind > 0,
        callable(Argument)
    ->  extend_closure(Argument, Kind, Goal),
        indicator(Goal, Name/Arity),
        First is Arity - Kind + 1,
        findall(place((Name/Arity)-N, _), between(First, Arity, N), Places),
        assign_class(Places, Class, Entries, Middle)
    ;   Entries = Middle
    ),
    closures_flow(Kinds, Arguments, Class, Middle, Tail).

assign_class([], _, Tail, Tail).
assign_class([place(Place, Class)|Places], Class, [place(Place, Class)|Entries], Tail) :-
    assign_class(Places, Class, Entries, Tail).

% A builtin may compare each value that it gets with each other one.
mix_values(Data, Class, Entries, Tail) :-
    term_variables(Data, Variables),
    maplist(=(Class), Variables),
    findall(Literal, ( member(Term, Data), term_literal(Term, Literal) ), Literals),
    literals_flow(Literals, Class, Entries, Tail).

arguments_flow([], _, _, Tail, Tail).
arguments_flow([Argument|Arguments], N, Indicator, [place(Indicator-N, Class)|Entries], Tail) :-
    mix_values([Argument], Class, Entries, Middle),
    N1 is N + 1,
    arguments_flow(Arguments, N1, Indicator, Middle, Tail).

literals_flow([], _, Tail, Tail).
literals_flow([Literal|Literals], Class, [literal(Class, Literal)|Entries], Tail) :-
    literals_flow(Literals, Class, Entries, Tail).

%   The constants of a term, at any depth, and its compound terms as patterns; numbers may be thresholds, and are not
%   marked.
term_literal(Term, Literal) :-
    (   number(Term)
    ->  Literal = Term
    ;   atomic(Term)
    ->  constant_literal(Term, kind, Literal)
    ;   compound(Term),
        (   Term \= [_|_],
            copy_term(Term, Pattern),
            term_variables(Pattern, Variables),
            maplist(=(something_fresh), Variables),
            Literal = kind(Pattern)
        ;   arg(_, Term, Argument),
            term_literal(Argument, Literal)
        )
    ).

%!  place_literals(+Place, +Flow, -Literals) is det.
%
%   The sorted literals of the class of Place.

place_literals(Place, flow(Places, Literals), ClassLiterals) :-
    (   member(Place-Class, Places)
    ->  aggregate_all(set(Literal), ( member(Other-Literal, Literals), Other == Class ), ClassLiterals)
    ;   ClassLiterals = []
    ).

%!  control_construct(+Goal) is semidet.
%
%   Goal is a construct whose arguments are goals, not data.

control_construct((_, _)).
control_construct((_ ; _)).
control_construct((_ -> _)).
control_construct((_ *-> _)).
control_construct(\+ _).
control_construct(not(_)).
control_construct(once(_)).
control_construct(ignore(_)).
control_construct(forall(_, _)).
