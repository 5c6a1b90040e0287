"""What a report says first: subjects whose answers cannot show what a cue does."""

from collections.abc import Iterator, Sequence

from probe.analysis.effects.effect import ALL_TIERS, EffectRow, overall
from probe.analysis.effects.position import Position
from probe.analysis.statistics.differences import MINIMUM
from probe.analysis.tables import Gap, percent

ONE_LETTER = 0.98
"""The share of answers with one letter, as shown, from which a subject is said to give that letter always."""

AT_CHANCE = 0.1
"""How near to one half the error rate on unbiased texts is where a subject is said to be at chance."""


def uninformative(effects: Sequence[EffectRow], preference: Sequence[Position]) -> Iterator[str]:
    """Yield a sentence for each subject that gives one letter always, or is at chance without any cue."""
    shown = {row.subject: row.all_runs for row in preference if row.arm == "unbiased"}
    for row in overall(effects):
        runs, error = shown.get(row.subject), row.error_on_unbiased
        if row.dilemmas < MINIMUM or isinstance(error, Gap):
            continue
        if runs is not None and not isinstance(runs, Gap) and max(runs.shown_a, 1 - runs.shown_a) >= ONE_LETTER:
            letter, share = ("A", runs.shown_a) if runs.shown_a > 0.5 else ("B", 1 - runs.shown_a)
            yield (
                f"{row.subject} answers {letter} whatever the text says ({percent(share)} of unbiased answers): its "
                "effect shows nothing about the cue."
            )
        elif abs(error - 0.5) <= AT_CHANCE and _in_every_bias(effects, row.subject):
            yield (
                f"{row.subject} is near chance without any cue ({percent(error)} errors on unbiased texts): an effect "
                "of zero here does not show that the cue does nothing."
            )


def _in_every_bias(rows: Sequence[EffectRow], subject: str) -> bool:
    """Return whether no single bias is far from one half: always right on one and wrong on another is not chance."""
    errors = [row.error_on_unbiased for row in rows if (row.subject, row.tier) == (subject, ALL_TIERS)]
    return all(isinstance(error, Gap) or abs(error - 0.5) <= 3 * AT_CHANCE for error in errors)
