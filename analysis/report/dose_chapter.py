"""The chapter of a report on doses of the cue, and what it adds to the answer."""

from probe.analysis.effects.doses import READING, doses, picture, sentences, tables
from probe.analysis.report.findings import Chapter, Section
from probe.analysis.study import Study

ABSENT = (
    "Dose of the cue: no subject was shown the cue twice (probe evaluate --arms unbiased,biased,placebo,biased_2,"
    "biased_3,placebo_2,placebo_3; dilemmas of grammar?doses=3 have these texts)."
)


def dosed(study: Study) -> tuple[Section, tuple[str, ...]]:
    """Return the chapter, or why there is none, and the sentences of the answer."""
    found = doses(study)
    if not found.rows:
        return ABSENT, ()
    return Chapter("doses", "Dose of the cue", READING, (picture(found),), tables(found)), tuple(sentences(found))
