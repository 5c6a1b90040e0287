"""Remove keys from everything that is shown or stored, and reduce foreign text to one harmless line."""

from collections.abc import Iterable

LONGEST_LINE = 300
"""The maximum length of a foreign message in an error line, in characters."""
SHORTEST_SECRET = 8
"""A shorter key is a placeholder for a user's own server ("none", "ollama"), and may be a common word."""
SHORTEST_NAMED = 4
"""From this length on even a placeholder is removed from error lines, where a damaged word does no harm."""
_MARK = "[key]"


class Secrets:
    """The keys in use. Their repr shows how many there are, never their values."""

    def __init__(self, keys: Iterable[str | None]) -> None:
        found = {key.strip() for key in keys if key and key.strip()}
        self._all = sorted(found, key=len, reverse=True)
        self._certain = [key for key in self._all if len(key) >= SHORTEST_SECRET and not key.isalpha()]

    def __repr__(self) -> str:
        return f"Secrets({len(self._all)})"

    def scrub(self, text: str) -> str:
        """Return ``text`` without any key. Placeholders (short, or letters only) remain: they may be common words."""
        for key in self._certain:
            if key in text:
                text = text.replace(key, _MARK)
        return text

    def line(self, text: str) -> str:
        """Return foreign ``text`` for an error message: one line of printable characters, no key, limited length.

        Keys are removed before the text is cut, so that no part of a key remains. Unprintable characters (terminal
        control, text direction) become blanks, so that removing them joins no words.
        """
        for key in self._all:
            if len(key) >= SHORTEST_NAMED:
                text = text.replace(key, _MARK)
        shown = text[: 4 * LONGEST_LINE]
        line = " ".join("".join(char if char.isprintable() else " " for char in shown).split())
        return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…"
