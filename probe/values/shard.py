"""Parts of the work of a bulk command."""

from typing import NamedTuple, Self

from probe.errors import InputError


class Shard(NamedTuple):
    """Part ``number`` (from 1) of ``of`` equal parts, each a contiguous range of the items."""

    number: int = 1
    of: int = 1

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the shard written as ``I/N``. Raises InputError if 1 <= I <= N does not hold."""
        part, slash, of = text.partition("/")
        numbers = [
            int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else 0 for digits in (part, of)
        ]
        if not slash or not 1 <= numbers[0] <= numbers[1]:
            raise InputError(f"{text!r} is not a shard: give I/N with 1 <= I <= N, such as 3/10")
        return cls(*numbers)

    def items(self, total: int) -> range:
        """Return which of ``total`` items belong to this part."""
        return range((self.number - 1) * total // self.of, self.number * total // self.of)

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


ALL_ITEMS = Shard()
