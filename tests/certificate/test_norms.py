"""A norm has one outcome, however its axioms are written."""

import pytest

from probe.values import Bias, Certificate, Outcome
from tests.certificate.norms import NORMS, WAYS, Norm, Way
from tests.certificate.sound import certificates_of, check_of

PAIRS = [(norm, way) for norm in NORMS for way in WAYS]


@pytest.fixture(scope="module")
def certificates() -> dict[tuple[str, str], Certificate]:
    """The strict certificate of every norm in every way."""
    return certificates_of(
        {(norm.name, way.__name__): (norm.written(way), Bias.BANDWAGON) for norm, way in PAIRS}, engines="swi"
    )


def test_there_are_ten_norms_in_ten_ways() -> None:
    assert (len(NORMS), len(WAYS)) == (10, 10)
    assert len({norm.written(way) for norm, way in PAIRS}) == 100


@pytest.mark.parametrize(("norm", "way"), PAIRS, ids=[f"{norm.name}, {way.__name__}" for norm, way in PAIRS])
def test_a_norm_has_one_outcome_however_it_is_written(
    norm: Norm, way: Way, certificates: dict[tuple[str, str], Certificate]
) -> None:
    certificate = certificates[norm.name, way.__name__]
    check = check_of(certificate, "inert_cue")
    assert check.outcome is norm.outcome, check.reason
    if norm.outcome is Outcome.HOLDS:
        assert check.evidence["would_count"] == [*norm.would_count]
    refused = {failing.name for failing in certificate.failing}
    assert refused == ({"inert_cue"} if norm.outcome is Outcome.FAILS else set())
