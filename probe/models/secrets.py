"""Keeping keys out of everything that is shown or stored, and keeping foreign text to one harmless line."""

from collections.abc import Iterable

LONGEST_LINE = 300
"""Characters of a foreign message that an error line may carry."""
SHORTEST_SECRET = 8
"""A shorter key is a stand-in that people send to servers of their own ("none", "ollama"), and may be a common word."""
SHORTEST_NAMED = 4
"""From this length on even a stand-in is kept out of error lines, where a spoiled word does no harm."""
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

        Keys are looked for before anything is cut off, so that no half of one is left at the end; what cannot be
        printed (terminal control, text direction) becomes a blank, so that nothing is joined by leaving it out.
        """
        for key in self._all:
            if len(key) >= SHORTEST_NAMED:
                text = text.replace(key, _MARK)
        shown = text[: 4 * LONGEST_LINE]
        line = " ".join("".join(char if char.isprintable() else " " for char in shown).split())
        return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…"
