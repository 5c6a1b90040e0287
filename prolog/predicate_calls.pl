:- module(probe_predicate_calls,
          [ negated_call/3,         % +Goal, +Bound, -Literal
            first_solution_literals/7, % +Goal, +What, +Outside, +Bound, -Literals, ?Tail, -Bound1
            called_arguments/2,     % +Goal, -Arguments
            call_literal/5,         % +Key, +Arguments, +Bound, -Literals, ?Tail
            library_call/3          % +Goal, +Bound, -Key
          ]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(translation).
:- use_module(variables).
:- use_module(whitelist, [indicator/2]).

/** <module> Calls as literals: of the program's predicates, of inner goals, and of the library of lists
*/

%!  negated_call(+Goal, +Bound, -Literal) is det.
%
%   Literal negates Goal, which becomes a predicate of the variables that it shares with Bound.

negated_call(Goal, Bound, not(Key, Mode, Shared)) :-
    (   callable(Goal)
    ->  true
    ;   untranslatable("a variable is called", [])
    ),
    shared_variables(Goal, [], Bound, Shared),
    new_predicate(Shared, Goal, Key),
    argument_modes(Shared, Bound, Mode),
    want(Key, Mode).

%!  called_arguments(+Goal, -Arguments) is det.

called_arguments(Goal, Arguments) :-
    (   compound(Goal)
    ->  compound_name_arguments(Goal, _, Arguments)
    ;   Arguments = []
    ).

call_mode(Key, Mode0, Mode) :-
    (   extensional(Key)
    ->  Mode = facts
    ;   Mode = Mode0
    ).

%!  first_solution_literals(+Goal, +What, +Outside, +Bound, -Literals, ?Tail, -Bound1) is det.
%
%   The first solution of Goal, for the construct What. If Goal binds variables that are read outside, several solutions
%   are a doubt.

first_solution_literals(Goal, What, Outside, Bound, Literals, Tail, Bound1) :-
    shared_variables(Goal, Outside, Bound, Shared),
    new_predicate(Shared, Goal, Key),
    argument_modes(Shared, Bound, Mode),
    want(Key, Mode),
    Literals = [call(Key, Mode, Shared)|Rest],
    Bound1 = [Shared|Bound],
    (   memberchk(f, Mode)
    ->  other_solution(Mode, Shared, Others, FreeArguments, Other),
        format(string(Message), "~s keeps the first of several solutions, which depends on the order of clauses",
               [What]),
        new_doubt(Message, Number),
        Rest = [doubt(Number, [call(Key, Mode, Others), compare('!=', '$tuple'(FreeArguments), '$tuple'(Other))])|Tail]
    ;   Rest = Tail
    ).

other_solution([], [], [], [], []).
other_solution([b|Mode], [X|Xs], [X|Ys], FreeArguments, Other) :-
    other_solution(Mode, Xs, Ys, FreeArguments, Other).
other_solution([f|Mode], [X|Xs], [Y|Ys], [X|FreeArguments], [Y|Other]) :-
    other_solution(Mode, Xs, Ys, FreeArguments, Other).

%!  call_literal(+Key, +Arguments, +Bound, -Literals, ?Tail) is det.
%
%   Call the predicate Key.

call_literal(Key, Arguments, Bound, [call(Key, Mode, Arguments)|Tail], Tail) :-
    argument_modes(Arguments, Bound, Mode0),
    call_mode(Key, Mode0, Mode),
    (   has_cut(Key),
        \+ open_call(Mode0, Arguments)
    ->  untranslatable("~q has a cut and is called with a partly bound argument", [Key])
    ;   true
    ),
    want(Key, Mode).

%   The free arguments are different variables, so a clause before a cut is skipped because of its body only.
open_call(Mode, Arguments) :-
    arguments_in_mode(Mode, f, Arguments, Free),
    term_variables(Free, Variables),
    Free == Variables.

%!  library_call(+Goal, +Bound, -Key) is semidet.
%
%   Goal works on a list that is a term, for example of a fact. Key is a predicate with the clauses of the library, made
%   for this call.

library_call(Goal, Bound, library(Name, Number)) :-
    indicator(Goal, Key),
    library_clauses(Key, Inputs, Clauses),
    (   member(Input, Inputs),
        arg(Input, Goal, List),
        bound_in(List, Bound)
    ->  true
    ;   untranslatable("~q works on a list that is not known", [Key])
    ),
    flag(probe_predicate, Number, Number + 1),  % one per call: the recursion of one may contain another
    functor(Goal, Name, _),
    forall(member(Head-Body, Clauses),
           ( called_arguments(Head, Arguments), redirect_recursion(Body, Name, Number, CopyCall),
             add_clause(library(Name, Number), Arguments, CopyCall) )).

%   The recursive call in Body, as a call of the copy.
redirect_recursion(Body, Name, Number, CopyCall) :-
    (   Body = (A, B)
    ->  redirect_recursion(A, Name, Number, C),
        CopyCall = (C, B)
    ;   functor(Body, Name, _)
    ->  called_arguments(Body, Arguments),
        CopyCall = '$call'(library(Name, Number), Arguments)
    ;   CopyCall = Body
    ).

library_clauses(member/2, [2], [ member(X, [X|_])-true, member(X, [_|Xs])-member(X, Xs) ]).
library_clauses(length/2, [1], [ length([], 0)-true, length([_|Xs], N)-( length(Xs, M), N is M + 1 ) ]).
library_clauses(sum_list/2, [1], [ sum_list([], 0)-true, sum_list([X|Xs], N)-( sum_list(Xs, M), N is X + M ) ]).
library_clauses(max_list/2, [1],
    [ max_list([X], X)-true, max_list([X, Y|Ys], N)-( max_list([Y|Ys], M), N is max(X, M) ) ]).
library_clauses(min_list/2, [1],
    [ min_list([X], X)-true, min_list([X, Y|Ys], N)-( min_list([Y|Ys], M), N is min(X, M) ) ]).
library_clauses(last/2, [1], [ last([X], X)-true, last([_, Y|Ys], X)-last([Y|Ys], X) ]).
library_clauses(append/3, [1, 3],
    [ append([], Ys, Ys)-true, append([X|Xs], Ys, [X|Zs])-append(Xs, Ys, Zs) ]).
