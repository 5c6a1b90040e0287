"""Dilemmas with two options (PROBE-SWE): their arms, how a subject is shown them, how an answer is scored.

This module works on texts with two options and does not depend on how the right option is known.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from probe.answers import UnreadableAnswerError, read_choice
from probe.errors import InputError
from probe.prompts import Prompts
from probe.values import Arm, Choice, Decision, Message, Pair, index_of
from probe.values.texts import exchange_options, mentions_option

ARMS = Arm.packaged
"""The arms of a dilemma in their usual order; every pair has the first two, and may have controls and a fact twin."""

Order = Literal["both", "as-written"]
AxiomCue = Literal["none", "words", "prolog"]
"""What appears below a dilemma: nothing, its axioms in words, or as Prolog (published: ``inject_axioms``)."""


class Dilemma(Protocol):
    """An item with a text with two options for each of its arms."""

    @property
    def id(self) -> str:
        """Its ID in the decisions."""

    def text(self, arm: Arm) -> str | None:
        """Return the text of ``arm``, or None."""


@dataclass(frozen=True)
class Showing:
    """How a subject is asked: ``runs`` times per text, in which order of options, in which arms.

    ``notes``, keyed by dilemma, are shown unchanged below the texts.
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


def shown_texts(pairs: Sequence[Dilemma], showing: Showing) -> Iterator[Shown]:
    """Yield every text as it is shown, pair by pair, run by run, without the arms that a pair lacks.

    With ``order`` "both", odd runs exchange the options, in all arms of a dilemma or in none: if one text cannot be
    exchanged mechanically, or the note names an option, all texts are shown as written in all runs and marked
    (``kept_order``).
    """
    for pair in pairs:
        texts = {arm: text for arm in showing.arms if (text := pair.text(arm)) is not None}
        exchanged = {arm: exchange_options(text) for arm, text in texts.items()}
        note = showing.notes.get(pair.id, "")
        movable = all(exchanged.values()) and not mentions_option(note)
        for run in range(showing.runs):
            odd = showing.order == "both" and run % 2 == 1
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


def question_of(prompts: Prompts, shown: Shown) -> tuple[Message, ...]:
    """Return the prompt for a subject."""
    if shown.note:
        return prompts.fill("decide_with_note", text=shown.text, note=shown.note)
    return prompts.fill("decide", text=shown.text)


def decision_of(shown: Shown, answer: str) -> Decision:
    """Return the decision in ``answer``, in the letters of the text as written; unreadable answers are unparsed."""
    decision: Choice = "unparsed"
    explanation = answer
    try:
        choice = read_choice(answer)
    except UnreadableAnswerError:
        pass
    else:
        decision, explanation = index_of(choice.letter), choice.explanation
    if shown.exchanged and decision != "unparsed":
        decision = 1 - decision
    return Decision(
        item_id=shown.pair_id,
        arm=shown.arm,
        run=shown.run,
        decision=decision,
        exchanged=shown.exchanged,
        kept_order=shown.kept_order,
        explanation=explanation,
    )


def axiom_cues(pairs: Sequence[Pair], cue: AxiomCue) -> dict[str, str]:
    """Return the note below each dilemma, by its id; raise InputError if a pair has no such axioms.

    Dilemmas without axioms would be another experimental condition than the rest.
    """
    if cue == "none":
        return {}
    texts = {pair.id: (pair.axioms_note if cue == "words" else pair.axioms).strip() for pair in pairs}
    lacking = [pair_id for pair_id, text in texts.items() if not text]
    if lacking:
        what = "axioms in words" if cue == "words" else "axioms"
        other = "prolog" if cue == "words" else "words"
        raise InputError(
            f"--inject-axioms {cue}: pair {lacking[0]} has no {what} ({len(lacking)} of {len(texts)} pairs have none);"
            f" remove those pairs, or choose {other}"
        )
    if cue == "words":
        return texts
    return {pair_id: f"```prolog\n{text}\n```" for pair_id, text in texts.items()}


def chosen_arms(names: str, pairs: Sequence[Dilemma]) -> tuple[Arm, ...]:
    """Parse comma-separated arms and return them in their usual order; the unbiased arm is required.

    Raises InputError for an unknown arm, or one that no pair here has.
    """
    wanted = {name.strip() for name in names.split(",") if name.strip()}
    unknown = sorted(wanted - set(ARMS))
    if unknown:
        raise InputError(f"unknown arm {unknown[0]!r}: choose among {', '.join(ARMS)}")
    arms = tuple(arm for arm in ARMS if arm in wanted)
    if Arm.UNBIASED not in arms or len(arms) < 2:
        raise InputError(f"--arms {names}: name unbiased and at least one arm to compare it with")
    lacking = [arm for arm in arms if not any(pair.text(arm) for pair in pairs)]
    if lacking:
        raise InputError(f"no pair of this dataset has a {lacking[0]} text: leave that arm out of --arms")
    return arms


def in_turns(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """Return all pairs so that the biases alternate: a part of them, from the start, covers all biases alike."""
    rank: dict[str, int] = {}
    turns = []
    for pair in pairs:
        turns.append(rank.setdefault(pair.bias, 0))
        rank[pair.bias] += 1
    return tuple(pair for _, pair in sorted(zip(turns, pairs, strict=True), key=lambda one: one[0]))


def first_of_each_bias(pairs: Sequence[Pair], limit: int | None) -> tuple[Pair, ...]:
    """Return the first ``limit`` pairs of each bias, or all pairs without a limit."""
    if limit is None:
        return tuple(pairs)
    kept: dict[str, list[Pair]] = {}
    for pair in pairs:
        kept.setdefault(pair.bias, []).append(pair)
    return tuple(pair for group in kept.values() for pair in group[:limit])
