"""Help that a new user can act on: a line that fits, an example that parses, one name for outputs."""

import re
import shlex
from collections.abc import Iterator

import click
import pytest

from probe.cli.main import COMMANDS, commands

SHORTEST_SCREEN = 80


def walk(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from walk(command, (*path, name))


EVERY = [pytest.param(path, command, id=" ".join(path)) for path, command in walk(commands)]


@pytest.mark.parametrize(("path", "command"), EVERY)
def test_a_command_is_summarised_in_one_line_that_fits(path: tuple[str, ...], command: click.Command) -> None:
    """On its own page with the usual indent, and in the list of its group, where long lines are cut."""
    first = (command.help or "").partition("\n\n")[0]
    assert "\n" not in first
    assert first.endswith(".")
    assert len(first) + 2 <= SHORTEST_SCREEN
    listed = command.get_short_help_str(limit=SHORTEST_SCREEN - 14) if len(path) > 1 else COMMANDS[path[0]].help
    assert not listed.endswith("...")
    assert len(listed) + 13 <= SHORTEST_SCREEN


@pytest.mark.parametrize(("path", "command"), EVERY)
def test_a_command_has_an_example_of_itself_that_parses(path: tuple[str, ...], command: click.Command) -> None:
    """Every option in it exists and every value is of its type; nothing runs."""
    examples = re.findall(r"^ *probe (.*)$", (command.help or "").partition("\b")[2], re.M)
    assert examples
    for example in examples:
        words = shlex.split(example)
        assert tuple(words[: len(path)]) == path
        rest = words[len(path) :]
        if isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
            found = command.get_command(click.Context(command), rest[0])
            assert found is not None
            command, rest = found, rest[1:]
        command.make_context(" ".join(path), list(rest))


@pytest.mark.parametrize(("path", "command"), EVERY)
def test_options_say_what_they_do_and_what_they_are_by_default(path: tuple[str, ...], command: click.Command) -> None:
    for one in command.params:
        if isinstance(one, click.Option) and not one.hidden and one.name != "help":
            assert one.help or one.name == "form", one.opts
            fixed = isinstance(one.default, (str, int, float)) and not isinstance(one.default, bool)
            assert one.show_default or not fixed or one.default == "", one.opts


@pytest.mark.parametrize(("path", "command"), EVERY)
def test_outputs_have_one_name(path: tuple[str, ...], command: click.Command) -> None:
    """``--out``; ``--output`` of earlier versions is accepted and not listed."""
    text = command.get_help(click.Context(command, info_name="x"))
    assert "--output" not in text


def test_commands_with_models_explain_how_to_name_one() -> None:
    for path, command in walk(commands):
        if any(getattr(one.type, "name", "") == "SPEC" for one in command.params):
            assert "provider/model" in (command.help or ""), path
            assert "simulated/rational" in (command.help or ""), path
