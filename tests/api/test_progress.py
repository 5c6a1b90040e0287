"""The progress of a call of the Python interface: for a function, in a notebook, and in the log."""

import logging
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import probe
from probe.api import progress as module
from probe.generation.progress import Progress
from probe.values import Bias


@pytest.fixture(autouse=True)
def default() -> Iterator[None]:
    yield
    probe.progress(True)


def test_a_function_receives_every_step(seeds: probe.Dataset, tmp_path: Path) -> None:
    steps: list[tuple[str, int, int]] = []
    probe.progress(lambda subject, done, total: steps.append((subject, done, total)))
    probe.evaluate(seeds[:1], "simulated/rational", runs=2, out=tmp_path / "run")
    assert {(subject, total) for subject, _, total in steps} == {("simulated/rational", 4)}
    assert [done for _, done, _ in steps] == [0, 1, 2, 3, 4]


def test_nothing_is_shown_without_a_terminal(seeds: probe.Dataset, capsys: pytest.CaptureFixture[str]) -> None:
    probe.evaluate(seeds[:1], "simulated/rational", runs=1)
    assert capsys.readouterr() == ("", "")


class Output:
    """What IPython's ``display`` returns: it collects the versions of one output."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def display(self, data: dict[str, str], **_: object) -> "Output":
        self.update(data)
        return self

    def update(self, data: dict[str, str], **_: object) -> None:
        self.shown.append(data["text/plain"])


def test_a_notebook_shows_one_line_that_is_replaced(seeds: probe.Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    output, shell = Output(), SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=output.display))
    monkeypatch.setattr(module, "REDRAW_SECONDS", 0.0)
    probe.evaluate(seeds[:1], "simulated/rational", runs=1)
    assert output.shown[0] == "simulated/rational"
    assert any(line.startswith("simulated/rational: 1 of 2, about ") for line in output.shown)
    assert output.shown[-1].endswith(" s")
    del shell.kernel  # as with IPython in a terminal, which has no kernel
    probe.progress(True)
    version_count = len(output.shown)
    probe.evaluate(seeds[:1], "simulated/rational", runs=1)
    assert len(output.shown) == version_count


def test_resuming_is_logged(seeds: probe.Dataset, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "probe")
    for _ in range(2):
        probe.evaluate(seeds[:1], "simulated/rational", runs=1, out=tmp_path / "run")
    lines = [record.getMessage() for record in caplog.records]
    assert [line for line in lines if "resuming" in line] == [f"resuming the run in {tmp_path / 'run'}"]
    assert [line.rpartition(": ")[2] for line in lines if line.startswith("asking")] == [
        "2 conversations, 0 of them finished before",
        "2 conversations, 2 of them finished before",
    ]


@pytest.mark.parametrize(
    ("counts", "work"),
    [
        ({}, (0, 20)),
        ({"offered": 20}, (10, 20)),
        ({"offered": 30, "checked": 10}, (15, 20)),
        ({"offered": 1, "checked": 1, "rejected": 1}, (1, 22)),
        ({"offered": 30, "checked": 30, "rejected": 20}, (30, 40)),
        ({"offered": 30, "checked": 30, "rejected": 30}, (30, 80)),
    ],
)
def test_candidates_that_are_rejected_make_more_of_them_necessary(
    counts: dict[str, Any], work: tuple[int, int]
) -> None:
    progress = Progress(per_bias=10, biases=(Bias.FRAMING, Bias.ANCHORING), checked_count=counts.get("checked", 0))
    progress.offered = Counter({Bias.FRAMING: counts.get("offered", 0)})
    progress.rejected = Counter({(Bias.FRAMING, "template"): counts.get("rejected", 0)})
    assert progress.work() == pytest.approx(work)
