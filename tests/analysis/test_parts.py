"""The chapters of a report: results first, then checks of the data, then the paper's measures."""

import pytest

from probe.analysis.form import PARTS
from probe.analysis.report.findings import Findings, import_analyses
from probe.analysis.report.formats import document
from probe.analysis.study import prepare
from probe.protocols.dilemmas.chapters import ANALYSES
from probe.protocols.templates.chapters import ANALYSES as OF_TEMPLATES
from probe.protocols.triage.chapters import ANALYSES as OF_TRIAGE
from probe.values import Bias
from tests.analysis.made_datasets import evaluate, flips_at, pairs
from tests.analysis.reports import measured_dilemmas, report_on

pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.fixture(scope="module")
def report() -> Findings:
    dilemmas = pairs([Bias.FRAMING, Bias.ANCHORING], 30)
    return report_on(prepare([evaluate(dilemmas, flips_at(0.3), subject=name) for name in ("a", "b")]))


def test_chapters_are_in_their_parts_and_say_which_decision_they_serve(report: Findings) -> None:
    chapters = document(report)["chapters"]
    parts = [chapter["part"] for chapter in chapters]
    assert list(dict.fromkeys(parts)) == list(PARTS)
    assert parts == sorted(parts, key=list(PARTS).index)
    assert all(chapter["text"][0].startswith("To decide: ") for chapter in chapters)


def test_an_analysis_without_rows_is_listed_with_the_command_that_provides_what_it_needs(report: Findings) -> None:
    absent = "\n".join(report.absent)
    for requirement in (
        "fact twins (probe evaluate --arms ",
        "recommendations, so that",
        "under one and without (probe evaluate --miti",
    ):
        assert requirement in absent
    assert all("(" in sentence and "probe " in sentence for sentence in report.absent)


@pytest.mark.parametrize("names", [ANALYSES, OF_TEMPLATES, OF_TRIAGE], ids=("dilemmas", "templates", "triage"))
def test_every_listed_analysis_exists_once_and_in_the_order_of_the_parts(names: tuple[str, ...]) -> None:
    study = prepare([evaluate(pairs([Bias.FRAMING], 4), flips_at(0.5))])
    analyses = list(import_analyses(names, measured_dilemmas(study)))
    keys = [analysis.key for analysis in analyses]
    assert len(keys) == len(set(keys))
    assert {analysis.part for analysis in analyses} <= set(PARTS)
    assert not [analysis.key for analysis in analyses if not analysis.serves or not analysis.heading]
