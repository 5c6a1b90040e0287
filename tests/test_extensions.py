"""Extensions are found by their entry points, and a broken one is named in one line."""

import re
import tomllib
from pathlib import Path

import pytest

from probe.errors import MissingError
from probe.extensions import GROUPS, PYPROJECT, added_by, load, names_in, of_checkout
from tests.distributions import distribution


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.mark.parametrize("group", GROUPS)
def test_every_entry_point_of_the_project_can_be_loaded(group: str) -> None:
    points = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["entry-points"][group]
    assert list(points) == list(names_in(group))[: len(points)]
    assert all(load(group, name) is not None for name in points)


@pytest.mark.parametrize("group", GROUPS)
def test_the_page_lists_every_extension_of_the_project(group: str) -> None:
    page = (PYPROJECT.parent / "docs" / "extending.md").read_text(encoding="utf-8")
    (row,) = (line for line in page.splitlines() if line.startswith(f"| `{group}`"))
    assert re.findall(r"`([^`]+)`", row.split(" | ")[-1]) == [point.name for point in of_checkout(group)]


def test_an_extension_of_another_distribution_comes_after_ours(site: Path) -> None:
    distribution(site, "another", {"probe.protocols": {"aside": "tests.protocols.counting:Counting"}})
    assert names_in("probe.protocols")[0] == "dilemmas"
    assert names_in("probe.protocols")[-1] == "aside"
    assert load("probe.protocols", "aside").name == "counting"
    assert added_by("probe.protocols", "aside") == "another 1.0"


def test_two_distributions_with_one_name_are_refused_when_it_is_used(site: Path) -> None:
    distribution(site, "another", {"probe.protocols": {"triage": "another.triage:Triage"}})
    with pytest.raises(MissingError, match=r"protocol triage is added by probe-swe and another 1.0: uninstall all but"):
        load("probe.protocols", "triage")
    assert load("probe.protocols", "dilemmas").name == "dilemmas"


def test_a_distribution_that_is_found_twice_counts_once(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (site / "a", site / "b"):
        distribution(folder, "another", {"probe.protocols": {"aside": "tests.protocols.counting:Counting"}})
        monkeypatch.syspath_prepend(folder)
    assert load("probe.protocols", "aside").name == "counting"


@pytest.mark.parametrize(
    ("content", "reason"), [(None, "No module named 'broken_module'"), ("1 / 0", "division by zero"), ("", "Thing")]
)
def test_an_extension_that_cannot_be_loaded_is_named_with_its_distribution(
    site: Path, content: str | None, reason: str
) -> None:
    distribution(site, "broken", {"probe.formats": {"thing": "broken_module:Thing"}}, version="2.0")
    if content is not None:
        (site / "broken_module.py").write_text(content)
    with pytest.raises(MissingError) as excinfo:
        load("probe.formats", "thing")
    text = str(excinfo.value)
    assert text.startswith("the format thing cannot be loaded from broken_module (")
    assert reason in text
    assert text.endswith("update broken 2.0, or uninstall it")
