"""The counts in docs/published-findings.md are those that an audit of the published file gives."""

import os
import re
from pathlib import Path

import pytest

from probe.audit.overview import overview
from probe.audit.pairs import audit_pairs
from probe.files.probe_swe import import_probe_swe
from probe.ports import Oracle
from probe.values import Pair, Profile

PAGE = Path(__file__).parents[1] / "docs" / "published-findings.md"


@pytest.fixture
def pairs() -> tuple[Pair, ...]:
    folder = os.environ.get("PROBE_SWE_DATA")
    if not folder:
        pytest.skip("PROBE_SWE_DATA is not set: the published data is not here")
    return import_probe_swe(next(Path(folder).glob("1_augmented*.json")))


async def test_the_published_findings_are_what_is_found(both: Oracle, pairs: tuple[Pair, ...]) -> None:
    audit = await audit_pairs(pairs, both, Profile.STRICT)
    counts = overview(audit, pairs)
    found = {
        one.check: (one.holds, one.fails, one.undetermined, one.not_applicable, one.vacuous) for one in counts.checks
    }
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    row = re.compile(r"\| `(\w+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|")
    assert {name: tuple(map(int, numbers)) for name, *numbers in row.findall(text)} == found
    assert f"{counts.passed} of {counts.pairs} pairs pass every check" in text
    for group in counts.biases:
        assert f"{group.name} {group.failing} of {group.pairs}" in text, group.name
    failing = {one.pair_id: {check.name for check in one.certificate.failing} for one in audit.failing}
    examples = re.findall(r"\*\*`(\w+)` \(\d+(?:, and \d+ vacuous)?\)\.\*\* `([0-9a-f]{16})`", text)
    assert len(examples) == 14
    for check, pair_id in examples:
        assert check in failing[pair_id], (check, pair_id)
