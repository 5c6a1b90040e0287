"""Planning: more dilemmas find smaller differences, more runs hardly do, and the numbers agree with theory."""

import numpy as np
import pytest

from probe.analysis.statistics.power import Design, plan, plan_table, power, smallest_difference
from probe.analysis.tables import Gap


def test_without_correlated_runs_the_difference_is_the_textbook_one() -> None:
    """Independent runs are trials: 200 a side at 30 % need about 2.8 standard errors of a difference."""
    design = Design(dilemmas=200, runs=1, rate=0.3, icc=0.0, subject_correlation=0.0)
    found = smallest_difference(design, paired=False)
    assert found is not None
    error = np.sqrt((0.3 * 0.7 + (0.3 + found) * (0.7 - found)) / 200)
    assert found == pytest.approx(2.8 * error, rel=0.08)


def test_dilemmas_help_and_correlated_runs_do_not() -> None:
    base = Design(dilemmas=80, runs=2, icc=0.95)
    found = smallest_difference(base, paired=False, studies=400) or 0
    more_runs = smallest_difference(base.model_copy(update={"runs": 20}), paired=False, studies=400) or 0
    more_dilemmas = smallest_difference(base.model_copy(update={"dilemmas": 320}), paired=False, studies=400) or 0
    assert more_runs > 0.9 * found
    assert more_dilemmas < 0.65 * found


def test_pairing_correlated_subjects_helps() -> None:
    design = Design(dilemmas=100, runs=5, subject_correlation=0.9)
    assert (smallest_difference(design, paired=True) or 1) < (smallest_difference(design, paired=False) or 0)


def test_power_is_the_level_where_nothing_differs() -> None:
    assert power(Design(dilemmas=100, runs=5), 0.0, paired=False, studies=2000) == pytest.approx(0.05, abs=0.02)


@pytest.mark.parametrize("icc", [0.0, 1.0])
def test_the_extremes_of_the_icc_are_allowed(icc: float) -> None:
    rows = plan(Design(dilemmas=60, runs=3, icc=icc), studies=200)
    assert all(row.smallest is not None and 0 < row.smallest < 1 for row in rows)


def test_what_no_difference_can_show_is_a_gap() -> None:
    table = plan_table(Design(dilemmas=2, runs=1, rate=0.5), studies=200)
    assert table.rows[0]["smallest"] == Gap(reason="no difference is large enough")
