"""Texts attribute an effect to the cue, never to the bias, unless a mere recommendation was shown."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from probe.analysis.report.formats import document
from probe.analysis.study import prepare
from probe.cli.main import COMMANDS, commands
from probe.values import Arm, Bias
from tests.analysis.made_datasets import evaluate, flips_at, pairs, with_controls
from tests.analysis.reports import report_on
from tests.defined import defined

ROOT = Path(__file__).parents[2]
NAMES = "|".join(map(re.escape, Bias.packaged))
OF_THE_BIAS = re.compile(
    rf"(?<!-specific )\beffects? of (?:(?:the|its|their|an?|each|every|that|named) )*(?:bias(?:es)?|{NAMES})\b"
    rf"|\b(?:the|an?|its|each) bias[’']s? effects?\b|\b(?:{NAMES}) effects?\b|\bsize of (?:the|its|each|an?) bias\b"
    rf"|\beffect is (?:{NAMES})\b",
    re.IGNORECASE,
)


def bias_claims(text: str) -> list[str]:
    """Return the phrases that call an effect one of the bias."""
    return [match.group() for match in OF_THE_BIAS.finditer(" ".join(text.split()))]


@pytest.mark.parametrize(
    "text",
    [
        "the effect of the bias",
        "effects of\nconfirmation bias",
        "the bias's effect",
        "its largest effect is framing effect",
    ],
)
def test_the_phrases_are_found(text: str) -> None:
    assert bias_claims(text)


@pytest.mark.parametrize("text", ["the effect of the cue", "the bias-specific effect", "effects by bias"])
def test_the_words_of_the_cue_are_not(text: str) -> None:
    assert not bias_claims(text)


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda page: page.name
)
def test_pages_speak_of_the_effect_of_the_cue(page: Path) -> None:
    assert not bias_claims(page.read_text(encoding="utf-8"))


def help_texts(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield the help of a command and of those below it."""
    yield command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            subcommand = defined(command.get_command(context, name))
            yield from help_texts(subcommand, click.Context(subcommand, parent=context, info_name=name))


def test_help_speaks_of_the_effect_of_the_cue() -> None:
    texts = list(help_texts(commands, click.Context(commands, info_name="probe")))
    assert len(texts) > len(COMMANDS)
    assert [phrase for text in texts for phrase in bias_claims(text)] == []


@pytest.mark.usefixtures("undrawn")
def test_a_report_without_recommendations_never_speaks_of_the_effect_of_the_bias() -> None:
    """It mentions a bias-specific effect only to say that there is none."""
    dilemmas = [with_controls(dilemma) for dilemma in pairs(list(Bias), 24)]
    arms = (Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO, Arm.COUNTER)
    evaluations = [
        evaluate(dilemmas, flips_at(rate), subject=name, arms=arms) for name, rate in (("a", 0.6), ("b", 0.1))
    ]
    text = str(document(report_on(prepare(evaluations))))
    assert bias_claims(text) == []
    assert "effect of the cue" in text or "cue misleads" in text
    single_text = str(document(report_on(prepare(evaluations[:1]))))
    assert bias_claims(single_text) == []
