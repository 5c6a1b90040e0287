:- module(probe_variables,
          [ bound_in/2,             % +Term, +Bound
            shared_variables/4,     % +Goal, +Outside, +Bound, -Shared
            identical_member/2,     % +Variables, +Variable
            argument_modes/3,       % +Arguments, +Bound, -Mode
            arguments_in_mode/4     % +Mode, +Letter, +Arguments, -Chosen
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
    term_variables(Bound, BoundVariables),
    maplist(identical_member(BoundVariables), Variables).

%!  identical_member(+Variables, +Variable) is semidet.
%
%   Variable is one of Variables.

identical_member(Variables, Variable) :-
    member(Other, Variables),
    Other == Variable,
    !.

%!  shared_variables(+Goal, +Outside, +Bound, -Shared) is det.
%
%   Shared are the variables of Goal that are in Outside or Bound too.

shared_variables(Goal, Outside, Bound, Shared) :-
    term_variables(Goal, Variables),
    term_variables(Outside-Bound, OtherVariables),
    include(identical_member(OtherVariables), Variables, Shared).

%!  argument_modes(+Arguments, +Bound, -Mode) is det.
%
%   Mode has a `b` for each of Arguments that is bound, and an `f` for each that is not.

argument_modes(Arguments, Bound, Mode) :-
    maplist(argument_mode(Bound), Arguments, Mode).

argument_mode(Bound, Argument, Letter) :-
    (   bound_in(Argument, Bound)
    ->  Letter = b
    ;   Letter = f
    ).

%!  arguments_in_mode(+Mode, +Letter, +Arguments, -Chosen) is det.
%
%   Chosen are the Arguments that are bound (`b`) or free (`f`) in Mode.

arguments_in_mode([], _, [], []).
arguments_in_mode([Sign|Mode], Letter, [Argument|Arguments], Chosen) :-
    (   Sign == Letter
    ->  Chosen = [Argument|Rest]
    ;   Chosen = Rest
    ),
    arguments_in_mode(Mode, Letter, Arguments, Rest).
