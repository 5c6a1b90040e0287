"""Ranks of results: only if differences are significant after adjustment."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from pydantic import JsonValue

from probe.analysis.tables import Gap
from probe.study.estimates import ALL, DilemmaEffect, DoseCurve, MainResult
from probe.study.result import AnswerCounts, AskedSettings, StoredResult, StudyCosts, StudyResult
from probe.study.table import Grouping, doses_table, results_table

BIASES = ("anchoring bias", "framing effect")


def result(name: str, effects: Sequence[float]) -> StoredResult:
    """Return a result with the effects on as many dilemmas, alternating between both biases."""
    by_dilemma = tuple(
        DilemmaEffect(
            item=f"{number:03}", bias=BIASES[number % 2], mode="m", cluster=f"{number}", depth=4, effect=effect
        )
        for number, effect in enumerate(effects)
    )
    main = MainResult(
        measure="effect", dilemmas=len(by_dilemma), clusters=len(by_dilemma), estimate=0, low=0, high=0, p=None
    )
    content = StudyResult(
        study="s",
        part="full",
        recipe="",
        analysis=1,
        probe="",
        content={},
        subject=name,
        settings=AskedSettings(arms=(), runs=2, order="both", prompts={}, mitigations={}),
        counts=AnswerCounts(dilemmas=len(by_dilemma), questions=0, refused=0, unparsed={}),
        costs=StudyCosts(calls=0, prompt_tokens=0, completion_tokens=0, cached_tokens=0, usd=None),
        answered_by={},
        main=main,
        doses=None,
        tables={},
        effects=by_dilemma,
        decisions="",
    )
    return StoredResult(Path(name), content)


def ranks(*results: StoredResult, grouping: Grouping = "all") -> dict[tuple[object, object], object]:
    return {(row["group"], row["subject"]): row["rank"] for row in results_table(results, grouping).rows}


NEVER_MOVED = result("unmoved", [0.0] * 40)
RARELY_MOVED = result("rarely", [0.5] * 5 + [0.0] * 35)
"""Moved by 6 points: p is 0.025 in comparison with the subject that never moves."""
OFTEN_MOVED = result("often", [0.5, 1.0, 0.5, 0.5] * 10)


def test_a_rank_counts_the_differences_that_hold() -> None:
    assert ranks(OFTEN_MOVED, NEVER_MOVED) == {("all dilemmas", "unmoved"): "1", ("all dilemmas", "often"): "2"}
    assert ranks(OFTEN_MOVED, result("as often", [1.0, 0.5, 0.5, 0.5] * 10), NEVER_MOVED) == {
        ("all dilemmas", "unmoved"): "1",
        ("all dilemmas", "often"): "2–3",
        ("all dilemmas", "as often"): "2–3",
    }


def test_ranks_are_adjusted_for_every_pair_of_the_table() -> None:
    """A difference with p = 0.025 is significant alone, but not among three."""
    two, three = (
        ranks(NEVER_MOVED, RARELY_MOVED),
        ranks(NEVER_MOVED, RARELY_MOVED, result("like rarely", [0.0] * 35 + [0.5] * 5)),
    )
    assert list(two.values()) == ["1", "2"]
    assert set(three.values()) == {"1–3"}


@pytest.mark.parametrize(("dilemmas", "ranked"), [(38, False), (40, True)])
def test_a_group_of_few_dilemmas_is_not_ranked(dilemmas: int, ranked: bool) -> None:
    by_group = ranks(result("low", [0.0] * dilemmas), result("high", [0.5, 0.5, 1.0, 1.0] * 10), grouping="bias")
    assert len(by_group) == 4
    lows = [rank for (_, subject), rank in by_group.items() if subject == "low"]
    assert lows == ["1", "1"] if ranked else all(isinstance(rank, Gap) for rank in lows)


def with_verdict(study_result: StoredResult, verdict: JsonValue, doses: DoseCurve | None = None) -> StoredResult:
    """Return a result whose report has this verdict on its subject."""
    verdicts: list[dict[str, JsonValue]] = [{"subject": study_result.result.subject, "verdict": verdict}]
    content = study_result.result.model_copy(update={"tables": {ALL: {"verdicts": verdicts}}, "doses": doses})
    return study_result._replace(result=content)


def test_nothing_is_concluded_from_the_dose_curve_of_a_subject_that_guesses() -> None:
    flat_curve = DoseCurve(
        verdict="uninformative at this dose", dilemmas=40, clusters=40, points=(), estimate=0, low=-0.01, high=0.01
    )
    reason = "cannot be told from guessing"
    results = [
        with_verdict(result("guessing", [0.0] * 40), reason, flat_curve),
        with_verdict(NEVER_MOVED, "not moved by the cue", flat_curve),
    ]
    table = doses_table(results)
    outcomes = {row["subject"]: row["verdict"] for row in table.rows}
    assert outcomes == {"unmoved": "uninformative at this dose", "guessing": Gap(reason=reason)}
    assert any("guessing" in note and reason in note for note in table.notes)
    (flat_note,) = (note for note in results_table(results).notes if "--by dose" in note)
    assert "unmoved" in flat_note
    assert "guessing" not in flat_note


@pytest.mark.parametrize("verdict", [{"gap": "none"}, ["no text"], 7, None])
def test_a_verdict_that_is_not_text_stops_no_table(verdict: JsonValue) -> None:
    """A result file may come from anyone."""
    assert ranks(with_verdict(OFTEN_MOVED, verdict), NEVER_MOVED) == ranks(OFTEN_MOVED, NEVER_MOVED)


def test_a_subject_that_guesses_has_no_rank_and_none_is_ranked_against_it() -> None:
    guesser = with_verdict(result("guessing", [0.0] * 40), "cannot be told from guessing")
    table = results_table([OFTEN_MOVED, NEVER_MOVED, guesser])
    by_name = {row["subject"]: row["rank"] for row in table.rows}
    assert by_name == {"unmoved": "1", "often": "2", "guessing": Gap(reason="cannot be told from guessing")}
    assert any("guessing has no rank" in note for note in table.notes)
