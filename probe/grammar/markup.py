"""The marks in a sentence of the library or of a template, and how they are replaced.

    {users}         the word for it, of the context or of the scenario
    {^users}        the same with a capital letter first
    {sends|sent}    the first in the present tense, the second in retrospect

Alternatives in brackets are drawn before (``probe.grammar.variants``). Sentences of the library begin with a capital
letter without a mark.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from probe.values.texts import LONGEST_TEXT

MARK = re.compile(r"\{([^{}]*)\}")
SLOT = re.compile(r"[a-z_][a-z0-9_]*")
MOST_NESTED = 6
"""How often a word that fills a slot may have slots itself."""
SHOWN_CHARACTERS = 40
"""How many characters of an invalid mark a message shows."""
FULL_FORMS = {
    "I am ": "I'm ",
    "We are ": "We're ",
    "I have been ": "I've been ",
    "We have been ": "We've been ",
    "It is ": "It's ",
    "There is ": "There's ",
}
FULL_FORM = re.compile(rf"(?:(?<=^)|(?<=\n)|(?<=[.?!] ))(?:{'|'.join(FULL_FORMS)})")


class Segment(NamedTuple):
    """A part of a sentence: literal words, a slot (``capital``: with a capital letter first), or a pair of tenses."""

    text: str = ""
    slot: str = ""
    capital: bool = False
    present: str = ""
    past: str = ""


class MarkupError(ValueError):
    """A sentence with invalid marks; the message gives the reason."""


@cache
def segments(sentence: str) -> tuple[Segment, ...]:
    """Return the parts of ``sentence``; raise MarkupError for a mark in none of the three forms."""
    sentence_segments: list[Segment] = []
    end = 0
    for mark in MARK.finditer(sentence):
        sentence_segments.append(Segment(text=_plain(sentence[end : mark.start()])))
        sentence_segments.append(_segment(mark.group(1)))
        end = mark.end()
    sentence_segments.append(Segment(text=_plain(sentence[end:])))
    return tuple(segment for segment in sentence_segments if segment != Segment())


def slots(sentence: str) -> tuple[str, ...]:
    """Return the names of the slots of ``sentence`` in order, repetitions included."""
    return tuple(segment.slot for segment in segments(sentence) if segment.slot)


def render(sentence: str, words: Mapping[str, str], *, past: bool = False) -> str:
    """Return ``sentence`` with its marks replaced; its first letter is not capitalised."""
    return "".join(_render(segment, words, past) for segment in segments(sentence))


def fill(text: str, words: Mapping[str, str]) -> str:
    """Return ``text`` with its slots filled, those in words included, and without the blanks that empty words leave.

    Raises KeyError for a slot without a word, or whose word contains itself; MarkupError for an invalid mark, and for
    more than ``LONGEST_TEXT`` characters.
    """
    return _filled(text, words, MOST_NESTED, {})


def _filled(text: str, words: Mapping[str, str], depth: int, filled_words: dict[tuple[str, int], str]) -> str:
    """Return ``text`` with its slots filled; ``filled_words`` has what is filled already, by name and depth."""
    names = slots(text)
    if names and not depth:
        raise KeyError(names[0])
    # Each word once: filled at each of its places, nested words would take exponential time.
    for name in set(names):
        if (name, depth) not in filled_words:
            filled_words[name, depth] = _filled(words[name], words, depth - 1, filled_words)
    # Before rendering: words that repeat words fill the memory with a file of few lines.
    if len(text) + sum(len(filled_words[name, depth]) for name in names) > LONGEST_TEXT:
        raise MarkupError(f"{shorten_mark(text)!r} is filled with more than {LONGEST_TEXT:,} characters")
    return tidy(render(text, {name: filled_words[name, depth] for name in names}))


def tidy(text: str) -> str:
    """Return ``text`` without double blanks, blanks at the ends of lines, and runs of empty lines."""
    text = re.sub(r"[ \t]+", " ", text)
    text = re.sub(r" ?\n ?", "\n", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def check_markup(text: str) -> str:
    """Return ``text`` if its marks are valid; raise MarkupError."""
    segments(text)
    return text


def shorten_mark(mark: str) -> str:
    """Return an invalid mark as messages show it: its beginning, in one line."""
    line = " ".join(mark[: SHOWN_CHARACTERS + 1].split())
    return f"{line[:SHOWN_CHARACTERS]}…" if len(mark) > SHOWN_CHARACTERS else line


def capitalised(text: str) -> str:
    """Return ``text`` with its first letter capitalised, unless its name has its capital later: "iPhone"."""
    return text if text[1:2].isupper() else text[:1].upper() + text[1:]


def shortened(text: str) -> str:
    """Return ``text`` with contractions at the beginning of its sentences: "I'm", "there's"."""
    return FULL_FORM.sub(lambda match: FULL_FORMS[match.group()], text)


def _plain(text: str) -> str:
    if "{" in text or "}" in text:
        raise MarkupError("an unclosed brace")
    return text


def _segment(mark: str) -> Segment:
    if "|" in mark:
        present, _, past = mark.partition("|")
        if "|" in past or not present.strip() or not past.strip():
            raise MarkupError(f"{{{shorten_mark(mark)}}} needs exactly two tenses, {{is|was}}")
        return Segment(present=present, past=past)
    name = mark.removeprefix("^")
    if not SLOT.fullmatch(name):
        raise MarkupError(f"{{{shorten_mark(mark)}}} is neither a slot nor a pair of tenses")
    return Segment(slot=name, capital=name != mark)


def _render(segment: Segment, words: Mapping[str, str], past: bool) -> str:
    if segment.slot:
        return capitalised(words[segment.slot]) if segment.capital else words[segment.slot]
    if segment.present:
        return segment.past if past else segment.present
    return segment.text
