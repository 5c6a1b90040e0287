"""Candidates that were composed, checked and embedded elsewhere, as a generation reads them.

A file of prepared candidates has a line per expansion, in the order in which rounds take them. It only saves work: what
it lacks is computed, and the results are the same with and without it.
"""

import base64
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from pydantic import ValidationError, model_validator

from probe.errors import InputError
from probe.files.shards import report_header, report_lines
from probe.ports import Author, Embedder
from probe.values import Bias, Candidate, StageResult, Value, fingerprint

if TYPE_CHECKING:
    from numpy.typing import NDArray

CACHE_SIZE = 4096
"""How many candidates and vectors are kept: those of the rounds in progress, of many biases."""
NAME = "prepared.jsonl"


def working_file(out: Path) -> Path:
    """Return where the workers of the generation in ``out`` keep candidates until it is complete."""
    return out / f".{NAME}"


class PreparedStep(Value):
    """One stage's result, and what else it changed in the candidate, as JSON."""

    result: StageResult
    changes: dict[str, Any]


class PreparedCandidate(Value):
    """A candidate as its author wrote it, the stages that look at it alone, and the vector of its unbiased text."""

    candidate: Candidate
    steps: tuple[PreparedStep, ...]
    vector: str


class PreparedExpansion(Value):
    """One expansion of one bias; ``id`` identifies it."""

    id: str
    bias: Bias
    expansion: int
    candidates: tuple[PreparedCandidate, ...]

    @model_validator(mode="after")
    def _fits(self) -> Self:
        for prepared_candidate in self.candidates:
            if (prepared_candidate.candidate.bias, prepared_candidate.candidate.expansion) != (
                self.bias,
                self.expansion,
            ):
                raise ValueError("a candidate of another expansion")
            unpack_vector(prepared_candidate.vector)
        return self


def expansion_id(bias: Bias, expansion: int) -> str:
    """Return the id of the row of an expansion."""
    return fingerprint([bias.value, expansion])


def steps_between(states: Sequence[Candidate]) -> tuple[PreparedStep, ...]:
    """Return the steps of a candidate from one state to the next, each with one more result."""
    return tuple(_step(previous, following) for previous, following in pairwise(states))


def _step(previous: Candidate, following: Candidate) -> PreparedStep:
    old_fields, new_fields = (
        candidate.model_dump(mode="json", exclude={"results"}) for candidate in (previous, following)
    )
    changes = {name: value for name, value in new_fields.items() if value != old_fields[name]}
    return PreparedStep(result=following.results[-1], changes=changes)


def apply_step(candidate: Candidate, step: PreparedStep) -> Candidate:
    """Return the candidate after a stage that need not run again."""
    if not step.changes:
        return candidate.with_result(step.result)
    # Validated as a candidate, so that changes read from JSON become values of their types again.
    changed_candidate = Candidate.model_validate(
        {**candidate.model_dump(mode="json", include=set(_REQUIRED_FIELDS)), **step.changes}
    )
    return candidate.with_result(step.result, **{name: getattr(changed_candidate, name) for name in step.changes})


_REQUIRED_FIELDS = ("bias", "author", "expansion", "position", "texts")
"""The fields that every candidate has."""


def pack_vector(vector: "NDArray[np.float32]") -> str:
    """Return a vector as text."""
    # Little-endian on every machine: the file may be written on one and read on another.
    return base64.b64encode(vector.astype("<f4").tobytes()).decode("ascii")


def unpack_vector(text: str) -> "NDArray[np.float32]":
    """Return the unit vector in ``text``. Raises ValueError if it is not one."""
    vector = np.frombuffer(base64.b64decode(text, validate=True), "<f4").astype(np.float32)
    # Cosines are computed as products, which is right for unit vectors only.
    if not np.isclose(np.linalg.norm(vector), 1, atol=1e-3):
        raise ValueError("not a unit vector")
    return vector


def _header_of(file: Path) -> dict[str, Any]:
    """Return the first line of a whole file of prepared candidates. Raises InputError if it is something else."""
    try:
        header = report_header(file)
    except InputError as error:
        raise InputError(f"--prepared: {error}") from error
    if "biases" not in header:
        raise InputError(f"--prepared: {file} has no candidates: give what probe generate --shard wrote")
    return header


class PreparedFile:
    """Reads prepared candidates in order, for the author, the cascade and the embedder of a generation."""

    def __init__(self, file: Path, header: Mapping[str, Any]) -> None:
        """Raise InputError if the file is incomplete, or was prepared with another header than ``header``."""
        file = file / NAME if file.is_dir() else file
        recorded_header = _header_of(file)
        for name, value in header.items():
            if recorded_header.get(name) != value:
                raise InputError(
                    f"{file} was prepared with another {name} ({recorded_header.get(name)}, here {value}):"
                    " prepare it again"
                )
        self._file = file
        self._expansions = self._read()
        self._ahead: dict[tuple[Bias, int], PreparedExpansion] = {}
        self._steps: OrderedDict[tuple[Bias, int, int], dict[str, PreparedStep]] = OrderedDict()
        self.vectors: OrderedDict[str, NDArray[np.float32] | None] = OrderedDict()
        self._round = -1

    def take(self, bias: Bias, expansion: int) -> tuple[Candidate, ...] | None:
        """Return the candidates of an expansion, None if the file lacks it."""
        while (bias, expansion) not in self._ahead and self._round <= expansion:
            next_expansion = next(self._expansions, None)
            if next_expansion is None:
                break
            self._round = next_expansion.expansion
            self._ahead[next_expansion.bias, next_expansion.expansion] = next_expansion
        prepared_expansion = self._ahead.pop((bias, expansion), None)
        for past_key in [key for key in self._ahead if key[1] < expansion - 1]:
            del self._ahead[past_key]  # of a bias that is complete
        return None if prepared_expansion is None else tuple(map(self._remember, prepared_expansion.candidates))

    def repeat(self, stage: str, candidate: Candidate) -> Candidate | None:
        """Return the candidate after ``stage``, None if the stage has to run."""
        steps = self._steps.get((candidate.bias, candidate.expansion, candidate.position), {})
        return apply_step(candidate, steps[stage]) if stage in steps else None

    def _remember(self, prepared_candidate: PreparedCandidate) -> Candidate:
        candidate = prepared_candidate.candidate
        self._steps[candidate.bias, candidate.expansion, candidate.position] = {
            step.result.stage: step for step in prepared_candidate.steps
        }
        # None marks a text whose vector no stage needs, so that ``prefetch`` does not compute it.
        self.vectors[candidate.texts.biased] = None
        self.vectors[candidate.texts.unbiased] = unpack_vector(prepared_candidate.vector)
        for cache in (self._steps, self.vectors):
            while len(cache) > CACHE_SIZE:
                cache.popitem(last=False)
        return candidate

    def _read(self) -> Iterator[PreparedExpansion]:
        for number, line in enumerate(report_lines(self._file), 2):
            try:
                yield PreparedExpansion.model_validate_json(line)
            except ValidationError as error:
                raise InputError(f"{self._file} line {number} is not a prepared expansion: prepare it again") from error


class PreparedAuthor:
    """An author whose expansions are read from a file, and composed only where it lacks them."""

    def __init__(self, author: Author, file: PreparedFile) -> None:
        self._author, self._file = author, file

    @property
    def name(self) -> str:
        """The name of the author who composed them."""
        return self._author.name

    async def expand(self, bias: Bias, expansion: int) -> Sequence[Candidate]:
        """Return the candidates of the n-th expansion of ``bias``."""
        candidates = self._file.take(bias, expansion)
        return await self._author.expand(bias, expansion) if candidates is None else candidates

    async def replacement(self, candidate: Candidate) -> Candidate | None:
        """Return what takes the place of a rejected ``candidate``: the file never has it."""
        return await self._author.replacement(candidate)


class PreparedEmbedder:
    """An embedder that knows the vectors in a file and computes only others."""

    def __init__(self, embedder: Embedder, file: PreparedFile) -> None:
        self._embedder, self._vectors = embedder, file.vectors

    @property
    def name(self) -> str:
        """The name of the model."""
        return self._embedder.name

    async def embed(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return unit vectors, shape (len(texts), dimension)."""
        vectors = [self._vectors.get(text) for text in texts]
        computed_vectors = await self._embedder.embed(
            [text for text, vector in zip(texts, vectors, strict=True) if vector is None]
        )
        remaining_vectors = iter(computed_vectors)
        return (
            np.stack([next(remaining_vectors) if vector is None else vector for vector in vectors])
            if vectors
            else computed_vectors
        )

    def prefetch(self, texts: Sequence[str]) -> None:
        """Compute the vectors of ``texts`` in advance, except those of prepared candidates."""
        if missing_texts := [text for text in texts if text not in self._vectors]:
            self._embedder.prefetch(missing_texts)
