"""How lm-evaluation-harness loads, asks and scores items: the source of a task folder's ``utils.py``.

An export copies this module, with the readers of answers instead of their import, so it uses nothing else of PROBE. One
document is one question: an item in one arm and run. The aggregations put the questions of an item together again; of
dilemmas they compute what ``probe analyze`` computes.
"""

import json
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from probe.answers import decided_letters, label_probabilities, letter_probabilities

_ItemScore = dict[str, Any]
"""A question's pair, cluster, arm and run, and how much of its answer went to the wrong and to the right option."""


def questions(file: str, **_: object) -> dict[str, Any]:
    """Return the questions of one bias; lm-evaluation-harness also passes its own settings."""
    from datasets import Dataset

    lines = (Path(__file__).parent / "data" / file).read_text(encoding="utf-8").splitlines()
    return {"test": Dataset.from_list([json.loads(line) for line in lines])}


def label_question(doc: dict[str, Any]) -> str:
    """Return the question that is answered with a label; a model that completes texts needs to see where."""
    return f"{doc['text']}\n\nAnswer:"


def score_answer(doc: dict[str, Any], results: Sequence[Any]) -> dict[str, _ItemScore]:
    """Read the decision in a generated answer; one that names no option or both is unparsed."""
    letters = decided_letters(str(results[0]))
    # Neither counts if the answer is unparsed, so that it is not in any error rate.
    wrong, right = (0, 0) if len(letters) != 1 else (0, 1) if letters == {doc["right"]} else (1, 0)
    return dict.fromkeys(metrics(doc["arms"], direct=False), _score(doc, wrong, right))


def score_letters(doc: dict[str, Any], results: Sequence[Any]) -> dict[str, _ItemScore]:
    """Read the log-likelihoods of both letters as probabilities."""
    probability_a, probability_b = letter_probabilities(log_likelihoods([result[0] for result in results]))
    wrong, right = (probability_b, probability_a) if doc["right"] == "A" else (probability_a, probability_b)
    return dict.fromkeys(metrics(doc["arms"], direct=True), _score(doc, wrong, right))


def labels_shown(doc: dict[str, Any]) -> list[str]:
    """Return the labels of the options, which the model's answers may be."""
    return list(doc["labels"])


def right_label(doc: dict[str, Any]) -> str:
    """Return the label of the right option, nothing where no answer is known to be right."""
    return str(doc["right"] or "")


def score_options(doc: dict[str, Any], results: Sequence[Any]) -> dict[str, _ItemScore]:
    """Read the log-likelihoods of all labels as probabilities of the options as written.

    The labels are in the order of the options as written. The place of an answer is that of its option on the scale, 0
    for the first and 1 for the last.
    """
    labels, arm = doc["labels"], doc["arm"]
    scores: dict[str, float | None] = dict.fromkeys(option_metrics(doc["placed"], doc["judged"]))
    probabilities = label_probabilities(log_likelihoods([result[0] for result in results], labels), labels)
    total = math.fsum(probabilities)
    scores |= {"missing": max(0.0, 1 - total), "unparsed": float(not total)}
    if total:
        # Normalised over the labels: the probability of anything else is in "missing".
        chances = [chance / total for chance in (probabilities[::-1] if doc["exchanged"] else probabilities)]
        if arm in doc["placed"]:
            expected_place = math.fsum(index * chance for index, chance in enumerate(chances))
            scores[f"place_{arm}"] = expected_place / max(len(labels) - 1, 1)
        if doc["right"]:
            scores[f"error_{arm}"] = 1 - probabilities[labels.index(doc["right"])] / total
    return {name: {"item": doc["pair"], "value": value} for name, value in scores.items()}


def option_metrics(placed_arms: Sequence[str], judged_arms: Sequence[str]) -> list[str]:
    """Return the metrics of a task by name: ``placed_arms`` have ordered options, ``judged_arms`` right answers."""
    return [*(f"place_{arm}" for arm in placed_arms), *(f"error_{arm}" for arm in judged_arms), "missing", "unparsed"]


def mean_over_items(values: Sequence[_ItemScore]) -> float:
    """Return the mean over items of the mean over an item's questions, without those that a metric is not about."""
    items: dict[str, list[float]] = defaultdict(list)
    for item_score in values:
        if item_score["value"] is not None:
            items[item_score["item"]].append(item_score["value"])
    return _mean([_mean(item_values) for item_values in items.values()])


def log_likelihoods(values: Sequence[Any], labels: str = "AB") -> dict[str, float]:
    """Return the log-likelihood of each label; what is not a number is a probability of 0."""
    numbers = [float(value) for value in values]
    return {
        # Rounding can give a log-likelihood above 0, and an underflow minus infinity.
        label: -1e4 if math.isnan(number) else max(min(number, 0.0), -1e4)
        for label, number in zip(labels, numbers, strict=True)
    }


def _score(doc: dict[str, Any], wrong: float, right: float) -> _ItemScore:
    return {name: doc[name] for name in ("pair", "cluster", "arm", "run")} | {"wrong": wrong, "right": right}


def metrics(arms: Sequence[str], *, direct: bool) -> list[str]:
    """Return the names of the metrics of a task with these arms; each is aggregated by the function of its name.

    ``effect_stderr`` replaces the standard error that lm-evaluation-harness knows only for means over documents.
    """
    names = ["effect", "effect_stderr", "effect_least", "effect_most", "error_unbiased", "error_biased"]
    names += ["missing"] if direct else ["flip"]
    names += ["placebo_adjusted_effect", "placebo_adjusted_effect_stderr"] if "placebo" in arms else []
    other_errors = [f"error_{arm}" for arm in ("placebo", "counter", "advocacy", "twin", "twin_biased") if arm in arms]
    return [*names, "unparsed", *other_errors]


class _Contrast(NamedTuple):
    """A pair's biased arm against another one: errors by run, and the bounds with every unparsed answer either way."""

    cluster: str
    asked: int
    errors: list[float]
    reference: list[float]
    least: float
    most: float

    @property
    def effect(self) -> float:
        return _mean(
            [error - reference_error for error, reference_error in zip(self.errors, self.reference, strict=True)]
        )


def _contrasts(items: Sequence[_ItemScore], reference: str = "unbiased") -> list[_Contrast]:
    pairs: dict[str, dict[tuple[str, int], _ItemScore]] = defaultdict(dict)
    for item_score in items:
        pairs[item_score["pair"]][item_score["arm"], item_score["run"]] = item_score
    contrasts = []
    for answers in pairs.values():
        runs = sorted(run for arm, run in answers if arm == "biased" and (reference, run) in answers)
        if runs:
            contrasts.append(_contrast([(answers["biased", run], answers[reference, run]) for run in runs]))
    return contrasts


def _contrast(runs: Sequence[tuple[_ItemScore, _ItemScore]]) -> _Contrast:
    readable = [
        (_error(biased), _error(reference)) for biased, reference in runs if _readable(biased) and _readable(reference)
    ]
    return _Contrast(
        cluster=str(runs[0][0]["cluster"]),
        asked=len(runs),
        errors=[error for error, _ in readable],
        reference=[error for _, error in readable],
        # An unparsed biased answer counts as right, an unparsed reference as wrong; the lower bound is the reverse.
        least=_mean([biased["wrong"] - (1 - reference["right"]) for biased, reference in runs]),
        most=_mean([(1 - biased["right"]) - reference["wrong"] for biased, reference in runs]),
    )


def _readable(item_score: _ItemScore) -> bool:
    return bool(item_score["wrong"] + item_score["right"] > 0)


def _error(item_score: _ItemScore) -> float:
    return float(item_score["wrong"] / (item_score["wrong"] + item_score["right"]))


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else math.nan


def _readable_contrasts(items: Sequence[_ItemScore], reference: str = "unbiased") -> Iterator[_Contrast]:
    return (contrast for contrast in _contrasts(items, reference) if contrast.errors)


def effect(items: Sequence[_ItemScore]) -> float:
    """Return the mean over pairs of the error rate on biased minus that on unbiased texts, in runs readable in both."""
    return _mean([contrast.effect for contrast in _readable_contrasts(items)])


def effect_stderr(items: Sequence[_ItemScore]) -> float | str:
    """Return the standard error of the effect, with pairs clustered by series; of one cluster there is none."""
    return _clustered_stderr(list(_readable_contrasts(items)))


def effect_least(items: Sequence[_ItemScore]) -> float:
    """Return the effect if every unparsed answer had been the one that makes it smallest."""
    return _mean([contrast.least for contrast in _contrasts(items)])


def effect_most(items: Sequence[_ItemScore]) -> float:
    """Return the effect if every unparsed answer had been the one that makes it largest."""
    return _mean([contrast.most for contrast in _contrasts(items)])


def placebo_adjusted_effect(items: Sequence[_ItemScore]) -> float:
    """Return the mean over pairs of the error rate on biased texts minus that on placebo texts."""
    return _mean([contrast.effect for contrast in _readable_contrasts(items, "placebo")])


def placebo_adjusted_effect_stderr(items: Sequence[_ItemScore]) -> float | str:
    """Return the standard error of the placebo-adjusted effect, with pairs clustered by series."""
    return _clustered_stderr(list(_readable_contrasts(items, "placebo")))


def _clustered_stderr(contrasts: Sequence[_Contrast]) -> float | str:
    clusters: dict[str, list[float]] = defaultdict(list)
    for contrast in contrasts:
        clusters[contrast.cluster].append(contrast.effect)
    if len(clusters) < 2:
        return "N/A"  # lm-evaluation-harness's own word where there is none
    mean = _mean([contrast.effect for contrast in contrasts])
    cluster_sums = [math.fsum(value - mean for value in values) for values in clusters.values()]
    # Deviations are summed within a cluster first: pairs of one series err together.
    variance = len(clusters) / (len(clusters) - 1) * math.fsum(deviation * deviation for deviation in cluster_sums)
    return math.sqrt(variance) / len(contrasts)


def flip(items: Sequence[_ItemScore]) -> float:
    """Return the mean over pairs of the share of readable runs in which the decisions on both texts differ."""
    return _mean(
        [
            _mean([abs(error - reference_error) for error, reference_error in zip(*contrast[2:4], strict=True)])
            for contrast in _readable_contrasts(items)
        ]
    )


def error_unbiased(items: Sequence[_ItemScore]) -> float:
    """Return the mean over pairs of the error rate on unbiased texts, in runs with a readable biased answer."""
    return _mean([_mean(contrast.reference) for contrast in _readable_contrasts(items)])


def error_biased(items: Sequence[_ItemScore]) -> float:
    """Return the mean over pairs of the error rate on biased texts, in runs with a readable unbiased answer."""
    return _mean([_mean(contrast.errors) for contrast in _readable_contrasts(items)])


def error_placebo(items: Sequence[_ItemScore]) -> float:
    """Return the mean over pairs of the error rate on placebo texts, in runs with a readable biased answer."""
    return _mean([_mean(contrast.reference) for contrast in _readable_contrasts(items, "placebo")])


def error_counter(items: Sequence[_ItemScore]) -> float:
    """Return the mean over pairs of the error rate on texts with a cue for the right option."""
    return _error_rate(items, "counter")


def error_advocacy(items: Sequence[_ItemScore]) -> float:
    """Return the mean over pairs of the error rate on texts with a bare recommendation of the wrong option."""
    return _error_rate(items, "advocacy")


def error_twin(items: Sequence[_ItemScore]) -> float:
    """Return the mean over pairs of the error rate on fact twins without the cue."""
    return _error_rate(items, "twin")


def error_twin_biased(items: Sequence[_ItemScore]) -> float:
    """Return the mean over pairs of the error rate on fact twins with the cue, which then names the right option."""
    return _error_rate(items, "twin_biased")


def _error_rate(items: Sequence[_ItemScore], arm: str) -> float:
    errors: dict[str, list[float]] = defaultdict(list)
    for item_score in items:
        if item_score["arm"] == arm and _readable(item_score):
            errors[item_score["pair"]].append(_error(item_score))
    return _mean([_mean(values) for values in errors.values()])


def unparsed(items: Sequence[_ItemScore]) -> float:
    """Return the mean over pairs of the share of runs with an unreadable answer to the unbiased or the biased text."""
    return _mean([1 - len(contrast.errors) / contrast.asked for contrast in _contrasts(items)])


def missing(items: Sequence[_ItemScore]) -> float:
    """Return the mean probability of answers other than the two letters."""
    return _mean([max(0.0, 1 - item_score["wrong"] - item_score["right"]) for item_score in items])
