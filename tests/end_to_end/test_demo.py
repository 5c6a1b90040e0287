"""The demo: the main job without any key."""

import json
from collections import Counter
from pathlib import Path

import pytest
from scipy.stats import binomtest

from probe.files.dataset import read_manifest
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.values import Bias, Option
from tests.end_to_end.conftest import Probe, Runs


@pytest.mark.usefixtures("undrawn")
def test_the_demo_composes_measures_and_reports(probe: Probe, runs: Runs) -> None:
    """The second run finds everything done and prints the same.

    A and B are right equally often among the composed pairs; those that are rejected and replaced leave chance in it.
    """
    first, demo = runs.demo(), runs.demo().out
    assert (demo / "report" / "report.html").is_file()
    second = probe("demo", "--out", demo, "--per-bias", "3", "--simulated-only")
    pairs = read_dilemmas(demo / "benchmark")
    assert Counter(pair.bias for pair in pairs) == dict.fromkeys(Bias, 3)
    assert all(pair.certificate and pair.certificate.passed for pair in pairs)
    assert binomtest(sum(pair.correct_option is Option.A for pair in pairs), len(pairs)).pvalue > 0.01
    assert "Both subjects are simulated" in first.stderr
    assert first.stdout == second.stdout


def test_the_page_of_the_demos_report_shows_at_most_twelve_tables_and_links_to_the_others(runs: Runs) -> None:
    report = runs.demo().out / "report"
    page = (report / "report.html").read_text("utf-8")
    assert page.count("<table") <= 12
    files = {file.stem for file in (report / "tables").glob("*.csv")}
    assert len(files) > 20
    assert not [key for key in files - {"verdicts"} if f"tables/{key}.csv" not in page]


def test_a_composed_benchmark_records_how_it_was_made(probe: Probe, tmp_path: Path) -> None:
    """Stages that need a model are marked as not run; the library is listed with its version."""
    probe("generate", "--author", "grammar?depth=3", "--per-bias", "1", "--out", tmp_path / "run")
    manifest = read_manifest(tmp_path / "run")
    assert manifest["stages"]["decision"] == {"accepted": 0, "not_run": 8}
    assert manifest["stages"]["certificate"] == {"accepted": 8, "not_run": 0}
    assert manifest["libraries"]["grammar?depth=3"]["library"]
    assert {pair.complexity.depth for pair in read_dilemmas(tmp_path / "run")} == {3}


def test_a_series_is_one_scenario_at_several_depths(probe: Probe, tmp_path: Path) -> None:
    """Its members are similar on purpose: they do not collide with one another."""
    arguments = ("--author", "grammar?depth=2-8", "--bias", "availability_bias", "--per-bias", "4")
    probe("generate", *arguments, "--out", tmp_path / "run")
    series: dict[str | None, list[int | None]] = {}
    for pair in read_dilemmas(tmp_path / "run"):
        series.setdefault(pair.provenance.series, []).append(pair.complexity.depth)
    assert [4, 5, 7, 8] in [sorted(filter(None, depths)) for depths in series.values()]
    assert all(len(set(depths)) == len(depths) and {*depths} <= {4, 5, 7, 8} for depths in series.values())
    assert "collision" not in {rejection["stage"] for rejection in read_manifest(tmp_path / "run")["rejections"]}


def test_equal_seeds_give_equal_dilemmas_and_other_seeds_other_ones(probe: Probe, tmp_path: Path) -> None:
    texts = []
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        size = ("--bias", "hindsight_bias", "--per-bias", "1")
        probe("generate", "--author", "grammar?depth=3", "--seed", seed, *size, "--out", tmp_path / name)
        texts.append([pair.unbiased for pair in read_dilemmas(tmp_path / name)])
    assert texts[0] == texts[1]
    assert not set(texts[0]) & set(texts[2])


@pytest.mark.usefixtures("undrawn")
def test_the_report_of_the_demo_has_no_gap_as_a_number(probe: Probe, runs: Runs, tmp_path: Path) -> None:
    demo = runs.demo().out
    output = probe("analyze", demo / "rational", demo / "biased", "--out", tmp_path / "report", "--json").stdout
    assert json.loads(output)
    assert "NaN" not in output
