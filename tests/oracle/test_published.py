"""The published programs give the published numbers."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from probe.oracle import SwiOracle
from probe.values import Bias, Examination, Option, Profile, Programs
from tests.verdicts import examinations_of

PublishedExaminations = list[tuple[Bias, dict[str, Any], Examination]]


@pytest.fixture(scope="module")
def examinations(published_file: Path) -> PublishedExaminations:
    rows_by_bias = json.loads(published_file.read_text())
    rows = [(Bias(bias), row) for bias, rows in rows_by_bias.items() for row in rows]
    programs = [
        Programs(axioms=row["axioms"], unbiased=row["unbiased_prolog"], biased=row["biased_prolog"]) for _, row in rows
    ]
    with SwiOracle.start(workers=2) as oracle:
        examinations = examinations_of(oracle, programs, Profile.STRICT)
    return [(bias, row, examination) for (bias, row), examination in zip(rows, examinations, strict=True)]


def test_the_whitelist_refuses_fewer_than_one_pair_in_two_hundred(examinations: PublishedExaminations) -> None:
    refused_rows = [
        row for _, row, examination in examinations if not (examination.unbiased.ran and examination.biased.ran)
    ]
    assert len(refused_rows) < 0.005 * len(examinations)


def test_decisions_inferences_and_choice_steps_are_the_published_ones(examinations: PublishedExaminations) -> None:
    differences = [
        (row["pair"], verdict.choice, verdict.inferences, verdict.choice_steps)
        for _, row, examination in examinations
        for verdict in (examination.unbiased, examination.biased)
        if verdict.ran and (verdict.choice, verdict.inferences, verdict.choice_steps) != _expected(row)
    ]
    # Only a library defines feature/2: `swipl` autoloads it, but here it is an unknown predicate.
    assert differences == [(3, None, None, None)] * 2


def _expected(row: dict[str, Any]) -> tuple[Option, int, int]:
    return Option.of_letter(row["correct_option"][-1].upper()), row["inference_steps"], row["choice_steps"]


def test_the_strict_checks_find_what_is_known_of_the_published_pairs(examinations: PublishedExaminations) -> None:
    """Figures of an independent count over the same pairs; docs/checks.md explains where definitions differ."""
    counts: Counter[str] = Counter()
    for _, _, examination in examinations:
        verdicts = (examination.unbiased, examination.biased)
        answers = [{answer.lower() for answer in verdict.answers} for verdict in verdicts]
        counts["both options follow"] += any({"option_a", "option_b"} <= options for options in answers)
        programs = (examination.probes.unbiased, examination.probes.biased) if examination.probes else ()
        counts["no axiom in the proof"] += any(
            program.uses_axioms is not None and not program.uses_axioms.in_proof for program in programs
        )
        counts["an unknown procedure is called"] += any(
            program.defined is not None and program.defined.unknown for program in programs
        )
        pair = examination.probes.pair if examination.probes else None
        counts["a clause of the biased program alone is in the proof"] += any(
            clause.arm == "biased" and clause.in_proof and not clause.paired
            for clause in (pair.differing if pair else ())
        )
        counts["an error after the answer"] += any(verdict.choice and verdict.search == "error" for verdict in verdicts)
    assert abs(counts["both options follow"] - 109) <= 2
    assert abs(counts["an unknown procedure is called"] - 26) <= 2
    assert abs(counts["an error after the answer"] - 26) <= 2
    assert abs(counts["no axiom in the proof"] - 25) <= 2
    assert counts["a clause of the biased program alone is in the proof"] <= 2
