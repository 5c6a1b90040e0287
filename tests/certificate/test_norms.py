"""A norm has one outcome, however its axioms are written."""

import asyncio

import pytest

from probe.certificate import certify
from probe.session import Session
from probe.values import Bias, Certificate, Outcome, Profile
from tests.certificate.norms import NORMS, WAYS, Norm, Way

PAIRS = [(norm, way) for norm in NORMS for way in WAYS]


@pytest.fixture(scope="module")
def certificates() -> dict[tuple[str, str], Certificate]:
    """The strict certificate of every norm in every way, from one running oracle."""

    async def examine() -> dict[tuple[str, str], Certificate]:
        async with Session(engines="swi") as session:
            oracle = session.oracle(workers=1)
            return {
                (norm.name, way.__name__): certify(
                    await oracle.examine(norm.written(way), Profile.STRICT), Bias.BANDWAGON, Profile.STRICT
                )
                for norm, way in PAIRS
            }

    return asyncio.run(examine())


def test_there_are_ten_norms_in_ten_ways() -> None:
    assert (len(NORMS), len(WAYS)) == (10, 10)
    assert len({norm.written(way) for norm, way in PAIRS}) == 100


@pytest.mark.parametrize(("norm", "way"), PAIRS, ids=[f"{norm.name}, {way.__name__}" for norm, way in PAIRS])
def test_a_norm_has_one_outcome_however_it_is_written(
    norm: Norm, way: Way, certificates: dict[tuple[str, str], Certificate]
) -> None:
    certificate = certificates[norm.name, way.__name__]
    check = certificate.check("inert_cue")
    assert check is not None
    assert check.outcome is norm.outcome, check.reason
    if norm.outcome is Outcome.HOLDS:
        assert check.evidence["would_count"] == [*norm.would_count]
    refused = {one.name for one in certificate.failing}
    assert refused == ({"inert_cue"} if norm.outcome is Outcome.FAILS else set())
