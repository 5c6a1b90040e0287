"""The chapters of a report that only templates have."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

from probe.analysis.report.findings import Chapter
from probe.analysis.study import NONE
from probe.analysis.templates import answers, doses, maps, resampling, structure, wording
from probe.protocols.templates.composing import DOSE, DOSE_UNIT
from probe.protocols.templates.item import TemplateItem

if TYPE_CHECKING:
    from probe.analysis.study import Study


def chapters(study: "Study") -> Iterator[Chapter]:
    """Yield maps, noise floors, resampled tests, doses, structure of subjects, answers, and diversity of the texts."""
    subjects = subjects_of(study)
    yield from _maps(subjects)
    rows = resampling.resampled(subjects)
    yield Chapter("m_resampled", "m with scenarios resampled", tables=(resampling.table(rows),))
    if any(subject.by_bias("dose_response") for subject in subjects):
        yield Chapter(
            "doses", "Series of doses", pictures=tuple(doses.pictures(subjects)), tables=doses.tables(subjects)
        )
    yield from _structure(subjects)
    found = answers.table(answers.answer_rows(study))
    yield Chapter("answers_by_bias", found.title, tables=(found,))
    varied = wording.wording([cast(TemplateItem, item).control for one in study.evaluations[:1] for item in one.items])
    if varied is not None:
        yield Chapter("wording", "Diversity of the texts", tables=(wording.table([varied]),))


def subjects_of(study: "Study") -> list[maps.MappedSubject]:
    """Return what each subject's answers without a mitigation show, with the doses of items in a series."""
    doses = {
        item.id: maps.TestDose(int(item.drawn[DOSE]), str(item.drawn.get(DOSE_UNIT, "")))
        for item in cast("list[TemplateItem]", list(study.items.values()))
        if DOSE in item.drawn
    }
    plain = [one for one in study.answered if one.mitigation == NONE]
    return [maps.MappedSubject(one.subject, study.items, one.values, doses) for one in plain]


def _maps(subjects: Sequence[maps.MappedSubject]) -> Iterator[Chapter]:
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


def _structure(subjects: Sequence[maps.MappedSubject]) -> Iterator[Chapter]:
    picture = structure.tree_picture(subjects)
    if picture is not None:
        rows, explained = structure.components(subjects)
        table = structure.components_table(rows, explained)
        yield Chapter("similar_subjects", "Subjects with similar biases", (), (picture,), (table,))
