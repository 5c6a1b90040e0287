:- module(probe_variables,
          [ bound_in/2,             % +Term, +Bound
            occurs/2,               % +Variable, +Term
            shared/4,               % +Goal, +Outside, +Bound, -Shared
            identical_member/2,     % +Variables, +Variable
            modes/3,                % +Arguments, +Bound, -Mode
            arguments_of/4          % +Mode, +Letter, +Arguments, -Chosen
          ]).

:- use_module(library(apply), [include/3, maplist/2, maplist/3]).
:- use_module(library(lists), [member/2]).

/** <module> Which variables are bound, and which are shared
*/

%!  bound_in(+Term, +Bound) is semidet.
%
%   All variables of Term are among those of Bound.

bound_in(Term, Bound) :-
    term_variables(Term, Variables),
    term_variables(Bound, Known),
    maplist(identical_member(Known), Variables).

%!  identical_member(+Variables, +Variable) is semidet.
%
%   Variable is one of Variables.

identical_member(Variables, Variable) :-
    member(Other, Variables),
    Other == Variable,
    !.

%!  occurs(+Variable, +Term) is semidet.

occurs(Variable, Term) :-
    term_variables(Term, Variables),
    identical_member(Variables, Variable).

%!  shared(+Goal, +Outside, +Bound, -Shared) is det.
%
%   Shared are the variables of Goal that are in Outside or Bound too.

shared(Goal, Outside, Bound, Shared) :-
    term_variables(Goal, Variables),
    term_variables(Outside-Bound, Known),
    include(identical_member(Known), Variables, Shared).

%!  modes(+Arguments, +Bound, -Mode) is det.
%
%   Mode has a `b` for each of Arguments that is bound, and an `f` for each that is not.

modes(Arguments, Bound, Mode) :-
    maplist(mode(Bound), Arguments, Mode).

mode(Bound, Argument, Letter) :-
    (   bound_in(Argument, Bound)
    ->  Letter = b
    ;   Letter = f
    ).

%!  arguments_of(+Mode, +Letter, +Arguments, -Chosen) is det.
%
%   Chosen are the Arguments that are bound (`b`) or free (`f`) in Mode.

arguments_of([], _, [], []).
arguments_of([Sign|Mode], Letter, [Argument|Arguments], Chosen) :-
    (   Sign == Letter
    ->  Chosen = [Argument|Rest]
    ;   Chosen = Rest
    ),
    arguments_of(Mode, Letter, Arguments, Rest).
