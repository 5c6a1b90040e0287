"""Stage ``decision``: a decider that sees the unbiased text decides as the program does."""

from probe.answers import read_choice
from probe.filters.asking import Asker, Unreadable, Vote, poll
from probe.filters.settings import DecisionSettings
from probe.filters.stage import Tools, accept, not_run, reject
from probe.ports import Model
from probe.values import Candidate, Option, Request, StageResult


class Decision:
    """Accepts where enough runs of the decider choose the program's option."""

    name = "decision"

    def __init__(self, settings: DecisionSettings, asker: Asker, tools: Tools) -> None:
        self._settings = settings
        self._asker = asker
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
            reply = await self._asker.ask(decider, request, read_choice)
            said, again = reply.said, reply.asked_again
            if isinstance(said, Unreadable):
                return Vote(yes=None, said=said.answer, asked_again=again)
            told = f"Option {said.letter}: {said.explanation}"
            return Vote(yes=said.letter == right.letter, said=told, asked_again=again)

        outcome = await poll(self._settings.runs, self._settings.agreeing, vote)
        told = f"{outcome.yes} of {len(outcome.votes)} runs decide for Option {right.letter} as the program does"
        agreement = outcome.yes / len(outcome.votes)
        return (accept if outcome.carried else reject)(self.name, told, agreement=agreement, **outcome.evidence())
