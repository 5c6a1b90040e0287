"""``probe doctor``, and what a broken installation looks like."""

import json
import os
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from probe import installed
from tests.shared import ROOT, CommandLine


def test_a_complete_installation_is_listed_with_its_versions(probe: CommandLine) -> None:
    parts = probe.json("doctor")
    assert parts["numpy"] == version("numpy")
    assert parts["python-Levenshtein"] == version("python-Levenshtein")


def test_a_package_that_is_too_old_is_missing(probe: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """NumPy 1.26 can fail anywhere with libraries that were compiled for NumPy 2."""
    monkeypatch.setattr(installed, "version", lambda package: "1.26.4" if package == "numpy" else version(package))
    parts = probe.json("doctor", expect=3)
    assert parts["numpy"].startswith("missing")
    assert "1.26.4" in parts["numpy"]
    assert "numpy>=2.0" in parts["numpy"]
    assert parts["scipy"] == version("scipy")


def test_a_library_that_fails_on_import_is_one_line(probe: CommandLine, tmp_path: Path) -> None:
    """A library compiled for another NumPy raises any kind of error, not only ImportError."""
    (tmp_path / "torch.py").write_text("raise AttributeError('REASON')\n", encoding="utf-8")
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    arguments = ("--author", "grammar", "--bias", "anchoring_bias", "--per-bias", "1", "--quiet")
    completed = probe.process("generate", *arguments, "--out", tmp_path / "run", expect=3, PYTHONPATH=path)
    (line,) = completed.stderr.splitlines()
    assert "REASON" in line
    parts = json.loads(probe.process("doctor", "--json", expect=3, PYTHONPATH=path).stdout)
    assert "REASON" in parts["embedding"]


def test_every_line_about_a_part_is_in_the_document(probe: CommandLine) -> None:
    parts = probe.json("doctor")
    assert len(parts["oracle"]) > 1


def test_a_light_install_is_complete(probe: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without PyTorch only local models do not work; hints name packages, never extras of PROBE."""
    absent_packages = {"sentence-transformers", "torch", "clingo"}

    def version_of(package: str) -> str:
        if package in absent_packages:
            raise PackageNotFoundError(package)
        return version(package)

    monkeypatch.setattr(installed, "version", version_of)
    monkeypatch.setattr(installed, "clingo_version", lambda: None)
    parts = probe.json("doctor")
    assert parts["torch"].startswith("not installed")
    assert parts["clingo"].endswith("pip install 'clingo>=5.7'")
    assert "probe-swe[" not in json.dumps(parts)
