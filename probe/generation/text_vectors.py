"""The vectors of the texts of datasets to merge: computed in order, in parts and by workers, and kept in a file."""

import hashlib
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from itertools import islice
from pathlib import Path

from pydantic import JsonValue, ValidationError

from probe.errors import InputError
from probe.files.shards import GrowingReport
from probe.generation.prepared import pack_vector, unpack_vector
from probe.ports import CountListener
from probe.session import Placement
from probe.similarity import Vector
from probe.values import Value
from probe.values.shard import ALL_ITEMS, Shard
from probe.vectors import NAME, embed_texts
from probe.version import __version__


class _Row(Value):
    """The vector of the text of one pair."""

    id: str
    vector: str


class TextVectors:
    """The vectors of texts in their order; ``file`` keeps them, so that a repeated command goes on.

    ``ids`` are the ids of the pairs; ``texts`` yields their texts in the same order, each time that it is called.
    """

    def __init__(
        self, ids: Sequence[str], texts: Callable[[], Iterator[str]], placement: Placement, listener: CountListener
    ) -> None:
        self._ids, self._texts, self._placement, self._listener = ids, texts, placement.if_chosen(), listener

    async def all(self, file: Path | None) -> AsyncGenerator[Vector, None]:
        """Yield the vector of each text. Raises InputError if ``file`` belongs to other datasets."""
        report = GrowingReport.of_part(file, self._header(), ALL_ITEMS) if file else GrowingReport.temporary()
        done_count = report.done
        for vector in self._read(report, file):
            yield vector
        async with aclosing(self._compute(range(done_count, len(self._ids)))) as computed_vectors:
            async for line, vector in computed_vectors:
                if file is not None:
                    report.write([line])
                yield vector
        report.close()

    async def part(self, file: Path, shard: Shard, *, force: bool) -> int:
        """Write or resume the vectors of one part, and return their number."""
        report, items = GrowingReport.of_part(file, self._header(), shard, force=force), shard.items(len(self._ids))
        async with aclosing(self._compute(items[report.done :])) as computed_vectors:
            async for line, _ in computed_vectors:
                report.write([line])
        report.close()
        return len(items)

    async def _compute(self, items: range) -> AsyncGenerator[tuple[str, Vector], None]:
        texts = islice(self._texts(), items.start, items.stop)
        async with aclosing(embed_texts(self._placement, texts)) as vectors:
            number = 0
            async for vector in vectors:
                yield _Row(id=self._ids[items.start + number], vector=pack_vector(vector)).model_dump_json(), vector
                number += 1
                self._listener(number, len(items))

    def _header(self) -> dict[str, JsonValue]:
        texts = hashlib.blake2b("".join(self._ids).encode(), digest_size=16).hexdigest()
        return {"pairs": len(self._ids), "texts": texts, "embedder": NAME, "probe": __version__}

    def _read(self, report: GrowingReport, file: Path | None) -> Iterator[Vector]:
        for number, line in enumerate(report.lines(), 1):
            try:
                row = _Row.model_validate_json(line)
                vector = unpack_vector(row.vector)
            except (ValidationError, ValueError) as error:
                raise InputError(f"{file} line {number + 1} is not a vector: delete the file") from error
            if row.id != self._ids[number - 1]:
                raise InputError(f"{file} line {number + 1} is the vector of another pair: delete the file")
            yield vector
