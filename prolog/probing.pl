:- module(probe_probing,
          [ program_probes/5,       % +Program, +Inferences, +Hints, -Pairs, -Found
            needed_json/4,          % +Program, +Found, +Inferences, -Json
            variant_bound/3,        % +Program, +Bound, -Inferences
            references/2,           % +Program, -References
            item_json/2             % +Item, -Json
          ]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(library(pairs), [pairs_keys/2]).
:- use_module(building).
:- use_module(answering).
:- use_module(variants).
:- use_module(calls).
:- use_module(editing).
:- use_module(exactness).
:- use_module(idleness).
:- use_module(reading).
:- use_module(renaming).
:- use_module(reordering).
:- use_module(reply).
:- use_module(verdicts).
:- use_module(whitelist, [indicator/2]).

/** <module> The experiments behind the strict checks, one program at a time

Each predicate runs variants of a program and reports the results. The Python half judges them.
*/

%!  variant_bound(+Program, +Bound, -Inferences) is det.
%
%   A variant gets a hundred times the inferences of the program itself. Following it further would be pointless.
variant_bound(program(_, _, _, _, run(_, _, counts(Counted, _), _, _, _)), Bound, Inferences) :-
    (   integer(Counted)
    ->  Inferences is min(Bound, max(2000, 100 * Counted))
    ;   Inferences = Bound
    ).

%!  program_probes(+Program, +Inferences, +Hints, -Pairs, -Found) is det.
%
%   Pairs are the name of a strict check and the results of the program's variants, while its module exists. Only a
%   program that decides has probes. Found is edits(Edit, Neighbour), the small edits that were found; for the other
%   program of the pair they are Hints, since the same edits mostly work there. The first program has edits(none, none).

program_probes(Program, Bound, edits(EditHint, NeighbourHint), Pairs, edits(Edit, Neighbour)) :-
    (   decided(Program, Decision)
    ->  variant_bound(Program, Bound, Inferences),
        case_exchange(Program, Exchange, Naming),
        follows_facts(Program, Exchange, Naming, Inferences, Exchanged, Follows),
        reachable(Program, Decision, Exchanged, Inferences, EditHint, Edit, Reachable),
        uses_axioms(Program, Decision, Exchange, Edit, Inferences, NeighbourHint, Neighbour, Uses),
        order_invariant(Program, Decision, Inferences, Orders, Ordered),
        exact_numbers(Program, Decision, Orders, Inferences, Exact),
        name_invariant(Program, Decision, Inferences, Named),
        defined(Program, Bound, Defined),
        Pairs = [ uses_axioms=Uses, follows_facts=Follows, reachable=Reachable, order_invariant=Ordered,
                  name_invariant=Named, exact_numbers=Exact, defined=Defined ]
    ;   Pairs = [],
        Edit = none,
        Neighbour = none
    ).

%!  needed_json(+Program, +Found, +Inferences, -Json) is det.
%
%   The depth and size of the proof without its idle steps, and `null` if it has no complete proof. Found is that of
%   program_probes/5.

needed_json(Program, edits(Edit, _), Bound, Json) :-
    (   decided(Program, _),
        variant_bound(Program, Bound, Inferences),
        needed(Program, Edit, Inferences, needed(Depth, Size))
    ->  Json = object([ depth=Depth, size=Size ])
    ;   Json = null
    ).

%!  references(+Program, -References) is det.
%
%   The clauses of the proof of the first answer, searches included; [] if there is no proof.

references(program(_, _, _, _, Run), References) :-
    (   Run = run(_, _, _, proof(_, _, _, _, References0), _, _)
    ->  References = References0
    ;   References = []
    ).

decision_json(Decision, text(Text)) :-
    (   atom(Decision)
    ->  Text = Decision
    ;   term_text(Decision, Text)
    ).

%!  item_json(+Item, -Json) is det.
%
%   The clause with its place and text.

item_json(Item, object([ source=text(Source), line=Line, column=Column, clause=Number, text=text(Text) ])) :-
    item_place(Item, place(Source, Line, Column, Number)),
    clause_text(Item, Text).

%   The decision without the axioms: of the case itself and, if it does not change there, of a neighbouring case where
%   it does.
uses_axioms(Program, Decision, Exchange, Edit, Inferences, Hint, Found,
            object([ axioms=Count, in_proof=list(Numbers), without_axioms=WithoutJson, decorative=Decorative,
                     neighbour=Neighbour ])) :-
    Program = program(_, Module, Clauses, _, _),
    references(Program, References),
    findall(Reference, member(Reference-item(axioms, _, _, _, _), Clauses), Axioms),
    length(Axioms, Count),
    findall(Number, ( member(Reference-item(axioms, Number, _, _, _), Clauses), memberchk(Reference, References) ),
            Numbers),
    decide_without(Axioms, Module, none, none, Inferences, Without),
    decision_json(Without, WithoutJson),
    (   Without \== Decision,
        \+ other(Decision, Without),
        decorative(Module, Clauses, References, Decision, Inferences)
    ->  Decorative = true
    ;   Decorative = false
    ),
    (   Without == Decision
    ->  neighbour(Edit, Program, Decision, Exchange, Axioms, Inferences, Hint, Found, Neighbour)
    ;   Found = none,
        Neighbour = null
    ).

%   The axioms are asked, but their content does not matter: with all of their predicates true of everything, the
%   decision is the same for this case and for every case without one of the facts of the proof.
decorative(Module, Clauses, References, Decision, Inferences) :-
    findall(Indicator, ( member(_-item(axioms, _, _, clause(Head, _), _), Clauses), indicator(Head, Indicator) ), Found),
    sort(Found, Indicators),
    all_decide(Module, Indicators, none, Inferences, [Decision]),
    \+ ( member(Reference-Item, Clauses),
         case_fact(Item),
         memberchk(Reference, References),
         all_decide(Module, [], Reference, Inferences, With),
         all_decide(Module, Indicators, Reference, Inferences, True),
         With \== True ).

%   Decisions are the sorted decisions that follow without the clause Reference and with the predicates Indicators true
%   of everything.
all_decide(Module, Indicators, Reference, Inferences, Decisions) :-
    snapshot(( apply_edit(Module, Reference, none),
               make_true(Indicators, Module),
               all_answers(Module, Inferences, Outcome, Answers) )),
    findall(Decision, ( member(Answer, Answers), ( choice(Answer, Decision0) -> Decision = Decision0 ; undecided(other, Decision) ) ),
            Decisions0),
    (   Outcome == complete
    ->  sort(Decisions0, Decisions)
    ;   sort([Outcome|Decisions0], Decisions)
    ).

make_true([], _).
make_true([Name/Arity|Indicators], Module) :-
    functor(Head, Name, Arity),
    Head =.. [_|Arguments],
    asserta(Module:(Head :- probe_probing:options(Arguments))),    % before any cut
    make_true(Indicators, Module).

% A predicate that is true of everything is true of every answer. A variable is bound to one, so that later goals do not
% get an unbound argument.
options([]).
options([X|Xs]) :-
    (   var(X)
    ->  domain(Answers),
        member(X, Answers)
    ;   true
    ),
    options(Xs).

neighbour(found(Deleted, Added, Tries), program(_, Module, Clauses, _, _), Decision, _, Axioms, Inferences, _, none, Json) :-
    reference(Deleted, Clauses, Reference),
    decide_without(Axioms, Module, Reference, Added, Inferences, Decision),
    !,
    result_json(found(Deleted, Added, Tries), Pairs),
    Json = object(Pairs).
neighbour(_, program(Items, _, _, _, _), Decision, Exchange, _, Inferences, _, none, Json) :-
    asked_by_decision(Items, Kept),
    exchanged(Exchange, Items, Kept, Exchanged, count(A, B)),
    A + B > 0,
    with_module(Exchanged, Module, Clauses, decide_both(Module, Clauses, Inferences, With, Without)),
    With \== Decision,
    choice(With, _),
    Without \== With,
    !,
    Json = object([ result=text(exchanged), tries=1, deleted=null, added=null ]).
neighbour(Edit, Program, Decision, _, Axioms, Inferences, Hint, Result, object(Pairs)) :-
    Program = program(Items, Module, Clauses, _, _),
    (   Edit = exhausted(_)
    ->  Result = Edit
    ;   references(Program, References),
        find_edit(program(Items, Module, Clauses), Decision, References, none, Inferences, Axioms, Hint, Result)
    ),
    result_json(Result, Pairs).

reference(none, _, none).
reference(both(Deleted1, Deleted2), Clauses, both(Reference1, Reference2)) :-
    reference(Deleted1, Clauses, Reference1),
    reference(Deleted2, Clauses, Reference2).
reference(item(Source, Number, Position, Content, Names), Clauses, Reference) :-
    memberchk(Reference-item(Source, Number, Position, Content, Names), Clauses).

%   case_exchange(+Program, -Exchange, -Naming): Exchange makes another case of the facts. In a dilemma it exchanges the
%   options. In another domain it rotates the answers that the facts name, provided that nothing gives one of them a
%   meaning of its own: Naming has those that clauses of predicates of the proof name. If they are fewer than two, Naming
%   is [], and all atoms are rotated; numbers never, because a number of a fact may be anything.
case_exchange(Program, Exchange, Naming) :-
    (   dilemma
    ->  Exchange = options,
        Naming = options
    ;   proof_indicators(Program, Indicators),
        Program = program(Items, _, _, _, _),
        named_answers(Items, Indicators, Named),
        (   Named = [_, _|_]
        ->  Naming = Named,
            pairs_keys(Named, Rotated)
        ;   Naming = [],
            domain(Answers),
            findall(Answer, ( member(Answer, Answers), atom(Answer) ), Rotated)
        ),
        (   Rotated == []
        ->  Exchange = map(t)
        ;   rotation(Rotated, Exchange)
        )
    ).

%   The predicates with a clause in the proof; all of them if the proof is not known completely.
proof_indicators(Program, Indicators) :-
    Program = program(_, _, Clauses, _, _),
    references(Program, References),
    findall(Indicator,
            ( member(Reference-item(_, _, _, clause(Head, _), _), Clauses),
              ( References = [incomplete|_] -> true ; memberchk(Reference, References) ),
              indicator(Head, Indicator) ),
            Found),
    sort(Found, Indicators).

follows_facts(program(Items, _, _, _, _), Exchange, Naming, Inferences, Decision0,
              object([ naming=object(Named), exchanged=Decision ])) :-
    exchanged(Exchange, Items, [], Exchanged, count(CountA, CountB)),
    (   Naming == options
    ->  Named = [ option_A=CountA, option_B=CountB ]
    ;   findall(Answer=Count, member(Answer-Count, Naming), Named)
    ),
    (   CountA + CountB > 0
    ->  with_module(Exchanged, Module, _, decide(Module, Inferences, Decision0)),
        decision_json(Decision0, Decision)
    ;   Decision0 = '',                     % no answer of any domain
        Decision = null
    ).

reachable(Program, Decision, Exchange, Inferences, Hint, Result, object([ without_facts=Without, facts=Count|Rest ])) :-
    Program = program(Items, Module, Clauses, _, _),
    findall(Reference, ( member(Reference-Item, Clauses), case_fact(Item) ), Facts),
    length(Facts, Count),
    snapshot(( erase_all(Facts), decide(Module, Inferences, Without0) )),
    decision_json(Without0, Without),
    references(Program, References),
    find_edit(program(Items, Module, Clauses), Decision, References, Exchange, Inferences, any, Hint, Result0),
    (   Result0 = exhausted(Tries),
        reached_by_names(Items, Decision, Inferences)
    ->  Result = exchanged(Tries)
    ;   Result = Result0
    ),
    result_json(Result, Rest).

%   The names by which decide_option/2 asks about the options are exchanged in what the case says.
reached_by_names(Items, Decision, Inferences) :-
    deciding_exchange(Items, Exchange),
    exchanged(Exchange, Items, [], Exchanged, _),
    with_module(Exchanged, Module, _, decide(Module, Inferences, Other)),
    other(Decision, Other),
    !.

result_json(found(Deleted, Added, Tries),
            [ result=text(found), tries=Tries, deleted=DeletedJson, deleted_too=TooJson, added=AddedJson ]) :-
    !,
    (   Deleted = both(Deleted1, Deleted2)
    ->  item_json(Deleted1, DeletedJson),
        item_json(Deleted2, TooJson)
    ;   Deleted == none
    ->  DeletedJson = null,
        TooJson = null
    ;   item_json(Deleted, DeletedJson),
        TooJson = null
    ),
    (   Added == none
    ->  AddedJson = null
    ;   term_text(Added, Text),
        AddedJson = text(Text)
    ).
result_json(Other, [ result=text(Word), tries=Tries, deleted=null, added=null ]) :-
    Other =.. [Word, Tries].

order_invariant(program(Items, Module, Clauses, _, run(_, _, _, _, Search, Answers)), Decision, Inferences, Result, Json) :-
    reordered_decisions(program(Items, Module, Clauses, Search, Answers), Decision, Inferences, Tried, Result),
    invariance_json(Tried, Result, Json).

exact_numbers(Program, Decision, Orders, Inferences, object([ result=text(Word), answers=list(Texts) ])) :-
    exact_decisions(Program, Decision, Orders, Inferences, Result),
    (   Result = changed(Answers)
    ->  Word = changed,
        answers_json(Answers, Texts)
    ;   Word = Result,
        Texts = []
    ).

name_invariant(program(Items, _, _, _, _), Decision, Inferences, Json) :-
    renamed_decisions(Items, Decision, Inferences, Tried, Result),
    invariance_json(Tried, Result, Json).

invariance_json(Tried, Result, object([ tried=Tried, result=text(Word), order=Order, decision=Json ])) :-
    (   Result = changed(Order0, Decision)
    ->  Word = changed,
        order_json(Order0, Order),
        decision_json(Decision, Json)
    ;   Result = limit(Order0)
    ->  Word = limit,
        order_json(Order0, Order),
        Json = null
    ;   Word = Result,
        Order = null,
        Json = null
    ).

order_json(Order0, text(Order)) :-
    (   integer(Order0)
    ->  format(string(Order), "shuffled ~d", [Order0])
    ;   Order = Order0
    ).

%   All answers with every unknown procedure declared without clauses. This changes the module, so it comes last.
defined(program(Items, Module, _, _, run(_, _, _, _, Search, First)), Inferences,
        object([ unknown=list(Unknown), search=text(Word), search_detail=text(Detail), answers=list(Texts) ])) :-
    closed_world(Search, Module, Items, Inferences, 30, Unknown, Closed),
    (   Unknown == []
    ->  Outcome = Search,
        Answers = First
    ;   Closed = closed(Outcome, Answers)
    ),
    outcome_words(Outcome, Word, Detail),
    answers_json(Answers, Texts).

closed_world(unknown(Indicator), Module, Items, Inferences, Left, [Json|Unknown], Closed) :-
    Left > 0,
    !,
    unknown_json(Indicator, Items, Json),
    dynamic(Module:Indicator),
    all_answers(Module, Inferences, Outcome, Answers),
    (   Outcome = unknown(_)
    ->  Next is Left - 1,
        closed_world(Outcome, Module, Items, Inferences, Next, Unknown, Closed)
    ;   Unknown = [],
        Closed = closed(Outcome, Answers)
    ).
closed_world(Outcome, _, _, _, _, [], closed(Outcome, [])).

unknown_json(Indicator, Items, object([ procedure=text(Name), called_by=list(Callers) ])) :-
    term_text(Indicator, Name),
    findall(Caller,
            ( member(Item, Items), Item = item(_, _, _, clause(_, Body), _), Body \== true,
              body_goals(Body, Goals, []),
              once(( member(Goal, Goals), indicator(Goal, Indicator) )),
              item_json(Item, Caller) ),
            Callers).

decide_both(Module, Clauses, Inferences, With, Without) :-
    decide(Module, Inferences, With),
    findall(Reference, member(Reference-item(axioms, _, _, _, _), Clauses), Axioms),
    decide_without(Axioms, Module, none, none, Inferences, Without).
