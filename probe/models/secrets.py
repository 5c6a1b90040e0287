"""Remove keys from foreign texts, as they are, in common encodings, and in parts."""

import base64
import re
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence

LONGEST_LINE = 300
"""The maximum length of a foreign message in an error line, in characters."""
SHORTEST_SECRET = 8
"""A shorter key is a placeholder for a user's own server ("none", "ollama"), and may be a common word."""
SHORTEST_NAMED = 4
"""From this length on even a placeholder is removed from error lines, where a damaged word does no harm."""
SHORTEST_FOLDED = 12
"""With fewer letters and digits, a folded form may be a common word or number."""
PART_LENGTH = 20
"""This many characters at the beginning or end of a key are removed too: servers shorten what they quote.

Of a key that is shorter than two such parts, half is enough if it contains a digit.
"""
ROUNDS = 4
"""How often escapes within escapes are decoded."""
_MARK = "[key]"
_ESCAPE = re.compile(
    r"(?:%(?:25)*|\\x)([0-9a-f]{2})|\\u([0-9a-f]{4})|(?:\\u\{|&#x)0*([0-9a-f]{1,6})|&#0*(\d{1,7})",
    re.IGNORECASE | re.ASCII,
)
"""A character as URLs (encoded any number of times), JSON, programs and HTML write it; the last form is decimal."""
_DECIMAL = 4
"""The group of ``_ESCAPE`` that is decimal."""
_NOISE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|</?[a-z][^<>\s]{0,40}>", re.IGNORECASE | re.ASCII)
"""Commands to a terminal, and tags, which may be between two parts of a key and have letters of their own."""
_WORD = re.compile(r"[0-9a-z]+", re.IGNORECASE | re.ASCII)


class Secrets:
    """The keys in use. Their repr shows how many there are, never their values."""

    def __init__(self, keys: Iterable[str | None]) -> None:
        stripped_keys = {key.strip() for key in keys if key and key.strip()}
        # Replace the longest first, so that no part remains of a key that contains another key.
        self._keys = sorted(stripped_keys, key=len, reverse=True)
        self._certain_keys = [key for key in self._keys if len(key) >= SHORTEST_SECRET and not key.isalpha()]
        forms = (form for key in self._certain_keys for form in _forms(key))
        # A key may itself contain what looks like an escape, so it is folded with and without decoding.
        folded_forms = {
            text for form in forms for text in (_FoldedText(form).text, "".join(_WORD.findall(form)).lower())
        }
        self._folded_forms = sorted(form for form in folded_forms if len(form) >= SHORTEST_FOLDED)

    def __repr__(self) -> str:
        return f"Secrets({len(self._keys)})"

    def scrub(self, text: str) -> str:
        """Return ``text`` without keys, encoded keys, and parts of keys from ``PART_LENGTH`` characters on.

        Placeholders (short, or letters only) remain: they may be common words.
        """
        spans = [span for key in self._certain_keys for span in _spans(text, key, _part_length(key))]
        if self._folded_forms and len(text) >= SHORTEST_FOLDED:
            for folded_text in (_FoldedText(text), *([_FoldedText(text, noise=False)] if _NOISE.search(text) else [])):
                spans += [
                    folded_text.origin(*span)
                    for form in self._folded_forms
                    for span in _spans(folded_text.text, form, PART_LENGTH)
                ]
        return _without_spans(text, sorted(spans)) if spans else text

    def line(self, text: str) -> str:
        """Return foreign ``text`` for an error message: one line of printable characters, no key, limited length.

        Keys are removed before the text is cut, so that no part of a key remains. Unprintable characters (terminal
        control, text direction) become blanks, so that removing them joins no words.
        """
        text = self.scrub(text)
        for key in self._keys:
            if len(key) >= SHORTEST_NAMED:
                text = text.replace(key, _MARK)
        # A server's message may be megabytes long, but only one line is shown.
        shown_text = text[: 4 * LONGEST_LINE]
        line = " ".join("".join(character if character.isprintable() else " " for character in shown_text).split())
        return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…"


class _FoldedText:
    """A text without what encodings change: escapes decoded, only letters and digits of ASCII, in lower case.

    So a key is found whatever is between its characters (blanks, hyphens, characters without width), in any case, and
    however often URLs, JSON or HTML escaped it; without ``noise``, simple tags and commands to a terminal too.
    """

    def __init__(self, text: str, *, noise: bool = True) -> None:
        starts: Sequence[int] = range(len(text) + 1)
        for _ in range(ROUNDS):
            if not _ESCAPE.search(text):
                break
            text, starts = _decode(text, starts)
        if not noise:
            text = _NOISE.sub(lambda match: " " * len(match[0]), text)
        self._starts = starts
        self._indices = array("I")
        words = []
        for word in _WORD.finditer(text):
            words.append(word[0])
            self._indices.extend(range(word.start(), word.end()))
        self.text = "".join(words).lower()

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the original text of a span in the folded one."""
        return self._starts[self._indices[start]], self._starts[self._indices[end - 1] + 1]


def _decode(text: str, starts: Sequence[int]) -> tuple[str, Sequence[int]]:
    """Return a text with its escapes decoded once, and the original positions of its characters and its end."""
    segments, origins, end = [], array("I"), 0
    for escape in _ESCAPE.finditer(text):
        segments += [text[end : escape.start()], _character(escape)]
        origins.extend(starts[end : escape.start() + 1])
        end = escape.end()
    origins.extend(starts[end:])
    return "".join([*segments, text[end:]]), origins


def _character(escape: re.Match[str]) -> str:
    """Return the character of an escape, or a blank if there is none with its number."""
    form = escape.lastindex or 1
    code = int(escape[form], 10 if form == _DECIMAL else 16)
    return chr(code) if code <= sys.maxunicode else " "


def _forms(key: str) -> Iterator[str]:
    """Yield a key as it is, and as hexadecimal, base64 and base32 (at any place in a longer text) write it."""
    data = key.encode("utf-8", "replace")
    yield key
    yield data.hex()
    yield from _encodings(data, base64.b64encode, bits=6)
    yield from _encodings(data, base64.b32encode, bits=5)


def _encodings(data: bytes, encode: Callable[[bytes], bytes], bits: int) -> Iterator[str]:
    """Yield the characters that ``data`` alone determines, for every place at which it can begin in an encoded text."""
    # A key can begin at three positions of a group in base64 and at five in base32.
    for offset in range(bits if bits % 2 else bits // 2):
        code = encode(bytes(offset) + data).decode()
        yield code[-(-8 * offset // bits) : 8 * (offset + len(data)) // bits]


def _part_length(key: str) -> int:
    """Return how many characters of a key are removed as it is written: half of a short one, if that has a digit."""
    half_length = max(SHORTEST_FOLDED, len(key) // 2)
    digits = all(
        any(character.isdigit() for character in section) for section in (key[:half_length], key[-half_length:])
    )
    return min(PART_LENGTH, half_length) if digits else PART_LENGTH


def _spans(text: str, form: str, part_length: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of ``text`` with this form of a key, or ``part_length`` characters or more of either end."""
    part_length = min(part_length, len(form))
    start = text.find(form[:part_length])
    while start >= 0:
        end = start + _common_length(text[start : start + len(form)], form)
        yield start, end
        start = text.find(form[:part_length], end)
    start = text.find(form[-part_length:]) if len(form) > part_length else -1
    while start >= 0:
        end = start + part_length
        yield end - _common_length(text[max(0, end - len(form)) : end][::-1], form[::-1]), end
        start = text.find(form[-part_length:], end)


def _without_spans(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return ``text`` with a mark in place of each span; spans are sorted and may overlap."""
    segments, position = [], 0
    for start, end in spans:
        if start >= position:
            segments += [text[position:start], _MARK]
        position = max(position, end)
    return "".join([*segments, text[position:]])


def _common_length(first: str, second: str) -> int:
    """Return how many characters two texts have in common from their beginnings."""
    pairs = enumerate(zip(first, second, strict=False))
    return next(
        (number for number, (character, counterpart) in pairs if character != counterpart), min(len(first), len(second))
    )
