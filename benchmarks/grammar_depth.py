"""Measure what depth requires of a reader: lengths of texts in series, readers with one habit, and statistical power.

    python -m benchmarks.grammar_depth lengths --per-bias 30                # deepest minus shallowest member of series
    python -m benchmarks.grammar_depth readers --per-bias 30                # readers with one habit each, of series
    python -m benchmarks.grammar_depth lengths readers studies --per-bias 32        # several measures of the same texts
    python -m benchmarks.grammar_depth readers --series 1 --depth 5 --per-bias 60   # of single dilemmas
    python -m benchmarks.grammar_depth studies --per-bias 30                # subjects sensitive to length, and power

Accuracies are over originals and twins.
"""

import argparse
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import mean, pstdev

import numpy as np

from benchmarks.running import read_options
from probe.grammar.author import GrammarAuthor
from probe.grammar.habits import habit_answers
from probe.values import Bias, Candidate, Dilemma, Provenance

NUMBER = re.compile(r"\d+(?:,\d+)*")
STUDIES = 500
SERIES_OF_A_STUDY = 25
SLOPE_OF_LENGTH = 0.005
"""Increase of a subject's error rate per word above the mean length, in the study of length."""
BASE = 0.2
EFFECT = 0.03
CRITICAL = 2.064
"""Two-sided 5 % point of Student's t with 24 degrees of freedom."""
SPREADS = (0.05, 0.2)
"""Standard deviations of the slope between series, per level, and of the base rate between series."""
RUNS = 5

Stories = Sequence[Sequence[Candidate]]
"""The members of each story."""


def author_of(flags: argparse.Namespace) -> GrammarAuthor:
    """Return the author for these flags."""
    options = {"mode": flags.mode, "series": str(flags.series)}
    options |= {"depth": flags.depth} if flags.depth else {}
    options |= {"kind": flags.kind} if flags.kind else {}
    return GrammarAuthor(options, seed=flags.seed)


def compose(flags: argparse.Namespace, biases: Sequence[Bias] = tuple(Bias)) -> Iterator[list[Candidate]]:
    """Yield the members of each story."""
    author = author_of(flags)
    for bias in biases:
        for story in range(flags.per_bias):
            indices = range(story * flags.series, (story + 1) * flags.series)
            members = [author.candidate(bias, index) for index in indices]
            yield members


def lengths(stories: Stories, seed: int) -> None:
    """Print how the deepest member of a series differs from the shallowest, as a share of the mean."""
    differences_by_count: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for members in stories:
        for name, count in COUNTS.items():
            counts = [count(candidate) for candidate in members]
            differences_by_count[name].append((counts[-1] - counts[0], mean(counts), max(counts) - min(counts)))
    for name, series_values in differences_by_count.items():
        differences, means, spans = zip(*series_values, strict=True)
        if not any(means):  # closed-book texts state no rules
            continue
        print(
            f"{name}: deepest minus shallowest {mean(differences):+.2f} of {mean(means):.1f} "
            f"({mean(differences) / mean(means):+.2%}; SD {pstdev(differences):.2f}), "
            f"largest span in a series {max(spans)} ({len(series_values)} series)"
        )


COUNTS = {
    "words": lambda candidate: len(candidate.texts.unbiased.split()),
    "rules": lambda candidate: len(candidate.stated_rules),
    "facts": lambda candidate: sum(
        line.endswith(").") and ":-" not in line for line in candidate.programs.unbiased.splitlines()
    ),
    "numbers": lambda candidate: len(NUMBER.findall(candidate.texts.unbiased)),
}


def readers(stories: Stories, seed: int) -> None:
    """Print how often readers with one habit each are right, by kind of series."""
    pairs = [pair_of(candidate) for members in stories for candidate in members]
    kinds = {pair.id: pair.reasoning.kind or "single" for pair in pairs}
    hits: dict[tuple[str, str], list[float]] = defaultdict(list)
    for answer in habit_answers(pairs):
        hits[kinds[answer.item], answer.reader].append(answer.hit)
    for (kind, reader), shares in sorted(hits.items()):
        print(f"{kind}, {reader}: {mean(shares):.1%} of {len(shares)}")


def pair_of(candidate: Candidate) -> Dilemma:
    """Return a candidate as a pair of a dataset."""
    programs = candidate.programs
    assert programs is not None
    assert candidate.correct_option is not None
    return Dilemma(
        bias=candidate.bias,
        unbiased=candidate.texts.unbiased,
        biased=candidate.texts.biased,
        axioms=programs.axioms,
        unbiased_program=programs.unbiased,
        biased_program=programs.biased,
        correct_option=candidate.correct_option,
        twin=candidate.twin,
        reasoning=candidate.reasoning,
        provenance=Provenance(author=candidate.author, seed_ids=candidate.seed_ids, series=candidate.series),
    )


def studies(stories: Stories, seed: int) -> None:
    """Print how often depth seems to affect a subject that reacts to length alone, and the power for a slope."""
    words = np.array([[COUNTS["words"](candidate) for candidate in members] for members in stories], dtype=float)
    rng = np.random.default_rng(seed)
    depth = np.arange(words.shape[1], dtype=float)
    significant_count = power_count = 0
    for _ in range(STUDIES):
        study_words = words[rng.integers(len(words), size=SERIES_OF_A_STUDY)]
        base = np.clip(rng.normal(BASE, SPREADS[1], size=(SERIES_OF_A_STUDY, 1)), 0, 1)
        significant_count += significant(base + SLOPE_OF_LENGTH * (study_words - words.mean()), depth, rng)
        slopes = rng.normal(EFFECT, SPREADS[0], size=(SERIES_OF_A_STUDY, 1))
        power_count += significant(base + slopes * (depth - depth.mean()), depth, rng)
    print(
        f"sensitive to length alone ({SLOPE_OF_LENGTH:.1%} a word): called in"
        f" {significant_count / STUDIES:.1%} of {STUDIES}"
    )
    print(
        f"power for {EFFECT:.0%} a level, {SERIES_OF_A_STUDY} series of {words.shape[1]}, {RUNS} runs, SD of the slope "
        f"{SPREADS[0]}, of the base {SPREADS[1]}: {power_count / STUDIES:.1%}"
    )


def significant(rates: np.ndarray, depth: np.ndarray, rng: np.random.Generator) -> bool:
    """Return whether the mean slope over series differs from 0: ``rates`` has the shape (series, members)."""
    hits = rng.binomial(RUNS, np.clip(rates, 0, 1)) / RUNS
    centred = depth - depth.mean()
    slopes = (hits * centred).sum(axis=1) / (centred**2).sum()
    standard_error = slopes.std(ddof=1) / np.sqrt(len(slopes))
    return bool(standard_error > 0 and abs(slopes.mean() / standard_error) > CRITICAL)


MEASURES = {measure.__name__: measure for measure in (lengths, readers, studies)}


def main() -> None:
    """Read the flags, compose, measure, print."""
    flags = read_options(
        __doc__,
        measure={"choices": sorted(MEASURES), "nargs": "+"},
        mode="policy",
        series=0,
        kind="",
        depth="",
        per_bias=10,
        seed=1,
    )
    flags.series = flags.series or (4 if flags.mode == "policy" else 2)
    stories = list(compose(flags))
    for measure in flags.measure:
        MEASURES[measure](stories, flags.seed)


if __name__ == "__main__":
    main()
