/* Prints what the plunit tests call, one Name/Arity a line (`swipl -g goals -t halt goals.pl -- FILE …`).

   Terms are read, so that a name in a comment or a string is no call. A closure that is given to findall/3 or the like is
   counted with its own arity and with one and two arguments more.
*/

:- use_module(library(lists)).

goals :-
    current_prolog_flag(argv, Files),
    forall(( member(File, Files), called(File, Name, Arity) ), format("~a/~d~n", [Name, Arity])).

called(File, Name, Arity) :-
    setup_call_cleanup(open(File, read, Stream), findall(Body, body(Stream, Body), Bodies), close(Stream)),
    member(Body, Bodies),
    sub_term(Goal, Body),
    callable(Goal),
    functor(Goal, Name, Own),
    between(0, 2, More),
    Arity is Own + More.

body(Stream, Body) :-
    repeat,
    read_term(Stream, Term, []),
    (   Term == end_of_file
    ->  !, fail
    ;   Term = (Head :- Body0)
    ->  Body = Head-Body0
    ;   Term = test(_, _)
    ->  Body = Term
    ;   fail
    ).

sub_term(Term, Term).
sub_term(Sub, Term) :-
    compound(Term),
    arg(_, Term, Argument),
    sub_term(Sub, Argument).
