"""The library of steering phrases: its form, and how often it flags neutral prompts."""

import csv
import os
from pathlib import Path

import pytest

from benchmarks.steering_patterns import ORDINARY, flag_counts, labelled_prompts, ordinary_prompts, published_texts
from probe.checking.phrases import PhraseLibrary, read_library
from probe.checking.reading import Prompt
from probe.checking.spans import CheckedPrompt, steering_spans
from probe.errors import InputError
from probe.values import Bias
from tests.shared import ROOT

ENTRY = """bias = "framing effect"

[[phrase]]
name = "word"
reason = "It judges."
neutral = "Leave it out."
patterns = ['''\\bbad\\b''']
match = ["A bad idea."]
no_match = ["A badge."]
"""


def write_domain(folder: Path, text: str) -> Path:
    (folder / "steering").mkdir()
    (folder / "domain.toml").write_text('name = "mine"\ndescription = "Mine."\n', encoding="utf-8")
    (folder / "steering" / "mine.toml").write_text(text, encoding="utf-8")
    return folder


def test_every_packaged_bias_has_phrases_with_several_examples(library: PhraseLibrary) -> None:
    """The reader enforces that the examples match; this test counts them."""
    assert {file.bias for file in library.files} == set(Bias.packaged)
    for _, phrase in library:
        assert len(phrase.match) >= 3, phrase.name
        assert len(phrase.no_match) >= 2, phrase.name


def test_no_phrase_matches_a_negative_example_of_another_phrase(library: PhraseLibrary) -> None:
    for _, phrase in library:
        for text in phrase.no_match:
            assert steering_spans(Prompt("example", text), library).spans == ()


def test_a_users_own_domain_replaces_the_library(tmp_path: Path) -> None:
    library = read_library(write_domain(tmp_path, ENTRY))
    (span,) = steering_spans(Prompt("x", "Is that a bad plan, right?"), library).spans
    assert (span.text, span.name) == ("bad", "word")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("A bad idea.", "A fine idea.", "A fine idea."),
        ("A badge.", "A bad badge.", "no_match"),
        ("\\bbad\\b", "(", "regular expression"),
        ("\\bbad\\b", "(?i)bad", "regular expression"),
        ("\\bbad\\b", "(?P<word>bad)", "the group word has a name"),
        ("]\nmatch = [", "]\ninstead = [['bad', '\\1']]\nmatch = [", "cannot replace a match"),
        ('name = "word"', 'nam = "word"', "nam"),
    ],
)
def test_a_wrong_entry_is_reported_with_its_file(tmp_path: Path, old: str, new: str, expected: str) -> None:
    with pytest.raises(InputError, match=r"mine\.toml") as error:
        read_library(write_domain(tmp_path, ENTRY.replace(old, new)))
    assert expected in str(error.value)


def test_a_domain_without_phrases_is_refused_with_what_to_add(tmp_path: Path) -> None:
    (tmp_path / "domain.toml").write_text('name = "mine"\ndescription = "Mine."\n', encoding="utf-8")
    with pytest.raises(InputError, match="steering"):
        read_library(tmp_path)


def test_ordinary_technical_prompts_are_hardly_ever_flagged(library: PhraseLibrary) -> None:
    prompts = ordinary_prompts()
    assert len(prompts) == len(set(prompts)) == 200
    assert ORDINARY.parent == ROOT / "benchmarks"
    flagged_prompts = [prompt for prompt in prompts if steering_spans(Prompt("x", prompt), library).spans]
    assert len(flagged_prompts) <= 0.03 * len(prompts), flagged_prompts


@pytest.mark.skipif("PROBE_SWE_DATA" not in os.environ, reason="needs PROBE_SWE_DATA, the published datasets")
def test_published_unbiased_texts_are_rarely_flagged_and_biased_ones_far_more_often(library: PhraseLibrary) -> None:
    texts = published_texts(Path(os.environ["PROBE_SWE_DATA"]))
    unbiased, biased = (
        sum(bool(steering_spans(Prompt("x", text), library).spans) for text in side) / len(side)
        for side in zip(*texts, strict=True)
    )
    assert unbiased <= 0.05
    assert biased >= 5 * unbiased


@pytest.mark.skipif("PROBE_DEVGPT_DATA" not in os.environ, reason="needs PROBE_DEVGPT_DATA, labelled prompts")
def test_labelled_prompts_are_found_with_the_required_precision_and_recall(library: PhraseLibrary) -> None:
    counts = flag_counts(labelled_prompts(Path(os.environ["PROBE_DEVGPT_DATA"])), library)
    assert counts.precision.estimate >= 0.75
    assert counts.recall.estimate >= 0.5


def test_labels_are_read_as_biases(tmp_path: Path) -> None:
    with (tmp_path / "prompts.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [("id", "label", "prompt"), (1, "Framing effect", "So bad"), (2, "no_bias_cues", "x")]
        )
    assert [prompt.bias for prompt in labelled_prompts(tmp_path)] == [Bias.FRAMING, None]


HOSTILE = {
    "blanks": " " * 200_000,
    "lines": "\n" * 200_000,
    "letters": "a" * 200_000,
    "words": "I really " * 40_000,
    "fences": "```\n~~~\n" * 30_000,
    "ticks": "`" * 200_000,
    "tags": "<a " * 80_000,
    "comments": "<!-- " * 40_000,
    "most": "most of the " * 20_000,
    "digits": "1" * 200_000,
    "dots": ". " * 100_000,
    "have": "I have recently " * 20_000,
    "questions": "isn't it " * 20_000,
    "statements": ". So it is a " * 20_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_long_text_of_any_mark_is_read(name: str, library: PhraseLibrary) -> None:
    """A pattern that takes a quadratic number of steps would not return."""
    assert isinstance(steering_spans(Prompt(name, HOSTILE[name]), library), CheckedPrompt)
