:- module(probe_answer_set_names,
          [ name_program/0,
            predicate_name/3,       % ?Key, ?Mode, ?Number
            constant_name/2,        % ?Constant, ?Name
            functor_name/2          % ?Functor, ?Name
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(lists), [member/2, nth0/3]).
:- use_module(translation).
:- use_module(demand).

/** <module> The names in the text of an answer-set program

The text contains no name of the program: constants are c00, c01 … in the standard order of terms, so that clingo
compares them as Prolog does, functors are f00, f01 … likewise, and predicates p0, p1 …
*/

%!  predicate_name(?Key, ?Mode, ?Number) is nondet.
%!  constant_name(?Constant, ?Name) is nondet.
%!  functor_name(?Functor, ?Name) is nondet.
%
%   The names that name_program/0 gave; a predicate has one for each mode in which it is wanted.

:- dynamic predicate_name/3, constant_name/2, functor_name/2.

%!  name_program is det.
%
%   Name the predicates, constants and functors of the program that translation.pl and demand.pl hold.

name_program :-
    retractall(predicate_name(_, _, _)),
    retractall(constant_name(_, _)),
    retractall(functor_name(_, _)),
    flag(probe_named, _, 0),
    name_predicates,
    name_terms.

name_predicates :-
    forall(( wanted(Key, Mode), \+ predicate_name(Key, Mode, _) ),
           ( flag(probe_named, N, N + 1), assertz(predicate_name(Key, Mode, N)) )).

name_terms :-
    findall(Atomic, ( program_term(Term), nameable_subterm(Term, Atomic), atomic(Atomic), \+ number(Atomic) ), Atomics),
    sort([user|Atomics], Constants),
    name_pairs(Constants, c, Names),
    forall(member(Constant-Name, Names), assertz(constant_name(Constant, Name))),
    aggregate_all(set(Functor),
                  ( program_term(Term), nameable_subterm(Term, Part), compound(Part), compound_name_arity(Part, Functor, _) ),
                  Functors),
    name_pairs(Functors, f, FunctorNames),
    forall(member(Functor-Name, FunctorNames), assertz(functor_name(Functor, Name))).

name_pairs(Terms, Letter, Pairs) :-
    length(Terms, Count),
    Width is floor(log10(Count + 1)) + 1,
    findall(Term-Name,
            ( nth0(N, Terms, Term), format(atom(Name), "~w~|~`0t~d~*+", [Letter, N, Width]) ),
            Pairs).

%   The terms of the program that the text names.
program_term(Term) :-
    rule(_, _, _, Arguments, Literals, _),
    (   member(Term, Arguments)
    ;   member(Literal, Literals),
        literal_term(Literal, Term)
    ).
program_term(Term) :-
    wanted(Key, facts),
    source(Key, _, Arguments, _, _),
    member(Term, Arguments).
program_term(Term) :-
    demand_rule(_, _, Arguments, Body, _),
    (   member(Term, Arguments)
    ;   member(Literal, Body),
        literal_term(Literal, Term)
    ).

literal_term(call(_, _, Arguments), Term) :- member(Term, Arguments).
literal_term(not(_, _, Arguments), Term) :- member(Term, Arguments).
literal_term(asked(_, _, Arguments), Term) :- member(Term, Arguments).
literal_term(compare(_, A, B), Term) :- ( Term = A ; Term = B ).
literal_term(kind(_, Term), Term).
literal_term(aggregate(_, Result, Tuple, Call), Term) :-
    (   Term = Result
    ;   member(Term, Tuple)
    ;   literal_term(Call, Term)
    ).
literal_term(doubt(_, Conditions), Term) :- member(Literal, Conditions), literal_term(Literal, Term).

nameable_subterm(Term, Part) :-
    (   compound(Term),
        functor(Term, '$distinct', 2)
    ->  fail
    ;   Part = Term
    ;   compound(Term),
        arg(_, Term, Argument),
        nameable_subterm(Argument, Part)
    ).
