"""The simulated subjects of triage: their options, and what their draws depend on."""

import pytest

from probe.errors import InputError
from probe.values import ModelSpec
from tests.protocols.triage.made import PROTOCOL, a_set, decisions_of


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("honest", "choose one of rational, random, prefers-first, biased, coin"),
        ("carry?rate=0.1", "unknown option 'rate'"),
        ("place?slope=0.5", "slope"),
        ("yes?bias=0.9&shift=0.2", "at most 1"),
        ("coin?rate=2", "from 0 to 1"),
        ("frame?shift=nan", "write a number"),
        ("rational?seed=x", "whole number"),
        ("rational?mitigated=review", "mitigation:share"),
    ],
)
def test_a_subject_with_wrong_options_is_refused(spec: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        PROTOCOL.simulated(ModelSpec.parse(f"simulated/{spec}"), [a_set("one", 6)])


def test_draws_do_not_depend_on_the_order_of_the_items() -> None:
    items = [a_set(str(number), 5) for number in range(3)]
    spec = "carry?strength=0.5&noise=0.3&seed=4"
    first, second = decisions_of(items, spec), decisions_of(items[::-1], spec)
    assert sorted(map(str, first)) == sorted(map(str, second))
    assert sorted(map(str, first)) != sorted(map(str, decisions_of(items, f"{spec[:-1]}5")))


def test_orders_that_begin_alike_are_answered_alike() -> None:
    """Their first questions are the same call, so a subject that draws by arm would depend on which comes first."""
    item = a_set("one", 5)
    decisions = decisions_of([item], "rational?noise=0.5", runs=1)
    first: dict[int, set[object]] = {}
    for decision in decisions:
        if decision.turn == 0 and (decision.arm in item.orders or decision.arm.startswith("alone_")):
            first_profile = item.orders[decision.arm][0] if decision.arm in item.orders else int(decision.arm[6:]) - 1
            first.setdefault(first_profile, set()).add(decision.decision)
    assert all(len(answers) == 1 for answers in first.values())
