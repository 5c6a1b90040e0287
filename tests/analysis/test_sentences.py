"""Sentences of reports over random mixtures of evaluations agree with the tables beside them."""

import re

import pytest

from probe.analysis.study import prepare
from tests.analysis.mixtures import mixture
from tests.analysis.reports import report_on
from tests.analysis.sentences import Tables, contradictions, printed_sentences, problems

pytestmark = pytest.mark.usefixtures("undrawn")


def test_no_sentence_contradicts_a_table() -> None:
    sentences = 0
    for seed in range(20):
        findings = report_on(prepare(mixture(seed)))
        sentences += len(printed_sentences(findings))
        assert contradictions(findings) == [], f"mixture {seed}"
    assert sentences >= 100


def _sign(match: re.Match[str]) -> str:
    return {"+": "−", "−": "+"}[match[1]] + match[2]


WRONG = {
    "another sign": lambda text: re.sub(r"(?<=interval )([+−])(\d+\.\d)", _sign, text, count=1),
    "another end": lambda text: re.sub(r"(\d)\.(\d)(?=[;)])", lambda m: f"{m[1]}7.{m[2]}", text, count=1),
    "another share": lambda text: re.sub(r"(\d)\.(\d) %", lambda m: f"{m[1]}.{(int(m[2]) + 3) % 10} %", text, count=1),
    "another bound": lambda text: re.sub(r"(?<=between )[+−]?\d+", "+99", text, count=1),
    "another count": lambda text: re.sub(r"^\d+(?= of \d+ (?:tested )?subjects)", "9", text),
    "certain": lambda text: re.sub(r"(is not distinguishable from zero)(?=: )", "rises", text, count=1),
    "uncertain": lambda text: re.sub(
        # Only intervals with ends of one sign: about any other interval the words would be true.
        r"(points \(95 % interval ([+−])[\d.]+ to \2[\d.]+[^()]*\))(?=[;.])",
        r"\1, not distinguishable from zero",
        text,
        count=1,
    ),
    "untested": lambda text: re.sub(r"^Over all .*", "No trend with depth could be tested: no depth.", text),
}
"""Ways to spoil a sentence; those that change nothing do not count."""


@pytest.mark.parametrize("name", WRONG)
def test_the_checker_finds_spoiled_sentences(name: str) -> None:
    spoiled_count = detected_count = 0
    for seed in range(20):
        findings = report_on(prepare(mixture(seed)))
        tables = Tables(findings)
        for sentence, names in printed_sentences(findings).items():
            if (wrong := WRONG[name](sentence)) != sentence:
                spoiled_count += 1
                detected_count += bool(problems(wrong, tables, names))
    assert spoiled_count >= 1
    assert detected_count >= 0.6 * spoiled_count, (detected_count, spoiled_count)
