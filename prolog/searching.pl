:- module(probe_searching,
          [ prove/3,                % +Module, +Goal, -Steps
            search_goal/3           % +Module, +Parent, +Goal
          ]).
:- use_module(library(apply), [maplist/2]).
:- use_module(whitelist, [indicator/2, permitted/3, add_arguments/3]).
:- reexport(log).

/** <module> One interpreter: proofs of answers, and searches as they happen

The interpreter gives the answers of native execution in their order. Its record of the search depends on its sink:

  - `proof` builds the proof of each answer. Backtracking removes steps that did not lead to the answer.
  - log(Parent) writes every step into the log, below Parent, whether it leads to an answer or not.

A proof is a list of

  - rule(Goal, Reference, Body, Steps)  a clause with a body
  - fact(Goal, Reference)
  - builtin(Goal)
  - control(Word, Goal, Steps)          a condition that held, `once`, `call` …
  - searched(Word, Goal, Root)          a complete search; its steps are log entries below Root

A goal under a negation, in a failed condition or in a construct that collects solutions is searched completely, so it
has no single proof; there the sink changes from `proof` to a log.

Steps and Tail are the difference list of steps of the proof; a log leaves it empty.
*/

%!  prove(+Module, +Goal, -Steps) is nondet.
%
%   The answers of Module:Goal in their order, each with its proof. Searches go into the log, which the caller clears.

prove(Module, Goal, Steps) :-
    follow(Module, Goal, proof, Steps, []).

%!  search_goal(+Module, +Parent, +Goal) is nondet.
%
%   As Module:Goal, with every step logged below Parent; a cut in Goal is local to it.

search_goal(Module, Parent, Goal) :-
    follow(Module, Goal, log(Parent), [], []).

% A cut in Goal is local to it: its choice points begin here.
follow(Module, Goal, Sink, Steps, Tail) :-
    prolog_current_choice(Choice),
    follow(Goal, Choice, Module, Sink, Steps, Tail).

% Choice is the choice point that a cut in the goal returns to: the one before the clauses of the rule that it belongs
% to.
follow(Goal, _, Module, _, Steps, Steps) :-
    var(Goal),
    !,
    call(Module:Goal).                  % raises the error that native execution raises
follow((A, B), Choice, Module, Sink, Steps, Tail) :-
    !,
    follow(A, Choice, Module, Sink, Steps, Middle),
    follow(B, Choice, Module, Sink, Middle, Tail).
follow(true, _, _, _, Steps, Steps) :-
    !.
follow(!, Choice, _, _, Steps, Steps) :-
    !,
    prolog_cut_to(Choice).
follow((If -> Then ; Else), Choice, Module, Sink, Steps, Tail) :-
    !,
    (   follow_inside(if, If, Module, Sink, Steps, Rest)
    ->  follow(Then, Choice, Module, Sink, Rest, Tail)
    ;   record_failure(Sink, if, If, Module, Steps, Rest),
        follow(Else, Choice, Module, Sink, Rest, Tail)
    ).
follow((If *-> Then ; Else), Choice, Module, Sink, Steps, Tail) :-
    !,
    (   follow_inside(if, If, Module, Sink, Steps, Rest)
    *-> follow(Then, Choice, Module, Sink, Rest, Tail)
    ;   record_failure(Sink, if, If, Module, Steps, Rest),
        follow(Else, Choice, Module, Sink, Rest, Tail)
    ).
follow((A ; B), Choice, Module, Sink, Steps, Tail) :-
    !,
    (   follow(A, Choice, Module, Sink, Steps, Tail)
    ;   follow(B, Choice, Module, Sink, Steps, Tail)
    ).
follow((If -> Then), Choice, Module, Sink, Steps, Tail) :-
    !,
    (   follow_inside(if, If, Module, Sink, Steps, Rest)
    ->  follow(Then, Choice, Module, Sink, Rest, Tail)
    ).
follow((If *-> Then), Choice, Module, Sink, Steps, Tail) :-
    !,
    follow_inside(if, If, Module, Sink, Steps, Rest),
    follow(Then, Choice, Module, Sink, Rest, Tail).
follow(\+ Goal, _, Module, Sink, Steps, Tail) :-
    !,
    refute(\+, Goal, Module, Sink, Steps, Tail).
follow(Goal, _, Module, Sink, Steps, Tail) :-
    (   defined_by_program(Module, Goal, Head)
    ->  follow_clauses(Sink, Head, Module, Steps, Tail)
    ;   indicator(Goal, Indicator),
        permitted_goal(Indicator, Goal, Module, Sink, Steps, Tail)
    ).

% The program's own predicates. Choice is taken before clause/3, so that a cut in the body drops the later clauses too.
follow_clauses(proof, Head, Module, [Step|Tail], Tail) :-
    prolog_current_choice(Choice),
    clause(Module:Head, Body, Reference),
    (   Body == true
    ->  Step = fact(Head, Reference)
    ;   Step = rule(Head, Reference, Body, Steps),
        follow(Body, Choice, Module, proof, Steps, [])
    ).
follow_clauses(log(Parent), Head, Module, Tail, Tail) :-
    add_entry(Parent, goal, Head, -, Id),
    prolog_current_choice(Choice),
    clause(Module:Head, Body, Reference),
    (   Body == true
    ->  add_entry(Id, fact, Head, Reference, _)
    ;   add_entry(Id, try, Head, Reference, Try),
        follow(Body, Choice, Module, log(Try), [], []),
        add_entry(Try, solution, Head, -, _)
    ).

% True when Goal calls a predicate of the program itself; Head is Goal, for a goal `f()` it is `f`. All clauses of a
% program are dynamic. The attribute is read directly, because predicate_property/2 would look for a definition
% elsewhere.
defined_by_program(Module, Goal, Head) :-
    (   compound(Goal),
        compound_name_arity(Goal, Head0, 0)
    ->  Head = Head0
    ;   Head = Goal
    ),
    '$get_predicate_attribute'(Module:Head, (dynamic), 1).

% Goals that the program does not define itself.
permitted_goal(not/1, not(Goal), Module, Sink, Steps, Tail) :-
    !,
    refute(not, Goal, Module, Sink, Steps, Tail).
permitted_goal(once/1, once(Goal), Module, Sink, Steps, Tail) :-
    !,
    follow_inside(once, Goal, Module, Sink, Steps, Tail),
    !.
permitted_goal(ignore/1, ignore(Goal), Module, Sink, Steps, Tail) :-
    !,
    (   follow_inside(ignore, Goal, Module, Sink, Steps, Tail)
    ->  true
    ;   record_failure(Sink, ignore, Goal, Module, Steps, Tail)
    ).
permitted_goal(call/_, Call, Module, Sink, Steps, Tail) :-
    !,
    Call =.. [call, Closure|ExtraArguments],
    add_arguments(Closure, ExtraArguments, Goal),
    follow_inside(call, Goal, Module, Sink, Steps, Tail).
permitted_goal(maplist/_, Maplist, Module, Sink, Steps, Tail) :-
    !,
    Maplist =.. [maplist, Closure|Lists],
    open_construct(Sink, maplist, Maplist, Inner, InnerSteps, Steps, Tail),
    follow_each(Lists, Closure, Module, Inner, InnerSteps, []),
    close_construct(Inner, Maplist).
permitted_goal(forall/2, Forall, Module, Sink, Steps, Tail) :-
    !,
    Forall = forall(Condition, Action),
    open_search(Sink, forall, Forall, Root, Steps, Tail),
    search_cases(Module, Root, Condition, Action),
    close_search(Sink, Root, Forall).
permitted_goal(Indicator, Goal, Module, Sink, Steps, Tail) :-
    permitted(Indicator, _, Kinds),
    has_goal_kind(Kinds),
    !,
    Indicator = Word/_,
    open_search(Sink, Word, Goal, Root, Steps, Tail),
    wrap_goals(Kinds, Module, Root, Goal, Wrapped),
    call(Module:Wrapped),
    close_search(Sink, Root, Goal).
permitted_goal(_, Goal, Module, Sink, Steps, Tail) :-
    call_builtin(Sink, Goal, Module, Steps, Tail).

call_builtin(proof, Goal, Module, [builtin(Goal)|Tail], Tail) :-
    call(Module:Goal).
call_builtin(log(Parent), Goal, Module, Tail, Tail) :-
    add_entry(Parent, builtin, Goal, -, Id),
    call(Module:Goal),
    add_entry(Id, solution, Goal, -, _).

% A goal inside a construct called Word, followed into the same sink.
follow_inside(Word, Goal, Module, Sink, Steps, Tail) :-
    open_construct(Sink, Word, Goal, Inner, InnerSteps, Steps, Tail),
    follow(Module, Goal, Inner, InnerSteps, []),
    close_construct(Inner, Goal).

open_construct(proof, Word, Goal, proof, InnerSteps, [control(Word, Goal, InnerSteps)|Tail], Tail).
open_construct(log(Parent), Word, Goal, log(Id), [], Tail, Tail) :-
    add_entry(Parent, control(Word), Goal, -, Id).

close_construct(proof, _).
close_construct(log(Id), Goal) :-
    add_entry(Id, solution, Goal, -, _).

% The reason why follow_inside/6 failed. A log contains it already. A proof lost it on backtracking, so the goal is
% searched once more.
record_failure(proof, Word, Goal, Module, [searched(Word, Goal, Root)|Tail], Tail) :-
    new_root(Root),
    \+ search_goal(Module, Root, Goal).
record_failure(log(_), _, _, _, Tail, Tail).

refute(Word, Goal, Module, Sink, Steps, Tail) :-
    open_search(Sink, Word, Goal, Root, Steps, Tail),
    \+ search_goal(Module, Root, Goal),
    close_search(Sink, Root, Goal).

% A construct whose goals are searched to their end, below Root.
open_search(proof, Word, Goal, Root, [searched(Word, Goal, Root)|Tail], Tail) :-
    new_root(Root).
open_search(log(Parent), Word, Goal, Root, Tail, Tail) :-
    add_entry(Parent, control(Word), Goal, -, Root).

close_search(proof, _, _).
close_search(log(_), Root, Goal) :-
    add_entry(Root, solution, Goal, -, _).

% As forall/2. The steps of Condition are logged below Root, those of Action below an entry `control(case)` with the
% instance of Condition.
search_cases(Module, Root, Condition, Action) :-
    \+ ( search_goal(Module, Root, Condition),
         add_entry(Root, control(case), Condition, -, Case),
         \+ ( search_goal(Module, Case, Action),
              add_entry(Case, solution, Condition, -, _) ) ).

% As maplist/N: all lists end together.
follow_each(Lists, _, _, _, Steps, Steps) :-
    maplist(=([]), Lists).
follow_each(Lists, Closure, Module, Sink, Steps, Tail) :-
    heads_tails(Lists, Heads, Tails),
    add_arguments(Closure, Heads, Goal),
    follow(Module, Goal, Sink, Steps, Middle),
    follow_each(Tails, Closure, Module, Sink, Middle, Tail).

heads_tails([], [], []).
heads_tails([[Head|Tail]|Lists], [Head|Heads], [Tail|Tails]) :-
    heads_tails(Lists, Heads, Tails).

% One of Kinds, as permitted/3 has them, is that of a goal or closure.
has_goal_kind([Kind|Kinds]) :-
    (   Kind \== (?)
    ->  true
    ;   has_goal_kind(Kinds)
    ).

% Wrapped is Goal with its goals and closures replaced by ones that are searched below Root. The construct itself
% (findall, foldl …) runs natively, so that its answers are native by construction.
wrap_goals(Kinds, Module, Root, Goal, Wrapped) :-
    compound_name_arguments(Goal, Name, Arguments),
    wrap_each(Kinds, Arguments, Module, Root, WrappedArguments),
    compound_name_arguments(Wrapped, Name, WrappedArguments).

% These recursions are part of what the limits on a search count, so they are not written with maplist/N, which takes more
% inferences.
wrap_each([], [], _, _, []).
wrap_each([Kind|Kinds], [Argument|Rest], Module, Root, [Wrapped|WrappedArguments]) :-
    wrap_argument(Module, Root, Kind, Argument, Wrapped),
    wrap_each(Kinds, Rest, Module, Root, WrappedArguments).

wrap_argument(_, _, ?, Argument, Argument) :-
    !.
wrap_argument(Module, Root, 0, Argument, probe_searching:search_goal(Module, Root, Argument)) :-
    !.
wrap_argument(Module, Root, ^, Argument, Wrapped) :-
    !,
    (   nonvar(Argument),
        Argument = Variable^Goal
    ->  Wrapped = Variable^Inner,
        wrap_argument(Module, Root, ^, Goal, Inner)
    ;   Wrapped = probe_searching:search_goal(Module, Root, Argument)
    ).
wrap_argument(Module, Root, _, Argument, probe_searching:search_closure(Module, Root, Argument)).

search_closure(M, R, C, A) :- search_call(M, R, C, [A]).
search_closure(M, R, C, A1, A2) :- search_call(M, R, C, [A1, A2]).
search_closure(M, R, C, A1, A2, A3) :- search_call(M, R, C, [A1, A2, A3]).
search_closure(M, R, C, A1, A2, A3, A4) :- search_call(M, R, C, [A1, A2, A3, A4]).
search_closure(M, R, C, A1, A2, A3, A4, A5) :- search_call(M, R, C, [A1, A2, A3, A4, A5]).

search_call(Module, Root, Closure, ExtraArguments) :-
    add_arguments(Closure, ExtraArguments, Goal),
    search_goal(Module, Root, Goal).
