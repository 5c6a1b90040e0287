"""Files around the package: shell completion, container, citation, documentation site and pre-commit checks."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

import probe
from probe.cli.main import commands
from probe.grammar import read_library
from tests.shared import ROOT, CommandLine

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
INSTALLING_PAGE = (ROOT / "docs" / "installing.md").read_text(encoding="utf-8")


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile with their arguments, continued lines joined."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, arguments) for word, _, arguments in (line.partition(" ") for line in lines)]


def run(probe: CommandLine, variables: dict[str, str]) -> str:
    """Return what ``probe`` prints in a separate process with these environment variables."""
    return probe.process(expect=0, **variables).stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_documented_completion_prints_a_script_for_the_shell(probe: CommandLine, shell: str) -> None:
    variable = re.search(rf"(_\w+)={shell}_source probe", INSTALLING_PAGE)
    assert variable is not None
    script = run(probe, {variable[1]: f"{shell}_source"})
    assert f"{variable[1]}={shell}_complete" in script
    if shell == "bash":
        subprocess.run(["bash", "-n"], input=script, text=True, check=True)


def test_completion_knows_commands_and_their_options(probe: CommandLine) -> None:
    def completions(words: str, number: int) -> list[str]:
        variables = {"_PROBE_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(number)}
        return [line.partition(",")[2] for line in run(probe, variables).splitlines()]

    assert completions("probe rele", 1) == [""]
    assert completions("probe data rele", 2) == ["release"]
    for command in ("probe merge --", "probe data merge --"):
        assert "--per-bias" in completions(command, len(command.split()) - 1)


def test_a_script_is_named_like_the_distribution() -> None:
    """``uvx NAME`` and ``pipx run NAME`` run the script with the distribution's name."""
    project = PROJECT["project"]
    assert project["scripts"][project["name"]] == project["scripts"]["probe"]
    assert all(address.startswith("https://") for address in project["urls"].values())


def test_nothing_is_installed_by_an_unregistered_name() -> None:
    """A package that someone else registers under the name would be installed instead."""
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "probe").rglob("*.py")]
    install_by_name = re.compile(r"pip install (?:-\S+ )*['\"]?probe-swe")
    assert [page.name for page in pages if install_by_name.search(page.read_text(encoding="utf-8"))] == []


def test_the_container_runs_commands_that_exist() -> None:
    values = dict(instructions())
    script, arguments = (yaml.safe_load(values[name]) for name in ("ENTRYPOINT", "CMD"))
    assert script == ["probe"]
    assert arguments == ["demo"]
    examples = re.findall(r"^\$ docker run .*probe-swe(.*)$", INSTALLING_PAGE, re.M)
    assert len(examples) == 2
    for example in (*examples, " ".join(arguments)):
        name, *command_arguments = shlex.split(example) or arguments
        command = commands.get_command(click.Context(commands), name)
        assert command is not None
        command.make_context(name, command_arguments)


def test_the_container_has_what_the_package_asks_for() -> None:
    """A new enough Python, the torch version of the Makefile, and the SWI-Prolog package of the README."""
    text = " ".join(arguments for _, arguments in instructions())
    (python,) = re.findall(r"python:3\.(\d+)", text)
    assert PROJECT["project"]["requires-python"] == ">=3.11"
    assert int(python) >= 11
    (pin,) = re.findall(r"^TORCH  := (\S+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert pin in text
    assert "swi-prolog-nox" in text
    assert "swi-prolog-nox" in (ROOT / ".ci" / "install-swi-prolog").read_text(encoding="utf-8")
    for extra in re.findall(r"/usr/src/probe\[(\w+)\]", text):
        assert extra in PROJECT["project"]["optional-dependencies"]
    ignored_files = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert not {"probe", "prolog", "seeds", "filters", "analysis", "pyproject.toml", "README.md"} & set(ignored_files)


def test_the_citation_agrees_with_the_project() -> None:
    citation: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = PROJECT["project"]
    assert citation.keys() >= {"cff-version", "message", "title", "authors"}  # required by the format
    assert (citation["version"], citation["license"]) == (project["version"], project["license"])
    assert citation["abstract"] == project["description"]
    assert set(citation["keywords"]) == set(project["keywords"])


def test_the_checks_before_a_commit_are_those_of_make_lint() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    entries = [hook["entry"] for repository in config["repos"] for hook in repository["hooks"]]
    assert len(entries) == 3
    for entry in entries:
        assert entry.replace(".venv/bin/", "$(BIN)/") in makefile


def test_the_documentation_site_builds_without_warnings(tmp_path: Path) -> None:
    """Links and anchors work, the API reference has every public name, and the notebook has its outputs."""
    pytest.importorskip("zensical")
    pages, site, settings = tmp_path / "pages", tmp_path / "site", ROOT / "zensical.toml"
    config = tomllib.loads(settings.read_text(encoding="utf-8"))
    text = settings.read_text(encoding="utf-8").replace('paths = ["."]', f'paths = ["{ROOT}"]')
    for key, folder in (("docs_dir", pages), ("site_dir", site)):
        text = text.replace(f'{key} = "{config["project"][key]}"', f'{key} = "{folder.name}"')
    (tmp_path / "zensical.toml").write_text(text, encoding="utf-8")
    for command in (
        [sys.executable, str(ROOT / ".ci" / "site_pages.py"), str(pages)],
        [sys.executable, "-m", "zensical", "build", "--strict"],
    ):
        completed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert completed.returncode == 0, completed.stdout + completed.stderr
    assert set(listed_pages(config["project"]["nav"])) == {page.name for page in pages.glob("*.md")}
    start, reference, notebook = (
        (site / name).read_text(encoding="utf-8") for name in ("index.html", "api/index.html", "example/index.html")
    )
    assert 'href="sharing/"' in start
    assert "images/by_depth.svg" in start
    assert (site / "images" / "by_depth.svg").is_file()
    names = [name for name in probe.__all__ if name[0] != "_" and not name.endswith("_async")]
    assert [name for name in names if not re.search(rf'<h3 id="probe\.[\w.]*\.{name}"', reference)] == []
    assert all(text in notebook for text in ("<table", "images/example_"))
    rules = (pages / "rules.md").read_text(encoding="utf-8")
    assert [schema.name for schema in read_library().schemas if f"\n### {schema.name}\n" not in rules] == []


def listed_pages(nav: list[dict[str, Any]]) -> list[str]:
    """Return the pages of a navigation, in order."""
    targets = [target for entry in nav for target in entry.values()]
    return [page for target in targets for page in ([target] if isinstance(target, str) else listed_pages(target))]
