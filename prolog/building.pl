:- module(probe_building,
          [ check/3,                % +Items, -Local, -Findings
            build/4,                % +Items, -Module, -Clauses, -Findings
            discard/1,              % +Module
            with_module/4           % +Items, -Module, -Clauses, :Goal
          ]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(library(apply), []).
:- use_module(library(aggregate), []).
:- use_module(library(error), []).
:- use_module(whitelist).
:- use_module(reading).

/** <module> From items to a temporary module

A program lives in a temporary module of its own, which inherits from `probe_base` and through it from `system`, never
from `user`. `probe_base` sees the libraries of the whitelist and nothing else.
*/

:- meta_predicate with_module(+, -, -, 0).

:- set_module(probe_base:base(system)).
:- set_module(probe_scratch:base(probe_base)).

import_library(Module) :-
    module_property(Module, exports(Exports)),
    forall(( member(Name/Arity, Exports), permitted(Name/Arity, _, _) ),
           probe_base:import(Module:Name/Arity)).

:- import_library(lists), import_library(apply), import_library(aggregate).

%!  check(+Items, -Local, -Findings) is det.
%
%   Check every item before anything runs. Local is the list of the indicators that the program defines; Findings are
%   finding(Severity, Kind, Message, Item), Severity `refused` or `skipped`.

check(Items, Local, Findings) :-
    locals(Items, Locals),
    sort(Locals, Local),
    findings(Items, Local, Findings).

locals([], []).
locals([item(_, _, _, Content, _)|Items], Local) :-
    locals_of(Content, Local, Rest),
    locals(Items, Rest).

locals_of(clause(Head, _), Local, Rest) :-
    !,
    indicator(Head, Indicator),
    (   definable(Indicator)
    ->  Local = [Indicator|Rest]
    ;   Local = Rest
    ).
locals_of(declare(Indicators), Local, Rest) :-
    !,
    definables(Indicators, Local, Rest).
locals_of(_, Rest, Rest).

definables([], Rest, Rest).
definables([Indicator|Indicators], Local, Rest) :-
    (   definable(Indicator)
    ->  Local = [Indicator|Local1]
    ;   Local = Local1
    ),
    definables(Indicators, Local1, Rest).

findings([], _, []).
findings([Item|Items], Local, Findings) :-
    Item = item(_, _, _, Content, _),
    (   finding(Content, Local, Severity, Kind, Message)
    ->  Findings = [finding(Severity, Kind, Message, Item)|Rest]
    ;   Findings = Rest
    ),
    findings(Items, Local, Rest).

finding(clause(Head, Body), Local, Severity, Kind, Message) :-
    (   head_skip(Head, Local, Message0)
    ->  Severity = skipped,
        Kind = head,
        Message = Message0
    ;   Body \== true,
        body_refusal(Body, Local, Message)
    ->  Severity = refused,
        Kind = whitelist
    ;   Body \== true,
        body_skip(Body)
    ->  Severity = skipped,
        Kind = clause,
        Message = "the body holds what cannot be called"
    ).
finding(skip(Kind, Message), _, skipped, Kind, Message).
finding(refuse(Message), _, refused, whitelist, Message).
finding(declare(Indicators), Local, skipped, head, Message) :-
    member(Indicator, Indicators),
    \+ memberchk(Indicator, Local),
    !,
    format(string(Message), "~q belongs to SWI-Prolog and cannot be declared", [Indicator]).

head_skip(Head, Local, Message) :-
    indicator(Head, Indicator),
    \+ memberchk(Indicator, Local),
    format(string(Message), "~q belongs to SWI-Prolog and cannot be redefined", [Indicator]).

% Numbers and strings as goals: SWI-Prolog cannot compile the clause.
body_skip(Body) :-
    (   \+ callable(Body)
    ;   compound(Body),
        compound_name_arguments(Body, Name, Arguments),
        memberchk(Name, [(','), (;), (->), (*->), (\+)]),
        member(Argument, Arguments),
        body_skip(Argument)
    ),
    !.

%!  build(+Items, -Module, -Clauses, -Findings) is det.
%
%   Make a fresh module of the checked Items. Clauses are Reference-Item in the order of the program; Findings tell
%   what SWI-Prolog would not take.

build(Items, Module, Clauses, Findings) :-
    flag(probe_module, N, N+1),
    atom_concat(probe_program_, N, Module),
    set_module(Module:class(temporary)),
    set_module(Module:base(probe_base)),
    set_prolog_flag(Module:unknown, error),
    set_module(Module:program_space(16000000)),
    add_items(Items, Module, Clauses, Findings).

add_items([], _, [], []).
add_items([Item|Items], Module, Clauses, Findings) :-
    Item = item(_, _, _, Content, _),
    add_item(Content, Item, Module, Clauses, Clauses1, Findings, Findings1),
    add_items(Items, Module, Clauses1, Findings1).

add_item(clause(Head, Body), Item, Module, Clauses, Clauses1, Findings, Findings1) :-
    !,
    catch(add_clause(Body, Head, Module, Reference), error(Formal, _), true),
    (   var(Formal)
    ->  Clauses = [Reference-Item|Clauses1],
        Findings = Findings1
    ;   Clauses = Clauses1,
        format(string(Message), "SWI-Prolog does not take this clause: ~q", [Formal]),
        Findings = [finding(skipped, clause, Message, Item)|Findings1]
    ).
add_item(declare(Indicators), _, Module, Clauses, Clauses, Findings, Findings) :-
    !,
    forall(( member(Indicator, Indicators), definable(Indicator) ),
           catch(dynamic(Module:Indicator), error(_, _), true)).
add_item(_, _, _, Clauses, Clauses, Findings, Findings).

add_clause(true, Head, Module, Reference) :-
    !,
    assertz(Module:Head, Reference).
add_clause(Body, Head, Module, Reference) :-
    assertz(Module:(Head :- Body), Reference).

%!  discard(+Module) is det.
%
%   Destroy the module with all of its clauses.

discard(Module) :-
    '$destroy_module'(Module).

%!  with_module(+Items, -Module, -Clauses, :Goal) is semidet.
%
%   Run Goal once while Items stand in Module.

with_module(Items, Module, Clauses, Goal) :-
    setup_call_cleanup(build(Items, Module, Clauses, _), once(Goal), discard(Module)).
