"""The chapters of a report: results first, then checks of the data, then the paper's measures."""

import pytest

from probe.analysis.report.chapters import report_on
from probe.analysis.report.formats import document
from probe.analysis.report.parts import PARTS, SERVES
from probe.analysis.study import prepare
from probe.values import Bias
from tests.analysis.made_datasets import evaluate, flips_at, pairs

pytestmark = pytest.mark.usefixtures("undrawn")


def test_chapters_are_in_their_parts_and_say_which_decision_they_serve() -> None:
    dilemmas = pairs([Bias.FRAMING, Bias.ANCHORING], 30)
    study = prepare([evaluate(dilemmas, flips_at(0.3), subject=name) for name in ("a", "b")])
    chapters = document(report_on(study), "0")["chapters"]
    parts = [chapter["part"] for chapter in chapters]
    assert list(dict.fromkeys(parts)) == list(PARTS)
    assert parts == sorted(parts, key=PARTS.index)
    for chapter in chapters:
        assert SERVES[chapter["key"]][1] in chapter["text"][0]
