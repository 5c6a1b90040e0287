"""The metric of templates against the published figures, over all pairs of answers."""

from statistics import fmean

import pytest

from probe.protocols.templates.metric import Metric, Update, m, recoded_m, shift, update

ANCHORS = [round(anchor / 10) for anchor in range(10, 90)]
HINTS = [round(hint / 10) + 5 for hint in (*range(-49, 50), 0)]
"""A truncated draw from −50 to 50: zero is twice as probable as the others."""
OVERRUNS = (10, 20, 30, 40)


def pairs(points: int) -> list[tuple[int, int]]:
    return [(control, treatment) for control in range(points) for treatment in range(points)]


def mean_over(metrics: list[Metric], points: int, absolute: bool = False) -> float:
    m_values = [m(metric, points, *pair) for metric in metrics for pair in pairs(points)]
    return fmean(map(abs, m_values)) if absolute else fmean(m_values)


def metrics_around(positions: list[int]) -> list[Metric]:
    return [Metric(k=1, x1=position, x2=position) for position in positions]


def planning(x2: int) -> list[Metric]:
    return [Metric(k=1, x1=-overrun // 10, x2=x2) for overrun in OVERRUNS]


@pytest.mark.parametrize(
    ("metrics", "points", "expected"),
    [
        ([Metric(k=1)], 7, 0.5510),
        ([Metric(k=-1, flip=True)], 7, 0.5510),
        ([Metric(k=1)], 11, 0.5372),
        (metrics_around(ANCHORS), 11, 0.5340),
        (metrics_around(HINTS), 11, 0.5371),
        (planning(-3), 11, 0.3789),
    ],
)
def test_random_answers_have_the_published_mean_of_absolute_values(
    metrics: list[Metric], points: int, expected: float
) -> None:
    assert mean_over(metrics, points, absolute=True) == pytest.approx(expected, abs=6e-5)


def test_random_answers_have_a_mean_of_zero_except_for_planning() -> None:
    for metrics, points in (([Metric(k=1)], 7), ([Metric(k=-1, flip=True)], 7), (metrics_around(ANCHORS), 11)):
        assert mean_over(metrics, points) == pytest.approx(0, abs=1e-9)
    assert mean_over(planning(-3), 11) == pytest.approx(-0.0538, abs=5e-5)
    assert mean_over(planning(0), 11) == pytest.approx(0.271, abs=5e-4)


@pytest.mark.parametrize(("control", "treatment", "expected"), [(1, 1, 0.80), (1, 2, 0.75), (0, 1, 1.00)])
def test_published_rows_of_information_bias(control: int, treatment: int, expected: float) -> None:
    assert m(Metric(k=-1, flip=True), 7, control, treatment) == pytest.approx(expected, abs=1e-6)


def test_a_step_counts_the_same_everywhere_for_the_shift_but_not_for_m() -> None:
    metric = Metric(k=-1)
    assert m(metric, 7, 0, 1) == pytest.approx(1)
    assert m(metric, 7, 5, 6) == pytest.approx(1 / 6)
    assert shift(metric, 7, 0, 1) == pytest.approx(shift(metric, 7, 5, 6)) == pytest.approx(1 / 6)
    assert recoded_m(metric, 7, 0, 1) == pytest.approx(1 / 6)
    assert recoded_m(metric, 7, 5, 6) == pytest.approx(1)


@pytest.mark.parametrize("flip", [False, True])
def test_recoding_twice_changes_nothing_and_keeps_the_direction(flip: bool) -> None:
    metric = Metric(k=1, flip=flip)
    for control, treatment in pairs(7):
        direct, recoded_value = m(metric, 7, control, treatment), recoded_m(metric, 7, control, treatment)
        assert direct * recoded_value >= -1e-9


def test_m_around_a_point_does_not_depend_on_the_numbering() -> None:
    metric = Metric(k=1, x1=3, x2=3)
    assert all(m(metric, 11, *pair) == pytest.approx(recoded_m(metric, 11, *pair)) for pair in pairs(11))


def test_the_update_share_is_zero_for_random_answers_and_one_for_a_full_update() -> None:
    metric = Metric(k=1, update=0.2)
    updates = [update_result for pair in pairs(11) if (update_result := update(metric, 11, *pair))]
    # The control's answers from 1 to 9 have mean 5, which is that of all the treatment's answers.
    assert sum(update_result.size for update_result in updates) == pytest.approx(0)
    assert update(metric, 11, 5, 6) == Update(1, 1)
    assert update(metric, 11, 9, 10) == Update(1, 1), "the top of the scale is the full update"
    assert update(metric, 11, 0, 3) is None
    assert update(metric, 11, 10, 10) is None
    assert update(Metric(k=1), 11, 5, 6) is None
