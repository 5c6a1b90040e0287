"""What docs/measuring.md says is true."""

import re

import click
import pytest

from probe.cli.main import commands
from probe.filters.bias_judge import BiasJudgeSettings
from probe.filters.cascade import load_settings
from probe.measuring.awareness import QUESTIONS, VOTES
from probe.measuring.control_checks import ALLOWANCE
from probe.options.evaluating import RUNS
from probe.values import Arm, Profile
from tests.shared import ROOT

PAGE = (ROOT / "docs" / "measuring.md").read_text(encoding="utf-8")


def parameters(name: str) -> list[click.Parameter]:
    command = commands.get_command(click.Context(commands), name)
    assert command is not None
    return command.params


def test_the_numbers_are_those_of_the_code() -> None:
    votes = load_settings(Profile.STRICT).of(BiasJudgeSettings)
    (tries,) = [option.default for option in parameters("controls") if option.name == "tries"]
    assert f"{VOTES} votes\neach" in PAGE
    assert f"±{ALLOWANCE:.0%}".replace("%", " %") in PAGE
    assert f"{votes.yes} of {votes.votes} votes" in PAGE
    assert f"`--tries` times in all ({tries})" in PAGE
    assert f"`--runs` times ({RUNS})" in PAGE


@pytest.mark.parametrize("name", ["evaluate", "controls", "awareness", "opinion"])
def test_every_command_line_on_the_page_can_be_typed(name: str) -> None:
    (line,) = re.findall(rf"^    probe {name} (.*)$", PAGE, re.M)
    options = {option for parameter in parameters(name) for option in parameter.opts}
    assert set(re.findall(r"--[a-z-]+", line)) <= options


def test_every_option_of_the_table_is_one_of_evaluate() -> None:
    options = {option for parameter in parameters("evaluate") for option in parameter.opts}
    option_names = re.findall(r"^\| `(--[a-z-]+)", PAGE, re.M)
    assert {"--order", "--arms", "--mitigation"} <= set(option_names)
    assert set(option_names) <= options


def test_arms_and_questions_have_their_names() -> None:
    (arms,) = re.findall(r"`--arms ([a-z0-9_,]+)`", PAGE)
    assert arms.split(",") == [arm.value for arm in Arm]
    assert re.findall(r"^- `(\w+)`: does", PAGE, re.M) == list(QUESTIONS)
