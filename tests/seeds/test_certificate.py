"""Every seed passes the strict certificate, and no check holds only because there was nothing to check."""

import pytest

from probe.certificate import PAPER_CHECKS, STRICT_CHECKS, certify, complexity, correct_option
from probe.files.corpus import read_corpus
from probe.oracle import SwiOracle
from probe.values import Examination, Outcome, Profile, Seed
from tests.verdicts import examinations_of

SEEDS = read_corpus().seeds
EVERY_SEED = pytest.mark.parametrize("seed", SEEDS, ids=[seed.id for seed in SEEDS])


@pytest.fixture(scope="module")
def examinations(oracle: SwiOracle) -> dict[str, Examination]:
    seed_examinations = examinations_of(oracle, [seed.programs for seed in SEEDS], Profile.STRICT)
    return {seed.id: examination for seed, examination in zip(SEEDS, seed_examinations, strict=True)}


NOT_FAILED = {Outcome.HOLDS, Outcome.NOT_RUN}
"""Outcomes that pass; the oracle of these tests asks no second engine."""


@EVERY_SEED
def test_every_check_holds(seed: Seed, examinations: dict[str, Examination]) -> None:
    """``distinct`` may be vacuous for the framing effect, but these seeds state the framing."""
    certificate = certify(examinations[seed.id], seed.bias, Profile.STRICT)
    assert {check.name: check.reason for check in certificate.checks if check.outcome not in NOT_FAILED} == {}
    assert len(certificate.checks) == len(PAPER_CHECKS + STRICT_CHECKS)


@EVERY_SEED
def test_the_programs_decide_for_the_right_option(seed: Seed, examinations: dict[str, Examination]) -> None:
    assert correct_option(examinations[seed.id]) is seed.correct_option


def test_proofs_are_short_and_of_several_depths(examinations: dict[str, Examination]) -> None:
    """Models imitate examples: seeds of a single depth would lead to a dataset of a single depth."""
    sizes = [complexity(examination) for examination in examinations.values()]
    assert {size.depth for size in sizes} == {2, 3, 4, 5}
    assert all(size.size is not None and size.size <= 8 for size in sizes)


def test_no_option_goes_with_one_depth(examinations: dict[str, Examination]) -> None:
    """Otherwise the effect of depth could not be separated from that of the letter."""
    by_option: dict[str, set[int | None]] = {}
    for seed in SEEDS:
        by_option.setdefault(seed.correct_option.letter, set()).add(complexity(examinations[seed.id]).depth)
    assert all(len(depths) >= 3 for depths in by_option.values())
