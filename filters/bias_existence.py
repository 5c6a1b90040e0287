"""Stage ``bias_existence``: a judge finds the bias, and no other, in the biased text."""

from probe.filters.asking import (
    SHORT_ANSWER,
    Asker,
    Calls,
    judge_vote,
    poll,
    question_tokens,
    vote_calls,
    votes_missed,
)
from probe.filters.stage import Count, Example, Stage, StageSettings, accept, not_run, reject
from probe.prompts import Prompts
from probe.values import BiasSheet, Candidate, Evidence, Message, StageResult


class BiasExistenceSettings(StageSettings):
    """How many judges are asked; all must agree. The published code asks once."""

    votes: Count = 1


class BiasExistence(Stage[BiasExistenceSettings]):
    """Accepts if every judge says yes."""

    name = "bias_existence"
    form = BiasExistenceSettings
    role = "judge"

    async def examine(self, candidate: Candidate) -> Candidate:
        """Show the biased text alone, with the bias's definition."""
        result = not_run(self.name, "judge") if self.asker is None else await self._result(candidate, self.asker)
        return candidate.after(result)

    async def _result(self, candidate: Candidate, judge: Asker) -> StageResult:
        name, resources = candidate.bias.value, self.resources
        messages = _question(resources.prompts, resources.corpus.sheet(candidate.bias), candidate.texts.biased)
        outcome = await poll(self.settings.votes, self.settings.votes, judge_vote(judge, messages))
        if outcome.carried:
            return accept(self.name, f"the judge finds {name} in the biased text", **outcome.evidence())
        return reject(self.name, f"the judge does not find {name} alone in the text", **outcome.evidence())

    @classmethod
    def calls(cls, settings: BiasExistenceSettings, seen: float, passed: float, example: Example) -> Calls:
        """Return the calls of its votes."""
        seed = example.seed
        question = _question(example.prompts, example.corpus.sheet(seed.bias), seed.texts.biased)
        number = vote_calls(seen, passed, settings.votes, settings.votes)
        return Calls("judge", cls.role, number, question_tokens(question), SHORT_ANSWER)

    @classmethod
    def near_miss(cls, evidence: Evidence) -> str:
        """Return how many votes it got."""
        return votes_missed(evidence)


def _question(prompts: Prompts, sheet: BiasSheet, biased: str) -> tuple[Message, ...]:
    return prompts.fill("judge_bias", bias=sheet.bias.value, definition=sheet.definition, text=biased)


STAGE = BiasExistence
