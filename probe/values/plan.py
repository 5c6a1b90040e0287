"""The analysis plan of an evaluation, registered before its first call."""

from collections.abc import Iterable
from typing import Literal

from probe.values.base import FACTS_BY_CUE, NO_MITIGATION, Arm, Value

TierName = Literal["fixed", "quartiles", "choice-steps"]

OF_EVERY_MEASURE = (
    "differences between biases, of each subject",
    "the depth trend, pooled over biases, of each subject",
    "the depth trend at equal length of the text, pooled over biases, of each subject",
    "the depth trends of single biases, within a subject",
    "depth within scenarios, of each subject",
    "a rise with depth within scenarios (one-sided), of each subject",
    "high against low tier, over biases",
    "differences between subjects, over pairs of subjects",
)
"""The tests that reports on every protocol have."""

FAMILIES = (
    "the effect over all biases, of each subject",
    "the effects of single biases, within a subject",
    *OF_EVERY_MEASURE,
    "own dilemmas against others', of each subject",
    "the depth trend, and high against low tier, over all subjects of a report",
    "position preference on unbiased texts, of each subject",
)
"""The tests that a plan announces; all others in a report are exploratory."""


FACT_FAMILIES = tuple(
    f"the {name} {scope}"
    for scope in ("over all biases, of each subject", "of single biases, within a subject")
    for name in ("fact effect", "cue effect", "interaction of both")
)
"""The families that are added where the 2 × 2 of facts and cue is shown."""


MITIGATION_FAMILY = "changes of the effect under mitigations, of each subject"
"""The family that is added where a subject is asked with and without mitigations."""


OF_ITEMS = ("items without a readable answer in every arm that the measure compares",)
"""What is left out of an evaluation of items other than dilemmas."""


class AnalysisPlan(Value):
    """What an analysis will test and how, decided before any decision is known.

    ``headline`` is the estimand of every conclusion; each family of ``families`` is a set of tests that Holm's
    adjustment covers together. ``minimum`` is the number of dilemmas that a cell needs to be tested.
    ``mitigations`` are those that the subject is asked under. ``questions`` is the number of questions of the run when
    the plan was registered (None: not recorded).
    """

    headline: str
    arms: tuple[Arm, ...]
    runs: int
    order: str
    questions: int | None = None
    mitigations: tuple[str, ...] = (NO_MITIGATION,)
    tiers: TierName
    level: float = 0.95
    minimum: int = 20
    families: tuple[str, ...] = FAMILIES
    exclusions: tuple[str, ...] = (
        "runs without an answer in both arms",
        "unreadable answers: left out of rates, and shown as bounds beside them",
    )


class RegisteredPlan(Value):
    """A plan with the time of its registration (UTC) and how many decisions were stored by then."""

    plan: AnalysisPlan
    registered_at: str
    decisions_before: int


def plan_for(
    arms: Iterable[Arm],
    runs: int,
    order: str,
    *,
    measure: str | None = None,
    tiers: TierName = "fixed",
    questions: int | None = None,
    mitigations: tuple[str, ...] = (NO_MITIGATION,),
) -> AnalysisPlan:
    """Return the plan of an evaluation; ``measure`` is what is tested on items other than dilemmas (None: dilemmas).

    On dilemmas, the placebo-adjusted effect is the headline where the arm is shown, else the net effect.
    """
    shown_arms = tuple(arms)
    mitigation_families = (MITIGATION_FAMILY,) if len(mitigations) > 1 else ()
    fact_families = FACT_FAMILIES if set(FACTS_BY_CUE) <= set(shown_arms) else ()
    plan = AnalysisPlan(
        headline="placebo-adjusted effect" if Arm.PLACEBO in shown_arms else "net effect",
        arms=shown_arms,
        runs=runs,
        order=order,
        tiers=tiers,
        questions=questions,
        mitigations=mitigations,
        families=(*FAMILIES, *fact_families, *mitigation_families),
    )
    if measure is None:
        return plan
    families = (*families_of(measure), *mitigation_families)
    return plan.model_copy(update={"headline": measure, "families": families, "exclusions": OF_ITEMS})


def families_of(measure: str) -> tuple[str, ...]:
    """Return the tests that a plan announces for items other than dilemmas, whose main measure is ``measure``."""
    return (
        f"the {measure} of single biases, within a subject",
        *OF_EVERY_MEASURE,
        "position preference in the reference arm, of each subject",
    )
