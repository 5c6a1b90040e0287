"""A norm has one outcome, however its axioms are written."""

import pytest

from probe.values import Bias, Certificate, Outcome
from tests.certificate.norms import NORMS, STYLES, Norm, Style
from tests.certificate.sound import certificates_of, check_of

PAIRS = [(norm, style) for norm in NORMS for style in STYLES]


@pytest.fixture(scope="module")
def certificates() -> dict[tuple[str, str], Certificate]:
    """The strict certificate of every norm in every style."""
    return certificates_of(
        {(norm.name, style.__name__): (norm.programs(style), Bias.BANDWAGON) for norm, style in PAIRS}, engines="swi"
    )


def test_there_are_ten_norms_in_ten_ways() -> None:
    assert (len(NORMS), len(STYLES)) == (10, 10)
    assert len({norm.programs(style) for norm, style in PAIRS}) == 100


@pytest.mark.parametrize(("norm", "style"), PAIRS, ids=[f"{norm.name}, {style.__name__}" for norm, style in PAIRS])
def test_a_norm_has_one_outcome_however_it_is_written(
    norm: Norm, style: Style, certificates: dict[tuple[str, str], Certificate]
) -> None:
    certificate = certificates[norm.name, style.__name__]
    check = check_of(certificate, "inert_cue")
    assert check.outcome is norm.outcome, check.reason
    if norm.outcome is Outcome.HOLDS:
        assert check.evidence["would_count"] == [*norm.would_count]
    failing_names = {failing.name for failing in certificate.failing}
    assert failing_names == ({"inert_cue"} if norm.outcome is Outcome.FAILS else set())
