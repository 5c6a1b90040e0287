"""How many ways there are to arrange depths within scenarios, counted by hand."""

import math

import numpy as np
import pytest

from probe.analysis.statistics.within import _arrangements


def test_equal_depths_of_a_scenario_are_not_distinguished() -> None:
    """3! / 2! = 3 ways in the first scenario, 2 in the second; equal depths of two scenarios are different ones."""
    codes, depths = np.array([0, 0, 0, 1, 1]), np.array([1.0, 1.0, 2.0, 1.0, 2.0])
    assert _arrangements(codes, depths) == pytest.approx(math.log(6))
    assert _arrangements(codes[:3], np.ones(3)) == pytest.approx(0.0)
