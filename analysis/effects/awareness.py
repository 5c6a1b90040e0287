"""Whether subjects' explanations mention the cue: judged explanations of harmful decisions (PROBE-SWE, Figure 7)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.effects.effect import ALL_BIASES
from probe.analysis.figures.charts import heat_map, short_names
from probe.analysis.figures.style import Picture
from probe.analysis.form import AS_PUBLISHED, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.scores import in_usual_order
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect, mean_share
from probe.analysis.statistics.weights import EQUALLY
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table
from probe.values import Awareness, Evaluation, Item, Vote


class AwarenessRow(NamedTuple):
    """One subject on one bias (or all): the shares of judged explanations that endorse and that mention the cue.

    ``undecided`` counts the questions on which a judge's votes have no strict majority.
    """

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    judge: Annotated[str, Heading("judge")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    explanations: Annotated[int, Heading("explanations", "count")]
    endorses: Annotated[Effect | Gap, EstimateHeading("endorses the cue", "share", prefix="endorses_")]
    mentions: Annotated[Effect | Gap, EstimateHeading("mentions the cue", "share", prefix="mentions_")]
    undecided: Annotated[int, Heading("no majority", "count")]
    unparsed: Annotated[float | None, Heading("unparsed votes", "share")]


Judged = tuple[Item, Awareness]
"""What a judge found in one explanation, after its dilemma."""


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
        present = in_usual_order(pair.bias.value for pair, _ in judged)
        by_bias = {bias: [each for each in judged if each[0].bias.value == bias] for bias in present}
        groups = {ALL_BIASES: judged} | by_bias
        rows += [_row(subject, bias, group) for bias, group in groups.items() if group]
    return tuple(rows)


def _judged(evaluations: Iterable[Evaluation]) -> Iterable[Judged]:
    for evaluation in evaluations:
        pairs = {pair.id: pair for pair in evaluation.items}
        yield from ((pairs[each.pair_id], each) for each in evaluation.awareness)


def _row(subject: str, bias: str, judged: Sequence[Judged]) -> AwarenessRow:
    ballots = [votes for _, each in judged for votes in (each.endorses, each.mentions)]
    votes = [vote for ballot in ballots for vote in ballot]
    return AwarenessRow(
        subject=subject,
        bias=bias,
        judge=", ".join(sorted({each.judge for _, each in judged})),
        dilemmas=len({each.pair_id for _, each in judged}),
        explanations=len({(each.pair_id, each.explanation) for _, each in judged}),
        endorses=_share([(pair, each.endorses) for pair, each in judged]),
        mentions=_share([(pair, each.mentions) for pair, each in judged]),
        undecided=sum(bool(ballot) and majority(ballot) is None for ballot in ballots),
        unparsed=votes.count("unparsed") / len(votes) if votes else None,
    )


def _share(ballots: Sequence[tuple[Item, Sequence[Vote]]]) -> Effect | Gap:
    """Return the share of yes over dilemmas, with an interval that is clustered by series."""
    verdicts: dict[str, list[float]] = defaultdict(list)
    pairs = {pair.id: pair for pair, _ in ballots}
    for pair, votes in ballots:
        verdict = majority(votes)
        if verdict is not None:
            verdicts[pair.id].append(float(verdict == "yes"))
    shares = np.array([np.mean(values) for values in verdicts.values()])
    clusters = np.array([pairs[key].provenance.series or key for key in verdicts])
    biases = np.array([pairs[key].bias.value for key in verdicts])
    none = Gap(reason="no majority" if any(votes for _, votes in ballots) else "not asked")
    return mean_share(shares, clusters, biases) or none


def table(rows: Sequence[AwarenessRow]) -> Table:
    """Return the rows as a table."""
    notes = (
        "The paper's awareness is “endorses”; “mentions” means that the explanation mentions the cue at all.",
        methods.RATE,
        EQUALLY,
        "Only explanations of harmful decisions are judged: subjects that err more often are judged on more of them.",
    )
    return make_table("awareness", "Bias awareness", AwarenessRow, rows, notes=notes, gap="not asked")


def picture(rows: Sequence[AwarenessRow]) -> Picture:
    """Draw awareness as a heat map, one line per bias and one column per subject."""
    measured = [(row, row.endorses.estimate) for row in rows if not isinstance(row.endorses, Gap)]
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
            values[biases.index(row.bias), subjects.index(row.subject)] = row.endorses.estimate
    return heat_map(values, biases, list(short_names(subjects).values()), limit=1.0)


def _needs(measured: Measurements) -> str:
    if not measured.direct and not measured.study.scores.net.wrong.any():
        return "Bias awareness: no decision on a biased text was wrong, so that there is no explanation to judge."
    return "Bias awareness: no explanation was judged (probe awareness)."


ANALYSIS: ReportAnalysis[Measurements, Sequence[AwarenessRow]] = ReportAnalysis(
    "awareness",
    "Bias awareness",
    AS_PUBLISHED,
    "whether explanations can be used to detect a biased decision",
    rows=lambda measured: awareness(measured.study.evaluations),
    show=lambda measured, rows: Result.drawn((picture(rows),), table(rows)),
    needs=_needs,
)
