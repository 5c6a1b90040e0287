"""Measure the speed of the analysis: all-pairs similarities against plain loops, and a whole report.

    python -m benchmarks.analysis_speed [--texts 2415] [--subjects 6] [--dilemmas 2336] [--runs 5]

Ratios are measured side by side in one process. The loops visit each pair of texts once, as the published code does.
"""

import itertools
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import Levenshtein
import numpy as np

from benchmarks.running import read_options
from probe.analysis.statistics.similarity import cosines, levenshteins, mean_off_diagonal
from probe.analysis.study import prepare
from probe.measuring.analyze import write_report
from probe.protocols import DILEMMAS, protocol_named
from probe.values import Arm, Bias, Complexity, Decision, Dilemma, Evaluation, Option, Provenance, index_of

TEXT = (
    "I have to decide how our team should test the new release before the deadline while customers wait and "
    "the cost of a failure grows with every service that depends on it "
    "so that a quick fix may be popular but is hard to maintain"
)
WORDS = TEXT.split()


def main() -> None:
    """Measure and print one line per figure."""
    options = read_options(__doc__, texts=2415, subjects=6, dilemmas=2336, runs=5)
    rng = random.Random(1)
    texts = [" ".join(rng.choices(WORDS, k=110)) for _ in range(options.texts)]
    compare_cosines(options.texts)
    compare_levenshteins(texts)
    time_report(options.subjects, options.dilemmas, options.runs)


def seconds_and_result(work: Callable[[], float | None]) -> tuple[float, float]:
    """Return the seconds that ``work`` takes, and its result."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result or 0.0


def compare_cosines(count: int) -> None:
    """Compare one float64 matrix product with a double loop over pairs of float32 vectors."""
    vectors = np.random.default_rng(1).normal(size=(count, 384)).astype(np.float32)

    def loop() -> float:
        total = 0.0
        for left, right in itertools.combinations(vectors, 2):
            total += float(np.dot(left, right) / (np.linalg.norm(left) * np.linalg.norm(right)))
        return total / (count * (count - 1) / 2)

    library_seconds, mean = seconds_and_result(lambda: mean_off_diagonal(cosines(vectors)))
    loop_seconds, loop_mean = seconds_and_result(loop)
    assert abs(mean - loop_mean) < 1e-6
    print(
        f"all-pairs cosine, {count} texts: {library_seconds:.3f} s against {loop_seconds:.2f} s in a double loop:"
        f" {loop_seconds / library_seconds:.0f} x"
    )


def compare_levenshteins(texts: list[str]) -> None:
    """Compare rapidfuzz on all cores with a loop over python-Levenshtein, on a quarter of the texts."""
    sample = texts[: max(2, len(texts) // 4)]

    def loop() -> float:
        pairs = itertools.combinations(sample, 2)
        total = sum(1 - Levenshtein.distance(left, right) / max(len(left), len(right)) for left, right in pairs)
        return total / (len(sample) * (len(sample) - 1) / 2)

    library_seconds, mean = seconds_and_result(lambda: mean_off_diagonal(levenshteins(sample)))
    loop_seconds, loop_mean = seconds_and_result(loop)
    assert abs(mean - loop_mean) < 1e-6
    ratio = loop_seconds / library_seconds
    print(
        f"all-pairs Levenshtein, {len(sample)} texts: {library_seconds:.2f} s against {loop_seconds:.2f} s in a loop:"
        f" {ratio:.1f} x"
    )


def time_report(subjects: int, dilemmas: int, runs: int) -> None:
    """Time a report with every chapter that needs only decisions, figures included."""
    evaluations = simulate(subjects, dilemmas, runs)
    with tempfile.TemporaryDirectory() as folder:
        start, processor_seconds = time.perf_counter(), time.process_time()
        findings = protocol_named(DILEMMAS).report(prepare(evaluations))
        analysis_seconds = time.perf_counter() - start
        write_report(findings, Path(folder))
        total_seconds, processor_seconds = time.perf_counter() - start, time.process_time() - processor_seconds
    figures = len(findings.pictures)
    print(
        f"{subjects} subjects x {dilemmas} dilemmas x {runs} runs: {analysis_seconds:.1f} s of analysis,"
        f" {total_seconds:.1f} s with the"
    )
    print(f"page and {figures} figures as SVG and PDF, {len(findings.tables)} tables as CSV and LaTeX, and JSON")
    print(f"({processor_seconds:.1f} s of processor time: the time on an idle machine with one core)")


def simulate(subjects: int, dilemmas: int, runs: int) -> list[Evaluation]:
    """Return evaluations of simulated subjects by three authors, with explanations."""
    rng = random.Random(2)
    biases = list(Bias)
    pairs = []
    for number in range(dilemmas):
        text, size = " ".join(rng.choices(WORDS, k=110)), rng.randint(1, 12)
        pairs.append(
            Dilemma(
                bias=biases[number % len(biases)],
                unbiased=f"{number}: {text}",
                biased=f"{number}: {text} as everyone does",
                axioms="a.",
                unbiased_program="u.",
                biased_program="b.",
                correct_option=rng.choice(list(Option)),
                complexity=Complexity(inferences=2 * size, choice_steps=size, depth=1 + size // 3, size=size),
                provenance=Provenance(author=f"simulated/subject-{number % 3}"),
            )
        )
    return [_evaluation(f"simulated/subject-{subject}", tuple(pairs), runs, rng) for subject in range(subjects)]


def _evaluation(subject: str, pairs: tuple[Dilemma, ...], runs: int, rng: random.Random) -> Evaluation:
    decisions = []
    for pair in pairs:
        error_rate = min(1.0, rng.expovariate(5))
        for arm, run in itertools.product((Arm.UNBIASED, Arm.BIASED), range(runs)):
            wrong = rng.random() < (error_rate if arm is Arm.BIASED else 0.02)
            option = pair.correct_option.other_option if wrong else pair.correct_option
            explanation = " ".join(rng.choices(WORDS, k=25))
            decisions.append(
                Decision.model_validate(
                    {"item_id": pair.id, "arm": arm, "run": run, "decision": index_of(option.letter),
                     "exchanged": run % 2 == 1, "explanation": explanation}
                )
            )  # fmt: skip
    return Evaluation(subject=subject, run_id=subject, runs=runs, order="both", items=pairs, decisions=tuple(decisions))


if __name__ == "__main__":
    main()
