"""Stage ``bias_existence``: a judge finds the bias, and no other, in the biased text."""

from probe.answers import read_judgement
from probe.filters.asking import Unreadable, Vote, ask, poll
from probe.filters.settings import AskingSettings, BiasExistenceSettings
from probe.filters.stage import Tools, accept, not_run, reject
from probe.ports import Model
from probe.values import Candidate, Request, StageResult


class BiasExistence:
    """Accepts where every judge that is asked says yes."""

    name = "bias_existence"

    def __init__(self, settings: BiasExistenceSettings, asking: AskingSettings, tools: Tools) -> None:
        self._settings = settings
        self._attempts = asking.attempts
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

        async def vote(run: int) -> Vote:
            said = await ask(
                judge, Request(purpose="judge", messages=messages, run=run), read_judgement, self._attempts
            )
            if isinstance(said, Unreadable):
                return Vote(yes=None, said=said.answer)
            return Vote(yes=said.yes, said=said.explanation)

        outcome = await poll(self._settings.votes, self._settings.votes, vote)
        if outcome.carried:
            return accept(self.name, f"the judge finds {bias.value} in the biased text", **outcome.evidence())
        return reject(self.name, f"the judge does not find {bias.value} alone in the text", **outcome.evidence())
