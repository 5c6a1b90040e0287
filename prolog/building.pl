:- module(probe_building,
          [ check_items/2,          % +Items, -Findings
            build_module/4,         % +Items, -Module, -Clauses, -Findings
            fresh_module/1,         % -Module
            discard_module/1,       % +Module
            with_module/4           % +Items, -Module, -Clauses, :Goal
          ]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(apply), [convlist/3, foldl/4]).
:- use_module(library(aggregate), []).
:- use_module(library(sort), []).
:- use_module(library(ordsets), []).
:- use_module(library(pairs), []).
:- use_module(limits, [tolerate/1]).
:- use_module(whitelist).

/** <module> From items to a temporary module

Each program has its own temporary module, which inherits from `probe_base` and through it from `system`, never
from `user`. `probe_base` sees the libraries of the whitelist and nothing else.
*/

:- meta_predicate with_module(+, -, -, 0).

:- set_module(probe_base:base(system)).

import_library(Module) :-
    module_property(Module, exports(Exports)),
    forall(( member(Name/Arity, Exports), permitted(Name/Arity, _, _) ),
           probe_base:import(Module:Name/Arity)).

:- import_library(lists), import_library(apply), import_library(aggregate), import_library(sort),
   import_library(ordsets), import_library(pairs).

% A name that is in the library of some releases but not of others.
:- (   predicate_property(probe_base:sumlist(_, _), imported_from(_))
   ->  true
   ;   assertz((probe_base:sumlist(List, Sum) :- sum_list(List, Sum))),
       compile_predicates([probe_base:sumlist/2])
   ).

% `Variable^Goal` outside setof/3 and bagof/3, where some releases define it and others leave it unknown.
:- meta_predicate probe_base:(^(?, 0)).
probe_base:(_^Goal) :-
    call(Goal).

%!  check_items(+Items, -Findings) is det.
%
%   Check every item before anything runs. Findings are finding(Severity, Kind, Message, Item), Severity `refused` or
%   `skipped`.

check_items(Items, Findings) :-
    convlist(item_finding(Items), Items, Findings0),
    (   member(item(_, _, _, clause(_, Body), _), Items),
        Body \== true,
        calculates(Body)
    ->  convlist(impure_item, Items, Impure),
        append(Findings0, Impure, Findings)
    ;   Findings = Findings0
    ).

impure_item(Item, finding(refused, whitelist, Message, Item)) :-
    Item = item(_, _, _, clause(Head, Body), _),
    impure_name((Head :- Body), Name),
    format(string(Message),
           "arithmetic may evaluate ~q, which has another value at another call or in another release", [Name]).

item_finding(Items, Item, finding(Severity, Kind, Message, Item)) :-
    Item = item(_, _, _, Content, _),
    content_finding(Content, Items, Severity, Kind, Message),
    !.

content_finding(clause(Head, Body), Items, Severity, Kind, Message) :-
    (   head_refusal(Head, Message)
    ->  Severity = refused,
        Kind = whitelist
    ;   indicator(Head, Indicator),
        \+ definable(Indicator)
    ->  Severity = skipped,
        Kind = head,
        format(string(Message), "~q belongs to SWI-Prolog and cannot be redefined", [Indicator])
    ;   Body == true
    ->  fail
    ;   body_refusal(Body, Items, Message)
    ->  Severity = refused,
        Kind = whitelist
    ).
content_finding(skip(Kind, Message), _, skipped, Kind, Message).
content_finding(refuse(Message), _, refused, whitelist, Message).
content_finding(declare(Indicators), _, Severity, Kind, Message) :-
    member(Name/Arity, Indicators),
    \+ definable(Name/Arity),
    !,
    functor(Head, Name, Arity),
    (   head_refusal(Head, Message)
    ->  Severity = refused,
        Kind = whitelist
    ;   Severity = skipped,
        Kind = head,
        format(string(Message), "~q belongs to SWI-Prolog and cannot be declared", [Name/Arity])
    ).

%!  build_module(+Items, -Module, -Clauses, -Findings) is det.
%
%   Make a fresh module of the checked Items. Clauses are Reference-Item in the order of the program; Findings list
%   the clauses that SWI-Prolog does not accept.

build_module(Items, Module, Clauses, Findings) :-
    fresh_module(Module),
    add_items(Items, Module, Clauses, Findings).

%!  fresh_module(-Module) is det.
%
%   An empty module for one program, to be removed with discard_module/1. Nothing but its own clauses and what it
%   inherits can be called in it: a name that it lacks is unknown, and no library is loaded for it.

fresh_module(Module) :-
    flag(probe_module, N, N+1),
    atom_concat(probe_program_, N, Module),
    set_module(Module:class(temporary)),
    set_module(Module:base(probe_base)),
    set_module(Module:program_space(16000000)),
    set_prolog_flag(Module:unknown, error).

% One catch for all clauses; only a program with a clause that SWI-Prolog does not accept is added clause by clause.
add_items(Items, Module, Clauses, Findings) :-
    catch(foldl(add_item(Module), Items, Clauses0, []), error(Formal, _), tolerate(Formal)),
    (   nonvar(Clauses0)
    ->  Clauses = Clauses0,
        Findings = []
    ;   forall(module_clause(Module, Reference), erase(Reference)),
        add_each(Items, Module, Clauses, Findings)
    ).

module_clause(Module, Reference) :-
    current_predicate(_, Module:Head),
    \+ predicate_property(Module:Head, imported_from(_)),
    clause(Module:Head, _, Reference).

add_item(Module, Item, Clauses, Rest) :-
    Item = item(_, _, _, Content, _),
    add_content(Content, Item, Module, Clauses, Rest).

add_each([], _, [], []).
add_each([Item|Items], Module, Clauses, Findings) :-
    Item = item(_, _, _, Content, _),
    catch(add_content(Content, Item, Module, Clauses, Clauses1), error(Formal, _), tolerate(Formal)),
    (   var(Formal)
    ->  Findings = Findings1
    ;   Clauses = Clauses1,
        format(string(Message), "SWI-Prolog does not take this clause: ~q", [Formal]),
        Findings = [finding(skipped, clause, Message, Item)|Findings1]
    ),
    add_each(Items, Module, Clauses1, Findings1).

% Only a clause with a neck is ever asserted: SWI-Prolog might turn a bare term into something other than a fact.
add_content(clause(Head, Body), Item, Module, [Reference-Item|Rest], Rest) :-
    !,
    assertz(Module:(Head :- Body), Reference).
add_content(declare(Indicators), _, Module, Rest, Rest) :-
    !,
    dynamic(Module:Indicators).
add_content(_, _, _, Rest, Rest).

%!  discard_module(+Module) is det.
%
%   Destroy the module with all of its clauses.

discard_module(Module) :-
    '$destroy_module'(Module).

%!  with_module(+Items, -Module, -Clauses, :Goal) is semidet.
%
%   Run Goal once while Module contains Items.

with_module(Items, Module, Clauses, Goal) :-
    setup_call_cleanup(build_module(Items, Module, Clauses, _), once(Goal), discard_module(Module)).
