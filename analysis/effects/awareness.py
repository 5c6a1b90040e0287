"""Whether subjects' explanations mention the cue: judged explanations of harmful decisions (PROBE-SWE, Figure 7)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.effects.estimating import ALL_BIASES
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


JudgedItem = tuple[Item, Awareness]
"""A dilemma, and what a judge found in one explanation of a decision on it."""


def majority(votes: Sequence[Vote]) -> Vote | None:
    """Return the vote that more than half of all judges gave, None where neither yes nor no has a majority."""
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
        judgements = list(_judged_items(evaluation for evaluation in evaluations if evaluation.subject == subject))
        present_biases = in_usual_order(pair.bias.value for pair, _ in judgements)
        by_bias = {
            bias: [judgement for judgement in judgements if judgement[0].bias.value == bias] for bias in present_biases
        }
        groups = {ALL_BIASES: judgements} | by_bias
        rows += [_row(subject, bias, group) for bias, group in groups.items() if group]
    return tuple(rows)


def _judged_items(evaluations: Iterable[Evaluation]) -> Iterable[JudgedItem]:
    for evaluation in evaluations:
        pairs = {pair.id: pair for pair in evaluation.items}
        yield from ((pairs[awareness_record.pair_id], awareness_record) for awareness_record in evaluation.awareness)


def _row(subject: str, bias: str, judgements: Sequence[JudgedItem]) -> AwarenessRow:
    ballots = [
        votes for _, awareness_record in judgements for votes in (awareness_record.endorses, awareness_record.mentions)
    ]
    votes = [vote for ballot in ballots for vote in ballot]
    return AwarenessRow(
        subject=subject,
        bias=bias,
        judge=", ".join(sorted({awareness_record.judge for _, awareness_record in judgements})),
        dilemmas=len({awareness_record.pair_id for _, awareness_record in judgements}),
        explanations=len(
            {(awareness_record.pair_id, awareness_record.explanation) for _, awareness_record in judgements}
        ),
        endorses=_share([(pair, awareness_record.endorses) for pair, awareness_record in judgements]),
        mentions=_share([(pair, awareness_record.mentions) for pair, awareness_record in judgements]),
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
    gap = Gap(reason="no majority" if any(votes for _, votes in ballots) else "not asked")
    return mean_share(shares, clusters, biases) or gap


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
    measured_rows = [(row, row.endorses.estimate) for row in rows if not isinstance(row.endorses, Gap)]
    alt = "Heat map of the share of judged explanations that endorse the cue, by bias and subject."
    if measured_rows:
        (highest, _), (lowest, _) = (extreme(measured_rows, key=lambda pair: pair[1]) for extreme in (max, min))
        alt += f" Highest: {highest.bias}, {highest.subject}; lowest: {lowest.bias}, {lowest.subject}."
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


def _needs(measurements: Measurements) -> str:
    if not measurements.study.direct and not measurements.study.scores.net.wrong.any():
        return "Bias awareness: no decision on a biased text was wrong, so that there is no explanation to judge."
    return "Bias awareness: no explanation was judged (probe awareness)."


ANALYSIS: ReportAnalysis[Measurements, Sequence[AwarenessRow]] = ReportAnalysis(
    "awareness",
    "Bias awareness",
    AS_PUBLISHED,
    "whether explanations can be used to detect a biased decision",
    rows=lambda measurements: awareness(measurements.study.evaluations),
    show=lambda measurements, rows: Result.of_pictures((picture(rows),), table(rows)),
    needs=_needs,
)
