"""The form that every dilemma has to have."""

import pytest

from probe.filters.stage import accept
from probe.filters.template import Template
from probe.values import Candidate, StageOutcome, Texts

GOOD = "I have to choose.\n- Option A: this.\n- Option B: that.\nWhich one, Option A or Option B?"


async def outcome(candidate: Candidate, unbiased: str, biased: str) -> tuple[StageOutcome, str]:
    texts = Texts(unbiased=unbiased, biased=biased)
    result = (await Template().examine(candidate.model_copy(update={"texts": texts}))).results[-1]
    return result.outcome, result.reason


async def test_a_dilemma_is_accepted(candidate: Candidate) -> None:
    assert (await outcome(candidate, GOOD, GOOD + "  \n"))[0] is StageOutcome.ACCEPTED


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (GOOD.rstrip("?") + ".", "does not end in a question mark"),
        (GOOD.replace("Option B", "the other"), "does not name Option B"),
        (GOOD.replace("choose", "choose, unbiased"), 'says "biased"'),
        ("", "does not end in a question mark"),
    ],
)
async def test_a_violation_is_told_with_its_text(candidate: Candidate, text: str, reason: str) -> None:
    assert await outcome(candidate, text, GOOD) == (StageOutcome.REJECTED, f"the unbiased text {reason}")
    assert await outcome(candidate, GOOD, text) == (StageOutcome.REJECTED, f"the biased text {reason}")


async def test_what_was_found_before_stays(candidate: Candidate) -> None:
    """A stage adds its own result to those of earlier ones, and changes nothing else."""
    earlier = accept("earlier", "", n=1)
    examined = await Template().examine(candidate.after(earlier))
    assert [result.stage for result in examined.results] == ["earlier", "template"]
    assert examined.model_copy(update={"results": ()}) == candidate
    assert examined.results[0] == earlier
