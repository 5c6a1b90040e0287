"""What a report rests on: its settings, and everything that was left out, with its count."""

from collections.abc import Sequence

import numpy as np

from probe.analysis.ground import Ground
from probe.analysis.leakage import model_name
from probe.analysis.sheet import MISSING, UNPARSED, Sheet
from probe.analysis.tables import Kind, Row, Table, make_table
from probe.values import Arm, Evaluation

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("subject", "subject", "text"),
    ("run", "run", "text"),
    ("order", "order of the options", "text"),
    ("arms", "arms", "text"),
    ("dilemmas", "dilemmas in the dataset", "count"),
    ("runs", "runs", "count"),
    ("never_answered", "dilemmas never answered in both arms", "count"),
    ("unanswered", "runs that lack an arm", "count"),
    ("unparsed", "unparsed decisions", "count"),
    ("unreadable", "dilemmas without a readable run", "count"),
    ("kept_order", "texts that could not be exchanged", "count"),
    ("untiered", "dilemmas without a tier", "count"),
    ("own", "dilemmas it wrote itself", "count"),
    ("decided", "dilemmas that it helped to choose as decider", "count"),
)

_AUTHORS: tuple[tuple[str, str, Kind], ...] = (
    ("author", "author", "text"),
    ("decider", "decider", "text"),
    ("dilemmas", "dilemmas", "count"),
    ("right_is_a", "right option is A", "share"),
    ("depths", "distinct depths", "count"),
)


def exclusions(ground: Ground) -> Table:
    """Return a row for each evaluation: what was shown, and each reason for leaving something out with its count."""
    rows = [_row(ground, *pair) for pair in zip(ground.evaluations, ground.sheets, strict=True)]
    notes = (
        "Unanswered runs and unparsed decisions stay out of rates; the bounds say what the unparsed could do.",
        "A dilemma that its subject wrote, or decided on when it was chosen, favours that subject.",
    )
    return make_table("exclusions", "Settings and exclusions", COLUMNS, rows, notes=notes)


def _row(ground: Ground, evaluation: Evaluation, sheet: Sheet) -> Row:
    complexity = [getattr(pair.complexity, ground.tiers.measure) for pair in sheet.pairs]
    asked = sheet.answered(Arm.UNBIASED, Arm.BIASED)
    readable = sheet.readable(Arm.UNBIASED, Arm.BIASED)
    name = model_name(evaluation.subject)
    provenances = [pair.provenance for pair in sheet.pairs]
    return {
        "subject": evaluation.subject,
        "run": evaluation.run_id,
        "order": evaluation.order,
        "arms": ", ".join(arm.value for arm in sheet.letters),
        "dilemmas": len(sheet.pairs),
        "runs": sheet.shape[1],
        "never_answered": int((~asked.any(axis=1)).sum()),
        "unanswered": int((~asked).sum()),
        "unparsed": sum(int((letters == UNPARSED).sum()) for letters in sheet.letters.values()),
        "unreadable": int((~readable.any(axis=1)).sum()),
        "kept_order": len({(each.pair_id, each.arm) for each in evaluation.decisions if each.kept_order}),
        "untiered": sum(value is None for value in complexity),
        "own": sum(model_name(each.author) == name for each in provenances),
        "decided": sum(each.decider is not None and model_name(each.decider) == name for each in provenances),
    }


def interested(ground: Ground) -> tuple[str, ...]:
    """Return a sentence for each subject that wrote, or helped to choose, dilemmas that it then answered."""
    lines = (
        f"{row['subject']} wrote {row['own']} of its dilemmas and was the decider of {row['decided']}: "
        "it is favoured there."
        for row in exclusions(ground).rows
        if row["own"] or row["decided"]
    )
    return tuple(dict.fromkeys(lines))


def authors(ground: Ground) -> Table:
    """Return a row for each author and decider: how many dilemmas, how often A is right, how many depths."""
    groups: dict[tuple[str, str], list[bool]] = {}
    depths: dict[tuple[str, str], set[int | None]] = {}
    for pair in ground.pairs.values():
        key = pair.provenance.author, pair.provenance.decider or "not told"
        groups.setdefault(key, []).append(pair.correct_option.letter == "A")
        depths.setdefault(key, set()).add(pair.complexity.depth)
    rows: list[Row] = [
        {
            "author": author,
            "decider": decider,
            "dilemmas": len(right),
            "right_is_a": float(np.mean(right)),
            "depths": len(depths[author, decider] - {None}),
        }
        for (author, decider), right in sorted(groups.items())
    ]
    return make_table("authors", "Authors of the dilemmas", _AUTHORS, rows)


def different_datasets(sheets: Sequence[Sheet]) -> str | None:
    """Return a sentence where subjects did not answer the same dilemmas, None where they did."""
    answered: dict[str, set[str]] = {}
    for sheet in sheets:
        shown = (sheet.letters[Arm.BIASED] != MISSING).any(axis=1)
        ids = {pair.id for pair, is_shown in zip(sheet.pairs, shown, strict=True) if is_shown}
        answered.setdefault(sheet.subject, set()).update(ids)
    if len({frozenset(ids) for ids in answered.values()}) <= 1:
        return None
    shared, every = set.intersection(*answered.values()), set.union(*answered.values())
    return (
        f"The subjects did not answer the same dilemmas: {len(shared)} of {len(every)} are common to all. "
        "Their rates rest on different dilemmas; differences between two subjects use the shared ones only."
    )
