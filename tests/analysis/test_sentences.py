"""Sentences of reports over random mixtures of evaluations agree with the tables beside them."""

import pytest

from probe.analysis.report.chapters import report_on
from probe.analysis.study import prepare
from tests.analysis.mixtures import mixture
from tests.analysis.sentences import Tables, contradictions, printed_sentences, problems

pytestmark = pytest.mark.usefixtures("undrawn")


def test_no_sentence_contradicts_a_table() -> None:
    sentences = 0
    for seed in range(20):
        findings = report_on(prepare(mixture(seed)))
        sentences += len(printed_sentences(findings))
        assert contradictions(findings) == [], f"mixture {seed}"
    assert sentences >= 100
