"""Every check of the certificate is needed: each refuses a pair that no other check refuses."""

import asyncio

import pytest

from benchmarks.ablation import CHECKS, CheckRefusals, ablation, refusals, suspects


@pytest.fixture(scope="module")
def rows() -> dict[str, CheckRefusals]:
    """The table of the ablation, by check."""
    return {row.check: row for row in ablation(asyncio.run(refusals(suspects())))}


@pytest.mark.parametrize("check", CHECKS)
def test_without_a_check_a_bad_pair_would_be_certified(check: str, rows: dict[str, CheckRefusals]) -> None:
    assert rows[check].unique_refusals
