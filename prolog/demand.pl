:- module(probe_demand,
          [ safe_when_called/3,     % +Mode, +Arguments, +Literals
            distinguished/3,        % +Arguments, +Literals, -Distinct
            demand/1,               % +Extent
            demanded/2,             % ?Key, ?Mode
            called_for/4,           % +Key, +Mode, +Arguments, -Literals
            asked_for/5             % ?Key, ?Mode, ?Arguments, ?Body, ?Item
          ]).
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

%!  distinguished(+Arguments, +Literals, -Distinct) is det.
%
%   In Distinct, an argument '$all' is replaced by a term of the rule's number and all variables that Literals bind, so
%   that there is one term per solution.

distinguished(Arguments0, Literals, Arguments) :-
    (   append(Before, [All], Arguments0),
        All == '$all'
    ->  findall(1, rule(_, _, _, _, _, _), Rules),
        length(Rules, Number),
        convlist(binds, Literals, Terms),
        term_variables(Terms, Variables),
        append(Before, ['$distinct'(Number, Variables)], Arguments)
    ;   Arguments = Arguments0
    ).

binds(call(_, _, Arguments), Arguments).
binds(let(Value, _), Value).
binds(range(X, _, _), X).
binds(aggregate(_, Result, _, _), Result).

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
    arguments_of(Mode, b, Arguments, BoundArguments),
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
    reads(Literal, Read),
    (   binds(Literal, Term)
    ->  bound_in(Read, Bound0),
        Bound1 = [Term|Bound0]
    ;   bound_in(Read, Bound0),
        Bound1 = Bound0
    ),
    safe_literals(Literals, Bound1, Bound).

reads(call(Key, Mode, Arguments), BoundArguments) :-
    (   demanded(Key, Mode)
    ->  arguments_of(Mode, b, Arguments, BoundArguments)
    ;   BoundArguments = []
    ).
reads(not(_, _, Arguments), Arguments).
reads(test(_, A, B), A-B).
reads(compare(_, A, B), A-B).
reads(let(_, Expression), Expression).
reads(range(_, From, To), From-To).
reads(kind(_, Term), Term).
reads(doubt(_, _), []).
reads(aggregate(_, _, _, call(_, Mode, Arguments)), BoundArguments) :-
    arguments_of(Mode, b, Arguments, BoundArguments).

:- dynamic asked_for/5.

%!  asked_for(?Key, ?Mode, ?Arguments, ?Body, ?Item) is nondet.
%
%   A rule that derives the values for which Key is called in Mode: Arguments are the bound arguments, Body is literals.

%!  demand(+Extent) is det.
%
%   Make the rules that derive the values for which the demanded predicates are called. With Extent `exact` their bodies
%   have every positive literal before the call, with `bindings` only those that bind its arguments, which gives more
%   values and fewer dependencies.

demand(Extent) :-
    retractall(demanded(_, _)),
    retractall(asked_for(_, _, _, _, _)),
    find_demanded,
    forall(rule(Key, Mode, _, Arguments, Literals, Item), calls_demanded(Extent, Key, Mode, Arguments, Literals, Item)).

%!  called_for(+Key, +Mode, +Arguments, -Literals) is det.
%
%   A rule of Key begins with Literals: the values for which it is called, if Key is demanded.

called_for(Key, Mode, Arguments, Literals) :-
    (   demanded(Key, Mode)
    ->  arguments_of(Mode, b, Arguments, BoundArguments),
        Literals = [asked(Key, Mode, BoundArguments)]
    ;   Literals = []
    ).

calls_demanded(Extent, Key, Mode, Arguments, Literals, Item) :-
    called_for(Key, Mode, Arguments, First),
    forall(( append(Before, [Literal|_], Literals), called(Literal, Callee, CalleeMode, CalleeArguments),
             demanded(Callee, CalleeMode) ),
           ( arguments_of(CalleeMode, b, CalleeArguments, CallArguments),
             include(positive, Before, Positive0),
             (   Extent == exact
             ->  Positive = Positive0
             ;   needed(Positive0, CallArguments, First, Positive)
             ),
             append(First, Positive, Body),
             assertz(asked_for(Callee, CalleeMode, CallArguments, Body, Item)) )).

%   The literals, from the last to the first, that bind variables read later.
needed(Literals, CallArguments, First, Needed) :-
    term_variables(First, Known),
    reverse(Literals, Backwards),
    needed_before(Backwards, CallArguments, Known, [], Needed).

needed_before([], _, _, Needed, Needed).
needed_before([Literal|Literals], CallArguments, Known, Needed0, Needed) :-
    (   binds(Literal, Term),
        term_variables(Term, Variables),
        member(Variable, Variables),
        occurs(Variable, CallArguments),
        \+ occurs(Variable, Known)
    ->  reads(Literal, Read),
        needed_before(Literals, CallArguments-Read, Known, [Literal|Needed0], Needed)
    ;   needed_before(Literals, CallArguments, Known, Needed0, Needed)
    ).

called(call(Key, Mode, Arguments), Key, Mode, Arguments).
called(not(Key, Mode, Arguments), Key, Mode, Arguments).
called(aggregate(_, _, _, call(Key, Mode, Arguments)), Key, Mode, Arguments).
called(doubt(_, Conditions), Key, Mode, Arguments) :-
    member(Condition, Conditions),
    called(Condition, Key, Mode, Arguments).
