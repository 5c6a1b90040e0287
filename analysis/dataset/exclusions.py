"""What a report is based on: its settings, and everything that was left out, with counts."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.arrays import MISSING, UNPARSED, DecisionArrays
from probe.analysis.dataset.answers import preliminary
from probe.analysis.effects.leakage import model_name
from probe.analysis.form import CHECKS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.study import Study
from probe.analysis.tables import Heading, Table, make_table
from probe.values import Arm, Evaluation


class Exclusions(NamedTuple):
    """One evaluation: what was shown, and how much was left out for each reason."""

    subject: Annotated[str, Heading("subject")]
    run: Annotated[str, Heading("run")]
    order: Annotated[str, Heading("order of the options")]
    arms: Annotated[str, Heading("arms")]
    dilemmas: Annotated[int, Heading("dilemmas in the dataset", "count")]
    runs: Annotated[int, Heading("runs", "count")]
    never_answered: Annotated[int, Heading("dilemmas never answered in both arms", "count")]
    unanswered: Annotated[int, Heading("runs that lack an arm", "count")]
    unparsed: Annotated[int, Heading("unparsed decisions", "count")]
    unreadable: Annotated[int, Heading("dilemmas without a readable run", "count")]
    kept_order: Annotated[int, Heading("texts whose options could not be exchanged", "count")]
    untiered: Annotated[int, Heading("dilemmas without a tier", "count")]
    own: Annotated[int, Heading("dilemmas it wrote itself", "count")]
    decided: Annotated[int, Heading("dilemmas it helped to select as decider", "count")]


class AuthoredDilemmas(NamedTuple):
    """The dilemmas of one author and decider: how many, how often A is right, how many distinct depths."""

    author: Annotated[str, Heading("author")]
    decider: Annotated[str, Heading("decider")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    right_is_a: Annotated[float, Heading("right option is A", "share")]
    depths: Annotated[int, Heading("distinct depths", "count")]


def exclusions(study: Study) -> tuple[Exclusions, ...]:
    """Return a row for each evaluation."""
    return tuple(_row(study, *pair) for pair in zip(study.evaluations, study.decisions, strict=True))


def table(rows: Sequence[Exclusions]) -> Table:
    """Return the exclusions as a table."""
    notes = (
        "Unanswered runs and unparsed decisions are not in the rates; the bounds show what the unparsed could change.",
        "A dilemma that its subject wrote, or decided on when it was selected, favours that subject.",
    )
    return make_table("exclusions", "Settings and exclusions", Exclusions, rows, notes=notes)


def _row(study: Study, evaluation: Evaluation, decisions: DecisionArrays) -> Exclusions:
    lacking = decisions.unanswered(Arm.UNBIASED, Arm.BIASED)
    readable = decisions.compared(Arm.UNBIASED, Arm.BIASED)
    name = model_name(evaluation.subject)
    provenances = [pair.provenance for pair in decisions.items]
    return Exclusions(
        subject=evaluation.subject,
        run=evaluation.run_id,
        order=evaluation.order,
        arms=", ".join(arm.value for arm in decisions.letters),
        dilemmas=len(decisions.items),
        runs=decisions.runs,
        never_answered=int(lacking.all(axis=1).sum()),
        unanswered=int(lacking.sum()),
        unparsed=sum(int((letters == UNPARSED).sum()) for letters in decisions.letters.values()),
        unreadable=int((~readable).sum()),
        kept_order=len({(decision.item_id, decision.arm) for decision in evaluation.decisions if decision.kept_order}),
        untiered=sum(getattr(pair.complexity, study.tiers.measure) is None for pair in decisions.items),
        own=sum(model_name(provenance.author) == name for provenance in provenances),
        decided=sum(model_name(provenance.decider or "") == name for provenance in provenances),
    )


def conflicts_of_interest(rows: Sequence[Exclusions]) -> tuple[str, ...]:
    """Return a sentence for each subject that wrote, or helped to select, dilemmas that it then answered."""
    lines = (
        f"{row.subject} wrote {row.own} of its dilemmas and was the decider of {row.decided}: it is favoured there."
        for row in rows
        if row.own or row.decided
    )
    # Several runs of one subject would say the same more than once.
    return tuple(dict.fromkeys(lines))


def authors(study: Study) -> tuple[AuthoredDilemmas, ...]:
    """Return a row for each author and decider."""
    right: dict[tuple[str, str], list[bool]] = {}
    depths: dict[tuple[str, str], set[int | None]] = {}
    for pair in study.items.values():
        key = pair.provenance.author, pair.provenance.decider or "not recorded"
        right.setdefault(key, []).append(pair.right_answer(Arm.UNBIASED) == 0)
        depths.setdefault(key, set()).add(pair.complexity.depth)
    return tuple(
        AuthoredDilemmas(*key, len(answers), float(np.mean(answers)), len(depths[key] - {None}))
        for key, answers in sorted(right.items())
    )


def different_datasets(decisions: Sequence[DecisionArrays]) -> str | None:
    """Return a sentence where subjects did not answer the same dilemmas, None where they did."""
    answered_ids: dict[str, set[str]] = {}
    for arrays in decisions:
        # An unreadable answer counts too, because the subject was shown the dilemma.
        is_shown = (arrays.letters[Arm.BIASED] != MISSING).any(axis=1)
        ids = {pair.id for pair, is_shown in zip(arrays.items, is_shown, strict=True) if is_shown}
        answered_ids.setdefault(arrays.subject, set()).update(ids)
    if len({frozenset(ids) for ids in answered_ids.values()}) <= 1:
        return None
    shared_ids, all_ids = set.intersection(*answered_ids.values()), set.union(*answered_ids.values())
    return (
        f"The subjects did not answer the same dilemmas: {len(shared_ids)} of {len(all_ids)} are common to all. "
        "Their rates are over different dilemmas; differences between two subjects use the shared ones only."
    )


ANALYSIS: ReportAnalysis[Measurements, Sequence[Exclusions]] = ReportAnalysis(
    "settings",
    "Settings and exclusions",
    CHECKS,
    "whether what is left out could change the conclusion",
    rows=lambda measurements: exclusions(measurements.study),
    show=lambda measurements, rows: Result(
        (table(rows),),
        (make_table("authors", "Authors of the dilemmas", AuthoredDilemmas, authors(measurements.study)),),
        first=preliminary(measurements.study.evaluations),
    ),
)
