"""Stage ``bias_judge``: the cue is in the biased text only, and pushes towards the wrong option."""

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
from probe.values import BiasSheet, Candidate, Evidence, Message, Option, StageResult, Texts


class BiasJudgeSettings(StageSettings):
    """How many judges are asked (PROBE-SWE, section 4: m), and how many must say yes.

    The published code asks for 2 of 3; its text for 80 %, which is 3 of 3.
    """

    votes: Count = 3
    yes: Count = 2


class BiasJudge(Stage[BiasJudgeSettings]):
    """Accepts if enough judges confirm both points."""

    name = "bias_judge"
    form = BiasJudgeSettings
    role = "judge"
    needs_programs = True
    published_rejections = 741

    async def examine(self, candidate: Candidate) -> Candidate:
        """Show both texts, the bias's definition and the wrong option, which the oracle determines."""
        if self.asker is None:
            return candidate.after(not_run(self.name, "judge"))
        if candidate.correct_option is None:
            return candidate.after(reject(self.name, "no program shows which option is right"))
        return candidate.after(await self._result(candidate, self.asker, candidate.correct_option))

    async def _result(self, candidate: Candidate, judge: Asker, right: Option) -> StageResult:
        sheet, wrong = self.resources.corpus.sheet(candidate.bias), f"Option {right.other.letter}"
        messages = pair_question(self.resources.prompts, sheet, candidate.texts, wrong)
        outcome = await poll(self.settings.votes, self.settings.yes, judge_vote(judge, messages))
        reason = f"{outcome.yes} of {len(outcome.votes)} judges find the cue in the biased text only, towards {wrong}"
        return (accept if outcome.carried else reject)(self.name, reason, **outcome.evidence())

    @classmethod
    def calls(cls, settings: BiasJudgeSettings, seen: float, passed: float, example: Example) -> Calls:
        """Return the calls of its votes."""
        seed = example.seed
        question = pair_question(example.prompts, example.corpus.sheet(seed.bias), seed.texts, "Option A")
        number = vote_calls(seen, passed, settings.votes, settings.yes)
        return Calls("judge", cls.role, number, question_tokens(question), SHORT_ANSWER)

    @classmethod
    def near_miss(cls, evidence: Evidence) -> str:
        """Return how many votes it got."""
        return votes_missed(evidence)


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
