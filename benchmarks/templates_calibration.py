"""How often intervals cover a planted m: `python -m benchmarks.templates_calibration [replicates]`.

Simulated subjects answer 40 tests of one bias in 20 scenarios, in both orders; every figure goes through the estimator.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import numpy as np

from probe.analysis.statistics.intervals import Codes, Floats, codes_of
from probe.analysis.templates.resampling import bootstrap, sign_flip
from probe.protocols.base import Wanted
from probe.protocols.templates.composing import places
from probe.protocols.templates.estimator import values
from probe.protocols.templates.item import CONTROL, TREATMENT, TemplateItem
from probe.protocols.templates.making import composed
from probe.protocols.templates.scenarios import read_domain
from probe.protocols.templates.showing import read_option
from probe.protocols.templates.simulated import simulated_subject
from probe.values import About, Bias, Decision, ModelSpec, Request

SOFTWARE = Path("software_engineering")
PLANTED = ("random", "biased?m=0", "biased?m=.3", "biased?m=-.3", "biased?m=.3&noise=.2")


def main(replicates: int) -> None:
    """Print the coverage of the interval and the share of rejections for each planted m."""
    wished = places(read_domain(SOFTWARE), Bias("framing effect"), Wanted(SOFTWARE, per_bias=40), 2)
    tests = [one.item for one in composed(list(wished)) if one.item is not None]
    codes = codes_of(np.array([item.cluster for item in tests], dtype=np.str_))
    for subject in PLANTED:
        print(f"{subject:22} {_calibrated(tests, codes, subject, replicates)}")


def _calibrated(tests: Sequence[TemplateItem], codes: Codes, subject: str, replicates: int) -> str:
    means = defaultdict(list)
    for seed in range(replicates):
        found = _measured(tests, f"{subject}{'&' if '?' in subject else '?'}seed={seed}")
        low, high = bootstrap(found, codes, 499)
        means["mean"].append(float(found.mean()))
        means["low"].append(low)
        means["high"].append(high)
        means["rejected"].append(sign_flip(found, codes, 499) < 0.05)
    planted = float(np.mean(means["mean"]))
    covered = np.mean([low <= planted <= high for low, high in zip(means["low"], means["high"], strict=True)])
    return f"mean m {planted:+.3f}, coverage {covered:.3f}, rejected {np.mean(means['rejected']):.3f}"


def _measured(tests: Sequence[TemplateItem], subject: str) -> Floats:
    found = {one.item_id: one.value for one in values(tests, list(_decisions(tests, subject))) if one.measure == "m"}
    return np.array([found[item.id] for item in tests], dtype=np.float64)


def _decisions(tests: Sequence[TemplateItem], subject: str) -> Iterator[Decision]:
    answer = simulated_subject(ModelSpec.parse(f"simulated/{subject}"), tests)
    assert answer is not None
    for item, arm, run in product(tests, (CONTROL, TREATMENT), range(2)):
        request = Request(purpose="decide", messages=(), run=run, about=About(item_id=item.id, arm=arm))
        yield Decision(item_id=item.id, arm=arm, run=run, decision=read_option(answer(request), len(item.scale)))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
