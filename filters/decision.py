"""Stage ``decision``: a model that sees the unbiased text chooses the same option as the program."""

from probe.answers import read_choice
from probe.filters.asking import (
    SHORT_ANSWER,
    Asker,
    Calls,
    Unreadable,
    Vote,
    poll,
    question_tokens,
    vote_calls,
    votes_missed,
)
from probe.filters.stage import Count, Example, Stage, StageSettings, accept, not_run, reject
from probe.values import Candidate, Evidence, Option, Request, StageResult


class DecisionSettings(StageSettings):
    """How many runs the decider makes (PROBE-SWE, section 4: I), and how many must agree (80 %)."""

    runs: Count = 5
    agreeing: Count = 4


class Decision(Stage[DecisionSettings]):
    """Accepts if enough runs of the decider choose the program's option."""

    name = "decision"
    form = DecisionSettings
    role = "decider"
    needs_programs = True
    published_rejections = 516

    async def examine(self, candidate: Candidate) -> Candidate:
        """Ask the decider about the unbiased text as a subject would be asked."""
        if self.asker is None:
            return candidate.after(not_run(self.name, "decider"))
        if candidate.correct_option is None:
            return candidate.after(reject(self.name, "no program shows which option is right"))
        return candidate.after(await self._result(candidate, self.asker, candidate.correct_option))

    async def _result(self, candidate: Candidate, decider: Asker, right: Option) -> StageResult:
        messages = self.resources.prompts.fill("decide", text=candidate.texts.unbiased)

        async def vote(run: int) -> Vote:
            reply = await decider.ask(Request(purpose="decide", messages=messages, run=run), read_choice)
            said, again = reply.said, reply.asked_again
            if isinstance(said, Unreadable):
                return Vote(yes=None, said=said.answer, asked_again=again)
            chosen = f"Option {said.letter}: {said.explanation}"
            return Vote(yes=said.letter == right.letter, said=chosen, asked_again=again)

        outcome = await poll(self.settings.runs, self.settings.agreeing, vote)
        asked = len(outcome.votes)
        reason = f"{outcome.yes} of {asked} runs choose Option {right.letter}, as the program does"
        accepted = accept if outcome.carried else reject
        return accepted(self.name, reason, agreement=outcome.yes / asked, **outcome.evidence())

    @classmethod
    def calls(cls, settings: DecisionSettings, seen: float, passed: float, example: Example) -> Calls:
        """Return the calls of its votes."""
        question = example.prompts.fill("decide", text=example.seed.texts.unbiased)
        number = vote_calls(seen, passed, settings.runs, settings.agreeing)
        return Calls("decide", cls.role, number, question_tokens(question), SHORT_ANSWER)

    @classmethod
    def near_miss(cls, evidence: Evidence) -> str:
        """Return how many votes it got."""
        return votes_missed(evidence)


STAGE = Decision
