:- begin_tests(building).
:- use_module('../building').
:- use_module(examples).

text_findings(Text, Found) :-
    items(Text, Items),
    check_items(Items, Findings),
    findall(Severity-Kind, member(finding(Severity, Kind, _, _), Findings), Found).

test(nothing_found, Found == []) :- text_findings("a(1). b(X) :- a(X).", Found).
test(whitelist, Found == [refused-whitelist]) :- text_findings("a :- halt.", Found).
test(protected_head, Found == [skipped-head]) :- text_findings("\\+ _. a.", Found).
test(protected_declaration, Found == [skipped-head]) :- text_findings(":- dynamic halt/0.", Found).
test(chance_as_data_where_nothing_is_calculated, Found == []) :- text_findings("order(random). a(X) :- order(X).", Found).
test(chance_as_data_where_something_is, Found == [refused-whitelist]) :-
    text_findings("order(random). a(X) :- order(Y), \\+ \\+ X is Y.", Found).
test(fresh_module, Properties == [temporary, [probe_base]]) :-
    setup_call_cleanup(fresh_module(Module),
                       ( module_property(Module, class(Class)),
                         findall(Base, import_module(Module, Base), Bases) ),
                       discard_module(Module)),
    Properties = [Class, Bases].
test(build, Xs == [1, 2]) :-
    items("a(1). a(2).", Items),
    build_module(Items, Module, [_, _], []),
    findall(X, Module:a(X), Xs),
    discard_module(Module).
test(clauses_that_do_not_compile_are_reported, Kinds-Xs == [skipped-clause]-[1]) :-
    items("a(1). a(X) :- 2. b.", Items),
    build_module(Items, Module, Clauses, Findings),
    length(Clauses, 2),
    findall(S-K, member(finding(S, K, _, _), Findings), Kinds),
    findall(X, Module:a(X), Xs),
    discard_module(Module).
test(module_sees_the_library, X == 3) :-
    module_of("", Module, Module:last([1, 2, 3], X)).
test(module_does_not_see_user, error(existence_error(procedure, _), _)) :-
    assertz(user:only_user_has_this),
    module_of("", Module, Module:only_user_has_this).
test(own_predicate_hides_the_library, X == own) :-
    module_of("last(_, own).", Module, Module:last([1], X)).
test(modules_do_not_see_each_other, error(existence_error(procedure, _), _)) :-
    module_of("a.", _, true),
    module_of("", Module, Module:a).
test(nothing_is_left, true) :-
    module_of("a.", Module, true),
    \+ current_module(Module).
test(nothing_is_left_after_an_error, true) :-
    catch(module_of("a.", Module, throw(oops(Module))), oops(Module), true),
    \+ current_module(Module).

:- end_tests(building).
