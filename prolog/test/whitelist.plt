:- begin_tests(whitelist).
:- use_module('../whitelist').
:- use_module(library(lists)).
:- use_module(examples).

refused(Text, Reason) :-
    items(Text, Items),
    member(item(_, _, _, clause(_, Body), _), Items),
    body_refusal(Body, Items, Reason).

% Without autoloading, as in the oracle (predicate_property/2 loads libraries): a name that only another library has is unknown to programs.
test(permitted_predicates_exist, all(Name/Arity == [])) :-
    permitted(Name/Arity, _, _),
    functor(Head, Name, Arity),
    \+ '$get_predicate_attribute'(probe_base:Head, defined, 1).
test(old_name_of_a_sum, Sum == 6) :-
    module_of("total(Sum) :- sumlist([1, 2, 3], Sum).", Module, Module:total(Sum)).
test(permitted_arguments_fit_the_arity, all(Name/Arity == [])) :-
    permitted(Name/Arity, _, Arguments),
    \+ length(Arguments, Arity).
test(every_group_is_described, all(Group == [])) :-
    permitted(_, Group, _),
    \+ group(Group, _).
test(every_visible_system_predicate_is_permitted_or_classified, all(Name/Arity == [])) :-
    current_predicate(Name, system:Head),
    functor(Head, Name, Arity),
    \+ probe_whitelist:predicate_class(Name, Arity, _, _).
test(index_predicates_may_be_called_again) :-
    index_predicates,
    aggregate_all(count, probe_whitelist:predicate_class(member, 2, _, _), 1).

test(pure_body, fail) :-
    refused("a(X) :- member(X, [1]), \\+ b(X), ( X > 0 -> true ; fail ), findall(Y, b(Y), _).", _).
test(unknown_procedure_is_no_refusal, fail) :-
    refused("a :- undefined_predicate.", _).
test(system_predicate, Reason == "halt/0 is outside the pure subset") :-
    refused("a :- true, halt.", Reason).
test(empty_parentheses, Reason == "halt/0 is outside the pure subset") :-
    refused("a :- halt().", Reason).
test(name_of_a_library_alone, fail) :-
    refused("a :- read_file_to_string(f, _, []).", _).
test(bar, Reason == "a disjunction is written with |: write ; instead") :-
    refused("a :- ( b | c ).", Reason).
test(bar_in_a_closure, Reason == "a disjunction is written with |: write ; instead") :-
    refused("a(X) :- maplist('|'(fail), X).", Reason).
test(bar_under_a_caret, Reason == "a disjunction is written with |: write ; instead") :-
    refused("a(X) :- setof(Y, Z^( b(Y, Z) | c ), X).", Reason).
test(hidden_predicate, Reason == "'$anything'/0 is outside the pure subset") :-
    refused("a :- '$anything'.", Reason).
test(redefined_control_is_still_control, Reason == "halt/0 is outside the pure subset") :-
    refused("(_ *-> _). a :- ( halt *-> true ).", Reason).
test(control_that_may_not_be_defined, all(Indicator == [])) :-
    member(Indicator, [(*->)/2, rational/1, string/1, ($)/0, ($)/1, '|'/2, (:)/2, (@)/2, (=>)/2]),
    definable(Indicator).
test(lambda_with_too_many_parameters,
     Reason == "a lambda (>>) that is not a closure with a list of parameters, at most as many as it gets") :-
    refused("a :- maplist([X, Y]>>b(X, Y), [1]).", Reason).
test(lambda, fail) :-
    refused("a :- maplist([X]>>b(X), [1]).", _).
test(variable_goal_in_a_lambda, Reason == "a variable is called as a goal") :-
    refused("a(G) :- maplist([X]>>call(G, X), [1]).", Reason).
test(system_predicate_in_a_lambda, Reason == "halt/0 is outside the pure subset") :-
    refused("a :- maplist([_]>>( true, halt ), [1]).", Reason).
test(caret, fail) :-
    refused("a :- aggregate_all(count, X^b(X), 1), findall(Y, X^Z^c(X, Y, Z), _).", _).
test(halt_under_a_caret, Reason == "halt/0 is outside the pure subset") :-
    refused("a :- aggregate_all(count, _^halt, 1).", Reason).
test(variable_under_a_caret, Reason == "a variable is called as a goal") :-
    refused("a(G) :- maplist(^(_), G).", Reason).
test(module_goal, Reason == "a goal is qualified by a module") :-
    refused("a :- user:b.", Reason).
test(module_closure, Reason == "a closure is qualified by a module") :-
    refused("a :- maplist(user:b, [1]).", Reason).
test(module_under_a_caret, Reason == "a goal is qualified by a module") :-
    refused("a :- setof(X, Y^user:b(X, Y), _).", Reason).
test(with_arguments, Goal == p(1, 2)) :- add_arguments(p(1), [2], Goal).
test(with_arguments_of_an_atom, Goal == p(2)) :- add_arguments(p, [2], Goal).
test(with_no_arguments, Goal == p) :- add_arguments(p, [], Goal).
test(variable_goal, Reason == "a variable is called as a goal") :-
    refused("a(X) :- X.", Reason).
test(variable_in_a_closure, Reason == "a variable is called as a goal") :-
    refused("a(X) :- maplist(call, X).", Reason).
test(closure_gets_its_arguments, Reason == "shell/2 is outside the pure subset") :-
    refused("a(X) :- maplist(shell(X), [1]).", Reason).
test(own_predicate_with_a_library_name, fail) :-
    refused("feature(a, b). a :- feature(a, b).", _).
test(own_predicate_that_is_protected, Reason == "halt/0 is outside the pure subset") :-
    refused("halt. a :- halt.", Reason).
test(definable, true) :- definable(best/1).
test(redefinable_library_name, true) :- definable(feature/2).
test(iso_is_not_definable, fail) :- definable(append_is_not_iso/0), definable((\+)/1).
test(control_is_not_definable, fail) :- definable((',')/2).
test(indicator_of_empty_parentheses, Indicator == f/0) :-
    compound_name_arguments(Goal, f, []),
    indicator(Goal, Indicator).
test(extended, Goal =@= f(a, _, _)) :- extend_closure(f(a), 2, Goal).
test(extended_atom, Goal =@= f(_)) :- extend_closure(f, 1, Goal).
test(goal_kinds, Kinds == [?, 0, ?]) :- goal_kinds(findall(_, _, _), Kinds).
test(goal_kinds_of_others, fail) :- goal_kinds(shell(_), _).
test(head_refusal, Reason == "rules with => are not part of the pure subset: write :- instead") :-
    head_refusal((a => b), Reason).
test(calculates, true) :- calculates(maplist(succ, [1], _)).
test(calculates_in_an_aggregate, true) :- calculates(( a, aggregate_all(sum(X), b(X), _) )).
test(calculates_nothing, fail) :- calculates(( a, member(X, [b]), c(X) )).
test(impure_name, Name == cputime) :- impure_name((wanted(f(cputime)) :- true), Name).
test(impure_name_of_any_arity, Name == random) :- impure_name([random(_, _)], Name).
test(impure_name_in_a_body, Name == random) :- impure_name(( a, \+ b([random(2)]) ), Name).
test(arithmetic_that_some_releases_lack, all(Name == [max_tagged_integer, cmpflags, divmod])) :-
    member(Term, [ x(max_tagged_integer), cmpflags(1, 2), [divmod] ]),
    once(impure_name(Term, Name)).
test(a_shift_of_any_size, all(Name == [<<, >>, <<])) :-
    member(Term, [ 1 << (1 << 40), 1 >> _, [<<, 1, 2] ]),
    once(impure_name(Term, Name)).
test(a_small_shift, fail) :- impure_name(x(_) is _ << 3 >> 64, _).
test(no_impure_name, fail) :- impure_name(order("random", cheap), _).

% No program should get that far; if one does, our own tables are closed.
test(our_tables_are_closed, all(Goal == [])) :-
    member(Goal, [ assertz(probe_whitelist:predicate_class(halt, 0, permitted([]), no)), retractall(probe_whitelist:predicate_class(_, _, _, _)),
                   abolish(probe_whitelist:predicate_class/4), abolish(probe_answering:folded_option/2),
                   assertz(probe_answering:folded_option(option_a, option_B)), assertz(probe_subset:permitted(halt/0, x, [])),
                   assertz(probe_base:append(_, _)), assertz((probe_base:(_^_) :- true)),
                   retract(probe_subset:(evaluates(sum_list))), abolish(probe_reading:dict_functor/1), assertz(probe_counting:calibration(0, 0, 0, 0)),
                   redefine_system_predicate(system:abolish(_)) ]),
    catch(Goal, error(permission_error(_, _, _), _), fail).

:- end_tests(whitelist).
