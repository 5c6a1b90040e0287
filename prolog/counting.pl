:- module(probe_counting,
          [ calibrate/0,
            count/3                 % +Module, -Inferences, -ChoiceSteps
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(building).
:- use_module(limits).

/** <module> Inferences and choice steps as the published benchmark counted them

statistics(inferences) depends on the release, so all counts are relative to two programs that are measured at start-up:
one fact, and one findall/3 without solutions.
*/

:- dynamic calibration/4.

%   The cost of one findall/3 without solutions in the release that gave the published numbers: inferences, and profiler
%   nodes.
published_findall(9, 7).

%!  calibrate is det.
%
%   Measure this SWI-Prolog, once, after start-up.

calibrate :-
    \+ predicate_property(calibration(_, _, _, _), dynamic),
    !.
calibrate :-
    measure_program([clause(decide_option(user, option_A), true)], Fact, FactNodes),
    measure_program([clause(decide_option(user, X), findall(_, fail, X))], Findall, FindallNodes),
    published_findall(Inferences, Nodes),
    ExtraInferences is Findall - Fact - Inferences,
    ExtraNodes is FindallNodes - Nodes,
    assertz(calibration(Fact, FactNodes, ExtraInferences, ExtraNodes)),
    compile_predicates([calibration/4]).

measure_program(Contents, Raw, Nodes) :-
    findall(item(program, 1, none, Content, []), member(Content, Contents), Items),
    with_module(Items, Module, _,
                ( measure(Module, _, _), measure(Module, Raw, _), nodes(Module, Nodes, _, _) )).

%!  count(+Module, -Inferences, -ChoiceSteps) is det.
%
%   Count the first answer of decide_option(user, _) in Module, which has run before (a first run builds indexes).
%
%       inferences = calls - 2 - (1 if a choice point is left) - Extra * (calls of findall and related predicates)
%
%   where calls are relative to one fact, which is 1 call. Garbage collection would sometimes add a call, so it is off
%   during the count, unless the stacks are too small for that.

count(Module, Inferences, ChoiceSteps) :-
    setup_call_cleanup(set_prolog_flag(gc, false),
                       catch(count_once(Module, Inferences0, ChoiceSteps0), error(resource_error(_), _), true),
                       ( set_prolog_flag(gc, true), profiler(_, false) )),
    (   nonvar(Inferences0)
    ->  Inferences = Inferences0,
        ChoiceSteps = ChoiceSteps0
    ;   count_once(Module, Inferences, ChoiceSteps)
    ).

count_once(Module, Inferences, ChoiceSteps) :-
    interruption_count(Before),
    calibration(Fact, _, ExtraInferences, ExtraNodes),
    measure(Module, Raw, ChoicePointLeft),
    nodes(Module, Nodes, Calls, CallerCount),
    interruption_count(After),
    (   Before == After
    ->  Inferences is Raw - Fact - 1 - ChoicePointLeft - ExtraInferences * Calls,
        ChoiceSteps is Nodes - ExtraNodes * CallerCount
    ;   count_once(Module, Inferences, ChoiceSteps)
    ).

measure(Module, Raw, ChoicePointLeft) :-
    prolog_current_choice(Before),
    statistics(inferences, Start),
    Module:decide_option(user, _),
    statistics(inferences, End),
    prolog_current_choice(After),
    !,
    (   Before == After
    ->  ChoicePointLeft = 0
    ;   ChoicePointLeft = 1
    ),
    Raw is End - Start.

nodes(Module, Nodes, Calls, CallerCount) :-
    reset_profiler,
    profiler(_, cputime),
    (   Module:decide_option(user, _)
    ->  true
    ;   true
    ),
    profiler(_, false),
    profiled_nodes(Nodes),
    (   '$prof_procedure_data'('$bags':'$new_findall_bag', _, _, Calls, _, _, Parents, _)
    ->  length(Parents, CallerCount)
    ;   Calls = 0,
        CallerCount = 0
    ).

% The number of nodes in the profiler's call tree; later releases report two more values.
:- if(predicate_property(system:'$prof_statistics'(_, _, _, _, _, _, _), defined)).
profiled_nodes(Nodes) :-
    '$prof_statistics'(_, _, _, _, Nodes, _, _).
:- else.
profiled_nodes(Nodes) :-
    '$prof_statistics'(_, _, _, _, Nodes).
:- endif.
