"""Measure: show every arm of every dilemma to a subject, several times, and keep what it decides.

It works on texts with two options; where the right option is from does not matter here. The subject is asked once for
each text and run: an answer that cannot be read is a result of its own, and one that never came is asked for again
when the run is resumed.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from probe.answers import UnreadableAnswerError, read_choice
from probe.errors import FatalModelFault, ModelFault, StoppedError, first_of
from probe.ports import DecisionStore, Model
from probe.prompts import Prompts
from probe.values import Arm, Decision, Letter, Pair, Request
from probe.values.texts import exchange_options

Order = Literal["both", "as-written"]
UNDER_WAY = 256
"""How many questions wait at the model at once; it answers as many of them at a time as its concurrency allows."""


@dataclass(frozen=True)
class EvaluateSettings:
    """How a subject is asked: ``runs`` times a text, in which order of options, in which arms."""

    runs: int = 5
    order: Order = "both"
    arms: tuple[Arm, ...] = (Arm.UNBIASED, Arm.BIASED)


@dataclass(frozen=True)
class Shown:
    """One text as a subject sees it in one run."""

    pair_id: str
    arm: Arm
    run: int
    text: str
    exchanged: bool
    kept_order: bool


@dataclass(frozen=True)
class Measurement:
    """How far an evaluation came: questions in all, those without an answer, and why the first has none."""

    asked: int
    unanswered: int
    reason: str | None


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
        self._faults: list[str] = []
        self._decided = 0

    async def run(self, pairs: Sequence[Pair]) -> Measurement:
        """Decide everything that was not decided in an earlier session. Raises StoppedError where asking has to end."""
        known = {(done.pair_id, done.arm, done.run) for done in self._store.decisions()}
        shown = [text for text in shown_texts(pairs, self._settings) if (text.pair_id, text.arm, text.run) not in known]
        self._decided = len(known)
        self._listener(self._decided)
        waiting = iter(shown)
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(UNDER_WAY):
                    group.create_task(self._work(waiting))
        except* StoppedError as stopped:
            raise first_of(stopped) from None
        first = self._faults[0] if self._faults else None
        return Measurement(asked=len(known) + len(shown), unanswered=len(self._faults), reason=first)

    async def _work(self, waiting: Iterator[Shown]) -> None:
        for shown in waiting:
            try:
                decision = await self._decide(shown)
            except FatalModelFault:
                raise
            except ModelFault as fault:
                self._faults.append(str(fault))
                continue
            self._store.keep_decision(decision)
            self._decided += 1
            self._listener(self._decided)

    async def _decide(self, shown: Shown) -> Decision:
        messages = self._prompts.fill("decide", text=shown.text)
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


def shown_texts(pairs: Sequence[Pair], settings: EvaluateSettings) -> Iterator[Shown]:
    """Yield every text as it is shown, pair by pair, run by run; an arm that a pair does not have is left out.

    With ``order`` "both" odd runs show the options exchanged. All arms of a dilemma are exchanged, or none is: where
    one text cannot be exchanged mechanically, all stay as written in all runs and say so (``kept_order``).
    """
    for pair in pairs:
        texts = {arm: text for arm in settings.arms if (text := pair.text(arm)) is not None}
        exchanged = {arm: exchange_options(text) for arm, text in texts.items()}
        movable = all(exchanged.values())
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
                )
