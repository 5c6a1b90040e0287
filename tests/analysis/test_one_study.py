"""One study for every protocol: an estimator's arms give what the arrays of dilemmas do, and tables any measure."""

from collections.abc import Sequence

import numpy as np
import pytest

from probe.analysis.effects.comparison import comparison, table
from probe.analysis.effects.effect import EffectRow, effects
from probe.analysis.effects.position import position
from probe.analysis.measurements import of_measure
from probe.analysis.study import Study, prepare, prepare_values
from probe.analysis.tables import Table
from probe.protocols.dilemmas.protocol import DilemmaProtocol
from probe.protocols.templates.estimator import MEASURES, values
from probe.protocols.templates.metric import shift
from probe.values import Arm, Bias, Decision, ItemValue, Measure
from tests.analysis.made_datasets import evaluate, evaluation_of, pairs
from tests.analysis.reports import report_on_items
from tests.analysis.unsteady_subjects import susceptible_subject
from tests.defined import defined
from tests.protocols.templates.material import SOFTWARE, evaluation, items

DILEMMAS = pairs([Bias.FRAMING, Bias.ANCHORING], 24)


def templates(*subjects: str) -> Study:
    tests = [
        item for bias in ("framing effect", "anchoring bias", "planning fallacy") for item in items(SOFTWARE, bias, 24)
    ]
    return prepare_values([evaluation(name, tests) for name in subjects], measures=MEASURES, estimator=values)


def test_the_arms_of_an_estimator_give_every_number_of_dilemmas() -> None:
    """The same estimates, intervals, tests and bounds, and the same difference of two subjects."""
    subjects, protocol = {"m/one": 1, "m/two": 2}, DilemmaProtocol()
    evaluations = [evaluate(DILEMMAS, susceptible_subject(0.4, seed), subject=name) for name, seed in subjects.items()]
    by_arrays = prepare(evaluations)
    by_values = prepare_values(evaluations, measures=protocol.measures, estimator=protocol.values)
    first, second = (effects(study.scores, study.tiers) for study in (by_arrays, by_values))
    one_way, other_way = (np.array([numbers(row) for row in rows], dtype=np.float64) for rows in (first, second))
    np.testing.assert_allclose(one_way, other_way, rtol=1e-9, atol=1e-12)
    assert any(row.bounds.low < row.effect.low for row in first)  # type: ignore[union-attr]
    (array_row,), (value_row,) = (comparison(study.scores) for study in (by_arrays, by_values))
    assert defined(array_row.difference).model_dump() == pytest.approx(defined(value_row.difference).model_dump())


def numbers(row: EffectRow) -> list[float]:
    estimates = [
        getattr(part, name, np.nan)
        for part, names in ((row.effect, ("estimate", "low", "high", "p")), (row.bounds, ("low", "high")))
        for name in names
    ]
    levels = [
        level if isinstance(level, float) else np.nan for level in (row.error_on_unbiased, row.harmful, row.holm_p)
    ]
    return [float(np.nan if number is None else number) for number in (row.dilemmas, row.clusters, *estimates, *levels)]


def test_the_shift_of_a_template_is_the_difference_of_its_arms() -> None:
    (evaluation,) = templates("biased?m=.4&noise=.3").evaluations
    item_values = values(evaluation.items, evaluation.decisions)  # type: ignore[arg-type]
    shift_values = [item_value for item_value in item_values if item_value.measure == "shift"]
    assert len(shift_values) == 48
    for item_value in shift_values:
        assert item_value.arms is not None
        assert item_value.value == item_value.arms[0] - item_value.arms[1]
        item = next(item for item in evaluation.items if item.id == item_value.item_id)
        answers = {
            (decision.arm, decision.run): decision.decision
            for decision in evaluation.decisions
            if decision.item_id == item.id
        }
        pairs_of_answers = [(answers[Arm("control"), run], answers[Arm("treatment"), run]) for run in range(2)]
        shifts = [shift(item.metric, len(item.scale), *pair) for pair in pairs_of_answers]  # type: ignore[attr-defined, arg-type]
        assert item_value.value == pytest.approx(np.mean(shifts))


def test_a_report_on_templates_has_what_every_measure_has() -> None:
    findings = report_on_items(templates("biased?m=.6", "rational", "prefers-first"))
    tables = {table.key: table for table in findings.tables}
    assert {"comparison", "biases", "heterogeneity", "position", "analysis_plan"} <= set(tables)
    first = next(row for row in tables["comparison"].rows if row["second"] == "simulated/rational")
    assert isinstance(low := first["low"], float)
    assert low > 0.3
    assert not {"error_on_unbiased", "first_error", "flip_difference"} & {
        key for row in tables["comparison"].rows for key in row
    }
    assert any("prefers-first leans to the options shown first" in line for line in findings.answer)
    assert not any("simulated/rational leans" in line for line in findings.answer)


def test_nearness_to_the_first_option_counts_every_point_of_a_scale() -> None:
    """A subject that always takes the second point as shown is near the first, at either end of the scale."""
    test = items(SOFTWARE, "framing effect", 1)[0]
    last = len(test.scale) - 1
    decisions = tuple(
        Decision(item_id=test.id, arm=Arm("control"), run=run, decision=last - 1 if run else 1, exchanged=bool(run))
        for run in range(2)
    )
    measure = Measure(name="v", label="v", meaning="a value")
    study = prepare_values(
        [evaluation_of([test], decisions)],
        measures=[measure],
        estimator=lambda tests, decisions: [ItemValue(test.id, "none", "v", 1.0)],
    )
    (row,) = position(study.decisions)
    assert row.preference.first.estimate == pytest.approx(1 - 1 / last)  # type: ignore[union-attr]


def test_the_bounds_of_a_ratio_of_sums_are_over_all_readings_of_each_item() -> None:
    """Weights depend on what an unread answer would be: the ends are those of the best reading of every item."""
    tests = items(SOFTWARE, "planning fallacy", 3)
    decisions = tuple(Decision(item_id=test.id, arm=Arm("control"), run=0, decision="unparsed") for test in tests)
    evaluation = evaluation_of(tests, decisions, runs=1, reference="control")

    def estimator(items: object, decisions: Sequence[Decision]) -> list[ItemValue]:
        parts: dict[object, tuple[float, float]] = {0: (1.0, 4.0), len(tests[0].scale) - 1: (3.0, 1.0)}
        return [
            ItemValue(decision.item_id, "none", "r", *parts.get(decision.decision, (1.0, 2.0)))
            for decision in decisions
        ]

    (measure,) = (Measure(name="r", label="r", meaning="a ratio of sums"),)
    contrast = prepare_values([evaluation], measures=[measure], estimator=estimator).scores.effect
    for end, weights, expected in zip(contrast.extremes, contrast.end_weights.T, (0.25, 3.0), strict=True):
        assert float((end * weights).sum() / weights.sum()) == pytest.approx(expected)


def test_a_table_on_effects_gets_the_words_of_a_measure() -> None:
    study = templates("biased?m=.6", "rational")
    measure_table = of_measure(table(comparison(study.scores), study.headline), study.headline)
    assert [column.label for column in measure_table.columns][4:7] == ["m, subject", "m, other", "difference of m"]
    assert "dilemma" not in "".join(
        (measure_table.title, *measure_table.notes, *(column.label for column in measure_table.columns))
    )


def test_a_table_about_items_has_their_article() -> None:
    trend_table = Table(key="t", title="Trend of a dilemma", columns=())
    assert trend_table.about("item").title == "Trend of an item"
