"""Whether subjects say what moved them: judged explanations of harmful decisions (PROBE-SWE, Figure 7)."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.drawing import Picture, canvas, heat, label_room, short_names, wrapped
from probe.analysis.sensitivity import ALL_BIASES
from probe.analysis.statistics.intervals import strata_of, wilson
from probe.analysis.tables import Gap, Kind, Row, Table, make_table, number, numbers
from probe.values import Awareness, Bias, Evaluation, Vote

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("subject", "subject", "text"),
    ("bias", "bias", "text"),
    ("judge", "judge", "text"),
    ("dilemmas", "dilemmas", "count"),
    ("explanations", "explanations", "count"),
    ("endorses", "endorses the cue", "share"),
    ("endorses_low", "low", "share"),
    ("endorses_high", "high", "share"),
    ("mentions", "mentions the cue", "share"),
    ("mentions_low", "low", "share"),
    ("mentions_high", "high", "share"),
    ("undecided", "no majority", "count"),
    ("unparsed", "unparsed votes", "share"),
)


def majority(votes: Sequence[Vote]) -> Vote | None:
    """Return what more than half of all votes say, None where neither yes nor no has that."""
    if votes.count("yes") * 2 > len(votes):
        return "yes"
    return "no" if votes.count("no") * 2 > len(votes) else None


def awareness(evaluations: Sequence[Evaluation]) -> Table:
    """Return, for each subject and bias, the share of explanations that endorse and that mention the cue.

    Each explanation of a dilemma was judged once by every judge, by several votes; without a strict majority a judge's
    word is left out of the share and counted. What is left is averaged within its dilemma first: each judge's majority
    has one voice there, and none outvotes another.
    """
    rows: list[Row] = []
    for subject in dict.fromkeys(evaluation.subject for evaluation in evaluations):
        told = defaultdict(list)
        for evaluation in evaluations:
            if evaluation.subject == subject:
                biases = {pair.id: pair.bias.value for pair in evaluation.pairs}
                for judged in evaluation.awareness:
                    told[biases[judged.pair_id]].append(judged)
        present = [bias.value for bias in Bias if told[bias.value]]
        groups = {ALL_BIASES: [(bias, each) for bias in present for each in told[bias]]}
        groups |= {bias: [(bias, each) for each in told[bias]] for bias in present}
        rows += [{"subject": subject, "bias": bias} | _row(group) for bias, group in groups.items() if group]
    notes = (
        "The paper's awareness is “endorses”; “mentions” says that the cue is spoken of at all.",
        "Explanations of harmful decisions only: subjects that err more often are judged on more.",
    )
    return make_table("awareness", "Bias awareness", COLUMNS, rows, notes=notes, gap="not asked")


def _row(judged: list[tuple[str, Awareness]]) -> Row:
    votes = [vote for _, each in judged for vote in (*each.endorses, *each.mentions)]
    undecided = sum(
        bool(question) and majority(question) is None
        for _, each in judged
        for question in (each.endorses, each.mentions)
    )
    row: Row = {
        "judge": ", ".join(sorted({each.judge for _, each in judged})),
        "dilemmas": len({each.pair_id for _, each in judged}),
        "explanations": len({(each.pair_id, each.explanation) for _, each in judged}),
        "undecided": undecided,
        "unparsed": votes.count("unparsed") / len(votes) if votes else None,
    }
    return row | _share(judged, "endorses") | _share(judged, "mentions")


def _share(judged: list[tuple[str, Awareness]], question: str) -> Row:
    verdicts = defaultdict(list)
    for bias, each in judged:
        found = majority(getattr(each, question))
        if found is not None:
            verdicts[bias, each.pair_id].append(float(found == "yes"))
    keys = (question, f"{question}_low", f"{question}_high")
    if not verdicts:
        asked = any(getattr(each, question) for _, each in judged)
        return dict.fromkeys(keys, Gap(reason="no majority" if asked else "not asked"))
    shares = np.array([np.mean(values) for values in verdicts.values()])
    interval = wilson(shares, strata_of(np.array([bias for bias, _ in verdicts], dtype=object)))
    low, high = (interval.low, interval.high) if interval else (None, None)
    return dict(zip(keys, (float(shares.mean()), low, high), strict=True))


def picture(table: Table) -> Picture:
    """Draw awareness as a heat map, a line a bias, a column a subject."""
    known = [row for row in table.rows if number(row["endorses"]) is not None]
    alt = "Heat map of the share of judged explanations that endorse the cue, by bias and subject."
    if known:
        top, least = (pick(known, key=lambda row: number(row["endorses"]) or 0.0) for pick in (max, min))
        alt += f" Highest: {top['bias']}, {top['subject']}; lowest: {least['bias']}, {least['subject']}."
    caption = (
        "Percent of explanations of harmful decisions that endorse the cue, by strict majority of the judge's votes."
    )
    return Picture("awareness", "Bias awareness", alt, caption, lambda: _draw(table))


def _draw(table: Table) -> Figure:
    subjects = list(dict.fromkeys(str(row["subject"]) for row in table.rows))
    biases = list(dict.fromkeys(str(row["bias"]) for row in table.rows))
    values = np.full((len(biases), len(subjects)), np.nan)
    for row, share in zip(table.rows, numbers(table.rows, "endorses"), strict=True):
        values[biases.index(str(row["bias"])), subjects.index(str(row["subject"]))] = share
    names = short_names(subjects)
    columns = [wrapped(names[subject]) for subject in subjects]
    figure, grid = canvas(0.3 * len(biases) + 0.2 + label_room(columns))
    heat(grid[0, 0], values, biases, columns, limit=1.0)
    return figure
