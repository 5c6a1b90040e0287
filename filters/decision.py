"""Stage ``decision``: a decider that sees the unbiased text decides as the program does."""

from probe.answers import read_choice
from probe.filters.asking import Unreadable, Vote, ask, poll
from probe.filters.settings import AskingSettings, DecisionSettings
from probe.filters.stage import Tools, accept, not_run, reject
from probe.ports import Model
from probe.values import Candidate, Option, Request, StageResult


class Decision:
    """Accepts where enough runs of the decider choose the program's option."""

    name = "decision"

    def __init__(self, settings: DecisionSettings, asking: AskingSettings, tools: Tools) -> None:
        self._settings = settings
        self._attempts = asking.attempts
        self._tools = tools

    async def examine(self, candidate: Candidate) -> Candidate:
        """Let the decider answer the unbiased text as a subject would."""
        decider, right = self._tools.decider, candidate.correct_option
        if decider is None:
            return candidate.after(not_run(self.name, "decider"))
        if right is None:
            return candidate.after(reject(self.name, "no program says which option is right"))
        return candidate.after(await self._result(candidate, decider, right))

    async def _result(self, candidate: Candidate, decider: Model, right: Option) -> StageResult:
        messages = self._tools.prompts.fill("decide", text=candidate.texts.unbiased)

        async def vote(run: int) -> Vote:
            request = Request(purpose="decide", messages=messages, run=run)
            said = await ask(decider, request, read_choice, self._attempts)
            if isinstance(said, Unreadable):
                return Vote(yes=None, said=said.answer)
            return Vote(yes=said.letter == right.letter, said=f"Option {said.letter}: {said.explanation}")

        outcome = await poll(self._settings.runs, self._settings.agreeing, vote)
        told = f"{outcome.yes} of {len(outcome.votes)} runs decide for Option {right.letter} as the program does"
        agreement = outcome.yes / len(outcome.votes)
        return (accept if outcome.carried else reject)(self.name, told, agreement=agreement, **outcome.evidence())
