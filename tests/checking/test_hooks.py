"""The hook, the workflow and the phrases in docs/own-prompts.md."""

import re
import shlex
import tomllib
from typing import Any

import click
import yaml

from probe.checking.phrases import PhraseFile
from probe.cli.main import commands
from tests.blocks import blocks
from tests.shared import ROOT

PAGE = ROOT / "docs" / "own-prompts.md"


def parse_command(command: str) -> dict[str, Any]:
    """Parse a command as the command line does, and return its parameters."""
    first, name, *arguments = shlex.split(command)
    assert first == "probe"
    subcommand = commands.get_command(click.Context(commands), name)
    assert subcommand is not None
    return subcommand.make_context(name, [*arguments, "prompts/review.md"]).params


def documents() -> list[Any]:
    return [yaml.safe_load(block.text) for block in blocks(PAGE) if block.language == "yaml"]


def test_both_hooks_are_strict_and_take_the_prompts_of_a_project() -> None:
    published_hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    local_hooks = documents()[0]["repos"][0]["hooks"]
    for hook in (*published_hooks, *local_hooks):
        assert parse_command(hook["entry"])["strict"]
        assert re.search(hook["files"], "prompts/review.md")
        assert not re.search(hook["files"], "src/main.py")


def test_the_workflow_runs_a_command_that_annotates() -> None:
    steps = documents()[1]["jobs"]["check"]["steps"]
    assert parse_command(steps[-1]["run"])["form"] == "github"


def test_the_phrases_on_the_page_are_accepted() -> None:
    (text,) = (block.text for block in blocks(PAGE) if block.language == "toml")
    (phrase,) = PhraseFile.model_validate(tomllib.loads(text)).phrase
    assert phrase.reword("enterprise-grade ") == ""
