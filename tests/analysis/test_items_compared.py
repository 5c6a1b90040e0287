"""``probe compare`` on items of other protocols: planted differences, in three ways, and what their intervals cover."""

from collections.abc import Sequence

import numpy as np
import pytest

from probe.analysis.effects.compared import compare
from probe.analysis.effects.two_evaluations import DifferenceRow, Kind
from probe.analysis.statistics.differences import Effect
from probe.analysis.study import Study, prepare_values
from probe.analysis.tables import Gap
from probe.values import Bias, Decision, Item, ItemValue, Measure, Provenance
from tests.analysis.made_datasets import evaluation_of
from tests.defined import defined
from tests.protocols.menus import Menu

MEASURES = (Measure(name="pull", label="pull", meaning="how far"), Measure(name="other", label="other", meaning="none"))
BIASES = (Bias.FRAMING, Bias.BANDWAGON)


def menus(first: int, number: int, clusters: int = 0) -> tuple[Menu, ...]:
    """Items of two biases in turn; each has a separate cluster unless ``clusters`` is set."""
    return tuple(
        Menu(
            protocol="menus",
            bias=BIASES[at % 2],
            cluster=f"table {first // 1000}-{at % clusters if clusters else at}",
            scale=("soup", "bread", "cake"),
            plain=f"You are at table {first + at}.",
            praise="Take the last one.",
            provenance=Provenance(author="tests"),
        )
        for at in range(number)
    )


Values = Sequence[tuple[Menu, float]]


def study(*subjects: Values) -> Study:
    """A study in which each subject has these values of ``pull``."""
    values = {
        (index, item.id): value for index, subject_values in enumerate(subjects) for item, value in subject_values
    }

    def estimator(items: Sequence[Item], decisions: Sequence[Decision]) -> list[ItemValue]:
        index = decisions[0].run
        return [ItemValue(item.id, "none", "pull", values[index, item.id]) for item in items]

    evaluations = [
        evaluation_of(
            [item for item, _ in subject_values],
            [Decision(item_id=subject_values[0][0].id, arm="plain", run=index, decision=0)],
            f"subject {index}",
            run_id=str(index),
            runs=1,
            order="as-written",
        )
        for index, subject_values in enumerate(subjects)
    ]
    return prepare_values(evaluations, measures=MEASURES, estimator=estimator)


def rows_of(kind: Kind, *subjects: Values) -> tuple[DifferenceRow, ...]:
    """The rows of both measures, with the subjects in order."""
    return compare(study(*subjects), [f"subject {index}" for index in range(len(subjects))], kind)


def effect(row: DifferenceRow) -> Effect:
    return defined(row.difference)


def test_shared_items_are_paired_by_bias_and_only_shared_ones_count() -> None:
    """What makes items differ from each other cancels out; a measure without values has no row."""
    items = menus(0, 80)
    unshared_values = [(item, 9.0) for item in menus(5000, 10)]
    level = [(item, float(np.sin(index))) for index, item in enumerate(items)]
    raised_values = [(item, value + (0.3 if item.bias == Bias.FRAMING else 0.1)) for item, value in level]
    overall, bandwagon_row, framing_row = rows_of("paired", raised_values + unshared_values, level)
    assert (overall.first_dilemmas, overall.second_dilemmas, overall.measure) == (80, 80, "pull")
    assert effect(overall).estimate == pytest.approx(0.2)
    assert effect(framing_row).estimate == pytest.approx(0.3)
    assert effect(framing_row).low > 0.25, "without pairing the lower end would be below zero"
    assert effect(bandwagon_row).estimate == pytest.approx(0.1)
    assert isinstance(framing_row.holm_p, float)
    assert framing_row.holm_p < 0.001


def test_few_items_are_shown_and_not_tested() -> None:
    items = menus(0, 20)
    overall, _, framing_row = rows_of("paired", [(item, 0.5) for item in items], [(item, 0.25) for item in items])
    assert effect(overall).estimate == pytest.approx(0.25)
    assert effect(overall).p is not None
    assert (framing_row.first_effect, framing_row.second_effect) == (0.5, 0.25)
    assert (effect(framing_row).estimate, effect(framing_row).p) == (0.25, None)
    assert effect(framing_row).high - effect(framing_row).low > effect(overall).high - effect(overall).low
    assert framing_row.holm_p == Gap(reason="fewer than 20 dilemmas")


def test_a_reference_takes_out_how_strong_the_items_of_a_dataset_are() -> None:
    """Both subjects are moved by 0.2 more on the first dataset; the subject by 0.3 more than that."""
    generator = np.random.default_rng(5)
    first_items, second_items = menus(0, 80), menus(1000, 80)
    noise = iter(0.1 * generator.standard_normal(400))
    values = [
        [(item, mean + next(noise)) for item in items] for mean, items in ((0.6, first_items), (0.1, second_items))
    ]
    reference = [
        [(item, mean + next(noise)) for item in items] for mean, items in ((0.3, first_items), (0.1, second_items))
    ]
    unadjusted_row, adjusted_row = rows_of("datasets", *values)[0], rows_of("freshness", *values, *reference)[0]
    assert effect(unadjusted_row).estimate == pytest.approx(0.5, abs=0.06)
    assert effect(adjusted_row).estimate == pytest.approx(0.3, abs=0.08)
    assert effect(adjusted_row).low > 0
    assert adjusted_row.first_effect == pytest.approx(0.3, abs=0.05)


def test_the_interval_between_datasets_covers_the_difference() -> None:
    """Sixty items in twenty clusters that share an effect, on each dataset: within four standard errors of 95 %."""
    generator = np.random.default_rng(7)
    datasets, covered_count, replicates = (menus(0, 60, 20), menus(1000, 60, 20)), 0, 300
    for _ in range(replicates):
        samples = []
        for items, mean in zip(datasets, (0.5, 0.2), strict=True):
            cluster_effects = dict(
                zip(sorted({item.cluster for item in items}), 0.2 * generator.standard_normal(20), strict=True)
            )
            samples.append(
                [(item, mean + cluster_effects[item.cluster] + 0.4 * generator.standard_normal()) for item in items]
            )
        difference = effect(rows_of("datasets", *samples)[0])
        covered_count += difference.low <= 0.3 <= difference.high
    assert covered_count / replicates == pytest.approx(0.95, abs=0.05)
