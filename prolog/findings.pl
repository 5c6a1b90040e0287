:- module(probe_findings,
          [ findings_json/5,        % +Findings, +Program, +References, +NamingPairs, -Pairs
            item_json/2             % +Item, -Json
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(calls, [case_fact/1]).
:- use_module(reading, [item_place/2]).
:- use_module(reply, [clause_text/2, term_text/2]).
:- use_module(variants, [unequal_axioms/1]).
:- use_module(verdicts, [answers_json/2]).

/** <module> The results of a program's variants as JSON
*/

%!  findings_json(+Findings, +Program, +References, +NamingPairs, -Pairs) is det.
%
%   Pairs are the name of a strict check and its results, as of program_probes/5. References are the clauses of the proof,
%   NamingPairs are pairs of the answers and how many clauses name them.

findings_json(findings(_, Exchanged, reachable(DecisionWithout, Edit), Uses, Orders, Exact, Names), Program, References,
              NamingPairs,
              [ uses_axioms=UsesJson,
                follows_facts=object([ naming=object(NamingPairs), exchanged=ExchangedJson, unequal=Unequal ]),
                reachable=object([ without_facts=DecisionJson, facts=Count|EditJson ]), order_invariant=Ordered,
                name_invariant=Renamed, exact_numbers=ExactJson ]) :-
    Program = program(Items, _, Clauses, _, _),
    (   unequal_axioms(Items)
    ->  Unequal = true
    ;   Unequal = null
    ),
    uses_json(Uses, Clauses, References, UsesJson),
    (   Exchanged == none
    ->  ExchangedJson = null
    ;   decision_json(Exchanged, ExchangedJson)
    ),
    decision_json(DecisionWithout, DecisionJson),
    aggregate_all(count, ( member(_-Item, Clauses), case_fact(Item) ), Count),
    edit_json(Edit, EditJson),
    invariance_json(Orders, Ordered),
    invariance_json(Names, Renamed),
    exact_json(Exact, ExactJson).

uses_json(uses(DecisionWithout, Decorative, Neighbour), Clauses, References,
          object([ axioms=Count, in_proof=list(Numbers), without_axioms=DecisionJson, decorative=Decorative,
                   neighbour=NeighbourJson ])) :-
    findall(Reference-Number, member(Reference-item(axioms, Number, _, _, _), Clauses), Axioms),
    length(Axioms, Count),
    findall(Number, ( member(Reference-Number, Axioms), memberchk(Reference, References) ), Numbers),
    decision_json(DecisionWithout, DecisionJson),
    (   Neighbour == none
    ->  NeighbourJson = null
    ;   edit_json(Neighbour, Pairs),
        NeighbourJson = object(Pairs)
    ).

edit_json(found(Deleted, Added, Tries),
            [ result=text(found), tries=Tries, deleted=DeletedJson, deleted_too=SecondJson, added=AddedJson ]) :-
    !,
    (   Deleted = both(Deleted1, Deleted2)
    ->  item_json(Deleted1, DeletedJson),
        item_json(Deleted2, SecondJson)
    ;   Deleted == none
    ->  DeletedJson = null,
        SecondJson = null
    ;   item_json(Deleted, DeletedJson),
        SecondJson = null
    ),
    (   Added == none
    ->  AddedJson = null
    ;   term_text(Added, Text),
        AddedJson = text(Text)
    ).
edit_json(Other, [ result=text(Word), tries=Tries, deleted=null, added=null ]) :-
    Other =.. [Word, Tries].

exact_json(Result, object([ result=text(Word), answers=list(Texts) ])) :-
    (   Result = changed(Answers)
    ->  Word = changed,
        answers_json(Answers, Texts)
    ;   Word = Result,
        Texts = []
    ).

invariance_json(invariance(OrderCount, Result),
                object([ tried=OrderCount, result=text(Word), order=Order, decision=Json ])) :-
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
    ;   compound(Order0)
    ->  Order0 =.. [Method, N],
        format(string(Order), "~w by argument ~d", [Method, N])
    ;   Order = Order0
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
