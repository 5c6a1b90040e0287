"""The interval of a mean over clusters of items."""

import numpy as np
import pytest

from probe.analysis.statistics.differences import clustered_mean
from tests.defined import defined


def test_it_covers_clustered_effects() -> None:
    """Twenty scenarios of 29 items that share an effect: within four standard errors of 95 %."""
    generator = np.random.default_rng(1)
    clusters = np.repeat(np.arange(20), 29)
    covered_count = 0
    for _ in range(400):
        values = 0.3 + 0.15 * generator.standard_normal(20)[clusters] + 0.5 * generator.standard_normal(580)
        effect = defined(clustered_mean(values, clusters))
        covered_count += effect.low <= 0.3 <= effect.high
    assert covered_count / 400 == pytest.approx(0.95, abs=0.044)
