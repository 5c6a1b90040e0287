"""A subject that cannot show an effect is named before anything else."""

import random

import pytest

from probe.analysis.report.chapters import report_on
from probe.analysis.study import prepare
from probe.values import Arm, Bias, Pair
from tests.analysis.made_datasets import Chooser, evaluate, flips_at, pairs

pytestmark = pytest.mark.usefixtures("undrawn")


def coin(seed: int = 1) -> Chooser:
    draw = random.Random(seed)

    def choose(dilemma: Pair, arm: Arm, run: int, exchanged: bool) -> str:
        return draw.choice("AB")

    return choose


@pytest.mark.parametrize(("choose", "words"), [(lambda *_: "A", "answers A"), (coin(), "near chance")])
def test_a_subject_without_information_is_named_first(choose: Chooser, words: str) -> None:
    findings = report_on(prepare([evaluate(pairs([Bias.FRAMING], 40), choose, subject="m/s")]))
    assert findings.answer[0].startswith("m/s")
    assert words in findings.answer[0]


def test_an_informed_subject_is_not() -> None:
    findings = report_on(prepare([evaluate(pairs([Bias.FRAMING], 40), flips_at(0.4), subject="m/s")]))
    assert not any("near chance" in line or "whatever the text" in line for line in findings.answer)
