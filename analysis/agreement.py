"""Whether runs of one subject, and different subjects, agree on the unbiased texts (PROBE-SWE, Figure 10)."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.drawing import Picture, canvas, heat, label_room, short_names, wrapped
from probe.analysis.scores import Floats
from probe.analysis.sheet import A, B, Sheet
from probe.analysis.tables import Gap, Kind, Row, Table, make_table, number
from probe.values import Arm, Bias

SEED_AUTHOR = "hand-made"
"""The author of the published seed corpus in imported datasets."""

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("dilemmas_of", "dilemmas of", "text"),
    ("first", "subject", "text"),
    ("second", "with", "text"),
    ("dilemmas", "dilemmas", "count"),
    ("agreement", "agreement of two runs", "share"),
)


BY_BIAS: tuple[tuple[str, str, Kind], ...] = (
    ("dilemmas_of", "dilemmas of", "text"),
    ("bias", "bias", "text"),
    ("dilemmas", "dilemmas", "count"),
    ("within", "within a subject", "share"),
    ("between", "between subjects", "share"),
)


def agreement(sheets: Sequence[Sheet]) -> Table:
    """Return how often two runs decide alike on an unbiased text: two of one subject, or one of each of two.

    Rows are given for the hand-made seeds apart, where there are any, and for all dilemmas.
    """
    counts = {name: _counts([sheet for sheet in sheets if sheet.subject == name]) for name in _subjects(sheets)}
    authors = {pair.id: pair.provenance.author for sheet in sheets for pair in sheet.pairs}
    seeds = {pair_id for pair_id, author in authors.items() if author == SEED_AUTHOR}
    groups = {"hand-made seeds": seeds} if seeds and len(seeds) < len(authors) else {}
    rows: list[Row] = []
    for label, ids in {**groups, "all": set(authors)}.items():
        for position, first in enumerate(counts):
            rows += [
                {"dilemmas_of": label, "first": first, "second": second} | _row(counts, first, second, ids)
                for second in list(counts)[position:]
            ]
    notes = ("A subject with itself: two different runs. 50 % is what coin tossing gives.",)
    return make_table("agreement", "Agreement on unbiased texts", COLUMNS, rows, notes=notes)


def agreement_by_bias(sheets: Sequence[Sheet]) -> Table:
    """Return, for each bias, mean agreement within subjects and between them (the published Figure 10's two bars)."""
    counts = {name: _counts([sheet for sheet in sheets if sheet.subject == name]) for name in _subjects(sheets)}
    pairs = {pair.id: pair for sheet in sheets for pair in sheet.pairs}
    seeds = {key for key, pair in pairs.items() if pair.provenance.author == SEED_AUTHOR}
    rows: list[Row] = []
    for label, ids in {
        **({"hand-made seeds": seeds} if 0 < len(seeds) < len(pairs) else {}),
        "all": set(pairs),
    }.items():
        for bias in Bias:
            chosen = {key for key in ids if pairs[key].bias is bias}
            within = [_row(counts, name, name, chosen)["agreement"] for name in counts]
            between = [_row(counts, one, other, chosen)["agreement"] for one, other in combinations(counts, 2)]
            row: Row = {"dilemmas_of": label, "bias": bias.value, "dilemmas": len(chosen)}
            if chosen:
                rows.append(row | {"within": _mean(within), "between": _mean(between)})
    return make_table("agreement_by_bias", "Agreement on unbiased texts by bias", BY_BIAS, rows, gap="no two runs")


def _mean(shares: Sequence[float | Gap]) -> float | None:
    known = [share for share in shares if not isinstance(share, Gap)]
    return float(np.mean(known)) if known else None


def _subjects(sheets: Sequence[Sheet]) -> list[str]:
    return list(dict.fromkeys(sheet.subject for sheet in sheets))


def _counts(sheets: Sequence[Sheet]) -> dict[str, tuple[int, int]]:
    """Return for each dilemma how many runs decided for A and for B, the orders mapped back."""
    found = {}
    for sheet in sheets:
        letters = sheet.letters[Arm.UNBIASED]
        for pair, a, b in zip(sheet.pairs, (letters == A).sum(axis=1), (letters == B).sum(axis=1), strict=True):
            found[pair.id] = (int(a), int(b))
    return found


def _row(counts: dict[str, dict[str, tuple[int, int]]], first: str, second: str, ids: set[str]) -> Row:
    shared = sorted(ids & counts[first].keys() & counts[second].keys())
    left = np.array([counts[first][key] for key in shared], dtype=np.float64).reshape(-1, 2)
    right = np.array([counts[second][key] for key in shared], dtype=np.float64).reshape(-1, 2)
    same, possible = _within(left) if first == second else _between(left, right)
    known = possible > 0
    if not known.any():
        return {"dilemmas": 0, "agreement": Gap(reason="no two readable runs" if shared else "no dilemma in common")}
    return {"dilemmas": int(known.sum()), "agreement": float(np.mean(same[known] / possible[known]))}


def _within(counts: Floats) -> tuple[Floats, Floats]:
    total = counts.sum(axis=1)
    return (counts * (counts - 1)).sum(axis=1), total * (total - 1)


def _between(left: Floats, right: Floats) -> tuple[Floats, Floats]:
    return (left * right).sum(axis=1), left.sum(axis=1) * right.sum(axis=1)


def picture(table: Table) -> Picture:
    """Draw agreement as a heat map of subjects by subjects, the seeds' beside that of all dilemmas."""
    known = [value for row in table.rows if (value := number(row["agreement"])) is not None]
    alt = "Heat map of agreement between runs on unbiased texts, within and between subjects."
    if known:
        alt += f" From {100 * min(known):.1f} to {100 * max(known):.1f} %."
    caption = "Percent of pairs of runs that decide alike; on the diagonal, runs of one subject."
    return Picture("agreement", "Agreement on unbiased texts", alt, caption, lambda: _draw(table))


def _draw(table: Table) -> Figure:
    groups = list(dict.fromkeys(str(row["dilemmas_of"]) for row in table.rows))
    subjects = list(dict.fromkeys(str(row["first"]) for row in table.rows))
    names = short_names(subjects)
    columns = [wrapped(names[subject]) for subject in subjects]
    figure, grid = canvas(len(groups) * (0.36 * len(subjects) + 0.3 + label_room(columns)), len(groups), 1)
    for panel, group in zip(grid.flat, groups, strict=True):
        values = np.full((len(subjects), len(subjects)), np.nan)
        for row in table.rows:
            share = number(row["agreement"])
            if row["dilemmas_of"] == group and share is not None:
                one, other = subjects.index(str(row["first"])), subjects.index(str(row["second"]))
                values[one, other] = values[other, one] = share
        lines = [names[subject] for subject in subjects]
        heat(panel, values, lines, columns, floor=0.5, limit=1.0)
        panel.set_title("dilemmas: " + group if len(groups) > 1 else "")
    return figure
