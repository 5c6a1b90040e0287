"""Notices on letters: where they are unequal by more than chance, and nowhere else."""

import pytest

from probe.generation.writing import imbalances
from probe.values import Bias


@pytest.mark.parametrize(
    ("option_a", "pairs", "is_noticed"),
    [(0, 2, False), (0, 5, False), (0, 6, True), (3, 8, False), (12, 40, True), (14, 40, False), (470, 1000, False)],
)
def test_letters_are_noticed_where_a_binomial_test_rejects(option_a: int, pairs: int, is_noticed: bool) -> None:
    assert bool(imbalances({Bias.FRAMING: option_a}, {Bias.FRAMING: pairs})) == is_noticed
    assert bool(imbalances({Bias.FRAMING: pairs - option_a}, {Bias.FRAMING: pairs})) == is_noticed


def test_several_biases_share_one_chance_of_a_notice() -> None:
    unequal_counts, equal = {Bias.FRAMING: 12}, {bias: 20 for bias in Bias if bias is not Bias.FRAMING}
    assert imbalances(unequal_counts, {Bias.FRAMING: 40})
    assert not imbalances(unequal_counts | equal, dict.fromkeys((Bias.FRAMING, *equal), 40))
