:- module(probe_given,
          [ items/2,                % +Text, -Items
            items/3,                % +Axioms, +Text, -Items
            module_of/3             % +Text, -Module, :Goal
          ]).
:- use_module('../reading').
:- use_module('../building').

/** <module> Programs for the tests
*/

:- meta_predicate module_of(+, -, 0).

%!  items(+Text, -Items) is det.

items(Text, Items) :-
    read_text(program, Text, Items).

%!  items(+Axioms, +Text, -Items) is det.

items(Axioms, Text, Items) :-
    read_text(axioms, Axioms, AxiomItems),
    read_text(program, Text, Own),
    splice(AxiomItems, Own, Items).

%!  module_of(+Text, -Module, :Goal) is semidet.
%
%   Run Goal once while the program Text stands in Module.

module_of(Text, Module, Goal) :-
    items(Text, Items),
    with_module(Items, Module, _, Goal).
