"""Stage ``bias_existence``: a judge finds this bias, and only this one, in the biased text."""

from probe.asking import Poll
from probe.filters.stage import Count, VotingSettings, VotingStage
from probe.prompts import Prompts
from probe.values import BiasSheet, Candidate, Message, Option, Texts


class BiasExistenceSettings(VotingSettings):
    """How many judges are asked; all must agree. The published code asks once."""

    votes_setting = needed_setting = "votes"
    votes: Count = 1


class BiasExistence(VotingStage[BiasExistenceSettings]):
    """Accepts if every judge says yes."""

    name = "bias_existence"
    form = BiasExistenceSettings
    role = "judge"

    @classmethod
    def question(cls, prompts: Prompts, sheet: BiasSheet, texts: Texts, right: Option | None) -> tuple[Message, ...]:
        """Show the biased text alone, with the bias's definition."""
        return prompts.fill("judge_bias", bias=sheet.bias.value, definition=sheet.definition, text=texts.biased)

    def reason(self, outcome: Poll, candidate: Candidate) -> str:
        """Name the bias that the judge finds or does not find."""
        name = candidate.bias.value
        if outcome.carried:
            return f"the judge finds {name} in the biased text"
        return f"the judge does not find {name} alone in the text"


STAGE = BiasExistence
