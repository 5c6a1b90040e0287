"""No check of the certificate could be left out: each refuses a pair that no other refuses."""

import asyncio
import re

import pytest

from benchmarks.ablation import CHECKS, CheckRefusals, ablation, refusals, suspects
from tests.shared import ROOT


@pytest.fixture(scope="module")
def rows() -> dict[str, CheckRefusals]:
    """The table of the ablation, by check."""
    return {row.check: row for row in ablation(asyncio.run(refusals(suspects())))}


@pytest.mark.parametrize("check", CHECKS)
def test_without_a_check_a_bad_pair_would_be_certified(check: str, rows: dict[str, CheckRefusals]) -> None:
    assert rows[check].unique_refusals


def test_the_page_of_checks_has_the_numbers_of_the_table(rows: dict[str, CheckRefusals]) -> None:
    """A new check also changes the rows of others, whose pairs it refuses too."""
    _, _, section = (ROOT / "docs" / "checks.md").read_text(encoding="utf-8").partition("## Could a check be left out?")
    table, _, _ = section.partition("\n## ")
    documented = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \|", table, re.MULTILINE)
    assert documented == [(row.check, str(row.refusal_count), str(len(row.unique_refusals))) for row in rows.values()]
