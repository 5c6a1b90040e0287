"""Options from the environment and from ``probe.toml``: what they set, and how a mistake is reported."""

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from probe.cli.main import COMMANDS, commands
from probe.cli.settings import defaults_from, read_settings
from probe.errors import CorpusError, InputError


def run(*arguments: str) -> Result:
    return CliRunner().invoke(commands, ["plan", *arguments, "--json"])


def largest_study(result: Result) -> int:
    """Return the number of dilemmas of the largest study."""
    assert result.exit_code == 0, result.exception
    rows: list[dict[str, int]] = json.loads(result.stdout)["rows"]
    return max(row["items"] for row in rows)


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PROBE_PLAN_SIMULATIONS", "0")


def write_settings(text: str) -> None:
    Path("probe.toml").write_text(text, encoding="utf-8")


def test_the_command_line_goes_before_the_environment_and_that_before_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    write_settings('[plan]\ndilemmas = 10\ntarget = "effect"\n')
    assert largest_study(run()) == 10
    monkeypatch.setenv("PROBE_PLAN_DILEMMAS", "20")
    assert largest_study(run()) == 20
    assert largest_study(run("--dilemmas", "40")) == 40


@pytest.mark.parametrize(("command", "option"), [("generate", "bias"), ("generate", "author"), ("evaluate", "model")])
def test_a_blank_variable_is_refused_as_a_blank_option_is(
    monkeypatch: pytest.MonkeyPatch, command: str, option: str
) -> None:
    """As if it were not set, the dataset would have every bias; an empty variable is not set, as in shells."""
    arguments = [command, "--out", "out", *(["data"] if command == "evaluate" else [])]
    variable = f"PROBE_{command}_{option}".upper()
    by_option = CliRunner().invoke(commands, [*arguments, f"--{option}", " "])
    monkeypatch.setenv(variable, " ")
    by_variable = CliRunner().invoke(commands, arguments)
    assert isinstance(by_option.exception, InputError)
    assert str(by_variable.exception) == f"{variable}: {by_option.exception}"


def test_settings_that_cannot_be_read_are_not_passed_over() -> None:
    """A budget in the file would be passed over as well."""
    Path("probe.toml").symlink_to("elsewhere.toml")
    with pytest.raises(InputError, match="link"):
        read_settings()


@pytest.mark.parametrize("line", ['bias = " "', "author = 2020-01-01", 'bias = ["framing_effect", ""]'])
def test_a_value_that_is_no_name_is_reported_with_its_place_in_the_file(line: str) -> None:
    write_settings(f"[generate]\n{line}\n")
    result = CliRunner().invoke(commands, ["generate", "--out", "out"])
    assert str(result.exception).startswith(f"probe.toml:2: [generate] {line.split()[0]}: ")


def test_an_option_that_commands_share_is_set_for_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["evaluate", "nowhere", "--model", "simulated/rational", "--out", "out"]
    for text in ("concurrency = 0\n", ""):
        write_settings(text)
        result = CliRunner().invoke(commands, arguments)
        assert ("concurrency" in result.output + str(result.exception)) is bool(text)
    monkeypatch.setenv("PROBE_CONCURRENCY", "0")
    # The user typed no option, so the message names the variable.
    assert "PROBE_CONCURRENCY (--concurrency)" in CliRunner().invoke(commands, arguments).output
    assert "PROBE_CONCURRENCY" not in CliRunner().invoke(commands, [*arguments, "--concurrency", "0"]).output


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[plan]\nsimulation = 3", r"\[plan\] has no option simulation: did you mean 'simulations'\?"),
        ("[plan]\nruns = 0", r"\[plan\] runs: 0 is not in the range"),
        ("[plan]\nruns = [1, 2]", r"\[plan\] runs: give one value"),
        ("[plan]\nruns = 2.7", r"\[plan\] runs: '2.7' is not a valid integer"),
        ("[plan]\nruns = true", r"\[plan\] runs: 'True' is not a valid integer"),
        ("[plan]\nruns = 2026-11-29", r"\[plan\] runs: '2026-11-29' is not a valid integer"),
        ("[plan]\ntarget = [[1]]", r"\[plan\] target: give values"),
        ("[plna]\nruns = 2", r"\[plna\] is not a command: did you mean 'plan'\?"),
        ("runs = 2", "runs is not an option of all commands"),
        ("runs =", "is not TOML"),
    ],
)
def test_a_mistake_in_the_file_is_one_line_that_names_its_place(text: str, problem: str) -> None:
    write_settings(text)
    with pytest.raises(InputError, match=problem) as error:
        CliRunner().invoke(commands, ["plan"], catch_exceptions=False)
    assert "\n" not in str(error.value)
    assert CliRunner().invoke(commands, ["plan", "--help"]).exit_code == 0


@pytest.mark.parametrize(
    "text",
    [
        'base-url = "http://elsewhere.example/v1"',
        '[evaluate]\nmodel = "openai/m?base_url=http://elsewhere.example/v1"',
        '[verify]\naddress = "elsewhere:10001"',
    ],
)
def test_a_file_that_came_with_a_folder_sends_no_key_elsewhere(text: str) -> None:
    write_settings(text)
    name = "verify" if "verify" in text else "evaluate"
    with pytest.raises(InputError, match="an address is not read from a file"):
        CliRunner().invoke(commands, [name, "data"], catch_exceptions=False)


def test_an_option_of_all_commands_may_be_called_like_a_command() -> None:
    write_settings('seeds = "absent"\n')
    result = CliRunner().invoke(commands, ["seeds"])
    assert isinstance(result.exception, InputError)
    assert "absent" in str(result.exception)


def test_a_mistake_at_the_top_of_the_file_is_not_placed_in_a_table() -> None:
    write_settings("concurrency = 0\n")
    for command in (["evaluate", "nowhere", "--model", "m"], ["study", "run", "standard-1", "--model", "m"]):
        with pytest.raises(InputError, match=r"^probe\.toml:1: concurrency: 0 is not in the range"):
            CliRunner().invoke(commands, command, catch_exceptions=False)


def test_an_option_of_all_commands_is_one_of_the_commands_of_a_group() -> None:
    """A budget for only some of the commands could be exceeded by the others."""
    write_settings("max-usd = 5\n[study.run]\nrpm = 3\n")
    command = commands.get_command(click.Context(commands), "study")
    assert command is not None
    settings = read_settings()
    assert settings is not None
    defaults = defaults_from(settings, command, list(COMMANDS))
    assert defaults["study"]["run"] == {"max_usd": "5", "rpm": "3"}


def test_an_option_that_does_not_apply_is_refused_wherever_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of the environment or the file count as typed, so they are not ignored silently either."""
    arguments = ["validate", "kit", "nowhere", "--out", "kit"]
    from_arguments = CliRunner().invoke(
        commands, [*arguments, "--people", "40"]
    )  # the default value, but still a mistake
    monkeypatch.setenv("PROBE_VALIDATE_KIT_PEOPLE", "40")
    from_environment = CliRunner().invoke(commands, arguments)
    monkeypatch.delenv("PROBE_VALIDATE_KIT_PEOPLE")
    write_settings("[validate.kit]\npeople = 40\n")
    from_file = CliRunner().invoke(commands, arguments)
    for result in (from_arguments, from_environment, from_file):
        assert isinstance(result.exception, InputError)
        assert str(result.exception) == "--people is for --design between: leave it out"


@pytest.mark.parametrize("spelling", [["export"], ["data", "export"]])
def test_a_command_that_moved_into_a_group_is_set_by_both_names(
    monkeypatch: pytest.MonkeyPatch, spelling: list[str]
) -> None:
    arguments = [*spelling, "nowhere", "--out", "out.csv"]
    for text in ('[export]\nformat = "csv"\n', '[data.export]\nformat = "csv"\n'):
        write_settings(text)
        assert "nowhere" in str(CliRunner().invoke(commands, arguments).exception)
    Path("probe.toml").unlink()
    for variable in ("PROBE_EXPORT_FORMAT", "PROBE_DATA_EXPORT_FORMAT"):
        assert "--format" in CliRunner().invoke(commands, arguments).output
        monkeypatch.setenv(variable, "csv")
        assert "nowhere" in str(CliRunner().invoke(commands, arguments).exception)
        monkeypatch.delenv(variable)


def test_all_mistakes_in_the_file_are_reported_with_their_lines() -> None:
    text = 'concurrency = 0\n[plan]\nruns = 0\nrums = 3\n[export]\nfromat = "csv"\n[plna]\n'
    write_settings(text)
    for command, lines in (("evaluate", ["7", "1"]), ("plan", ["7", "3", "4"]), ("export", ["7", "6"])):
        with pytest.raises(CorpusError) as error:
            CliRunner().invoke(commands, [command], catch_exceptions=False)
        assert [problem.split(":")[1] for problem in error.value.problems] == lines


def test_a_table_with_both_of_its_names_is_refused() -> None:
    text = '[export]\nformat = "csv"\n[data.export]\nformat = "hf"\n'
    write_settings(text)
    with pytest.raises(InputError, match=r"\[export\] is the earlier name of \[data\.export\]: keep one of them"):
        CliRunner().invoke(commands, ["export", "nowhere"], catch_exceptions=False)
