"""Every claim in docs/claims.md names its norm, and evidence and a command that exist."""

import re
from collections.abc import Callable

import pytest

from probe.analysis.dataset.shortcut_guesses import MOST_BY_FACT
from probe.cli.main import COMMANDS
from tests.shared import ROOT

PAGE = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.count("|") == 5]
CLAIMS = [row for row in ROWS if row[0] != "claim" and set(row[0]) != {"-"}]
NORMS = {"text", "stipulated", "none"}


@pytest.mark.parametrize("row", CLAIMS, ids=[row[0][:40] for row in CLAIMS])
def test_a_claim_has_norms_evidence_and_a_command(row: list[str]) -> None:
    _, norms, evidence, command = row
    assert set(norms.split(", ")) <= NORMS
    assert re.search(r"`(tests|benchmarks)/", evidence)
    assert command.strip("`").split()[1] in COMMANDS


FIGURE = re.compile(r"\d+(?:\.\d+)?")


def _page(pattern: str, name: str) -> list[str]:
    """Return the figures that the sentence of a page states, which ``pattern`` finds once."""
    (sentence,) = re.finditer(pattern, " ".join((ROOT / "docs" / name).read_text(encoding="utf-8").split()))
    return list(sentence.groups())


SOURCES: dict[str, Callable[[], list[str]]] = {
    "Where original and twin are counted": lambda: [f"{100 * MOST_BY_FACT:.0f}"],
    "published pairs": lambda: _page(r"(\d+) of (\d+) pairs pass every check", "published-findings.md")[::-1],
    "of published flips go towards": lambda: _page(r"(\d+\.\d) % of all published flips", "published-findings.md"),
}
"""The sources of the figures of a claim, by words of the claim.

``tests/test_published_findings.py`` compares these sentences of the page with the published files.
"""


@pytest.mark.parametrize("row", [row for row in CLAIMS if FIGURE.search(row[0])], ids=lambda row: row[0][:40])
def test_the_figures_of_a_claim_are_those_of_the_sentence_or_limit_that_holds_them(row: list[str]) -> None:
    (expected_figures,) = (figures() for words, figures in SOURCES.items() if words in row[0])
    assert FIGURE.findall(row[0]) == expected_figures


def test_every_file_and_benchmark_exists() -> None:
    named_files = re.findall(r"`((?:tests|benchmarks|docs|probe)/[^`]+)`", PAGE)
    assert len(named_files) > len(CLAIMS)
    assert [name for name in named_files if not (ROOT / name).is_file()] == []
    pages = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", PAGE)
    assert [page for page in pages if not (ROOT / "docs" / page).is_file()] == []


def test_every_command_on_the_page_exists() -> None:
    commands = re.findall(r"`probe ([a-z]+)", PAGE)
    assert set(commands) <= COMMANDS.keys()
    targets = re.findall(r"`make ([a-z-]+)", PAGE)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.M)] == []


def test_the_readme_links_the_claims() -> None:
    assert "(docs/claims.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
