"""Crafted pairs: each disguise of a bad pair is seen through, and no good pair is refused for looking like one."""

from collections import Counter

import pytest

from probe.values import Certificate
from tests.certificate.adversarial_pairs import Crafted, crafted_pairs
from tests.certificate.sound import certificates_of, check_of

PAIRS = crafted_pairs()
OPEN = [pair for pair in PAIRS if pair.name.startswith("open-")]
"""Pairs that the certificate is known to get wrong. Move a pair to another file once it comes out right."""
FAILING_PAIRS = [pair for pair in PAIRS if pair.checks and pair not in OPEN]
PASSING_PAIRS = [pair for pair in PAIRS if not pair.checks and pair not in OPEN]


@pytest.fixture(scope="module")
def certificates() -> dict[str, Certificate]:
    return certificates_of({pair.name: (pair.programs, pair.bias) for pair in PAIRS})


def refusals(certificate: Certificate) -> dict[str, str]:
    """Return the reasons of the checks that refuse the pair: those that fail or cannot be determined."""
    return {check.name: check.reason for check in certificate.checks if str(check.outcome) in {"fails", "undetermined"}}


def test_the_set_is_large_and_has_no_pair_twice() -> None:
    names = Counter(pair.name for pair in PAIRS)
    programs = Counter(pair.programs for pair in PAIRS)
    assert [name for name, count in names.items() if count > 1] == []
    assert max(programs.values()) == 1
    assert len(FAILING_PAIRS) >= 80
    assert len(PASSING_PAIRS) >= 80


@pytest.mark.xfail(strict=True, reason="known gaps, listed in docs/checks.md")
@pytest.mark.parametrize("pair", OPEN, ids=lambda pair: pair.name)
def test_an_open_pair_is_judged_correctly(pair: Crafted, certificates: dict[str, Certificate]) -> None:
    assert bool(refusals(certificates[pair.name])) == bool(pair.checks), pair.trap


@pytest.mark.parametrize("pair", FAILING_PAIRS, ids=lambda pair: pair.name)
def test_a_disguised_pair_is_refused_for_its_flaw(pair: Crafted, certificates: dict[str, Certificate]) -> None:
    reasons = refusals(certificates[pair.name])
    assert set(reasons) & set(pair.checks), f"refused by {reasons or 'nothing'}, although: {pair.trap}"


@pytest.mark.parametrize("pair", PASSING_PAIRS, ids=lambda pair: pair.name)
def test_a_good_pair_is_accepted(pair: Crafted, certificates: dict[str, Certificate]) -> None:
    assert not refusals(certificates[pair.name]), f"refused, although: {pair.trap}"


@pytest.mark.parametrize("pair", PASSING_PAIRS, ids=lambda pair: pair.name)
def test_an_accepted_pair_lists_the_kinds_that_would_count(pair: Crafted, certificates: dict[str, Certificate]) -> None:
    check = check_of(certificates[pair.name], "inert_cue")
    assert check.evidence.get("would_count", []) == [*pair.would_count], pair.trap
