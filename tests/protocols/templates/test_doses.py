"""Series of doses: tests that differ in the strength of the manipulation, and what their answers show."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from probe.analysis.tables import Gap
from probe.analysis.templates.doses import change_rows, dose_rows
from probe.analysis.templates.maps import MappedSubject, TestDose
from probe.errors import CorpusError
from probe.protocols.arguments import ItemRequest
from probe.protocols.templates.composing import plans_of
from probe.protocols.templates.estimator import values
from probe.protocols.templates.item import CONTROL, TREATMENT, TemplateItem
from probe.protocols.templates.making import composed
from probe.protocols.templates.scenarios import read_domain
from probe.protocols.templates.source import read_templates
from probe.values import Bias, Decision, ItemValue
from tests.defined import defined
from tests.protocols.templates.material import MANAGEMENT, SOFTWARE
from tests.shared import CommandLine

LEVELS = {
    "anchoring bias": [10, 30, 50, 70, 90],
    "bandwagon effect": [60, 70, 80, 90],
    "hyperbolic discounting": [2, 5, 8, 11],
}
NUMBER = re.compile(r"\b(?:\d+|six|seven|eight|nine)\b", re.I)


def series(bias: str, count: int = 40, domain: Path = SOFTWARE, seed: int = 0) -> list[TemplateItem]:
    request = ItemRequest(domain, per_bias=count, seed=seed, choices={"dose": "True"})
    instances = composed(list(plans_of(read_domain(domain), Bias(bias), request, 2)))
    assert all(instance.item is not None for instance in instances), [instance.problem for instance in instances]
    return [instance.item for instance in instances if instance.item is not None]


@pytest.mark.parametrize("domain", [SOFTWARE, MANAGEMENT], ids=str)
@pytest.mark.parametrize("bias", LEVELS)
def test_the_tests_of_a_series_differ_in_the_dose_alone(bias: str, domain: Path) -> None:
    by_scenario: dict[str, list[TemplateItem]] = {}
    for item in series(bias, domain=domain, seed=3):
        by_scenario.setdefault(item.cluster, []).append(item)
    assert len(by_scenario) == 40 // len(LEVELS[bias])
    for members in by_scenario.values():
        assert [item.drawn["dose"] for item in members] == LEVELS[bias]
        for texts in ([item.control for item in members], [item.treatment for item in members]):
            assert len({NUMBER.sub("#", text) for text in texts}) == 1
        assert len({item.treatment for item in members}) == len(members)
        assert len({item.metric.k for item in members}) == 1


def test_without_the_setting_texts_have_their_usual_strength() -> None:
    domain = read_domain(SOFTWARE)
    for plan in plans_of(domain, Bias("bandwagon effect"), ItemRequest(SOFTWARE, per_bias=2), 2):
        [instance] = composed([plan])
        assert instance.item is not None
        assert "Most of the people in the meeting share Opinion" in instance.item.treatment
        assert "dose" not in instance.item.drawn


def decisions_of(items: list[TemplateItem], weight: float) -> list[Decision]:
    """Answers of 50 %, moved by the anchor's distance from it."""
    decisions = []
    for item in items:
        moved_option = round(5 + weight * (int(item.drawn["anchor"]) - 50) / 10)
        decisions += [
            Decision(item_id=item.id, arm=arm, run=0, decision=decision)
            for arm, decision in ((CONTROL, 5), (TREATMENT, moved_option))
        ]
    return decisions


def subject(items: list[TemplateItem], item_values: list[ItemValue]) -> MappedSubject:
    doses = {item.id: TestDose(int(item.drawn["dose"]), str(item.drawn["dose_unit"])) for item in items}
    return MappedSubject("x", {item.id: item for item in items}, item_values, doses)


def test_the_pull_of_an_anchor_at_the_end_of_the_scale_is_how_far_the_answer_rose() -> None:
    [low, *_] = series("anchoring bias", 5)
    at_the_end = low.model_copy(update={"metric": low.metric.model_copy(update={"x1": 0, "k": -1})})
    values_by_measure = {
        item_value.measure: item_value.value for item_value in values([at_the_end], decisions_of([at_the_end], 0.5))
    }
    assert values_by_measure["dose_response"] == pytest.approx(-0.2)


def test_a_subject_that_follows_the_anchor_half_way_moves_by_half_of_its_range() -> None:
    items = series("anchoring bias", 80)
    half_way_subject = subject(items, list(values(items, decisions_of(items, 0.5))))
    [change] = change_rows([half_way_subject])
    assert (change.lowest, change.highest, change.scenarios) == ("10 %", "90 %", 16)
    assert defined(change.change).estimate == pytest.approx(0.4)
    assert isinstance(change.holm_p, float)
    assert change.holm_p < 0.01
    moves_by_dose = {row.dose: row.moved.estimate for row in dose_rows([half_way_subject])}
    assert moves_by_dose == pytest.approx({"10 %": -0.2, "30 %": -0.1, "50 %": 0, "70 %": 0.1, "90 %": 0.2})


def test_too_few_series_give_no_change() -> None:
    items = series("anchoring bias", 20)
    [change] = change_rows([subject(items, list(values(items, decisions_of(items, 0.5))))])
    assert isinstance(change.change, Gap)


@pytest.mark.parametrize(("slope", "low", "high"), [(0.0, 0.015, 0.09), (0.4, 0.9, 1.0)])
def test_changes_are_found_as_often_as_they_should_be(slope: float, low: float, high: float) -> None:
    items = series("hyperbolic discounting", 80)
    draw, found_count, covered_count = np.random.default_rng(5), 0, 0
    level = {item.cluster: draw.normal(0, 0.3) for item in items}
    for _ in range(250):
        rows = [
            ItemValue(item.id, "none", "dose_response", level[item.cluster] + slope * dose + draw.normal(0, 0.3))
            for item in items
            for dose in [(int(item.drawn["dose"]) - 2) / 9]
        ]
        [row] = change_rows([subject(items, rows)])
        assert not isinstance(row.change, Gap)
        found_count += row.change.p is not None and row.change.p < 0.05
        covered_count += row.change.low <= slope <= row.change.high
    assert low <= found_count / 250 <= high
    assert 0.915 <= covered_count / 250 <= 0.985


@pytest.mark.usefixtures("undrawn")
def test_series_are_generated_asked_and_reported(probe: CommandLine, tmp_path: Path) -> None:
    generate_command = ("generate", "--protocol", "templates", "--dose", "--per-bias", "10")
    probe(*generate_command, "--bias", "anchoring_bias", "--out", tmp_path / "tests")
    lines = (tmp_path / "tests" / "dataset.jsonl").read_text().splitlines()
    assert len(lines) == 10
    assert all(json.loads(line)["certificate"]["checks"] for line in lines)
    probe("verify", tmp_path / "tests")
    probe("evaluate", tmp_path / "tests", "--model", "simulated/random", "--runs", "1", "--out", tmp_path / "run")
    probe("analyze", tmp_path / "run", "--out", tmp_path / "report")
    assert "From the lowest to the highest dose" in (tmp_path / "report" / "report.html").read_text()
    for options, word in (
        (("--bias", "halo_effect"), "hyperbolic_discounting"),
        (("--profile", "paper"), "published"),
        (("--author", "openai/gpt-4o"), "grammar"),
        (("--author", "openai/gpt-4o", "--dry-run"), "grammar"),
    ):
        result = probe(*generate_command, *options, "--out", tmp_path / "no", expect=2, OPENAI_API_KEY="k")
        assert word in result.stderr


@pytest.mark.parametrize(
    ("dose", "problem"),
    [
        ('of = "anchor"\nlevels = [90, 10, 50]\nunit = "%"', "from low to high"),
        ('of = "purpose"\nlevels = [1, 2, 3]\nunit = "%"', "not a drawn number"),
        ('of = "purpose"\nlevels = [1, 2, 3]\nwords = ["a"]\nunit = "%"', "one for each level"),
    ],
    ids=["order", "number", "words"],
)
def test_a_faulty_series_is_reported_with_its_file(tmp_path: Path, dose: str, problem: str) -> None:
    packaged_text = Path("seeds/software_engineering/templates/anchoring_bias.toml").read_text(encoding="utf-8")
    folder = tmp_path / "templates"
    folder.mkdir()
    text = re.sub(r"\[dose\]\n(?:.+\n)+", f"[dose]\n{dose}\n", packaged_text)
    (folder / "anchoring_bias.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CorpusError, match=problem):
        read_templates(tmp_path)
