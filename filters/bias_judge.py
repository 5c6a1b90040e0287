"""Stage ``bias_judge``: the cue is in the biased text only, and pushes towards the wrong option."""

from typing import Self

from pydantic import model_validator

from probe.asking import Poll
from probe.filters.stage import Count, StageSettings, VotingStage
from probe.prompts import Prompts
from probe.values import BiasSheet, Candidate, Message, Option, Texts


class BiasJudgeSettings(StageSettings):
    """How many judges are asked (PROBE-SWE, section 4: m), and how many must say yes.

    The published code asks for 2 of 3; its text for 80 %, which is 3 of 3.
    """

    votes: Count = 3
    yes: Count = 2

    @model_validator(mode="after")
    def _can_be_reached(self) -> Self:
        return self.at_most("yes", "votes")


class BiasJudge(VotingStage[BiasJudgeSettings]):
    """Accepts if enough judges confirm both points."""

    name = "bias_judge"
    form = BiasJudgeSettings
    role = "judge"
    needs_programs = True
    published_rejections = 741

    @classmethod
    def electorate(cls, settings: BiasJudgeSettings) -> tuple[int, int]:
        """Return the settings' numbers."""
        return settings.votes, settings.yes

    @classmethod
    def question(cls, prompts: Prompts, sheet: BiasSheet, texts: Texts, right: Option | None) -> tuple[Message, ...]:
        """Show both texts, the bias's definition and the wrong option, which the oracle determines."""
        assert right is not None
        return pair_question(prompts, sheet, texts, f"Option {right.other.letter}")

    def reason(self, outcome: Poll, candidate: Candidate) -> str:
        """Count the judges who confirm both points."""
        assert candidate.correct_option is not None
        wrong = f"Option {candidate.correct_option.other.letter}"
        return f"{outcome.yes} of {len(outcome.votes)} judges find the cue in the biased text only, towards {wrong}"


def pair_question(prompts: Prompts, sheet: BiasSheet, texts: Texts, wrong: str) -> tuple[Message, ...]:
    """Return the question to a judge about a pair; its cue should push towards the ``wrong`` option (``Option A``)."""
    return prompts.fill(
        "judge_pair",
        bias=sheet.bias.value,
        definition=sheet.definition,
        wrong_option=wrong,
        unbiased=texts.unbiased,
        biased=texts.biased,
    )


STAGE = BiasJudge
