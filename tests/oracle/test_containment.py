"""What a hostile program can do: get a verdict, and nothing else."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from probe.oracle import Limits, SwiOracle
from probe.values import Option, Program, Verdict
from tests.oracle.hostile import Hostile, hostile_programs, is_expected, outcome_of
from tests.verdicts import verdicts_on

MARK = "probe_hostile_mark"
CORPUS = hostile_programs(str(Path("/tmp") / MARK))
SECONDS = 4.0
"""The processor time that a program may cost, its worker's included; on a quiet machine that is the time it takes."""

RULES = "fit(O) :- covers(O, N), need(N).\nbest(O) :- fit(O), \\+ risky(O).\n:- dynamic risky/1.\n"


def canaries() -> list[Program]:
    """Return fifteen harmless programs that touch what hostile ones might have changed."""
    facts = "need(n).\ncovers(option_A, n).\ncovers(option_B, n).\n"
    decide = "decide_option(user, X) :- "
    bodies = [
        "best(X).",
        "best(X), !.",
        "findall(Y, best(Y), [_, X]).",
        "forall(need(N), covers(option_B, N)), X = option_B.",
        "member(X, [option_B, option_A]), best(X).",
        "Y is 3 * 4, Y =:= 12, X = option_A.",
        "\\+ risky(option_B), X = option_B.",
        "aggregate_all(count, need(_), 1), X = option_A.",
        "( need(m) -> X = option_A ; X = option_B ).",
        "setof(Y, best(Y), [X|_]).",
        "maplist(fit, [option_A, option_B]), X = option_A.",
        "msort([option_B, option_A], [X|_]).",
        "length([a, b], 2), X = option_B.",
        'Y = "text", string(Y), X = option_B.',
        "undefined_here(X).",
    ]
    return [Program(axioms=RULES, text=f":- consult('axioms').\n{facts}{decide}{body}\n") for body in bodies]


@pytest.fixture(scope="module")
def attacked_oracle() -> Iterator[SwiOracle]:
    """Shorter limits than by default: dozens of these programs run until one of them ends them.

    A slow machine needs most of a second to fill the stacks, which has to come before the limit of processor time.
    """
    with SwiOracle.start(workers=1, limits=Limits(seconds=1.2, cpu_seconds=1.0)) as swi_oracle:
        yield swi_oracle


@pytest.fixture(scope="module")
def canary_verdicts(attacked_oracle: SwiOracle) -> list[Verdict]:
    """Return the verdicts on the canaries before any hostile program has run."""
    return verdicts_on(attacked_oracle, canaries())


def test_the_canaries_sing(canary_verdicts: list[Verdict]) -> None:
    a, b = Option.A, Option.B
    assert [verdict.choice for verdict in canary_verdicts] == [a, a, b, b, b, a, b, a, b, a, a, a, b, b, None]


def resource_use(oracle: SwiOracle) -> tuple[int, float]:
    """Return the worker's process id and the seconds of processor time that it has used.

    A worker that is replaced after its last reply has no successor yet for a moment.
    """
    while not oracle.worker_pids:
        time.sleep(0.01)
    (pid,) = oracle.worker_pids
    user, system = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
    return pid, (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def cost(before: tuple[int, float], ended_seconds: float, oracle: SwiOracle) -> float:
    """Return the processor time that the worker spent since ``before``; a replaced worker is in ``ended_seconds``."""
    pid, seconds = resource_use(oracle)
    if pid == before[0]:
        return seconds - before[1]
    return ended_seconds - before[1]


def ended_workers() -> float:
    """Return the processor time of all processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def groups() -> Iterator[list[Hostile]]:
    """Yield each program that is ended at a limit by itself, and the others, which end at once, by twenties."""
    quick_programs = [hostile for hostile in CORPUS if not hostile.outcome.startswith(("limit", "contained"))]
    yield from ([hostile] for hostile in CORPUS if hostile not in quick_programs)
    yield from (quick_programs[start : start + 20] for start in range(0, len(quick_programs), 20))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux describes its processes in /proc")
@pytest.mark.parametrize("group", groups(), ids=lambda group: group[0].name)
def test_hostile_programs_are_contained(
    group: list[Hostile], attacked_oracle: SwiOracle, canary_verdicts: list[Verdict]
) -> None:
    mark = Path("/tmp") / MARK
    directory, environment = Path.cwd(), dict(os.environ)
    before, seconds_before = resource_use(attacked_oracle), ended_workers()
    verdicts = verdicts_on(attacked_oracle, [hostile.program for hostile in group])
    for hostile, verdict in zip(group, verdicts, strict=True):
        assert is_expected(outcome_of(verdict), hostile.outcome), (hostile.name, outcome_of(verdict), verdict)
    # The canaries come first: a worker that is due for recycling is gone when they are answered.
    assert verdicts_on(attacked_oracle, canaries()) == canary_verdicts
    assert cost(before, ended_workers() - seconds_before, attacked_oracle) < SECONDS
    assert not mark.exists()
    assert (Path.cwd(), dict(os.environ)) == (directory, environment)


def test_hostile_programs_are_contained_without_landlock(canary_verdicts: list[Verdict]) -> None:
    """Where the kernel does not lock files away, the whitelist alone keeps programs from them.

    Programs that only use up time or memory are left out: they open no file.
    """
    mark = Path("/tmp") / MARK
    corpus = [hostile for hostile in CORPUS if not hostile.outcome.startswith(("limit", "contained"))]
    with SwiOracle.start(workers=2, limits=Limits(lock_files=False)) as unlocked_oracle:
        assert unlocked_oracle.guards["files"] == "switched off"
        for start in range(0, len(corpus), 20):
            batch = corpus[start : start + 20]
            verdicts = verdicts_on(unlocked_oracle, [hostile.program for hostile in batch])
            for hostile, verdict in zip(batch, verdicts, strict=True):
                assert is_expected(outcome_of(verdict), hostile.outcome), (hostile.name, verdict.diagnostics)
            assert verdicts_on(unlocked_oracle, canaries()) == canary_verdicts
            assert not mark.exists()


LARGE_PROGRAM = Program(
    axioms="",
    text="""down(0).
down(N) :- N > 0, M is N - 1, down(M), true.
decide_option(user, X) :- down(60000), numlist(1, 150000, L), sum_list(L, S), S > 0, X = option_B.
""",
)
"""An innocent program that needs half of the stacks that are its due."""


@pytest.fixture(scope="module")
def patient_oracle() -> Iterator[SwiOracle]:
    """Return an oracle that has time for large programs on a busy machine; its stacks are those of every other."""
    with SwiOracle.start(workers=1, limits=Limits(seconds=10, cpu_seconds=15)) as swi_oracle:
        yield swi_oracle


@pytest.fixture(scope="module")
def large_verdict(patient_oracle: SwiOracle) -> Verdict:
    """Return the verdict on the large program."""
    verdict = verdicts_on(patient_oracle, [LARGE_PROGRAM])[0]
    assert verdict.choice is Option.B
    return verdict


@pytest.mark.parametrize(
    "name",
    ["growing_term", "deep_recursion", "failing_loop", "endless_answers", "shared_term_in_the_proof"],
)  # fmt: skip
def test_a_program_that_ends_at_a_limit_leaves_the_next_one_its_room(
    name: str, patient_oracle: SwiOracle, large_verdict: Verdict
) -> None:
    (hostile,) = [hostile for hostile in CORPUS if hostile.name == name]
    assert verdicts_on(patient_oracle, [hostile.program, LARGE_PROGRAM])[1] == large_verdict


def test_large_terms_in_a_log_leave_the_next_program_its_room(
    patient_oracle: SwiOracle, large_verdict: Verdict
) -> None:
    """A search logs its goals; what was logged for one program must not take room from another."""
    rows = "\n".join(f"row({number}, L) :- numlist(1, {1000 + number}, L)." for number in range(1500))
    filling = Program(axioms="", text=f"{rows}\ndecide_option(user, option_A) :- \\+ ( row(_, L), L == [] ).")
    assert verdicts_on(patient_oracle, [filling, filling, LARGE_PROGRAM])[2] == large_verdict


def test_a_refusal_names_clause_line_and_reason(attacked_oracle: SwiOracle) -> None:
    text = ":- consult('axioms').\nfirst(1).\n\n  second(X) :-\n    first(X), shell(ls).\n"
    verdict = verdicts_on(attacked_oracle, [Program(axioms="", text=text)])[0]
    (diagnostic,) = verdict.diagnostics
    assert diagnostic.place is not None
    assert (diagnostic.kind, diagnostic.message) == ("whitelist", "shell/1 is outside the pure subset")
    location = diagnostic.place
    assert (location.source, location.line, location.column, location.clause) == ("program", 4, 3, 3)
    assert diagnostic.clause_text == "second(X):-first(X), shell(ls)"


def test_refused_axioms_keep_the_program_from_running(attacked_oracle: SwiOracle) -> None:
    program = Program(axioms="best(option_A) :- halt.", text=":- consult('axioms').\ndecide_option(user, option_A).")
    verdict = verdicts_on(attacked_oracle, [program])[0]
    assert not verdict.ran
    assert verdict.diagnostics[0].place is not None
    assert verdict.diagnostics[0].place.source == "axioms"


@pytest.mark.parametrize(
    "text",
    [
        "decide_option(user, option_A). % " + "x" * 70_000,
        "decide_option(user, 'option_A\ud800').",
        "decide_option(user, X) :- X = " + "f(" * 15_000 + "a" + ")" * 15_000 + ".",
        "decide_option(user, X) :- X = " + "(" * 30_000 + "a" + ")" * 30_000 + ".",
        "decide_option(user, X) :- " + "\\+ " * 15_000 + "X = option_A.",
        "decide_option(user, X) :- X = [" + "[" * 15_000 + "]" * 15_000 + "].",
        "decide_option(user, X) :- X = " + "- " * 25_000 + "1.",
        "decide_option(user, X) :- X = " + "9" * 60_000 + ".",
        "decide_option(user, X) :- X = " + "a" * 60_000 + ".",
        "a. " * 20_000,
        "decide_option(user, X) :- " + ", ".join(["true"] * 9_000) + ", X = option_A.",
        "p(" + ", ".join(["a"] * 20_000) + ").\ndecide_option(user, option_A).",
        "\ufeffdecide_option(user, option_A).",
        "decide_option(user, option_A)\x00.",
        "\u202edecide_option(user, option_A).",
    ],
    ids=[
        "too_long", "half_a_character", "deep_term", "deep_parentheses", "deep_negation", "deep_list",
        "deep_prefix",
        "long_number", "long_atom", "many_clauses", "long_body", "wide_fact", "byte_order_mark", "null",
        "right_to_left",
    ],
)  # fmt: skip
def test_an_odd_text_costs_only_its_own_verdict(
    text: str, attacked_oracle: SwiOracle, canary_verdicts: list[Verdict]
) -> None:
    verdict = verdicts_on(attacked_oracle, [Program(axioms="", text=text)])[0]
    assert verdict.ran or verdict.diagnostics
    assert verdicts_on(attacked_oracle, canaries()) == canary_verdicts
