:- module(probe_strata,
          [ stratified/0
          ]).
:- use_module(library(occurs), [contains_var/2]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(ordsets), [ord_memberchk/2, ord_subtract/3, ord_union/3]).
:- use_module(translation).
:- use_module(variables).
:- use_module(demand).

/** <module> A test that the rules have exactly one model, and a finite one
*/

:- dynamic edge/4.

%!  stratified is det.
%
%   Throws untranslatable(Message, Item) if a predicate depends on its own negation or aggregate, or if recursion
%   may build ever larger numbers or terms.

stratified :-
    retractall(edge(_, _, _, _)),
    forall(rule(Key, Mode, _, _, Literals, Item),
           ( add_edges(Literals, p(Key, Mode), Item),
             ( demanded(Key, Mode) -> add_edge(p(Key, Mode), d(Key, Mode), +, Item) ; true ) )),
    forall(demand_rule(Key, Mode, _, Body, Item), add_edges(Body, d(Key, Mode), Item)),
    forall(edge(From, To, -, Item),
           (   reaches(To, From)
           ->  with_item(Item, untranslatable("a predicate depends on its own negation", []))
           ;   true
           )),
    forall(rule(Key, Mode, _, Arguments, Literals, Item), check_rule(Key, Mode, Arguments, Literals, Item)),
    forall(demand_rule(Key, Mode, Arguments, Body, Item), check_demand(Key, Mode, Arguments, Body, Item)).

add_edges(Literals, From, Item) :-
    forall(( member(Literal, Literals), literal_edge(Literal, To, Sign) ), add_edge(From, To, Sign, Item)).

literal_edge(call(Key, Mode, _), p(Key, Mode), +).
literal_edge(asked(Key, Mode, _), d(Key, Mode), +).
literal_edge(not(Key, Mode, _), p(Key, Mode), -).
literal_edge(aggregate(_, _, _, call(Key, Mode, _)), p(Key, Mode), -).

add_edge(From, To, Sign, Item) :-
    (   edge(From, To, Sign, _)
    ->  true
    ;   assertz(edge(From, To, Sign, Item))
    ).

%   To is From, or From depends on it. The nodes are kept in a list: SWI-Prolog indexes clauses by the arguments of such
%   terms too, and those indexes keep what was retracted, so that each program would take longer than the one before.
reaches(From, To) :-
    explore([From], [From], Reached),
    ord_memberchk(To, Reached).

explore([], Reached, Reached).
explore([Node|Nodes], Reached0, Reached) :-
    aggregate_all(set(Next), edge(Node, Next, _, _), Sorted),
    ord_subtract(Sorted, Reached0, NewNodes),
    ord_union(Reached0, NewNodes, Reached1),
    append(NewNodes, Nodes, NextNodes),
    explore(NextNodes, Reached1, Reached).

%   A rule that calls its own predicate again goes down in an argument, or makes no new term.
check_rule(Key, Mode, Arguments, Literals, Item) :-
    (   member(call(Callee, CalleeMode, CalleeArguments), Literals),
        reaches(p(Callee, CalleeMode), p(Key, Mode)),
        \+ descends(Key, Mode, Arguments, Callee, CalleeMode, CalleeArguments),
        makes_new_term(Mode, Key, Arguments, Literals)
    ->  with_item(Item, untranslatable("recursion makes new numbers or terms, maybe without end", []))
    ;   true
    ).

check_demand(Key, Mode, Arguments, Body, Item) :-
    (   member(asked(Caller, CallerMode, CallerArguments), Body),
        reaches(d(Caller, CallerMode), d(Key, Mode)),
        \+ ( Key == Caller, Mode == CallerMode, smaller_argument(CallerArguments, Arguments) ),
        new_term(Arguments, Body)
    ->  with_item(Item, untranslatable("recursion asks for new numbers or terms, maybe without end", []))
    ;   member(call(Callee, CalleeMode, _), Body),
        reaches(p(Callee, CalleeMode), d(Key, Mode)),
        new_term(Arguments, Body),
        \+ ( member(asked(Key, Mode, CallerValues), Body), smaller_argument(CallerValues, Arguments) )
    ->  with_item(Item, untranslatable("recursion asks for new numbers or terms, maybe without end", []))
    ;   true
    ).

descends(Key, Mode, Arguments, Key, Mode, CalleeArguments) :-
    demanded(Key, Mode),
    bound_smaller(Mode, Arguments, CalleeArguments).

bound_smaller([b|_], [A|_], [B|_]) :-
    proper_subterm(B, A),
    !.
bound_smaller([_|Mode], [_|As], [_|Bs]) :-
    bound_smaller(Mode, As, Bs).

smaller_argument([A|_], [B|_]) :-
    proper_subterm(B, A),
    !.
smaller_argument([_|As], [_|Bs]) :-
    smaller_argument(As, Bs).

proper_subterm(Part, Compound) :-
    compound(Compound),
    arg(_, Compound, Argument),
    contains_var(Part, Argument),
    !.

%   Terms that a rule makes without knowing for which values its predicate is called.
makes_new_term(Mode, Key, Arguments, Literals) :-
    (   demanded(Key, Mode)
    ->  arguments_in_mode(Mode, f, Arguments, Free)
    ;   Free = Arguments
    ),
    new_term(Free, Literals).

new_term(Arguments, Literals) :-
    member(Argument, Arguments),
    (   compound(Argument),
        \+ ground(Argument)
    ;   var(Argument),
        member(Literal, Literals),
        computed_value(Literal, Value),
        contains_var(Argument, Value)
    ),
    !.

computed_value(let(Value, _), Value).
computed_value(range(Value, _, _), Value).
computed_value(aggregate(count, Value, _, _), Value).
computed_value(aggregate(sum, Value, _, _), Value).
