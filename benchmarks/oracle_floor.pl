/* The floor of the oracle's speed: read_term, assertz and run, inside one process. See oracle.py. */

:- use_module(library(http/json)).
:- use_module(library(readutil)).
:- use_module(library(lists)).
:- use_module(library(apply)).

main :-
    current_prolog_flag(argv, [File|_]),
    setup_call_cleanup(open(File, read, Stream, [encoding(utf8)]),
                       json_read_dict(Stream, Programs, [value_string_as_atom(false)]),
                       close(Stream)),
    maplist(run, Programs),
    statistics(walltime, [Start, _]),
    forall(between(1, 3, _), maplist(run, Programs)),
    statistics(walltime, [End, _]),
    length(Programs, Count),
    Milliseconds is (End - Start) / (3 * Count),
    format("~6f~n", [Milliseconds]).

run(Text) :-
    flag(module, N, N+1),
    atom_concat(floor_, N, Module),
    set_module(Module:class(temporary)),
    open_string(Text, Stream),
    repeat,
    catch(read_term(Stream, Term, []), _, Term = (:- true)),
    (   Term == end_of_file
    ->  !
    ;   add(Term, Module),
        fail
    ),
    close(Stream),
    catch(ignore(Module:decide_option(user, _)), _, true),
    '$destroy_module'(Module).

add((:- _), _) :-
    !.
add(Clause, Module) :-
    catch(assertz(Module:Clause), _, true).
