:- module(probe_variables,
          [ bound_in/2,             % +Term, +Bound
            occurs/2,               % +Variable, +Term
            shared/4,               % +Goal, +Outside, +Bound, -Shared
            shared_variables/3,     % +Inner, +Outer, -Shared
            modes/3,                % +Arguments, +Bound, -Mode
            arguments_of/4          % +Mode, +Letter, +Arguments, -Chosen
          ]).

:- use_module(library(lists), [member/2]).

/** <module> Which variables are bound, and which are shared
*/

%!  bound_in(+Term, +Bound) is semidet.
%
%   All variables of Term are among those of Bound.

bound_in(Term, Bound) :-
    term_variables(Term, Variables),
    term_variables(Bound, Known),
    all_known(Variables, Known).

all_known([], _).
all_known([Variable|Variables], Known) :-
    known(Known, Variable),
    all_known(Variables, Known).

known(Known, Variable) :-
    member(Other, Known),
    Other == Variable,
    !.

%!  occurs(+Variable, +Term) is semidet.

occurs(Variable, Term) :-
    term_variables(Term, Variables),
    known(Variables, Variable).

%!  shared(+Goal, +Outside, +Bound, -Shared) is det.
%
%   Shared are the variables of Goal that are in Outside or Bound too.

shared(Goal, Outside, Bound, Shared) :-
    term_variables(Goal, Variables),
    term_variables(Outside-Bound, Known),
    shared_variables(Variables, Known, Shared).

%!  shared_variables(+Inner, +Outer, -Shared) is det.
%
%   The variables of the list Inner that are in the list Outer too.

shared_variables([], _, []).
shared_variables([Variable|Variables], Known, Shared) :-
    (   known(Known, Variable)
    ->  Shared = [Variable|Rest]
    ;   Shared = Rest
    ),
    shared_variables(Variables, Known, Rest).

%!  modes(+Arguments, +Bound, -Mode) is det.
%
%   Mode has a `b` for each of Arguments that is bound, and an `f` for each that is not.

modes([], _, []).
modes([Argument|Arguments], Bound, [Letter|Mode]) :-
    (   bound_in(Argument, Bound)
    ->  Letter = b
    ;   Letter = f
    ),
    modes(Arguments, Bound, Mode).

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
