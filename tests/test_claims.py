"""Every claim in docs/claims.md names its norm, and evidence and a command that exist."""

import re
from pathlib import Path

import pytest

from probe.cli.main import COMMANDS

ROOT = Path(__file__).parents[1]
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


def _figures(text: str) -> set[str]:
    return {figure for figure in FIGURE.findall(text) if len(figure) > 1}


@pytest.mark.parametrize("row", [row for row in CLAIMS if _figures(row[0])], ids=lambda row: row[0][:40])
def test_the_figures_of_a_claim_are_in_the_page_that_it_links(row: list[str]) -> None:
    """Each figure is printed by a linked page or asserted by a named test; a figure changed in one place fails."""
    claim, _, evidence, _ = row
    pages = [ROOT / "docs" / name for name in re.findall(r"\]\(([^)#]+)", evidence)]
    files = [*pages, *(ROOT / name for name in re.findall(r"`((?:tests|benchmarks)/[^`]+)`", evidence))]
    held = set().union(*(_figures(file.read_text(encoding="utf-8")) for file in files))
    shares = {f"0.{figure}" for figure in held} | held
    assert [figure for figure in _figures(claim) if figure not in shares] == []


def test_every_file_and_benchmark_exists() -> None:
    named = re.findall(r"`((?:tests|benchmarks|docs|probe)/[^`]+)`", PAGE)
    assert len(named) > len(CLAIMS)
    assert [name for name in named if not (ROOT / name).is_file()] == []
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
