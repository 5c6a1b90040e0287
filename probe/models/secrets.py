"""Keeping keys out of everything that is shown or stored, and keeping foreign text to one harmless line."""

import unicodedata
from collections.abc import Iterable

LONGEST_LINE = 300
"""Characters of a foreign message that an error line may carry."""
SHORTEST_SECRET = 8
"""A shorter key is a stand-in that people send to servers of their own ("none", "ollama"), and may be a common word."""
_MARK = "[key]"


class Secrets:
    """The keys in use. Their repr says how many there are, never what they are."""

    def __init__(self, keys: Iterable[str | None]) -> None:
        found = {key.strip() for key in keys if key and key.strip()}
        self._all = sorted(found, key=len, reverse=True)
        self._certain = [key for key in self._all if len(key) >= SHORTEST_SECRET and not key.isalpha()]

    def __repr__(self) -> str:
        return f"Secrets({len(self._all)})"

    def scrub(self, text: str) -> str:
        """Return ``text`` without any key. A stand-in (short, or letters only) is left: it would spoil plain words."""
        for key in self._certain:
            if key in text:
                text = text.replace(key, _MARK)
        return text

    def line(self, text: str) -> str:
        """Return foreign ``text`` fit for an error: one line of printable characters, no key, bounded.

        Unprintable characters become blanks before keys are looked for, so that none can hide a key; the line is cut
        last, so that no half of a key is left at its end.
        """
        printable = "".join(
            " " if unicodedata.category(char)[0] in "CZ" else char for char in text[: 64 * LONGEST_LINE]
        )
        folded = " ".join(printable.split())
        for key in self._all:
            if len(key) > 3:
                folded = folded.replace(key, _MARK)
        return folded if len(folded) <= LONGEST_LINE else folded[: LONGEST_LINE - 1] + "…"
