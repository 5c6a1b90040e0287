"""A few flips in the subjects' own words."""

from collections.abc import Sequence

from probe.analysis.tables import Kind, Row, Table, make_table
from probe.values import Arm, Bias, Evaluation

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("subject", "subject", "text"),
    ("bias", "bias", "text"),
    ("dilemma", "dilemma", "text"),
    ("unbiased", "on the unbiased text", "text"),
    ("biased", "on the biased text", "text"),
)

_LONGEST = 400


def examples(evaluations: Sequence[Evaluation], each: int = 1) -> Table:
    """Return, for each subject and bias, the first ``each`` flips from right to wrong with both explanations."""
    rows: list[Row] = []
    for evaluation in evaluations:
        seen: dict[Bias, int] = {}
        pairs = {pair.id: pair for pair in evaluation.pairs}
        kept = {(found.pair_id, found.run, found.arm): found for found in evaluation.decisions}
        for pair_id, run in sorted({(found.pair_id, found.run) for found in evaluation.decisions}):
            pair = pairs[pair_id]
            before, after = (kept.get((pair_id, run, arm)) for arm in (Arm.UNBIASED, Arm.BIASED))
            if before is None or after is None or seen.get(pair.bias, 0) >= each:
                continue
            right = pair.correct_option.letter
            if before.decision == right and after.decision not in (right, "unparsed") and after.explanation:
                seen[pair.bias] = seen.get(pair.bias, 0) + 1
                row: Row = {"subject": evaluation.subject, "bias": pair.bias.value, "dilemma": f"{pair_id} run {run}"}
                rows.append(row | {"unbiased": _cut(before.explanation), "biased": _cut(after.explanation)})
    rows.sort(key=lambda row: (str(row["subject"]), list(Bias).index(Bias(str(row["bias"])))))
    notes = ("The first found, not chosen; explanations are the subjects' words and may be untrue.",)
    return make_table("examples", "Flips from right to wrong", COLUMNS, rows, notes=notes)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
