"""Guessers: simple classifiers that predict the right option from a part of a text.

A guesser compares the two options: every feature of option B is subtracted from the same feature of option A, so that
a preference for a letter does not help. What surrounds the options (a story, a cue) is combined with that difference.
"""

import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier, VotingClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from probe.analysis.dataset.shortcut_cases import ShortcutCase, Vectors
from probe.values import Option

Floats = NDArray[np.float64]
Positions = NDArray[np.int64]
Fold = tuple[Positions, Positions]
"""The places of the cases to learn from, and of those to predict."""

FOLDS = 5

PENALTY = 0.5
"""Ridge penalty of a kernel whose mean diagonal is 1."""

TERMS = 8192
"""The most frequent words or strings of characters that a guesser sees."""

TREES = 30
"""Trees of a boosted guesser."""

REMEMBERED_ANSWERS = 4
"""How many earlier answers the guesser of the file order sees."""

_FORMS: tuple[dict[str, Any], ...] = (
    {"ngram_range": (1, 2), "token_pattern": r"\w+"},
    {"analyzer": "char_wb", "ngram_range": (3, 5)},
)
"""What a text is divided into: words and pairs of words; strings of three to five characters."""

_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def answers(cases: Sequence[ShortcutCase]) -> Floats:
    """Return +1 where option A is right and −1 where option B is."""
    return np.array([1.0 if case.right is Option.A else -1.0 for case in cases])


def folds(labels: Sequence[str]) -> list[Fold]:
    """Return up to ``FOLDS`` folds that keep equal labels together; none below two different labels."""
    # A label is never divided, so there cannot be more folds than labels.
    number = min(FOLDS, len(set(labels)))
    if number < 2:
        return []
    return list(GroupKFold(number).split(np.zeros(len(labels)), groups=np.array(labels, dtype=str)))


def hits(margin: Floats, right: Floats) -> Floats:
    """Return 1 where the sign of ``margin`` is the answer, 0 where it is not, and a half where it is undecided."""
    # A coin gets half a hit on average, so a guesser that does not know is neither punished nor rewarded.
    return np.where(np.abs(margin) > 1e-9, margin * right > 0, 0.5).astype(np.float64)


def words_kernel(cases: Sequence[ShortcutCase], context: Sequence[str] | None, *, options_alone: bool = True) -> Floats:
    """Return the similarity of the cases in words and characters; shape (cases, cases). See ``_combine``."""
    first_options, second_options = [case.options[0] for case in cases], [case.options[1] for case in cases]
    kernels = []
    for form in _FORMS:
        tfidf = TfidfVectorizer(sublinear_tf=True, max_features=TERMS, dtype=np.float32, **form)
        # The vocabulary is that of all cases: it contains no answers, so nothing leaks from the held-out ones.
        tfidf.fit([*first_options, *second_options, *(context or ())])
        terms_a, terms_b = tfidf.transform(first_options).toarray(), tfidf.transform(second_options).toarray()
        context_terms = terms_a + terms_b if context is None else tfidf.transform(context).toarray()
        kernels.append(_combine(_gram(terms_a - terms_b), _gram(context_terms), options_alone=options_alone))
    mean: Floats = np.mean(kernels, axis=0)
    return mean


def embedding_kernel(
    cases: Sequence[ShortcutCase], context: Sequence[str] | None, vectors: Vectors, *, options_alone: bool = True
) -> Floats:
    """Return the similarity of the cases in their embeddings; shape (cases, cases). See ``_combine``."""
    embedded_a, embedded_b = (
        np.stack([vectors[case.options[index]] for case in cases]).astype(np.float64) for index in (0, 1)
    )
    context_vectors = (
        embedded_a + embedded_b if context is None else np.stack([vectors[text] for text in context]).astype(np.float64)
    )
    return _combine(_gram(embedded_a - embedded_b), _gram(context_vectors), options_alone=options_alone)


def _gram(rows: NDArray[np.floating]) -> Floats:
    """Return the products of all rows; dense, because many rows share common terms."""
    product: Floats = (rows @ rows.T).astype(np.float64)
    return product


def _combine(difference: Floats, context: Floats, *, options_alone: bool) -> Floats:
    """Combine the similarity of two cases in the difference of their options and in the text around the options.

    The sum learns from the options (left out unless ``options_alone``), from the options in their surroundings, and
    from the surroundings alone. These are centred, so that they add no general preference for a letter.
    """
    difference, context = _scale(difference), _scale(context)
    centred_context = context - context.mean(axis=0) - context.mean(axis=1, keepdims=True) + context.mean()
    kernel: Floats = difference + difference * context if options_alone else difference * centred_context
    kernel += centred_context
    return kernel


def _scale(kernel: Floats) -> Floats:
    mean = float(kernel.diagonal().mean())
    return kernel / mean if mean > 0 else kernel


def guess_by_kernel(kernel: Floats, right: Floats, learn: Positions, test: Positions) -> Floats:
    """Return a margin for each case of ``test``, positive for option A, by kernel ridge regression.

    The more frequent letter is not part of the margin: answers are learnt as distances from their mean.
    """
    centred = right[learn] - right[learn].mean()
    ridge = KernelRidge(alpha=PENALTY, kernel="precomputed").fit(kernel[np.ix_(learn, learn)], centred)
    margin: Floats = ridge.predict(kernel[np.ix_(test, learn)])
    return margin


def guess_by_features(features: Floats, right: Floats, fold: Fold, *, compared: bool) -> Floats:
    """Return a margin for each case to predict, by logistic regression and boosted trees with equal votes.

    ``compared`` features are differences between option A and option B: each case is learnt in both orders.
    """
    learn, test = fold
    x, y = features[learn], right[learn]
    if compared:
        # Both orders, so that the more frequent letter cannot be learnt.
        x, y = np.concatenate([x, -x]), np.concatenate([y, -y])
    # Classifiers refuse to learn a single class.
    if len(set(y)) < 2:
        return np.full(len(test), float(y[0]))
    # Differences between the options keep their zero, at which neither option is ahead.
    linear = make_pipeline(
        StandardScaler(with_mean=not compared), LogisticRegression(fit_intercept=not compared, max_iter=1000)
    )
    trees = HistGradientBoostingClassifier(max_iter=TREES, max_leaf_nodes=8, random_state=0)
    voting = VotingClassifier([("linear", linear), ("trees", trees)], voting="soft").fit(x, y)
    held_out = features[test]
    share = voting.predict_proba(held_out)[:, 1] - 0.5
    # Trees do not treat both orders of a case equally; the difference of their votes does.
    margin: Floats = share - (voting.predict_proba(-held_out)[:, 1] - 0.5) if compared else share
    return margin


def lengths(cases: Sequence[ShortcutCase]) -> Floats:
    """Return how the options' lengths, numbers and marks differ, A minus B; shape (cases, 8)."""
    return np.array([_sizes(case.options[0]) - _sizes(case.options[1]) for case in cases])


def text_lengths(cases: Sequence[ShortcutCase]) -> Floats:
    """Return the length, numbers and marks of each case's whole text; shape (cases, 8)."""
    return np.array([_sizes(case.text) for case in cases])


def _sizes(text: str) -> Floats:
    words = _WORD.findall(text)
    # Two dots make a version, such as 1.2.3, not a number.
    numbers = [float(literal.replace(",", "")) for literal in _NUMBER.findall(text) if literal.count(".") < 2]
    return np.array(
        [
            len(text),
            len(words),
            len(text) / max(len(words), 1),
            len(numbers),
            math.log1p(max(numbers, default=0.0)),
            sum(text.count(mark) for mark in ",;:()"),
            sum(character.isupper() for character in text),
            sum(word.lower() in ("not", "no", "never", "without", "until", "keep", "only") for word in words),
        ]
    )


def relations(cases: Sequence[ShortcutCase], context: Sequence[str], vectors: Vectors) -> Floats:
    """Return how each option relates to what surrounds it, A minus B; shape (cases, 5).

    The share of its words that recur there, the share of its numbers, whether its letter is named, the place of its
    words' last mention, and the embeddings' product. The latter is taken from the mean of all surroundings: a constant
    direction would only describe the options.
    """
    context_vectors = np.stack([vectors[text] for text in context]).astype(np.float64)
    context_vectors -= context_vectors.mean(axis=0)
    embedded_a, embedded_b = (np.stack([vectors[case.options[index]] for case in cases]) for index in (0, 1))
    similarity = np.sum(context_vectors * (embedded_a - embedded_b), axis=1)
    mention_differences = [
        _mentions(case.options[0], "A", text) - _mentions(case.options[1], "B", text)
        for case, text in zip(cases, context, strict=True)
    ]
    return np.column_stack([np.array(mention_differences), similarity])


def _mentions(option: str, letter: str, context: str) -> Floats:
    context_words = _WORD.findall(context.lower())
    last_positions = {word: position for position, word in enumerate(context_words, 1)}
    words, numbers = set(_WORD.findall(option.lower())), set(_NUMBER.findall(option))
    return np.array(
        [
            sum(word in last_positions for word in words) / max(len(words), 1),
            len(numbers & set(_NUMBER.findall(context))) / max(len(numbers), 1),
            len(re.findall(rf"\boption[ _]{letter}\b", context, re.IGNORECASE)),
            sum(last_positions.get(word, 0) for word in words) / (max(len(words), 1) * max(len(context_words), 1)),
        ]
    )


def order_features(cases: Sequence[ShortcutCase]) -> Floats:
    """Return what the place in the file reveals: earlier answers, rhythm and position; the cases are in file order."""
    right = answers(cases)
    of_bias: dict[str, list[float]] = {}
    rows = []
    for position, case in enumerate(cases):
        earlier_of_bias = of_bias.setdefault(case.bias, [])
        previous_answers = [
            right[position - offset] if position >= offset else 0.0 for offset in range(1, REMEMBERED_ANSWERS + 1)
        ]
        previous_answers += [earlier_of_bias[-offset] if len(earlier_of_bias) >= offset else 0.0 for offset in (1, 2)]
        rhythm = [float(count % period == remainder) for period, remainder in ((2, 0), (3, 0), (3, 1), (4, 0), (4, 1))
                  for count in (position, len(earlier_of_bias))]  # fmt: skip
        rows.append([*previous_answers, *rhythm, position / len(cases)])
        # Added last, so that no case sees its own answer.
        earlier_of_bias.append(right[position])
    return np.array(rows)


def guess_by_letter(cells: Sequence[str], right: Floats, learn: Positions, test: Positions) -> Floats:
    """Return the mean answer of the learnt cases in the same cell; 0 where a cell was not seen."""
    sums: dict[str, float] = {}
    counts: dict[str, int] = {}
    for position in learn:
        sums[cells[position]] = sums.get(cells[position], 0.0) + right[position]
        counts[cells[position]] = counts.get(cells[position], 0) + 1
    return np.array([sums.get(cells[position], 0.0) / counts.get(cells[position], 1) for position in test])
