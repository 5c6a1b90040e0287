"""Measure the intervals of workspaces on simulated subjects whose habits of reading are planted.

    python -m benchmarks.workspaces [--studies 400] [--items 40] [--pool 120] [--only stops-at-the-cue]

Each study draws workspaces from a pool, with replacement and as independent clusters, and shows each twice in each arm.
A line is one subject and one figure of the report: its planted value, the mean estimate, and the coverage of its 95 %
interval, which has to be 93 to 97 %, apart from binomial error (more if the value is at an end of its range, such as a
share of 100 %). The exit code is 1 if a line falls short.
"""

import math
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from benchmarks.calibration import within
from benchmarks.running import read_options
from probe.analysis.effects.estimating import ALL_BIASES, ALL_TIERS
from probe.analysis.effects.means import means
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import rate_interval
from probe.protocols.workspaces.item import HANDED_BIASED, HANDED_PLACEBO, WorkspaceItem
from probe.protocols.workspaces.protocol import WorkspaceProtocol
from probe.protocols.workspaces.reading import read_before
from probe.protocols.workspaces.showing import workspace_of
from probe.protocols.workspaces.simulated import rule_of
from probe.values import Arm, Bias, Decision, Evaluation, ModelSpec
from tests.protocols.workspaces.made import workspaces

PROTOCOL = WorkspaceProtocol()
ARMS = (Arm.BIASED, Arm.PLACEBO, HANDED_BIASED, HANDED_PLACEBO)
RUNS, DRAWS = 2, 12
"""Runs of a text in a study, and draws of each subject on each workspace of the pool, from which runs are sampled."""
LIMITS = (0.93, 0.97)
EFFECTS = ("placebo_adjusted_effect", "handed_effect", "agent_effect")


class PlantedSubject(NamedTuple):
    """A subject, and the effects that it has, in the order of ``EFFECTS``."""

    spec: str
    effects: tuple[float, float, float]


SUBJECTS = (
    PlantedSubject("reads-everything?noise=0.15", (0.0, 0.0, 0.0)),
    PlantedSubject("biased?rate=0.3&noise=0.1", (0.24, 0.24, 0.0)),
    PlantedSubject("stops-at-the-cue?rate=0.4&noise=0.1", (0.32, 0.0, 0.32)),
    PlantedSubject("reads-what-agrees?rate=0.4&noise=0.1", (0.32, 0.0, 0.32)),
    PlantedSubject("reads-k-files?k=4&noise=0.1", (0.0, 0.0, 0.0)),
    PlantedSubject("forgets?rate=0.05&noise=0.1", (0.0, 0.0, 0.0)),
)


class Answers(NamedTuple):
    """Results on one workspace: whether the subject errs, by arm and draw, and the share of lines read (cue)."""

    wrong: dict[Arm, list[bool]]
    shown: list[float]


def answers(spec: str, item: WorkspaceItem) -> Answers:
    """Return a subject's results in each arm and draw."""
    rule = rule_of(ModelSpec.parse(f"simulated/{spec}"))
    wrong: dict[Arm, list[bool]] = {}
    shown_shares = []
    for arm in ARMS:
        workspace = workspace_of(item, arm, {})
        wrong[arm] = [rule.decides(workspace, run) != item.right for run in range(DRAWS)]
        if arm == Arm.BIASED:
            for run in range(DRAWS):
                calls = tuple(rule.calls(workspace, run, exchanged=False))
                decision = Decision(item_id=item.id, arm=arm, run=run, decision=0, calls=calls)
                shown_shares += [reading.share_shown for reading in read_before([item], [decision], {})]
    return Answers(wrong, shown_shares)


def study(spec: str, pool: Sequence[tuple[WorkspaceItem, Answers]], count: int, seed: int) -> dict[str, list[float]]:
    """Return the lower limit, the estimate and the upper limit of each figure in one study."""
    rng = np.random.default_rng(seed)
    items, decisions, shares = [], [], []
    for number, index in enumerate(rng.integers(len(pool), size=count)):
        item, subject_answers = pool[index]
        copy = item.model_copy(update={"id": f"{number:016x}", "cluster": str(number), "bias": Bias.ANCHORING})
        items.append(copy)
        runs = rng.choice(DRAWS, size=RUNS, replace=False)
        shares.append(float(np.mean([subject_answers.shown[run] for run in runs])))
        for run, draw_number in enumerate(runs):
            decisions += [
                Decision(
                    item_id=copy.id, arm=arm, run=run, decision=copy.right ^ subject_answers.wrong[arm][draw_number]
                )
                for arm in ARMS
            ]
    evaluation = Evaluation.model_construct(
        subject=spec, run_id="0", runs=RUNS, order="as-written", items=tuple(items), decisions=tuple(decisions)
    )
    workspace_study = PROTOCOL.study([evaluation])
    intervals = {}
    for measure in workspace_study.measures:
        if measure.name in EFFECTS:
            (row,) = [
                mean for mean in means(workspace_study, measure) if (mean.bias, mean.tier) == (ALL_BIASES, ALL_TIERS)
            ]
            assert isinstance(row.effect, Effect)
            intervals[measure.name] = [row.effect.low, row.effect.estimate, row.effect.high]
    interval = rate_interval(np.array(shares), np.array([item.id for item in items]))
    assert interval is not None
    intervals["needed lines shown"] = [interval.low, float(np.mean(shares)), interval.high]
    return intervals


@cache
def pool_of(size: int) -> tuple[WorkspaceItem, ...]:
    """Return the workspaces from which studies draw."""
    return workspaces(size, seed=9)


def lines(subject: PlantedSubject, studies: int, items: int, size: int) -> Iterator[tuple[str, float, float, float]]:
    """Yield each figure with its planted value, its mean estimate and the coverage of its interval."""
    pool = [(item, answers(subject.spec, item)) for item in pool_of(size)]
    truths = dict(zip(EFFECTS, subject.effects, strict=True))
    # The pool is the population, so the intervals have to cover the mean of its draws, not the planted value.
    for name, (arm, control_arm) in {EFFECTS[0]: ARMS[:2], EFFECTS[1]: ARMS[2:]}.items():
        truths[name] = float(
            np.mean([np.mean(answer.wrong[arm]) - np.mean(answer.wrong[control_arm]) for _, answer in pool])
        )
    truths[EFFECTS[2]] = truths[EFFECTS[0]] - truths[EFFECTS[1]]
    truths["needed lines shown"] = float(np.mean([np.mean(answer.shown) for _, answer in pool]))
    results = [study(subject.spec, pool, items, seed) for seed in range(studies)]
    for name, truth in truths.items():
        values = np.array([result[name] for result in results])
        coverage = np.mean((values[:, 0] - 1e-9 <= truth) & (truth <= values[:, 2] + 1e-9))
        yield name, truth, float(np.mean(values[:, 1])), float(coverage)


def main() -> int:
    """Print a line per subject and figure; return 1 if one falls short."""
    options = read_options(__doc__, studies=400, items=40, pool=120, only="")
    failed_count = 0
    print(f"{'subject':<38}{'figure':<26}{'planted':>9}{'population':>12}{'mean':>8}{'coverage':>10}")
    for subject in SUBJECTS:
        if options.only not in subject.spec:
            continue
        planted_effects = dict(zip(EFFECTS, subject.effects, strict=True))
        for name, truth, mean, coverage in lines(subject, options.studies, options.items, options.pool):
            highest = 1.0 if math.isclose(truth, 1.0) else LIMITS[1]
            is_failed = not within(coverage, LIMITS[0], highest, options.studies)
            failed_count += is_failed
            planted_cell = f"{planted_effects[name]:9.3f}" if name in planted_effects else f"{'':>9}"
            mark = " *" if is_failed else ""
            print(
                f"{subject.spec:<38}{name:<26}{planted_cell}{truth:12.3f}{mean:8.3f}{coverage:10.1%}{mark}", flush=True
            )
    return int(failed_count > 0)


if __name__ == "__main__":
    sys.exit(main())
