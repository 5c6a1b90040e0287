"""What reports call subjects in titles, and how they say that some are simulated."""

from collections.abc import Sequence

from probe.analysis.figures.charts import short_names
from probe.values import Arm
from probe.values.phrases import joined

MOST_NAMED = 2
"""The most simulated subjects that the first screen names among others, which has room for few lines."""


def simulated_rules(subjects: Sequence[str]) -> list[str]:
    """Return the subjects that are rules of this project, not models."""
    return [name for name in subjects if name.startswith("simulated")]


def simulated_note(subjects: Sequence[str]) -> str:
    """Return which subjects are simulated, so that no reader takes their figures for those of a model."""
    rules = simulated_rules(subjects)
    if not rules:
        return ""
    some = f"{joined(rules)} {'is' if len(rules) == 1 else 'are'}" if len(rules) <= MOST_NAMED else f"{len(rules)} are"
    every = "The subject is" if len(subjects) == 1 else f"All {len(subjects)} subjects are"
    subject_phrase = every if len(rules) == len(subjects) else some
    return (
        f"{subject_phrase} simulated: {'its' if len(rules) == 1 else 'their'} figures show nothing about language "
        "models. "
    )


def title_names(subjects: Sequence[str]) -> dict[str, str]:
    """Return what a title calls each subject: short, but for names that are words of reports.

    A title about "biased" or "placebo" would seem to be about the texts.
    """
    rules = simulated_rules(subjects)
    words = {arm.value for arm in Arm.packaged}
    return {
        name: f"simulated/{label.removeprefix('simulated/')}"
        if name in rules
        else f"“{label}”"
        if label in words
        else label
        for name, label in short_names(subjects).items()
    }
