"""The plan of an evaluation of items from a smaller one."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from probe.analysis.items.plan import (
    Spread,
    clusters_for,
    half_width,
    plan_rows,
    plan_table,
    smallest_effect,
    spread_of,
)
from probe.analysis.items.study import Cell, study_items
from probe.analysis.statistics.differences import clustered_mean
from probe.analysis.tables import Gap
from probe.protocols.templates.estimator import MEASURES, values
from probe.values import Evaluation, Item
from tests.protocols.templates.material import SOFTWARE, items
from tests.protocols.templates.test_answering import answered
from tests.shared import CommandLine

TESTS = items(SOFTWARE, "framing effect", 40)


def cell(numbers: np.ndarray) -> Cell:
    return Cell(numbers, np.ones(len(numbers)), tuple(TESTS[: len(numbers)]))


def evaluation(spec: str, tests: list[Item]) -> Evaluation:
    return Evaluation(
        subject=f"simulated/{spec}",
        run_id="r",
        runs=2,
        order="both",
        items=tuple(tests),
        decisions=tuple(answered(tests, spec, 2)),  # type: ignore[arg-type]
        reference="control",
    )


def test_the_planned_half_width_is_that_of_the_report_apart_from_caution() -> None:
    numbers = np.random.default_rng(1).normal(0.2, 0.5, 40)
    found, effect = spread_of(cell(numbers)), clustered_mean(numbers, cell(numbers).clusters)
    assert isinstance(found, Spread)
    assert effect is not None
    plain = half_width(found.between + found.within / 2, 20)
    assert plain == pytest.approx((effect.high - effect.low) / 2, rel=0.05)
    assert 1.2 < found.of_a_cluster(2) / (found.between + found.within / 2) < 1.6


def test_variances_between_and_within_clusters_are_told_apart() -> None:
    codes = np.repeat(np.arange(20), 2)
    order = np.argsort([item.cluster for item in TESTS], kind="stable")
    shared = np.random.default_rng(2).normal(0, 1, 20)[codes]
    alike = np.empty(40)
    alike[order] = shared
    found = spread_of(cell(alike))
    assert isinstance(found, Spread)
    assert found.within == pytest.approx(0)
    assert found.of_a_cluster(4) == pytest.approx(found.of_a_cluster(2))
    noise = spread_of(cell(np.random.default_rng(3).normal(0, 1, 40)))
    assert isinstance(noise, Spread)
    assert noise.of_a_cluster(4) < 0.75 * noise.of_a_cluster(2)


@pytest.mark.parametrize("width", [0.01, 0.05, 0.3])
def test_the_number_of_clusters_is_the_least_that_suffices(width: float) -> None:
    enough = clusters_for(0.3, width)
    assert isinstance(enough, int)
    assert half_width(0.3, enough) <= width < half_width(0.3, enough - 1)
    assert smallest_effect(0.3, enough) > width
    assert isinstance(clusters_for(0.3, 1e-9), Gap)


def test_a_planned_study_has_the_planned_power() -> None:
    """In simulated studies with the smallest effect that is planned for, 80 % find it."""
    draw, clusters = np.random.default_rng(4), 20
    effect = smallest_effect(0.3, clusters)
    found = 0
    for _ in range(2000):
        means = draw.normal(effect, math.sqrt(0.3), clusters)
        found += bool(means.mean() - half_width(means.var(ddof=1), clusters) > 0)
    assert found / 2000 == pytest.approx(0.8, abs=0.03)


def test_rows_show_designs_decisions_and_gaps() -> None:
    study = study_items([evaluation("biased?m=.3&noise=.2", list(TESTS))], MEASURES, values)  # type: ignore[arg-type]
    measured, more, larger = plan_rows(study, 0.1, 0.01)
    assert (measured.clusters, measured.items, more.clusters, larger.items) == (20, 40, 40, 80)
    assert not isinstance(measured.half_width, Gap)
    assert not isinstance(more.half_width, Gap)
    assert more.half_width < measured.half_width
    assert not isinstance(measured.needed, Gap)
    assert measured.decisions == measured.needed * 2 * 6
    assert measured.cost == pytest.approx(40 * 6 * 0.01)
    few = study_items([evaluation("random", list(TESTS[:6]))], MEASURES, values)  # type: ignore[arg-type]
    assert all(isinstance(row.half_width, Gap) for row in plan_rows(few, 0.1))
    still = study_items([evaluation("biased?m=0", list(TESTS))], MEASURES, values)  # type: ignore[arg-type]
    assert "do not vary" in str(next(plan_rows(still, 0.1)).needed)
    assert plan_table(study, 0.1).rows


def test_the_command_plans_from_an_evaluation_of_items(probe: CommandLine, tmp_path: Path) -> None:
    dataset = tmp_path / "items.jsonl"
    dataset.write_text("".join(item.model_dump_json() + "\n" for item in TESTS))
    probe("evaluate", dataset, "--model", "simulated/random", "--runs", "2", "--out", tmp_path / "run")
    rows = json.loads(probe("analyze", "--plan", tmp_path / "run", "--json").stdout)["rows"]
    assert {row["bias"] for row in rows} == {"framing effect"}
    assert probe("analyze", "--plan", tmp_path / "run").stdout
    assert probe("analyze", "--plan", dataset, expect=2).stderr.count("\n") == 1
