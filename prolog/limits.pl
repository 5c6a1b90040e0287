:- module(probe_limits,
          [ limited/3,              % :Goal, +Inferences, -Outcome
            with_deadline/2,        % +Seconds, :Goal
            tolerate/1,             % +Formal
            interruption_count/1,   % -Count
            expired/0,
            exhausted/0,
            recycling_due/0,
            leave_nothing/0
          ]).
:- use_module(library(time), [alarm/4, remove_alarm/1]).
:- use_module(library(lists), [member/2]).

/** <module> Limits on goals that run inside the process

Inferences bound almost everything, and reproducibly; the deadline is for builtins that take long, and counts
processor time, so that no program is blamed for a process that was suspended. SWI-Prolog's own limits bound stacks and
program space. The kernel or the parent kills a process that exceeds these bounds.
*/

:- meta_predicate
    limited(0, +, -),
    with_deadline(+, 0).

:- multifile forget/0.

:- create_prolog_flag(probe_recycling_due, false, [access(read_write), type(boolean)]).
:- create_prolog_flag(probe_exhausted, false, [access(read_write), type(boolean)]).
:- create_prolog_flag(probe_expired, false, [access(read_write), type(boolean)]).

%!  expired is semidet.
%
%   True once the deadline of the current request has passed.

expired :-
    current_prolog_flag(probe_expired, true).

%!  exhausted is semidet.
%
%   A resource ran out during the current request: the stacks or the memory of the process, or the space of a program.

exhausted :-
    current_prolog_flag(probe_exhausted, true).

%!  recycling_due is semidet.
%
%   The process is due for recycling: the current request has met a limit other than that of inferences, or has left
%   more behind than leave_nothing/0 could free.

recycling_due :-
    current_prolog_flag(probe_recycling_due, true).

%!  limited(:Goal, +Inferences, -Outcome) is det.
%
%   Run Goal once. Outcome is `yes`, `no`, `limit(What)` (`inferences`, `time`, a resource), `unknown(Indicator)` for a
%   procedure that no clause defines, or `error(Formal)`.

limited(_, _, Outcome) :-
    expired,
    !,
    Outcome = limit(time).
limited(Goal, Inferences, Outcome) :-
    catch(call_bounded(Goal, Inferences, Outcome0), Error, error_outcome(Error, Outcome0)),
    !,
    Outcome = Outcome0.

call_bounded(Goal, Inferences, Outcome) :-
    disable_last_call_optimisation,
    call_with_inference_limit(Goal, Inferences, Result),
    !,
    (   Result == inference_limit_exceeded
    ->  Outcome = limit(inferences)
    ;   Outcome = yes
    ).
call_bounded(_, _, no).

% SWI-Prolog 9.0.4 compiles the last call of `h(_) :- \+ n(X), q(X, X).` so that its two arguments are two variables.
% Without last-call optimisation this code is not used. Every query that C opens without debugging switches the flag on
% again, so it is set before every run, not once at the start.
disable_last_call_optimisation :-
    set_prolog_flag(last_call_optimisation, false).

error_outcome(probe_deadline, Outcome) :-
    !,
    set_prolog_flag(probe_expired, true),
    set_prolog_flag(probe_recycling_due, true),
    Outcome = limit(time).
error_outcome(inference_limit_exceeded, Outcome) :-  % the limit is met while another error is being raised
    !,
    Outcome = limit(inferences).
error_outcome(error(resource_error(What), _), Outcome) :-
    !,
    set_prolog_flag(probe_exhausted, true),
    set_prolog_flag(probe_recycling_due, true),
    Outcome = limit(What).
error_outcome(error(existence_error(procedure, Procedure), _), Outcome) :-
    !,
    strip_module(Procedure, _, Indicator),
    Outcome = unknown(Indicator).
error_outcome(error(Formal, _), Outcome) :-
    !,
    Outcome = error(Formal).
error_outcome(Ball, error(Ball)).

%!  tolerate(+Formal) is det.
%
%   For the recovery goal of catch/3: an error of a program may be ignored or reported. A lack of resources must not be
%   mistaken for such an error, so it is thrown again; the space of a program is the program's own limit.

tolerate(Formal) :-
    (   Formal = resource_error(What),
        What \== program_space
    ->  throw(error(Formal, _))
    ;   true
    ).

%!  with_deadline(+Seconds, :Goal) is det.
%
%   Run Goal, which must not fail; inside it limited/3 gives up once Seconds of processor time have been spent.
%
%   Setting and removing an alarm wakes another thread twice, which costs up to a fifth of the time of a small program.
%   So one alarm serves many goals: when it goes off, it checks how much processor time the current goal has used, and
%   is set again for the rest. It follows the wall clock; a goal cannot have used more processor time than that.

with_deadline(Seconds, Goal) :-
    disable_last_call_optimisation,
    set_prolog_flag(probe_expired, false),
    set_prolog_flag(probe_recycling_due, false),
    set_prolog_flag(probe_exhausted, false),
    statistics(process_cputime, CpuTime),
    Deadline is CpuTime + Seconds,
    nb_setval(probe_deadline, Deadline),
    get_time(Now),
    nb_getval(probe_alarm, AlarmAt),
    Latest is Now + Seconds,
    (   AlarmAt =< Latest
    ->  true
    ;   remove_alarms,
        alarm_after(Seconds, Latest)
    ),
    call_cleanup(once(Goal), nb_setval(probe_deadline, inf)).

:- initialization(( nb_setval(probe_deadline, inf), nb_setval(probe_alarm, inf), nb_setval(probe_alarms, []) )).

alarm_after(Seconds, Time) :-
    alarm(Seconds, probe_limits:interrupt, Alarm, [remove(false)]),
    nb_setval(probe_alarm, Time),
    nb_getval(probe_alarms, Alarms),
    nb_setval(probe_alarms, [Alarm|Alarms]).

% An alarm must not be removed while it goes off. A process that exits with an alarm set may hang, because the library
% waits for its own lock.
remove_alarms :-
    nb_getval(probe_alarms, Alarms),
    nb_setval(probe_alarms, []),
    forall(member(Alarm, Alarms), remove_alarm(Alarm)).

:- at_halt(remove_alarms).

interrupt :-
    flag(probe_interruptions, Count, Count+1),
    nb_setval(probe_alarm, inf),
    nb_getval(probe_deadline, Deadline),
    statistics(process_cputime, CpuTime),
    (   Deadline == inf
    ->  true
    ;   CpuTime < Deadline
    ->  SecondsLeft is max(0.001, Deadline - CpuTime),
        get_time(Now),
        Time is Now + SecondsLeft,
        alarm_after(SecondsLeft, Time)
    ;   throw(probe_deadline)
    ).

%!  leave_nothing is det.
%
%   Free the memory of the answered request, so that every request finds the stacks as the first one did: the logs of
%   searches (every module that keeps data in a global variable has a clause of forget/0), and what lies on the stacks.
%   A process that stays large is due for recycling.
%
%   Backtracking does not free what lies below the latest value of a global variable, and a log is such a value: nearly
%   all that a request puts on the global stack would remain until SWI-Prolog happens to collect it. An empty collection
%   takes 7 microseconds, another one about a millisecond for each megabyte.

leave_nothing :-
    forall(forget, true),
    garbage_collect,
    trim_stacks,
    statistics(globalused, Used),
    (   Used > 1_000_000
    ->  set_prolog_flag(probe_recycling_due, true)
    ;   true
    ).

%!  interruption_count(-Count) is det.
%
%   How often an alarm has gone off. A count during which this happens must be repeated.

interruption_count(Count) :-
    flag(probe_interruptions, Count, Count).
