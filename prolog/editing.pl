:- module(probe_editing,
          [ apply_edit/3,           % +Module, +Reference, +Added
            reachable/6             % +Items, +Module, +Clauses, +Decision, +Hints, -Result
          ]).
:- use_module(library(lists), [member/2, memberchk/2, append/3, max_list/2, min_list/2]).
:- use_module(whitelist).
:- use_module(answering).
:- use_module(variants).
:- use_module(limits).
:- use_module(searching).
:- use_module(library(solution_sequences), [limit/2]).

/** <module> Which small edits of the case facts make the other option follow

An edit deletes one case fact, adds one instance of what some rule asks for, or does both. Edits are tried inside a
snapshot of the program's module, which leaves no trace.
*/

max_additions(600).
max_tries(6000).
edit_inferences(20000).

%!  reachable(+Items, +Module, +Clauses, +Decision, +Hints, -Result) is det.
%
%   Result is found(Deleted, Added, Tries) with Deleted an Item or `none` and Added a fact or `none`,
%   exhausted(Tries), or cut_short(Tries). Hints are additions to try first.

reachable(Items, Module, Clauses, Decision, Hints, Result) :-
    other(Decision, Other),
    reads(Items, Read),
    findall(Reference-Item,
            ( member(Reference-Item, Clauses), case_fact(Item), read_fact(Item, Read) ),
            Deletions),
    flag(probe_tries, _, 0),
    (   catch(try_edits(Items, Module, Deletions, Other, Hints, Deleted, Added), probe_enough, Enough = true)
    ->  (   Enough == true
        ->  result_tries(cut_short, Result)
        ;   flag(probe_tries, Tries, Tries),
            Result = found(Deleted, Added, Tries)
        )
    ;   result_tries(exhausted, Result)
    ).

result_tries(Word, Result) :-
    flag(probe_tries, Tries, Tries),
    Result =.. [Word, Tries].

other(option_A, option_B).
other(option_B, option_A).

read_fact(item(_, _, _, clause(Head, true), _), Read) :-
    indicator(Head, Indicator),
    memberchk(Indicator, Read).

try_edits(_, Module, _, Other, Hints, none, Added) :-
    member(Added, Hints),
    follows(Module, none, Added, Other).
try_edits(_, Module, Deletions, Other, _, Deleted, none) :-
    member(Reference-Deleted, Deletions),
    follows(Module, Reference, none, Other).
try_edits(Items, Module, Deletions, Other, _, Deleted, Added) :-
    wanted(Module, Other, Wanted),
    additions(Items, Wanted, Additions),
    (   Deleted = none,
        member(Added, Additions),
        follows(Module, none, Added, Other)
    ;   member(Reference-Deleted, Deletions),
        member(Added, Additions),
        follows(Module, Reference, Added, Other)
    ).

% What the failed search for the other option asked for, in its order.
wanted(Module, Other, Wanted) :-
    clear_log,
    limited(\+ search_goal(Module, 0, decide_option(user, Other)), 100000, _),
    findall(Goal,
            ( log_entry(_, _, goal, Goal, _), Goal \= decide_option(_, _) ),
            Wanted).

follows(Module, Reference, Added, Other) :-
    flag(probe_tries, Tries, Tries+1),
    (   max_tries(Max),
        Tries < Max,
        \+ expired
    ->  true
    ;   throw(probe_enough)
    ),
    edit_inferences(Inferences),
    snapshot(( apply_edit(Module, Reference, Added),
               decide(Module, Inferences, Decision) )),
    Decision == Other.

%!  apply_edit(+Module, +Reference, +Added) is det.
%
%   Delete the clause Reference and add the fact Added; either may be `none`.

apply_edit(Module, Reference, Added) :-
    (   Reference == none
    ->  true
    ;   erase(Reference)
    ),
    (   Added == none
    ->  true
    ;   assertz(Module:Added)
    ).

%   The facts that may be added: instances of what was wanted, then of what the rules ask for.
additions(Items, Wanted, Additions) :-
    findall(Goal, ( ( member(Goal, Wanted) ; asked(Items, Goal) ), stateable(Items, Goal) ), Goals),
    domain(Items, Domain),
    max_additions(Max),
    findall(Fact, limit(Max, ( member(Goal, Goals), instance(Goal, Domain, Fact) )), Facts),
    unique_facts(Facts, [], Additions).



asked(Items, Goal) :-
    member(item(_, _, _, clause(_, Body), _), Items),
    Body \== true,
    body_goal(Body, Goal0),
    callable(Goal0),
    copy_term(Goal0, Goal).

%   A predicate that a case may state: it has case facts, or no clause at all and no meaning of its own. What rules
%   derive is no edit of the case.
stateable(Items, Goal) :-
    indicator(Goal, Indicator),
    Indicator \== decide_option/2,
    definable(Indicator),
    (   member(Item, Items),
        case_fact(Item),
        Item = item(_, _, _, clause(Head, _), _),
        indicator(Head, Indicator)
    ->  true
    ;   \+ permitted(Indicator, _, _),
        \+ ( member(item(_, _, _, clause(Head, _), _), Items),
             indicator(Head, Indicator) )
    ).

unique_facts([], _, []).
unique_facts([Fact|Facts], Seen, Unique) :-
    (   memberchk(Fact, Seen)
    ->  Unique = Rest
    ;   Unique = [Fact|Rest]
    ),
    unique_facts(Facts, [Fact|Seen], Rest).

%   The domain is position(Indicator, N)-Terms for what stands in the facts, numbers-Numbers for the thresholds.
domain(Items, domain(Positions, Numbers)) :-
    findall(position(Indicator, N)-Argument,
            ( member(item(_, _, _, clause(Head, true), _), Items),
              compound(Head),
              indicator(Head, Indicator),
              arg(N, Head, Argument),
              ground(Argument) ),
            Positions0),
    sort(Positions0, Positions),
    findall(Number, ( member(item(_, _, _, Content, _), Items), number_in(Content, Number) ), Numbers0),
    sort([0|Numbers0], Known),
    findall(Number, near(Known, Number), Near),
    sort(Near, Numbers).

near(Known, Number) :-
    member(N, Known),
    (   Number is N - 1
    ;   Number = N
    ;   Number is N + 1
    ).
near(Known, Number) :-
    max_list(Known, Max),
    Number is 10 * Max + 1.

number_in(Term, Number) :-
    (   number(Term)
    ->  Number = Term
    ;   compound(Term),
        arg(_, Term, Argument),
        number_in(Argument, Number)
    ).

instance(Goal, Domain, Fact) :-
    (   ground(Goal)
    ->  Fact = Goal
    ;   copy_term(Goal, Fact),
        indicator(Fact, Indicator),
        compound_name_arguments(Fact, _, Arguments),
        fill(Arguments, 1, Indicator, Domain),
        term_variables(Fact, Variables),
        fill_rest(Variables)
    ).

fill([], _, _, _).
fill([Argument|Arguments], N, Indicator, Domain) :-
    (   ground(Argument)
    ->  true
    ;   value(Indicator, N, Domain, Argument)
    ),
    Next is N + 1,
    fill(Arguments, Next, Indicator, Domain).

value(Indicator, N, domain(Positions, Numbers), Value) :-
    findall(Term, member(position(Indicator, N)-Term, Positions), Terms),
    (   Terms == []
    ->  ( Value = option_A ; Value = option_B ; Value = user ; true )
    ;   (   member(Value, Terms)
        ;   member(Value, [option_A, option_B]),
            \+ memberchk(Value, Terms),
            member(Known, Terms),
            choice(Known, _)
        ;   member(Term, Terms),
            with_number(Term, Numbers, Value)
        ;   member(Value, [something_else])
        )
    ).

with_number(Term, Numbers, Value) :-
    number(Term),
    !,
    member(Value, Numbers).
with_number(Term, Numbers, Value) :-
    compound(Term),
    compound_name_arguments(Term, Name, Arguments),
    append(Before, [Argument|After], Arguments),
    with_number(Argument, Numbers, New),
    append(Before, [New|After], News),
    compound_name_arguments(Value, Name, News).

fill_rest([]).
fill_rest([something|Variables]) :-
    fill_rest(Variables).
