"""Simulated conditions of known truth for the calibration: error rates of two subjects in two arms of many dilemmas."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special, stats

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

ARMS = 4
"""Reference and cued arm of a first subject, then of a second."""

_GRID = np.linspace(0.0, 1.0, 2001)


@dataclass(frozen=True)
class Condition:
    """The true parameters of a simulated study.

    ``groups`` are numbers of dilemmas: tiers, or biases. ``reference`` and ``cued`` are error rates, one for all groups
    or one for each. ``icc`` correlates the runs of a text, ``arms`` a dilemma's difficulty in two arms (negative: what
    is hard in one is easy in the other), ``shared`` the dilemmas of a series of ``series`` dilemmas. ``growth`` raises
    the error rates of both arms per level of depth (1 to 5), ``slope`` that of the cued arm alone. ``position`` is the
    share of decisions for the first option, whichever it is. ``unread`` are the unreadable shares of wrong and of right
    decisions, and ``reference_unread`` those of the reference arm if they differ. ``levels`` are the relative numbers
    of dilemmas at the depths 1, 2 and so on. ``trends``: measure trends over depth too, which takes longest.
    ``nested``: a run that is wrong without the cue is wrong with it too, and the cue moves some of the others.
    ``cued_icc`` is the correlation of runs in the cued arm (nested: of moves) if it differs from ``icc``. ``uneven``: a
    dilemma has 1 to 2 × ``runs`` - 1 runs. ``direct``: the subject shows its probability of an
    error instead of decisions, averaged over both orders of the options; ``unread`` is then the probability that goes
    to neither option.
    """

    name: str
    groups: tuple[int, ...] = (100,)
    reference: tuple[float, ...] = (0.05,)
    cued: tuple[float, ...] = (0.05,)
    runs: int = 5
    icc: float = 0.7
    arms: float = 0.5
    series: int = 1
    shared: float = 0.0
    growth: float = 0.0
    slope: float = 0.0
    position: float = 0.0
    unread: tuple[float, float] = (0.0, 0.0)
    reference_unread: tuple[float, float] | None = None
    levels: tuple[int, ...] = (1, 1, 1, 1, 1)
    trends: bool = False
    nested: bool = False
    cued_icc: float | None = None
    uneven: bool = False
    direct: bool = False

    @property
    def dilemmas(self) -> int:
        """The number of dilemmas in all groups."""
        return sum(self.groups)


class Draws(NamedTuple):
    """Simulated studies: shares of wrong decisions, shape (arms, studies, dilemmas), NaN where nothing was readable.

    ``truth`` has the shape (arms, dilemmas): the expected share, as if every decision had been readable. ``wrong`` and
    ``right`` are shares of all decisions, of the shape of ``shares``.
    """

    shares: Floats
    wrong: Floats
    right: Floats
    truth: Floats
    depth: Floats
    clusters: Codes
    strata: Codes
    direct: bool = False


def draw(condition: Condition, rng: np.random.Generator, studies: int) -> Draws:
    """Return ``studies`` simulated studies of a condition; depths and clusters are the same in all of them."""
    strata = np.repeat(np.arange(len(condition.groups)), condition.groups)
    clusters = np.arange(condition.dilemmas) // condition.series
    depth = np.resize(np.repeat(np.arange(1.0, len(condition.levels) + 1), condition.levels), condition.dilemmas)
    rates = np.stack(
        [
            np.broadcast_to(arm_rates, len(condition.groups))[strata]
            for arm_rates in (condition.reference, condition.cued)
        ]
    )
    rates = np.clip(
        rates + condition.growth * (depth - 3) + condition.slope * (depth - 3) * np.array([[0], [1]]), 0.0, 1.0
    )
    shape = (ARMS, studies, condition.dilemmas)
    wrong, right, truth = np.empty(shape), np.empty(shape), np.empty((ARMS, condition.dilemmas))
    first_is_wrong = rng.integers(0, 2, shape[1:])
    run_counts = (
        rng.integers(1, 2 * condition.runs, shape[1:]) if condition.uneven else np.full(shape[1:], condition.runs)
    )
    for subject in (0, 1):
        latent = _latent(condition, rng, studies, clusters)
        chances, means = _chances(latent[0], rates[0], condition.icc)
        cued_rates = (rates[1] - rates[0]) / (1 - rates[0]) if condition.nested else rates[1]
        cued, cued_means = _chances(
            latent[1], cued_rates, condition.icc if condition.cued_icc is None else condition.cued_icc
        )
        for arm_index, (chance, mean) in enumerate(((chances, means), (cued, cued_means))):
            arm = 2 * subject + arm_index
            unread_rates = (
                condition.unread if arm_index or condition.reference_unread is None else condition.reference_unread
            )
            wrong_shares = (
                _mass(condition, chance)
                if condition.direct
                else _decide(condition, rng, chance, first_is_wrong, run_counts)
            )
            wrong[arm], right[arm] = _readable(
                rng, wrong_shares, unread_rates, None if condition.direct else run_counts
            )
            truth[arm] = (1 - condition.position) * mean + condition.position / 2
        if condition.nested:
            arm = 2 * subject
            moves = _moved_shares(rng, wrong[arm], cued, run_counts)
            wrong[arm + 1], right[arm + 1] = wrong[arm] + moves, right[arm] - moves
            truth[arm + 1] = truth[arm] + np.mean((1 - chances) * cued, axis=0)
    shares = np.divide(wrong, wrong + right, out=np.full(shape, np.nan), where=wrong + right > 0)
    return Draws(shares, wrong, right, truth, depth, clusters, strata, condition.direct)


def _latent(condition: Condition, rng: np.random.Generator, studies: int, clusters: Codes) -> list[Floats]:
    """Return the two arms' normal difficulties, correlated over arms and within series."""
    count, series = condition.dilemmas, int(clusters.max()) + 1
    common, shared_common = rng.standard_normal((studies, count)), rng.standard_normal((studies, series))
    latent = []
    for sign in (1.0, np.sign(condition.arms) or 1.0):
        components = [
            np.sqrt(abs(condition.arms)) * sign * component
            + np.sqrt(1 - abs(condition.arms)) * rng.standard_normal(component.shape)
            for component in (common, shared_common)
        ]
        latent.append(
            np.sqrt(1 - condition.shared) * components[0] + np.sqrt(condition.shared) * components[1][:, clusters]
        )
    return latent


def _chances(latent: Floats, rates: Floats, icc: float) -> tuple[Floats, Floats]:
    """Return the probability of an error for each text, beta-distributed around its rate, and their exact means."""
    if icc == 0:
        return np.broadcast_to(rates, latent.shape).copy(), rates
    uniform, chances, means = special.ndtr(latent), np.empty_like(latent), np.empty_like(rates)
    spread = (1 - icc) / icc
    for rate in np.unique(rates):
        at_rate = rates == rate
        if rate in {0.0, 1.0}:
            chances[:, at_rate] = means[at_rate] = rate
            continue
        values = stats.beta.ppf(_GRID, rate * spread, (1 - rate) * spread)
        chances[:, at_rate] = np.interp(uniform[:, at_rate], _GRID, values)
        means[at_rate] = np.trapezoid(values, _GRID)
    return chances, means


def _moved_shares(rng: np.random.Generator, wrong: Floats, chances: Floats, run_counts: Codes) -> Floats:
    """Return the share of runs that the cue moves, of those that are right without it."""
    right: Codes = np.rint((1 - wrong) * run_counts).astype(np.int64)
    return rng.binomial(right, chances) / run_counts


def _decide(
    condition: Condition,
    rng: np.random.Generator,
    chances: Floats,
    first_is_wrong: NDArray[np.int64],
    run_counts: Codes,
) -> Floats:
    """Return the share of wrong decisions of each dilemma."""
    wrong, exchanged_runs = np.zeros(chances.shape, dtype=np.int64), run_counts // 2
    for runs, by_position in (
        (run_counts - exchanged_runs, first_is_wrong),
        (exchanged_runs, 1 - first_is_wrong),
    ):
        wrong += rng.binomial(runs, (1 - condition.position) * chances + condition.position * by_position)
    return wrong / run_counts


def _mass(condition: Condition, chances: Floats) -> Floats:
    """Return the probability of the wrong option that a direct subject shows, averaged over both orders."""
    return (1 - condition.position) * chances + condition.position / 2


def _readable(
    rng: np.random.Generator, wrong: Floats, unread_rates: tuple[float, float], run_counts: Codes | None
) -> tuple[Floats, Floats]:
    """Return the readable shares of wrong and of right decisions; without ``run_counts``, of probabilities."""
    if run_counts is None:
        return wrong * (1 - unread_rates[0]), (1 - wrong) * (1 - unread_rates[1])
    counts = np.rint(wrong * run_counts).astype(np.int64)
    return rng.binomial(counts, 1 - unread_rates[0]) / run_counts, rng.binomial(
        run_counts - counts, 1 - unread_rates[1]
    ) / run_counts


class Scenarios(NamedTuple):
    """Effects of simulated studies, shape (studies, dilemmas), of the same scenarios at several depths each."""

    effects: Floats
    depth: Floats
    series: Codes
    truth: float


def draw_scenarios(
    rng: np.random.Generator,
    slope: float,
    spread: float,
    studies: int,
    *,
    base: float,
    levels: float = 0.0,
    scenarios: int = 25,
    depths: int = 4,
) -> Scenarios:
    """Return studies in which the log odds of a cued error rise by ``slope`` per level of depth on average.

    At the depth ``base`` the error rate is 20 %. Slopes differ between scenarios with the standard deviation
    ``spread``, and scenarios with ``levels`` (log odds). Five runs at depths 1 to ``depths``; nothing is wrong without
    the cue.
    """
    depth = np.tile(np.arange(1.0, depths + 1), scenarios)
    series = np.repeat(np.arange(scenarios), depths)
    slopes = slope + spread * rng.standard_normal((studies, scenarios))
    heights = levels * rng.standard_normal((studies, scenarios)) if levels else np.zeros((studies, scenarios))
    chances = special.expit(special.logit(0.2) + heights[:, series] + slopes[:, series] * (depth - base))
    effects = rng.binomial(5, chances) / 5
    truth = float(np.mean(chances @ (depth - depth.mean())) / np.sum((depth - depth.mean()) ** 2))
    return Scenarios(effects, depth, series, 0.0 if slope == 0 else truth)


SCENARIOS = (
    ("no slope", 0.0, 0.0, 2.5, 0.0),
    ("no slope, scenarios differ", 0.0, 0.0, 2.5, 1.0),
    ("no mean slope, SD 0.1", 0.0, 0.1, 2.5, 0.0),
    ("no mean slope, SD 0.4", 0.0, 0.4, 2.5, 0.0),
    ("slope 0.25, SD 0.1, 20 % at depth 0", 0.25, 0.1, 0.0, 0.0),
    ("slope 0.25, SD 0.1, 20 % at depth 1", 0.25, 0.1, 1.0, 0.0),
    ("slope 0.25, SD 0.1, 20 % at the mean depth", 0.25, 0.1, 2.5, 0.0),
)
"""Conditions of the depth analysis within scenarios: mean slope in log odds, its standard deviation, the depth at which
the rate is 20 %, and the standard deviation of the levels of scenarios."""


class Mitigations(NamedTuple):
    """Effects of simulated studies with and without a mitigation, shape (studies, dilemmas), and the true change."""

    mitigated: Floats
    unmitigated: Floats
    truth: float


def draw_mitigated(rng: np.random.Generator, share: float, dilemmas: int, studies: int) -> Mitigations:
    """Return studies of one subject that errs in 5 % of its decisions, and follows the cue in 30 % of them.

    The share of 30 % differs between dilemmas (beta distribution, intraclass correlation 0.3), and the mitigation
    removes ``share`` of it. Five runs of each text, unbiased and biased, with and without the mitigation.
    """
    noise, compliance = 0.05, rng.beta(0.3 * 7 / 3, 0.7 * 7 / 3, (studies, dilemmas))

    def effects(shifts: Floats) -> Floats:
        wrong = rng.binomial(5, shifts + (1 - shifts) * noise) - rng.binomial(5, noise, shifts.shape)
        return wrong / 5

    return Mitigations(effects(compliance * (1 - share)), effects(compliance), -share * 0.3 * (1 - noise))


MITIGATED_RATES = (
    ("no effect, 40 dilemmas", 0.0, 40),
    ("half of the effect, 40 dilemmas", 0.5, 40),
    ("half of the effect, 160 dilemmas", 0.5, 160),
    ("all of the effect, 160 dilemmas", 1.0, 160),
)
"""Conditions of mitigations: the share of the cue's effect that each removes, and the number of dilemmas."""

BIASES = (0.06, 0.09, 0.12, 0.13, 0.24, 0.35, 0.27, 0.11)

CONDITIONS = (
    Condition("20 dilemmas, 1 %", (20,), (0.01,), (0.01,)),
    Condition("20 dilemmas, 10 %", (20,), (0.1,), (0.1,), trends=True),
    Condition("20 dilemmas, 5 and 40 %", (20,), (0.05,), (0.4,)),
    Condition("20 dilemmas, none and 12 % at random", (20,), (0.0,), (0.12,), icc=0.0, arms=0.0),
    Condition("40 dilemmas, none and 12 % at random", (40,), (0.0,), (0.12,), icc=0.0, arms=0.0),
    Condition("40 dilemmas, 2 and 5 %", (40,), (0.02,), (0.05,), trends=True),
    Condition("40 dilemmas, 30 %, negative correlation", (40,), (0.3,), (0.3,), arms=-0.7),
    Condition("100 dilemmas, 2 %", (100,), (0.02,), (0.02,)),
    Condition("100 dilemmas, 12 and 20 %, high correlation", (100,), (0.12,), (0.2,), arms=0.95),
    Condition("100 dilemmas, 15 % noise", (100,), (0.15,), (0.15,), icc=0.0, arms=0.0, trends=True),
    Condition(
        "100 dilemmas, noise that grows from 3 to 27 %", (100,), (0.15,), (0.15,), icc=0.1, growth=0.06, trends=True
    ),
    Condition("100 dilemmas, 20 % rising by 5 points", (100,), (0.15,), (0.2,), slope=0.05, trends=True),
    Condition(
        "100 dilemmas, noise, 1 of 9 deep", (100,), (0.15,), (0.15,), icc=0.0, levels=(8, 0, 0, 0, 1), trends=True
    ),
    Condition(
        "280 dilemmas, none and 2 %, 1 of 9 shallow", (280,), (0.0,), (0.02,), levels=(1, 0, 0, 0, 8), trends=True
    ),
    Condition("280 dilemmas, 6 %, 1 of 9 shallow", (280,), (0.06,), (0.06,), levels=(1, 0, 0, 0, 8), trends=True),
    Condition("300 dilemmas, 10 and 20 %, 1 of 9 deep", (300,), (0.1,), (0.2,), levels=(4, 3, 1, 0, 1), trends=True),
    Condition("100 dilemmas, half by position", (100,), (0.02,), (0.1,), position=0.5),
    Condition("unread not at random, 100 dilemmas", (100,), (0.12,), (0.3,), unread=(0.5, 0.1)),
    Condition(
        "unread, none of the others, 100 dilemmas", (100,), (0.2,), (0.3,), unread=(0.3, 0), reference_unread=(0, 0.1)
    ),
    Condition("unread, few, 100 dilemmas", (100,), (0.2,), (0.3,), unread=(0.03, 0), reference_unread=(0, 0)),
    Condition("unread, 20 dilemmas", (20,), (0.05,), (0.2,), unread=(0.3, 0), reference_unread=(0, 0.1)),
    Condition(
        "unread, 25 series of 4", (100,), (0.2,), (0.3,), series=4, shared=0.5, unread=(0.3, 0), reference_unread=(0, 0)
    ),
    Condition("100 dilemmas, 1 run", (100,), (0.15,), (0.15,), runs=1),
    Condition("300 dilemmas, 1 and 3 %", (300,), (0.01,), (0.03,)),
    Condition("300 dilemmas, 40 %", (300,), (0.4,), (0.4,), icc=0.9),
    Condition("25 series of 4, 20 %", (100,), (0.2,), (0.2,), series=4, shared=0.5, trends=True),
    Condition("40 series of 5, 5 and 15 %", (200,), (0.05,), (0.15,), series=5, shared=0.5),
    Condition("6 series of 5, 10 %", (30,), (0.1,), (0.1,), series=5, shared=0.7, trends=True),
    Condition("tiers 30 and 250, 1 %", (30, 250), (0.01, 0.01), (0.01, 0.01)),
    Condition("tiers 30 and 250, 6 %", (30, 250), (0.02, 0.02), (0.06, 0.06)),
    Condition("tiers 30 and 250, 40 %", (30, 250), (0.35, 0.35), (0.4, 0.4)),
    Condition("tiers 20 and 100, 6 %", (20, 100), (0.06, 0.06), (0.06, 0.06)),
    Condition("tiers 60 and 60, 20 and 30 %", (60, 60), (0.1, 0.1), (0.3, 0.2)),
    Condition("tiers 100 and 100, 15 %, noise", (100, 100), (0.15, 0.15), (0.15, 0.15), icc=0.0),
    Condition("tiers 30 and 250, 10 and 30 %, no effect", (30, 250), (0.1, 0.3), (0.1, 0.3), icc=0.4),
    Condition("8 biases × 20, 2 to 10 %", (20,) * 8, (0.02,), tuple(rate / 3 for rate in BIASES)),
    Condition("8 biases × 40, 6 to 35 %", (40,) * 8, (0.05,), BIASES),
    Condition("8 biases × 40, 20 %, no effect", (40,) * 8, (0.2,), (0.2,), trends=True),
    Condition("8 biases × 100, 15 %, no effect, noise", (100,) * 8, (0.15,), (0.15,), icc=0.0),
    Condition("direct, 20 dilemmas, 1 %", (20,), (0.01,), (0.01,), direct=True),
    Condition("direct, 20 dilemmas, 5 and 40 %", (20,), (0.05,), (0.4,), direct=True),
    Condition("direct, 40 dilemmas, 30 %, alike", (40,), (0.3,), (0.3,), icc=0.15, direct=True),
    Condition("direct, 40 dilemmas, 10 and 20 %", (40,), (0.1,), (0.2,), icc=0.4, trends=True, direct=True),
    Condition("direct, 100 dilemmas, 15 %", (100,), (0.15,), (0.15,), icc=0.3, trends=True, direct=True),
    Condition("direct, 100 dilemmas, 15 %, very alike", (100,), (0.15,), (0.15,), icc=0.05, trends=True, direct=True),
    Condition("direct, 100 dilemmas, 12 and 20 %, high correlation", (100,), (0.12,), (0.2,), arms=0.95, direct=True),
    Condition("direct, 100 dilemmas, half by position", (100,), (0.02,), (0.1,), position=0.5, direct=True),
    Condition("unread, missing mass", (100,), (0.12,), (0.3,), unread=(0.5, 0.1), icc=0.4, direct=True),
    Condition(
        "unread, missing mass of errors", (40,), (0.1,), (0.3,), unread=(0.3, 0), reference_unread=(0, 0), direct=True
    ),
    Condition("direct, 300 dilemmas, 1 and 3 %", (300,), (0.01,), (0.03,), direct=True),
    Condition("direct, 300 dilemmas, 40 %, certain", (300,), (0.4,), (0.4,), icc=0.95, direct=True),
    Condition("direct, 25 series of 4, 20 %", (100,), (0.2,), (0.2,), series=4, shared=0.5, trends=True, direct=True),
    Condition("direct, tiers 30 and 250, 6 %", (30, 250), (0.02, 0.02), (0.06, 0.06), direct=True),
    Condition("direct, tiers 60 and 60, 20 and 30 %", (60, 60), (0.1, 0.1), (0.3, 0.2), icc=0.4, direct=True),
    Condition("direct, tiers 30 and 250, 15 %, alike", (30, 250), (0.15, 0.15), (0.15, 0.15), icc=0.2, direct=True),
    Condition("direct, 8 biases × 40, 6 to 35 %", (40,) * 8, (0.05,), BIASES, direct=True),
    Condition("direct, 8 biases × 40, 20 %, no effect", (40,) * 8, (0.2,), (0.2,), icc=0.3, trends=True, direct=True),
)
"""The grid: rates from 1 to 40 %, 20 to 300 dilemmas a group, clusters, noise, position, unreadable answers."""
