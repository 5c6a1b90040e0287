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

_Scored = dict[str, Any]
"""A question's pair, cluster, arm and run, and how much of its answer went to the wrong and to the right option."""


def questions(file: str, **_: object) -> dict[str, Any]:
    """Return the questions of one bias; lm-evaluation-harness also passes its own settings."""
    from datasets import Dataset

    lines = (Path(__file__).parent / "data" / file).read_text(encoding="utf-8").splitlines()
    return {"test": Dataset.from_list([json.loads(line) for line in lines])}


def label_question(doc: dict[str, Any]) -> str:
    """Return the question that is answered with a label; a model that completes texts needs to see where."""
    return f"{doc['text']}\n\nAnswer:"


def score_answer(doc: dict[str, Any], results: Sequence[Any]) -> dict[str, _Scored]:
    """Read the decision in a generated answer; one that names no option or both is unparsed."""
    letters = decided_letters(str(results[0]))
    wrong, right = (0, 0) if len(letters) != 1 else (0, 1) if letters == {doc["right"]} else (1, 0)
    return dict.fromkeys(metrics(doc["arms"], direct=False), _scored(doc, wrong, right))


def score_letters(doc: dict[str, Any], results: Sequence[Any]) -> dict[str, _Scored]:
    """Read the log-likelihoods of both letters as probabilities."""
    first, second = letter_probabilities(log_likelihoods([one[0] for one in results]))
    wrong, right = (second, first) if doc["right"] == "A" else (first, second)
    return dict.fromkeys(metrics(doc["arms"], direct=True), _scored(doc, wrong, right))


def labels_shown(doc: dict[str, Any]) -> list[str]:
    """Return the labels of the options, which the model's answers may be."""
    return list(doc["labels"])


def right_label(doc: dict[str, Any]) -> str:
    """Return the label of the right option, nothing where no answer is known to be right."""
    return str(doc["right"] or "")


def score_options(doc: dict[str, Any], results: Sequence[Any]) -> dict[str, _Scored]:
    """Read the log-likelihoods of all labels as probabilities of the options as written.

    The labels are in the order of the options as written. The place of an answer is that of its option on the scale, 0
    for the first and 1 for the last.
    """
    labels, arm = doc["labels"], doc["arm"]
    found: dict[str, float | None] = dict.fromkeys(option_metrics(doc["placed"], doc["judged"]))
    shown = label_probabilities(log_likelihoods([one[0] for one in results], labels), labels)
    total = math.fsum(shown)
    found |= {"missing": max(0.0, 1 - total), "unparsed": float(not total)}
    if total:
        chances = [one / total for one in (shown[::-1] if doc["exchanged"] else shown)]
        if arm in doc["placed"]:
            place = math.fsum(place * one for place, one in enumerate(chances))
            found[f"place_{arm}"] = place / max(len(labels) - 1, 1)
        if doc["right"]:
            found[f"error_{arm}"] = 1 - shown[labels.index(doc["right"])] / total
    return {name: {"item": doc["pair"], "value": value} for name, value in found.items()}


def option_metrics(placed: Sequence[str], judged: Sequence[str]) -> list[str]:
    """Return the names of the metrics of a task: ``placed`` arms have options in an order, ``judged`` right answers."""
    return [*(f"place_{arm}" for arm in placed), *(f"error_{arm}" for arm in judged), "missing", "unparsed"]


def mean_over_items(values: Sequence[_Scored]) -> float:
    """Return the mean over items of the mean over an item's questions, without those that a metric is not about."""
    items: dict[str, list[float]] = defaultdict(list)
    for one in values:
        if one["value"] is not None:
            items[one["item"]].append(one["value"])
    return _mean([_mean(found) for found in items.values()])


def log_likelihoods(values: Sequence[Any], labels: str = "AB") -> dict[str, float]:
    """Return the log-likelihood of each label; what is not a number is a probability of 0."""
    numbers = [float(one) for one in values]
    return {
        label: -1e4 if math.isnan(one) else max(min(one, 0.0), -1e4) for label, one in zip(labels, numbers, strict=True)
    }


def _scored(doc: dict[str, Any], wrong: float, right: float) -> _Scored:
    return {name: doc[name] for name in ("pair", "cluster", "arm", "run")} | {"wrong": wrong, "right": right}


def metrics(arms: Sequence[str], *, direct: bool) -> list[str]:
    """Return the names of the metrics of a task with these arms; each is aggregated by the function of its name.

    ``effect_stderr`` replaces the standard error that lm-evaluation-harness knows only for means over documents.
    """
    names = ["effect", "effect_stderr", "effect_least", "effect_most", "error_unbiased", "error_biased"]
    names += ["missing"] if direct else ["flip"]
    names += ["placebo_adjusted_effect", "placebo_adjusted_effect_stderr"] if "placebo" in arms else []
    others = [f"error_{arm}" for arm in ("placebo", "counter", "advocacy", "twin", "twin_biased") if arm in arms]
    return [*names, "unparsed", *others]


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
        return _mean([error - other for error, other in zip(self.errors, self.reference, strict=True)])


def _contrasts(items: Sequence[_Scored], reference: str = "unbiased") -> list[_Contrast]:
    pairs: dict[str, dict[tuple[str, int], _Scored]] = defaultdict(dict)
    for one in items:
        pairs[one["pair"]][one["arm"], one["run"]] = one
    found = []
    for shown in pairs.values():
        runs = sorted(run for arm, run in shown if arm == "biased" and (reference, run) in shown)
        if runs:
            found.append(_contrast([(shown["biased", run], shown[reference, run]) for run in runs]))
    return found


def _contrast(runs: Sequence[tuple[_Scored, _Scored]]) -> _Contrast:
    readable = [(_error(one), _error(other)) for one, other in runs if _readable(one) and _readable(other)]
    return _Contrast(
        cluster=str(runs[0][0]["cluster"]),
        asked=len(runs),
        errors=[error for error, _ in readable],
        reference=[error for _, error in readable],
        least=_mean([one["wrong"] - (1 - other["right"]) for one, other in runs]),
        most=_mean([(1 - one["right"]) - other["wrong"] for one, other in runs]),
    )


def _readable(one: _Scored) -> bool:
    return bool(one["wrong"] + one["right"] > 0)


def _error(one: _Scored) -> float:
    return float(one["wrong"] / (one["wrong"] + one["right"]))


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else math.nan


def _measured(items: Sequence[_Scored], reference: str = "unbiased") -> Iterator[_Contrast]:
    return (one for one in _contrasts(items, reference) if one.errors)


def effect(items: Sequence[_Scored]) -> float:
    """Return the mean over pairs of the error rate on biased minus that on unbiased texts, in runs readable in both."""
    return _mean([one.effect for one in _measured(items)])


def effect_stderr(items: Sequence[_Scored]) -> float | str:
    """Return the standard error of the effect, with pairs clustered by series; of one cluster there is none."""
    return _clustered_stderr(list(_measured(items)))


def effect_least(items: Sequence[_Scored]) -> float:
    """Return the effect if every unparsed answer had been the one that makes it smallest."""
    return _mean([one.least for one in _contrasts(items)])


def effect_most(items: Sequence[_Scored]) -> float:
    """Return the effect if every unparsed answer had been the one that makes it largest."""
    return _mean([one.most for one in _contrasts(items)])


def placebo_adjusted_effect(items: Sequence[_Scored]) -> float:
    """Return the mean over pairs of the error rate on biased texts minus that on placebo texts."""
    return _mean([one.effect for one in _measured(items, "placebo")])


def placebo_adjusted_effect_stderr(items: Sequence[_Scored]) -> float | str:
    """Return the standard error of the placebo-adjusted effect, with pairs clustered by series."""
    return _clustered_stderr(list(_measured(items, "placebo")))


def _clustered_stderr(contrasts: Sequence[_Contrast]) -> float | str:
    clusters: dict[str, list[float]] = defaultdict(list)
    for one in contrasts:
        clusters[one.cluster].append(one.effect)
    if len(clusters) < 2:
        return "N/A"  # lm-evaluation-harness's own word where there is none
    mean = _mean([one.effect for one in contrasts])
    sums = [math.fsum(value - mean for value in values) for values in clusters.values()]
    variance = len(clusters) / (len(clusters) - 1) * math.fsum(one * one for one in sums)
    return math.sqrt(variance) / len(contrasts)


def flip(items: Sequence[_Scored]) -> float:
    """Return the mean over pairs of the share of readable runs in which the decisions on both texts differ."""
    return _mean([_mean([abs(a - b) for a, b in zip(*one[2:4], strict=True)]) for one in _measured(items)])


def error_unbiased(items: Sequence[_Scored]) -> float:
    """Return the mean over pairs of the error rate on unbiased texts, in runs with a readable biased answer."""
    return _mean([_mean(one.reference) for one in _measured(items)])


def error_biased(items: Sequence[_Scored]) -> float:
    """Return the mean over pairs of the error rate on biased texts, in runs with a readable unbiased answer."""
    return _mean([_mean(one.errors) for one in _measured(items)])


def error_placebo(items: Sequence[_Scored]) -> float:
    """Return the mean over pairs of the error rate on placebo texts, in runs with a readable biased answer."""
    return _mean([_mean(one.reference) for one in _measured(items, "placebo")])


def error_counter(items: Sequence[_Scored]) -> float:
    """Return the mean over pairs of the error rate on texts with a cue for the right option."""
    return _error_rate(items, "counter")


def error_twin(items: Sequence[_Scored]) -> float:
    """Return the mean over pairs of the error rate on fact twins without the cue."""
    return _error_rate(items, "twin")


def error_twin_biased(items: Sequence[_Scored]) -> float:
    """Return the mean over pairs of the error rate on fact twins with the cue, which then names the right option."""
    return _error_rate(items, "twin_biased")


def _error_rate(items: Sequence[_Scored], arm: str) -> float:
    errors: dict[str, list[float]] = defaultdict(list)
    for one in items:
        if one["arm"] == arm and _readable(one):
            errors[one["pair"]].append(_error(one))
    return _mean([_mean(values) for values in errors.values()])


def unparsed(items: Sequence[_Scored]) -> float:
    """Return the mean over pairs of the share of runs with an unreadable answer to the unbiased or the biased text."""
    return _mean([1 - len(one.errors) / one.asked for one in _contrasts(items)])


def missing(items: Sequence[_Scored]) -> float:
    """Return the mean probability of answers other than the two letters."""
    return _mean([max(0.0, 1 - one["wrong"] - one["right"]) for one in items])
