"""Stage ``decision``: a model that sees the unbiased text chooses the same option as the program."""

from probe.answers import read_choice
from probe.asking import Asker, Poll, Unreadable, Vote
from probe.filters.stage import Ballot, Count, VotingSettings, VotingStage
from probe.prompts import Prompts
from probe.values import BiasSheet, Candidate, Evidence, Message, Option, Request, Texts


class DecisionSettings(VotingSettings):
    """How many runs the decider makes (PROBE-SWE, section 4: I), and how many must agree (80 %)."""

    votes_setting, needed_setting = "runs", "agreeing"
    runs: Count = 5
    agreeing: Count = 4


class DecisionStage(VotingStage[DecisionSettings]):
    """Accepts if enough runs of the decider choose the program's option."""

    name = "decision"
    form = DecisionSettings
    role = "decider"
    purpose = "decide"
    needs_programs = True
    published_rejections = 516

    @classmethod
    def question(cls, prompts: Prompts, sheet: BiasSheet, texts: Texts, right: Option | None) -> tuple[Message, ...]:
        """Ask the decider about the unbiased text as a subject would be asked."""
        return prompts.fill("decide", text=texts.unbiased)

    def ballot(self, asker: Asker, messages: tuple[Message, ...], right: Option | None) -> Ballot:
        """Count a run as yes if it chooses the program's option."""

        async def vote(run: int) -> Vote:
            reply = await asker.ask(Request(purpose="decide", messages=messages, run=run), read_choice)
            choice, asked_again = reply.parsed, reply.asked_again
            if isinstance(choice, Unreadable):
                return Vote(yes=None, said=choice.answer, asked_again=asked_again)
            answer_text = f"Option {choice.letter}: {choice.explanation}"
            return Vote(
                yes=right is not None and choice.letter == right.letter, said=answer_text, asked_again=asked_again
            )

        return vote

    def reason(self, outcome: Poll, candidate: Candidate) -> str:
        """Count the runs that choose the program's option."""
        assert candidate.correct_option is not None
        letter = candidate.correct_option.letter
        return f"{outcome.yes} of {len(outcome.votes)} runs choose Option {letter}, as the program does"

    def evidence(self, outcome: Poll) -> Evidence:
        """Return the vote as evidence, with the share of runs that agree."""
        return {"agreement": outcome.yes / len(outcome.votes), **outcome.evidence()}


STAGE = DecisionStage
