"""The published programs give the published numbers."""

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from probe.oracle import SwiOracle
from probe.values import Bias, Examination, Option, Profile, Programs
from tests.verdicts import examinations_of

FOLDER = os.environ.get("PROBE_SWE_DATA", "")
pytestmark = pytest.mark.skipif(not FOLDER, reason="PROBE_SWE_DATA does not name the folder of the published data")

Examined = list[tuple[Bias, dict[str, Any], Examination]]


@pytest.fixture(scope="module")
def examined() -> Examined:
    file = Path(FOLDER) / "1_augmented_dilemmas_dataset_gpt-4o-mini.json"
    rows = [(Bias(bias), row) for bias, rows in json.loads(file.read_text()).items() for row in rows]
    programs = [
        Programs(axioms=row["axioms"], unbiased=row["unbiased_prolog"], biased=row["biased_prolog"]) for _, row in rows
    ]
    with SwiOracle.start(workers=2) as oracle:
        examinations = examinations_of(oracle, programs, Profile.STRICT)
    return [(bias, row, examination) for (bias, row), examination in zip(rows, examinations, strict=True)]


def test_the_whitelist_refuses_fewer_than_one_pair_in_two_hundred(examined: Examined) -> None:
    refused = [row for _, row, found in examined if not (found.unbiased.ran and found.biased.ran)]
    assert len(refused) < 0.005 * len(examined)


def test_decisions_inferences_and_choice_steps_are_the_published_ones(examined: Examined) -> None:
    different = [
        (row["pair"], verdict.choice, verdict.inferences, verdict.choice_steps)
        for _, row, found in examined
        for verdict in (found.unbiased, found.biased)
        if verdict.ran and (verdict.choice, verdict.inferences, verdict.choice_steps) != _expected(row)
    ]
    # feature/2 is the name of a predicate that only a library has: `swipl` loads that, and here it is unknown.
    assert different == [(3, None, None, None)] * 2


def _expected(row: dict[str, Any]) -> tuple[Option, int, int]:
    return Option.of_letter(row["correct_option"][-1].upper()), row["inference_steps"], row["choice_steps"]


def test_the_strict_checks_find_what_is_known_of_the_published_pairs(examined: Examined) -> None:
    """Figures of an independent count over the same pairs; docs/checks.md explains where definitions differ."""
    found: Counter[str] = Counter()
    for _, _, examination in examined:
        both = [{answer.lower() for answer in one.answers} for one in (examination.unbiased, examination.biased)]
        found["both options follow"] += any({"option_a", "option_b"} <= answers for answers in both)
        verdicts = (examination.unbiased, examination.biased)
        programs = (examination.probes.unbiased, examination.probes.biased) if examination.probes else ()
        found["no axiom in the proof"] += any(
            one.uses_axioms is not None and not one.uses_axioms.in_proof for one in programs
        )
        found["an unknown procedure is called"] += any(
            one.defined is not None and one.defined.unknown for one in programs
        )
        pair = examination.probes.pair if examination.probes else None
        found["a clause of the biased program alone is in the proof"] += any(
            one.arm == "biased" and one.in_proof and not one.paired for one in (pair.differing if pair else ())
        )
        found["an error after the answer"] += any(one.choice and one.search == "error" for one in verdicts)
    assert abs(found["both options follow"] - 109) <= 2
    assert abs(found["an unknown procedure is called"] - 26) <= 2
    assert abs(found["an error after the answer"] - 26) <= 2
    assert abs(found["no axiom in the proof"] - 25) <= 2
    assert found["a clause of the biased program alone is in the proof"] <= 2
