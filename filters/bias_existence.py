"""Stage ``bias_existence``: a judge finds the bias, and no other, in the biased text."""

from probe.filters.asking import Asker, judge_vote, poll
from probe.filters.settings import BiasExistenceSettings
from probe.filters.stage import Tools, accept, not_run, reject
from probe.ports import Model
from probe.values import Candidate, StageResult


class BiasExistence:
    """Accepts where every judge that is asked says yes."""

    name = "bias_existence"

    def __init__(self, settings: BiasExistenceSettings, asker: Asker, tools: Tools) -> None:
        self._settings = settings
        self._asker = asker
        self._tools = tools

    async def examine(self, candidate: Candidate) -> Candidate:
        """Show the biased text alone, with the bias's definition."""
        judge = self._tools.judge
        result = not_run(self.name, "judge") if judge is None else await self._result(candidate, judge)
        return candidate.after(result)

    async def _result(self, candidate: Candidate, judge: Model) -> StageResult:
        bias = candidate.bias
        messages = self._tools.prompts.fill(
            "judge_bias",
            bias=bias.value,
            definition=self._tools.corpus.sheet(bias).definition,
            text=candidate.texts.biased,
        )
        outcome = await poll(self._settings.votes, self._settings.votes, judge_vote(self._asker, judge, messages))
        if outcome.carried:
            return accept(self.name, f"the judge finds {bias.value} in the biased text", **outcome.evidence())
        return reject(self.name, f"the judge does not find {bias.value} alone in the text", **outcome.evidence())
