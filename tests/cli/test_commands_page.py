"""docs/commands.md lists every option of every command as the code has it.

``PROBE_WRITE_WORDING=1 pytest tests/cli/test_commands_page.py`` rewrites the tables.
"""

import os
import re
from collections.abc import Iterator

import click

from probe.cli.building import SettingOption
from probe.cli.main import commands
from probe.cli.settings import SHARED_FLAGS, long_flag, options_of
from tests.cli.walking import walk
from tests.shared import ROOT

PAGE = ROOT / "docs" / "commands.md"
HEAD = "| option | takes | default | meaning |\n|---|---|---|---|\n"


def tables() -> Iterator[str]:
    """Yield the part of the page about each command."""
    for path, command in walk(commands):
        context = click.Context(command, info_name=" ".join(path))
        usage = " ".join(command.collect_usage_pieces(context))
        summary = (command.help or "").partition("\n")[0]
        rows = "".join(table_row(option, context) for option in options_of(command) if not option.hidden)
        yield f"## probe {' '.join(path)}\n\n`probe {' '.join(path)} {usage}`: {summary}\n" + (
            f"\n{HEAD}{rows}" if rows else ""
        )


def table_row(option: click.Option, context: click.Context) -> str:
    help_extra = option.get_help_extra(context)
    metavar = "" if option.is_flag else option.make_metavar(context)
    limits = help_extra.get("range", "")
    text = (option.help or "").replace("|", "\\|")
    if isinstance(option, SettingOption) and option.setting.grows:
        text += " A resumed run may have another value."
    default = "required" if option.required else help_extra.get("default", "")
    earlier_names = option.setting.earlier if isinstance(option, SettingOption) else ()
    names = ", ".join(f"`{name}`" for name in option.opts if name.startswith("-") and name not in earlier_names)
    cells = (names, f"{metavar} {limits}".strip().replace("|", " \\| "), default, text)
    return "| " + " | ".join(" ".join(cell.split()) for cell in cells) + " |\n"


def test_the_page_lists_every_option() -> None:
    page = PAGE.read_text(encoding="utf-8")
    start = page.index("## probe ")
    if os.environ.get("PROBE_WRITE_WORDING"):
        PAGE.write_text(page[:start] + "\n".join(tables()), encoding="utf-8")
        page = PAGE.read_text(encoding="utf-8")
    for expected, section in zip(tables(), re.split(r"\n(?=## probe )", page[start:]), strict=True):
        assert section.rstrip() == expected.rstrip()


def test_the_page_names_the_options_that_can_be_set_for_all_commands() -> None:
    (sentence,) = re.findall(r"for all commands at once: (.*?)\.", PAGE.read_text(encoding="utf-8"), re.S)
    assert re.findall(r"`(--[a-z-]+)`", sentence) == list(SHARED_FLAGS)


def test_options_of_commands_have_distinct_variables() -> None:
    for path, command in walk(commands):
        assert len({long_flag(option) for option in options_of(command)}) == len(options_of(command)), path
