"""What explanations mention with and without the cue (PROBE-SWE, Figures 15 to 17), and a few in full."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.arrays import Floats
from probe.analysis.figures.charts import heat_map
from probe.analysis.figures.style import Picture
from probe.analysis.form import AS_PUBLISHED, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.scores import in_usual_order
from probe.analysis.tables import ColumnSpec, Heading, Table, columns_of, format_signed, make_table
from probe.values import Arm, Bias, Decision, Evaluation, Item

LEXICON: dict[str, tuple[str, ...]] = {
    "security": ("secur", "vulnerab", "attack", "breach", "intrusion", "exploit", "encrypt", "authenticat", "privacy"),
    "reliability": ("reliab", "stable", "stability", "robust", "fault", "crash", "outage", "failure", "availability"),
    "correctness": ("correct", "bug", "defect", "error", "valid", "accura", "regression"),
    "testing": ("test", "verif", "coverage", "quality assurance"),
    "performance": ("performan", "fast", "latency", "throughput", "speed", "efficien", "responsive"),
    "scalability": ("scal", "grow", "load", "capacity", "concurren"),
    "maintainability": ("maintain", "technical debt", "clean", "refactor", "readab", "modular", "legacy", "long-term"),
    "effort": ("effort", "workload", "complex", "simpl", "overhead", "difficult", "easier", "straightforward"),
    "timeline": ("deadline", "schedule", "quick", "immediate", "delay", "timeline", "short-term", "time-to-market"),
    "cost": ("cost", "budget", "expens", "cheap", "price", "money", "financ"),
    "usability": ("usab", "user experience", "user-friendly", "intuitive", "customer", "satisf", "feedback"),
    "team": ("team", "colleague", "lead", "manager", "senior", "stakeholder", "collabor", "consensus"),
    "trendiness": ("popular", "trend", "widely", "everyone", "adopted", "modern", "industry standard", "hype"),
    "familiarity": ("familiar", "experience with", "habit", "always", "comfortable", "usual", "proven", "track record"),
    "outcome": ("outcome", "result", "consequence", "turned out", "hindsight", "in retrospect", "foresee"),
    "risk": ("risk", "danger", "uncertain", "unpredict", "safe", "caution"),
}
"""Each theme with the beginnings of the words and phrases that indicate it, in lower case."""

_PATTERNS = {
    theme: re.compile(r"\b(?:" + "|".join(re.escape(start) for start in starts) + ")", re.IGNORECASE)
    for theme, starts in LEXICON.items()
}


def themes_in(explanation: str) -> frozenset[str]:
    """Return the themes that an explanation mentions."""
    return frozenset(theme for theme, pattern in _PATTERNS.items() if pattern.search(explanation))


class Theme(NamedTuple):
    """One theme in the explanations of a subject's flipped runs of one bias: the shares that mention it."""

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    theme: Annotated[str, Heading("theme")]
    explanations: Annotated[int, Heading("explanations of each text", "count")]
    biased: Annotated[float, Heading("on biased texts", "share")]
    unbiased: Annotated[float, Heading("on unbiased texts", "share")]

    @property
    def difference(self) -> float:
        """The share on biased texts minus that on unbiased texts."""
        return self.biased - self.unbiased


THEMES = (*columns_of(Theme), ColumnSpec("difference", "biased − unbiased", "points"))


def themes(evaluations: Sequence[Evaluation]) -> tuple[Theme, ...]:
    """Return, for each subject, bias and theme, the share of explanations that mention it, in runs that flipped.

    Each flipped run contributes its two explanations; runs without both are left out.
    """
    rows = []
    # Runs at temperature 0 often repeat an explanation word for word.
    find_themes = lru_cache(maxsize=None)(themes_in)
    for subject in dict.fromkeys(evaluation.subject for evaluation in evaluations):
        by_bias = _explanations([evaluation for evaluation in evaluations if evaluation.subject == subject])
        for bias, pairs in by_bias.items():
            unbiased_counts = Counter(theme for unbiased_text, _ in pairs for theme in find_themes(unbiased_text))
            biased_counts = Counter(theme for _, biased_text in pairs for theme in find_themes(biased_text))
            total = len(pairs)
            rows += [
                Theme(subject, bias, theme, total, biased_counts[theme] / total, unbiased_counts[theme] / total)
                for theme in LEXICON
            ]
    return tuple(rows)


def _explanations(evaluations: Sequence[Evaluation]) -> dict[str, list[tuple[str, str]]]:
    """Return, by bias, the unbiased and the biased explanation of each flipped run."""
    by_bias: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for run in _runs(evaluations):
        has_explanations = run.before.explanation and run.after.explanation
        if has_explanations and "unparsed" not in run.decisions and run.before.letter != run.after.letter:
            by_bias[run.item.bias.value].append((run.before.explanation, run.after.explanation))
    return {bias: by_bias[bias] for bias in in_usual_order(by_bias)}


class _Run(NamedTuple):
    """A subject's decisions on the unbiased and the biased text of an item in one run."""

    subject: str
    item: Item
    number: int
    before: Decision
    after: Decision

    @property
    def decisions(self) -> tuple[int | str, int | str]:
        """What was decided on both texts."""
        return self.before.decision, self.after.decision


def _runs(evaluations: Sequence[Evaluation]) -> Iterator[_Run]:
    """Yield the runs that have both decisions, evaluation by evaluation, by item and number."""
    for evaluation in evaluations:
        items = {item.id: item for item in evaluation.items}
        runs: dict[tuple[str, int], dict[Arm, Decision]] = defaultdict(dict)
        for decision in evaluation.decisions:
            runs[decision.item_id, decision.run][decision.arm] = decision
        for name, number in sorted(runs):
            unbiased, biased = map(runs[name, number].get, (Arm.UNBIASED, Arm.BIASED))
            if unbiased is not None and biased is not None:
                yield _Run(evaluation.subject, items[name], number, unbiased, biased)


def themes_table(rows: Sequence[Theme]) -> Table:
    """Return the themes as a table."""
    notes = (
        "Runs whose decision flipped, as the paper selects them: a difference may follow from the decision, not from "
        "the cue.",
        "A theme counts once per explanation and is found by word beginnings; it is not tested.",
    )
    return make_table("themes", "Themes in explanations", THEMES, rows, notes=notes)


def _shifts(rows: Sequence[Theme]) -> tuple[list[str], Floats]:
    """Return the biases and the mean difference over subjects, shape (themes, biases)."""
    biases = list(dict.fromkeys(row.bias for row in rows))
    sums, order = np.zeros((len(LEXICON), len(biases))), list(LEXICON)
    for row in rows:
        sums[order.index(row.theme), biases.index(row.bias)] += row.difference
    counts = np.array([sum(row.bias == bias for row in rows) / len(LEXICON) for bias in biases])
    means: Floats = sums / counts
    return biases, means


_HEAT = {"form": lambda value: format_signed(100 * value), "diverging": True, "slanted": True, "limit": 0.5}


def has_shift(rows: Sequence[Theme]) -> bool:
    """Return whether any theme is mentioned more often, or less, under the cue."""
    return bool(np.any(_shifts(rows)[1]))


def shift_picture(rows: Sequence[Theme]) -> Picture:
    """Draw the differences by bias and theme, over all subjects."""
    biases, values = _shifts(rows)
    names = list(LEXICON)
    description = "; ".join(
        f"{bias}: most gained {names[int(np.argmax(column))]}, most lost {names[int(np.argmin(column))]}"
        for bias, column in zip(biases, values.T, strict=True)
        if column.any()
    )
    alt = f"Heat map of theme shifts in explanations, biased minus unbiased, by bias. {description or 'No shift'}."
    caption = (
        "Points of explanations that mention a theme, biased minus unbiased text, mean over subjects; colours from "
    )
    caption += "−50 to 50 points."
    return Picture("themes", "Shift of themes under the cue", alt, caption, lambda: _draw_shifts(values, names, biases))


def _draw_shifts(values: Floats, names: Sequence[str], biases: Sequence[str]) -> Figure:
    figure = heat_map(values, names, biases, **_HEAT)
    figure.axes[0].set_title("biased − unbiased (percentage points)")
    return figure


class FlippedRun(NamedTuple):
    """A run that flipped from right to wrong, with both explanations in the subject's words."""

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[Bias, Heading("bias", path="value")]
    dilemma: Annotated[str, Heading("dilemma")]
    unbiased: Annotated[str, Heading("on the unbiased text")]
    biased: Annotated[str, Heading("on the biased text")]


_LONGEST = 400


def examples(evaluations: Sequence[Evaluation]) -> tuple[FlippedRun, ...]:
    """Return, for each subject and bias, the first flip from right to wrong with both explanations."""
    first_flips: dict[tuple[str, Bias], FlippedRun] = {}
    for run in _runs(evaluations):
        key, right = (run.subject, run.item.bias), run.item.right_answer(Arm.UNBIASED)
        is_flipped = run.before.decision == right and run.after.decision not in (right, "unparsed")
        if key not in first_flips and is_flipped and run.after.explanation:
            texts = (_shorten(decision.explanation) for decision in (run.before, run.after))
            first_flips[key] = FlippedRun(*key, f"{run.item.id} run {run.number}", *texts)
    order = Bias.in_order(bias for _, bias in first_flips)
    return tuple(sorted(first_flips.values(), key=lambda row: (row.subject, order.index(row.bias))))


def examples_table(rows: Sequence[FlippedRun]) -> Table:
    """Return the examples as a table."""
    notes = ("The first ones found, not selected; explanations are the subjects' words and may be untrue.",)
    return make_table("examples", "Flips from right to wrong", FlippedRun, rows, notes=notes)


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _needs(measurements: Measurements) -> str:
    if not measurements.study.direct and not np.nansum(measurements.study.scores.flips):
        return "Themes in explanations: no run flipped, so that no two explanations of one can be compared."
    return (
        "Themes in explanations: no flipped run has an explanation on both texts (probe evaluate without --logprobs)."
    )


ANALYSIS: ReportAnalysis[Measurements, Sequence[Theme]] = ReportAnalysis(
    "themes",
    "Themes in explanations",
    AS_PUBLISHED,
    "which words in explanations to look into",
    rows=lambda measurements: themes(measurements.study.evaluations),
    show=lambda _, rows: Result.of_pictures((shift_picture(rows),) if has_shift(rows) else (), themes_table(rows)),
    needs=_needs,
)

EXAMPLES: ReportAnalysis[Measurements, Sequence[FlippedRun]] = ReportAnalysis(
    "examples",
    "In the subjects' words",
    AS_PUBLISHED,
    "whether explanations deserve a closer reading",
    rows=lambda measurements: examples(measurements.study.evaluations),
    show=lambda measurements, rows: Result((examples_table(rows),)),
)
