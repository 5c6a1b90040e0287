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
from tests.analysis.unsteady_subjects import gives_in
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
    evaluations = [evaluate(DILEMMAS, gives_in(0.4, seed), subject=name) for name, seed in subjects.items()]
    by_arrays = prepare(evaluations)
    by_values = prepare_values(evaluations, measures=protocol.measures, estimator=protocol.values)
    first, second = (effects(study.scores, study.tiers) for study in (by_arrays, by_values))
    one_way, other_way = (np.array([numbers(row) for row in rows], dtype=np.float64) for rows in (first, second))
    np.testing.assert_allclose(one_way, other_way, rtol=1e-9, atol=1e-12)
    assert any(row.bounds.low < row.effect.low for row in first)  # type: ignore[union-attr]
    (one,), (other,) = (comparison(study.scores) for study in (by_arrays, by_values))
    assert defined(one.difference).model_dump() == pytest.approx(defined(other.difference).model_dump())


def numbers(row: EffectRow) -> list[float]:
    estimates = [
        getattr(part, name, np.nan)
        for part, names in ((row.effect, ("estimate", "low", "high", "p")), (row.bounds, ("low", "high")))
        for name in names
    ]
    levels = [one if isinstance(one, float) else np.nan for one in (row.error_on_unbiased, row.harmful, row.holm_p)]
    return [float(np.nan if one is None else one) for one in (row.dilemmas, row.clusters, *estimates, *levels)]


def test_the_shift_of_a_template_is_the_difference_of_its_arms() -> None:
    (measured,) = templates("biased?m=.4&noise=.3").evaluations
    found = [one for one in values(measured.items, measured.decisions) if one.measure == "shift"]  # type: ignore[arg-type]
    assert len(found) == 48
    for one in found:
        assert one.arms is not None
        assert one.value == one.arms[0] - one.arms[1]
        item = next(item for item in measured.items if item.id == one.item_id)
        answers = {(made.arm, made.run): made.decision for made in measured.decisions if made.item_id == item.id}
        pairs_of_answers = [(answers[Arm("control"), run], answers[Arm("treatment"), run]) for run in range(2)]
        shifts = [shift(item.metric, len(item.scale), *pair) for pair in pairs_of_answers]  # type: ignore[attr-defined, arg-type]
        assert one.value == pytest.approx(np.mean(shifts))


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
    """A subject that always takes the second of the points as shown is near the first, whichever end that is."""
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
        estimator=lambda tests, found: [ItemValue(test.id, "none", "v", 1.0)],
    )
    (row,) = position(study.decisions)
    assert row.preference.first.estimate == pytest.approx(1 - 1 / last)  # type: ignore[union-attr]


def test_the_bounds_of_a_ratio_of_sums_are_over_all_readings_of_each_item() -> None:
    """Weights change with what an unread answer would be: the ends are those of the best reading of every item."""
    tests = items(SOFTWARE, "planning fallacy", 3)
    unread = tuple(Decision(item_id=test.id, arm=Arm("control"), run=0, decision="unparsed") for test in tests)
    made = evaluation_of(tests, unread, runs=1, reference="control")

    def estimator(asked: object, decisions: Sequence[Decision]) -> list[ItemValue]:
        parts: dict[object, tuple[float, float]] = {0: (1.0, 4.0), len(tests[0].scale) - 1: (3.0, 1.0)}
        return [ItemValue(one.item_id, "none", "r", *parts.get(one.decision, (1.0, 2.0))) for one in decisions]

    (measure,) = (Measure(name="r", label="r", meaning="a ratio of sums"),)
    contrast = prepare_values([made], measures=[measure], estimator=estimator).scores.effect
    for end, weights, expected in zip(contrast.extremes, contrast.end_weights.T, (0.25, 3.0), strict=True):
        assert float((end * weights).sum() / weights.sum()) == pytest.approx(expected)


def test_a_table_on_effects_gets_the_words_of_a_measure() -> None:
    study = templates("biased?m=.6", "rational")
    found = of_measure(table(comparison(study.scores), study.headline), study.headline)
    assert [column.label for column in found.columns][4:7] == ["m, subject", "m, other", "difference of m"]
    assert "dilemma" not in "".join((found.title, *found.notes, *(column.label for column in found.columns)))


def test_a_table_about_items_has_their_article() -> None:
    found = Table(key="t", title="Trend of a dilemma", columns=())
    assert found.about("item").title == "Trend of an item"
