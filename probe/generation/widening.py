"""How many rounds of a generation are prepared together, where each of their calls may take a day."""

import math
from dataclasses import dataclass

PUBLISHED_YIELD = 0.15
"""The share of candidates that the published run of GPT-4o mini accepted: 806 of 5,278 (PROBE-SWE, Table 2)."""


@dataclass(frozen=True)
class Widening:
    """Prepare as many expansions together as will probably give the pairs that are missing.

    ``expected`` is the share of candidates that is accepted (0 to 1), as far as is known before a run; it counts as
    much as the candidates that it takes for one accepted pair. ``size`` is the number of candidates of an expansion.
    """

    expected: float
    size: int
    most: int = 50

    def width(self, missing: int, accepted: int, offered: int, authors: int) -> int:
        """Return the number of expansions (1 to ``most``), from the counts of one bias so far."""
        share = (accepted + 1) / (offered + 1 / self.expected)
        return min(self.most, max(1, math.ceil(missing / (share * self.size * authors))))
