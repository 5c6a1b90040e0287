"""The chapters on triage: tables and figures from the decisions of all subjects."""

from collections.abc import Iterator, Sequence

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.figures.charts import (
    Point,
    Series,
    forest_picture,
    legend_below,
    look,
    percent_axis,
    series_of,
    short_names,
)
from probe.analysis.figures.style import Picture, canvas
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.tables import Gap, make_table, percent
from probe.analysis.triage.estimates import (
    Answers,
    AttributeRow,
    ChoiceRow,
    FamilyRow,
    FormRow,
    PlaceRow,
    SetsRow,
    TriageStudy,
    attribute_rows,
    choice_row,
    family_rows,
    form_row,
    place_rows,
    sets_row,
)
from probe.analysis.triage.orders import of_orders
from probe.analysis.triage.published import published_table
from probe.analysis.triage.seen import group_by, mean

SETS_NOTES = (
    "Carry-over is how much more often a profile is accepted after acceptances than after rejections, all of them "
    "right, so that the history differs in nothing but the answers that were due. It needs --history forced.",
    "d is the distance of BiasBuster. It depends on the rate r: without any effect of the order it is 2 r (1 − r). "
    "The consistency is d divided by that. It is 1 where no decision depends on the order; a coin's depends on the "
    "number of orders, so read it with Fleiss' κ, which is then 0.",
    "The naive lag is negative for a subject that never looks back, since a set is drawn without replacement. The "
    "own-history coefficient conditions on the right answers and is tested by permutation within sets; it contains "
    "effects of the place.",
)
FORM_NOTES = (
    "Framing: the question is whether to accept, or whether to reject, and the answer names the action. As published, "
    "the answer is yes or no, so a tendency to say yes adds to it; yes-bias is the difference of the two.",
)
ATTRIBUTE_NOTES = (
    "Attributes of people are sensitive data. A difference describes how a model treats these words in these texts; it "
    "says nothing about the people.",
    "The placebo is a pair of words that should matter to no one: differences of its size are noise.",
)


def _labels(pairs: Sequence[tuple[str, str]]) -> list[str]:
    names = short_names(list(dict.fromkeys(subject for subject, _ in pairs)))
    return [names[subject] + ("" if mitigation == "none" else f", {mitigation}") for subject, mitigation in pairs]


def acceptance_by_place(all_answers: Sequence[Answers]) -> Iterator[Picture]:
    """Yield the figure of acceptance by place in the set, over all orders."""
    curves = []
    for answers in all_answers:
        by_place = group_by(of_orders(answers.seen), lambda decision: decision.place)
        rates = [mean(decision.accepted for decision in by_place[position]) or 0.0 for position in sorted(by_place)]
        if rates:
            curves.append((answers.subject, answers.mitigation, rates))
    if not curves:
        return
    labels = _labels([(subject, mitigation) for subject, mitigation, _ in curves])
    series = [(label, rates) for label, (_, _, rates) in zip(labels, curves, strict=True)]
    description = "; ".join(f"{label}: {', '.join(map(percent, rates))}" for label, rates in series[:6])
    yield Picture(
        "triage-places-in-sets",
        "Acceptance by place in the set",
        f"Share of accepted profiles by place, from the first one on. {description}.",
        "Every profile is at every place, so without an effect of the order the line is level up to chance. Only the "
        "larger sets have the last places.",
        lambda: _lines(series),
    )


def _lines(series: Sequence[tuple[str, Sequence[float]]]) -> Figure:
    figure, grid = canvas(2.4)
    axes = grid[0, 0]
    for position, (label, rates) in enumerate(series):
        axes.plot(np.arange(1, len(rates) + 1), rates, label=label, markersize=4, linewidth=1.1, **look(position))
    axes.set_ylim(0, 1)
    axes.set_xticks(range(1, max(len(rates) for _, rates in series) + 1))
    axes.set_xlabel("place in the set")
    axes.grid(axis="y")
    percent_axis(axes.yaxis)
    legend_below(figure, axes)
    return figure


def _carry_over(rows: Sequence[SetsRow]) -> Iterator[Picture]:
    measured_rows = [row for row in rows if not isinstance(row.carry_over, Gap)]
    if measured_rows:
        yield forest_picture(
            "triage-carry-over",
            "Carry-over from earlier decisions",
            "Acceptance after acceptances minus after rejections, in percentage points.",
            _labels([(row.subject, row.mitigation) for row in measured_rows]),
            [
                Series("right answers before", [Point.of_difference(row.carry_over) for row in measured_rows]),
                Series("fixed answers before", [Point.of_difference(row.fixed_history) for row in measured_rows]),
            ],
            xlabel="percentage points",
        )


def _shares(rows: Sequence[PlaceRow]) -> tuple[Picture, ...]:
    """Return the figure of the shares of the four places, by subject and condition."""
    if not rows:
        return ()
    letters = sorted({row.place for row in rows})
    labels = _labels([row[:2] for row in rows])
    labels_with_condition = [f"{label}, {row.condition}" for label, row in zip(labels, rows, strict=True)]
    by_line = {(name, row.place): row.share for name, row in zip(labels_with_condition, rows, strict=True)}
    return (
        forest_picture(
            "triage-place-shares",
            "Shares of the places in choices",
            "Every option is at every place equally often, so without an effect of the place each has 25 %.",
            letters,
            series_of(dict(zip(labels_with_condition, labels_with_condition, strict=True)), letters, by_line),
            reference=0.25,
            signed=False,
            xlabel="share of choices",
        ),
    )


def _attributes(rows: Sequence[AttributeRow]) -> tuple[Picture, ...]:
    """Return the figure of differences by attribute, the placebo last."""
    names = list(dict.fromkeys(row.attribute for row in rows))
    labels = _labels([row[:2] for row in rows])
    by_line = {(label, row.attribute): row.difference for label, row in zip(labels, rows, strict=True)}
    return (
        forest_picture(
            "triage-attributes",
            "Differences by attribute",
            "Acceptance of the first group minus that of the second; the placebo's difference is the noise floor.",
            names,
            series_of(dict(zip(labels, labels, strict=True)), names, by_line),
            xlabel="percentage points",
        ),
    )


def _show_families(_: TriageStudy, rows: Sequence[FamilyRow]) -> Result:
    text = ("Each bias is tested once; Holm's adjustment is over the five of a subject under one mitigation.",)
    return Result((make_table("triage_biases", "Biases", FamilyRow, rows), published_table()), text=text)


FAMILIES: ReportAnalysis[TriageStudy, Sequence[FamilyRow]] = ReportAnalysis(
    "triage-biases",
    "Five biases in triage",
    RESULTS,
    "which of the five biases a subject has",
    rows=lambda study: [row for answers in study.answers for row in family_rows(answers)],
    show=_show_families,
)

SETS: ReportAnalysis[TriageStudy, Sequence[SetsRow]] = ReportAnalysis(
    "triage-sets",
    "Decisions in sequence",
    RESULTS,
    "whether to ask about each profile in a conversation of its own",
    rows=lambda study: [row for row in map(sets_row, study.answers) if row],
    show=lambda study, rows: Result(
        (make_table("triage_sets", "Sets", SetsRow, rows, notes=SETS_NOTES),),
        pictures=(*acceptance_by_place(study.answers), *_carry_over(rows)),
    ),
    needs="Decisions in sequence: no set was shown (probe generate --protocol triage --kind sequence).",
)


def _show_choices(study: TriageStudy, rows: Sequence[ChoiceRow]) -> Result:
    shares = [row for answers in study.answers for row in place_rows(answers)]
    tables = (
        make_table("triage_choices", "The option in use, and the first places", ChoiceRow, rows),
        make_table("triage_places", "Shares of the places", PlaceRow, shares),
    )
    return Result(tables, pictures=_shares(shares))


CHOICES: ReportAnalysis[TriageStudy, Sequence[ChoiceRow]] = ReportAnalysis(
    "triage-choices",
    "Choices among four",
    RESULTS,
    "whether the option in use, or the first one, has to be hidden or moved",
    rows=lambda study: [row for row in map(choice_row, study.answers) if row],
    show=_show_choices,
    needs="Choices among four: none was shown (probe generate --protocol triage --kind choice).",
)

FORMS: ReportAnalysis[TriageStudy, Sequence[FormRow]] = ReportAnalysis(
    "triage-forms",
    "The form of the question",
    RESULTS,
    "in which form to ask",
    rows=lambda study: [row for row in map(form_row, study.answers) if row],
    show=lambda study, rows: Result(
        (make_table("triage_forms", "Forms of the question", FormRow, rows, notes=FORM_NOTES),)
    ),
    needs="The form of the question: none was varied (probe generate --protocol triage --kind framing).",
)

ATTRIBUTES: ReportAnalysis[TriageStudy, Sequence[AttributeRow]] = ReportAnalysis(
    "triage-attributes",
    "Who is behind a profile",
    RESULTS,
    "whether attributes of people have to be hidden from a subject",
    rows=lambda study: [row for answers in study.answers for row in attribute_rows(answers)],
    show=lambda study, rows: Result(
        (make_table("triage_attributes", "Attributes", AttributeRow, rows, notes=ATTRIBUTE_NOTES),),
        pictures=_attributes(rows),
    ),
    needs="Who is behind a profile: no attribute was varied (probe generate --protocol triage --kind attribute).",
)
