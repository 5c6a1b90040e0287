"""Attack composed datasets with classifiers that ``probe shortcuts`` does not use.

    python -m benchmarks.shortcut_attack seed-11/dataset.jsonl seed-1/dataset.jsonl

Each dataset has fact twins. On each, with whole schemas or single dilemmas held out: characters and words of the
option lines, words of the text (within their schema), numbers of the text, the cue with the option lines in both cued
arms, and twin against original. With two datasets, classifiers trained on the first are tested on the second. Last, the
facts of modules, pooled over schemas and datasets, fitted in sample.

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
MOST_NUMBERS = 24
"""The attackers read at most this many numbers of a text."""
LEAST_ORIGINALS = 300
"""Number of originals with a fact from which on the fact is judged."""
FACT = re.compile(r"^([a-z]\w*)\((\w+)\)\.", re.MULTILINE)
CHOICE = re.compile(r"^(?:called_for|choice_\w+)\(([a-z]\w*)\) :-([^.]*)\.$", re.MULTILINE)
"""A rule that gives an action, with the facts that it reads."""


class Text(NamedTuple):
    """One text with its cue and its labels: ``letter`` (A or B is right) and ``side`` are +1 or −1."""

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
    """Return the originals and twins of a dataset."""
    return [text for pair in read_dataset(path) for text in _original_and_twin(pair)]


def _original_and_twin(pair: Dilemma) -> Iterator[Text]:
    assert pair.twin is not None
    origin = dict(name.partition(":")[::2] for name in pair.provenance.seed_ids)
    passage = passage_of(pair.unbiased, pair.twin.unbiased)
    shared_text = before_options(passage.head + passage.tail)
    sides = (1, -1) if origin["right"] == "first" else (-1, 1)
    for twin, texts, program in ((0, pair.texts, pair.unbiased_program), (1, pair.twin, pair.twin.unbiased_program)):
        options, cued_options = (option_texts(text) or {"A": "", "B": ""} for text in (texts.unbiased, texts.biased))
        right = pair.twin.correct_option if twin else pair.correct_option
        yield Text(
            dilemma=pair.id,
            schema=origin["schema"],
            twin=twin,
            letter=1 if right.letter == "A" else -1,
            side=sides[twin],
            options=(options["A"], options["B"]),
            story=shared_text,
            plain=before_options(texts.unbiased),
            cued=before_options(texts.biased),
            cue=" ".join((words_put_in(texts.unbiased, texts.biased) or "", *cued_options.values())),
            program=program,
            axioms=pair.axioms,
        )


def before_options(text: str) -> str:
    """Return the text above its options."""
    return text.partition("- Option A")[0]


def hashed_features(texts: Sequence[str], **analysis: Any) -> Any:
    """Return weighted counts of the texts' words or strings of characters."""
    counts = HashingVectorizer(n_features=2**17, alternate_sign=False, norm=None, **analysis).transform(texts)
    return TfidfTransformer(sublinear_tf=True).fit_transform(counts)


def within_schema(texts: Sequence[Text], field: str) -> Any:
    """Return the weighted words of a field of the texts, with separate features for each schema."""
    prefixed_words = [
        " ".join(f"{text.schema}_{word}" for word in re.findall(r"\w+", getattr(text, field).lower())) for text in texts
    ]
    return hashed_features(prefixed_words, token_pattern=r"\S+")


def difference(texts: Sequence[Text], **analysis: Any) -> Any:
    """Return the features of option A minus those of option B."""
    first, second = (hashed_features([text.options[index] for text in texts], **analysis) for index in (0, 1))
    return first - second


def numbers(texts: Sequence[Text]) -> NDArray[np.float64]:
    """Return the numbers of each text in order, on a logarithmic scale, their ratios, count and extremes."""
    rows = []
    for text in texts:
        values = [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", text.cued)][
            :MOST_NUMBERS
        ]
        logs = np.full(MOST_NUMBERS, -1.0)
        logs[: len(values)] = np.log1p(values)
        rows.append([*logs, *np.diff(logs), len(values), max(values, default=0), min(values, default=0)])
    return np.array(rows)


def linear() -> LogisticRegression:
    """Return a classifier of words."""
    return LogisticRegression(C=3, max_iter=300)


def boosted_classifier() -> HistGradientBoostingClassifier:
    """Return a classifier of numbers."""
    return HistGradientBoostingClassifier(max_iter=60, max_leaf_nodes=15, random_state=0)


def held_out(features: Any, labels: Labels, groups: Sequence[str], model: Any) -> str:
    """Return the accuracy on held-out groups, with an interval."""
    hits = np.zeros(len(labels))
    for training, test in GroupKFold(5, shuffle=True, random_state=0).split(features, labels, groups):
        hits[test] = model().fit(features[training], labels[training]).predict(features[test]) == labels[test]
    _, codes = np.unique(groups, return_inverse=True)
    sums, sizes = np.bincount(codes, hits), np.bincount(codes)
    draws = np.random.default_rng(0).integers(0, len(sizes), (1000, len(sizes)))
    low, high = np.quantile(sums[draws].sum(1) / sizes[draws].sum(1), (0.025, 0.975))
    return f"{hits.mean():.3f} ({low:.3f} to {high:.3f})"


def attack(texts: Sequence[Text]) -> None:
    """Print the accuracy of each attacker on held-out texts of one dataset."""
    originals = [text for text in texts if not text.twin]
    letter, side = (np.array([getattr(text, name) for text in originals]) for name in ("letter", "side"))
    for group_field in ("schema", "dilemma"):
        groups = [getattr(text, group_field) for text in originals]
        print(f"originals, {group_field} held out")
        print("  option lines, words:     ", held_out(difference(originals, **WORDS), letter, groups, linear))
        print("  option lines, characters:", held_out(difference(originals, **LETTERS), letter, groups, linear))
        print("  numbers in the text:     ", held_out(numbers(originals), side, groups, boosted_classifier))
    groups = [text.dilemma for text in originals]
    print(
        "  words without decisive facts, by schema:", held_out(within_schema(originals, "story"), side, groups, linear)
    )
    print(
        "  words of the whole text, by schema:     ", held_out(within_schema(originals, "plain"), side, groups, linear)
    )
    groups, twins = [text.dilemma for text in texts], np.array([text.twin for text in texts])
    letters = np.array([text.letter for text in texts])
    cue_features = hashed_features([text.cue for text in texts], **WORDS)
    print("originals and twins, dilemma held out")
    print("  cue with option lines:     ", held_out(cue_features, letters, groups, linear))
    print(
        "  twin or original, words:   ",
        held_out(hashed_features([text.cued for text in texts], **WORDS), twins, groups, linear),
    )
    print("  twin or original, numbers: ", held_out(numbers(texts), twins, groups, boosted_classifier))


def attack_across_datasets(training_texts: Sequence[Text], test_texts: Sequence[Text]) -> None:
    """Print the accuracy on the originals of a dataset other than the training one."""
    training, test = ([text for text in texts if not text.twin] for texts in (training_texts, test_texts))
    print("learnt on the first dataset, asked on the second")
    for name, features_of, target, model in (
        ("option lines, words:    ", lambda texts: difference(texts, **WORDS), "letter", linear),
        ("whole text, by schema:  ", lambda texts: within_schema(texts, "plain"), "side", linear),
        ("numbers in the text:    ", numbers, "side", boosted_classifier),
    ):
        truth = [np.array([getattr(text, target) for text in texts]) for texts in (training, test)]
        hits = model().fit(features_of(training), truth[0]).predict(features_of(test)) == truth[1]
        print(f"  {name} {hits.mean():.3f} (give or take {1.96 * hits.std() / len(hits) ** 0.5:.3f})")


def single_facts(texts: Sequence[Text]) -> None:
    """Print the facts of originals that best predict whether the action that they can call for follows."""
    rows: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    for text in texts:
        right_action = _right_action(text)
        rules = CHOICE.findall(text.axioms)
        actions_by_fact = {
            name: action for action, body in reversed(rules) for name in re.findall(r"\b([a-z]\w*)\(", body)
        }
        for name, value in FACT.findall(text.program) if not text.twin else ():
            if name in actions_by_fact:
                rows[name].append((value, actions_by_fact[name] == right_action))
    ranked_facts = sorted(
        (
            (_in_sample(outcomes), len(outcomes), name)
            for name, outcomes in rows.items()
            if len(outcomes) >= LEAST_ORIGINALS
        ),
        reverse=True,
    )
    print(f"facts of {LEAST_ORIGINALS} originals or more, in sample")
    for share, count, name in ranked_facts[:5]:
        print(f"  {name}: {share:.3f} of {count}")


def _right_action(text: Text) -> str:
    letter = "A" if text.letter > 0 else "B"
    match = re.search(rf"^takes\(option_{letter}, (\w+)\)", text.program, re.MULTILINE)
    return match[1] if match else ""


def _in_sample(rows: Sequence[tuple[str, bool]]) -> float:
    """Return the accuracy of the best threshold, or of the majority for each value of a category."""
    if not all(value.isdigit() for value, _ in rows):
        counts: dict[str, Counter[bool]] = defaultdict(Counter)
        for value, right in rows:
            counts[value][right] += 1
        return sum(max(outcomes.values()) for outcomes in counts.values()) / len(rows)
    ordered_answers = np.array([right for _, right in sorted((int(value), right) for value, right in rows)])
    below = np.concatenate([[0], np.cumsum(ordered_answers)])
    hits = below + (len(ordered_answers) - np.arange(len(ordered_answers) + 1)) - (below[-1] - below)
    return float(max(hits.max(), len(ordered_answers) - hits.min()) / len(ordered_answers))


def main() -> None:
    """Read the flags, attack."""
    datasets = [texts_of(path) for path in read_options(__doc__, datasets={"type": Path, "nargs": "+"}).datasets]
    for texts in datasets:
        attack(texts)
    if len(datasets) > 1:
        attack_across_datasets(datasets[0], datasets[1])
    single_facts([text for texts in datasets for text in texts])


if __name__ == "__main__":
    main()
