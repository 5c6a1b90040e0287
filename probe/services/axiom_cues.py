"""Axiom cues: the practice behind a dilemma, shown to a subject below its text (published modes ``inject_axioms``)."""

from collections.abc import Sequence
from typing import Literal

from probe.errors import InputError
from probe.values import Pair

AxiomCue = Literal["none", "words", "prolog"]
"""Nothing, the axioms in words, or the axioms as Prolog clauses."""


def axiom_cues(pairs: Sequence[Pair], cue: AxiomCue) -> dict[str, str]:
    """Return what is shown below each dilemma, by its id; raise InputError where a pair has no such axioms.

    A part of the dilemmas without them would be another condition than the rest.
    """
    if cue == "none":
        return {}
    texts = {pair.id: (pair.axioms_note if cue == "words" else pair.axioms).strip() for pair in pairs}
    lacking = [pair_id for pair_id, text in texts.items() if not text]
    if lacking:
        told = "axioms in words" if cue == "words" else "axioms"
        other = "prolog" if cue == "words" else "words"
        raise InputError(
            f"--inject-axioms {cue}: pair {lacking[0]} has no {told} ({len(lacking)} of {len(texts)} pairs have none);"
            f" delete those pairs, or choose {other}"
        )
    if cue == "words":
        return texts
    return {pair_id: f"```prolog\n{text}\n```" for pair_id, text in texts.items()}
