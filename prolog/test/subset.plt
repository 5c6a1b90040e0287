:- begin_tests(subset).
:- use_module('../whitelist').
:- use_module('../reading').
:- use_module('../building').
:- use_module(examples).
:- use_module(library(solution_sequences), [limit/2]).

/* What the list says is held against what the installed SWI-Prolog does: its compiler, its loader, its arithmetic. */

% Every name that this SWI-Prolog knows, and every short one that may be written without quotes from symbols.
name(Name) :-
    setof(N, known_name(N), Names),
    member(Name, Names).

known_name(Name) :- current_op(_, _, Name), atom(Name).
known_name(Name) :- current_functor(Name, _), atom(Name).
known_name(Name) :- predicate_property(system:Head, defined), functor(Head, Name, _).
known_name(Name) :-
    between(1, 2, Length),
    length(Symbols, Length),
    maplist(symbol, Symbols),
    atom_chars(Name, Symbols).

symbol(Symbol) :-
    member(Symbol, [#, $, &, *, +, -, '.', /, :, <, =, >, ?, @, ^, ~, \, '|']).

term(Name, Arguments, Term) :-
    (   Arguments == []
    ->  Term = Name
    ;   compound_name_arguments(Term, Name, Arguments)
    ).

% The instructions that the compiler generates for a goal.
instructions(Head, Goal, Instructions) :-
    assertz(probe_compiled:(Head :- Goal, after), Reference),
    instructions_from(0, Reference, Instructions),
    erase(Reference).

instructions_from(PC, Reference, [Instruction|Instructions]) :-
    '$fetch_vm'(Reference, PC, Next, Instruction),
    !,
    instructions_from(Next, Reference, Instructions).
instructions_from(_, _, []).

calls(Instructions, Indicator) :-
    member(Instruction, Instructions),
    Instruction =.. [Operation, Called|_],
    memberchk(Operation, [i_call, i_depart]),
    strip_module(Called, _, Indicator).

% A goal that the compiler turns into something other than a call: the result, or the error.
inlined(Goal, Made) :-
    name(Name),
    between(0, 5, Arity),
    length(Arguments, Arity),
    term(Name, Arguments, Goal),
    term(head, Arguments, Head),
    catch(instructions(Head, Goal, Made), error(Made, _), true),
    \+ ( is_list(Made), calls(Made, Name/Arity) ).

test(what_the_compiler_inlines_is_permitted_or_never_run, Unsafe == []) :-
    findall(inlined(Goal, Made), inlined(Goal, Made), Inlined),
    memberchk(inlined((_ ; _), _), Inlined),
    memberchk(inlined(_:_, _), Inlined),
    findall(Goal, ( member(inlined(Goal, Made), Inlined), \+ safe_inline(Goal, Made) ), Unsafe).

safe_inline(Goal, _) :-
    \+ goal_kinds(Goal, _),
    indicator(Goal, Indicator),
    \+ definable(Indicator),
    body_refusal(Goal, [], _).
safe_inline(Goal, Made) :-
    goal_kinds(Goal, Kinds),
    indicator(Goal, Indicator),
    \+ definable(Indicator),
    (   ( memberchk(i_usercall0, Made) ; member(i_usercalln(_), Made) )
    ->  member(Kind, Kinds),
        Kind \== (?)
    ;   true
    ),
    !.

% A term that is given to assertz/1, and does not become a fact of its own name.
reshaped(Term) :-
    name(Name),
    between(0, 4, Arity),
    numlist(1, Arity, Numbers),
    findall(Atom, ( member(N, Numbers), atom_concat(part, N, Atom) ), Atoms),
    term(Name, Atoms, Term),
    catch(( assertz(probe_compiled:Term, Reference),
            clause(Head, Body, Reference),
            erase(Reference) ),
          error(_, _), fail),
    \+ ( strip_module(Head, probe_compiled, Plain), Plain == Term, Body == true ).

test(assertz_makes_rules_of_some_terms, [true(memberchk(=>, Names))]) :-
    findall(Name, ( reshaped(Term), functor(Term, Name, _) ), Names).
test(what_is_not_taken_for_a_fact_is_refused, all(Term == [])) :-
    reshaped(Term),
    \+ refused_clause(Term).

refused_clause((Head :- Body)) :-           % the one term that is meant to become a rule
    Head-Body == part1-part2,
    !.
refused_clause(Term) :-
    format(string(Text), "~q.", [Term]),
    read_text(program, Text, [item(_, _, _, refuse(_), _)]).

test(the_loader_takes_some_terms_apart, true(Terms = [_, _|_])) :-
    findall(Term, loader_term(Term), Terms).
test(what_the_loader_takes_apart_is_no_clause, all(Term == [])) :-
    loader_term(Term),
    numbervars(Term, 23, _),
    format(string(Text), "~W.", [Term, [quoted(true), numbervars(true)]]),
    read_text(program, Text, [item(_, _, _, clause(Head, _), _)|_]),
    indicator(Head, Indicator),
    definable(Indicator).

test(heads_of_rules_are_looked_at_too, all(Name/Arity == [])) :-
    clause_form(Name/Arity, _),
    functor(Head, Name, Arity),
    format(string(Text), "~W.", [(Head :- a), [quoted(true), ignore_ops(true)]]),
    \+ ( read_text(program, Text, [item(_, _, _, Content, _)]), Content = refuse(_) ),
    \+ head_refusal(Head, _).
test(hidden_names_are_no_heads, true) :- head_refusal('$set_source'(_), _).
test(a_plain_head, fail) :- head_refusal(best(_), _).

test(every_function_of_this_release_is_classified, all(Name/Arity == [])) :-
    current_arithmetic_function(Head),
    functor(Head, Name, Arity),
    \+ pure_function(Name/Arity),
    \+ impure_function(Name/Arity).
test(no_function_is_pure_and_impure, all(Indicator == [])) :-
    impure_function(Indicator),
    pure_function(Indicator).
test(pure_functions_have_one_value, all(Name/Arity == [])) :-
    pure_function(Name/Arity),
    once(changing(Name/Arity)).
test(functions_that_change_are_seen_to, true) :- once(changing(random/1)), once(changing(random_float/0)).

changing(Name/Arity) :-
    member(Values, [[100, 2, 5], [0.5, 2.5, 1], [17, 4, 3]]),
    length(Arguments, Arity),
    append(Arguments, _, Values),
    term(Name, Arguments, Expression),
    findall(Value, ( between(1, 30, _), catch(Value is Expression, error(_, _), fail) ), Found),
    sort(Found, [_, _|_]).

test(chance_is_no_pure_function, true(Values \= [_])) :-
    findall(V, ( between(1, 50, _), V is random(1000000) ), Vs),
    sort(Vs, Values),
    impure_name(x(random), _).
test(the_clock_is_no_pure_function, true) :- impure_name([cputime], _).
test(an_unlisted_function_is_impure, fail) :-
    current_arithmetic_function(Head),
    functor(Head, Name, Arity),
    \+ pure_function(Name/Arity),
    \+ impure_name(Name, _).

% Calls of every permitted predicate with something that arithmetic cannot evaluate in one place. Some have endless
% solutions: the first five are enough.
tripped(Name/Arity) :-
    permitted(Name/Arity, _, Kinds),
    Arity > 0,
    \+ evaluates(Name),
    length(Arguments, Arity),
    nth1(Place, Kinds, ?),
    nth1(Place, Arguments, Wire),
    member(Wire, [ tripwire, tripwire+1, [tripwire+1], [tripwire, tripwire], [k-tripwire], max(tripwire), [[tripwire]] ]),
    member(Other, [ 1, [1, 2], [1-2], _, member(_, [tripwire]) ]),
    fill(Kinds, 1, Place, Other, Arguments),
    term(Name, Arguments, Goal),
    catch(call_with_inference_limit(limit(5, probe_base:Goal), 2000, _), error(Error, _), true),
    nonvar(Error),
    Error = type_error(evaluable, _).

fill([], _, _, _, []).
fill([Kind|Kinds], N, Place, Other, [Argument|Arguments]) :-
    (   N == Place
    ->  true
    ;   Kind == (?)
    ->  Argument = Other
    ;   integer(Kind),
        Kind > 0
    ->  Argument = (=)
    ;   Argument = true
    ),
    Next is N + 1,
    fill(Kinds, Next, Place, Other, Arguments).

test(only_what_is_listed_evaluates, all(Name/Arity == [])) :-
    setof(I, tripped(I), Indicators),
    member(Name/Arity, Indicators).
test(evaluators_are_permitted, all(Name == [])) :-
    evaluates(Name),
    \+ permitted(Name/_, _, _).

% No permitted predicate turns text into an atom: with one of them a name could be put together.
test(nothing_makes_atoms, all(Name == [])) :-
    member(Name, [ atom_codes, atom_chars, atom_concat, atom_string, atomic_list_concat, char_code, sub_atom, term_to_atom,
                   read_term_from_atom, upcase_atom, downcase_atom, atom_to_term, number_codes, atom_number, gensym ]),
    permitted(Name/_, _, _).

% A name of a library, and of nothing else, is unknown to a program.
test(no_library_is_loaded_for_a_program, all(Name/Arity == [])) :-
    '$in_library'(Name, Arity, _),
    \+ permitted(Name/Arity, _, _),
    functor(Head, Name, Arity),
    \+ body_refusal(Head, [], _),
    '$get_predicate_attribute'(probe_base:Head, defined, 1).
test(inline_is_refused_though_the_program_defines_it, true) :-
    items("'|'(_, _). a :- (b | halt).", Items),
    check_items(Items, Findings),
    member(finding(refused, _, "a disjunction is written with |: write ; instead", _), Findings).
test(groups, all(Group == [])) :- permitted(_, Group, _), \+ group(Group, _).
test(other_names_are_not_inline, fail) :- inline(best/1, _).

:- end_tests(subset).
