"""Help for new users: a summary that fits, examples that parse, one name for outputs."""

import re
import shlex

import click
import pytest

from probe.cli.main import COMMANDS, commands
from tests.cli.walking import walk

SHORTEST_SCREEN = 80


COMMAND_PARAMETERS = [pytest.param(path, command, id=" ".join(path)) for path, command in walk(commands)]


@pytest.mark.parametrize(("path", "command"), COMMAND_PARAMETERS)
def test_a_command_is_summarised_in_one_line_that_fits(path: tuple[str, ...], command: click.Command) -> None:
    """On its help page with the usual indent, and in the list of its group, where long lines are truncated."""
    summary = (command.help or "").partition("\n\n")[0]
    assert "\n" not in summary
    assert summary.endswith(".")
    assert len(summary) + 2 <= SHORTEST_SCREEN
    short_help = command.get_short_help_str(limit=SHORTEST_SCREEN - 14) if len(path) > 1 else COMMANDS[path[0]].help
    assert not short_help.endswith("...")
    assert len(short_help) + 13 <= SHORTEST_SCREEN


@pytest.mark.parametrize(("path", "command"), COMMAND_PARAMETERS)
def test_a_command_has_an_example_of_itself_that_parses(path: tuple[str, ...], command: click.Command) -> None:
    """Every option in it exists and every value is of its type; nothing runs."""
    examples = re.findall(r"^ *probe (.*)$", (command.help or "").partition("\b")[2], re.M)
    assert examples
    for example in examples:
        words = shlex.split(example)
        assert tuple(words[: len(path)]) == path
        arguments = words[len(path) :]
        if isinstance(command, click.Group) and arguments and not arguments[0].startswith("-"):
            subcommand = command.get_command(click.Context(command), arguments[0])
            assert subcommand is not None
            command, arguments = subcommand, arguments[1:]
        command.make_context(" ".join(path), list(arguments))


@pytest.mark.parametrize(("path", "command"), COMMAND_PARAMETERS)
def test_options_say_what_they_do_and_what_they_are_by_default(path: tuple[str, ...], command: click.Command) -> None:
    for option in command.params:
        if isinstance(option, click.Option) and not option.hidden and option.name != "help":
            assert option.help or option.name == "form", option.opts
            has_plain_default = isinstance(option.default, (str, int, float)) and not isinstance(option.default, bool)
            assert option.show_default or not has_plain_default or option.default == "", option.opts


@pytest.mark.parametrize(("path", "command"), COMMAND_PARAMETERS)
def test_outputs_have_one_name(path: tuple[str, ...], command: click.Command) -> None:
    """``--out``; ``--output`` of earlier versions is accepted and not listed."""
    text = command.get_help(click.Context(command, info_name="x"))
    assert "--output" not in text


def test_commands_with_models_explain_how_to_name_one() -> None:
    for path, command in walk(commands):
        if any(getattr(parameter.type, "name", "") == "SPEC" for parameter in command.params):
            assert "provider/model" in (command.help or ""), path
            assert "simulated/rational" in (command.help or ""), path
