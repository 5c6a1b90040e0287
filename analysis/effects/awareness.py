"""Whether subjects' explanations mention the cue: judged explanations of harmful decisions (PROBE-SWE, Figure 7)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.effects.sensitivity import ALL_BIASES, Rate
from probe.analysis.figures.charts import heat_map, short_names
from probe.analysis.figures.style import Picture
from probe.analysis.scores import in_usual_order
from probe.analysis.statistics.intervals import strata_of, wilson
from probe.analysis.tables import ColumnSpec, Gap, Table, make_table
from probe.values import Awareness, Evaluation, Vote


class AwarenessRow(NamedTuple):
    """One subject on one bias (or all): the shares of judged explanations that endorse and that mention the cue.

    ``undecided`` counts the questions on which a judge's votes have no strict majority.
    """

    subject: str
    bias: str
    judge: str
    dilemmas: int
    explanations: int
    endorses: Rate | Gap
    mentions: Rate | Gap
    undecided: int
    unparsed: float | None


COLUMNS = (
    ColumnSpec("subject", "subject"),
    ColumnSpec("bias", "bias"),
    ColumnSpec("judge", "judge"),
    ColumnSpec("dilemmas", "dilemmas", "count"),
    ColumnSpec("explanations", "explanations", "count"),
    ColumnSpec("endorses", "endorses the cue", "share", "endorses.value"),
    ColumnSpec("endorses_low", "low", "share", "endorses.wilson.low"),
    ColumnSpec("endorses_high", "high", "share", "endorses.wilson.high"),
    ColumnSpec("mentions", "mentions the cue", "share", "mentions.value"),
    ColumnSpec("mentions_low", "low", "share", "mentions.wilson.low"),
    ColumnSpec("mentions_high", "high", "share", "mentions.wilson.high"),
    ColumnSpec("undecided", "no majority", "count"),
    ColumnSpec("unparsed", "unparsed votes", "share"),
)

Judged = tuple[str, Awareness]
"""What a judge found in one explanation, after the bias of its dilemma."""


def majority(votes: Sequence[Vote]) -> Vote | None:
    """Return what more than half of all votes are, None where neither yes nor no has that."""
    if votes.count("yes") * 2 > len(votes):
        return "yes"
    return "no" if votes.count("no") * 2 > len(votes) else None


def awareness(evaluations: Sequence[Evaluation]) -> tuple[AwarenessRow, ...]:
    """Return, for each subject and bias, the share of explanations that endorse and that mention the cue.

    Each explanation was judged once by every judge, with several votes. A judge without a strict majority is left out
    of the share and counted. The rest is averaged within its dilemma first: each judge's majority counts once there.
    """
    rows = []
    for subject in dict.fromkeys(evaluation.subject for evaluation in evaluations):
        judged = list(_judged(evaluation for evaluation in evaluations if evaluation.subject == subject))
        present = in_usual_order(bias for bias, _ in judged)
        ordered = [each for bias in present for each in judged if each[0] == bias]
        groups = {ALL_BIASES: ordered} | {bias: [each for each in judged if each[0] == bias] for bias in present}
        rows += [_row(subject, bias, group) for bias, group in groups.items() if group]
    return tuple(rows)


def _judged(evaluations: Iterable[Evaluation]) -> Iterable[Judged]:
    for evaluation in evaluations:
        biases = {pair.id: pair.bias.value for pair in evaluation.pairs}
        yield from ((biases[each.pair_id], each) for each in evaluation.awareness)


def _row(subject: str, bias: str, judged: Sequence[Judged]) -> AwarenessRow:
    ballots = [votes for _, each in judged for votes in (each.endorses, each.mentions)]
    votes = [vote for ballot in ballots for vote in ballot]
    return AwarenessRow(
        subject=subject,
        bias=bias,
        judge=", ".join(sorted({each.judge for _, each in judged})),
        dilemmas=len({each.pair_id for _, each in judged}),
        explanations=len({(each.pair_id, each.explanation) for _, each in judged}),
        endorses=_share([(bias, each.pair_id, each.endorses) for bias, each in judged]),
        mentions=_share([(bias, each.pair_id, each.mentions) for bias, each in judged]),
        undecided=sum(bool(ballot) and majority(ballot) is None for ballot in ballots),
        unparsed=votes.count("unparsed") / len(votes) if votes else None,
    )


def _share(ballots: Sequence[tuple[str, str, Sequence[Vote]]]) -> Rate | Gap:
    """Return the share of yes over dilemmas from (bias, dilemma, votes), with Wilson's interval within biases."""
    verdicts = defaultdict(list)
    for bias, pair_id, votes in ballots:
        found = majority(votes)
        if found is not None:
            verdicts[bias, pair_id].append(float(found == "yes"))
    if not verdicts:
        return Gap(reason="no majority" if any(votes for _, _, votes in ballots) else "not asked")
    shares = np.array([np.mean(values) for values in verdicts.values()])
    return Rate(float(shares.mean()), wilson(shares, strata_of(np.array([bias for bias, _ in verdicts], dtype=object))))


def table(rows: Sequence[AwarenessRow]) -> Table:
    """Return the rows as a table."""
    notes = (
        "The paper's awareness is “endorses”; “mentions” means that the explanation mentions the cue at all.",
        "Only explanations of harmful decisions are judged: subjects that err more often are judged on more of them.",
    )
    return make_table("awareness", "Bias awareness", COLUMNS, rows, notes=notes, gap="not asked")


def picture(rows: Sequence[AwarenessRow]) -> Picture:
    """Draw awareness as a heat map, one line per bias and one column per subject."""
    measured = [(row, row.endorses.value) for row in rows if not isinstance(row.endorses, Gap)]
    alt = "Heat map of the share of judged explanations that endorse the cue, by bias and subject."
    if measured:
        (top, _), (least, _) = (pick(measured, key=lambda each: each[1]) for pick in (max, min))
        alt += f" Highest: {top.bias}, {top.subject}; lowest: {least.bias}, {least.subject}."
    caption = (
        "Percent of explanations of harmful decisions that endorse the cue, by strict majority of the judge's votes."
    )
    return Picture("awareness", "Bias awareness", alt, caption, lambda: _draw(rows))


def _draw(rows: Sequence[AwarenessRow]) -> Figure:
    subjects = list(dict.fromkeys(row.subject for row in rows))
    biases = list(dict.fromkeys(row.bias for row in rows))
    values = np.full((len(biases), len(subjects)), np.nan)
    for row in rows:
        if not isinstance(row.endorses, Gap):
            values[biases.index(row.bias), subjects.index(row.subject)] = row.endorses.value
    return heat_map(values, biases, list(short_names(subjects).values()), limit=1.0)
