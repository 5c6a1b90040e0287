"""Warnings about who measured whom."""

import pytest

from probe.measuring.evaluate import conflicts
from probe.measuring.work import is_same_model
from probe.protocols.base import Showing
from probe.protocols.dilemmas.protocol import DilemmaProtocol
from probe.values import Arm, Corpus, ModelSpec

SPEC = ModelSpec.parse("openai/gpt-4o-mini?base_url=http://x")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("openai/gpt-4o-mini", True),
        ("openai/gpt-4o-mini?base_url=http://y", True),
        ("gpt-4o-mini", True),
        ("openai/gpt-4o", False),
        ("groq/gpt-4o-mini", False),
        ("hand-made", False),
        ("", False),
        (None, False),
    ],
)
def test_a_model_is_recognised_with_and_without_its_provider(name: str | None, expected: bool) -> None:
    """Imported datasets name models without a provider; options set where a model is called, not which model it is."""
    assert is_same_model(SPEC, name) is expected


def test_a_subject_that_decided_or_wrote_pairs_is_counted(corpus: Corpus) -> None:
    pairs = [seed.to_pair() for seed in corpus.seeds[:3]]
    provenance = pairs[0].provenance.model_copy(update={"author": "gpt-4o-mini", "decider": "openai/gpt-4o-mini"})
    pairs[0] = pairs[0].model_copy(update={"provenance": provenance})
    author, decider = conflicts(SPEC, pairs, "pair")
    assert "author" in author
    assert "decider" in decider
    assert all("1 of these 3" in notice for notice in (author, decider))
    assert conflicts(ModelSpec.parse("openai/other"), pairs, "pair") == ()


def test_pairs_without_a_control_are_counted(corpus: Corpus) -> None:
    """They are in the other arms, but not in comparisons with this one."""
    pairs = [seed.to_pair() for seed in corpus.seeds[:3]]
    pairs[1] = pairs[1].model_copy(update={"controls": None})
    showing = Showing(arms=(Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO))
    (notice,) = DilemmaProtocol().warnings(pairs, showing)
    assert notice.startswith("1 of 3 ")
    assert Arm.PLACEBO.value in notice
