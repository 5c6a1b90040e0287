:- module(probe_answer_sets,
          [ answer_set_json/2,      % +Items, -Json
            answer_set/2            % +Items, -Result
          ]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(building).
:- use_module(answering, [choice/2, domain/1]).
:- use_module(translation).
:- use_module(literals).
:- use_module(demand).
:- use_module(strata).
:- use_module(answer_set_text).
:- use_module(answer_set_literals, [number_text/2]).
:- use_module(verdicts, [diagnostic_json/4]).

/** <module> A program of the pure subset as an answer-set program

The program is read logically: its answers are those true in its one stable model, independent of the order of clauses
and goals. A program without such a reading, or with numbers beyond clingo's 32 bits, is not translated; the reason
names the clause.
*/

max_text(500000).

%!  answer_set_json(+Items, -Json) is det.
%
%   Json is an object with `text`, `options` (the constants that name one) and `doubts` (reasons that appear only in
%   the answer set) and `notes`, or one with `reasons`; a reason is a diagnostic_json/4.

answer_set_json(Items, Json) :-
    answer_set(Items, Result),
    (   Result = translated(Text, Answers, Doubts, Notes)
    ->  findall(Name=text(Option), ( member(Name-Term, Answers), choice(Term, Option) ), Options),
        findall(Reason, ( member(Doubt, Doubts), reason_json(Doubt, Reason) ), Reasons),
        findall(Reason, ( member(Note, Notes), reason_json(Note, Reason) ), Remarks),
        Json = object([ text=text(Text), options=object(Options), doubts=list(Reasons), notes=list(Remarks) ])
    ;   Result = reasons(RefusalReasons),
        findall(Reason, ( member(RefusalReason, RefusalReasons), reason_json(RefusalReason, Reason) ), Reasons),
        Json = object([ reasons=list(Reasons) ])
    ).

reason_json(reason(Kind, Message, Item), Json) :-
    diagnostic_json(Kind, Message, Item, Json).

%!  answer_set(+Items, -Result) is det.
%
%   Result is translated(Text, Answers, Doubts, Notes), where Answers are Name-Term for each constant of Text and each
%   number of the domain, or reasons(Reasons). Doubts, Notes and Reasons are reason(Kind, Message, Item): Kind is
%   `untranslatable`, that of a finding that refuses the program, or `note` if Prolog's order or rounding may give it
%   another meaning.

answer_set(Items, Result) :-
    check_items(Items, Findings),
    findall(reason(Kind, Message, Item), member(finding(refused, Kind, Message, Item), Findings), Refusals),
    (   Refusals = [_|_]
    ->  Result = reasons(Refusals)
    ;   findall(Item,
                ( member(Item, Items), \+ ( member(finding(_, _, _, Other), Findings), Other == Item ) ),
                AcceptedItems),
        call_cleanup(translate(AcceptedItems, Result), ( end_translation, garbage_collect_clauses ))
    ).

translate(Items, Result) :-
    catch(( begin_translation(Items), translate_all(Reasons0) ),
          untranslatable(Message, Item),
          Reasons0 = [reason(untranslatable, Message, Item)]),
    (   Reasons0 == []
    ->  catch(finish_translation(Result0), untranslatable(Message, Item),
              Result0 = reasons([reason(untranslatable, Message, Item)])),
        Result = Result0
    ;   sort(Reasons0, Reasons),
        Result = reasons(Reasons)
    ).

finish_translation(translated(Text, Answers, Doubts, Notes)) :-
    demand(exact),
    catch(stratified, untranslatable(_, _), ( demand(bindings), stratified )),
    domain(Domain),
    answer_set_text(Text, Constants),
    findall(Name-Number, ( member(Number, Domain), integer(Number), number_text(Number, Name) ), Numbers),
    append(Constants, Numbers, Answers),
    string_length(Text, Length),
    max_text(MaxLength),
    (   Length =< MaxLength
    ->  true
    ;   untranslatable("the answer-set program has more than ~D characters", [MaxLength])
    ),
    findall(Number-reason(untranslatable, Message, Item), doubt(Number, Message, Item), NumberedDoubts),
    keysort(NumberedDoubts, Sorted),
    findall(Doubt, member(_-Doubt, Sorted), Doubts),
    findall(reason(note, Message, Item), note(Message, Item), Notes).

%   Reasons has the first reason of each clause that cannot be translated.
translate_all(Reasons) :-
    (   source(decide_option/2, _, _, _, _)
    ->  query_mode(Mode),
        want(decide_option/2, Mode)
    ;   true
    ),
    findall(Reason, ( wanted(Key, Mode1), Mode1 \== facts, clause_reason(Key, Mode1, Reason) ), Reasons).

clause_reason(Key, Mode, reason(untranslatable, Message, Item)) :-
    source(Key, _, Arguments, Body, Item0),
    catch(( with_item(Item0, translate_clause(Key, Mode, Arguments, Body, Item0)), fail ), untranslatable(Message, Item), true).

translate_clause(Key, Mode, Arguments, Body, Item) :-
    findall(Arguments-Literals, body_literals(Arguments, Mode, Body, Literals), Rules),
    keep_rules(Rules, Key, Mode, Item).

keep_rules([], _, _, _).
keep_rules([Arguments0-Literals|Rules], Key, Mode, Item) :-
    distinguish_solutions(Arguments0, Literals, Arguments),
    safe_when_called(Mode, Arguments, Literals),
    keep_rule(Key, Mode, Arguments, Literals, Item),
    keep_rules(Rules, Key, Mode, Item).
