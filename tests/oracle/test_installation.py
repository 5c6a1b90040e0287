"""A missing or too old SWI-Prolog is one line with the command that installs it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from probe.errors import MissingError
from probe.oracle import SwiOracle, diagnose
from probe.oracle.installation import find_installation


@pytest.fixture
def fresh_installation() -> Iterator[None]:
    find_installation.cache_clear()
    yield
    find_installation.cache_clear()


def fake_swipl(folder: Path, text: str) -> None:
    script = folder / "swipl"
    script.write_text(f"#!/bin/sh\n{text}\n")
    script.chmod(0o755)


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        (None, "not installed"),
        ("echo 'PLVERSION=\"80402\";'", "SWI-Prolog 8.4.2 is too old, 9.0.4 or newer is needed"),
        ("echo 'PLVERSION=\"90204\";'; echo 'PLSHARED=\"no\";'", "no shared library"),
        ("exit 3", "does not run"),
    ],
    ids=["missing", "too_old", "no_library", "broken"],
)
def test_what_is_missing_is_said_in_one_line(
    script: str | None, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh_installation: None
) -> None:
    if script:
        fake_swipl(tmp_path, script)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingError) as excinfo:
        SwiOracle.start(workers=1)
    line = str(excinfo.value)
    assert problem in line
    assert "\n" not in line
    assert re.search(r"(install|conda|brew) ", line), "the line contains the command that installs it"
    assert excinfo.value.exit_code == 3


def test_a_library_that_does_not_load_is_said_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh_installation: None
) -> None:
    broken_library = tmp_path / "libswipl.so"
    broken_library.write_text("not a library")
    monkeypatch.setenv("LIBSWIPL_PATH", str(broken_library))
    with pytest.raises(MissingError) as excinfo:
        SwiOracle.start(workers=1)
    assert "\n" not in str(excinfo.value)


def test_the_diagnosis_lists_version_library_and_guards() -> None:
    lines = diagnose()
    assert lines[0].startswith("SWI-Prolog 9") or lines[0].startswith("SWI-Prolog 1")
    assert any("libswipl" in line for line in lines)
    assert any("files" in line for line in lines)
    assert any("network" in line for line in lines)
