"""Stage ``bias_judge``: the cue stands in the biased text only, and pushes towards the wrong option."""

from probe.filters.asking import Asker, judge_vote, poll
from probe.filters.settings import BiasJudgeSettings
from probe.filters.stage import Tools, accept, not_run, reject
from probe.ports import Model
from probe.prompts import Prompts
from probe.values import BiasSheet, Candidate, Message, Option, StageResult, Texts


class BiasJudge:
    """Accepts where enough judges say that both points hold."""

    name = "bias_judge"

    def __init__(self, settings: BiasJudgeSettings, asker: Asker, tools: Tools) -> None:
        self._settings = settings
        self._asker = asker
        self._tools = tools

    async def examine(self, candidate: Candidate) -> Candidate:
        """Show both texts, the bias's definition and the wrong option that the oracle knows."""
        judge, right = self._tools.judge, candidate.correct_option
        if judge is None:
            return candidate.after(not_run(self.name, "judge"))
        if right is None:
            return candidate.after(reject(self.name, "no program says which option is right"))
        return candidate.after(await self._result(candidate, judge, right))

    async def _result(self, candidate: Candidate, judge: Model, right: Option) -> StageResult:
        sheet, wrong = self._tools.corpus.sheet(candidate.bias), f"Option {right.other.letter}"
        messages = pair_question(self._tools.prompts, sheet, candidate.texts, wrong)
        outcome = await poll(self._settings.votes, self._settings.yes, judge_vote(self._asker, judge, messages))
        told = f"{outcome.yes} of {len(outcome.votes)} judges find the cue in the biased text only, towards {wrong}"
        return (accept if outcome.carried else reject)(self.name, told, **outcome.evidence())


def pair_question(prompts: Prompts, sheet: BiasSheet, texts: Texts, wrong: str) -> tuple[Message, ...]:
    """Return what a judge is asked about a pair whose ``wrong`` option (``Option A``) the cue should push towards."""
    return prompts.fill(
        "judge_pair",
        bias=sheet.bias.value,
        definition=sheet.definition,
        wrong_option=wrong,
        unbiased=texts.unbiased,
        biased=texts.biased,
    )
