"""The mixed model in docs/statistics.md: its code runs on an export, and finds the effect that was planted."""

import asyncio
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from probe.audit.items import audit_items
from probe.files.dataset import write_dataset
from probe.oracle import SwiOracle
from probe.protocols.dilemmas.columns import COLUMNS
from probe.protocols.dilemmas.protocol import DilemmaProtocol
from probe.values import Corpus, Dilemma, Profile
from tests.shared import ROOT, CommandLine

PAGE = (ROOT / "docs" / "statistics.md").read_text(encoding="utf-8")


def code(language: str) -> str:
    (block,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, flags=re.M | re.S)
    return str(block)


@pytest.fixture(scope="module")
def measured_seeds(corpus: Corpus, oracle: SwiOracle) -> tuple[Dilemma, ...]:
    """The packaged seeds with their complexity, which the recipe needs."""

    async def with_complexity(pair: Dilemma) -> Dilemma:
        (item_audit,) = await audit_items(DilemmaProtocol(), [pair], oracle, Profile.PAPER)
        return pair.model_copy(update={"complexity": item_audit.complexity})

    async def measure_seeds() -> list[Dilemma]:
        return [await with_complexity(seed.to_pair()) for seed in corpus.seeds]

    return tuple(asyncio.run(measure_seeds()))


def run_recipe(
    subject: str, pairs: tuple[Dilemma, ...], probe: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[str, Any]:
    """Evaluate ``subject``, export the decisions, and run the documented code on them."""
    write_dataset(folder / "seeds.jsonl", pairs)
    probe("evaluate", folder / "seeds.jsonl", "--model", subject, "--runs", "10", "--out", folder / "run")
    probe("export", folder / "run", "--format", "decisions", "-o", folder / "decisions.csv")
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {}
    exec(compile(code("python"), "docs/statistics.md", "exec"), names)
    return names


@pytest.mark.parametrize(
    ("subject", "is_biased"),
    [("simulated/biased?rate=0.4&noise=0.1", True), ("simulated/rational?noise=0.2", False)],
)
def test_both_python_models_find_the_planted_effect(
    subject: str,
    is_biased: bool,
    measured_seeds: tuple[Dilemma, ...],
    probe: CommandLine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The effect on errors is above zero in both models where one was planted, and in neither where none was."""
    names = run_recipe(subject, measured_seeds, probe, tmp_path, monkeypatch)
    assert len(names["data"]) == len(measured_seeds) * 2 * 10
    assert names["data"].groupby("item")["length_c"].nunique().eq(1).all()
    low, _ = names["population"].conf_int().loc["cue"]
    within = names["within"]
    cue = within.model.exog_names.index("cue")
    assert (low > 0) == is_biased
    assert (within.fe_mean[cue] - 1.96 * within.fe_sd[cue] > 0) == is_biased
    assert np.isfinite(names["population"].params).all()


@pytest.mark.parametrize("language", ["r", "python"])
def test_the_models_use_columns_that_the_export_has(language: str) -> None:
    text = code(language)
    computed = {"cue", "depth_c", "length_c"}
    column_matches = set(re.findall(r"\b(?:d|plain)\$(\w+)|data\[\"(\w+)\"\]", text))
    assert {name for pair in column_matches for name in pair if name} <= COLUMNS.keys() | computed
    (formula, *_) = re.findall(r"wrong ~ ([^,\"]+)", text)
    assert set(re.findall(r"[a-z_]{2,}", formula)) <= COLUMNS.keys() | computed
