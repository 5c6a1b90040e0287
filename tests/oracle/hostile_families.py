"""Hostile programs in families: ways to hide a goal, with goals to hide, and each name of chance in each place."""

from collections.abc import Iterator

FORBIDDEN = [
    "halt",
    "shell('touch MARK')",
    "user:go",
    "nb_setval(probe_log, x)",
    "@(go, user)",
    "'$set_prolog_flag'(a, b)",
]
"""Goals that no program may call, however they are wrapped."""

WRAPPINGS = {
    "bar": "( fail | {} )",
    "negation": "\\+ {}",
    "not": "not({})",
    "once": "once({})",
    "ignore": "ignore({})",
    "condition": "( {} -> true ; true )",
    "then": "( true -> {} ; true )",
    "else": "( fail -> true ; {} )",
    "soft_condition": "( {} *-> true ; true )",
    "call": "call({})",
    "call_of_call": "call(call, {})",
    "conjunction_closure": "call(','(true), {})",
    "forall": "forall(true, {})",
    "findall": "findall(x, {}, _)",
    "findall_tail": "findall(x, {}, _, [])",
    "bagof": "bagof(x, Y^{}, _)",
    "setof": "setof(x, Y^( true, {} ), _)",
    "count": "aggregate_all(count, {}, _)",
    "count_under_a_caret": "aggregate_all(count, Y^Z^{}, _)",
    "maximum": "aggregate_all(max(x), x, {}, _)",
    "caret": "Y^( {} )",
    "map": "maplist(call, [{}])",
    "include": "include(once, [{}], _)",
    "exclude": "exclude(\\+, [{}], _)",
    "partition": "partition(ignore, [{}], _, _)",
    "fold": "foldl(call, [{}], 0, _)",
    "map_of_forall": "maplist(forall(true), [{}])",
    "disjunction_closure": "maplist(;(fail), [{}])",
}

EVALUATIONS = {
    "is": "X is {}",
    "comparison": "{} > 0",
    "sum": "sum_list([{}], X)",
    "old_sum": "sumlist([1, {}], X)",
    "maximum": "max_list([{}], X)",
    "minimum": "min_list([{}], X)",
    "interval": "numlist({}, 5, X)",
    "aggregated_sum": "aggregate_all(sum({}), true, X)",
    "aggregated_maximum": "aggregate_all(max({}), true, X)",
    "aggregated_minimum": "aggregate_all(min({}, y), true, X)",
    "aggregated_pair": "aggregate_all(r(sum({}), count), true, X)",
    "distinct_sum": "aggregate_all(sum({}), Y, member(Y, [1, 2]), X)",
    "closure": "maplist(is, [X], [{}])",
    "fold": "foldl(plus, [{}], 0, X)",
    "called": "call(is, X, {})",
    "through_data": "member(E, [{}]), X is E",
    "through_univ": "E =.. [+, 1, {}], X is E",
    "through_a_copy": "copy_term({}, E), X =:= E",
}

CHANGING = {
    "random": "random(2)",
    "escaped": "'ran\\x64\\om'(2)",
    "quoted": "'random'(2)",
    "unicode": "'\\u0072andom'(2)",
    "random_float": "random_float",
    "clock": "cputime",
    "nested": "1 + (2 * random(3))",
}

DIRECTIVES = [
    "shell('touch MARK')", "initialization(halt)", "op(700, xfx, ===>)", "set_prolog_flag(unknown, fail)",
    "table p/1", "module(m, [])", "ensure_loaded('/etc/passwd')", "include(axioms)", "load_files(axioms, [])",
    "[user]", "multifile p/1", "use_module('/etc/passwd')", "use_foreign_library(x)", "dynamic(user:p/1)",
    "discontiguous(system:p/1)", "assertz(p)", "meta_predicate(p(0))", "set_stream(user_input, alias(x))",
    "license(x)", "noprofile(p/1)", "public(p/1)", "thread_local(p/1)", "volatile(p/1)",
    "create_prolog_flag(x, y, [])", "arithmetic_function(f/1)", "else", "endif", "expects_dialect(sicstus)",
    "at_halt(true)", "set_module(class(system))", "add_import_module(a, b, end)",
    "redefine_system_predicate(append(_, _, _))", "garbage_collect", "prompt(_, x)", "protocol('MARK')",
]  # fmt: skip

REACHES = [
    "b_setval(x, 1)", "nb_getval(probe_log, _)", "nb_setval(probe_deadline, inf)", "recordz(a, b)", "recorded(a, _)",
    "flag(probe_log, _, 0)", "set_prolog_flag(probe_recycling_due, false)", "current_prolog_flag(pid, _)", "assert(p)",
    "asserta(p)", "retractall(p)", "erase(_)", "clause(p, _)", "abolish(p/0)", "setarg(1, f(a), b)",
    "nb_linkval(a, b)", "term_to_atom(_, halt)", "atom_to_term(halt, _, _)", "format('~w', [a])", "print(a)",
    "writeq(a)", "write_canonical(a)", "nl", "put_char(a)", "get_char(_)", "peek_char(_)", "read_term(_, [])",
    "open(a, read, _)", "see(a)", "current_output(_)", "set_output(_)", "stream_property(_, _)", "tnot(p)",
    "thread_self(_)", "mutex_create(_)", "message_queue_create(_)", "thread_send_message(main, x)",
    "prolog_load_context(a, _)", "source_location(_, _)", "current_op(_, _, _)", "op(0, xfx, is)",
    "char_conversion(a, b)", "current_module(_)", "module(user)", "set_module(class(system))",
    "import(lists:append/3)", "export(p/0)", "attach_packs", "freeze(X, true)", "put_attr(_, a, b)",
    "get_attr(_, a, _)", "copy_term(_, _, _)", "term_attvars(_, _)", "prolog_stack_property(_, _)",
    "prolog_current_frame(_)", "prolog_skip_level(_, _)", "trace", "leash(-all)", "tty_size(_, _)", "get_time(_)",
    "stamp_date_time(0, _, local)", "statistics(cputime, _)", "garbage_collect_atoms", "trim_stacks",
    "set_random(seed(1))", "random_property(_)", "setlocale(ctype, _, c)", "current_locale(_)",
    "wildcard_match(a, b)", "getenv(a, _)", "unsetenv(a)", "exists_file(a)", "rename_file(a, b)", "tmp_file(a, _)",
    "absolute_file_name(a, _)", "working_directory(_, _)", "shell(ls, _)", "halt(0)", "prolog_cut_to(_)",
    "call_continuation([])", "reset(true, _, _)", "shift(x)", "snapshot(true)", "transaction(true)",
    "findnsols(1, x, true, _)", "call((:- halt))", "apply(halt, [])", "not_exists(p)", "undefined",
    "with_output_to(string(_), true)", "thread_exit(x)", "'$sig_atomic'(true)", "string_code(1, a, _)",
    "sub_atom(abc, _, _, _, b)", "atom_codes(a, _)", "prolog_listen(a, b)", "unify_with_occurs_check(a, halt), halt",
    "setof(X, halt^true, _), halt", "tabling:abolish_all_tables",
]  # fmt: skip
"""Goals that reach for state, text, time or other modules; all belong to the system and none is permitted."""

OF_LIBRARIES = [
    "when(ground(_), true)", "dif(_, _)", "spy(p)", "tabling:p", "list_to_assoc([], _)", "nb_set_to_list(_, _)",
    "term_size(a, _)", "process_create(a, [], _)", "http_open(a, _, [])", "sformat(_, a, [])",
    "random(_)", "random_between(1, 6, _)", "random_member(_, [a, b])", "random_permutation([a, b], _)",
    "gensym(a, _)", "shell", "maplist(random_between(1), [2], _)", "foldl(random_select, [a], [a], _)",
    "thread_create_in_pool(a, p, _, [])", "ls", "cd(x)", "edit(x)", "make", "listing", "portray_clause(a)",
    "read_file_to_terms(a, _, [])", "directory_file_path(a, b, _)", "current_time(_)", "date(_)",
    "md5_hash(a, _, [])", "crypto_data_hash(a, _, [])", "uuid(_)", "concurrent_maplist(p, [a])",
    "first_solution(_, [p], [])", "call_with_time_limit(1, true)", "alarm(1, true, _, [])", "assertion(fail)",
    "must_be(a, b)", "ignore_ops(_)", "debug(a, b, [])", "prolog_stack:backtrace(3)", "console_input(_, _)",
    "tabling_abolish", "aggregate(count, p, _)",
]  # fmt: skip
"""Goals that only a library defines: no library is loaded for a program, so these are unknown (or name a module)."""


def families() -> Iterator[tuple[str, str, str]]:
    """Yield the name of a program, the outcome it must have, and its text."""
    for wrapping, wrap in WRAPPINGS.items():
        for number, goal in enumerate(FORBIDDEN):
            # Every wrapping with one goal, and three wrappings with every goal.
            if number == len(wrapping) % len(FORBIDDEN) or wrapping in ("bar", "map", "caret"):
                yield f"{wrapping}_around_{number}", "refused", f"decide_option(user, option_A) :- {wrap.format(goal)}."
    for number, (evaluation, goal) in enumerate(EVALUATIONS.items()):
        for count, (spelling, function) in enumerate(CHANGING.items()):
            if evaluation == "is" or count in (0, 1 + number % (len(CHANGING) - 1)):
                text = f"decide_option(user, option_A) :- {goal.format(function)}."
                yield f"{spelling}_in_{evaluation}", "refused", text
    for number, directive in enumerate(DIRECTIVES):
        yield f"directive_{number}", "refused", f":- {directive}.\ndecide_option(user, option_A)."
    for number, goal in enumerate(REACHES):
        yield f"reach_{number}", "refused", f"decide_option(user, option_A) :- {goal}."
    for number, goal in enumerate(OF_LIBRARIES):
        outcome = "refused" if ":" in goal else "error"
        yield f"library_{number}", outcome, f"decide_option(user, option_A) :- {goal}."
