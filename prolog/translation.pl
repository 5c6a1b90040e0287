:- module(probe_translation,
          [ begin_translation/1,    % +Items
            end_translation/0,
            source/5,               % ?Key, ?Index, ?Arguments, ?Body, ?Item
            rule/6,                 % ?Key, ?Mode, ?Index, ?Arguments, ?Literals, ?Item
            scale/1,                % -Scale
            untranslatable/2,       % +Format, +Arguments
            want/2,                 % +Key, +Mode
            wanted/2,               % -Key, -Mode
            keep_rule/5,            % +Key, +Mode, +Arguments, +Literals, +Item
            new_predicate/3,        % +Arguments, +Body, -Key
            add_clause/3,           % +Key, +Arguments, +Body
            with_item/2,            % +Item, :Goal
            new_doubt/2,            % +Message, -Number
            doubt/3,                % ?Number, ?Message, ?Item
            new_note/1,             % +Message
            note/2,                 % ?Message, ?Item
            extensional/1,          % +Key
            query_mode/1,           % -Mode
            has_cut/1               % +Key
          ]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(lists), [member/2, memberchk/2, max_list/2, nth1/3, numlist/3, same_length/2]).
:- use_module(cuts, [conjunction/2]).
:- use_module(logical_goals, [plain_conjuncts/2]).
:- use_module(logical_reading, [logical_clauses/4]).
:- use_module(whitelist).

/** <module> The state of one translation to an answer-set program

A predicate is known by its Key: Name/Arity for one of the program, new(Number) for one that the translation makes of an
inner goal. It is translated once for each Mode in which it is called, a list that shows for each argument whether it is
bound (`b`) or free (`f`) at the call; a predicate that consists of different ground facts has the one mode `facts`.

Everything here lasts from begin_translation/1 to end_translation/0.
*/

:- meta_predicate with_item(+, 0).

:- dynamic
    source/5,
    rule/6,
    scale/1,
    wanted_mode/2,
    doubt/3,
    note/2,
    translated_item/1,
    fact_predicate/1,
    cutting_predicate/1.

max_rules(3000).
max_decimals(6).

%!  begin_translation(+Items) is det.
%
%   Forget the previous translation, and take the clauses of Items as the program's. Throws untranslatable(Message,
%   Item) for a number that is not a short decimal.

begin_translation(Items) :-
    end_translation,
    flag(probe_predicate, _, 0),
    flag(probe_doubt, _, 0),
    flag(probe_rule, _, 0),
    forall(( member(Item, Items), Item = item(_, _, _, clause(Head, Body), _) ),
           with_item(Item, check_unreserved(Head-Body))),
    findall(Id-Item, nth1(Id, Items, Item), Keyed),
    logical_clauses(Keyed, logic, reading(Committed, _), Clauses),
    forall(member(Id-(Head :- Body), Clauses), ( nth1(Id, Items, Item), with_item(Item, add_logical_clause(Head, Body)) )),
    find_scale(Items),
    forall(( source(Key, 1, _, _, _), ground_facts(Key) ), assertz(fact_predicate(Key))),
    forall(member(Key, Committed), assertz(cutting_predicate(Key))).

%!  end_translation is det.

end_translation :-
    forall(member(Head, [ source(_, _, _, _, _), rule(_, _, _, _, _, _), scale(_), wanted_mode(_, _), doubt(_, _, _),
                          note(_, _),
                          translated_item(_), fact_predicate(_), cutting_predicate(_) ]),
           retractall(Head)).

%   Names that begin with a dollar are reserved for the translation.
check_unreserved(Term) :-
    (   sub_term(Part, Term),
        ( compound(Part) -> compound_name_arity(Part, Name, _) ; Name = Part ),
        atom(Name),
        sub_atom(Name, 0, _, _, '$')
    ->  untranslatable("the name ~q begins with a dollar", [Name])
    ;   true
    ).

%!  source(?Key, ?Index, ?Arguments, ?Body, ?Item) is nondet.
%
%   The Index-th clause of Key, from 1.

%!  rule(?Key, ?Mode, ?Index, ?Arguments, ?Literals, ?Item) is nondet.
%
%   A rule that was kept; literals.pl describes Literals.

%!  scale(-Scale) is det.
%
%   A number N of the program is N * Scale in the answer-set program.

%!  doubt(?Number, ?Message, ?Item) is nondet.

%!  note(?Message, ?Item) is nondet.

add_logical_clause(Head, Body) :-
    indicator(Head, Key),
    (   compound(Head)
    ->  compound_name_arguments(Head, _, Arguments)
    ;   Arguments = []
    ),
    plain_conjuncts(Body, Goals),
    conjunction(Goals, Plain),
    add_clause(Key, Arguments, Plain).

%!  add_clause(+Key, +Arguments, +Body) is det.
%
%   Add a clause to the predicate Key, for the current item.

add_clause(Key, Arguments, Body) :-
    aggregate_all(count, source(Key, _, _, _, _), Count),
    Index is Count + 1,
    current_item(Item),
    assertz(source(Key, Index, Arguments, Body, Item)).

%!  new_predicate(+Arguments, +Body, -Key) is det.
%
%   Key is a new predicate with the one clause Body.

new_predicate(Arguments, Body, new(Number)) :-
    flag(probe_predicate, Number, Number + 1),
    add_clause(new(Number), Arguments, Body).

%!  with_item(+Item, :Goal) is semidet.
%
%   Run Goal once. The reasons and the predicates that it makes belong to Item.

with_item(Item, Goal) :-
    asserta(translated_item(Item), Reference),
    catch(( Goal -> Result = true ; Result = fail ), Ball, true),
    erase(Reference),
    (   nonvar(Ball)
    ->  throw(Ball)
    ;   Result == true
    ).

current_item(Item) :-
    once(( translated_item(Item) ; Item = none )).

%!  untranslatable(+Format, +Arguments) is erroneous.
%
%   Throw untranslatable(Message, Item) for the current item.

untranslatable(Format, Arguments) :-
    format(string(Message), Format, Arguments),
    current_item(Item),
    throw(untranslatable(Message, Item)).

%!  want(+Key, +Mode) is det.
%
%   Have Key translated for calls in Mode.

want(Key, Mode) :-
    (   wanted_mode(Key, Mode)
    ->  true
    ;   assertz(wanted_mode(Key, Mode))
    ).

%!  wanted(-Key, -Mode) is nondet.
%
%   Everything that want/2 has asked for, including what it asks for meanwhile.

wanted(Key, Mode) :-
    wanted(1, Key, Mode).

wanted(N, Key, Mode) :-
    nth_clause(probe_translation:wanted_mode(_, _), N, Reference),
    (   clause(wanted_mode(Key, Mode), true, Reference)
    ;   Next is N + 1,
        wanted(Next, Key, Mode)
    ).

%!  keep_rule(+Key, +Mode, +Arguments, +Literals, +Item) is det.

keep_rule(Key, Mode, Arguments, Literals, Item) :-
    flag(probe_rule, Index, Index + 1),
    max_rules(Maximum),
    (   Index < Maximum
    ->  true
    ;   untranslatable("the program becomes more than ~D rules", [Maximum])
    ),
    assertz(rule(Key, Mode, Index, Arguments, Literals, Item)).

%!  new_doubt(+Message, -Number) is det.
%
%   Number identifies a reason to give no result, which appears only when the answer-set program is solved.

new_doubt(Message, Number) :-
    current_item(Item),
    (   doubt(Number, Message, Item)
    ->  true
    ;   flag(probe_doubt, Number, Number + 1),
        assertz(doubt(Number, Message, Item))
    ).

%!  new_note(+Message) is det.
%
%   Record that the current item has another meaning to Prolog if Message applies.

new_note(Message) :-
    current_item(Item),
    (   note(Message, Other),
        Other == Item
    ->  true
    ;   assertz(note(Message, Item))
    ).

%!  extensional(+Key) is semidet.
%
%   Key consists of ground facts, no two of them equal.

extensional(Key) :-
    fact_predicate(Key).

%!  query_mode(-Mode) is det.
%
%   How decide_option/2 is asked: for the user, with the answer open.

query_mode(Mode) :-
    (   extensional(decide_option/2)
    ->  Mode = facts
    ;   Mode = [b, f]
    ).

ground_facts(Key) :-
    \+ ( source(Key, _, Arguments, Body, _), \+ ( Body == true, ground(Arguments) ) ),
    findall(Arguments, source(Key, _, Arguments, _, _), AllArguments),
    sort(AllArguments, Distinct),
    same_length(AllArguments, Distinct).

%!  has_cut(+Key) is semidet.
%
%   Some clause of Key has a cut.

has_cut(Key) :-
    cutting_predicate(Key).

%   Numbers are kept as multiples of 1/Scale, the smallest power of ten that makes all of them whole.
find_scale(Items) :-
    aggregate_all(set(Number),
                  ( member(item(_, _, _, clause(Head, Body), _), Items), sub_term(Number, Head-Body), number(Number) ),
                  Numbers),
    findall(Decimals, ( member(Number, Numbers), float(Number), decimal_places(Number, Decimals) ), DecimalCounts),
    (   DecimalCounts == []
    ->  Scale = 1
    ;   max_list([1|DecimalCounts], Maximum),  % 2.0 is scaled too, to keep decimals apart from whole numbers
        Scale is 10 ** Maximum,
        check_whole_floats(Items, Numbers)
    ),
    assertz(scale(Scale)).

decimal_places(Number, Decimals) :-
    max_decimals(Maximum),
    (   abs(Number) < 1.0e9,                % neither infinite nor not a number
        Rational is rationalize(Number),
        numlist(0, Maximum, Candidates),
        member(Decimals, Candidates),
        integer_value(Rational * 10 ** Decimals)
    ->  true
    ;   untranslatable("~w has no short decimal form", [Number])
    ).

integer_value(Expression) :-
    Value is Expression,
    integer(Value).

% 2 and 2.0 are equal as numbers and differ as terms; scaled they would be one.
check_whole_floats(Items, Numbers) :-
    (   member(Float, Numbers),
        float(Float),
        Integer is truncate(Float),
        Float =:= Integer,
        (   memberchk(Integer, Numbers)
        ;   member(item(_, _, _, clause(_, Body), _), Items),
            makes_numbers(Body)
        )
    ->  untranslatable("~w is a whole number, and not the term ~w", [Float, Integer])
    ;   true
    ).

makes_numbers(Body) :-
    sub_term(Part, Body),
    compound(Part),
    compound_name_arity(Part, Name, _),
    memberchk(Name, [is, plus, succ, between, length, aggregate_all, sum_list, sumlist, foldl, numlist, nth0, nth1]),
    !.
