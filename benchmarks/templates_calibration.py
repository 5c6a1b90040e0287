"""How often intervals cover a planted m: `python -m benchmarks.templates_calibration [replicates]`.

Simulated subjects answer 40 tests of one bias in 20 scenarios, in both orders; every figure goes through the estimator.
The truth is the subject's expected m, enumerated over all pairs of answers. `report` is the interval of the report's
tables, `bootstrap` that of the scenarios resampled.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from statistics import fmean

import numpy as np

from probe.analysis.statistics.differences import clustered_mean
from probe.analysis.statistics.intervals import Codes, Floats, codes_of
from probe.analysis.templates.resampling import bootstrap, sign_flip
from probe.protocols.arguments import Wanted
from probe.protocols.templates.composing import places
from probe.protocols.templates.estimator import values
from probe.protocols.templates.item import CONTROL, TREATMENT, TemplateItem
from probe.protocols.templates.making import composed
from probe.protocols.templates.metric import m
from probe.protocols.templates.scenarios import read_domain
from probe.protocols.templates.showing import read_option
from probe.protocols.templates.simulated import pairs_with, simulated_subject
from probe.values import About, Bias, Decision, ModelSpec, Request

SOFTWARE = Path("software_engineering")
PLANTED = (
    ("random", None, 1.0),
    ("biased?m=0", 0.0, 0.0),
    ("biased?m=.3", 0.3, 0.0),
    ("biased?m=-.3", -0.3, 0.0),
    ("biased?m=.3&noise=.2", 0.3, 0.2),
    ("prefers-first", 0.0, 0.0),
)
"""Subjects, the m that they have where they do not answer at random, and the share of random answers."""


def main(replicates: int) -> None:
    """Print the coverage of both intervals and the share of rejections for each planted m."""
    wished = places(read_domain(SOFTWARE), Bias("framing effect"), Wanted(SOFTWARE, per_bias=40), 2)
    tests = [one.item for one in composed(list(wished)) if one.item is not None]
    codes = codes_of(np.array([item.cluster for item in tests], dtype=np.str_))
    for subject, planted, noise in PLANTED:
        truth = fmean(_expected(item, planted, noise) for item in tests)
        print(f"{subject:22} {_calibrated(tests, codes, subject, truth, replicates)}", flush=True)


def _expected(item: TemplateItem, planted: float | None, noise: float) -> float:
    """Return the expected m of a subject whose answers are random with probability ``noise``, independently."""
    points = len(item.scale)
    chances = np.full((points, points), noise**2 / points**2)
    if planted is not None:
        for target, share in ((0, 1 - abs(planted)), (1 if planted > 0 else -1, abs(planted))):
            pairs = pairs_with(item.metric, points, target)
            for control, treatment in pairs:
                chances[control, treatment] += share * (1 - noise) ** 2 / len(pairs)
                chances[control, :] += share * (1 - noise) * noise / points / len(pairs)
                chances[:, treatment] += share * (1 - noise) * noise / points / len(pairs)
    scores = np.array([[m(item.metric, points, a, b) for b in range(points)] for a in range(points)])
    return float((chances * scores).sum())


def _calibrated(tests: Sequence[TemplateItem], codes: Codes, subject: str, truth: float, replicates: int) -> str:
    found = defaultdict(list)
    for seed in range(replicates):
        named = subject if subject == "prefers-first" else f"{subject}{'&' if '?' in subject else '?'}seed={seed}"
        measured = _measured(tests, named)
        low, high = bootstrap(measured, codes, 499)
        effect = clustered_mean(measured, codes)
        assert effect is not None
        found["mean"].append(float(measured.mean()))
        found["report"].append(effect.low - 1e-9 <= truth <= effect.high + 1e-9)
        found["rejected"].append(effect.p is not None and effect.p < 0.05)
        found["bootstrap"].append(low - 1e-9 <= truth <= high + 1e-9)
        found["flipped"].append(sign_flip(measured, codes, 499) < 0.05)
    mean, report, rejected, resampled, flipped = (float(np.mean(one)) for one in found.values())
    return (
        f"truth {truth:+.3f}, mean m {mean:+.3f}, report: coverage {report:.3f}, rejected {rejected:.3f}; "
        f"bootstrap: coverage {resampled:.3f}, sign flips rejected {flipped:.3f}"
    )


def _measured(tests: Sequence[TemplateItem], subject: str) -> Floats:
    found = {one.item_id: one.value for one in values(tests, list(_decisions(tests, subject))) if one.measure == "m"}
    return np.array([found[item.id] for item in tests], dtype=np.float64)


def _decisions(tests: Sequence[TemplateItem], subject: str) -> Iterator[Decision]:
    answer = simulated_subject(ModelSpec.parse(f"simulated/{subject}"), tests)
    assert answer is not None
    for item, arm, run in product(tests, (CONTROL, TREATMENT), range(2)):
        turned = run % 2 == 1
        request = Request(
            purpose="decide", messages=(), run=run, about=About(item_id=item.id, arm=arm, exchanged=turned)
        )
        shown = read_option(answer(request), len(item.scale))
        assert shown != "unparsed"
        decision = len(item.scale) - 1 - shown if turned else shown
        yield Decision(item_id=item.id, arm=arm, run=run, decision=decision, exchanged=turned)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
