"""Measure the grammar's dilemmas: proofs, twins, similarity, diversity, time.

    python -m benchmarks.grammar --per-bias 100                       # the paper's scale for one author
    python -m benchmarks.grammar --mode closed-book --per-bias 100
    python -m benchmarks.grammar --per-depth 50                       # measured depth at each depth of the mode
    python -m benchmarks.grammar --per-bias 20 --skip-embeddings
    python -m benchmarks.grammar --collisions bandwagon_effect --per-bias 2000   # only how many pairs of a bias collide

Every pair and its fact twin go through the strict certificate of the oracle; the similarity ranges are those of the
cascade.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from benchmarks.grammar_certificates import failures
from benchmarks.running import read_options
from probe.embeddings import MiniLmEmbedder
from probe.embeddings.minilm import DIMENSION
from probe.filters.pair_similarity import FRAMING, WINDOW, SimilarityRange
from probe.grammar import GrammarAuthor
from probe.grammar.scenario import DEPTHS
from probe.oracle import SwiOracle
from probe.similarity import levenshtein_similarity
from probe.values import Bias, Candidate, Option
from probe.values.texts import around_change, option_texts

COLLISION = 0.90


def asked(candidate: Candidate) -> tuple[int, int]:
    """Return the requested depth and size."""
    origin = dict(value.split(":", 1) for value in candidate.seed_ids)
    return int(origin["depth"]), int(origin["size"])


def certified(candidates: Sequence[Candidate], workers: int) -> list[bool]:
    """Return for each candidate whether it holds everything, in all of its texts."""
    started = time.perf_counter()
    with SwiOracle.start(workers=workers) as oracle:
        refused = failures(candidates, oracle)
    print(f"certificate: {len(candidates) - len(refused)} of {len(candidates)} pairs hold every check with their twins")
    for candidate, reasons in refused:
        print(f"  {candidate.bias.slug}, {', '.join(candidate.seed_ids[:2])}: {'; '.join(reasons)}")
    print(f"  {time.perf_counter() - started:.1f} s with {workers} workers")
    failing = {id(candidate) for candidate, _ in refused}
    return [id(candidate) not in failing for candidate in candidates]


async def embedded(candidates: Sequence[Candidate]) -> tuple[np.ndarray, np.ndarray]:
    """Return the unit vectors of unbiased texts, shape (candidates, 384), and the cosine around each pair's change."""
    embedder = MiniLmEmbedder()
    unbiased = await embedder.embed([candidate.texts.unbiased for candidate in candidates])
    changes = [around_change(candidate.texts.unbiased, candidate.texts.biased, WINDOW) for candidate in candidates]
    first, second = [await embedder.embed([change[side] for change in changes]) for side in (0, 1)]
    embedder.close()
    return unbiased, (first * second).sum(axis=1)


def diversity(candidates: Sequence[Candidate]) -> None:
    """Print the share of distinct sequences of four words among all of them, and that of distinct option lines."""
    words = [candidate.texts.unbiased.split() for candidate in candidates]
    fours = [tuple(text[place : place + 4]) for text in words for place in range(len(text) - 3)]
    lines = [line for candidate in candidates for line in (option_texts(candidate.texts.unbiased) or {}).values()]
    print(f"distinct-4: {len(set(fours)) / len(fours):.2f} over {len(candidates)} texts")
    print(f"distinct option lines: {len(set(lines))} of {len(lines)}")
    print(f"words: {min(map(len, words))} to {max(map(len, words))}")


def similar(candidates: Sequence[Candidate], passed: list[bool]) -> None:
    """Print the similarity of pairs, the diversity within each bias, and how many pairs pass all checks."""
    started = time.perf_counter()
    unbiased, within = asyncio.run(embedded(candidates))
    print(f"embeddings: {time.perf_counter() - started:.1f} s for {3 * len(candidates)} texts")
    between = unbiased @ unbiased.T
    np.fill_diagonal(between, -1.0)
    kept: list[int] = []
    for index in range(len(candidates)):
        if passed[index] and not (kept and between[index, kept].max() > COLLISION):
            kept.append(index)
    in_range = [fits(candidate, float(within[place])) for place, candidate in enumerate(candidates)]
    accepted = [index for index in kept if in_range[index]]
    for bias in Bias:
        places = [place for place, candidate in enumerate(candidates) if candidate.bias is bias]
        texts = [candidates[place].texts.unbiased for place in places]
        cosines = [between[first, second] for first, second in combinations(places, 2)]
        levenshtein = [levenshtein_similarity(first, second) for first, second in combinations(texts, 2)]
        print(
            f"  {bias.slug:24} mean cosine {np.mean(cosines):.2f}, mean Levenshtein {np.mean(levenshtein):.2f}; "
            f"pairs in range {sum(in_range[place] for place in places)} of {len(places)}, "
            f"cosine {within[places].min():.2f} to {within[places].max():.2f}"
        )
    print(f"highest cosine between two dilemmas: {between.max():.3f}")
    print(f"accepted: {len(accepted)} of {len(candidates)} ({len(accepted) / len(candidates):.1%})")


def fits(candidate: Candidate, cosine: float) -> bool:
    """Return whether the similarity of a pair's two texts is in the cascade's range."""
    allowed = FRAMING if candidate.bias is Bias.FRAMING else SimilarityRange()
    (low, high), (least, most) = allowed.cosine, allowed.levenshtein
    spelling = levenshtein_similarity(candidate.texts.unbiased, candidate.texts.biased)
    return low <= cosine < high and least <= spelling < most


async def collisions(author: GrammarAuthor, bias: Bias, count: int) -> None:
    """Print how many dilemmas of ``bias`` are near-duplicates of earlier ones until ``count`` places were filled.

    Each is replaced as in a generation. The difference is the largest one between the letters of a depth.
    """
    kept, offered, rejected = np.zeros((count, DIMENSION), dtype=np.float32), 0, 0
    letters, embedder = Counter(), MiniLmEmbedder()
    for index in range(count):
        candidate: Candidate | None = author.candidate(bias, index)
        while candidate:
            offered += 1
            (vector,) = await embedder.embed([candidate.texts.unbiased])
            if float((kept[: offered - rejected - 1] @ vector).max(initial=-1)) <= COLLISION:
                kept[offered - rejected - 1] = vector
                letters[asked(candidate)[0]] += 1 if candidate.correct_option is Option.A else -1
                break
            rejected += 1
            candidate = await author.replacement(candidate)
        if (index + 1) % max(count // 4, 1) == 0:
            share, difference = rejected / offered, max(map(abs, letters.values()))
            print(f"{rejected} of {offered} collide ({share:.1%}), {offered - rejected} kept; difference {difference}")
    embedder.close()


def composed(author: GrammarAuthor, per_bias: int) -> list[Candidate]:
    """Compose ``per_bias`` candidates of each bias."""
    return [author.candidate(bias, index) for bias in Bias for index in range(per_bias)]


def main() -> None:
    """Read the flags, compose, measure, print."""
    flags = read_options(
        __doc__, mode="policy", per_bias=20, per_depth=0, seed=1, workers=2, skip_embeddings=False, collisions=""
    )
    if flags.collisions:
        asyncio.run(
            collisions(
                GrammarAuthor({"mode": flags.mode}, seed=flags.seed), Bias.parse(flags.collisions), flags.per_bias
            )
        )
        return
    started = time.perf_counter()
    if flags.per_depth:
        biases = list(Bias)
        candidates = [
            author.candidate(biases[number % len(biases)], number // len(biases))
            for depth in range(DEPTHS[flags.mode][0], DEPTHS[flags.mode][1] + 1)
            for author in [GrammarAuthor({"mode": flags.mode, "depth": str(depth)}, seed=flags.seed)]
            for number in range(flags.per_depth)
        ]
        print("asked for:", dict(Counter(asked(candidate)[0] for candidate in candidates)))
    else:
        candidates = composed(GrammarAuthor({"mode": flags.mode}, seed=flags.seed), flags.per_bias)
    print(f"composing: {time.perf_counter() - started:.1f} s for {len(candidates)} candidates, library included")
    passed = certified(candidates, flags.workers)
    diversity(candidates)
    if not flags.skip_embeddings and not flags.per_depth:
        similar(candidates, passed)


if __name__ == "__main__":
    main()
