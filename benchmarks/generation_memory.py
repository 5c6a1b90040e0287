"""Measure the memory of a generation with thousands of candidates.

    python -m benchmarks.generation_memory [--candidates 10000]

Generator, cascade, certificate, store and collision check are real; the texts are numbered variants of one seed, every
other one without its question mark. The oracle runs the seed's programs once and repeats the result, and vectors are
derived from a text's hash, which saves minutes of Prolog and embedding.
"""

import asyncio
import hashlib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.running import read_options
from probe.files.corpus import read_corpus
from probe.filters.cascade import Cascade, load_settings
from probe.filters.stage import Resources
from probe.generation.command import GenerateSettings
from probe.generation.progress import Progress
from probe.generation.rounds import Generator
from probe.ports import Oracle
from probe.prompts import load_prompts
from probe.session import Session
from probe.store import open_run
from probe.values import Bias, Candidate, Examination, Profile, Program, Programs, Seed, Texts, Verdict

EXPANSION = 50
DIMENSION = 384


class VariantAuthor:
    """Composes numbered variants of a seed."""

    name = "variants"

    def __init__(self, seed: Seed) -> None:
        self._seed = seed

    async def expand(self, bias: Bias, expansion: int) -> Sequence[Candidate]:
        """Return fifty candidates; the odd ones end in a full stop."""
        return [self._variant(bias, expansion, position) for position in range(EXPANSION)]

    async def replacement(self, candidate: Candidate) -> None:
        """Return no replacement: the generator goes on with the next variant."""

    def _variant(self, bias: Bias, expansion: int, position: int) -> Candidate:
        prefix, ending = f"In case {expansion}-{position}: ", "." if position % 2 else ""
        seed = self._seed
        return Candidate(
            bias=bias,
            author=self.name,
            expansion=expansion,
            position=position,
            texts=Texts(unbiased=prefix + seed.texts.unbiased + ending, biased=prefix + seed.texts.biased + ending),
            programs=seed.programs,
        )


class HashEmbedder:
    """Derives a vector from the hash of a text; the vectors of a pair's two texts are close to each other."""

    name = "directions"

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit vectors, shape (len(texts), 384)."""
        return np.stack([self._vector(text) for text in texts])

    def prefetch(self, texts: Sequence[str]) -> None:
        """Do nothing: vectors are computed on request."""

    def _vector(self, text: str) -> NDArray[np.float32]:
        case_seed, text_seed = (
            int(hashlib.sha256(text_part.encode()).hexdigest()[:8], 16) for text_part in (text[:20], text)
        )
        base = np.random.default_rng(case_seed).normal(size=DIMENSION)
        vector = base + 0.25 * np.random.default_rng(text_seed).normal(size=DIMENSION)
        return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)


class RepeatingOracle:
    """Asks a real oracle once, and repeats its results."""

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle
        self._examination: Examination | None = None

    @property
    def name(self) -> str:
        """The name of the real oracle."""
        return self._oracle.name

    async def verdict(self, program: Program) -> Verdict:
        """Run one program."""
        return await self._oracle.verdict(program)

    async def examine(self, programs: Programs, profile: Profile) -> Examination:
        """Return the results for the first pair."""
        self._examination = self._examination or await self._oracle.examine(programs, profile)
        return self._examination


def resident_memory() -> float:
    """Return the current resident memory of this process, in MB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def generate(candidates: int) -> None:
    """Generate until ``candidates`` have been offered, and print the memory after each tenth of them."""
    corpus, settings = read_corpus(), load_settings(Profile.PAPER)
    seed, step = corpus.seeds_of(Bias.ANCHORING)[0], candidates // 10
    reported_count = 0

    def listener(progress: Progress) -> None:
        nonlocal reported_count
        offered_count = sum(progress.offered.values())
        while offered_count >= reported_count + step:
            reported_count += step
            print(
                f"{reported_count:>7} offered, {sum(progress.accepted.values()):>6} accepted: "
                f"{resident_memory():.1f} MB"
            )

    async with Session() as session:
        oracle, embedder = RepeatingOracle(session.oracle(workers=1)), HashEmbedder()
        with tempfile.TemporaryDirectory() as name, open_run(Path(name), {}) as store:
            resources = Resources(Profile.PAPER, load_prompts(), corpus, lambda: oracle, lambda: embedder)
            generate_settings = GenerateSettings(per_bias=candidates // 2, biases=(Bias.ANCHORING,), keep_trying=True)
            generator = Generator(
                generate_settings,
                [VariantAuthor(seed)],
                cascade=Cascade(settings, resources),
                embedder=embedder,
                store=store,
                listener=listener,
            )
            await generator.run()


def main() -> None:
    """Read the number of candidates and run."""
    asyncio.run(generate(read_options(__doc__, candidates=10_000).candidates))


if __name__ == "__main__":
    main()
