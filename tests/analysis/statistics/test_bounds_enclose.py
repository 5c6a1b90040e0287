"""Bounds for unread decisions are never narrower than the interval printed beside them."""

import numpy as np
import pytest

from probe.analysis.effects.estimating import enclosing
from probe.analysis.statistics.differences import bounds_of_mean, clustered_mean
from tests.defined import defined


@pytest.mark.parametrize("seed", range(40))
def test_bounds_contain_the_interval_of_the_answered_dilemmas(seed: int) -> None:
    draws = np.random.default_rng(seed)
    effects = draws.choice([-1.0, 0.0, 1.0], size=60, p=[0.05, 0.75, 0.2])
    unparsed = draws.random(60) < 0.03
    lowest, highest = np.where(unparsed, effects - 0.5, effects), np.where(unparsed, effects + 0.5, effects)
    parsed = np.flatnonzero(~unparsed)

    effect = defined(clustered_mean(effects[parsed], parsed))
    bounds = defined(enclosing(bounds_of_mean(lowest, highest, np.arange(60)), effect))

    assert bounds.low <= effect.low
    assert effect.high <= bounds.high
