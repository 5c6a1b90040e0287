:- module(probe_searching,
          [ prove/3,                % +Module, +Goal, -Steps
            search_goal/3           % +Module, +Parent, +Goal
          ]).
:- use_module(library(apply), [maplist/2]).
:- use_module(whitelist, [indicator/2, permitted/3, with_arguments/3]).
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
    (   part(if, If, Module, Sink, Steps, Rest)
    ->  follow(Then, Choice, Module, Sink, Rest, Tail)
    ;   failed(Sink, if, If, Module, Steps, Rest),
        follow(Else, Choice, Module, Sink, Rest, Tail)
    ).
follow((If *-> Then ; Else), Choice, Module, Sink, Steps, Tail) :-
    !,
    (   part(if, If, Module, Sink, Steps, Rest)
    *-> follow(Then, Choice, Module, Sink, Rest, Tail)
    ;   failed(Sink, if, If, Module, Steps, Rest),
        follow(Else, Choice, Module, Sink, Rest, Tail)
    ).
follow((A ; B), Choice, Module, Sink, Steps, Tail) :-
    !,
    (   follow(A, Choice, Module, Sink, Steps, Tail)
    ;   follow(B, Choice, Module, Sink, Steps, Tail)
    ).
follow((If -> Then), Choice, Module, Sink, Steps, Tail) :-
    !,
    (   part(if, If, Module, Sink, Steps, Rest)
    ->  follow(Then, Choice, Module, Sink, Rest, Tail)
    ).
follow((If *-> Then), Choice, Module, Sink, Steps, Tail) :-
    !,
    part(if, If, Module, Sink, Steps, Rest),
    follow(Then, Choice, Module, Sink, Rest, Tail).
follow(\+ Goal, _, Module, Sink, Steps, Tail) :-
    !,
    refuted(\+, Goal, Module, Sink, Steps, Tail).
follow(Goal, _, Module, Sink, Steps, Tail) :-
    (   defined_by_program(Module, Goal, Head)
    ->  clauses(Sink, Head, Module, Steps, Tail)
    ;   indicator(Goal, Indicator),
        permitted_goal(Indicator, Goal, Module, Sink, Steps, Tail)
    ).

% The program's own predicates. Choice is taken before clause/3, so that a cut in the body drops the later clauses too.
clauses(proof, Head, Module, [Step|Tail], Tail) :-
    prolog_current_choice(Choice),
    clause(Module:Head, Body, Reference),
    (   Body == true
    ->  Step = fact(Head, Reference)
    ;   Step = rule(Head, Reference, Body, Steps),
        follow(Body, Choice, Module, proof, Steps, [])
    ).
clauses(log(Parent), Head, Module, Tail, Tail) :-
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
    refuted(not, Goal, Module, Sink, Steps, Tail).
permitted_goal(once/1, once(Goal), Module, Sink, Steps, Tail) :-
    !,
    part(once, Goal, Module, Sink, Steps, Tail),
    !.
permitted_goal(ignore/1, ignore(Goal), Module, Sink, Steps, Tail) :-
    !,
    (   part(ignore, Goal, Module, Sink, Steps, Tail)
    ->  true
    ;   failed(Sink, ignore, Goal, Module, Steps, Tail)
    ).
permitted_goal(call/_, Call, Module, Sink, Steps, Tail) :-
    !,
    Call =.. [call, Closure|Added],
    with_arguments(Closure, Added, Goal),
    part(call, Goal, Module, Sink, Steps, Tail).
permitted_goal(maplist/_, Maplist, Module, Sink, Steps, Tail) :-
    !,
    Maplist =.. [maplist, Closure|Lists],
    opened(Sink, maplist, Maplist, Inner, InnerSteps, Steps, Tail),
    each(Lists, Closure, Module, Inner, InnerSteps, []),
    closed(Inner, Maplist).
permitted_goal(forall/2, Forall, Module, Sink, Steps, Tail) :-
    !,
    Forall = forall(Condition, Action),
    search_opened(Sink, forall, Forall, Root, Steps, Tail),
    search_cases(Module, Root, Condition, Action),
    search_closed(Sink, Root, Forall).
permitted_goal(Indicator, Goal, Module, Sink, Steps, Tail) :-
    permitted(Indicator, _, Kinds),
    meta(Kinds),
    !,
    Indicator = Word/_,
    search_opened(Sink, Word, Goal, Root, Steps, Tail),
    wrapped(Kinds, Module, Root, Goal, Wrapped),
    call(Module:Wrapped),
    search_closed(Sink, Root, Goal).
permitted_goal(_, Goal, Module, Sink, Steps, Tail) :-
    builtin(Sink, Goal, Module, Steps, Tail).

builtin(proof, Goal, Module, [builtin(Goal)|Tail], Tail) :-
    call(Module:Goal).
builtin(log(Parent), Goal, Module, Tail, Tail) :-
    add_entry(Parent, builtin, Goal, -, Id),
    call(Module:Goal),
    add_entry(Id, solution, Goal, -, _).

% A goal inside a construct called Word, followed into the same sink.
part(Word, Goal, Module, Sink, Steps, Tail) :-
    opened(Sink, Word, Goal, Inner, InnerSteps, Steps, Tail),
    follow(Module, Goal, Inner, InnerSteps, []),
    closed(Inner, Goal).

opened(proof, Word, Goal, proof, InnerSteps, [control(Word, Goal, InnerSteps)|Tail], Tail).
opened(log(Parent), Word, Goal, log(Id), [], Tail, Tail) :-
    add_entry(Parent, control(Word), Goal, -, Id).

closed(proof, _).
closed(log(Id), Goal) :-
    add_entry(Id, solution, Goal, -, _).

% The reason why part/6 failed. A log contains it already. A proof lost it on backtracking, so the goal is searched once
% more.
failed(proof, Word, Goal, Module, [searched(Word, Goal, Root)|Tail], Tail) :-
    new_root(Root),
    \+ search_goal(Module, Root, Goal).
failed(log(_), _, _, _, Tail, Tail).

refuted(Word, Goal, Module, Sink, Steps, Tail) :-
    search_opened(Sink, Word, Goal, Root, Steps, Tail),
    \+ search_goal(Module, Root, Goal),
    search_closed(Sink, Root, Goal).

% A construct whose goals are searched to their end, below Root.
search_opened(proof, Word, Goal, Root, [searched(Word, Goal, Root)|Tail], Tail) :-
    new_root(Root).
search_opened(log(Parent), Word, Goal, Root, Tail, Tail) :-
    add_entry(Parent, control(Word), Goal, -, Root).

search_closed(proof, _, _).
search_closed(log(_), Root, Goal) :-
    add_entry(Root, solution, Goal, -, _).

% As forall/2. The steps of Condition are logged below Root, those of Action below an entry `control(case)` with the
% instance of Condition.
search_cases(Module, Root, Condition, Action) :-
    \+ ( search_goal(Module, Root, Condition),
         add_entry(Root, control(case), Condition, -, Case),
         \+ ( search_goal(Module, Case, Action),
              add_entry(Case, solution, Condition, -, _) ) ).

% As maplist/N: all lists end together.
each(Lists, _, _, _, Steps, Steps) :-
    maplist(=([]), Lists).
each(Lists, Closure, Module, Sink, Steps, Tail) :-
    heads_tails(Lists, Heads, Tails),
    with_arguments(Closure, Heads, Goal),
    follow(Module, Goal, Sink, Steps, Middle),
    each(Tails, Closure, Module, Sink, Middle, Tail).

heads_tails([], [], []).
heads_tails([[Head|Tail]|Lists], [Head|Heads], [Tail|Tails]) :-
    heads_tails(Lists, Heads, Tails).

% One of Kinds, as permitted/3 has them, is that of a goal or closure.
meta([Kind|Kinds]) :-
    (   Kind \== (?)
    ->  true
    ;   meta(Kinds)
    ).

% Wrapped is Goal with its goals and closures replaced by ones that are searched below Root. The construct itself
% (findall, foldl …) runs natively, so that its answers are native by construction.
wrapped(Kinds, Module, Root, Goal, Wrapped) :-
    compound_name_arguments(Goal, Name, Given),
    wrap_each(Kinds, Given, Module, Root, Wraps),
    compound_name_arguments(Wrapped, Name, Wraps).

% These recursions are part of what the limits on a search count, so they are not written with maplist/N, which takes more
% inferences.
wrap_each([], [], _, _, []).
wrap_each([Kind|Kinds], [Given|Rest], Module, Root, [Wrapped|Wraps]) :-
    wrap(Module, Root, Kind, Given, Wrapped),
    wrap_each(Kinds, Rest, Module, Root, Wraps).

wrap(_, _, ?, Given, Given) :-
    !.
wrap(Module, Root, 0, Given, probe_searching:search_goal(Module, Root, Given)) :-
    !.
wrap(Module, Root, ^, Given, Wrapped) :-
    !,
    (   nonvar(Given),
        Given = Variable^Goal
    ->  Wrapped = Variable^Inner,
        wrap(Module, Root, ^, Goal, Inner)
    ;   Wrapped = probe_searching:search_goal(Module, Root, Given)
    ).
wrap(Module, Root, _, Given, probe_searching:search_closure(Module, Root, Given)).

search_closure(M, R, C, A) :- search_called(M, R, C, [A]).
search_closure(M, R, C, A1, A2) :- search_called(M, R, C, [A1, A2]).
search_closure(M, R, C, A1, A2, A3) :- search_called(M, R, C, [A1, A2, A3]).
search_closure(M, R, C, A1, A2, A3, A4) :- search_called(M, R, C, [A1, A2, A3, A4]).
search_closure(M, R, C, A1, A2, A3, A4, A5) :- search_called(M, R, C, [A1, A2, A3, A4, A5]).

search_called(Module, Root, Closure, Added) :-
    with_arguments(Closure, Added, Goal),
    search_goal(Module, Root, Goal).
