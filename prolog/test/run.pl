/* Runs every test file beside this one (`swipl -g main run.pl`); ends with status 1 if a test fails. */

:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(filesex)).
:- use_module('../oracle').

:- use_module(given).

%!  main is det.
%
%   For `swipl -g main run.pl`.

main :-
    start(64000000, _),
    set_prolog_flag(autoload, true),
    module_property(probe_given, file(This)),
    file_directory_name(This, Folder),
    findall(File, directory_member(Folder, File, [extensions([plt])]), Files),
    load_files(Files, [silent(true)]),
    (   run_tests
    ->  halt(0)
    ;   halt(1)
    ).
