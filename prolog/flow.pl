:- module(probe_flow,
          [ flow/2,                 % +Items, -Flow
            place_literals/3,       % +Place, +Flow, -Literals
            control_construct/1,    % +Goal
            all_fresh/1             % ?Terms
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(answering, [choice/2]).
:- use_module(calls, [body_goals/3]).
:- use_module(whitelist, [indicator/2, permitted/3]).

/** <module> Between which argument places the values of a program can flow

To change a constant of the cue in a way that matters, one has to know which constants some rule might compare it with.
This is read off the clauses: two places are connected if one variable is in both, or if one builtin gets the values of
both. Nothing is run.
*/

%!  flow(+Items, -Flow) is det.
%
%   Flow is flow(Places, Literals): Places are the sorted Place-Class of argument places, Place being Indicator-N;
%   places between which values can flow share a variable as their Class, so joining two classes is a unification.
%   Literals are Class-Literal: the constants of rules in places of that class, and the numbers of facts there.

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

% Places is sorted by Place only, so equal places are neighbours; unifying their classes joins them.
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

% Of the constants of facts only numbers are thresholds; the others are values of the case.
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
    ( \+ compound(Goal) ; control_construct(Goal) ),
    !.
goal_flow(Goal, Entries, Tail) :-
    indicator(Goal, Indicator),
    (   permitted(Indicator, _, _)
    ->  mixed(Goal, _, Entries, Tail)
    ;   compound_name_arguments(Goal, _, Arguments),
        arguments_flow(Arguments, 1, Indicator, Entries, Tail)
    ).

% A builtin may compare each value that it gets with each other one.
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
        \+ ( atom(Argument), choice(Argument, _) ),    % a number may be a threshold
        Literal = Argument
    ;   compound(Argument)
    ->  (   Argument \= [_|_],
            \+ control_construct(Argument),
            copy_term(Argument, Literal),
            term_variables(Literal, Variables),
            all_fresh(Variables)
        ;   literal(Argument, Literal)
        )
    ).

%!  place_literals(+Place, +Flow, -Literals) is det.
%
%   The sorted literals of the class of Place.

place_literals(Place, flow(Places, Literals), Found) :-
    (   member(Place-Class, Places)
    ->  findall(Literal, ( member(Other-Literal, Literals), Other == Class ), Found0),
        sort(Found0, Found)
    ;   Found = []
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

%!  all_fresh(?Terms) is semidet.
%
%   Every one of Terms is the constant that occurs in no program.

all_fresh([]).
all_fresh([something_fresh|List]) :-
    all_fresh(List).
