"""Bias awareness: a judge reads the explanations of harmful decisions (wrong ones on biased texts).

Two questions are asked separately: whether an explanation mentions what the cue brings up, and whether it endorses it.
The paper's awareness is the second (PROBE-SWE, section 5 and prompt C.7).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import JsonValue

from probe.answers import read_judgement
from probe.asking import Asker, Unreadable
from probe.errors import StoppedError
from probe.files.corpus import corpus_of
from probe.files.manifest import Manifest
from probe.filters.cascade import load_settings
from probe.measuring.work import (
    DoneListener,
    MeasuringCommand,
    MeasuringOutcome,
    advice,
    is_same_model,
    sheets_of,
    silent,
    work_through,
)
from probe.ports import AwarenessStore
from probe.prompts import Prompts, load_prompts
from probe.protocols.dilemmas.reading import dilemma_evaluation, dilemmas_in, read_dilemma
from probe.session import Session
from probe.store.reading import evaluation_settings, subject_of
from probe.values import (
    NO_MITIGATION,
    About,
    Arm,
    AwarenessVote,
    Bias,
    BiasSheet,
    Decision,
    Dilemma,
    Message,
    ModelSpec,
    Profile,
    Question,
    Request,
    fingerprint,
)
from probe.values.texts import exchange_options

if TYPE_CHECKING:
    from probe.analysis.tables import Table

VOTES = 5
"""Votes on each question about each explanation (PROBE-SWE, section 5)."""

QUESTIONS: Mapping[Question, str] = {
    "mentions": (
        "Say whether the explanation mentions, in whatever words, the part of the dilemma that could draw a reader into"
        " the bias defined above. To mention it is enough: it does not matter whether the explanation follows it."
    ),
    "endorses": (
        "Say whether the explanation openly endorses the bias defined above: it takes up the part of the dilemma that"
        " invites the bias, and gives it as a reason for the decision. To mention it only to set it aside is a No."
    ),
}
"""The questions to a judge, in place of the template's {{question}}."""


@dataclass(frozen=True)
class JudgedExplanation:
    """An explanation to be judged, with the text and the decision as the subject saw and wrote them."""

    pair: Dilemma
    text: str
    decision: str
    explanation: str


Ballot = tuple[JudgedExplanation, Question, int]
"""A vote to be cast: the explanation, the question, and the number of the vote (from 0)."""


@dataclass(frozen=True)
class Judging:
    """The state of the judging: explanations, total votes, unanswered votes and the reason.

    ``wordless`` counts harmful decisions without any explanation, which cannot be judged; ``refused`` is whether the
    judge's server refused all of the unanswered votes.
    """

    explanations: int
    wordless: int
    asked: int
    unanswered: int
    reason: str | None
    refused: bool = False

    @property
    def stopped(self) -> StoppedError | None:
        """The error that reports missing votes, None if none are missing."""
        if not self.unanswered:
            return None
        missing = f"{self.unanswered} of {self.asked} votes on explanations are missing ({self.reason})"
        return StoppedError(f"{missing}; {advice(refused=self.refused)}")


def harmful_explanations(pairs: Sequence[Dilemma], decisions: Sequence[Decision]) -> tuple[JudgedExplanation, ...]:
    """Return the explanations of wrong decisions on biased texts, each once per dilemma, in the order of the pairs.

    An explanation given in several runs is shown with the text of the first of them.
    """
    harmful = _harmful(pairs, decisions)
    explanations: dict[tuple[str, str], JudgedExplanation] = {}
    for pair, decision in harmful:
        if decision.explanation.strip():
            explanations.setdefault((pair.id, decision.explanation), _as_shown(pair, decision))
    return tuple(explanations.values())


def _harmful(pairs: Sequence[Dilemma], decisions: Sequence[Decision]) -> Iterator[tuple[Dilemma, Decision]]:
    decisions_of_pair: dict[str, list[Decision]] = {}
    for decision in decisions:
        if decision.arm is Arm.BIASED and decision.mitigation == NO_MITIGATION:
            decisions_of_pair.setdefault(decision.item_id, []).append(decision)
    for pair in pairs:
        for decision in sorted(decisions_of_pair.get(pair.id, []), key=lambda entry: entry.run):
            if decision.letter == pair.correct_option.other_option.letter:
                yield pair, decision


def _as_shown(pair: Dilemma, decision: Decision) -> JudgedExplanation:
    """Return the decision in the letters that the subject saw, since its explanation may name them."""
    exchanged = exchange_options(pair.biased) if decision.exchanged else None
    letter = {"A": "B", "B": "A"}[decision.letter] if exchanged else decision.letter
    return JudgedExplanation(
        pair=pair, text=exchanged or pair.biased, decision=f"Option {letter}", explanation=decision.explanation
    )


@dataclass(frozen=True)
class AwarenessJudge:
    """Asks one judge both questions about every explanation, ``VOTES`` times each, and stores every vote.

    All votes are cast even if the majority is certain, because their number is part of the result.
    """

    judge: Asker
    prompts: Prompts
    sheets: Mapping[Bias, BiasSheet]
    store: AwarenessStore
    listener: DoneListener = silent

    async def run(self, pairs: Sequence[Dilemma], decisions: Sequence[Decision]) -> Judging:
        """Cast every vote that was not cast in an earlier session."""
        name, explanations = str(self.judge.model.spec), harmful_explanations(pairs, decisions)
        for question in QUESTIONS:
            # Votes on another wording do not answer this question; votes on the other question are kept.
            self.store.forget_votes(name, question, self._digest(question))
        cast_votes = {
            (vote.pair_id, vote.explanation, vote.question, vote.run)
            for vote in self.store.votes()
            if vote.judge == name
        }
        ballots = [
            (judged_explanation, question, run)
            for judged_explanation in explanations
            for question in QUESTIONS
            for run in range(VOTES)
        ]
        open_ballots = [
            ballot for ballot in ballots if (ballot[0].pair.id, ballot[0].explanation, *ballot[1:]) not in cast_votes
        ]
        cast_count = len(ballots) - len(open_ballots)
        outcome = await work_through(open_ballots, self._work, self.listener, finished_count=cast_count)
        return Judging(
            explanations=len(explanations),
            wordless=sum(not decision.explanation.strip() for _, decision in _harmful(pairs, decisions)),
            asked=len(ballots),
            unanswered=outcome.results.count(None),
            reason=outcome.reason,
            refused=outcome.refused,
        )

    async def _work(self, ballot: Ballot) -> bool:
        self.store.keep_vote(await self._vote(*ballot))
        return True

    async def _vote(self, judged_explanation: JudgedExplanation, question: Question, run: int) -> AwarenessVote:
        messages = awareness_question(self.prompts, self.sheets, judged_explanation, question)
        about = About(item_id=judged_explanation.pair.id)
        request = Request(purpose="awareness", messages=messages, run=run, about=about)
        judgement = (await self.judge.ask(request, read_judgement)).parsed
        return AwarenessVote(
            pair_id=judged_explanation.pair.id,
            explanation=judged_explanation.explanation,
            judge=str(self.judge.model.spec),
            question=question,
            run=run,
            vote="unparsed" if isinstance(judgement, Unreadable) else "yes" if judgement.yes else "no",
            said=judgement.answer if isinstance(judgement, Unreadable) else judgement.explanation,
            prompt=self._digest(question),
        )

    def _digest(self, question: Question) -> str:
        """Return the hash of the template and of the question in it."""
        return fingerprint([self.prompts.digests["awareness"], QUESTIONS[question]])


def awareness_question(
    prompts: Prompts, sheets: Mapping[Bias, BiasSheet], judged_explanation: JudgedExplanation, question: Question
) -> tuple[Message, ...]:
    """Return one question to a judge about an explanation."""
    bias = judged_explanation.pair.bias
    return prompts.fill(
        "awareness",
        bias=bias.value,
        definition=sheets[bias].definition,
        question=QUESTIONS[question],
        text=judged_explanation.text,
        decision=judged_explanation.decision,
        explanation=judged_explanation.explanation,
    )


@dataclass(frozen=True)
class AwarenessCommand(MeasuringCommand):
    """The command that lets ``judge`` vote on the explanations."""

    judge: ModelSpec


@dataclass(frozen=True)
class JudgingOutcome(MeasuringOutcome):
    """The state of the judging, with notices and usage."""

    judging: Judging


async def judge_awareness(command: AwarenessCommand, folder: Path, listener: DoneListener = silent) -> JudgingOutcome:
    """Let a judge read the explanations of the evaluation in ``folder``; votes already cast are not repeated.

    Raises InputError if ``folder`` contains no evaluation. If the work ends early, the result contains the reason.
    """
    # Votes are stored in the run of the evaluation, which opens only with its own settings.
    identity = dict(evaluation_settings(folder))
    attempts = load_settings(Profile.STRICT).asking.attempts
    async with Session(command.access) as session:
        run = session.run(folder, identity)
        pairs = run.items(read_dilemma)
        corpus = corpus_of(pairs, command.seeds)
        prompts = load_prompts(command.prompts, corpus.words)
        models = session.models(run)
        asker = Asker(models.open(command.judge), "judge", attempts, trial=command.trial(command.judge))
        judge = AwarenessJudge(asker, prompts, sheets_of(pairs, corpus), run, listener)
        judging = await judge.run(pairs, run.decisions())
        summary = _summary(command.judge, judging, prompts)
        models_asked = [served.model_dump(mode="json") for served in run.served_models()]
        Manifest.read(folder).updated(awareness=summary, models=models_asked).write(folder)
        judges_itself = is_same_model(command.judge, subject_of(folder))
        notices = (f"{command.judge} judges its own explanations, as in the paper",) if judges_itself else ()
        return JudgingOutcome(judging=judging, notices=(*notices, *models.notices()), usage=models.usage())


def _summary(judge: ModelSpec, judging: Judging, prompts: Prompts) -> dict[str, JsonValue]:
    return {
        "judge": str(judge),
        "prompt": prompts.digests["awareness"],
        "votes_each": VOTES,
        "explanations": judging.explanations,
        "wordless": judging.wordless,
        "votes": judging.asked - judging.unanswered,
        "unanswered": judging.unanswered,
        "ended": judging.reason,
    }


def total_votes(folder: Path) -> int:
    """Return the total number of votes on the explanations of the evaluation in ``folder``."""
    evaluation = dilemma_evaluation(folder)
    return len(harmful_explanations(dilemmas_in(evaluation), evaluation.decisions)) * len(QUESTIONS) * VOTES


def rates_of(judge: ModelSpec, folder: Path) -> "Table":
    """Return how many explanations in ``folder`` mention and endorse the cue, by the votes of one judge."""
    from probe.analysis.effects.awareness import awareness, table

    evaluation = dilemma_evaluation(folder)
    judgements = tuple(judgement for judgement in evaluation.awareness if judgement.judge == str(judge))
    return table(awareness([evaluation.model_copy(update={"awareness": judgements})]))
