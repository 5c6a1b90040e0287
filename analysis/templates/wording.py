"""How varied the texts of a dataset are: Self-BLEU, ROUGE and Remote-Clique."""

from collections.abc import Sequence
from itertools import permutations
from typing import Annotated, NamedTuple

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from probe.analysis.form import AS_PUBLISHED, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.tables import Gap, Heading, Table, make_table
from probe.values import Arm, fingerprint

SAMPLE = 30
"""Texts that are compared, chosen by their hash."""
_MISSING = Gap(reason="install sacrebleu and rouge-score: pip install '.[diversity]'")


class WordingRow(NamedTuple):
    """Measures of a sample of texts: 1 in the first four means equal texts, 0 in the last two."""

    texts: Annotated[int, Heading("texts", "count")]
    self_bleu: Annotated[float | Gap, Heading("Self-BLEU", "number")]
    rouge_1: Annotated[float | Gap, Heading("ROUGE-1", "number")]
    rouge_l: Annotated[float | Gap, Heading("ROUGE-L", "number")]
    rouge_lsum: Annotated[float | Gap, Heading("ROUGE-Lsum", "number")]
    clique_l2: Annotated[float, Heading("Remote-Clique, L2", "number")]
    clique_cosine: Annotated[float, Heading("Remote-Clique, cosine", "number")]


def wording(texts: Sequence[str]) -> WordingRow | None:
    """Return the measures of a sample of different ``texts``; None with fewer than two."""
    sample = sorted(set(texts), key=fingerprint)[:SAMPLE]
    if len(sample) < 2:
        return None
    vectors = TfidfVectorizer().fit_transform(sample).toarray()
    cosines = vectors @ vectors.T
    off_diagonal = ~np.eye(len(sample), dtype=bool)
    # Rounding may take the product of two equal vectors above 1.
    distances = np.sqrt(np.maximum(2 - 2 * cosines, 0))
    cliques = float(distances[off_diagonal].mean()), float(1 - cosines[off_diagonal].mean())
    return WordingRow(len(sample), _self_bleu(sample), *_rouge(sample), *cliques)


def _self_bleu(texts: Sequence[str]) -> float | Gap:
    try:
        from sacrebleu.metrics.bleu import BLEU  # optional
    except ImportError:
        return _MISSING
    # Without this, a short text that shares no four words in a row would score 0 even if it shares everything else.
    bleu = BLEU(effective_order=True)
    scores = [
        bleu.sentence_score(text, [other_text for other_text in texts if other_text is not text]).score / 100
        for text in texts
    ]
    return float(np.mean(scores))


def _rouge(texts: Sequence[str]) -> tuple[float | Gap, float | Gap, float | Gap]:
    try:
        from rouge_score.rouge_scorer import RougeScorer  # optional
    except ImportError:
        return (_MISSING,) * 3
    names = ("rouge1", "rougeL", "rougeLsum")
    scorer = RougeScorer(list(names))
    scores = [scorer.score(text, other_text) for text, other_text in permutations(texts, 2)]
    first, longest, summed_score = (float(np.mean([score[name].fmeasure for score in scores])) for name in names)
    return first, longest, summed_score


def table(rows: Sequence[WordingRow]) -> Table:
    """Return the rows as a table."""
    notes = (
        "Published for the original templates: Self-BLEU .72, ROUGE-1 .37, ROUGE-L .30, ROUGE-Lsum .36. Remote-Clique "
        "is the mean distance between texts, here of TF-IDF vectors; the published one (L2 .95, cosine .46) is of an "
        "embedding, and cannot be compared.",
    )
    return make_table("wording", "Diversity of the texts", WordingRow, rows, notes=notes)


def _rows(measurements: Measurements) -> tuple[WordingRow, ...]:
    """Return the measures of the texts of the reference arm; subjects of a study are shown the same."""
    first = measurements.study.evaluations[0]
    row = wording([item.text(Arm(first.reference)) or "" for item in first.items])
    return () if row is None else (row,)


ANALYSIS: ReportAnalysis[Measurements, Sequence[WordingRow]] = ReportAnalysis(
    "wording",
    "Diversity of the texts",
    AS_PUBLISHED,
    "whether the texts are varied enough to generalise",
    rows=_rows,
    show=lambda measurements, rows: Result((table(rows),)),
)
