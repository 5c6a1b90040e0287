"""Measure how often intervals cover a planted m: `python -m benchmarks.templates_calibration [replicates]`.

Simulated subjects answer 40 tests of one bias in 20 scenarios, in both orders; every figure goes through the study of a
report. The truth is the subject's expected m, enumerated over all pairs of answers. `report` is the interval of the
report's tables, `shift` that of the shift, `difference` that between its m and the m of `biased?m=.1&noise=.2` on the
same tests, and `bootstrap` the bootstrap interval over scenarios.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import numpy as np

from benchmarks.running import read_options
from probe.analysis.effects.comparison import comparison
from probe.analysis.effects.estimating import effect_of
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import Codes, codes_of
from probe.analysis.study import Study, prepare_values
from probe.analysis.tables import Gap
from probe.analysis.templates.resampling import bootstrap, sign_flip
from probe.protocols.arguments import ItemRequest
from probe.protocols.templates.composing import plans_of
from probe.protocols.templates.estimator import MEASURES, values
from probe.protocols.templates.item import CONTROL, TREATMENT, TemplateItem
from probe.protocols.templates.making import composed
from probe.protocols.templates.metric import Metric, m, shift
from probe.protocols.templates.scenarios import read_domain
from probe.protocols.templates.showing import read_option
from probe.protocols.templates.simulated import pairs_with, simulated_subject
from probe.values import About, Bias, Decision, Evaluation, ModelSpec, Request

SOFTWARE = Path("software_engineering")
PLANTED = (
    ("random", None, 1.0),
    ("biased?m=0", 0.0, 0.0),
    ("biased?m=.3", 0.3, 0.0),
    ("biased?m=-.3", -0.3, 0.0),
    ("biased?m=.3&noise=.2", 0.3, 0.2),
    ("prefers-first", 0.0, 0.0),
)
"""Subjects, the m of their answers that are not random, and the share of random answers."""


COMPARED_SUBJECT = ("biased?m=.1&noise=.2", 0.1, 0.2)
"""The subject with which the others are compared."""


class Truth(NamedTuple):
    """The expected m and shift of a subject."""

    m: float
    shift: float


def main(replicates: int) -> None:
    """Print the coverage of the intervals and the share of rejections for each planted m."""
    plans = plans_of(read_domain(SOFTWARE), Bias("framing effect"), ItemRequest(SOFTWARE, per_bias=40), 2)
    tests = [test.item for test in composed(list(plans)) if test.item is not None]
    codes = codes_of(np.array([item.cluster for item in tests], dtype=np.str_))
    compared_truth = _truth(tests, *COMPARED_SUBJECT[1:])
    for subject, planted, noise in PLANTED:
        line = _calibrated(tests, codes, subject, (_truth(tests, planted, noise), compared_truth), replicates)
        print(f"{subject:22} {line}", flush=True)


def _truth(tests: Sequence[TemplateItem], planted: float | None, noise: float) -> Truth:
    scores = m, shift
    return Truth(*(fmean(_expected(item, planted, noise, score) for item in tests) for score in scores))


def _expected(
    item: TemplateItem, planted: float | None, noise: float, score: Callable[[Metric, int, int, int], float]
) -> float:
    """Return the expected score of a subject whose answers are random with probability ``noise``, independently."""
    points = len(item.scale)
    chances = np.full((points, points), noise**2 / points**2)
    if planted is not None:
        for target, share in ((0, 1 - abs(planted)), (1 if planted > 0 else -1, abs(planted))):
            pairs = pairs_with(item.metric, points, target)
            for control, treatment in pairs:
                chances[control, treatment] += share * (1 - noise) ** 2 / len(pairs)
                chances[control, :] += share * (1 - noise) * noise / points / len(pairs)
                chances[:, treatment] += share * (1 - noise) * noise / points / len(pairs)
    scores = np.array([[score(item.metric, points, a, b) for b in range(points)] for a in range(points)])
    return float((chances * scores).sum())


def _calibrated(
    tests: Sequence[TemplateItem], codes: Codes, subject: str, truths: tuple[Truth, Truth], replicates: int
) -> str:
    truth, compared = truths
    results = defaultdict(list)
    for seed in range(replicates):
        study = _study(tests, subject, seed)
        scores = {name: study.scored[name].of(subject=subject) for name in ("m", "shift")}
        effects = {name: effect_of(measure_scores, measure_scores.effect) for name, measure_scores in scores.items()}
        test_effects = scores["m"].effects
        low, high = bootstrap(test_effects, codes, 499)
        results["mean"].append(float(test_effects.mean()))
        results["report"].append(_covers(effects["m"], truth.m))
        results["rejected"].append(isinstance(effects["m"], Effect) and (effects["m"].p or 0) < 0.05)
        results["shift"].append(_covers(effects["shift"], truth.shift))
        results["difference"].append(_covers(comparison(study.scores)[0].difference, truth.m - compared.m))
        results["bootstrap"].append(low - 1e-9 <= truth.m <= high + 1e-9)
        results["flipped"].append(sign_flip(test_effects, codes, 499) < 0.05)
    mean, report, rejected, shift_coverage, difference, bootstrap_coverage, sign_flip_rate = (
        float(np.mean(results_of_column)) for results_of_column in results.values()
    )
    return (
        f"truth {truth.m:+.3f}, mean m {mean:+.3f}, report: coverage {report:.3f}, rejected {rejected:.3f}; "
        f"shift {shift_coverage:.3f}, difference {difference:.3f}; "
        f"bootstrap: coverage {bootstrap_coverage:.3f}, sign flips rejected {sign_flip_rate:.3f}"
    )


def _covers(estimate: Effect | Gap, truth: float) -> bool:
    return isinstance(estimate, Effect) and estimate.low - 1e-9 <= truth <= estimate.high + 1e-9


def _study(tests: Sequence[TemplateItem], subject: str, seed: int) -> Study:
    """Return the study of a subject and of the compared subject, with independent draws."""
    evaluations = [
        Evaluation(
            subject=name,
            run_id=name,
            runs=2,
            order="both",
            items=tuple(tests),
            decisions=tuple(_decisions(tests, _seeded(name, draw_seed))),
            reference=CONTROL,
        )
        for name, draw_seed in ((subject, seed), (COMPARED_SUBJECT[0], seed + 1_000_000))
    ]
    return prepare_values(evaluations, measures=MEASURES[:2], estimator=values)


def _seeded(subject: str, seed: int) -> str:
    return subject if subject == "prefers-first" else f"{subject}{'&' if '?' in subject else '?'}seed={seed}"


def _decisions(tests: Sequence[TemplateItem], subject: str) -> Iterator[Decision]:
    answer = simulated_subject(ModelSpec.parse(f"simulated/{subject}"), tests)
    assert answer is not None
    for item, arm, run in product(tests, (CONTROL, TREATMENT), range(2)):
        exchanged = run % 2 == 1
        request = Request(
            purpose="decide", messages=(), run=run, about=About(item_id=item.id, arm=arm, exchanged=exchanged)
        )
        shown = read_option(answer(request), len(item.scale))
        assert shown != "unparsed"
        decision = len(item.scale) - 1 - shown if exchanged else shown
        yield Decision(item_id=item.id, arm=arm, run=run, decision=decision, exchanged=exchanged)


if __name__ == "__main__":
    main(read_options(__doc__, replicates={"nargs": "?", "type": int, "default": 1000}).replicates)
