"""Remove keys from foreign texts, as they are, in common encodings, and in parts."""

import base64
import json
from collections.abc import Iterable, Iterator
from urllib.parse import quote

LONGEST_LINE = 300
"""The maximum length of a foreign message in an error line, in characters."""
SHORTEST_SECRET = 8
"""A shorter key is a placeholder for a user's own server ("none", "ollama"), and may be a common word."""
SHORTEST_NAMED = 4
"""From this length on even a placeholder is removed from error lines, where a damaged word does no harm."""
PART = 20
"""As many characters of a key, from its beginning or to its end, are removed too: servers shorten what they quote."""
_MARK = "[key]"


class Secrets:
    """The keys in use. Their repr shows how many there are, never their values."""

    def __init__(self, keys: Iterable[str | None]) -> None:
        stripped = {key.strip() for key in keys if key and key.strip()}
        self._all = sorted(stripped, key=len, reverse=True)
        certain = [key for key in self._all if len(key) >= SHORTEST_SECRET and not key.isalpha()]
        self._forms = sorted({form for key in certain for form in _forms(key)}, key=len, reverse=True)

    def __repr__(self) -> str:
        return f"Secrets({len(self._all)})"

    def scrub(self, text: str) -> str:
        """Return ``text`` without any key, encoded or cut to ``PART`` characters either.

        Placeholders (short, or letters only) remain: they may be common words.
        """
        for form in self._forms:
            text = _without(text, form)
        return text

    def line(self, text: str) -> str:
        """Return foreign ``text`` for an error message: one line of printable characters, no key, limited length.

        Keys are removed before the text is cut, so that no part of a key remains. Unprintable characters (terminal
        control, text direction) become blanks, so that removing them joins no words.
        """
        text = self.scrub(text)
        for key in self._all:
            if len(key) >= SHORTEST_NAMED:
                text = text.replace(key, _MARK)
        shown = text[: 4 * LONGEST_LINE]
        line = " ".join("".join(char if char.isprintable() else " " for char in shown).split())
        return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…"


def _forms(key: str) -> Iterator[str]:
    """Yield a key as it is, and as JSON, URLs, hexadecimal and base64 (at any place in a longer text) write it."""
    data = key.encode("utf-8", "replace")
    yield key
    yield json.dumps(key)[1:-1]
    yield quote(key, safe="")
    yield data.hex()
    yield data.hex().upper()
    for before in range(3):
        code = base64.b64encode(bytes(before) + data).decode().rstrip("=")
        whole = code[(0, 2, 3)[before] : -1 if (before + len(data)) % 3 else None]
        yield whole
        yield whole.replace("+", "-").replace("/", "_")


def _without(text: str, form: str) -> str:
    """Return ``text`` without this form of a key, from ``PART`` characters of its beginning or end on."""
    part = min(PART, len(form))
    pieces, end = [], 0
    while (start := text.find(form[:part], end)) >= 0:
        pieces += [text[end:start], _MARK]
        end = start + _common(text[start : start + len(form)], form)
    text = "".join(pieces) + text[end:]
    if len(form) <= part:
        return text
    pieces, end = [], len(text)
    while (start := text.rfind(form[-part:], 0, end)) >= 0:
        stop = start + part
        pieces += [text[stop:end], _MARK]
        end = stop - _common(text[max(0, stop - len(form)) : stop][::-1], form[::-1])
    return text[:end] + "".join(reversed(pieces))


def _common(first: str, second: str) -> int:
    """Return how many characters two texts have in common from their beginnings."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((number for number, (one, other) in pairs if one != other), min(len(first), len(second)))
