:- module(probe_limits,
          [ limited/3,              % :Goal, +Inferences, -Outcome
            with_deadline/2,        % +Seconds, :Goal
            expired/0,
            tired/0
          ]).
:- use_module(library(time), [alarm/4, remove_alarm/1]).

/** <module> Bounds on what runs inside the process

Inferences bound almost everything, and reproducibly; the deadline is for builtins that take long; stacks and program
space are bounded by SWI-Prolog's own limits. What defeats these bounds is killed from outside.
*/

:- meta_predicate
    limited(0, +, -),
    with_deadline(+, 0).

:- create_prolog_flag(probe_tired, false, [access(read_write), type(boolean)]).
:- create_prolog_flag(probe_expired, false, [access(read_write), type(boolean)]).

%!  expired is semidet.
%
%   True once the deadline of the request under way has passed.

expired :-
    current_prolog_flag(probe_expired, true).

%!  tired is semidet.
%
%   True once the request under way has met a limit other than that of inferences: the process should be replaced.

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
    call_with_inference_limit(Goal, Inferences, Result),
    !,
    (   Result == inference_limit_exceeded
    ->  Outcome = limit(inferences)
    ;   Outcome = yes
    ).
bounded(_, _, no).

error_outcome(probe_deadline, Outcome) :-
    !,
    set_prolog_flag(probe_expired, true),
    set_prolog_flag(probe_tired, true),
    Outcome = limit(time).
error_outcome(error(resource_error(What), _), Outcome) :-
    !,
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
%   Run Goal, which must not fail; inside it limited/3 gives up once Seconds have passed.

with_deadline(Seconds, Goal) :-
    set_prolog_flag(probe_expired, false),
    set_prolog_flag(probe_tired, false),
    alarm(Seconds, throw(probe_deadline), Alarm, [remove(false)]),
    call_cleanup(once(Goal), remove_alarm(Alarm)).
