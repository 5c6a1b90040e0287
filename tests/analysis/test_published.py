"""The six published sensitivity files give the paper's section 7 and its figures 12 and 13."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from probe.analysis.depth.by_tier import by_tier, table, tier_slopes
from probe.analysis.depth.cells import Cells, cells_of_published
from probe.analysis.depth.high_low import high_low, high_low_by_subject
from probe.analysis.depth.high_low import table as high_low_table
from probe.analysis.depth.spread import distributions, subjects_by_tier
from probe.analysis.depth.tiers import TierScheme, choose_tiers
from probe.analysis.report.answer import published_answer
from probe.analysis.tables import Gap
from probe.errors import InputError
from probe.files.probe_swe import import_probe_swe
from probe.files.sensitivity import read_sensitivity
from tests.analysis.datasets import number

DATA = os.environ.get("PROBE_SWE_DATA")
needs_data = pytest.mark.skipif(not DATA, reason="PROBE_SWE_DATA does not name the published data")

SECTION_7 = {
    "anchoring bias": (3.77, 2.2, 5.3, 0.001),
    "availability bias": (9.81, 2.8, 16.8, 0.016),
    "bandwagon effect": (8.84, 4.5, 13.1, 0.003),
    "confirmation bias": (33.66, 25.5, 41.8, 0.000),
    "framing effect": (23.10, 17.0, 29.1, 0.000),
    "hindsight bias": (-17.25, -28.8, -5.6, 0.012),
    "hyperbolic discounting": (-17.70, -22.0, -13.3, 0.000),
    "overconfidence bias": (-0.95, -8.4, 6.5, 0.76),
}
"""High minus low tier in points, its interval and p, as printed (PROBE-SWE, section 7)."""


@pytest.fixture(scope="module")
def cells() -> Cells:
    files = sorted(Path(str(DATA)).glob("2_bias_sensitivity_*.json"))
    assert len(files) == 6
    return cells_of_published([read_sensitivity(path) for path in files])


@needs_data
def test_high_minus_low_is_section_7(cells: Cells) -> None:
    """Estimates to the hundredth; the printed interval ends and p-values are cut, not always rounded."""
    rows = {row.bias: row for row in high_low(cells)}
    for bias, (difference, low, high, p) in SECTION_7.items():
        row = rows[bias]
        assert not isinstance(row.paired, Gap)
        assert round(100 * row.paired.estimate, 2) == difference
        assert 100 * row.paired.low == pytest.approx(low, abs=0.1)
        assert 100 * row.paired.high == pytest.approx(high, abs=0.1)
        assert row.paired.p == pytest.approx(p, abs=0.005)
        assert row.subjects == 6


@needs_data
def test_means_run_from_anchoring_to_hindsight(cells: Cells) -> None:
    means = {row.bias: row.mean for row in high_low(cells) if not isinstance(row.mean, Gap)}
    assert min(means, key=means.__getitem__) == "anchoring bias"
    assert max(means, key=means.__getitem__) == "hindsight bias"
    assert round(100 * means["anchoring bias"], 1) == 5.9
    assert round(100 * means["hindsight bias"], 1) == 35.3


@needs_data
def test_tiers_are_the_files_quartiles(cells: Cells) -> None:
    assert cells.tiers.bounds == (4.0, 7.0, 11.0)
    assert "quartiles" in cells.tiers.sentence


@needs_data
def test_subjects_by_tier_are_figures_12_and_13(cells: Cells) -> None:
    """LLaMA 3.3 has 8.9 % at mid-high, LLaMA 3.1 23.9 and 22.7 %; GPT-4.1 nano rises by 5.6 points at high."""
    rows = {(row.subject, row.label.split(" ")[0]): row for row in subjects_by_tier(cells)}
    shares = [
        ("llama-3.3-70b-versatile", "mid-high", 8.9),
        ("llama-3.1-8b-instant", "low", 23.9),
        ("llama-3.1-8b-instant", "high", 22.7),
    ]
    for subject, tier, share in shares:
        assert rows[subject, tier].mean == pytest.approx(share / 100, abs=5e-4)
    assert rows["gpt-4.1-nano", "high"].deviation == pytest.approx(0.056, abs=5e-4)


@needs_data
def test_what_needs_dilemmas_is_a_marked_gap(cells: Cells) -> None:
    reason = Gap(reason="only shares of runs were published")
    assert set(high_low_table(high_low(cells)).column("difference")) == {reason}
    assert set(table(by_tier(cells), cells).column("low")) == {reason}
    assert all(isinstance(row.slope, float) for row in tier_slopes(cells))
    lowest = distributions(cells)[0].summary
    assert lowest is not None
    assert lowest.maximum == 1.0


@needs_data
def test_run_level_tests_are_given_beside_and_are_sharper(cells: Cells) -> None:
    for row in high_low_by_subject(cells):
        assert not isinstance(row.contrast.over_runs, Gap)
        assert row.contrast.over_runs.p is not None
    anchoring = high_low_table(high_low(cells)).rows[0]
    assert number(anchoring["z_p"]) < number(anchoring["paired_p"])


@needs_data
def test_the_supplied_dataset_alone_has_other_quartiles() -> None:
    """The three published datasets have 4/7/11; the one that gpt-4o-mini wrote has 3/6/10 alone."""
    pairs = import_probe_swe(Path(str(DATA)) / "1_augmented_dilemmas_dataset_gpt-4o-mini.json")
    assert choose_tiers(TierScheme.QUARTILES, pairs).bounds == (3.0, 6.0, 10.0)


def write(folder: Path, subject: str = "some-model", **change: Any) -> Path:
    rate = {"total_runs": 10, "sensitivity": 20.0, "harmfulness": 30.0, "prolog_uncertainty": 0.0}
    tiers = {"low": rate | {"quartiles": [4.0, 7.0, 11.0]}}
    path = folder / f"2_bias_sensitivity_model={subject}.data_model_list=['a', 'b'].json"
    path.write_text(json.dumps({"framing effect": rate | {"complexity_analysis": tiers} | change}))
    return path


def test_subject_and_authors_are_read_from_the_name(tmp_path: Path) -> None:
    read = read_sensitivity(write(tmp_path))
    assert (read.subject, read.authors) == ("some-model", ("a", "b"))
    assert (read.biases[0].overall.sensitivity, read.biases[0].overall.flips) == (0.2, 2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sensitivity": 120.0}, "framing effect: sensitivity: Input should be less than or equal to 1"),
        ({"sensitivity": "many"}, "framing effect: not a published sensitivity"),
        ({"complexity_analysis": {"middling": {}}}, "framing effect: unknown tier 'middling'"),
        ({"total_runs": -1}, "framing effect: runs"),
    ],
)
def test_a_broken_file_is_a_one_line_error(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_sensitivity(write(tmp_path, **change))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"tact": {}}', '{"framing effect": 3}', "\ud800"])
def test_what_is_no_sensitivity_file_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content.encode("utf-8", "surrogatepass"))
    with pytest.raises(InputError, match=r"x\.json"):
        read_sensitivity(path)


def test_one_subject_alone_leaves_the_paired_test_a_gap(tmp_path: Path) -> None:
    cells = cells_of_published([read_sensitivity(write(tmp_path))])
    row = high_low_table(high_low(cells)).rows[0]
    assert row["paired_p"] == Gap(reason="fewer than two subjects with both tiers")
    assert row["z_p"] == Gap(reason="no dilemma in a tier")


def test_one_subject_twice_is_refused(tmp_path: Path) -> None:
    read = read_sensitivity(write(tmp_path))
    with pytest.raises(InputError, match="one subject"):
        cells_of_published([read, read])


def test_a_p_of_zero_is_significant(tmp_path: Path) -> None:
    """Thirty subjects that all rise by nearly the same: p is so small that it is stored as 0."""
    tiers = [
        {"low": share | {"sensitivity": 10.0}, "high": share | {"sensitivity": 60.0 + 1e-9 * (number_of == 0)}}
        for number_of in range(30)
        if (share := {"total_runs": 10, "harmfulness": 0.0, "prolog_uncertainty": 0.0, "quartiles": [4.0, 7.0, 11.0]})
    ]
    files = [write(tmp_path, f"m{number_of}", complexity_analysis=each) for number_of, each in enumerate(tiers)]
    cells = cells_of_published([read_sensitivity(file) for file in files])
    (row,) = high_low(cells)
    assert not isinstance(row.paired, Gap)
    assert row.paired.p == 0.0
    assert "rises for framing effect" in published_answer(cells, [row])[1]
