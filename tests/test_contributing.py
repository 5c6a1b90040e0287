"""What CONTRIBUTING says about the code is true: each file, name and target that it names exists."""

import re

import pytest

from tests.shared import ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
CODE = re.findall(r"`([^`]+)`", PAGE)
ROOMS = {path.stem for path in (ROOT / "probe").iterdir() if (path / "__init__.py").is_file() or path.suffix == ".py"}


def test_every_path_exists() -> None:
    paths = [name for name in CODE if "/" in name and not set(name) & set("<> :?=")]
    assert len(paths) > 30
    assert [name for name in paths if not (ROOT / name).exists()] == []


def test_every_room_is_in_the_table() -> None:
    table = "\n".join(line for line in PAGE.splitlines() if line.startswith("|"))
    listed_rooms = {
        name.rstrip("/").removesuffix(".py").rpartition("/")[2] for name in re.findall(r"`([\w/.]+)`", table)
    }
    assert ROOMS - {"__init__", "__main__"} <= listed_rooms


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("STRICT_CHECKS", "probe/certificate/__init__.py"),
        ("VotingStage", "filters/stage.py"),
        ("ReportAnalysis", "analysis/form.py"),
        ("near_miss", "filters/stage.py"),
        ("STRICT_ONLY", "tests/server/dilemmas.py"),
        ("MEANINGS", "probe/audit/evidence.py"),
        ("undrawn", "tests/conftest.py"),
        ("SHARED_COLUMNS", "probe/files/decisions.py"),
        ("SUBCOMMANDS", "probe/cli/main.py"),
        ("MOVED_COMMANDS", "probe/cli/main.py"),
    ],
)
def test_a_name_is_where_a_newcomer_looks_for_it(name: str, file: str) -> None:
    assert name in CODE
    assert re.search(rf"\b{name}\b", (ROOT / file).read_text(encoding="utf-8"))


def test_every_target_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = [name.split()[1] for name in CODE if name.startswith("make ")]
    assert targets
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.M)] == []
