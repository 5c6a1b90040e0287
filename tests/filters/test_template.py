"""The form that every dilemma has to have."""

import pytest

from probe.filters.stage import StageSettings, accept
from probe.filters.template import TemplateStage, form_of
from probe.values import Candidate, StageOutcome, Texts
from tests.conftest import MakeResources

VALID_TEXT = "I have to choose.\n- Option A: this.\n- Option B: that.\nWhich one, Option A or Option B?"


def outcome(unbiased: str, biased: str) -> tuple[StageOutcome, str]:
    result = form_of(Texts(unbiased=unbiased, biased=biased))
    return result.outcome, result.reason


def test_a_dilemma_is_accepted() -> None:
    assert outcome(VALID_TEXT, VALID_TEXT + "  \n")[0] is StageOutcome.ACCEPTED


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (VALID_TEXT.rstrip("?") + ".", "does not end in a question mark"),
        (VALID_TEXT.replace("Option B", "the other"), "does not name Option B"),
        (VALID_TEXT.replace("choose", "choose, unbiased"), 'contains the word "biased"'),
        ("", "does not end in a question mark"),
    ],
)
def test_a_violation_is_reported_with_its_text(text: str, reason: str) -> None:
    assert outcome(text, VALID_TEXT) == (StageOutcome.REJECTED, f"the unbiased text {reason}")
    assert outcome(VALID_TEXT, text) == (StageOutcome.REJECTED, f"the biased text {reason}")


async def test_what_was_found_before_stays(candidate: Candidate, resources: MakeResources) -> None:
    """A stage adds its own result to those of earlier ones, and changes nothing else."""
    earlier = accept("earlier", "", n=1)
    examined_candidate = await TemplateStage(StageSettings(), resources()).examine(candidate.after(earlier))
    assert [result.stage for result in examined_candidate.results] == ["earlier", "template"]
    assert examined_candidate.model_copy(update={"results": ()}) == candidate
    assert examined_candidate.results[0] == earlier
