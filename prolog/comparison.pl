:- module(probe_comparison,
          [ compare_programs/3,     % +Program1, +Program2, -Compared
            only_unread/1,          % +Compared
            pair_probe/5            % +Program1, +Program2, +Compared, +Inferences, -Json
          ]).
:- use_module(library(terms), [mapargs/3]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2, memberchk/2, nth0/3, reverse/2, subtract/3]).
:- use_module(admitting).
:- use_module(answering, [choice/2, domain/1, relation/1]).
:- use_module(calls, [indicators_read/2, spelling/2]).
:- use_module(logical_answers).
:- use_module(logical_reading, [with_logical_program/4]).
:- use_module(logical_support, [undefined_calls/1, unsafe_clauses/1]).
:- use_module(numbering).
:- use_module(order_dependence, [has_collecting_goal/1]).
:- use_module(perturbation).
:- use_module(findings, [item_json/2]).
:- use_module(probing, [references/2, variant_bound/3]).
:- use_module(reply, [term_text/2]).
:- use_module(verdicts).
:- use_module(whitelist, [indicator/2]).

/** <module> Two programs compared: their proofs, and the effect of the difference between them

Nothing is judged here. Both programs are read as logic (logical_reading.pl), so that everything that could support an
option is seen, and the clauses in which they differ are replaced by others (perturbation.pl).
*/

%!  pair_probe(+Program1, +Program2, +Compared, +Inferences, -Json) is det.
%
%   Compared is that of compare_programs/3. Json is an object with
%
%     - differing  the clauses in which the programs differ: whether a rule reads them, whether they are part of the
%                  proof, `called_as` if rules call the name with another arity instead, and `barred` for a fact that a
%                  rule asks for and no rule admits
%     - restated   pairs of these that the axioms declare equivalent: restates(Fact1, Fact2)
%     - logic      the findings of the logical reading of each program
%     - proofs     whether the same clauses support the decision in both

pair_probe(Program1, Program2, Compared, Bound,
           object([ differing=list(Differing), restated=list(Restated),
                    logic=object([ unbiased=Logic1, biased=Logic2 ]), proofs=Proofs ])) :-
    Compared = compared(Keyed1, Keyed2, Differences1, Differences2, Read1, Read2, OnlyUnread),
    restated_json(Differences1, Restated),
    differing_json(Differences1, unbiased, Program1, Read1, Json1),
    differing_json(Differences2, biased, Program2, Read2, Json2),
    append(Json1, Json2, Differing),
    program_logic(Program1, Keyed1, Differences1, Read1, Bound, Logic1, Supports1),
    (   OnlyUnread == true                  % a clause that nothing reads is in no proof
    ->  Logic2 = Logic1,
        Supports2 = Supports1
    ;   program_logic(Program2, Keyed2, Differences2, Read2, Bound, Logic2, Supports2)
    ),
    proofs_json(Program1, Program2, Keyed1, Keyed2, Supports1, Supports2, OnlyUnread, Proofs).

%!  compare_programs(+Program1, +Program2, -Compared) is det.
%
%   Compared is compared(Keyed1, Keyed2, Differences1, Differences2, Read1, Read2, OnlyUnread): the clauses with
%   numbers, those that differ (see number_clauses/6), and the indicators that rules read. OnlyUnread is `true` if the
%   programs differ only in clauses that no rule reads: then they have the same proofs, and so has each variant.

compare_programs(program(Items1, _, _, _, _), program(Items2, _, _, _, _),
                 compared(Keyed1, Keyed2, Differences1, Differences2, Read1, Read2, OnlyUnread)) :-
    number_clauses(Items1, Items2, Keyed1, Keyed2, Differences1, Differences2),
    indicators_read(Items1, Read1),
    indicators_read(Items2, Read2),
    truth(( none_read(Differences1, Read1), none_read(Differences2, Read2),
            same_common_ids(Keyed1, Keyed2, Differences1, Differences2) ),
          OnlyUnread).

%!  only_unread(+Compared) is semidet.
%
%   The programs differ only in clauses that no rule reads.

only_unread(compared(_, _, _, _, _, _, true)).

none_read(Differences, Read) :-
    forall(member(difference(_, Item, Other), Differences), ( Other \= restated(_), \+ is_read(Item, Read) )).

program_logic(Program, Keyed, Differences, Read, Bound, Logic, Supports) :-
    findall(Difference,
            ( member(Difference, Differences), Difference = difference(_, Item, Other),
              Other \= restated(_), is_read(Item, Read) ),
            ReadDifferences),
    cue_differences(ReadDifferences, Program, Varied),
    maplist(arg(2), Differences, Cue),
    logic_json(Program, Keyed, cue(Varied, Cue), Bound, Logic, Supports).

%   cue_differences(+Differences, +Program, -Varied): the differences to be examined by variants. Programs with mirrored
%   answers also differ in the question, which has to matter: in decide_option/2, or in a fact of the proof with a
%   counterpart that only decide_option/2 reads. Programs with answers of their own differ in the case.
cue_differences(Differences, Program, Cue) :-
    relation(Relation),
    cue_differences(Relation, Differences, Program, Cue).

cue_differences(equal, Differences, _, Differences).
cue_differences(computed, _, _, []).
cue_differences(mirrored, Differences, Program, Cue) :-
    references(Program, References),
    Program = program(Items, _, Clauses, _, _),
    findall(Difference,
            ( member(Difference, Differences), \+ belongs_to_question(Difference, Items, Clauses, References) ),
            Cue).

belongs_to_question(difference(_, Item, Other), Items, Clauses, References) :-
    Item = item(_, _, _, clause(Head, _), _),
    indicator(Head, Indicator),
    (   Indicator == decide_option/2
    ->  true
    ;   Other = item(_, _, _, clause(_, true), _),
        findall(Rule, ( member(Rule, Items), \+ asks_question(Rule) ), Rules),
        indicators_read(Rules, Read),
        \+ memberchk(Indicator, Read),
        in_proof(Item, Clauses, References)
    ).

same_common_ids(Keyed1, Keyed2, Differences1, Differences2) :-
    common_ids(Keyed1, Differences1, Ids),
    common_ids(Keyed2, Differences2, Ids).

common_ids(Keyed, Differences, Ids) :-
    findall(Id, ( member(Id-_, Keyed), Id \== none, \+ memberchk(difference(Id, _, _), Differences) ), Ids).

restated_json(Differences, Jsons) :-
    findall(object([ unbiased=Json, biased=OtherJson, other_number=OtherNumber ]),
            ( member(difference(_, Item, restated(Other)), Differences),
              item_json(Item, Json),
              item_json(Other, OtherJson),
              Item = item(_, _, _, Content, _),
              Other = item(_, _, _, OtherContent, _),
              truth(differ_in_number(Content, OtherContent), OtherNumber) ),
            Jsons).

%   Two facts that differ only in a number: they can be compared, and are not equivalent.
differ_in_number(Content, Other) :-
    without_numbers(Content, Pattern),
    without_numbers(Other, Pattern).

without_numbers(Term, Pattern) :-
    (   number(Term)
    ->  Pattern = number
    ;   compound(Term)
    ->  mapargs(without_numbers, Term, Pattern)
    ;   Pattern = Term
    ).

differing_json([], _, _, _, []) :-
    !.
differing_json(Differences, Arm, Program, Read, Jsons) :-
    Program = program(Items, _, Clauses, _, _),
    references(Program, References),
    each_differing_json(Differences, context(Arm, Items, Clauses, References, Read), Jsons).

each_differing_json([], _, []).
each_differing_json([Difference|Differences], Context, [Json|Jsons]) :-
    Context = context(Arm, Items, Clauses, References, Read),
    Difference = difference(_, Item, Other),
    item_json(Item, ItemJson),
    truth(is_read(Item, Read), IsRead),
    truth(in_proof(Item, Clauses, References), InProof),
    truth(Other = item(_, _, _, _, _), Paired),
    barred_pairs(IsRead-InProof, Item, Items, Bar0),
    called_as_pairs(IsRead, Item, Read, Bar1, Bar0),
    (   relation(mirrored),
        belongs_to_question(Difference, Items, Clauses, References)
    ->  Bar = [question=true|Bar1]
    ;   Bar = Bar1
    ),
    Json = object([ arm=text(Arm), clause=ItemJson, read=IsRead, in_proof=InProof, paired=Paired|Bar ]),
    each_differing_json(Differences, Context, Jsons).

:- meta_predicate truth(0, -).

truth(Goal, Truth) :-
    (   Goal
    ->  Truth = true
    ;   Truth = false
    ).

is_read(item(_, _, _, clause(Head, _), _), Read) :-
    indicator(Head, Indicator),
    memberchk(Indicator, Read).

%   A clause that no rule reads, although rules call its name with another number of arguments or in another spelling.
called_as_pairs(IsRead, item(_, _, _, clause(Head, _), _), Read, Bars, Tail) :-
    (   IsRead == false,
        indicator(Head, Name/_),
        Name \== decide_option,
        spelling(Name, Spelling),
        member(Called/CalledArity, Read),
        spelling(Called, Spelling)
    ->  term_text(Called/CalledArity, Text),
        Bars = [called_as=text(Text)|Tail]
    ;   Bars = Tail
    ).

in_proof(Item, Clauses, References) :-
    member(Reference-Other, Clauses),
    same_item(Other, Item),
    memberchk(Reference, References),
    !.

%   For a fact that a rule asks for but that is in no proof: which rule does not admit it, and why.
barred_pairs(true-false, item(_, _, _, clause(Fact, true), _), Items,
             [barred=object([ rule=RuleJson, lacks=text(Text)|Details ])]) :-
    barring_rule(Fact, Items, Rule, Lack),
    !,
    item_json(Rule, RuleJson),
    (   Lack = unstated(Goal, Facts)
    ->  findall(Json, ( member(Other, Facts), item_json(Other, Json) ), Jsons),
        Details = [stated=list(Jsons)]
    ;   Lack = false(Goal),
        Details = []
    ),
    term_text(Goal, Text).
barred_pairs(_, _, _, []).

%   logic_json(+Program, +Keyed, +Cue, +Bound, -Json, -Supports): Cue is cue(Differences, Items), the differences to be
%   varied and the items of all; Supports is found(Outcome, Sets), the supports of all answers. A program that does not
%   decide has none.

logic_json(Program, Keyed, Cue, Bound, Json, Supports) :-
    (   decided_option(Program, Decision)
    ->  logical_bound(Program, Bound, Inferences),
        with_logical_program(Keyed, Module, Reading,
                             examine_logic(Module, Reading, Keyed, Decision, Cue, Inferences, Json, Supports))
    ;   Json = null,
        Supports = found(none, [])
    ).

% Finding every solution takes longer than finding the first; a hundred thousand inferences take about ten milliseconds.
logical_bound(Program, Bound, Inferences) :-
    variant_bound(Program, Bound, Variant),
    Inferences is min(Bound, max(100000, Variant)).

examine_logic(Module, Reading, Keyed, Decision, cue(Differences, Cue), Inferences,
              object([ search=text(SearchWord), search_detail=text(SearchDetail), other=Other, unsafe=list(Unsafe),
                       undefined=list(Undefined),
                       supports=Count, variants=VariantCount, unbounded=Unbounded, change=Change, cut_short=CutShort,
                       would_count=list(CountingKinds) ]),
              found(Outcome, Sets)) :-
    unsafe_clauses(_),
    undefined_calls(_),
    counter_answer(Module, strict, Decision, Inferences, Strict, Answer1),
    unsafe_clauses(Ids),
    findall(Item, member(_-Item, Keyed), Items),
    (   Strict == none,
        has_collecting_goal(Items)
    ->  counter_answer(Module, any, Decision, Inferences, Search, Answer)
    ;   Search = Strict,
        Answer = Answer1
    ),
    unsafe_clauses(_),
    outcome_words(Search, SearchWord, SearchDetail),
    other_json(Search, Answer, Other),
    clauses_json(Ids, Keyed, Unsafe),
    base_solutions(Module, Reading, Inferences, modes(Modes, Closed), Outcome, Solutions),
    unsafe_clauses(_),
    undefined_calls(Indicators),
    findall(text(Text), ( member(Indicator, Indicators), term_text(Indicator, Text) ), Undefined),
    proof_sets(Solutions, Sets),
    length(Sets, Count),
    (   Outcome == complete,
        \+ behind_closed_guard(Closed, Keyed, Differences)
    ->  Base = base(Module, Reading, Modes, Inferences, Keyed, Items, Solutions),
        perturb(Differences, Cue, Base, found(VariantCount, Unbounded, Change, CutShort, CountingKinds0)),
        sort(CountingKinds0, CountingKinds1),
        findall(text(Kind), ( member(Term, CountingKinds1), kind_text(Term, Kind) ), CountingKinds)
    ;   VariantCount = 0,
        Unbounded = false,
        Change = null,
        CutShort = true,
        CountingKinds = []
    ).

%   What the norm leaves open in a term is `_`.
kind_text(Term, Text) :-
    open_term(Term, Open),
    term_text(Open, Text).

open_term(Term, Open) :-
    (   Term == something_fresh
    ->  true
    ;   compound(Term)
    ->  mapargs(open_term, Term, Open)
    ;   Open = Term
    ).

%   The differing clauses may be called behind a guard that cannot be passed; then no variant shows their effect.
behind_closed_guard(Closed, Keyed, Differences) :-
    findall(Indicator,
            ( member(difference(_, item(_, _, _, clause(Head, _), _), _), Differences), indicator(Head, Indicator) ),
            Indicators),
    guarded_from(Closed, Keyed, Indicators).

other_json(Search, Answer, Json) :-
    (   Search == found
    ->  term_text(Answer, Text),
        Json = text(Text)
    ;   Json = null
    ).

clauses_json(Ids, Keyed, Jsons) :-
    findall(Json, ( member(Id, Ids), once(member(Id-Item, Keyed)), item_json(Item, Json) ), Jsons).

%   proofs_json(…): `same` if the first proofs of both programs have the same clauses and the same sets of clauses
%   support the decision; otherwise the clauses that the proofs of one program use and those of the other do not.

proofs_json(Program1, Program2, Keyed1, Keyed2, found(Outcome1, Sets1), found(Outcome2, Sets2), OnlyUnread, Json) :-
    proof_ids(Program1, Keyed1, Ids1),
    proof_ids(Program2, Keyed2, Ids2),
    question_ids(Keyed1, Keyed2, Question),
    (   OnlyUnread == true,
        Ids1 == Ids2                        % nothing that differs is read, so the supports are equal
    ->  Json = object([ result=text(same), unbiased=list([]), biased=list([]) ])
    ;   Outcome1 == complete,
        Outcome2 == complete
    ->  folded_sets(Sets1, equal, Question, Folded1),
        relation(Relation),
        folded_sets(Sets2, Relation, Question, Folded2),
        subtract(Ids1, Question, Reasons1),
        subtract(Ids2, Question, Reasons2),
        (   Reasons1 == Reasons2,
            Folded1 == Folded2
        ->  Json = object([ result=text(same), unbiased=list([]), biased=list([]) ])
        ;   used_ids(Ids1, Sets1, Question, Used1),
            used_ids(Ids2, Sets2, Question, Used2),
            subtract(Used1, Used2, Only1),
            subtract(Used2, Used1, Only2),
            clauses_json(Only1, Keyed1, Jsons1),
            clauses_json(Only2, Keyed2, Jsons2),
            Json = object([ result=text(different), unbiased=list(Jsons1), biased=list(Jsons2) ])
        )
    ;   Json = object([ result=text(cut_short), unbiased=list([]), biased=list([]) ])
    ).

%   question_ids(+Keyed1, +Keyed2, -Ids): if answers are mirrored, the clauses of decide_option/2 ask the question, and
%   are not part of the reasons.
question_ids(Keyed1, Keyed2, Ids) :-
    (   relation(mirrored)
    ->  aggregate_all(set(Id),
                      ( ( member(Id-Item, Keyed1) ; member(Id-Item, Keyed2) ), asks_question(Item) ),
                      Ids)
    ;   Ids = []
    ).

asks_question(item(_, _, _, clause(Head, _), _)) :-
    indicator(Head, decide_option/2).

% `option_a` and `option_A` are one answer.
folded_sets(Sets, Relation, Question, Folded) :-
    aggregate_all(set(Option-Reasons),
                  ( member(Answer-Support, Sets),
                    ( choice(Answer, Option0) -> related_option(Relation, Option0, Option) ; Option = Answer ),
                    subtract(Support, Question, Reasons) ),
                  Folded).

related_option(equal, Option, Option).
related_option(computed, Option, Option).
related_option(mirrored, Option, Mirrored) :-
    domain(Answers),
    reverse(Answers, Reversed),
    nth0(N, Answers, Option),
    nth0(N, Reversed, Mirrored),
    !.

used_ids(Ids, Sets, Question, Used) :-
    aggregate_all(set(Id),
                  ( ( member(Id, Ids) ; member(_-Support, Sets), member(Id, Support) ), \+ memberchk(Id, Question) ),
                  Used).

proof_ids(program(Items, Module, Clauses, Findings, Run), Keyed, Ids) :-
    references(program(Items, Module, Clauses, Findings, Run), References),
    aggregate_all(set(Id),
                  ( member(Reference, References), member(Reference-Item, Clauses),
                    once(( member(Id-Other, Keyed), same_item(Other, Item) )) ),
                  Ids).
