"""A tiny study, of which the quick part of ``standard-1`` is the whole, and the results of two subjects in it."""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from unittest.mock import patch

import pytest

from probe.protocols.reading import read_dataset
from probe.study.composing import compose
from probe.study.recipe import StudyRecipe, read_recipe, study_names, write_hashes
from tests.shared import CommandLine, Shared, without_figures

ROOT = Path(__file__).parents[2]
STANDARD = "standard-1"
BIASED, RATIONAL = "simulated/biased?rate=0.4", "simulated/rational"


@pytest.fixture(scope="session")
def standard() -> StudyRecipe:
    assert study_names() == (STANDARD,)
    return read_recipe(STANDARD)


@pytest.fixture(scope="session")
def composed(standard: StudyRecipe, shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the composed dilemmas of the quick part."""
    folder = tmp_path_factory.mktemp("study") / "quick"
    with shared.lent():
        asyncio.run(compose(standard, "quick", folder))
    return folder


@pytest.fixture(scope="session")
def tiny(standard: StudyRecipe, composed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the study ``tiny-1``."""
    folder = tmp_path_factory.mktemp("studies")
    text = (ROOT / "studies" / f"{STANDARD}.toml").read_text(encoding="utf-8")
    for series in standard.composed:
        text = text.replace(f"per_bias = {series.per_bias}\n", f"per_bias = {series.quick}\n")
    listed = ", ".join(f'"{bias}"' for bias in standard.quick.biases)
    start, end = text.index("biases = ["), text.index("[[composed]]")
    (folder / "tiny-1.toml").write_text(f"{text[:start]}biases = [{listed}]\n\n{text[end:]}", encoding="utf-8")
    items = read_dataset(composed)
    write_hashes(read_recipe("tiny-1", folder), {"full": items, "quick": items}, folder)
    return folder


@pytest.fixture
def studies(tiny: Path) -> Iterator[Path]:
    """The same folder, in the place of the packaged studies."""
    with packaged_in(tiny):
        yield tiny


def packaged_in(folder: Path) -> AbstractContextManager[object]:
    """Let the studies in ``folder`` take the place of the packaged ones."""
    return patch("probe.study.recipe._folder", lambda: folder)


@pytest.fixture(scope="session")
def finished(probe: CommandLine, tiny: Path, composed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the results of two subjects in the tiny study; read them, never write to them."""
    folder = tmp_path_factory.mktemp("finished")
    with without_figures(), packaged_in(tiny):
        for name, subject in (("biased", BIASED), ("rational", RATIONAL)):
            probe("study", "tiny-1", "--model", subject, "--release", composed, "--out", folder / name)
    return folder


@pytest.fixture
def results(finished: Path, tmp_path: Path) -> Path:
    """A copy of the results, to be changed."""
    for name in ("biased", "rational"):
        (tmp_path / name).mkdir()
        for file in ("result.json", "decisions.csv.gz"):
            shutil.copy(finished / name / file, tmp_path / name)
    return tmp_path
