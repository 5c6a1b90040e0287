"""Lookups in a run's file give the same results as reading all of it."""

from pathlib import Path

import pytest

from probe.errors import InputError
from probe.store import open_run, read_run
from probe.store.reading import candidate_by_number, decisions_on, flipped_pairs, rejected_candidates, run_settings
from probe.values import Arm, Bias, Candidate, CandidateState, Decision, StageOutcome, StageResult, Texts, index_of


def decision_of(pair_id: str, arm: Arm, run: int, letter: str, mitigation: str = "none") -> Decision:
    return Decision(item_id=pair_id, arm=arm, run=run, decision=index_of(letter), mitigation=mitigation)


def candidate(position: int, bias: Bias = Bias.FRAMING, **changes: object) -> Candidate:
    fields = {"bias": bias, "author": "x", "expansion": 0, "position": position}
    return Candidate.model_validate({**fields, "texts": Texts(unbiased=f"u{position}", biased="b"), **changes})


def test_settings_and_decisions_of_one_pair(tmp_path: Path) -> None:
    with open_run(tmp_path, {"kind": "evaluate", "runs": 2}) as run:
        for pair_id in ("p", "q"):
            for number in (1, 0):
                run.keep_decision(decision_of(pair_id, Arm.BIASED, number, "A"))
    assert run_settings(tmp_path) == {"kind": "evaluate", "runs": 2}
    assert [(decision.item_id, decision.run) for decision in decisions_on(tmp_path, "q")] == [("q", 0), ("q", 1)]
    assert decisions_on(tmp_path, "none") == ()
    with read_run(tmp_path) as run:
        assert decisions_on(tmp_path, "p") == tuple(decision for decision in run.decisions() if decision.item_id == "p")


@pytest.mark.parametrize(
    ("unbiased", "biased", "flipped"),
    [
        (("A", "A"), ("A", "B"), True),
        (("A", "B"), ("A", "B"), False),
        (("A", "A"), ("A", "unparsed"), False),
        (("unparsed", "B"), ("A", "B"), False),
        (("A", "B"), ("B", "A"), True),
    ],
)
def test_a_pair_flips_where_one_run_decides_its_texts_differently(
    tmp_path: Path, unbiased: tuple[str, str], biased: tuple[str, str], flipped: bool
) -> None:
    """Run by run: a difference between two runs is not a flip, and neither is an unreadable answer."""
    with open_run(tmp_path, {}) as run:
        for arm, letters in ((Arm.UNBIASED, unbiased), (Arm.BIASED, biased), (Arm.PLACEBO, ("B", "A"))):
            for number, letter in enumerate(letters):
                run.keep_decision(decision_of("p", arm, number, letter))
    assert flipped_pairs(tmp_path) == (frozenset({"p"}) if flipped else frozenset())


@pytest.mark.parametrize(("mitigations", "flipped"), [(("none",), False), ((), True)])
def test_flips_under_a_mitigation_do_not_count_beside_plain_decisions(
    tmp_path: Path, mitigations: tuple[str, ...], flipped: bool
) -> None:
    """As for items of other protocols: if an evaluation has only mitigations, their flips count."""
    with open_run(tmp_path, {}) as run:
        run.keep_decision(decision_of("p", Arm.UNBIASED, 0, "A", "axioms"))
        run.keep_decision(decision_of("p", Arm.BIASED, 0, "B", "axioms"))
        for mitigation in mitigations:
            for arm in (Arm.UNBIASED, Arm.BIASED):
                run.keep_decision(decision_of("p", arm, 0, "A", mitigation))
    assert flipped_pairs(tmp_path) == (frozenset({"p"}) if flipped else frozenset())


def test_what_was_not_accepted_comes_with_the_evidence_of_the_stage_that_ended_it(tmp_path: Path) -> None:
    """In the order of bias, expansion, author and position; the complete candidate is found by its number."""
    template_result = StageResult(stage="template", outcome=StageOutcome.ACCEPTED, reason="", evidence={"n": 1})
    first_collision_result = StageResult(
        stage="collision", outcome=StageOutcome.ACCEPTED, reason="", evidence={"cosine": 0.1}
    )
    last_collision_result = StageResult(
        stage="collision", outcome=StageOutcome.REJECTED, reason="too near", evidence={"cosine": 0.95}
    )
    rejected_candidate = (
        candidate(1).with_result(template_result).with_result(first_collision_result).with_result(last_collision_result)
    )
    with open_run(tmp_path, {}) as run:
        run.keep_candidate(rejected_candidate, CandidateState.REJECTED)
        run.keep_candidate(candidate(0), CandidateState.SURPLUS)
        run.keep_candidate(candidate(2), CandidateState.ACCEPTED)
        run.keep_candidate(candidate(0, Bias.ANCHORING), CandidateState.REPEATED)
    rejections = rejected_candidates(tmp_path)
    assert [(row.bias, row.state, row.stage, row.reason, row.evidence) for row in rejections] == [
        ("anchoring bias", "repeated", "", "", {}),
        ("framing effect", "surplus", "", "", {}),
        ("framing effect", "rejected", "collision", "too near", {"cosine": 0.95}),
    ]
    assert candidate_by_number(tmp_path, rejections[2].number) == rejected_candidate
    assert candidate_by_number(tmp_path, 1 + max(row.number for row in rejections) * 2) is None


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=str(tmp_path)):
        run_settings(tmp_path)
