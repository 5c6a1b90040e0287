"""Guesses: what each guesser of a shortcut audit gets right on held-out cases."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from sklearn.model_selection import KFold

from probe.analysis.dataset import shortcut_guessers as guessers
from probe.analysis.dataset.shortcut_cases import ShortcutCase, Vectors
from probe.analysis.dataset.shortcut_guessers import Floats, Fold, Positions
from probe.analysis.dataset.single_facts import guess_by_single_facts
from probe.analysis.tables import Gap
from probe.values import fingerprint

MOST = 0.55
"""Target: the upper end of every guesser's interval in a composed set."""

MOST_BY_FACT = 0.65
"""Target for the best single fact."""

PASS, FALLS_SHORT = "pass", "falls short"
"""Whether a target that applies is met."""

LARGEST = 4000
"""Cases of a kernel: of a larger set, whole blocks are drawn at random, always the same."""

OPTIONS, STORY, CUE = "option lines", "text without decisive facts", "cue"
POSITION, LENGTH, ORDER, LETTERS, FACT = "position", "length", "order in the file", "letter by bias and depth", "fact"
"""What the right option is guessed from."""

GROUPS, ITEMS, FILE = "schema or topic", "item", "part of the file"
"""What a fold keeps together."""


@dataclass(frozen=True)
class Guess:
    """One guesser's hits, one per case, and the cluster of each case; ``absent`` is the reason if there are none."""

    predictor: str
    method: str
    held_out: str
    cases: Sequence[ShortcutCase]
    hits: Floats
    clusters: Sequence[str]
    target: float | None = MOST
    absent: Gap | None = None


def _options(cases: Sequence[ShortcutCase], vectors: Vectors) -> Iterator[Guess]:
    sampled_cases = _sample_blocks(cases)
    folds_by_unit = {held_out: _folds(sampled_cases, held_out) for held_out in (GROUPS, ITEMS)}
    for method, held_out, hits in _by_kernels(sampled_cases, None, vectors, folds_by_unit):
        yield _guess(OPTIONS, method, held_out, sampled_cases, hits)


def _story(cases: Sequence[ShortcutCase], vectors: Vectors) -> Iterator[Guess]:
    yield from _guess_by_text(STORY, [case for case in _sample_blocks(cases) if case.story], vectors)


def _cue(cases: Sequence[ShortcutCase], vectors: Vectors) -> Iterator[Guess]:
    yield from _guess_by_text(CUE, [case for case in _sample_blocks(cases) if case.cue], vectors)


def _guess_without_kernel(cases: Sequence[ShortcutCase], vectors: Vectors) -> Iterator[Guess]:
    """Guess from what needs no kernel."""
    yield from _lengths(cases)
    blocks, majority = _folds(cases, ITEMS), "more frequent letter"
    yield _guess(POSITION, majority, ITEMS, cases, _by_cells(cases, lambda case: "", blocks))
    cells = [_cell(case) for case in cases]
    yield Guess(LETTERS, majority, ITEMS, cases, _by_cells(cases, _cell, blocks), cells)
    # Only originals are lines of the file, and have an order.
    if not any(case.twin for case in cases):
        yield _order(cases)
    yield _single_fact(cases, vectors)


PARTS: tuple[Callable[[Sequence[ShortcutCase], Vectors], Iterator[Guess]], ...] = (
    _options,
    _story,
    _cue,
    _guess_without_kernel,
)
"""The guessers in four parts, which workers can run, in the order of their results."""


def _lengths(cases: Sequence[ShortcutCase]) -> Iterator[Guess]:
    """Guess from the lengths of the options; where these are always the same words, from those of the whole text."""
    comparing = [case for case in cases if not case.text]
    if comparing:
        hits = _by_features(comparing, guessers.lengths, _folds(comparing, GROUPS))
        yield _guess(LENGTH, "features", GROUPS, comparing, hits)
    reading = [case for case in cases if case.text]
    if reading:
        right, features = guessers.answers(reading), guessers.text_lengths(reading)
        hits = _hits(right, _folds(reading, GROUPS), lambda *fold: _of_text(features, right, fold))
        yield _guess(LENGTH, "features of the text", GROUPS, reading, hits)


def _of_text(features: Floats, right: Floats, fold: Fold) -> Floats:
    return guessers.guess_by_features(features, right, fold, compared=False)


def guesses_elsewhere(
    training_cases: Sequence[ShortcutCase], target_cases: Sequence[ShortcutCase], vectors: Vectors, source: str
) -> Iterator[Guess]:
    """Learn the option lines of some cases, from the dataset ``source``, and guess those of others."""
    training, test = _sample_blocks(training_cases), _sample_blocks(target_cases)
    cases = (*training, *test)
    fold = (np.arange(len(training)), np.arange(len(training), len(cases)))
    folds_by_unit = {f"learnt on {source}": [fold] if training and test else []}
    for method, held_out, hits in _by_kernels(cases, None, vectors, folds_by_unit):
        yield _guess(OPTIONS, method, held_out, test, hits[fold[1]])


def _folds(cases: Sequence[ShortcutCase], held_out: str) -> list[Fold]:
    return guessers.folds([case.group if held_out == GROUPS else case.block for case in cases])


def _cell(case: ShortcutCase) -> str:
    return f"{case.bias} at {case.depth}"


def _guess(
    predictor: str,
    method: str,
    held_out: str,
    cases: Sequence[ShortcutCase],
    hits: Floats,
    *,
    target: float | None = MOST,
) -> Guess:
    return Guess(predictor, method, held_out, cases, hits, [case.group for case in cases], target)


def _sample_blocks(cases: Sequence[ShortcutCase]) -> tuple[ShortcutCase, ...]:
    """Return the cases, or whole blocks of them until ``LARGEST`` is reached, in their order."""
    if len(cases) <= LARGEST:
        return tuple(cases)
    sizes: dict[str, int] = {}
    for case in cases:
        sizes[case.block] = sizes.get(case.block, 0) + 1
    sampled_blocks, total = set(), 0
    # By hash: a draw that is always the same and does not depend on the order of the file.
    for block in sorted(sizes, key=fingerprint):
        total += sizes[block]
        if total > LARGEST:
            break
        sampled_blocks.add(block)
    return tuple(case for case in cases if case.block in sampled_blocks)


def _guess_by_text(predictor: str, cases: Sequence[ShortcutCase], vectors: Vectors) -> Iterator[Guess]:
    """Guess from a story with its options, or from a cue and how it relates to the options.

    Within a schema a single fact may predict more than the other targets allow, and so may what is left of a text: the
    target applies where whole schemas are held out. For a cue it applies with twins alone: in an original, the cue
    always praises the wrong option.
    """
    if not cases:
        reason = "not run: decisive facts are not recorded" if predictor == STORY else "not run: no cue"
        yield Guess(predictor, "all", GROUPS, (), np.zeros(0), (), MOST, Gap(reason=reason))
        return
    has_target = predictor == STORY or any(case.twin for case in cases)
    targets: dict[str, float | None] = {GROUPS: MOST if has_target else None, ITEMS: None}
    folds_by_unit = {held_out: _folds(cases, held_out) for held_out in targets}
    context = [(case.story if predictor == STORY else case.cue) or "" for case in cases]
    for method, held_out, hits in _by_kernels(cases, context, vectors, folds_by_unit, options_alone=predictor == STORY):
        yield _guess(predictor, method, held_out, cases, hits, target=targets[held_out])
    for held_out, folds in folds_by_unit.items():
        hits = _by_features(cases, lambda featured_cases: guessers.relations(featured_cases, context, vectors), folds)
        yield _guess(predictor, "features", held_out, cases, hits, target=targets[held_out])


def _by_kernels(
    cases: Sequence[ShortcutCase],
    context: Sequence[str] | None,
    vectors: Vectors,
    folds_by_unit: Mapping[str, Sequence[Fold]],
    *,
    options_alone: bool = True,
) -> Iterator[tuple[str, str, Floats]]:
    """Return the hits of each kernel under each way of holding cases out: method, way, hits."""
    right = guessers.answers(cases)
    # Without cases, no kernel can be computed.
    for method in ("words", "embeddings") if cases else ():
        if method == "words":
            kernel = guessers.words_kernel(cases, context, options_alone=options_alone)
        else:
            kernel = guessers.embedding_kernel(cases, context, vectors, options_alone=options_alone)
        for held_out, folds in folds_by_unit.items():
            guess = partial(guessers.guess_by_kernel, kernel, right)
            yield method, held_out, _hits(right, folds, guess)


def _by_features(
    cases: Sequence[ShortcutCase], make: Callable[[Sequence[ShortcutCase]], Floats], folds: Sequence[Fold]
) -> Floats:
    right, features = guessers.answers(cases), make(cases)
    return _hits(right, folds, lambda *fold: guessers.guess_by_features(features, right, fold, compared=True))


def _by_cells(cases: Sequence[ShortcutCase], cell: Callable[[ShortcutCase], str], folds: Sequence[Fold]) -> Floats:
    right, cells = guessers.answers(cases), [cell(case) for case in cases]
    return _hits(right, folds, lambda learn, test: guessers.guess_by_letter(cells, right, learn, test))


def _hits(right: Floats, folds: Sequence[Fold], guess: Callable[[Positions, Positions], Floats]) -> Floats:
    """Return the hits on held-out cases; NaN where there was no fold."""
    # NaN instead of a miss: a set without folds has no accuracy, rather than a low one.
    hits = np.full(len(right), np.nan)
    for learn, test in folds:
        hits[test] = guessers.hits(guess(learn, test), right[test])
    return hits


def _order(cases: Sequence[ShortcutCase]) -> Guess:
    """Guess each answer from earlier answers and its place; the held-out parts of the file are contiguous."""
    ordered_cases = sorted(cases, key=lambda case: case.place)
    right, features = guessers.answers(ordered_cases), guessers.order_features(ordered_cases)
    folds = list(KFold(guessers.FOLDS).split(features)) if len(ordered_cases) >= 2 * guessers.FOLDS else []
    hits = _hits(right, folds, lambda *fold: guessers.guess_by_features(features, right, fold, compared=False))
    return Guess(ORDER, "features", FILE, ordered_cases, hits, [case.block for case in ordered_cases])


def _single_fact(cases: Sequence[ShortcutCase], vectors: Vectors) -> Guess:
    margin, positions = guess_by_single_facts(cases, vectors)
    judged_cases = [cases[position] for position in positions]
    absence = None if judged_cases else Gap(reason="not run: no schema or topic has enough programs")
    hits = guessers.hits(margin, guessers.answers(judged_cases))
    groups = [case.group for case in judged_cases]
    return Guess(FACT, "best single fact", ITEMS, judged_cases, hits, groups, MOST_BY_FACT, absence)
