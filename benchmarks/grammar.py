"""Measure the grammar's dilemmas: proofs, similarity, diversity, time.

    python -m benchmarks.grammar --per-bias 100            # the paper's scale for one author
    python -m benchmarks.grammar --per-depth 50            # measured depth at each depth from 2 to 8
    python -m benchmarks.grammar --per-bias 20 --skip-embeddings

Every pair goes through the strict certificate of the oracle; the similarity thresholds are those of the cascade.
"""

import argparse
import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from probe.certificate import certify, complexity, correct_option
from probe.embeddings import MiniLmEmbedder
from probe.grammar import GrammarAuthor
from probe.oracle import SwiOracle
from probe.similarity import levenshtein_similarity
from probe.values import Bias, Candidate, Outcome, Profile

COSINE = (0.90, 0.99)
COSINE_FRAMING = (0.85, 0.99)
LEVENSHTEIN = (0.70, 0.99)
LEVENSHTEIN_FRAMING = (0.55, 0.99)
COLLISION = 0.90
DEPTHS = range(2, 9)


def asked(candidate: Candidate) -> tuple[int, int]:
    """Return the requested depth and size."""
    origin = dict(value.split(":", 1) for value in candidate.seed_ids)
    return int(origin["depth"]), int(origin["size"])


def certified(candidates: Sequence[Candidate], workers: int) -> list[bool]:
    """Return for each candidate whether every strict check holds and depth, size and option are as composed."""
    started = time.perf_counter()
    with SwiOracle.start(workers=workers) as oracle:
        examined = oracle.examine_all([candidate.programs for candidate in candidates], Profile.STRICT)
    passed, outcomes, exact = [], Counter(), 0
    for candidate, examination in zip(candidates, examined, strict=True):
        certificate = certify(examination, candidate.bias, Profile.STRICT)
        outcomes.update(f"{check.name} {check.outcome}" for check in certificate.checks)
        measured = complexity(examination)
        as_asked = (measured.depth, measured.size) == asked(candidate)
        exact += as_asked
        holds = all(check.outcome is Outcome.HOLDS for check in certificate.checks)
        passed.append(holds and as_asked and correct_option(examination) is candidate.correct_option)
    print(
        f"certificate: {sum(passed)} of {len(passed)} pairs pass every check, {exact} with the requested depth and size"
    )
    print("  not holding:", {name: count for name, count in outcomes.items() if not name.endswith("holds")} or "none")
    print(f"  {time.perf_counter() - started:.1f} s with {workers} workers")
    return passed


async def embedded(candidates: Sequence[Candidate]) -> tuple[np.ndarray, np.ndarray]:
    """Return the unit vectors of unbiased and biased texts, each of shape (candidates, 384)."""
    embedder = MiniLmEmbedder()
    unbiased = await embedder.embed([candidate.texts.unbiased for candidate in candidates])
    biased = await embedder.embed([candidate.texts.biased for candidate in candidates])
    embedder.close()
    return unbiased, biased


def similar(candidates: Sequence[Candidate], passed: list[bool]) -> None:
    """Print the similarity of pairs, the diversity within each bias, and how many pairs pass all checks."""
    started = time.perf_counter()
    unbiased, biased = asyncio.run(embedded(candidates))
    print(f"embeddings: {time.perf_counter() - started:.1f} s for {2 * len(candidates)} texts")
    within = (unbiased * biased).sum(axis=1)
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
        cosines = [between[one, other] for one, other in combinations(places, 2)]
        levenshtein = [levenshtein_similarity(one, other) for one, other in combinations(texts, 2)]
        print(
            f"  {bias.slug:24} mean cosine {np.mean(cosines):.2f}, mean Levenshtein {np.mean(levenshtein):.2f}; "
            f"pairs in range {sum(in_range[place] for place in places)} of {len(places)}, "
            f"cosine {within[places].min():.2f} to {within[places].max():.2f}"
        )
    print(f"highest cosine between two dilemmas: {between.max():.3f}")
    print(f"accepted: {len(accepted)} of {len(candidates)} ({len(accepted) / len(candidates):.1%})")


def fits(candidate: Candidate, cosine: float) -> bool:
    """Return whether the similarity of a pair's two texts is in the cascade's range."""
    framing = candidate.bias is Bias.FRAMING
    low, high = COSINE_FRAMING if framing else COSINE
    least, most = LEVENSHTEIN_FRAMING if framing else LEVENSHTEIN
    return low <= cosine < high and least <= levenshtein_similarity(*candidate.texts.model_dump().values()) < most


def composed(author: GrammarAuthor, per_bias: int) -> list[Candidate]:
    """Compose ``per_bias`` candidates of each bias."""
    return [author.candidate(bias, index) for bias in Bias for index in range(per_bias)]


def main() -> None:
    """Read the flags, compose, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--per-bias", type=int, default=20)
    parser.add_argument("--per-depth", type=int, help="compose this many pairs at each depth instead")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--skip-embeddings", action="store_true")
    flags = parser.parse_args()
    started = time.perf_counter()
    if flags.per_depth:
        biases = list(Bias)
        candidates = [
            author.candidate(biases[number % len(biases)], number // len(biases))
            for depth in DEPTHS
            for author in [GrammarAuthor({"depth": str(depth)}, seed=flags.seed)]
            for number in range(flags.per_depth)
        ]
        print("asked for:", dict(Counter(asked(candidate)[0] for candidate in candidates)))
    else:
        candidates = composed(GrammarAuthor(seed=flags.seed), flags.per_bias)
    print(f"composing: {time.perf_counter() - started:.1f} s for {len(candidates)} candidates, library included")
    passed = certified(candidates, flags.workers)
    if not flags.skip_embeddings and not flags.per_depth:
        similar(candidates, passed)


if __name__ == "__main__":
    main()
