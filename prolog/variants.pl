:- module(probe_variants,
          [ exchange/1,             % -Exchange
            rotation/2,             % +Answers, -Exchange
            exchange_items/5,       % +Exchange, +Items, +Excluded, -Exchanged, -Count
            exchange_answers/3,     % +Exchange, +Content, -Exchanged
            deciding_exchange/2,    % +Items, -Exchange
            named_answers/3,        % +Items, +Indicators, -Named
            decision_indicators/2,  % +Items, -Indicators
            unequal_axioms/1        % +Items
          ]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(library(terms), [mapargs/3]).
:- use_module(library(apply), [foldl/4, foldl/5]).
:- use_module(library(assoc), [list_to_assoc/2]).
:- use_module(library(lists), [append/3, member/2, memberchk/2, nth1/3]).
:- use_module(whitelist).
:- use_module(answering).
:- use_module(calls).
:- use_module(renaming, [replace_data/3]).

/** <module> Programs with answers exchanged

They are made from items, so nothing is read twice. An exchange is `options`, the two options of a dilemma for each
other in the spelling of the program, or map(Assoc) from answers to others, which leaves the names of predicates alone.
*/

%!  exchange(-Exchange) is nondet.
%
%   The exchanges that give each answer of the domain the place of another: one in a dilemma; otherwise the next of each
%   answer, the one after it, and so on.

exchange(Exchange) :-
    (   dilemma
    ->  Exchange = options
    ;   domain(Answers),
        append([First|Before], [Next|After], Answers),
        append([Next|After], [First|Before], Others),
        answer_map(Answers, Others, Exchange)
    ).

%!  rotation(+Answers, -Exchange) is det.
%
%   Each of Answers for the next, and the last for the first.

rotation([First|Answers], Exchange) :-
    append(Answers, [First], Others),
    answer_map([First|Answers], Others, Exchange).

answer_map(Answers, Others, map(Map)) :-
    findall(Answer-Other, ( nth1(N, Answers, Answer), nth1(N, Others, Other) ), Pairs),
    list_to_assoc(Pairs, Map).

%!  deciding_exchange(+Items, -Exchange) is nondet.
%
%   Exchange is that of two constants by which two clauses of decide_option/2 for different answers differ, as `migrate` and
%   `stay` in decide_option(user, option_A) :- best(migrate) and decide_option(user, option_B) :- best(stay). What the case
%   says of one, another case says of the other.

deciding_exchange(Items, Exchange) :-
    findall(Answer-Body,
            ( member(item(program, _, _, clause(decide_option(_, Answer), Body), _), Items), choice(Answer, _) ),
            Deciding),
    append(_, [Answer1-Body1|Rest], Deciding),
    member(Answer2-Body2, Rest),
    Answer1 \== Answer2,
    differing_constants(Body1, Body2, Pairs, []),
    sort(Pairs, Sorted),
    ( Sorted = [X-Y] ; Sorted = [X-Y, Y-X] ),
    list_to_assoc([X-Y, Y-X], Map),
    Exchange = map(Map).

%   The two terms differ in these atoms only.
differing_constants(A, B, Pairs, Tail) :-
    (   ( A == B ; var(A), var(B) )
    ->  Pairs = Tail
    ;   atom(A),
        atom(B)
    ->  Pairs = [A-B|Tail]
    ;   compound(A),
        compound(B),
        compound_name_arguments(A, Name, As),
        compound_name_arguments(B, Name, Bs),
        foldl(differing_constants, As, Bs, Pairs, Tail)
    ).

%!  exchange_items(+Exchange, +Items, +Excluded, -Exchanged, -Count) is det.
%
%   Exchange answers in the facts and rules of the text itself, but neither in the axioms nor in decide_option/2 and the
%   predicates Excluded. Count is count(A, B), in a dilemma the numbers of these clauses that name each option, otherwise
%   their number and 0.

exchange_items(Exchange, Items, Excluded, Exchanged, count(A, B)) :-
    exchange_items(Items, Exchange, [decide_option/2|Excluded], Exchanged, 0, A, 0, B).

exchange_items([], _, _, [], A, A, B, B).
exchange_items([Item|Items], Exchange, Excluded, [NewItem|NewItems], A0, A, B0, B) :-
    (   case_clause(Item, Excluded),
        Item = item(Source, Number, Position, Content, Names),
        exchange_answers(Exchange, Content, Content1),
        Content1 \== Content
    ->  NewItem = item(Source, Number, Position, Content1, Names),
        (   Exchange == options
        ->  count_naming(option_A, Content, A0, A1),
            count_naming(option_B, Content, B0, B1)
        ;   A1 is A0 + 1,
            B1 = B0
        )
    ;   NewItem = Item,
        A1 = A0,
        B1 = B0
    ),
    exchange_items(Items, Exchange, Excluded, NewItems, A1, A, B1, B).

count_naming(Option, Content, Count0, Count) :-
    (   sub_term(Atom, Content),
        atom(Atom),
        choice(Atom, Option)
    ->  Count is Count0 + 1
    ;   Count = Count0
    ).

case_clause(item(program, _, _, clause(Head, _), _), Excluded) :-
    indicator(Head, Indicator),
    \+ memberchk(Indicator, Excluded).

%!  named_answers(+Items, +Indicators, -Named) is det.
%
%   Answer-Count for the atoms of the domain that the clauses of the predicates Indicators name, without the axioms and
%   decide_option/2, in the order of the domain. If the axioms name an answer, it has a meaning of its own and cannot
%   stand for another: then Named is [].

named_answers(Items, Indicators, Named) :-
    domain(Answers),
    (   member(item(axioms, _, _, Content, _), Items),
        sub_term(Atom, Content),
        atom(Atom),
        memberchk(Atom, Answers)
    ->  Named = []
    ;   findall(Content,
                ( member(Item, Items), case_clause(Item, [decide_option/2]), Item = item(_, _, _, Content, _),
                  Content = clause(Head, _), indicator(Head, Indicator), memberchk(Indicator, Indicators) ),
                Contents),
        findall(Answer-Count,
                ( member(Answer, Answers), atom(Answer), foldl(count_naming(Answer), Contents, 0, Count), Count > 0 ),
                Named)
    ).

%!  unequal_axioms(+Items) is semidet.
%
%   In a dilemma, the axioms name an option in a clause that they do not have about the other one as well.

unequal_axioms(Items) :-
    dilemma,
    member(item(axioms, _, _, Content, _), Items),
    exchange_answers(options, Content, Exchanged),
    Exchanged \== Content,
    \+ ( member(item(axioms, _, _, Other, _), Items),
         Other =@= Exchanged ),
    !.

%!  decision_indicators(+Items, -Indicators) is det.
%
%   The predicates that the clauses of decide_option/2 call directly.

decision_indicators(Items, Indicators) :-
    findall(Item,
            ( member(Item, Items), Item = item(program, _, _, clause(Head, _), _),
              indicator(Head, decide_option/2) ),
            Deciding),
    indicators_read(Deciding, Indicators).

%!  exchange_answers(+Exchange, +Content, -Exchanged) is det.
%
%   Content, a clause or a fact, with answers exchanged; in a dilemma in the spelling that it uses.

exchange_answers(options, Term, Exchanged) :-
    opposite_content(Term, Exchanged).
exchange_answers(map(Map), Term, Exchanged) :-
    replace_data(Term, Map, Exchanged).

opposite_content(Term, Exchanged) :-
    (   atom(Term),
        opposite(Term, Other)
    ->  Exchanged = Other
    ;   compound(Term)
    ->  mapargs(opposite_content, Term, Exchanged)
    ;   Exchanged = Term
    ).
