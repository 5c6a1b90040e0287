"""The demo: the whole way without any key."""

import json
from pathlib import Path

from probe.files.dataset import read_dataset
from tests.end_to_end.conftest import Probe


def test_the_demo_certifies_measures_and_says_that_subjects_are_simulated(probe: Probe, tmp_path: Path) -> None:
    """Run twice: the second run finds everything done and tells the same."""
    first, second = (probe("demo", "--out", tmp_path / "demo") for _ in range(2))
    pairs = read_dataset(tmp_path / "demo")
    assert len(pairs) == 16
    assert all(pair.certificate and pair.certificate.passed for pair in pairs)
    assert "Both subjects are simulated" in first.stdout
    assert first.stdout == second.stdout


def test_what_the_demo_made_can_be_analysed(probe: Probe, tmp_path: Path) -> None:
    """The rational subject never flips, and the biased one does."""
    demo = tmp_path / "demo"
    probe("demo", "--out", demo)
    told = probe("analyze", demo / "rational", demo / "biased", "--out", tmp_path / "report", "--json")
    text = json.dumps(json.loads(told.stdout))
    assert "simulated/rational" in text
    assert "NaN" not in told.stdout
    assert (tmp_path / "report" / "report.html").is_file()
