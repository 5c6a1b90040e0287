:- module(probe_limits,
          [ limited/3,              % :Goal, +Inferences, -Outcome
            with_deadline/2,        % +Seconds, :Goal
            interruptions/1,        % -Count
            expired/0,
            tired/0,
            leave_nothing/0
          ]).
:- use_module(library(time), [alarm/4, remove_alarm/1]).
:- use_module(library(lists), [member/2]).

/** <module> Bounds on what runs inside the process

Inferences bound almost everything, and reproducibly; the deadline is for builtins that take long, and is one of
processor time, so that a process that was stopped for a while blames no program; stacks and program space are bounded
by SWI-Prolog's own limits. What defeats these bounds is killed by the kernel or from outside.
*/

:- meta_predicate
    limited(0, +, -),
    with_deadline(+, 0).

:- multifile forget/0.

:- create_prolog_flag(probe_tired, false, [access(read_write), type(boolean)]).
:- create_prolog_flag(probe_limited, false, [access(read_write), type(boolean)]).
:- create_prolog_flag(probe_expired, false, [access(read_write), type(boolean)]).

%!  expired is semidet.
%
%   True once the deadline of the request under way has passed.

expired :-
    current_prolog_flag(probe_expired, true).

%!  tired is semidet.
%
%   True once the request under way has met a limit other than that of inferences, or has left more behind than
%   leave_nothing/0 could free: the process should be replaced.

tired :-
    current_prolog_flag(probe_tired, true).

%!  limited(:Goal, +Inferences, -Outcome) is det.
%
%   Run Goal once. Outcome is `yes`, `no`, `limit(What)` (`inferences`, `time`, a resource), `unknown(Indicator)` for a
%   procedure that nobody defines, or `error(Formal)`.

limited(_, _, Outcome) :-
    expired,
    !,
    Outcome = limit(time).
limited(Goal, Inferences, Outcome) :-
    catch(bounded(Goal, Inferences, Outcome0), Error, error_outcome(Error, Outcome0)),
    !,
    Outcome = Outcome0.

bounded(Goal, Inferences, Outcome) :-
    sound_calls,
    call_with_inference_limit(Goal, Inferences, Result),
    !,
    (   Result == inference_limit_exceeded
    ->  set_prolog_flag(probe_limited, true),
        Outcome = limit(inferences)
    ;   Outcome = yes
    ).
bounded(_, _, no).

% SWI-Prolog 9.0.4 compiles the last call of `h(_) :- \+ n(X), q(X, X).` so that its two arguments are two variables.
% Without last-call optimisation that code is not used. The flag is switched on again by every query that C opens without
% debugging, so it is set before all that is run, not once at the start.
sound_calls :-
    set_prolog_flag(last_call_optimisation, false).

error_outcome(probe_deadline, Outcome) :-
    !,
    set_prolog_flag(probe_limited, true),
    set_prolog_flag(probe_expired, true),
    set_prolog_flag(probe_tired, true),
    Outcome = limit(time).
error_outcome(inference_limit_exceeded, Outcome) :-  % where the limit is met while another error is on its way
    !,
    set_prolog_flag(probe_limited, true),
    Outcome = limit(inferences).
error_outcome(error(resource_error(What), _), Outcome) :-
    !,
    set_prolog_flag(probe_limited, true),
    set_prolog_flag(probe_tired, true),
    Outcome = limit(What).
error_outcome(error(existence_error(procedure, Procedure), _), Outcome) :-
    !,
    strip_module(Procedure, _, Indicator),
    Outcome = unknown(Indicator).
error_outcome(error(Formal, _), Outcome) :-
    !,
    Outcome = error(Formal).
error_outcome(Ball, error(Ball)).

%!  with_deadline(+Seconds, :Goal) is det.
%
%   Run Goal, which must not fail; inside it limited/3 gives up once Seconds of processor time have been spent.
%
%   To set an alarm and to take it back wakes another thread twice, which costs as much as a fifth of what a small
%   program does. So one alarm serves many goals: it is left to ring, looks how much the goal under way has spent, and
%   is set again for what is left. It rings by the clock on the wall, and a goal can have spent no more than that.

with_deadline(Seconds, Goal) :-
    sound_calls,
    set_prolog_flag(probe_expired, false),
    set_prolog_flag(probe_tired, false),
    set_prolog_flag(probe_limited, false),
    statistics(process_cputime, Spent),
    Deadline is Spent + Seconds,
    nb_setval(probe_deadline, Deadline),
    get_time(Now),
    nb_getval(probe_alarm, Rings),
    Latest is Now + Seconds,
    (   Rings =< Latest
    ->  true
    ;   no_alarm,
        ring_after(Seconds, Latest)
    ),
    call_cleanup(once(Goal), nb_setval(probe_deadline, inf)).

:- initialization(( nb_setval(probe_deadline, inf), nb_setval(probe_alarm, inf), nb_setval(probe_alarms, []) )).

ring_after(Seconds, Time) :-
    alarm(Seconds, probe_limits:ring, Alarm, [remove(false)]),
    nb_setval(probe_alarm, Time),
    nb_getval(probe_alarms, Alarms),
    nb_setval(probe_alarms, [Alarm|Alarms]).

% An alarm must not be removed while it rings, and the library may wait for ever for its own lock when a process ends
% with one that is set.
no_alarm :-
    nb_getval(probe_alarms, Alarms),
    nb_setval(probe_alarms, []),
    forall(member(Alarm, Alarms), remove_alarm(Alarm)).

:- at_halt(no_alarm).

ring :-
    flag(probe_interruptions, Count, Count+1),
    nb_setval(probe_alarm, inf),
    nb_getval(probe_deadline, Deadline),
    statistics(process_cputime, Spent),
    (   Deadline == inf
    ->  true
    ;   Spent < Deadline
    ->  Left is max(0.001, Deadline - Spent),
        get_time(Now),
        Time is Now + Left,
        ring_after(Left, Time)
    ;   throw(probe_deadline)
    ).

%!  leave_nothing is det.
%
%   Free what the request that is answered has left: logs of searches (every module that keeps something in a global
%   variable has a clause of forget/0) and, where a limit was met, the room that the stacks have taken. A process that
%   stays big all the same is tired: the next program would not have the room that is its due.

leave_nothing :-
    forall(forget, true),
    (   current_prolog_flag(probe_limited, true)
    ->  garbage_collect,
        trim_stacks,
        statistics(globalused, Used),
        (   Used > 1_000_000
        ->  set_prolog_flag(probe_tired, true)
        ;   true
        )
    ;   true
    ).

%!  interruptions(-Count) is det.
%
%   How often an alarm has rung. What was counted while it rang is to be counted again.

interruptions(Count) :-
    flag(probe_interruptions, Count, Count).
