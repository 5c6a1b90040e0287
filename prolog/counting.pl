:- module(probe_counting,
          [ calibrate/0,
            calibration/1,          % -Dict-like term
            count/3                 % +Module, -Inferences, -ChoiceSteps
          ]).
:- use_module(building).
:- use_module(limits).

/** <module> Inferences and choice steps as the published benchmark counted them

What statistics(inferences) says depends on the release, so the counts are told relative to two programs that are
measured at start-up: one fact, and one findall/3 without solutions.
*/

:- dynamic calibrated/4.

%   What one findall/3 without solutions costs where the published numbers were made: inferences, and profiler nodes.
published_findall(9, 7).

%!  calibrate is det.
%
%   Measure this SWI-Prolog, once, after start-up.

calibrate :-
    \+ predicate_property(calibrated(_, _, _, _), dynamic),
    !.
calibrate :-
    measure_text([clause(decide_option(user, option_A), true)], Fact, FactNodes),
    measure_text([clause(decide_option(user, X), findall(_, fail, X))], Findall, FindallNodes),
    published_findall(Inferences, Nodes),
    ExtraInferences is Findall - Fact - Inferences,
    ExtraNodes is FindallNodes - Nodes,
    assertz(calibrated(Fact, FactNodes, ExtraInferences, ExtraNodes)),
    compile_predicates([calibrated/4]).

measure_text(Contents, Raw, Nodes) :-
    findall(item(program, 1, none, Content, []), member_(Content, Contents), Items),
    with_module(Items, Module, _,
                ( measure(Module, _, _), measure(Module, Raw, _), nodes(Module, Nodes, _, _) )).

member_(X, [X|_]).
member_(X, [_|Xs]) :- member_(X, Xs).

%!  calibration(-Terms) is det.
%
%   What calibrate/0 measured, as Name-Value pairs.

calibration([ fact_inferences-Fact, fact_nodes-FactNodes, findall_extra_inferences-Extra, findall_extra_nodes-Nodes ]) :-
    calibrated(Fact, FactNodes, Extra, Nodes).

%!  count(+Module, -Inferences, -ChoiceSteps) is det.
%
%   Count the first answer of decide_option(user, _) in Module, which has run before (a first run builds indexes).
%
%       inferences = calls - 2 - (1 if a choice point is left) - Extra * (calls of findall and its kin)
%
%   where calls are counted from one fact, which is 1 call. Garbage collection would show up as a call of its own, now
%   and then, so there is none meanwhile, unless the stacks are too small for that.

count(Module, Inferences, ChoiceSteps) :-
    setup_call_cleanup(set_prolog_flag(gc, false),
                       catch(counted(Module, Inferences0, ChoiceSteps0), error(resource_error(_), _), true),
                       ( set_prolog_flag(gc, true), profiler(_, false) )),
    (   nonvar(Inferences0)
    ->  Inferences = Inferences0,
        ChoiceSteps = ChoiceSteps0
    ;   counted(Module, Inferences, ChoiceSteps)
    ).

counted(Module, Inferences, ChoiceSteps) :-
    interruptions(Before),
    calibrated(Fact, _, ExtraInferences, ExtraNodes),
    measure(Module, Raw, Left),
    nodes(Module, Nodes, Calls, Places),
    interruptions(After),
    (   Before == After
    ->  Inferences is Raw - Fact - 1 - Left - ExtraInferences * Calls,
        ChoiceSteps is Nodes - ExtraNodes * Places
    ;   counted(Module, Inferences, ChoiceSteps)
    ).

measure(Module, Raw, Left) :-
    prolog_current_choice(Before),
    statistics(inferences, Start),
    Module:decide_option(user, _),
    statistics(inferences, End),
    prolog_current_choice(After),
    !,
    (   Before == After
    ->  Left = 0
    ;   Left = 1
    ),
    Raw is End - Start.

nodes(Module, Nodes, Calls, Places) :-
    reset_profiler,
    profiler(_, cputime),
    (   Module:decide_option(user, _)
    ->  true
    ;   true
    ),
    profiler(_, false),
    profiled_nodes(Nodes),
    (   '$prof_procedure_data'('$bags':'$new_findall_bag', _, _, Calls, _, _, Parents, _)
    ->  length(Parents, Places)
    ;   Calls = 0,
        Places = 0
    ).

% The number of nodes in the profiler's call tree; later releases tell two things more.
:- if(predicate_property(system:'$prof_statistics'(_, _, _, _, _, _, _), defined)).
profiled_nodes(Nodes) :-
    '$prof_statistics'(_, _, _, _, Nodes, _, _).
:- else.
profiled_nodes(Nodes) :-
    '$prof_statistics'(_, _, _, _, Nodes).
:- endif.
