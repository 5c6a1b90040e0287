:- module(probe_variants,
          [ exchanged/3,            % +Items, -Exchanged, -Count
            exchanged/4,            % +Items, +Kept, -Exchanged, -Count
            exchanged_content/2,    % +Content, -Exchanged
            asked_by_decision/2     % +Items, -Indicators
          ]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(whitelist).
:- use_module(answering).
:- use_module(calls).

/** <module> Programs with the two options exchanged

They are made from items, so nothing is read twice.
*/

%!  exchanged(+Items, -Exchanged, -Count) is det.
%
%   Exchange the two options in the facts and rules of the text itself, but neither in the axioms nor in
%   decide_option/2. Count is count(A, B), the numbers of these clauses that name each option.

exchanged(Items, Exchanged, Count) :-
    exchanged(Items, [], Exchanged, Count).

%!  exchanged(+Items, +Kept, -Exchanged, -Count) is det.
%
%   As exchanged/3, but the clauses of the predicates Kept do not change.

exchanged(Items, Kept, Exchanged, count(A, B)) :-
    exchanged(Items, [decide_option/2|Kept], Exchanged, 0, A, 0, B).

exchanged([], _, [], A, A, B, B).
exchanged([Item|Items], Kept, [New|News], A0, A, B0, B) :-
    (   case_clause(Item, Kept),
        Item = item(Source, Number, Position, Content, Names),
        exchanged_content(Content, Content1),
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
%   The predicates that the clauses of decide_option/2 call directly.

asked_by_decision(Items, Indicators) :-
    findall(Item,
            ( member(Item, Items), Item = item(program, _, _, clause(Head, _), _),
              indicator(Head, decide_option/2) ),
            Deciding),
    reads(Deciding, Indicators).

%!  exchanged_content(+Content, -Exchanged) is det.
%
%   Content with the two options exchanged, in the spelling that it uses.

exchanged_content(Term, Exchanged) :-
    (   atom(Term),
        opposite(Term, Other)
    ->  Exchanged = Other
    ;   compound(Term)
    ->  compound_name_arguments(Term, Name, Arguments),
        exchanged_all(Arguments, Others),
        compound_name_arguments(Exchanged, Name, Others)
    ;   Exchanged = Term
    ).

exchanged_all([], []).
exchanged_all([A|As], [B|Bs]) :-
    exchanged_content(A, B),
    exchanged_all(As, Bs).

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
