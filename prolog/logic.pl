:- module(probe_logic,
          [ with_logical_program/4, % +Keyed, -Module, -Reading, :Goal
            base_solutions/6,       % +Module, +Reading, +Inferences, -Modes, -Outcome, -Solutions
            solutions/5,            % +Module, +Modes, +Inferences, -Outcome, -Solutions
            guarded_from/3,         % +Closed, +Keyed, +Indicators
            counter_answer/6,       % +Module, +Mode, +Option, +Inferences, -Outcome, -Answer
            unsafe_clauses/1,       % -Ids
            undefined_calls/1,      % -Indicators
            replace_clause/5,       % +Module, +Reading, +Id, +Old, +New
            editable/2,             % +Reading, +Content
            proof_sets/2,           % +Solutions, -Sets
            committing/1,           % +Items
            collecting/1            % +Items
          ]).
:- use_module(library(lists), [member/2, memberchk/2, append/3, append/2]).
:- use_module(library(solution_sequences), [distinct/2]).
:- use_module(answering).
:- use_module(building, [fresh_module/1, discard/1]).
:- use_module(calls).
:- use_module(limits).
:- use_module(whitelist).

/** <module> A program read as logic

Prolog's control hides answers: a cut, a condition or `once` keeps the first solution, whichever that is. Here a program
is read without that. Each clause becomes one that

  - takes every solution where the original takes the first: `once(G)` is `G`, `(C -> A ; B)` is `C, A` or `\+ C, B`,
    and `H :- G, !, B` is `H :- G, B`;
  - comes, where an earlier clause of its predicate has a cut, with a guard that what stands before that cut fails;
  - notes its number in a backtrackable variable, so that a solution comes with the set of clauses that support it.

The modes, set by solutions/5 and counter_answer/6:

  - `strict`: a guard that fails is a failure, as in the original.
  - `marking`: a guard that fails is passed and noted as `blocked(Id)`. So the search also sees what stands behind a cut
    or in an else-branch and does not come to it in this case. Negations and collections are always strict. marking(Id)
    passes the guards of one clause alone.
  - `any`: `strict`, and a list of solutions begins with each of its elements in turn, since their order means nothing.
*/

:- meta_predicate with_logical_program(+, -, -, 0).

:- initialization(forgotten).

forgotten :-
    nb_setval(probe_support, []),
    nb_setval(probe_collecting, false),
    nb_setval(probe_mode, strict),
    nb_setval(probe_unsafe, []),
    nb_setval(probe_undefined, []).

% What must not outlive a request is forgotten at its end.
:- multifile probe_limits:forget/0.
probe_limits:forget :-
    forgotten.

%!  with_logical_program(+Keyed, -Module, -Reading, :Goal) is semidet.
%
%   Run Goal once while the logical reading of Keyed exists in Module. Keyed is a list of Id-Item, in the order of the
%   program; clauses with equal Ids count as one. Reading is reading(Committed, Guards): the indicators of predicates with
%   a cut, and the Ids of clauses with guards.

with_logical_program(Keyed, Module, Reading, Goal) :-
    setup_call_cleanup(fresh_module(Module),
                       ( add_reading(Keyed, Module, Reading), once(Goal) ),
                       discard(Module)).

add_reading(Keyed, Module, Reading) :-
    findall(Item, member(_-Item, Keyed), Items),
    findall(Id, ( member(Id-Item, Keyed), committing([Item]) ), Ids),
    sort(Ids, Guards),
    cutting_predicates(Items, Committed),
    Reading = reading(Committed, Guards),
    declare_called(Items, Module),
    add_clauses(Keyed, Module, Reading),
    add_committed(Committed, Keyed, Module, Reading).

% What nothing defines has no solutions here, and is noted when it is called.
declare_called(Items, Module) :-
    reads(Items, Called),
    defined_indicators(Items, Defined),
    (   member(Indicator, Called),
        definable(Indicator),
        \+ permitted(Indicator, _, _),
        catch(dynamic(Module:Indicator), error(_, _), fail),
        \+ memberchk(Indicator, Defined),
        Indicator = Name/Arity,
        functor(Head, Name, Arity),
        assertz(Module:(Head :- probe_logic:undefined(Indicator))),
        fail
    ;   true
    ).

defined_indicators([], []).
defined_indicators([item(_, _, _, Content, _)|Items], Defined) :-
    (   Content = clause(Head, _)
    ->  indicator(Head, Indicator),
        Defined = [Indicator|Rest]
    ;   Content = declare(Indicators)
    ->  append(Indicators, Rest, Defined)
    ;   Defined = Rest
    ),
    defined_indicators(Items, Rest).

add_clauses([], _, _).
add_clauses([Id-item(_, _, _, Content, _)|Keyed], Module, Reading) :-
    (   Content = clause(Head, Body),
        Reading = reading(Committed, _),
        indicator(Head, Indicator),
        \+ memberchk(Indicator, Committed)
    ->  add_simple(Id, Head, Body, Module, Reading)
    ;   true
    ),
    add_clauses(Keyed, Module, Reading).

add_simple(Id, Head0, Body, Module, reading(_, Marks)) :-
    plain_head(Head0, Head),
    (   Body == true
    ->  assert_taken((Head :- probe_logic:use(Id)), Module)
    ;   logical(Body, context(Module, Id, Marks, Head), Logical),
        assert_taken((Head :- probe_logic:use(Id), Logical), Module)
    ).

plain_head(Head0, Head) :-
    (   compound(Head0),
        compound_name_arity(Head0, Name, 0)
    ->  Head = Name
    ;   Head = Head0
    ).

% A clause that SWI-Prolog does not take is a finding of the reading of the program itself.
assert_taken(Clause, Module) :-
    catch(assertz(Module:Clause), error(_, _), true).

%   Predicates with cuts: every clause is asked with the arguments of the call, so that a guard sees what an earlier
%   clause would have seen.

add_committed([], _, _, _).
add_committed([Name/Arity|Indicators], Keyed, Module, Reading) :-
    findall(Id-Clause,
            ( member(Id-item(_, _, _, clause(Head, Body), _), Keyed), indicator(Head, Name/Arity),
              alternative(Head, Body, Clause) ),
            Alternatives),
    guarded(Alternatives, Name/Arity, [], Module, Reading),
    add_committed(Indicators, Keyed, Module, Reading).

guarded([], _, _, _, _).
guarded([Id-alternative(Head0, Goals)|Rest], Name/Arity, Guards0, Module, Reading) :-
    Reading = reading(_, Marks),
    plain_head(Head0, Head),
    functor(Call, Name, Arity),
    Context = context(Module, Id, Marks, Head),
    without_cuts(Goals, Before, After, Cut),
    guard_goals(Guards0, Call, Module, GuardGoal),
    (   Cut == true
    ->  conjunction(Before, BeforeGoal),
        Context = context(_, _, _, Around),
        committed_goal(BeforeGoal, context(Module, Id, Marks, Around-After), First),
        logical_all(After, context(Module, Id, Marks, Around-Before), Second),
        Logical = (First, Second),
        Guards = [Id-(Head :- First)|Guards0]
    ;   logical_all(Goals, Context, Logical),
        Guards = Guards0
    ),
    assert_taken((Call :- GuardGoal, Call = Head, probe_logic:use(Id), Logical), Module),
    guarded(Rest, Name/Arity, Guards, Module, Reading).

guard_goals([], _, _, true).
guard_goals([Id-Clause|Guards], Call, Module, (probe_logic:guard(Module:(Call = Head, Before), Id), Rest)) :-
    copy_term(Clause, (Head :- Before)),
    guard_goals(Guards, Call, Module, Rest).

%   without_cuts(+Goals, -Before, -After, -Cut): what is before the first cut and behind it, further cuts left out.
without_cuts([], [], [], false).
without_cuts([Goal|Goals], Before, After, Cut) :-
    (   Goal == !
    ->  Before = [],
        Cut = true,
        no_cuts(Goals, After)
    ;   Before = [Goal|Before1],
        without_cuts(Goals, Before1, After, Cut)
    ).

no_cuts([], []).
no_cuts([Goal|Goals], Others) :-
    (   Goal == !
    ->  Others = Rest
    ;   Others = [Goal|Rest]
    ),
    no_cuts(Goals, Rest).

conjunction([], true).
conjunction([Goal|Goals], Conjunction) :-
    (   Goals == []
    ->  Conjunction = Goal
    ;   Conjunction = (Goal, Rest),
        conjunction(Goals, Rest)
    ).

%   Head :- Body as several clauses, each a conjunction in which all cuts are at the top.
alternative(Head, Body, alternative(Head, Goals)) :-
    split(Body, Goals, []).

split(Goal, [Goal|Tail], Tail) :-
    var(Goal),
    !.
split((A, B), Goals, Tail) :-
    !,
    split(A, Goals, Middle),
    split(B, Middle, Tail).
split((C -> A ; B), Goals, Tail) :-
    ( cuts(A) ; cuts(B) ),
    !,
    (   Goals = ['$condition'(C)|Goals1],
        split(A, Goals1, Tail)
    ;   Goals = ['$else'(C)|Goals1],
        split(B, Goals1, Tail)
    ).
split((C *-> A ; B), Goals, Tail) :-
    !,
    split((C -> A ; B), Goals, Tail).
split((A ; B), Goals, Tail) :-
    ( cuts(A) ; cuts(B) ),
    !,
    (   split(A, Goals, Tail)
    ;   split(B, Goals, Tail)
    ).
split((C -> A), ['$condition'(C)|Goals], Tail) :-
    cuts(A),
    !,
    split(A, Goals, Tail).
split(Goal, [Goal|Tail], Tail).

%   Body has a cut that belongs to its clause.
cuts(Body) :-
    nonvar(Body),
    cuts_(Body).

cuts_(!).
cuts_((A, B)) :- ( cuts(A) -> true ; cuts(B) ).
cuts_((A ; B)) :- ( cuts(A) -> true ; cuts(B) ).
cuts_((_ -> A)) :- cuts(A).
cuts_((_ *-> A)) :- cuts(A).

cutting_predicates(Items, Committed) :-
    findall(Indicator,
            ( member(item(_, _, _, clause(Head, Body), _), Items), cuts(Body), indicator(Head, Indicator) ),
            Found),
    sort(Found, Committed).

%!  committing(+Items) is semidet.
%
%   Some clause keeps one solution of several, or asks whether there is none in order to go on otherwise.

committing(Items) :-
    member(item(_, _, _, clause(_, Body), _), Items),
    Body \== true,
    body_goals(Body, Goals, []),
    member(Goal, Goals),
    commits(Goal),
    !.

commits(!).
commits((_ -> _)).
commits((_ *-> _)).
commits(ignore(_)).
commits(once(_)).

%!  collecting(+Items) is semidet.
%
%   Some clause collects solutions in an order that means nothing, or takes one of several.

collecting(Items) :-
    member(item(_, _, _, clause(_, Body), _), Items),
    Body \== true,
    body_goals(Body, Goals, []),
    member(Goal, Goals),
    collects(Goal),
    !.

collects(findall(_, _, _)).
collects(findall(_, _, _, _)).
collects(bagof(_, _, _)).
collects(aggregate_all(What, _, _)) :-
    nonvar(What),
    memberchk(What, [max(_, _), min(_, _), bag(_)]).
collects(memberchk(_, _)).
collects(selectchk(_, _, _)).

%   logical(+Goal, +Context, -Logical): Context is context(Module, Id, Marks, Around), Around what else of the clause
%   shares variables with Goal.

logical_all([], _, true).
logical_all([Goal|Goals], Context, (Logical, Rest)) :-
    Context = context(Module, Id, Marks, Around),
    logical(Goal, context(Module, Id, Marks, Around-Goals), Logical),
    logical_all(Goals, context(Module, Id, Marks, Around-Goal), Rest).

logical(Goal, _, Goal) :-
    var(Goal),
    !.
logical((A, B), context(M, Id, Marks, Around), (LA, LB)) :-
    !,
    logical(A, context(M, Id, Marks, Around-B), LA),
    logical(B, context(M, Id, Marks, Around-A), LB).
logical(!, _, true) :-
    !.
logical('$condition'(C), Context, Logical) :-
    !,
    committed_goal(C, Context, Logical).
logical('$else'(C), Context, probe_logic:guard(M:LC, Id)) :-
    !,
    Context = context(M, Id, _, _),
    local(C, Context, LC).
logical((C -> A ; B), Context, (Negation, LB)) :-
    ( A == fail ; A == false ),
    !,
    negation(C, Context, Negation),
    logical(B, Context, LB).
logical((C -> A ; B), Context, Logical) :-
    !,
    conditional(C, A, B, Context, Logical).
logical((C *-> A ; B), Context, Logical) :-
    !,
    conditional(C, A, B, Context, Logical).
logical((A ; B), Context, (LA ; LB)) :-
    !,
    logical(A, Context, LA),
    logical(B, Context, LB).
logical((C -> A), Context, (LC, LA)) :-
    !,
    Context = context(M, Id, Marks, Around),
    committed_goal(C, context(M, Id, Marks, Around-A), LC),
    logical(A, context(M, Id, Marks, Around-C), LA).
logical((C *-> A), Context, Logical) :-
    !,
    logical((C -> A), Context, Logical).
logical(once(G), Context, LG) :-
    !,
    committed_goal(G, Context, LG).
logical(call(G), Context, LG) :-
    !,
    local(G, Context, LG).
logical(ignore(G), Context, (LG ; probe_logic:guard(M:LG, Id))) :-
    !,
    Context = context(M, Id, _, _),
    committed_goal(G, Context, LG).
logical(\+ G, Context, Logical) :-
    !,
    negation(G, Context, Logical).
logical(not(G), Context, Logical) :-
    !,
    negation(G, Context, Logical).
logical(forall(C, A), Context, (Bound, forall(LC, LA))) :-
    !,
    Context = context(M, Id, Marks, Around),
    bound_goal(C-A, Context, Bound),
    strictly(C, context(M, Id, Marks, Around-A), LC),
    local(A, context(M, Id, Marks, Around-C), LA).
logical(A \= B, Context, (Bound, A \= B)) :-
    !,
    bound_goal(A-B, Context, Bound).
logical(A \== B, Context, (Bound, A \== B)) :-
    !,
    bound_goal(A-B, Context, Bound).
logical(findall(T, G, L), Context, (Bound, findall(T, LG, L))) :-
    var(L),
    Context = context(_, _, _, Around),
    \+ order_matters(Around, L),
    !,
    collected_goal(T, G, Context, Bound),
    collection(T, G, Context, LG).
logical(findall(T, G, L), Context, (Bound, findall(T, LG, S), probe_logic:reordered(S, L))) :-
    !,
    collected_goal(T, G, Context, Bound),
    collection(T, G, Context, LG).
logical(findall(T, G, L, E), Context, (Bound, findall(T, LG, S), probe_logic:reordered(S, R), append(R, E, L))) :-
    !,
    collected_goal(T, G, Context, Bound),
    collection(T, G, Context, LG).
logical(bagof(T, G, L), Context, (bagof(T, LG, S), probe_logic:reordered(S, L))) :-
    !,
    collection(T, G, Context, LG).
logical(aggregate_all(What, G, R), Context, (Bound, Logical)) :-
    nonvar(What),
    !,
    collected_goal(What, G, Context, Bound),
    collection(What, G, Context, LG),
    (   ( What = max(_, _) ; What = min(_, _) )
    ->  Context = context(M, _, _, _),
        Logical = probe_logic:extreme(What, M:LG, R)
    ;   What = bag(_)
    ->  Logical = (aggregate_all(What, LG, S), probe_logic:reordered(S, R))
    ;   Logical = aggregate_all(What, LG, R)
    ).
logical(memberchk(X, Xs), _, probe_logic:some_member(X, Xs)) :-
    !.
logical(selectchk(X, Xs, Ys), _, select(X, Xs, Ys)) :-
    !.
logical(Goal, Context, (Bound, Logical)) :-
    takes_first(Goal, Given),
    !,
    bound_goal(Given, Context, Bound),
    logical_call(Goal, Context, Logical).
logical(Goal, Context, Logical) :-
    logical_call(Goal, Context, Logical).

%   What is Given to these is compared with the first that matches: an unbound variable in it would take that.
takes_first(subset(A, B), A-B).
takes_first(subtract(A, B, _), A-B).
takes_first(intersection(A, B, _), A-B).
takes_first(union(A, B, _), A-B).
takes_first(delete(A, B, _), A-B).
takes_first(include(P, A, _), P-A).
takes_first(exclude(P, A, _), P-A).
takes_first(partition(P, A, _, _), P-A).

logical_call(Goal0, Context, Logical) :-
    plain_head(Goal0, Goal),
    (   goal_kinds(Goal, Kinds),
        member(Kind, Kinds),
        Kind \== (?)
    ->  compound_name_arguments(Goal, Name, Arguments),
        (   memberchk(Name, [include, exclude, partition])
        ->  Closures = tested
        ;   Closures = kept
        ),
        logical_arguments(Kinds, Arguments, Closures, Context, Logicals),
        compound_name_arguments(Logical, Name, Logicals)
    ;   Logical = Goal
    ).

%   Something in Around could see in which order List is. Only goals that certainly do not are let pass.
order_matters(Around, List) :-
    (   var(Around)
    ->  Around == List
    ;   ( Around = A-B ; Around = (A, B) ; Around = (A ; B) ; Around = (A -> B) ; Around = [A|B] )
    ->  (   order_matters(A, List)
        ->  true
        ;   order_matters(B, List)
        )
    ;   term_variables(Around, Variables),
        member(Variable, Variables),
        Variable == List
    ->  \+ orderless(Around)
    ).

orderless(length(_, _)).
orderless(sum_list(_, _)).
orderless(sumlist(_, _)).
orderless(max_list(_, _)).
orderless(min_list(_, _)).
orderless(sort(_, _)).
orderless(msort(_, _)).

logical_arguments([], [], _, _, []).
logical_arguments([Kind|Kinds], [A|As], Closures, Context, [L|Ls]) :-
    logical_argument(Kind, A, Closures, Context, L),
    logical_arguments(Kinds, As, Closures, Context, Ls).

logical_argument(?, A, _, _, A) :-
    !.
logical_argument(0, A, _, Context, L) :-
    !,
    strictly(A, Context, L).
logical_argument(^, A, _, Context, L) :-
    !,
    strictly(A, Context, L).
logical_argument(_, A, tested, context(M, _, _, _), probe_logic:tested(M:A)) :-
    !.
logical_argument(_, A, _, _, A).

conditional(C, A, B, Context, ((LC, LA) ; (probe_logic:guard(M:LC, Id), LB))) :-
    Context = context(M, Id, Marks, Around),
    committed_goal(C, context(M, Id, Marks, Around-A), LC),
    logical(A, context(M, Id, Marks, Around-C), LA),
    logical(B, Context, LB).

committed_goal(G, Context, probe_logic:committed(Shared, M:LG)) :-
    Context = context(M, _, _, Around),
    local(G, Context, LG),
    term_variables(G, Inner),
    term_variables(Around, Outer),
    shared(Inner, Outer, Shared0),
    Shared =.. [v|Shared0].

shared([], _, []).
shared([V|Vs], Outer, Shared) :-
    (   member(O, Outer),
        O == V
    ->  Shared = [V|Rest]
    ;   Shared = Rest
    ),
    shared(Vs, Outer, Rest).

negation(G, Context, (Bound, \+ LG)) :-
    bound_goal(G, Context, Bound),
    strictly(G, Context, LG).

% To collect solutions for whatever an unbound variable may be, that the rest of the clause shares, is a negation too: "there
% are no others". The variables of the template are local, wherever else their names occur.
collected_goal(Template, Goal0, context(_, Id, _, Around), Bound) :-
    (   nonvar(Goal0),
        Goal0 = Local^Goal
    ->  true
    ;   Local = [],
        Goal = Goal0
    ),
    term_variables(Template-Local, Locals),
    term_variables(Goal, Inner0),
    without_variables(Inner0, Locals, Inner),
    bound_goal(Inner, context(_, Id, _, Around), Bound).

without_variables([], _, []).
without_variables([V|Vs], Others, Rest) :-
    (   member(O, Others),
        O == V
    ->  Rest = Rest1
    ;   Rest = [V|Rest1]
    ),
    without_variables(Vs, Others, Rest1).

% A negation is an answer only about what is bound when it is asked.
bound_goal(Term, context(_, Id, _, Around), Goal) :-
    term_variables(Term, Inner),
    binders(Around, Binders, []),
    term_variables(Binders, Outer),
    shared(Inner, Outer, Shared),
    (   Shared == []
    ->  Goal = true
    ;   Goal = probe_logic:bound(Shared, Id)
    ).

%   binders(+Around, -Parts, ?Tail): the parts of a clause that could give a variable its value; other negations could not.
binders(Around, Parts, Tail) :-
    (   var(Around)
    ->  Parts = [Around|Tail]
    ;   unbinding(Around)
    ->  Parts = Tail
    ;   ( Around = A-B ; Around = (A, B) ; Around = (A ; B) ; Around = (A -> B) ; Around = (A *-> B) ; Around = [A|B] )
    ->  binders(A, Parts, Middle),
        binders(B, Middle, Tail)
    ;   Parts = [Around|Tail]
    ).

unbinding(\+ _).
unbinding(not(_)).
unbinding(forall(_, _)).
unbinding(_ \= _).
unbinding(_ \== _).

%   A goal whose cuts are its own.
local(G, Context, Logical) :-
    (   cuts(G)
    ->  findall(G-Goals, split(G, Goals, []), Alternatives),
        local_alternatives(Alternatives, G, [], Context, Logical)
    ;   logical(G, Context, Logical)
    ).

local_alternatives([], _, _, _, fail).
local_alternatives([G-Goals|Rest], G0, Guards0, Context, (Here ; There)) :-
    G = G0,
    Context = context(M, Id, _, _),
    without_cuts(Goals, Before, After, Cut),
    local_guards(Guards0, M, Id, Guard),
    (   Cut == true
    ->  conjunction(Before, BeforeGoal),
        Context = context(_, _, Marks, Around),
        committed_goal(BeforeGoal, context(M, Id, Marks, Around-After), First),
        logical_all(After, context(M, Id, Marks, Around-Before), Second),
        Logical = (First, Second),
        Guards = [First|Guards0]
    ;   logical_all(Goals, Context, Logical),
        Guards = Guards0
    ),
    Here = (Guard, Logical),
    local_alternatives(Rest, G0, Guards, Context, There).

local_guards([], _, _, true).
local_guards([Before|Guards], M, Id, (probe_logic:guard(M:Before, Id), Rest)) :-
    local_guards(Guards, M, Id, Rest).

%   What is below a negation or in a collection is asked strictly: a blocked solution there is none.
strictly(G, Context, Logical) :-
    nonvar(G),
    G = V^Inner,
    !,
    Logical = V^LogicalInner,
    strictly(Inner, Context, LogicalInner).
strictly(G, Context, Logical) :-
    local(G, Context, LG),
    (   Context = context(_, _, [], _)
    ->  Logical = LG
    ;   Logical = (probe_logic:strict, LG)
    ).

% The same for what is collected, where besides every solution of Template counts.
collection(Template, G, Context, Logical) :-
    nonvar(G),
    G = V^Inner,
    !,
    Logical = V^LogicalInner,
    collection(Template, Inner, Context, LogicalInner).
collection(Template, G, context(M, Id, Guards, Around), (probe_logic:collecting, Logical)) :-
    local(G, context(M, Id, Guards, Around-Template), Logical).

%   What the clauses of a logical reading call.

use(Id) :-
    b_getval(probe_support, Support),
    b_setval(probe_support, [Id|Support]).

strict :-
    b_getval(probe_mode, Mode),
    (   marks(Mode, _)
    ->  b_setval(probe_mode, strict)
    ;   true
    ).

marks(marking, _).
marks(marking(Id), Id).

collecting :-
    strict,
    b_setval(probe_collecting, true).

guard(Goal, Id) :-
    (   \+ ( strict, Goal )
    ->  true
    ;   b_getval(probe_mode, Mode),
        marks(Mode, Id),
        use(blocked(Id))
    ).

% Where solutions are counted, what the original takes once must not count as often as it could be taken.
committed(Shared, Goal) :-
    (   b_getval(probe_collecting, true)
    ->  distinct(Shared, Goal)
    ;   call(Goal)
    ).

tested(Closure, X) :-
    b_getval(probe_mode, Mode),
    strict,
    call(Closure, X),
    b_setval(probe_mode, Mode).

bound(Terms, Id) :-
    (   ground(Terms)
    ->  true
    ;   note(probe_unsafe, Id)
    ).

undefined(Indicator) :-
    note(probe_undefined, Indicator),
    fail.

note(Variable, Term) :-
    nb_getval(Variable, Terms),
    (   memberchk(Term, Terms)
    ->  true
    ;   nb_setval(Variable, [Term|Terms])
    ).

reordered(Solutions, List) :-
    b_getval(probe_mode, Mode),
    (   Mode == any
    ->  first_of(Solutions, List)
    ;   List = Solutions
    ).

first_of([], []).
first_of([X|Xs], List) :-
    List = [X|Xs].
first_of(Solutions, [X|Others]) :-
    append([Y|Ys], [X|Zs], Solutions),
    append([Y|Ys], Zs, Others).

extreme(What, Goal, Result) :-
    What =.. [Which, X, Witness],
    findall(Value-Witness, ( Goal, Value is X ), Pairs),
    Pairs = [First-_|_],
    best(Which, Pairs, First, Best),
    Result =.. [Which, Best, Witness1],
    b_getval(probe_mode, Mode),
    (   Mode == any
    ->  member(Value1-Witness1, Pairs),
        Value1 =:= Best
    ;   member(Value1-Witness1, Pairs),
        Value1 =:= Best
    ->  true
    ).

best(_, [], Best, Best).
best(Which, [Value-_|Pairs], Best0, Best) :-
    (   Which == max
    ->  Best1 is max(Best0, Value)
    ;   Best1 is min(Best0, Value)
    ),
    best(Which, Pairs, Best1, Best).

some_member(X, Xs) :-
    b_getval(probe_mode, Mode),
    (   Mode == any,
        \+ b_getval(probe_collecting, true)
    ->  member(X, Xs)
    ;   memberchk(X, Xs)
    ).

%!  base_solutions(+Module, +Reading, +Inferences, -Modes, -Outcome, -Solutions) is det.
%
%   As solutions/5, in the modes that show most and come to their end without an error: [marking] where all guards can be
%   passed at once; otherwise `strict` and marking(Id) for each guard that can be passed alone. Modes is modes(List, Closed):
%   behind the guards of the clauses Closed nothing could be seen.

base_solutions(Module, reading(_, Guards), Inferences, modes(Modes, Closed), Outcome, Solutions) :-
    (   Guards \== [],
        solutions(Module, [marking], Inferences, complete, Solutions0)
    ->  Modes = [marking],
        Closed = [],
        Outcome = complete,
        Solutions = Solutions0
    ;   passable(Guards, Module, Inferences, Open, Closed),
        Modes = [strict|Open],
        solutions(Module, Modes, Inferences, Outcome, Solutions)
    ).

passable([], _, _, [], []).
passable([Id|Ids], Module, Inferences, Open, Closed) :-
    (   solutions(Module, [marking(Id)], Inferences, complete, _)
    ->  Open = [marking(Id)|Open1],
        Closed = Closed1
    ;   Open = Open1,
        Closed = [Id|Closed1]
    ),
    passable(Ids, Module, Inferences, Open1, Closed1).

%!  solutions(+Module, +Modes, +Inferences, -Outcome, -Solutions) is det.
%
%   Solutions is the sorted set of Answer-Support found in any of Modes: an answer and the sorted Ids of the clauses that
%   support it, with `blocked(Id)` where a guard was passed. Outcome is `complete`, or what ended a search before its end;
%   then Solutions is [].

solutions(Module, Modes, Inferences, Outcome, Solutions) :-
    collected_each(Modes, Module, Inferences, Outcome, Found),
    (   Outcome == complete
    ->  sort(Found, Solutions)
    ;   Solutions = []
    ).

collected_each([], _, _, complete, []).
collected_each([Mode|Modes], Module, Inferences, Outcome, Found) :-
    collected(Module, Mode, Inferences, Outcome0, Found0),
    (   Outcome0 == yes
    ->  collected_each(Modes, Module, Inferences, Outcome, Found1),
        append(Found0, Found1, Found)
    ;   Outcome = Outcome0,
        Found = []
    ).

collected(Module, Mode, Inferences, Outcome, Found) :-
    limited(( b_setval(probe_mode, Mode),
              b_setval(probe_support, []),
              findall(Answer-Support,
                      ( Module:decide_option(user, Answer), b_getval(probe_support, Used), sort(Used, Support) ),
                      Found0) ),
            Inferences, Outcome),
    (   Outcome == yes
    ->  Found = Found0
    ;   Found = []
    ).

%!  guarded_from(+Closed, +Keyed, +Indicators) is semidet.
%
%   Behind a guard of one of the clauses Closed, something of Indicators may be called.

guarded_from(Closed, Keyed, Indicators) :-
    member(Id, Closed),
    member(Id-item(_, _, _, clause(Head, _), _), Keyed),
    indicator(Head, Indicator),
    findall(Item, member(_-Item, Keyed), Items),
    called_from([Indicator], Items, [], Called),
    member(Other, Indicators),
    memberchk(Other, Called),
    !.

called_from([], _, Called, Called).
called_from([Indicator|Indicators], Items, Seen, Called) :-
    (   memberchk(Indicator, Seen)
    ->  called_from(Indicators, Items, Seen, Called)
    ;   findall(Item, ( member(Item, Items), Item = item(_, _, _, clause(Head, _), _), indicator(Head, Indicator) ), Own),
        calls(Own, Goals),
        indicators_of(Goals, Others),
        append(Others, Indicators, Next),
        called_from(Next, Items, [Indicator|Seen], Called)
    ).

indicators_of([], []).
indicators_of([Goal|Goals], [Indicator|Indicators]) :-
    indicator(Goal, Indicator),
    indicators_of(Goals, Indicators).

%!  counter_answer(+Module, +Mode, +Option, +Inferences, -Outcome, -Answer) is det.
%
%   Look for an answer that does not name Option. Outcome is `found` (then Answer is it), `none`, or what ended the
%   search.

counter_answer(Module, Mode, Option, Inferences, Outcome, Answer) :-
    limited(( b_setval(probe_mode, Mode),
              b_setval(probe_support, []),
              Module:decide_option(user, Answer0),
              \+ choice(Answer0, Option) ),
            Inferences, Outcome0),
    (   Outcome0 == yes
    ->  Outcome = found,
        Answer = Answer0
    ;   Outcome0 == no
    ->  Outcome = none,
        Answer = none
    ;   Outcome = Outcome0,
        Answer = none
    ).

%!  unsafe_clauses(-Ids) is det.
%
%   The clauses that have asked a negation about something unbound since the last call.

unsafe_clauses(Ids) :-
    taken(probe_unsafe, Ids).

%!  undefined_calls(-Indicators) is det.
%
%   What has been called since the last call though no clause or declaration defines it, also where a guard was passed.

undefined_calls(Indicators) :-
    taken(probe_undefined, Indicators).

taken(Variable, Terms) :-
    nb_getval(Variable, Terms0),
    nb_setval(Variable, []),
    sort(Terms0, Terms).

%!  proof_sets(+Solutions, -Sets) is det.
%
%   The distinct Answer-Support of Solutions that pass every guard.

proof_sets(Solutions, Sets) :-
    findall(Solution, ( member(Solution, Solutions), Solution = _-Support, \+ memberchk(blocked(_), Support) ), Sets).

%!  editable(+Reading, +Content) is semidet.
%
%   A clause with Content can be exchanged in place: no guard depends on its predicate.

editable(_, none).
editable(reading(Committed, _), clause(Head, _)) :-
    indicator(Head, Indicator),
    \+ memberchk(Indicator, Committed).
editable(Reading, many([Content|_])) :-
    editable(Reading, Content).

%!  replace_clause(+Module, +Reading, +Id, +Old, +New) is det.
%
%   In Module, the clause Id with the content Old becomes New, is deleted where New is `none`, or becomes several clauses
%   with that Id where New is many(Contents). For use inside a
%   snapshot.

replace_clause(Module, Reading, Id, clause(Head0, _), New) :-
    plain_head(Head0, Head1),
    functor(Head1, Name, Arity),
    functor(Head, Name, Arity),
    forall(( clause(Module:Head, Body, Reference), uses(Body, Id) ), erase(Reference)),
    add_contents(New, Id, Module, Reading).

add_contents(none, _, _, _).
add_contents(clause(Head, Body), Id, Module, Reading) :-
    add_simple(Id, Head, Body, Module, Reading).
add_contents(many([]), _, _, _) :-
    !.
add_contents(many([Content|Contents]), Id, Module, Reading) :-
    add_contents(Content, Id, Module, Reading),
    add_contents(many(Contents), Id, Module, Reading).

uses(probe_logic:use(Id), Id).
uses((probe_logic:use(Id), _), Id).
