:- begin_tests(whitelist).
:- use_module('../whitelist').
:- use_module(given).

refused(Text, Reason) :-
    items(Text, Items),
    member(item(_, _, _, clause(_, Body), _), Items),
    body_refusal(Body, Items, Reason).

test(permitted_predicates_exist, all(Name/Arity == [])) :-
    permitted(Name/Arity, _, _),
    functor(Head, Name, Arity),
    \+ predicate_property(probe_base:Head, defined).
test(permitted_arguments_fit_the_arity, all(Name/Arity == [])) :-
    permitted(Name/Arity, _, Arguments),
    \+ length(Arguments, Arity).
test(every_group_is_described, all(Group == [])) :-
    permitted(_, Group, _),
    \+ group(Group, _).
test(every_visible_system_predicate_is_permitted_or_known, all(Name/Arity == [])) :-
    current_predicate(Name, system:Head),
    functor(Head, Name, Arity),
    \+ probe_whitelist:known(Name, Arity, _).
test(index_known_may_be_called_again) :-
    index_known,
    aggregate_all(count, probe_whitelist:known(member, 2, _), 1).

test(pure_body, fail) :-
    refused("a(X) :- member(X, [1]), \\+ b(X), ( X > 0 -> true ; fail ), findall(Y, b(Y), _).", _).
test(unknown_procedure_is_no_refusal, fail) :-
    refused("a :- nobody_defines_this.", _).
test(system_predicate, Reason == "halt/0 is outside the pure subset") :-
    refused("a :- true, halt.", Reason).
test(empty_parentheses, Reason == "halt/0 is outside the pure subset") :-
    refused("a :- halt().", Reason).
test(autoloaded_predicate, Reason == "read_file_to_string/3 is outside the pure subset") :-
    refused("a :- read_file_to_string(f, _, []).", Reason).
test(module_goal, Reason == "a goal is qualified by a module") :-
    refused("a :- user:b.", Reason).
test(module_closure, Reason == "a closure is qualified by a module") :-
    refused("a :- maplist(user:b, [1]).", Reason).
test(module_under_a_caret, Reason == "a goal is qualified by a module") :-
    refused("a :- setof(X, Y^user:b(X, Y), _).", Reason).
test(with_arguments, Goal == p(1, 2)) :- with_arguments(p(1), [2], Goal).
test(with_arguments_of_an_atom, Goal == p(2)) :- with_arguments(p, [2], Goal).
test(with_no_arguments, Goal == p) :- with_arguments(p, [], Goal).
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
test(impure_arithmetic, Reason == "random/1 has another value at each call") :-
    refused("a(X) :- X is 1 + random(5).", Reason).

test(definable, true) :- definable(best/1).
test(redefinable_library_name, true) :- definable(feature/2).
test(iso_is_not_definable, fail) :- definable(append_is_not_iso/0), definable((\+)/1).
test(control_is_not_definable, fail) :- definable((',')/2).
test(indicator_of_empty_parentheses, Indicator == f/0) :-
    compound_name_arguments(Goal, f, []),
    indicator(Goal, Indicator).
test(extended, Goal =@= f(a, _, _)) :- extended(f(a), 2, Goal).
test(extended_atom, Goal =@= f(_)) :- extended(f, 1, Goal).
test(goal_kinds, Kinds == [?, 0, ?]) :- goal_kinds(findall(_, _, _), Kinds).
test(goal_kinds_of_others, fail) :- goal_kinds(shell(_), _).
test(impure_function, true) :- impure_function(cputime/0), !.

test(impure_data, Indicator == cputime/0) :- impure_data(wanted(f(cputime)), true, Indicator).
test(impure_data_in_a_body, Indicator == random/1) :- impure_data(wanted, ( a, \+ b([random(2)]) ), Indicator).
test(no_impure_data, fail) :- impure_data(random(X), order(X, cheap), _).

:- end_tests(whitelist).
