:- module(probe_examples,
          [ items/2,                % +Text, -Items
            items/3,                % +Axioms, +Text, -Items
            module_of/3,            % +Text, -Module, :Goal
            read_as_logic/4,        % +Text, -Module, -Reading, :Goal
            while_translating/2,    % +Text, :Goal
            with_declaration/2,     % +Declaration, :Goal
            clause_heads/2,         % +Items, -Heads
            loader_term/1           % ?Term
          ]).
:- use_module(library(lists), [member/2]).
:- use_module('../answering', [declare/1]).
:- use_module('../reading').
:- use_module('../building').
:- use_module('../logical_reading').
:- use_module('../numbering').
:- use_module('../translation').

/** <module> Programs for the tests
*/

:- meta_predicate
    module_of(+, -, 0),
    read_as_logic(+, -, -, 0),
    while_translating(+, 0),
    with_declaration(+, 0).

%!  items(+Text, -Items) is det.

items(Text, Items) :-
    read_text(program, Text, Items).

%!  items(+Axioms, +Text, -Items) is det.

items(Axioms, Text, Items) :-
    read_text(axioms, Axioms, AxiomItems),
    read_text(program, Text, ProgramItems),
    splice_axioms(AxiomItems, ProgramItems, Items).

%!  module_of(+Text, -Module, :Goal) is semidet.
%
%   Run Goal once while Module contains the program Text.

module_of(Text, Module, Goal) :-
    items(Text, Items),
    with_module(Items, Module, _, Goal).

%!  read_as_logic(+Text, -Module, -Reading, :Goal) is semidet.
%
%   Run Goal once while Module contains the logical reading of the program Text.

read_as_logic(Text, Module, Reading, Goal) :-
    items(Text, Items),
    number_clauses(Items, Items, Keyed, _, _, _),
    with_logical_program(Keyed, Module, Reading, Goal).

%!  while_translating(+Text, :Goal) is semidet.
%
%   Run Goal while the program Text is being translated to an answer-set program.

while_translating(Text, Goal) :-
    items(Text, Items),
    setup_call_cleanup(begin_translation(Items), Goal, end_translation).

%!  with_declaration(+Declaration, :Goal) is semidet.
%
%   Run Goal once while the answers are those of Declaration.

with_declaration(Declaration, Goal) :-
    setup_call_cleanup(declare(Declaration), once(Goal), declare(equal)).

%!  clause_heads(+Items, -Heads) is det.

clause_heads(Items, Heads) :-
    findall(Head, member(item(_, _, _, clause(Head, _), _), Items), Heads).

:- dynamic loader_term/1.

%!  loader_term(?Term) is nondet.
%
%   SWI-Prolog's loader treats Term specially. Read from the loader's source when this file is loaded, before the oracle
%   closes such sources.

:- set_prolog_flag(access_level, system),
   forall(( member(Head, [ '$compile_term'(Term, _, _, _, _), '$compile_term'(Term, _, _, _),
                           '$store_clause'(Term, _, _, _), '$expand':expand_terms(_, Term, _, _, _) ]),
            catch(clause(system:Head, _), error(_, _), fail),
            nonvar(Term) ),
          assertz(loader_term(Term))),
   set_prolog_flag(access_level, user).
