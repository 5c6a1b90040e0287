"""A tiny study that consists of the quick part of ``standard-1``, and the results of two subjects in it."""

import asyncio
import gzip
import json
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from probe.inputs import sha256_of
from probe.protocols.reading import read_dataset
from probe.study.composing import compose
from probe.study.recipe import StudyRecipe, read_recipe, study_names, write_hashes
from probe.study.result import StudyResult
from tests.shared import ROOT, CommandLine, Shared, without_figures

STANDARD = "standard-1"
BIASED, RATIONAL = "simulated/biased?rate=0.4", "simulated/rational"


@pytest.fixture(scope="session")
def standard() -> StudyRecipe:
    assert study_names() == (STANDARD,)
    return read_recipe(STANDARD)


@pytest.fixture(scope="session")
def quick_folder(standard: StudyRecipe, shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the composed dilemmas of the quick part."""
    folder = tmp_path_factory.mktemp("study") / "quick"
    with shared.processes_for_sessions():
        asyncio.run(compose(standard, "quick", folder))
    return folder


@pytest.fixture(scope="session")
def tiny_study(standard: StudyRecipe, quick_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the study ``tiny-1``."""
    folder = tmp_path_factory.mktemp("studies")
    text = (ROOT / "studies" / f"{STANDARD}.toml").read_text(encoding="utf-8")
    for series in standard.composed:
        text = text.replace(f"per_bias = {series.per_bias}\n", f"per_bias = {series.quick}\n")
    biases = ", ".join(f'"{bias}"' for bias in standard.quick.biases)
    start, end = text.index("biases = ["), text.index("[[composed]]")
    (folder / "tiny-1.toml").write_text(f"{text[:start]}biases = [{biases}]\n\n{text[end:]}", encoding="utf-8")
    items = read_dataset(quick_folder)
    write_hashes(read_recipe("tiny-1", folder), {"full": items, "quick": items}, folder)
    return folder


@pytest.fixture
def studies(tiny_study: Path) -> Iterator[Path]:
    """The same folder, in the place of the packaged studies."""
    with packaged_in(tiny_study):
        yield tiny_study


def packaged_in(folder: Path) -> AbstractContextManager[object]:
    """Let the studies in ``folder`` take the place of the packaged ones."""
    return patch("probe.study.recipe._folder", lambda: folder)


@pytest.fixture(scope="session")
def result_folders(
    probe: CommandLine, tiny_study: Path, quick_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder with the results of two subjects in the tiny study; read them, never write to them."""
    folder = tmp_path_factory.mktemp("finished")
    with without_figures(), packaged_in(tiny_study):
        for name, subject in (("biased", BIASED), ("rational", RATIONAL)):
            probe("study", "tiny-1", "--model", subject, "--release", quick_folder, "--out", folder / name)
    return folder


def content_of(folder: Path) -> dict[str, Any]:
    """Return the content of a result."""
    content: dict[str, Any] = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    return content


def change_result(folder: Path, **changes: Any) -> None:
    """Change a result and correct its checksum, as a forger would."""
    result = StudyResult.model_validate(content_of(folder) | changes)
    text = result.model_copy(update={"sha256": result.checksum()}).model_dump_json()
    (folder / "result.json").write_text(text, encoding="utf-8")


def decision_lines(folder: Path) -> list[str]:
    """Return the decisions of a result, a line each, below the names of the columns."""
    return gzip.decompress((folder / "decisions.csv.gz").read_bytes()).decode().splitlines(keepends=True)


def replace_decisions(folder: Path, content: bytes) -> None:
    """Replace the file of the decisions of a result, and the hash that it has of it."""
    (folder / "decisions.csv.gz").write_bytes(content)
    change_result(folder, decisions=sha256_of(folder / "decisions.csv.gz").hex())


def replace_lines(folder: Path, lines: list[str]) -> None:
    """Replace the decisions of a result."""
    replace_decisions(folder, gzip.compress("".join(lines).encode()))


def refusal(probe: CommandLine, *results: Path, release: Path | None = None) -> str:
    """Return why a table refuses results, or why they do not follow from their decisions on ``release``."""
    check = ("--check", "--release", release) if release else ()
    return probe("study", "table", *results, *check, expect=2).stderr


@pytest.fixture
def results(result_folders: Path, tmp_path: Path) -> Path:
    """A copy of the results, to be changed."""
    for name in ("biased", "rational"):
        (tmp_path / name).mkdir()
        for file in ("result.json", "decisions.csv.gz"):
            shutil.copy(result_folders / name / file, tmp_path / name)
    return tmp_path
