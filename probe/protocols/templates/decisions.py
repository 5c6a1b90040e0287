"""Read published decisions on template tests, so that they are analysed with intervals.

A row has both decisions of a test as the number of the option shown, from 1, and ``option_order``: the index, as
written, of the option at each position. A row that lacks a decision is a run whose answers could not be read.
"""

import ast
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from probe.errors import InputError
from probe.files.spreadsheets import read_csv
from probe.protocols.arguments import CollectedDecisions
from probe.protocols.templates.item import ARMS, TemplateItem
from probe.protocols.templates.malberg import SIDES, UNREADABLE
from probe.protocols.templates.metric import m
from probe.protocols.templates.showing import EXTRACT
from probe.values import Arm, Choice, Decision

COLUMNS = ("id", "model", *(f"{side}_{suffix}" for side in SIDES for suffix in ("option_order", "decision")))
TOLERANCE = 0.005
"""By how much a recorded score may differ from ours: published scores have two decimals or more."""


def read_decisions(file: Path, items: Sequence[TemplateItem], subject: str | None) -> CollectedDecisions:
    """Return the decisions of one model on ``items``, whose rows are matched by the id of the test.

    Rows on the same test are runs. Raises InputError that names the row if there are several models and ``subject`` is
    not one of them, or if a row is about another test.
    """
    # Rows name the published id, which an import keeps: PROBE's own is a hash of the content.
    items_by_id = {str(item.provenance.imported.get("id") or item.id): item for item in items}
    rows = list(read_csv(file, COLUMNS, "a file of published decisions"))
    model = _model(file, [row["model"] for _, row in rows], subject)
    runs: Counter[str] = Counter()
    decisions: list[Decision] = []
    differing_count = 0
    for number, row in rows:
        if row["model"] != model:
            continue
        item = items_by_id.get(row["id"])
        if item is None:
            raise InputError(
                f"{file} row {number}: the dataset has no test {row['id'][:40]!r}; name that of these rows"
            )
        try:
            pair = [_decision(item, row, side, runs[item.id]) for side in SIDES]
            # Count differences but do not refuse them: the analysis uses m of the decisions, not the recorded score.
            differing_count += _score_differs(item, pair, row.get("individual_score", ""))
        except UNREADABLE as error:
            raise InputError(f"{file} row {number}: {error}; correct the row or delete it") from error
        decisions += pair
        runs[item.id] += 1
    notice = f"in {differing_count} rows, individual_score is not m of the decisions; m is what is analysed"
    return CollectedDecisions(
        subject=model,
        decisions=tuple(decisions),
        runs=max(runs.values()),
        order="both" if any(decision.exchanged for decision in decisions) else "as-written",
        arms=ARMS[:2],
        tool="malberg",
        choices={"answering": EXTRACT},
        notices=(notice,) if differing_count else (),
    )


def _model(file: Path, models: Sequence[str], subject: str | None) -> str:
    distinct_models = list(dict.fromkeys(models))
    if not distinct_models:
        raise InputError(f"{file}: contains no decisions; give a file of published decisions")
    if subject is None and len(distinct_models) == 1:
        return distinct_models[0]
    if subject not in distinct_models:
        names = ", ".join(name[:60] for name in distinct_models[:30])
        raise InputError(f"{file}: choose the model with --subject among {names}")
    return subject


def _decision(item: TemplateItem, row: Mapping[str, str], side: str, run: int) -> Decision:
    points = len(item.scale)
    order = _order(row[f"{side}_option_order"], points)
    choice = _choice(row[f"{side}_decision"], order, side)
    answer = row.get(f"{side}_answer", "")
    exchanged = order != list(range(points))
    return Decision(item_id=item.id, arm=Arm(side), run=run, decision=choice, exchanged=exchanged, explanation=answer)


def _order(text: str, points: int) -> list[int]:
    """Return the index of the option at each place; as written where a failed row has none."""
    # Published orders are in Python's notation: read literals only, and run no code.
    order: Any = ast.literal_eval(text) if text.strip() else list(range(points))
    if not isinstance(order, list) or sorted(map(str, order)) != sorted(map(str, range(points))):
        raise ValueError(f"the option order is not that of {points} options")
    return [int(index) for index in order]


def _choice(text: str, order: Sequence[int], side: str) -> Choice:
    if not text.strip():
        return "unparsed"
    number = float(text)
    # Published decisions may be floats: 3.0 is in the range, but 3.5 is not.
    if number not in range(1, len(order) + 1):
        raise ValueError(f"the {side} decision {text[:20]!r} is not one of the options 1 to {len(order)}")
    return order[int(number) - 1]


def _score_differs(item: TemplateItem, pair: Sequence[Decision], score: str) -> bool:
    """Whether the recorded score differs from the metric of both decisions; a row without either has none."""
    control, treatment = (decision.decision for decision in pair)
    if control == "unparsed" or treatment == "unparsed" or not score.strip():
        return False
    return abs(float(score) - m(item.metric, len(item.scale), control, treatment)) > TOLERANCE
