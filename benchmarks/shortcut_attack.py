"""Attack composed datasets with other classifiers than those of ``probe shortcuts``.

    python -m benchmarks.shortcut_attack seed-11/dataset.jsonl seed-1/dataset.jsonl

Each dataset has fact twins. On each, with whole schemas or single dilemmas held out: characters and words of the
option lines, words of the text (within their schema), numbers of the text, the cue with the option lines in both cued
arms, and twin against original. With two datasets, what is learnt on the first is asked on the second. Last, the facts
of modules, pooled over schemas and datasets, fitted in sample.

Intervals are bootstrapped over what is held out. Chance is 50 %; balanced draws make held-out guesses slightly worse.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from benchmarks.running import read_options
from probe.protocols.reading import read_dataset
from probe.values import Dilemma
from probe.values.texts import option_texts, passage_of, words_put_in

Labels = NDArray[np.int64]
WORDS: dict[str, Any] = {"ngram_range": (1, 2), "token_pattern": r"\w+"}
LETTERS: dict[str, Any] = {"analyzer": "char_wb", "ngram_range": (2, 5)}
NUMBERS = 24
"""How many numbers of a text are seen."""
FEWEST = 300
"""Texts from which a fact is judged."""
FACT = re.compile(r"^([a-z]\w*)\((\w+)\)\.", re.MULTILINE)
CHOICE = re.compile(r"^(?:called_for|choice_\w+)\(([a-z]\w*)\) :-([^.]*)\.$", re.MULTILINE)
"""A rule that gives an action, with what it reads."""


class Text(NamedTuple):
    """One text with its cue, and what is true of it: ``letter`` and ``side`` are +1 or −1."""

    dilemma: str
    schema: str
    twin: int
    letter: int
    side: int
    options: tuple[str, str]
    story: str
    plain: str
    cued: str
    cue: str
    program: str
    axioms: str


def texts_of(path: Path) -> list[Text]:
    """Return originals and twins of a dataset."""
    return [text for pair in read_dataset(path) for text in _both(pair)]


def _both(pair: Dilemma) -> Iterator[Text]:
    assert pair.twin is not None
    origin = dict(name.partition(":")[::2] for name in pair.provenance.seed_ids)
    passage = passage_of(pair.unbiased, pair.twin.unbiased)
    shared = before_options(passage.head + passage.tail)
    sides = (1, -1) if origin["right"] == "first" else (-1, 1)
    for twin, texts, program in ((0, pair.texts, pair.unbiased_program), (1, pair.twin, pair.twin.unbiased_program)):
        options, cued = (option_texts(text) or {"A": "", "B": ""} for text in (texts.unbiased, texts.biased))
        right = pair.twin.correct_option if twin else pair.correct_option
        yield Text(
            dilemma=pair.id,
            schema=origin["schema"],
            twin=twin,
            letter=1 if right.letter == "A" else -1,
            side=sides[twin],
            options=(options["A"], options["B"]),
            story=shared,
            plain=before_options(texts.unbiased),
            cued=before_options(texts.biased),
            cue=" ".join((words_put_in(texts.unbiased, texts.biased) or "", *cued.values())),
            program=program,
            axioms=pair.axioms,
        )


def before_options(text: str) -> str:
    """Return the text above its options."""
    return text.partition("- Option A")[0]


def hashed(texts: Sequence[str], **form: Any) -> Any:
    """Return weighted counts of the texts' words or strings of characters."""
    counts = HashingVectorizer(n_features=2**17, alternate_sign=False, norm=None, **form).transform(texts)
    return TfidfTransformer(sublinear_tf=True).fit_transform(counts)


def within_schema(texts: Sequence[Text], part: str) -> Any:
    """Return the words of a part of the texts, different ones for each schema."""
    said = [
        " ".join(f"{text.schema}_{word}" for word in re.findall(r"\w+", getattr(text, part).lower())) for text in texts
    ]
    return hashed(said, token_pattern=r"\S+")


def difference(texts: Sequence[Text], **form: Any) -> Any:
    """Return how option A differs from option B."""
    first, second = (hashed([text.options[side] for text in texts], **form) for side in (0, 1))
    return first - second


def numbers(texts: Sequence[Text]) -> NDArray[np.float64]:
    """Return the numbers of each text in order, on a logarithmic scale, their ratios, count and extremes."""
    rows = []
    for text in texts:
        values = [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", text.cued)][:NUMBERS]
        logs = np.full(NUMBERS, -1.0)
        logs[: len(values)] = np.log1p(values)
        rows.append([*logs, *np.diff(logs), len(values), max(values, default=0), min(values, default=0)])
    return np.array(rows)


def linear() -> LogisticRegression:
    """Return a classifier of words."""
    return LogisticRegression(C=3, max_iter=300)


def boosted() -> HistGradientBoostingClassifier:
    """Return a classifier of numbers."""
    return HistGradientBoostingClassifier(max_iter=60, max_leaf_nodes=15, random_state=0)


def held_out(features: Any, labels: Labels, groups: Sequence[str], model: Any) -> str:
    """Return the accuracy on held-out groups, with an interval."""
    hits = np.zeros(len(labels))
    for learn, test in GroupKFold(5, shuffle=True, random_state=0).split(features, labels, groups):
        hits[test] = model().fit(features[learn], labels[learn]).predict(features[test]) == labels[test]
    _, codes = np.unique(groups, return_inverse=True)
    sums, sizes = np.bincount(codes, hits), np.bincount(codes)
    draws = np.random.default_rng(0).integers(0, len(sizes), (1000, len(sizes)))
    low, high = np.quantile(sums[draws].sum(1) / sizes[draws].sum(1), (0.025, 0.975))
    return f"{hits.mean():.3f} ({low:.3f} to {high:.3f})"


def attack(texts: Sequence[Text]) -> None:
    """Print what each attacker guesses on held-out texts of one dataset."""
    first = [text for text in texts if not text.twin]
    letter, side = (np.array([getattr(text, name) for text in first]) for name in ("letter", "side"))
    for held in ("schema", "dilemma"):
        groups = [getattr(text, held) for text in first]
        print(f"originals, {held} held out")
        print("  option lines, words:     ", held_out(difference(first, **WORDS), letter, groups, linear))
        print("  option lines, characters:", held_out(difference(first, **LETTERS), letter, groups, linear))
        print("  numbers in the text:     ", held_out(numbers(first), side, groups, boosted))
    groups = [text.dilemma for text in first]
    print("  words without decisive facts, by schema:", held_out(within_schema(first, "story"), side, groups, linear))
    print("  words of the whole text, by schema:     ", held_out(within_schema(first, "plain"), side, groups, linear))
    groups, twins = [text.dilemma for text in texts], np.array([text.twin for text in texts])
    every = np.array([text.letter for text in texts])
    cued = hashed([text.cue for text in texts], **WORDS)
    print("originals and twins, dilemma held out")
    print("  cue with option lines:     ", held_out(cued, every, groups, linear))
    print(
        "  twin or original, words:   ", held_out(hashed([text.cued for text in texts], **WORDS), twins, groups, linear)
    )
    print("  twin or original, numbers: ", held_out(numbers(texts), twins, groups, boosted))


def learnt_elsewhere(learnt: Sequence[Text], asked: Sequence[Text]) -> None:
    """Print what is guessed on the originals of another dataset."""
    known, new = ([text for text in texts if not text.twin] for texts in (learnt, asked))
    print("learnt on the first dataset, asked on the second")
    for name, make, target, model in (
        ("option lines, words:    ", lambda texts: difference(texts, **WORDS), "letter", linear),
        ("whole text, by schema:  ", lambda texts: within_schema(texts, "plain"), "side", linear),
        ("numbers in the text:    ", numbers, "side", boosted),
    ):
        truth = [np.array([getattr(text, target) for text in texts]) for texts in (known, new)]
        hits = model().fit(make(known), truth[0]).predict(make(new)) == truth[1]
        print(f"  {name} {hits.mean():.3f} (give or take {1.96 * hits.std() / len(hits) ** 0.5:.3f})")


def single_facts(texts: Sequence[Text]) -> None:
    """Print the facts that best predict, in originals, whether the action follows that they can call for."""
    rows: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    for text in texts:
        chosen = _right_action(text)
        rules = CHOICE.findall(text.axioms)
        calls = {name: action for action, body in reversed(rules) for name in re.findall(r"\b([a-z]\w*)\(", body)}
        for name, value in FACT.findall(text.program) if not text.twin else ():
            if name in calls:
                rows[name].append((value, calls[name] == chosen))
    best = sorted(
        ((_in_sample(outcomes), len(outcomes), name) for name, outcomes in rows.items() if len(outcomes) >= FEWEST),
        reverse=True,
    )
    print(f"facts of {FEWEST} originals or more, in sample")
    for share, count, name in best[:5]:
        print(f"  {name}: {share:.3f} of {count}")


def _right_action(text: Text) -> str:
    letter = "A" if text.letter > 0 else "B"
    match = re.search(rf"^takes\(option_{letter}, (\w+)\)", text.program, re.MULTILINE)
    return match[1] if match else ""


def _in_sample(rows: Sequence[tuple[str, bool]]) -> float:
    """Return how often the best limit, or the majority of each value of a category, is right."""
    if not all(value.isdigit() for value, _ in rows):
        counts: dict[str, Counter[bool]] = defaultdict(Counter)
        for value, right in rows:
            counts[value][right] += 1
        return sum(max(outcomes.values()) for outcomes in counts.values()) / len(rows)
    ordered = np.array([right for _, right in sorted((int(value), right) for value, right in rows)])
    below = np.concatenate([[0], np.cumsum(ordered)])
    hits = below + (len(ordered) - np.arange(len(ordered) + 1)) - (below[-1] - below)
    return float(max(hits.max(), len(ordered) - hits.min()) / len(ordered))


def main() -> None:
    """Read the flags, attack."""
    every = [texts_of(path) for path in read_options(__doc__, datasets={"type": Path, "nargs": "+"}).datasets]
    for texts in every:
        attack(texts)
    if len(every) > 1:
        learnt_elsewhere(every[0], every[1])
    single_facts([text for texts in every for text in texts])


if __name__ == "__main__":
    main()
