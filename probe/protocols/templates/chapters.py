"""The chapters of a report that only templates have."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

from probe.analysis.report.findings import Chapter
from probe.analysis.templates import answers, doses, maps, resampling, structure, wording
from probe.protocols.templates.composing import DOSE, DOSE_UNIT
from probe.protocols.templates.estimator import values
from probe.protocols.templates.item import TemplateItem

if TYPE_CHECKING:
    from probe.values import Evaluation


def chapters(evaluations: "Sequence[Evaluation]") -> Iterator[Chapter]:
    """Yield maps, noise floors, resampled tests, doses, structure of subjects, answers, and diversity of the texts."""
    subjects = [_subject(evaluation) for evaluation in evaluations]
    yield from _maps(subjects)
    rows = resampling.resampled(subjects)
    yield Chapter("m_resampled", "m with scenarios resampled", tables=(resampling.table(rows),))
    if any(subject.by_bias("dose_response") for subject in subjects):
        yield Chapter(
            "doses", "Series of doses", pictures=tuple(doses.pictures(subjects)), tables=doses.tables(subjects)
        )
    yield from _structure(subjects)
    found = answers.table(answers.answer_rows(evaluations))
    yield Chapter("answers_by_bias", found.title, tables=(found,))
    varied = wording.wording([cast(TemplateItem, item).control for one in evaluations[:1] for item in one.items])
    if varied is not None:
        yield Chapter("wording", "Diversity of the texts", tables=(wording.table([varied]),))


def _subject(evaluation: "Evaluation") -> maps.Subject:
    items = [cast(TemplateItem, item) for item in evaluation.items]
    found = tuple(values(items, evaluation.decisions))
    given = {
        item.id: maps.Dose(int(item.drawn[DOSE]), str(item.drawn.get(DOSE_UNIT, "")))
        for item in items
        if DOSE in item.drawn
    }
    return maps.Subject(evaluation.subject, {item.id: item for item in items}, found, given)


def _maps(subjects: Sequence[maps.Subject]) -> Iterator[Chapter]:
    picture = maps.map_picture(subjects, "m_published", "m")
    if picture is not None:
        text = (
            "m is the published metric of every test. Biases of class 3 have no norm: what they show is a response "
            "style, and may be right. 0 of loss aversion is a choice that ignores risk; the highest expected value "
            "has a negative m.",
        )
        table = maps.details_table(maps.detail_rows(subjects))
        yield Chapter("m_by_bias_and_subject", "m by bias and subject", text, (picture,), (table,))
    rows = maps.noise_rows(subjects)
    if rows:
        yield Chapter("absolute_m", "|m| beside its noise floor", tables=(maps.noise_table(rows),))


def _structure(subjects: Sequence[maps.Subject]) -> Iterator[Chapter]:
    picture = structure.tree_picture(subjects)
    if picture is not None:
        rows, explained = structure.components(subjects)
        table = structure.components_table(rows, explained)
        yield Chapter("similar_subjects", "Subjects with similar biases", (), (picture,), (table,))
