/* Run one program in a process, with the libraries and the measurements of the published method. See oracle.py.

Run as: swipl -q -s oracle_published.pl -- PROGRAM [lenient]. Prints one JSON object with the choice, the cost of the
second call, and the profile of the third.

The published method imports library(prolog_profile), which SWI-Prolog 9.0.4 lacks; its profiler works all the same, but
after the message the process sleeps for 0.1 s. With "lenient" the library is imported only if it exists.
*/

:- use_module(library(http/json)).
:- use_module(library(statistics)).

:- if(( current_prolog_flag(argv, Arguments),
         (   \+ memberchk(lenient, Arguments)
         ;   exists_source(library(prolog_profile))
         ) )).
:- use_module(library(prolog_profile)).
:- endif.

:- initialization(measure, main).

measure :-
    current_prolog_flag(argv, [Program|_]),
    load_files(user:Program, []),
    Goal = user:decide_option(user, Choice),
    \+ \+ once(Goal),
    profiled(user:decide_option(user, _), Profile),
    call_time(Goal, Cost),
    json_write_dict(current_output, _{choice: Choice, cost: Cost, profiler: Profile}),
    nl.

profiled(Goal, Profile) :-
    setup_call_cleanup(open_null_stream(Null),
                       with_output_to(Null, profile(Goal, [time(wall)])),
                       close(Null)),
    profile_data(Data),
    get_dict(summary, Data, Summary),
    get_dict(nodes, Summary, Nodes),
    get_dict(samples, Summary, Samples),
    get_dict(time, Summary, Time),
    Profile = _{nodes: Nodes, samples: Samples, time: Time}.
