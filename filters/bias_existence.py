"""Stage ``bias_existence``: a judge finds the bias, and no other, in the biased text."""

from probe.answers import read_judgement
from probe.filters.asking import Asker, Unreadable, Vote, poll
from probe.filters.settings import BiasExistenceSettings
from probe.filters.stage import Tools, accept, not_run, reject
from probe.ports import Model
from probe.values import Candidate, Request, StageResult


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

        async def vote(run: int) -> Vote:
            request = Request(purpose="judge", messages=messages, run=run)
            reply = await self._asker.ask(judge, request, read_judgement)
            if isinstance(reply.said, Unreadable):
                return Vote(yes=None, said=reply.said.answer, asked_again=reply.asked_again)
            return Vote(yes=reply.said.yes, said=reply.said.explanation, asked_again=reply.asked_again)

        outcome = await poll(self._settings.votes, self._settings.votes, vote)
        if outcome.carried:
            return accept(self.name, f"the judge finds {bias.value} in the biased text", **outcome.evidence())
        return reject(self.name, f"the judge does not find {bias.value} alone in the text", **outcome.evidence())
