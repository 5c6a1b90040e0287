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
NESTED = 6
"""How often a word that fills a slot may have slots itself."""
SHOWN = 40
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


class Piece(NamedTuple):
    """A part of a sentence: literal words, a slot (``capital``: with a capital letter first), or a pair of tenses."""

    text: str = ""
    slot: str = ""
    capital: bool = False
    present: str = ""
    past: str = ""


class MarkupError(ValueError):
    """A sentence with invalid marks; the message gives the reason."""


@cache
def pieces(sentence: str) -> tuple[Piece, ...]:
    """Return the parts of ``sentence``; raise MarkupError for a mark in none of the three forms."""
    sentence_pieces: list[Piece] = []
    end = 0
    for mark in MARK.finditer(sentence):
        sentence_pieces.append(Piece(text=_plain(sentence[end : mark.start()])))
        sentence_pieces.append(_piece(mark.group(1)))
        end = mark.end()
    sentence_pieces.append(Piece(text=_plain(sentence[end:])))
    return tuple(piece for piece in sentence_pieces if piece != Piece())


def slots(sentence: str) -> tuple[str, ...]:
    """Return the names of the slots of ``sentence`` in order, repetitions included."""
    return tuple(piece.slot for piece in pieces(sentence) if piece.slot)


def render(sentence: str, words: Mapping[str, str], *, past: bool = False) -> str:
    """Return ``sentence`` with its marks replaced; its first letter is not capitalised."""
    return "".join(_rendered(piece, words, past) for piece in pieces(sentence))


def fill(text: str, words: Mapping[str, str]) -> str:
    """Return ``text`` with its slots filled, those in words included, and without the blanks that empty words leave.

    Raises KeyError for a slot without a word, or whose word contains itself; MarkupError for an invalid mark, and for
    more than ``LONGEST_TEXT`` characters.
    """
    return _filled(text, words, NESTED, {})


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
        raise MarkupError(f"{shown(text)!r} is filled with more than {LONGEST_TEXT:,} characters")
    return tidy(render(text, {name: filled_words[name, depth] for name in names}))


def tidy(text: str) -> str:
    """Return ``text`` without double blanks, blanks at the ends of lines, and runs of empty lines."""
    text = re.sub(r"[ \t]+", " ", text)
    text = re.sub(r" ?\n ?", "\n", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def checked(text: str) -> str:
    """Return ``text`` if its marks are valid; raise MarkupError."""
    pieces(text)
    return text


def shown(mark: str) -> str:
    """Return an invalid mark as messages show it: its beginning, in one line."""
    line = " ".join(mark[: SHOWN + 1].split())
    return f"{line[:SHOWN]}…" if len(mark) > SHOWN else line


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


def _piece(mark: str) -> Piece:
    if "|" in mark:
        present, _, past = mark.partition("|")
        if "|" in past or not present.strip() or not past.strip():
            raise MarkupError(f"{{{shown(mark)}}} needs exactly two tenses, {{is|was}}")
        return Piece(present=present, past=past)
    name = mark.removeprefix("^")
    if not SLOT.fullmatch(name):
        raise MarkupError(f"{{{shown(mark)}}} is neither a slot nor a pair of tenses")
    return Piece(slot=name, capital=name != mark)


def _rendered(piece: Piece, words: Mapping[str, str], past: bool) -> str:
    if piece.slot:
        return capitalised(words[piece.slot]) if piece.capital else words[piece.slot]
    if piece.present:
        return piece.past if past else piece.present
    return piece.text
