"""The page on the checks of a certificate is a test: what it says is refused is refused for that reason alone."""

import asyncio

import pytest

from probe.certificate import PAPER_CHECKS, STRICT_CHECKS, certify
from probe.oracle import BothOracles
from probe.values import Examination, Outcome, Profile
from tests.certificate.documented import Documented, documented_pairs

PAIRS = documented_pairs()


@pytest.fixture(scope="module")
def examinations(both_oracles: BothOracles) -> dict[int, Examination]:
    async def examine_all() -> dict[int, Examination]:
        return {n: await both_oracles.examine(pair.programs, Profile.STRICT) for n, pair in enumerate(PAIRS)}

    return asyncio.run(examine_all())


def test_every_check_is_documented_with_a_refused_and_an_accepted_pair() -> None:
    checks = [check.__name__ for check in PAPER_CHECKS + STRICT_CHECKS]
    assert [(pair.check, pair.refused) for pair in PAIRS] == [
        (name, refused) for name in checks for refused in (True, False)
    ]


@pytest.mark.parametrize(
    "number", range(len(PAIRS)), ids=[f"{p.check}-{'bad' if p.refused else 'good'}" for p in PAIRS]
)
def test_a_documented_pair_fails_its_check_and_nothing_else(number: int, examinations: dict[int, Examination]) -> None:
    pair: Documented = PAIRS[number]
    certificate = certify(examinations[number], pair.bias, Profile.STRICT)
    failing = {check.name: check.reason for check in certificate.failing}
    assert list(failing) == ([pair.check, *pair.other_checks] if pair.refused else []), failing


@pytest.mark.parametrize("number", [n for n, pair in enumerate(PAIRS) if pair.refused], ids=lambda n: PAIRS[n].check)
def test_a_failing_check_leaves_evidence(number: int, examinations: dict[int, Examination]) -> None:
    check = certify(examinations[number], PAIRS[number].bias, Profile.STRICT).check(PAIRS[number].check)
    assert check is not None
    assert check.outcome is Outcome.FAILS
    assert check.reason
    assert check.evidence or check.name == "distinct"


def test_the_paper_profile_makes_the_first_five_checks_only(examinations: dict[int, Examination]) -> None:
    certificate = certify(examinations[0], PAIRS[0].bias, Profile.PAPER)
    assert [check.name for check in certificate.checks] == [check.__name__ for check in PAPER_CHECKS]
