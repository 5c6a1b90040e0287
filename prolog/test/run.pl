/* Runs every test file beside this one (`swipl -g main run.pl`); ends with status 1 if a test fails. */

:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(filesex)).
:- use_module(library(unix), [exec/1]).
:- use_module('../oracle').

:- use_module(examples).

%!  main is det.
%
%   For `swipl -g main run.pl`.

main :-
    start(64000000, _),
    set_prolog_flag(autoload, true),
    module_property(probe_examples, file(This)),
    file_directory_name(This, Folder),
    findall(File, directory_member(Folder, File, [extensions([plt])]), Files),
    sort(Files, Sorted),
    directory_file_path(Folder, 'oracle.plt', First),   % start/2 ends autoloading, so it comes before libraries are loaded
    load_files([First|Sorted], [silent(true), if(not_loaded)]),
    (   run_tests
    ->  exit_as(true)
    ;   exit_as(false)
    ).

% After an alarm, halt/1 may wait forever: the thread of library(time) is cancelled while it holds the lock that the
% library's own clean-up needs (SWI-Prolog 9.0.4). So the process becomes the command true or false instead.
exit_as(Command) :-
    flush_output(user_output),
    flush_output(user_error),
    exec(Command).
