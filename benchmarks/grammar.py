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


def requested_range(candidate: Candidate) -> tuple[int, int]:
    """Return the depth and the size that were requested of the author."""
    origin = dict(value.split(":", 1) for value in candidate.seed_ids)
    return int(origin["depth"]), int(origin["size"])


def certify_all(candidates: Sequence[Candidate], workers: int) -> list[bool]:
    """Return for each candidate whether all of its texts pass every check."""
    start = time.perf_counter()
    with SwiOracle.start(workers=workers) as oracle:
        failing = failures(candidates, oracle)
    print(f"certificate: {len(candidates) - len(failing)} of {len(candidates)} pairs hold every check with their twins")
    for candidate, reasons in failing:
        print(f"  {candidate.bias.slug}, {', '.join(candidate.seed_ids[:2])}: {'; '.join(reasons)}")
    print(f"  {time.perf_counter() - start:.1f} s with {workers} workers")
    failing = {id(candidate) for candidate, _ in failing}
    return [id(candidate) not in failing for candidate in candidates]


async def embed(candidates: Sequence[Candidate]) -> tuple[np.ndarray, np.ndarray]:
    """Return the unit vectors of unbiased texts, shape (candidates, 384), and the cosine around each pair's change."""
    embedder = MiniLmEmbedder()
    unbiased_vectors = await embedder.embed([candidate.texts.unbiased for candidate in candidates])
    changes = [around_change(candidate.texts.unbiased, candidate.texts.biased, WINDOW) for candidate in candidates]
    first, second = [await embedder.embed([change[side] for change in changes]) for side in (0, 1)]
    embedder.close()
    return unbiased_vectors, (first * second).sum(axis=1)


def diversity(candidates: Sequence[Candidate]) -> None:
    """Print the share of distinct sequences of four words, the number of distinct option lines, and the lengths."""
    words = [candidate.texts.unbiased.split() for candidate in candidates]
    four_grams = [tuple(text[start : start + 4]) for text in words for start in range(len(text) - 3)]
    lines = [line for candidate in candidates for line in (option_texts(candidate.texts.unbiased) or {}).values()]
    print(f"distinct-4: {len(set(four_grams)) / len(four_grams):.2f} over {len(candidates)} texts")
    print(f"distinct option lines: {len(set(lines))} of {len(lines)}")
    print(f"words: {min(map(len, words))} to {max(map(len, words))}")


def similarity_report(candidates: Sequence[Candidate], is_certified: list[bool]) -> None:
    """Print the similarity of pairs, the diversity within each bias, and how many pairs pass all checks."""
    start = time.perf_counter()
    unbiased_vectors, change_cosines = asyncio.run(embed(candidates))
    print(f"embeddings: {time.perf_counter() - start:.1f} s for {3 * len(candidates)} texts")
    text_cosines = unbiased_vectors @ unbiased_vectors.T
    np.fill_diagonal(text_cosines, -1.0)
    distinct: list[int] = []
    for index in range(len(candidates)):
        if is_certified[index] and not (distinct and text_cosines[index, distinct].max() > COLLISION):
            distinct.append(index)
    in_range = [
        in_similarity_range(candidate, float(change_cosines[index])) for index, candidate in enumerate(candidates)
    ]
    accepted_indices = [index for index in distinct if in_range[index]]
    for bias in Bias:
        indices = [index for index, candidate in enumerate(candidates) if candidate.bias is bias]
        texts = [candidates[index].texts.unbiased for index in indices]
        cosines = [text_cosines[first, second] for first, second in combinations(indices, 2)]
        levenshtein = [levenshtein_similarity(first, second) for first, second in combinations(texts, 2)]
        print(
            f"  {bias.slug:24} mean cosine {np.mean(cosines):.2f}, mean Levenshtein {np.mean(levenshtein):.2f}; "
            f"pairs in range {sum(in_range[index] for index in indices)} of {len(indices)}, "
            f"cosine {change_cosines[indices].min():.2f} to {change_cosines[indices].max():.2f}"
        )
    print(f"highest cosine between two dilemmas: {text_cosines.max():.3f}")
    print(f"accepted: {len(accepted_indices)} of {len(candidates)} ({len(accepted_indices) / len(candidates):.1%})")


def in_similarity_range(candidate: Candidate, cosine: float) -> bool:
    """Return whether the similarity of a pair's two texts is in the cascade's range."""
    similarity_range = FRAMING if candidate.bias is Bias.FRAMING else SimilarityRange()
    (lowest_cosine, cosine_limit), (lowest_levenshtein, levenshtein_limit) = (
        similarity_range.cosine,
        similarity_range.levenshtein,
    )
    levenshtein = levenshtein_similarity(candidate.texts.unbiased, candidate.texts.biased)
    return lowest_cosine <= cosine < cosine_limit and lowest_levenshtein <= levenshtein < levenshtein_limit


async def collisions(author: GrammarAuthor, bias: Bias, count: int) -> None:
    """Print how many dilemmas of ``bias`` are near-duplicates of earlier ones until ``count`` are accepted.

    A near-duplicate is replaced as in a generation. The printed difference is the largest difference between the counts
    of correct answers A and B at any depth.
    """
    accepted_vectors, offered_count, rejected_count = np.zeros((count, DIMENSION), dtype=np.float32), 0, 0
    letter_balances, embedder = Counter(), MiniLmEmbedder()
    for index in range(count):
        candidate: Candidate | None = author.candidate(bias, index)
        while candidate:
            offered_count += 1
            (vector,) = await embedder.embed([candidate.texts.unbiased])
            if float((accepted_vectors[: offered_count - rejected_count - 1] @ vector).max(initial=-1)) <= COLLISION:
                accepted_vectors[offered_count - rejected_count - 1] = vector
                letter_balances[requested_range(candidate)[0]] += 1 if candidate.correct_option is Option.A else -1
                break
            rejected_count += 1
            candidate = await author.replacement(candidate)
        if (index + 1) % max(count // 4, 1) == 0:
            share, difference = rejected_count / offered_count, max(map(abs, letter_balances.values()))
            print(
                f"{rejected_count} of {offered_count} collide ({share:.1%}), {offered_count - rejected_count} "
                f"kept; difference {difference}"
            )
    embedder.close()


def compose(author: GrammarAuthor, per_bias: int) -> list[Candidate]:
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
    start = time.perf_counter()
    if flags.per_depth:
        biases = list(Bias)
        candidates = [
            author.candidate(biases[number % len(biases)], number // len(biases))
            for depth in range(DEPTHS[flags.mode][0], DEPTHS[flags.mode][1] + 1)
            for author in [GrammarAuthor({"mode": flags.mode, "depth": str(depth)}, seed=flags.seed)]
            for number in range(flags.per_depth)
        ]
        print("requested for:", dict(Counter(requested_range(candidate)[0] for candidate in candidates)))
    else:
        candidates = compose(GrammarAuthor({"mode": flags.mode}, seed=flags.seed), flags.per_bias)
    print(f"composing: {time.perf_counter() - start:.1f} s for {len(candidates)} candidates, library included")
    is_certified = certify_all(candidates, flags.workers)
    diversity(candidates)
    if not flags.skip_embeddings and not flags.per_depth:
        similarity_report(candidates, is_certified)


if __name__ == "__main__":
    main()
