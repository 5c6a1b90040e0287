"""The exact wording of commands and proofs. Other tests read data instead.

After a change of wording, ``PROBE_WRITE_WORDING=1 pytest tests/end_to_end/test_wording.py`` rewrites both files; read
their difference before you commit it.
"""

import difflib
import os
import re
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.version import Version

from probe.ports import Oracle
from probe.values import Profile
from tests.audit.proofs import narrate
from tests.end_to_end.conftest import MODEL, ModelServer, Probe, Runs
from tests.shared import ROOT
from tests.web.conftest import flawed_pair, hostile_pair, write_pairs

WORDING = Path(__file__).with_name("wording.txt")
PROOFS = Path(__file__).with_name("proofs.txt")
OWN_PROGRAM = ":- consult('axioms').\nready(option_B).\ndecide_option(user, X) :- good(X).\n"


def commands(runs: Runs, server: ModelServer, folder: Path) -> list[tuple[str, ...]]:
    """The commands whose output is compared; each runs once in ``folder``, with 100 columns."""
    write_pairs(folder / "dataset.jsonl", flawed_pair(), hostile_pair())
    (folder / "axioms.pl").write_text("good(X) :- ready(X).\n", encoding="utf-8")
    (folder / "mine.pl").write_text(OWN_PROGRAM, encoding="utf-8")
    strict, address = str(runs.generated(Profile.STRICT).out), ("--base-url", server.url)
    size = ("--bias", "framing_effect", "--per-bias", "1", "--out", "run")
    return [
        ("audit", "dataset.jsonl"),
        ("audit", "dataset.jsonl", flawed_pair().id[:6]),
        ("verify", "dataset.jsonl"),
        ("verify", "mine.pl"),
        ("generate", "--model", MODEL, *address, *size),
        ("generate", "--model", MODEL, *address, *size, "--max-calls", "3", "--seed", "1"),
        ("generate", "--model", MODEL, *size),
        ("evaluate", strict, "--model", MODEL, *address, "--limit", "1", "--runs", "2", "--out", "subject"),
        ("awareness", "subject", "--judge", "openai/judge", *address),
        ("analyze", ".", "--out", "report"),
        ("generate", "--out", "none"),
        ("evaluate", "/nowhere", "--model", "simulated/rational", "--out", "none"),
    ]


def transcript(probe: Probe, command: Sequence[str], replacements: dict[str, str]) -> str:
    """Return a command with its output, with everything that differs from run to run replaced."""
    result = probe(*command, expect=None, COLUMNS="100", NO_COLOR="1")
    text = f"$ probe {' '.join(command)}\n{result.stdout}{result.stderr}exit {result.returncode}\n"
    for value, name in replacements.items():
        text = text.replace(value, name)
    text = re.sub(r"SWI-Prolog [\d.]+", "SWI-Prolog VERSION", text)
    return re.sub(r"[ \t]+$", "", text, flags=re.M)


@pytest.mark.skipif(Version(version("rich")) < Version("15"), reason="rich 14 breaks some lines elsewhere")
@pytest.mark.usefixtures("undrawn")
def test_the_output_of_commands_is_the_recorded_one(
    probe: Probe, runs: Runs, server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a long path would change the line breaks
    strict = str(runs.generated(Profile.STRICT).out)
    replacements = {strict: "STRICT", server.url: "URL", str(ROOT): "ROOT"}
    compare(
        WORDING, "\n".join(transcript(probe, command, replacements) for command in commands(runs, server, tmp_path))
    )


async def test_the_narrated_proofs_are_the_recorded_ones(oracle: Oracle) -> None:
    compare(PROOFS, "\n".join([*await narrate(oracle), ""]))


def compare(file: Path, current: str) -> None:
    """Compare the current text with the recorded file, or rewrite the file."""
    if os.environ.get("PROBE_WRITE_WORDING"):
        file.write_text(current, encoding="utf-8")
    recorded = file.read_text(encoding="utf-8")
    assert not list(difflib.unified_diff(recorded.splitlines(), current.splitlines(), file.name, "now", lineterm=""))
