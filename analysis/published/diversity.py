"""The published similarities between dilemmas."""

from collections.abc import Sequence

import numpy as np

from probe.analysis.dataset.diversity import EVERY, Diversity, picture
from probe.analysis.form import AS_PUBLISHED, ReportAnalysis, Result
from probe.analysis.published.results import PublishedResults
from probe.analysis.tables import make_table
from probe.values import PublishedSensitivity


def published_diversity(sources: Sequence[PublishedSensitivity]) -> tuple[Diversity, ...]:
    """Return the mean similarities between dilemmas that the files contain, averaged over the files."""
    with_cosine = [
        similarities for source in sources for similarities in source.biases if similarities.cosine is not None
    ]
    rows = []
    for bias in dict.fromkeys(similarities.bias for similarities in with_cosine):
        cosines = [
            similarities.cosine
            for similarities in with_cosine
            if similarities.bias == bias and similarities.cosine is not None
        ]
        levenshteins = [
            similarities.levenshtein
            for similarities in with_cosine
            if similarities.bias == bias and similarities.levenshtein is not None
        ]
        levenshtein = float(np.mean(levenshteins)) if levenshteins else None
        rows.append(Diversity(bias.value, EVERY, None, float(np.mean(cosines)), levenshtein, None))
    return tuple(rows)


ANALYSIS: ReportAnalysis[PublishedResults, Sequence[Diversity]] = ReportAnalysis(
    "diversity",
    "Diversity of the dilemmas",
    AS_PUBLISHED,
    "whether the dilemmas are varied enough to generalise",
    rows=lambda results: published_diversity(results.published.sensitivity),
    show=lambda _, rows: Result(
        (make_table("diversity", "Diversity of the dilemmas", Diversity, rows, gap="not published"),),
        pictures=(picture(rows),),
    ),
)
