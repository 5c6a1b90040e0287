"""What the figures of a report cannot show: only the caveats that its data give reason for."""

from collections.abc import Collection, Iterator

from probe.analysis.dataset.shortcut_cases import is_composed
from probe.analysis.estimand import Estimand
from probe.analysis.report.naming import simulated_rules
from probe.analysis.study import Study
from probe.values import Item

SELECTION = "Selection: {who} kept only dilemmas that it solved; rates are valid for dilemmas that it can solve."

UNRECORDED_NOTE = (
    "Selection: the dilemmas do not record whether a model had to solve them to be kept. If one had to, rates are "
    "valid for dilemmas that it can solve."
)

CONFOUNDING_NOTE = (
    "Confounded depth: no scenario exists at several depths, so shallow and deep dilemmas may differ in other ways "
    "too, and no figure here shows what depth causes."
)

PARTLY = (
    "Confounded depth: within scenarios, deeper texts also have more rules and words, so no figure here separates "
    "depth from them. Trends and tiers also compare different scenarios, which may differ in other ways."
)

MODEL_WRITTEN_NOTE = "In dilemmas written by models, depth varies with the bias and the author."

EDIT = "A net effect contains what any edit of the text does; only the placebo arm separates the cue from the edit."

CUE_ALONE = (
    "Recommendation: no bare recommendations were shown (probe evaluate --arms with advocacy), so that an effect is "
    "one of the cue: a subject that follows whatever is recommended shows it too."
)

ONE_ORDER = (
    "Order: {names} saw the options in one order only, so that errors contain any preference for a position, and it "
    "cannot be measured (probe evaluate --order both)."
)

WORDING = (
    "Cues work through wording: figures are about these texts and their language, and other wordings of the same cue "
    "may do more or less."
)

EXPLANATIONS = "Explanations are what subjects say, not what moved them; awareness is a judge's reading of them."

SIMULATED_NOTE = (
    "Simulated subjects ({names}) show that the measurement works; they show nothing about language models."
)

PUBLISHED_NOTE = (
    "Selection: only dilemmas that their decider solved were kept; rates are valid for dilemmas that can be solved.",
    f"{CONFOUNDING_NOTE} {MODEL_WRITTEN_NOTE}",
    EDIT,
    WORDING,
    EXPLANATIONS,
)
"""The limits of a report on published files."""


def limits(study: Study, chapters: Collection[str]) -> Iterator[str]:
    """Yield the limits of a report on ``study`` that has these ``chapters`` (keys), the most important first."""
    pairs = tuple(study.items.values())
    if names := simulated_rules(study.subjects):
        yield SIMULATED_NOTE.format(names=", ".join(names))
    yield from _selection(pairs)
    yield from _depth(pairs, scenarios="scenarios" in chapters)
    # A placebo-adjusted effect does not contain the effect of the edit as such.
    if study.estimand is Estimand.NET:
        yield EDIT
    if "specific" not in chapters:
        yield CUE_ALONE
    fixed_order_subjects = dict.fromkeys(
        evaluation.subject for evaluation in study.evaluations if evaluation.order == "as-written"
    )
    if fixed_order_subjects:
        yield ONE_ORDER.format(names=", ".join(fixed_order_subjects))
    yield WORDING
    if {"awareness", "themes", "examples"} & set(chapters):
        yield EXPLANATIONS


def _selection(pairs: Collection[Item]) -> Iterator[str]:
    deciders = sorted({pair.provenance.decider for pair in pairs if pair.provenance.decider})
    if deciders:
        yield SELECTION.format(who="each decider" if len(deciders) > 1 else f"the decider ({deciders[0]})")
    if any(not pair.provenance.decider and not is_composed(pair) for pair in pairs):
        yield UNRECORDED_NOTE


def _depth(pairs: Collection[Item], *, scenarios: bool) -> Iterator[str]:
    if len({pair.complexity.depth for pair in pairs}) < 2:
        return
    authorship = "" if all(map(is_composed, pairs)) else f" {MODEL_WRITTEN_NOTE}"
    yield (PARTLY if scenarios else CONFOUNDING_NOTE) + authorship
