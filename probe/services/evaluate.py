"""Measure: show every arm of every dilemma to a subject, several times, and keep what it decides.

It works on texts with two options, and knows nothing of where the right option is from. The subject is asked once for
each text and run: an answer that cannot be read is a result of its own, and one that never came is asked for again
when the run is resumed.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from probe.answers import UnreadableAnswerError, read_choice
from probe.ports import DecisionStore, Model
from probe.prompts import Prompts
from probe.services.workers import Worked, work_through
from probe.values import Arm, Decision, Letter, Request
from probe.values.texts import exchange_options, mentions_option

Order = Literal["both", "as-written"]


class Dilemma(Protocol):
    """What can be shown: a text with two options for each arm that it has."""

    @property
    def id(self) -> str:
        """Its name in the decisions."""

    def text(self, arm: Arm) -> str | None:
        """Return the text of ``arm``, None where there is none."""


@dataclass(frozen=True)
class EvaluateSettings:
    """How a subject is asked: ``runs`` times a text, in which order of options, in which arms.

    ``notes`` are shown below the texts of the dilemmas that they are keyed by; what they say is not changed.
    """

    runs: int = 5
    order: Order = "both"
    arms: tuple[Arm, ...] = (Arm.UNBIASED, Arm.BIASED)
    notes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Shown:
    """One text as a subject sees it in one run, with the note below it."""

    pair_id: str
    arm: Arm
    run: int
    text: str
    exchanged: bool
    kept_order: bool
    note: str = ""


@dataclass(frozen=True)
class Measurement:
    """How far an evaluation came; all are counts of questions but the reasons.

    ``decided`` and ``unparsed`` are by arm, ``kept_order`` counts what should have been shown exchanged and could not
    be. ``reason`` tells why the first unanswered question has no answer, ``ended`` why asking stopped before its end.
    """

    asked: int
    unanswered: int
    reason: str | None
    ended: str | None
    decided: dict[Arm, int]
    unparsed: dict[Arm, int]
    kept_order: int


class Evaluator:
    """Asks one subject about many dilemmas."""

    def __init__(
        self,
        settings: EvaluateSettings,
        subject: Model,
        prompts: Prompts,
        store: DecisionStore,
        listener: Callable[[int], None] = lambda decided: None,
    ) -> None:
        self._settings = settings
        self._subject = subject
        self._prompts = prompts
        self._store = store
        self._listener = listener
        self._decided = 0

    async def run(self, pairs: Sequence[Dilemma]) -> Measurement:
        """Decide everything that was not decided in an earlier session, or until a provider or a budget ends it."""
        known = {(done.pair_id, done.arm, done.run) for done in self._store.decisions()}
        shown = [text for text in shown_texts(pairs, self._settings) if (text.pair_id, text.arm, text.run) not in known]
        self._decided = len(known)
        self._listener(self._decided)
        return self._measurement(len(known) + len(shown), await work_through(shown, self._work))

    def _measurement(self, asked: int, worked: Worked) -> Measurement:
        decisions = self._store.decisions()
        return Measurement(
            asked=asked,
            unanswered=asked - len(decisions),
            reason=worked.reason,
            ended=worked.ended,
            decided=dict(Counter(one.arm for one in decisions)),
            unparsed=dict(Counter(one.arm for one in decisions if one.decision == "unparsed")),
            kept_order=sum(one.kept_order for one in decisions),
        )

    async def _work(self, shown: Shown) -> None:
        self._store.keep_decision(await self._decide(shown))
        self._decided += 1
        self._listener(self._decided)

    async def _decide(self, shown: Shown) -> Decision:
        messages = (
            self._prompts.fill("decide_with_note", text=shown.text, note=shown.note)
            if shown.note
            else self._prompts.fill("decide", text=shown.text)
        )
        answer = await self._subject.ask(Request(purpose="decide", messages=messages, run=shown.run))
        letter: Letter = "unparsed"
        explanation = answer.text
        try:
            choice = read_choice(answer.text)
        except UnreadableAnswerError:
            pass
        else:
            letter, explanation = choice.letter, choice.explanation
        if shown.exchanged and letter != "unparsed":
            letter = "A" if letter == "B" else "B"
        return Decision(
            pair_id=shown.pair_id,
            arm=shown.arm,
            run=shown.run,
            decision=letter,
            exchanged=shown.exchanged,
            kept_order=shown.kept_order,
            explanation=explanation,
        )


def shown_texts(pairs: Sequence[Dilemma], settings: EvaluateSettings) -> Iterator[Shown]:
    """Yield every text as it is shown, pair by pair, run by run; an arm that a pair does not have is left out.

    With ``order`` "both" odd runs show the options exchanged. All arms of a dilemma are exchanged, or none is: where
    one text cannot be exchanged mechanically, or the note below it names an option, all stay as written in all runs and
    say so (``kept_order``).
    """
    for pair in pairs:
        texts = {arm: text for arm in settings.arms if (text := pair.text(arm)) is not None}
        exchanged = {arm: exchange_options(text) for arm, text in texts.items()}
        note = settings.notes.get(pair.id, "")
        movable = all(exchanged.values()) and not mentions_option(note)
        for run in range(settings.runs):
            odd = settings.order == "both" and run % 2 == 1
            for arm, text in texts.items():
                other = exchanged[arm] if odd and movable else None
                yield Shown(
                    pair_id=pair.id,
                    arm=arm,
                    run=run,
                    text=other or text,
                    exchanged=other is not None,
                    kept_order=odd and not movable,
                    note=note,
                )
