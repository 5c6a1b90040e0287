"""``probe verify`` explains only the proofs that it shows."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from probe.cli.main import commands
from probe.oracle import SwiOracle
from probe.values import Answering

PROGRAM = ":- consult('axioms').\nready(option_B).\ndecide_option(user, X) :- good(X).\n"


@pytest.fixture
def program_folder(tmp_path: Path) -> Path:
    (tmp_path / "axioms.pl").write_text("good(X) :- ready(X).\n", encoding="utf-8")
    for name, text in (("unbiased.pl", PROGRAM), ("biased.pl", PROGRAM + "waited(ten).\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", ["", "unbiased.pl"])
@pytest.mark.parametrize("as_json", [False, True])
def test_json_explains_no_proof(
    program_folder: Path, name: str, as_json: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An explanation takes several times as long as a verdict, and JSON does not contain it.

    A translation for the second engine (``asp``) runs nothing and is not counted.
    """
    kinds: list[str] = []
    ask = SwiOracle._ask

    async def ask_and_record(self: SwiOracle, texts: list[str], kind: str, answering: Answering) -> object:
        kinds.append(str(kind))
        return await ask(self, texts, kind, answering)

    monkeypatch.setattr(SwiOracle, "_ask", ask_and_record)
    result = CliRunner().invoke(
        commands, ["verify", str(program_folder / name), *(["--json"] if as_json else [])], standalone_mode=False
    )
    assert result.exception is None, result.output
    assert ("explained" in kinds) is not as_json
    swi_kinds = [kind for kind in kinds if kind != "asp"]
    assert len(swi_kinds) == (1 if name == "" or as_json else 2)


def test_at_most_200_lines_of_a_refused_program_are_printed(program_folder: Path) -> None:
    """A model's program may have any number of lines of any length; all of them are still counted."""
    lines = [f"ready(option_B). % line {number} {'x' * 900}" for number in range(1, 1000)]
    (program_folder / "unbiased.pl").write_text("\n".join([*lines, ":- shell('true').", ""]), encoding="utf-8")
    result = CliRunner().invoke(commands, ["verify", str(program_folder / "unbiased.pl"), "-v"], standalone_mode=False)
    assert result.return_value == 1
    program_lines = [line for line in result.output.splitlines() if "% line" in line]
    assert [int(line.split("% line ")[1].split()[0]) for line in program_lines] == list(range(1, 201))
    assert "… and 800 more lines" in result.output
    assert len(result.output) < 250_000
    brief = CliRunner().invoke(commands, ["verify", str(program_folder / "unbiased.pl")], standalone_mode=False).output
    assert "is longer than" in brief, "the reason for the refusal is always printed"
    assert "% line" not in brief
