"""Random draws that are the same in every Python version: a stream of numbers from a hash of its name."""

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from probe.values import canonical_json

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

Item = TypeVar("Item")

WORD_BYTES = 8
WORDS = 256**WORD_BYTES
"""How many different words there are."""
PERCENT = 100


class Draw:
    """A stream of draws named by ``key``: the same key gives the same stream, different keys give unrelated ones.

    Every number is from SHA-256 of the key and a counter, never from Python's own generators, whose algorithms and
    hash seeds may change between versions.
    """

    brief_only = False
    """Whether choices return the shortest item."""
    slack = 0
    """How many words more than the fewest a wording may have in a brief draw."""

    def __init__(self, *key: str | int) -> None:
        self._key = key
        self._counter = 0
        self._key_hash: Hash | None = None

    def child(self, *key: str | int) -> "Draw":
        """Return a child stream; drawing from it does not advance this stream."""
        stream = type(self)(*self._key, *key)
        stream.slack = self.slack
        return stream

    def brief(self, *key: str | int, slack: int = 0, free: int = 0) -> "Draw":
        """Return a child stream whose choices return the shortest item, wordings give or take ``slack`` words.

        ``free`` percent of its own children are not brief.
        """
        stream = Briefest(*self._key, *key)
        stream.slack, stream.free = slack, free
        return stream

    def name(self, digits: int = 16) -> str:
        """Return the stream's identity as hex digits."""
        return hashlib.sha256(canonical_json(list(self._key)).encode()).hexdigest()[:digits]

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit`` − 1, with equal probability."""
        # Words from here on are drawn again: with them, small numbers would be more frequent.
        fair_limit = WORDS - WORDS % limit
        while True:
            word = self._next_word()
            if word < fair_limit:
                return word % limit

    def between(self, low: int, high: int) -> int:
        """Return a number from ``low`` to ``high``, both included."""
        return low + self.below(high - low + 1)

    def choice(self, items: Sequence[Item]) -> Item:
        """Return one of ``items``, with equal probability."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return ``items`` in a random order (Fisher and Yates)."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            swap_index = self.below(last + 1)
            result[last], result[swap_index] = result[swap_index], result[last]
        return result

    def _next_word(self) -> int:
        if self._key_hash is None:
            self._key_hash = hashlib.sha256(canonical_json(list(self._key)).encode())
        # A copy, so that the key is hashed once for all words of the stream.
        word_hash = self._key_hash.copy()
        word_hash.update(b"#%d" % self._counter)
        self._counter += 1
        return int.from_bytes(word_hash.digest()[:WORD_BYTES], "big")


class Briefest(Draw):
    """A ``Draw`` whose choices return the shortest item."""

    brief_only = True
    free = 0

    def child(self, *key: str | int) -> Draw:
        """Return a child stream, brief unless it is one of those that are free."""
        stream = super().child(*key)
        if isinstance(stream, Briefest):
            stream.free = self.free
        plain_stream = Draw(*self._key, *key)
        # Drawn from a child, so that the question takes no number from the stream itself.
        return plain_stream if self.free and plain_stream.child("free").below(PERCENT) < self.free else stream

    def choice(self, items: Sequence[Item]) -> Item:
        """Return the shortest of ``items``, the first of several."""
        return min(items, key=lambda item: len(str(item)))
