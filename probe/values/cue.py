"""The position of a pair's cue: the passage in which its texts differ, and the words that one text adds to another."""

import difflib
import re

from probe.values.base import Value

_SENTENCE = re.compile(r"[ \t\n]+|[^ \t\n].*?(?:[.!?]+(?=\s|$)|(?=\n)|$)")


class Passage(Value):
    """The sentences in which two texts differ.

    ``head + original + tail`` is the unbiased text and ``head + cued + tail`` the biased one; ``original`` is empty if
    the biased text only adds sentences.
    """

    head: str
    original: str
    cued: str
    tail: str

    def with_words(self, words: str) -> str:
        """Return the text with ``words`` in place of the cue, between the blanks around it."""
        start = len(self.cued) - len(self.cued.lstrip())
        end = len(self.cued.rstrip())
        return self.head + self.cued[:start] + words.strip() + self.cued[end:] + self.tail


def passage_of(unbiased: str, biased: str) -> Passage:
    """Return the passage from the first to the last differing sentence; line ends also end a sentence."""
    first, second = _sentences(unbiased), _sentences(biased)
    shorter = min(len(first), len(second))
    start = next((place for place in range(shorter) if first[place] != second[place]), shorter)
    end = next((n for n in range(shorter - start) if first[-1 - n] != second[-1 - n]), shorter - start)
    return Passage(
        head="".join(first[:start]),
        original="".join(first[start : len(first) - end]),
        cued="".join(second[start : len(second) - end]),
        tail="".join(first[len(first) - end :]),
    )


def _sentences(text: str) -> list[str]:
    """Return the sentences and, as separate items, the blanks between them."""
    return [found[0] for found in _SENTENCE.finditer(text)]


def words_put_in(text: str, other: str) -> str:
    """Return the words of ``other`` that ``text`` lacks at their position, with a blank between them."""
    before, after = text.split(), other.split()
    edits = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return " ".join(" ".join(after[start:end]) for tag, _, _, start, end in edits if tag != "equal")
