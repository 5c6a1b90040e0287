"""The shortcut audit reports exactly the leaks that are planted."""

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from scipy import stats

from probe.analysis.dataset import shortcut_guessers as guessers
from probe.analysis.dataset import shortcuts as audit
from probe.analysis.dataset.shortcut_cases import cases_of, texts_to_embed
from probe.analysis.dataset.shortcut_guesses import (
    CUE,
    FACT,
    FALLS_SHORT,
    GROUPS,
    LETTERS,
    OPTIONS,
    ORDER,
    POSITION,
    STORY,
)
from probe.analysis.dataset.shortcuts import Shortcuts, memorised_cases
from probe.analysis.figures.style import draw
from probe.analysis.statistics.accuracy import accuracy, holm_intervals
from probe.analysis.tables import Gap
from tests.analysis.planted_shortcuts import hashed_vectors, planted_pairs, shortcuts, shortcuts_of_cases, with_twins
from tests.defined import defined


@pytest.fixture(autouse=True, scope="module")
def few_trees() -> Iterator[None]:
    """Planted leaks are strong enough for a few trees to find them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guessers, "TREES", 6)
        yield


@cache
def audit_leak(leak: str) -> Shortcuts:
    pairs = planted_pairs(leak)
    return shortcuts(pairs, hashed_vectors(texts_to_embed(pairs)))


def leaks(findings: Shortcuts, scope: str = audit.ORIGINALS) -> set[str]:
    return {row.predictor for row in findings.rows if row.leak == "yes" and row.scope == scope}


@pytest.mark.parametrize(
    ("leak", "flagged_predictors"),
    [
        ("none", set()),
        ("options", {OPTIONS}),
        ("cue", {CUE}),
        ("order", {ORDER}),
        ("position", {POSITION, LETTERS, ORDER}),
        ("fact", {FACT}),
    ],
)
def test_exactly_the_planted_leak_is_flagged(leak: str, flagged_predictors: set[str]) -> None:
    assert leaks(audit_leak(leak)) == flagged_predictors


def test_the_table_has_a_reason_for_what_was_not_run_and_the_figure_names_the_leaks() -> None:
    findings = audit_leak("options")
    (story,) = audit.table(findings).where(predictor=STORY)
    assert isinstance(story["accuracy"], Gap)
    assert OPTIONS in audit.picture(findings).alt
    assert CUE not in audit.picture(findings).alt
    assert "<svg" in draw(audit.picture(findings)).svg
    by_bias = audit.bias_table(findings)
    assert len(by_bias.columns) == 3 + 8
    assert min(float(str(cell)) for cell in by_bias.where(predictor=OPTIONS, held_out=GROUPS)[0].values()
               if isinstance(cell, float)) > 0.9  # fmt: skip


def test_twins_cancel_what_options_reveal_and_a_story_that_reveals_the_letter_is_flagged_in_originals() -> None:
    """Original and twin share everything but the decisive fact, so nothing else can predict both."""
    cases, vectors = with_twins(planted_pairs("options", count=160), with_urgent_fact=True)
    findings = shortcuts_of_cases(cases, vectors, composed=True)
    assert leaks(findings) == {OPTIONS, STORY}
    assert leaks(findings, audit.WITH_TWINS) == set()
    twin_rows = [
        row for row in findings.rows if row.scope == audit.WITH_TWINS and row.predictor in (OPTIONS, STORY, CUE)
    ]
    assert twin_rows
    assert all(row.accuracy == pytest.approx(0.5, abs=1e-9) for row in twin_rows)


def test_twins_are_held_out_with_their_originals() -> None:
    """Otherwise a guesser that has seen the original could infer the opposite answer of the twin."""
    cases, vectors = with_twins(planted_pairs("none", count=100))
    findings = shortcuts_of_cases(cases, vectors, composed=True)
    assert all(float(str(row.accuracy)) >= 0.4 for row in findings.rows if row.predictor in (OPTIONS, STORY, CUE))


def test_targets_apply_to_large_composed_sets_only(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = planted_pairs("options", count=80)
    vectors = hashed_vectors(texts_to_embed(pairs))
    assert not audit_leak("options").falls_short
    monkeypatch.setattr(audit, "GATED_FROM", len(pairs))
    findings = shortcuts(pairs, vectors)
    assert findings.falls_short
    assert {row.predictor for row in findings.rows if row.gate == FALLS_SHORT} >= {OPTIONS}
    imported_pairs = [
        pair.model_copy(update={"provenance": pair.provenance.model_copy(update={"author": "gpt"})}) for pair in pairs
    ]
    vectors = hashed_vectors(texts_to_embed(imported_pairs))
    assert not shortcuts(imported_pairs, vectors).falls_short


def test_what_is_learnt_on_one_dataset_is_asked_on_another() -> None:
    first_pairs, second_pairs = planted_pairs("options", seed=1), planted_pairs("options", seed=2)
    clean_pairs = planted_pairs("none", seed=3)
    vectors = hashed_vectors(texts_to_embed((*first_pairs, *second_pairs, *clean_pairs)))
    learnt_cases, tested_cases, unrelated_cases = (
        cases_of(pairs, vectors) for pairs in (first_pairs, second_pairs, clean_pairs)
    )
    assert {row.leak for row in memorised_cases(learnt_cases, tested_cases, vectors, "one", composed=True)} == {"yes"}
    assert {row.leak for row in memorised_cases(learnt_cases, unrelated_cases, vectors, "one", composed=True)} == {"no"}
    assert memorised_cases(learnt_cases, learnt_cases, vectors, "one", composed=True) == ()


def test_composed_pairs_are_grouped_by_schema_and_others_by_topic() -> None:
    pairs = planted_pairs("none", count=60)
    vectors = hashed_vectors(texts_to_embed(pairs))
    assert {case.group for case in cases_of(pairs, vectors)} == {pair.provenance.seed_ids[0] for pair in pairs}
    other_pairs = [
        pair.model_copy(update={"provenance": pair.provenance.model_copy(update={"author": "gpt"})}) for pair in pairs
    ]
    vectors = hashed_vectors(texts_to_embed(other_pairs))
    assert len({case.group for case in cases_of(other_pairs, vectors)}) == 5


def test_clusters_widen_an_interval_and_twins_never_narrow_it() -> None:
    hits = np.repeat([1.0, 0.0, 1.0, 1.0, 0.0, 1.0], 20)
    independent_accuracy = defined(accuracy(hits, [str(index) for index in range(120)]))
    grouped_accuracy = defined(accuracy(hits, [str(index // 20) for index in range(120)]))
    twins = defined(accuracy(np.tile([1.0, 0.0], 60), [str(index // 2) for index in range(120)]))
    assert grouped_accuracy.effective < independent_accuracy.effective / 10
    assert twins.effective == 120
    assert accuracy(hits, ["one"] * 120) is None


def test_lower_ends_agree_with_holms_test_and_the_largest_is_the_most_adjusted() -> None:
    accuracies = [accuracy(np.repeat([1.0, 0.0], [hits, 400 - hits]), [str(n) for n in range(400)])
               for hits in (200, 221, 222, 260)]  # fmt: skip
    defined_accuracies = [estimate for estimate in accuracies if estimate is not None]
    intervals = holm_intervals(defined_accuracies, 0.55)
    assert [interval.low > 0.5 for interval in intervals] == [False, False, False, True]
    level = 0.025 / 4
    reference = stats.binomtest(260, 400).proportion_ci(1 - 2 * level, method="wilson")
    assert intervals[3].low == pytest.approx(reference.low, abs=0.003)
    assert intervals[0].high > 0.55  # without the adjustment it would be 0.549
