"""Plan how wide the interval of a shift will be, from the number of wordings and runs."""

import math

from probe.analysis.statistics.intervals import LEVEL, critical_value

SHARE = 0.5
"""The assumed share of the first option: answers vary most at one half."""
SPREAD = 0.1
"""The assumed standard deviation of that share between wordings of the same prompt."""


def expected_half_width(wordings: int, runs: int, *, direct: bool = False) -> float:
    """Return the half-width of the interval of a shift, as a share, for wordings that differ as much as assumed.

    The shift of a wording varies with both of its texts, and with the answers to each, which do not vary if ``direct``.
    """
    answers = 0.0 if direct else SHARE * (1 - SHARE) / runs
    standard_error = math.sqrt(2 * (SPREAD**2 + answers) / wordings)
    return critical_value(2 * (wordings - 1), 1 - LEVEL) * standard_error


def least_wordings(half_width: float, runs: int, minimum: int, maximum: int, *, direct: bool = False) -> int | None:
    """Return the smallest number of wordings with this half-width, None if ``maximum`` are too few."""
    # The critical value changes with the number, so there is no closed form.
    for number in range(minimum, maximum + 1):
        if expected_half_width(number, runs, direct=direct) <= half_width:
            return number
    return None
