:- module(probe_demand,
          [ safe_when_called/3,     % +Mode, +Arguments, +Literals
            distinguish_solutions/3, % +Arguments, +Literals, -Distinct
            demand/1,               % +Extent
            demanded/2,             % ?Key, ?Mode
            demand_literals/4,      % +Key, +Mode, +Arguments, -Literals
            demand_rule/5           % ?Key, ?Mode, ?Arguments, ?Body, ?Item
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(occurs), [contains_var/2]).
:- use_module(library(apply), [convlist/3, include/3]).
:- use_module(library(lists), [append/3, member/2, memberchk/2, reverse/2]).
:- use_module(translation).
:- use_module(variables).
:- use_module(collections).

/** <module> Rules that need the values for which they are called

Answer-set rules are safe: each of their variables is bound by a positive literal. `fits(Option) :- \+ rushed(Option)`
is not safe, although it is called with Option bound. Such a predicate gets the values for which it is called from a new
predicate, which the rules that call it derive (the demand transformation, "magic sets").
*/

:- dynamic demanded/2.

%!  demanded(?Key, ?Mode) is nondet.
%
%   The rules of Key in Mode begin with the values for which they are called.

%!  distinguish_solutions(+Arguments, +Literals, -Distinct) is det.
%
%   In Distinct, an argument '$all' is replaced by a term of the rule's number and all variables that Literals bind, so
%   that there is one term per solution.

distinguish_solutions(Arguments0, Literals, Arguments) :-
    (   append(Before, [Marker], Arguments0),
        Marker == '$all'
    ->  aggregate_all(count, rule(_, _, _, _, _, _), Number),
        convlist(bound_term, Literals, Terms),
        term_variables(Terms, Variables),
        append(Before, ['$distinct'(Number, Variables)], Arguments)
    ;   Arguments = Arguments0
    ).

bound_term(call(_, _, Arguments), Arguments).
bound_term(let(Value, _), Value).
bound_term(range(X, _, _), X).
bound_term(aggregate(_, Result, _, _), Result).

%   Literal may be part of a rule that derives the values for which a predicate is called.
positive(Literal) :-
    \+ memberchk(Literal, [not(_, _, _), doubt(_, _)]).

%!  safe_when_called(+Mode, +Arguments, +Literals) is det.
%
%   Throws untranslatable(Message, Item) if nothing binds a variable of the rule, not even a call in Mode.

safe_when_called(Mode, Arguments, Literals) :-
    (   has_collection(Arguments-Literals)
    ->  untranslatable("a list of solutions leaves its clause", [])
    ;   true
    ),
    arguments_in_mode(Mode, b, Arguments, BoundArguments),
    (   safe(Arguments, Literals, BoundArguments)
    ->  true
    ;   untranslatable("a variable of the clause is never bound", [])
    ).

%   Find out which predicates are demanded. The callers of a demanded predicate must bind the arguments that it reads.
find_demanded :-
    (   rule(Key, Mode, _, Arguments, Literals, _),
        memberchk(b, Mode),
        \+ demanded(Key, Mode),
        \+ independent(Arguments, Literals)
    ->  assertz(demanded(Key, Mode)),
        find_demanded
    ;   true
    ).

%   The rule is safe without a demand, and no doubt in it depends on the values that it is called for.
independent(Arguments, Literals) :-
    \+ member(doubt(_, _), Literals),
    safe(Arguments, Literals, []).

%   The literals are in an order in which each variable is bound before it is read; from the start only the bound
%   arguments may be read.
safe(Arguments, Literals, BoundArguments) :-
    safe_literals(Literals, BoundArguments, Bound),
    bound_in(Arguments, Bound).

safe_literals([], Bound, Bound).
safe_literals([Literal|Literals], Bound0, Bound) :-
    term_read(Literal, TermRead),
    (   bound_term(Literal, Term)
    ->  bound_in(TermRead, Bound0),
        Bound1 = [Term|Bound0]
    ;   bound_in(TermRead, Bound0),
        Bound1 = Bound0
    ),
    safe_literals(Literals, Bound1, Bound).

term_read(call(Key, Mode, Arguments), BoundArguments) :-
    (   demanded(Key, Mode)
    ->  arguments_in_mode(Mode, b, Arguments, BoundArguments)
    ;   BoundArguments = []
    ).
term_read(not(_, _, Arguments), Arguments).
term_read(test(_, A, B), A-B).
term_read(compare(_, A, B), A-B).
term_read(let(_, Expression), Expression).
term_read(range(_, From, To), From-To).
term_read(kind(_, Term), Term).
term_read(doubt(_, _), []).
term_read(aggregate(_, _, _, call(_, Mode, Arguments)), BoundArguments) :-
    arguments_in_mode(Mode, b, Arguments, BoundArguments).

:- dynamic demand_rule/5.

%!  demand_rule(?Key, ?Mode, ?Arguments, ?Body, ?Item) is nondet.
%
%   A rule that derives the values for which Key is called in Mode: Arguments are the bound arguments, Body is literals.

%!  demand(+Extent) is det.
%
%   Make the rules that derive the values for which the demanded predicates are called. With Extent `exact` their bodies
%   have every positive literal before the call, with `bindings` only those that bind its arguments, which gives more
%   values and fewer dependencies.

demand(Extent) :-
    retractall(demanded(_, _)),
    retractall(demand_rule(_, _, _, _, _)),
    find_demanded,
    forall(rule(Key, Mode, _, Arguments, Literals, Item), add_demand_rules(Extent, Key, Mode, Arguments, Literals, Item)).

%!  demand_literals(+Key, +Mode, +Arguments, -Literals) is det.
%
%   A rule of Key begins with Literals: the values for which it is called, if Key is demanded.

demand_literals(Key, Mode, Arguments, Literals) :-
    (   demanded(Key, Mode)
    ->  arguments_in_mode(Mode, b, Arguments, BoundArguments),
        Literals = [asked(Key, Mode, BoundArguments)]
    ;   Literals = []
    ).

add_demand_rules(Extent, Key, Mode, Arguments, Literals, Item) :-
    demand_literals(Key, Mode, Arguments, Demand),
    forall(( append(Before, [Literal|_], Literals), callee(Literal, Callee, CalleeMode, CalleeArguments),
             demanded(Callee, CalleeMode) ),
           ( arguments_in_mode(CalleeMode, b, CalleeArguments, CallArguments),
             include(positive, Before, Positive0),
             (   Extent == exact
             ->  Positive = Positive0
             ;   needed_literals(Positive0, CallArguments, Demand, Positive)
             ),
             append(Demand, Positive, Body),
             assertz(demand_rule(Callee, CalleeMode, CallArguments, Body, Item)) )).

%   The literals, from the last to the first, that bind variables read later.
needed_literals(Literals, CallArguments, Demand, Needed) :-
    term_variables(Demand, BoundVariables),
    reverse(Literals, Backwards),
    needed_literals(Backwards, CallArguments, BoundVariables, [], Needed).

needed_literals([], _, _, Needed, Needed).
needed_literals([Literal|Literals], CallArguments, BoundVariables, Needed0, Needed) :-
    (   bound_term(Literal, Term),
        term_variables(Term, Variables),
        member(Variable, Variables),
        contains_var(Variable, CallArguments),
        \+ contains_var(Variable, BoundVariables)
    ->  term_read(Literal, TermRead),
        needed_literals(Literals, CallArguments-TermRead, BoundVariables, [Literal|Needed0], Needed)
    ;   needed_literals(Literals, CallArguments, BoundVariables, Needed0, Needed)
    ).

callee(call(Key, Mode, Arguments), Key, Mode, Arguments).
callee(not(Key, Mode, Arguments), Key, Mode, Arguments).
callee(aggregate(_, _, _, call(Key, Mode, Arguments)), Key, Mode, Arguments).
callee(doubt(_, Conditions), Key, Mode, Arguments) :-
    member(Condition, Conditions),
    callee(Condition, Key, Mode, Arguments).
