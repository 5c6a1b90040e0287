"""What docs/measuring.md says is so."""

import re
from pathlib import Path

import click
import pytest

from probe.cli.controls import controls_command
from probe.cli.evaluate import awareness_command, evaluate_command
from probe.cli.opinion import opinion_command
from probe.filters.bias_judge import BiasJudgeSettings
from probe.filters.cascade import load_settings
from probe.measuring.awareness import QUESTIONS, VOTES
from probe.measuring.controls import ALLOWANCE
from probe.values import Arm, Profile

PAGE = (Path(__file__).parents[1] / "docs" / "measuring.md").read_text(encoding="utf-8")
COMMANDS = {
    "evaluate": evaluate_command,
    "controls": controls_command,
    "awareness": awareness_command,
    "opinion": opinion_command,
}


def default(command: click.Command, name: str) -> object:
    return next(option.default for option in command.params if option.name == name)


def test_the_numbers_are_those_of_the_code() -> None:
    votes = load_settings(Profile.STRICT).of(BiasJudgeSettings)
    assert f"{VOTES} votes\neach" in PAGE
    assert f"±{ALLOWANCE:.0%}".replace("%", " %") in PAGE
    assert f"{votes.yes} of {votes.votes} votes" in PAGE
    assert f"`--tries` times in all ({default(controls_command, 'tries')})" in PAGE
    assert f"`--runs` times ({default(evaluate_command, 'runs')})" in PAGE


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_line_on_the_page_can_be_typed(name: str) -> None:
    (line,) = re.findall(rf"^    probe {name} (.*)$", PAGE, re.M)
    known = {option for parameter in COMMANDS[name].params for option in parameter.opts}
    assert set(re.findall(r"--[a-z-]+", line)) <= known


def test_every_option_of_the_table_is_one_of_evaluate() -> None:
    known = {option for parameter in evaluate_command.params for option in parameter.opts}
    named = re.findall(r"^\| `(--[a-z-]+)", PAGE, re.M)
    assert {"--order", "--arms", "--mitigation"} <= set(named)
    assert set(named) <= known


def test_arms_and_questions_have_their_names() -> None:
    (arms,) = re.findall(r"`--arms ([a-z_,]+)`", PAGE)
    assert arms.split(",") == [arm.value for arm in Arm]
    assert re.findall(r"^- `(\w+)`: does", PAGE, re.M) == list(QUESTIONS)
