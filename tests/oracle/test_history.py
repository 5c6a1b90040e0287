"""What a worker did before changes no verdict."""

import pytest

from probe.certificate.logical import second_engine
from probe.engines.clingo.oracle import ClingoOracle, clingo_version
from probe.oracle import Limits, SwiOracle
from probe.oracle.both import derived
from probe.oracle.replies import refused
from probe.values import Bias, Outcome, Profile, Program, Programs, SecondEngine
from probe.workers import WorkerProcess, WorkerScript
from probe.workers.child import EXHAUSTED
from tests.verdicts import examinations_of, translation, verdicts_on

ORDINARY = Program(axioms="", text="decide_option(user, option_A).")
OVERFLOWING = Program(axioms="", text="deep(N) :- M is N + 1, deep(M), true.\ndecide_option(user, _) :- deep(0).")
LACKING = {"SWI-Prolog": b'{"failed":"resources"}', "clingo": b'{"failed":"memory"}'}


def path(length: int) -> Program:
    """A program whose search takes many steps."""
    edges = "".join(f"edge(n{n}, n{n + 1}).\n" for n in range(length))
    rules = "path(X, X).\npath(X, Z) :- edge(X, Y), path(Y, Z).\n"
    return Program(axioms="", text=f"{edges}{rules}decide_option(user, option_A) :- path(n0, n{length}).")


def table(size: int) -> Program:
    """A program whose translation takes several megabytes of stacks."""
    facts = "".join(f"size(item_{n}, {n}).\n" for n in range(size))
    return Program(axioms="", text=f"{facts}decide_option(user, option_B) :- size(X, 3), X == item_3.")


def test_a_translation_is_the_same_whatever_was_run_before() -> None:
    large_table = table(1600)
    with SwiOracle.start(workers=1, limits=Limits(seconds=10, cpu_seconds=13, stack_bytes=8 * 2**20)) as oracle:
        first = translation(oracle, large_table)
        pids = oracle.worker_pids
        for length in range(40, 61, 7):
            verdicts_on(oracle, [path(length)])
            assert translation(oracle, large_table) == first
        assert oracle.worker_pids == pids
    assert first.text


class _Lacking(WorkerProcess):
    """A worker that reports a lack of resources for each request, except the ``able`` first ones."""

    able = 1
    answered = 0

    def receive(self, seconds: float | None = None) -> bytes:
        reply = super().receive(seconds)
        self.answered += 1  # the first reply is the greeting
        return reply if self.answered <= 1 + self.able else EXHAUSTED + LACKING[self.script.name]


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> list[_Lacking]:
    lacking_engines: list[_Lacking] = []

    class Recorded(_Lacking):
        def __init__(self, script: WorkerScript) -> None:
            super().__init__(script)
            lacking_engines.append(self)

    monkeypatch.setattr("probe.workers.process.WorkerProcess", Recorded)
    return lacking_engines


def test_a_used_worker_that_lacks_resources_is_replaced_and_its_request_tried_again(lacking: list[_Lacking]) -> None:
    with SwiOracle.start(workers=1) as oracle:
        assert [verdict.choice for verdict in verdicts_on(oracle, [ORDINARY] * 4)] == ["option_A"] * 4
    assert len(lacking) >= 4


def test_a_fresh_worker_that_lacks_resources_decides(lacking: list[_Lacking], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Lacking, "able", 0)
    with SwiOracle.start(workers=1) as oracle:
        (verdict,) = verdicts_on(oracle, [ORDINARY])
        translated_program = translation(oracle, ORDINARY)
    assert (verdict.gave_up, verdict.diagnostics[0].kind) == (True, "limit")
    assert (translated_program.text, translated_program.reasons[0].kind) == (None, "limit")
    assert 2 <= len(lacking) <= 3


def test_a_program_that_overflows_the_stacks_costs_only_itself() -> None:
    with SwiOracle.start(workers=1, limits=Limits(stack_bytes=2 * 2**20)) as oracle:
        before, overflow_verdict, after = verdicts_on(oracle, [ORDINARY, OVERFLOWING, ORDINARY])
    assert before == after
    assert [diagnostic.kind for diagnostic in overflow_verdict.diagnostics] == ["limit"] * len(
        overflow_verdict.diagnostics
    )
    assert "stack" in overflow_verdict.diagnostics[0].message


@pytest.mark.parametrize("kind", ["limit", "crash", "oracle"])
def test_an_engine_that_gave_up_leaves_its_check_undetermined(oracle: SwiOracle, kind: str) -> None:
    pair = Programs(axioms="", unbiased=ORDINARY.text, biased=ORDINARY.text)
    (examination,) = examinations_of(oracle, [pair], Profile.STRICT)
    engine_reply = refused(kind, "the reason")
    derivation = derived(engine_reply)
    second = SecondEngine(engine="clingo", unbiased=derivation, biased=derivation)
    by_second = second_engine(examination.model_copy(update={"second": second}), Bias.ANCHORING)
    by_first = second_engine(examination.model_copy(update={"biased": engine_reply}), Bias.ANCHORING)
    for check in (by_second, by_first):
        assert check.outcome is Outcome.UNDETERMINED
        assert "the reason" in check.reason


@pytest.mark.skipif(clingo_version() is None, reason="clingo is not installed")
@pytest.mark.parametrize(("able", "has_run"), [(1, True), (0, False)])
def test_a_used_clingo_that_lacks_memory_is_replaced(
    oracle: SwiOracle, lacking: list[_Lacking], monkeypatch: pytest.MonkeyPatch, able: int, has_run: bool
) -> None:
    monkeypatch.setattr(_Lacking, "able", able)
    with ClingoOracle(oracle) as second:
        verdicts = verdicts_on(second, [ORDINARY] * 2)
    assert len(lacking) == 2
    for verdict in verdicts:
        assert verdict.ran is has_run
        assert verdict.gave_up is not has_run
