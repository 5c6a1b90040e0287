"""A third-party package adds a format and commands by entry points: the command line, help and doctor list them."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from probe.files.dataset import write_dataset
from tests.distributions import distribution
from tests.shared import ROOT
from tests.test_values import a_pair

FORMATS = '''"""Items as lines of their unbiased texts."""

import json
from pathlib import Path

from probe.protocols.formats import Converted, Exporter, ItemReader


class Plain(ItemReader, Exporter):
    """A file of whole items in one JSON list."""

    def items(self, source, after=0):
        from probe.values import Dilemma

        yield from map(Dilemma.model_validate, json.loads(source.read_text())[after:])

    def export(self, given, listener):
        from probe.protocols.reading import read_dataset

        out = Path(given.out)
        out.write_text(json.dumps([item.model_dump(mode="json") for item in read_dataset(Path(given.source))]))
        return Converted(out, (f"wrote a list to {out}",))
'''
COMMANDS = '''"""A command with options of its own."""

import click

from probe.extensions import ExtensionCommand
from probe.options.form import Options, option, options

GREET = ExtensionCommand(
    "plain_probe:greet", "Greet a reader.", options="plain_probe:Greeting", section="Runs", after="log"
)
CLICKED = ExtensionCommand("plain_probe:clicked", "Print a word.")


@options
class Greeting(Options):
    """Greet a reader."""

    name: str = option("Who is greeted.", default="you")


def greet(given):
    print(f"hello {given.name}")


@click.command("clicked")
def clicked():
    """Print a word."""
    click.echo("clicked")
'''
POINTS = {
    "probe.formats": {"plain": "plain_formats:Plain"},
    "probe.commands": {"greet": "plain_probe:GREET", "clicked": "plain_probe:CLICKED", "gone": "no_such_module:GONE"},
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    distribution(folder, "plain-probe", POINTS, version="0.3")
    (folder / "plain_formats.py").write_text(FORMATS)
    (folder / "plain_probe.py").write_text(COMMANDS)
    return folder


def probe(site: Path, *arguments: str | Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, "-m", "probe", *map(str, arguments)]
    completed = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment, check=False)
    assert completed.returncode == code, completed.stderr
    return completed


def test_a_format_is_exported_and_imported(site: Path, tmp_path: Path) -> None:
    pairs = [a_pair(unbiased=f"text {number}") for number in range(3)]
    write_dataset(tmp_path / "dataset.jsonl", pairs)
    probe(site, "data", "export", tmp_path / "dataset.jsonl", "--format", "plain", "--out", tmp_path / "plain.txt")
    completed = probe(site, "data", "import", "plain", tmp_path / "plain.txt", "--out", tmp_path / "back.jsonl")
    assert "wrote 3 items" in completed.stderr
    assert (tmp_path / "back.jsonl").read_bytes() == (tmp_path / "dataset.jsonl").read_bytes()


def test_the_example_of_the_docs_works(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    (toml,) = re.findall(r"```toml\n(.*?)```", page, re.S)
    distribution(tmp_path / "site", "titles", tomllib.loads(toml)["project"]["entry-points"])
    (tmp_path / "site" / "probe_titles.py").write_text("\n".join(re.findall(r"```python\n(.*?)```", page, re.S)))
    write_dataset(tmp_path / "dataset.jsonl", [a_pair(unbiased=f"text number {number}") for number in range(3)])
    data, out = tmp_path / "dataset.jsonl", tmp_path / "titles.txt"
    assert (
        "wrote 3 titles" in probe(tmp_path / "site", "data", "export", data, "--format", "titles", "--out", out).stderr
    )
    assert out.read_text().splitlines() == ["text number 0", "text number 1", "text number 2"]
    assert probe(tmp_path / "site", "count", data, "--words", "2").stdout == "6\n"


def test_commands_are_listed_in_their_section_and_run(site: Path) -> None:
    lines = probe(site, "--help").stdout.splitlines()
    runs = lines[lines.index("Runs:") :]
    assert [line.split()[0] for line in runs[1:4]] == ["log", "greet", "prices"]
    assert any(line.split() == ["clicked", "Print", "a", "word."] for line in lines[lines.index("Extensions:") :])
    assert probe(site, "greet", "--name", "Ada").stdout == "hello Ada\n"
    assert probe(site, "clicked").stdout == "clicked\n"
    assert "--name" in probe(site, "greet", "--help").stdout


def test_a_command_that_cannot_be_loaded_is_one_line_where_it_is_used(site: Path) -> None:
    assert "cannot be loaded" in probe(site, "--help").stdout
    stderr = probe(site, "gone", code=3).stderr
    assert stderr.startswith("probe: the command gone cannot be loaded from no_such_module (No module named")
    assert stderr.endswith("update plain-probe 0.3, or uninstall it\n")


def test_doctor_lists_what_other_distributions_add(site: Path) -> None:
    lines = json.loads(probe(site, "doctor", "--json").stdout)
    assert lines["format plain"] == "plain-probe 0.3"
    assert lines["command greet"] == "plain-probe 0.3"
    assert lines["command gone"].startswith("missing: the command gone cannot be loaded")
