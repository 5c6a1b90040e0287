"""Unreadable answers of templates, counted by hand."""

import pytest

from probe.analysis.study import prepare_values
from probe.analysis.templates.answers import answer_rows
from probe.values import Arm, Bias, Decision, ItemValue, Measure, Provenance, StatedItem
from tests.analysis.made_datasets import evaluation_of


def test_a_test_is_dropped_where_one_half_cannot_be_read() -> None:
    """Two runs of two tests: one treatment and the third arm are unreadable; only the treatment drops a test."""
    items = tuple(
        StatedItem(
            protocol="made", bias=bias, cluster=str(index), scale=("no", "yes"), provenance=Provenance(author="a")
        )
        for index, bias in enumerate((Bias.FRAMING, Bias.FRAMING, Bias.ANCHORING))
    )
    unparsed_cells = {(0, 1, "treatment"), (1, 0, "other")}
    decisions = tuple(
        Decision(
            item_id=item.id, arm=Arm(arm), run=run, exchanged=False,
            decision="unparsed" if (index, run, arm) in unparsed_cells else 1,
            explanation="two words" if arm == "control" else "just these three" if arm == "treatment" else "",
        )
        for index, item in enumerate(items)
        for run in range(2)
        for arm in ("control", "treatment", "other")
    )  # fmt: skip
    evaluation = evaluation_of(items, decisions, reference="control")
    measure = Measure(name="v", label="v", meaning="a value")
    study = prepare_values(
        [evaluation], measures=[measure], estimator=lambda tests, answers: [ItemValue(items[0].id, "none", "v", 1.0)]
    )
    first, second = answer_rows(study)
    assert (first.subject, first.bias, first.answers, first.failed, first.dropped) == ("m/x", "anchoring bias", 6, 0, 0)
    assert (second.bias, second.answers) == ("framing effect", 12)
    assert (second.failed, second.dropped) == pytest.approx((2 / 12, 1 / 4))
    assert first.words == second.words == pytest.approx(5 / 3)
