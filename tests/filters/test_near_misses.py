"""How closely a rejected candidate missed a stage, from the evidence of the rejection."""

import pytest

from probe.filters.cascade import near_miss
from probe.values import Evidence

RANGES: Evidence = {"levenshtein_range": [0.7, 0.99], "cosine_range": [0.9, 0.99]}


@pytest.mark.parametrize(
    ("evidence", "miss"),
    [
        ({"levenshtein": 0.65}, "levenshtein 0.650, 0.050 below 0.7"),
        ({"levenshtein": 0.99}, "levenshtein 0.990, 0.000 above 0.99"),
        ({"levenshtein": 1.0}, "levenshtein 1.000, 0.010 above 0.99"),
        ({"levenshtein": 0.7, "cosine": 0.87}, "cosine 0.870, 0.030 below 0.9"),
        ({"levenshtein": 0.8, "cosine": 0.995}, "cosine 0.995, 0.005 above 0.99"),
        ({"levenshtein": 0.8, "cosine": 0.9}, ""),
        ({"levenshtein": 0.8}, ""),
        ({"levenshtein": "0.65"}, ""),
        ({}, ""),
    ],
)
def test_a_similarity_misses_its_range_below_or_above(evidence: Evidence, miss: str) -> None:
    assert near_miss("pair_similarity", RANGES | evidence) == miss


@pytest.mark.parametrize("allowed", [None, [], [0.7], [0.7, 0.8, 0.9], "0.7-0.9"])
def test_a_range_that_cannot_be_read_is_not_missed(allowed: list[float] | str | None) -> None:
    evidence: Evidence = {"levenshtein": 0.1, "levenshtein_range": [*allowed] if allowed else None}
    assert near_miss("pair_similarity", evidence) == ""


@pytest.mark.parametrize(
    ("stage", "evidence", "miss"),
    [
        ("collision", {"cosine": 0.93, "limit": 0.9}, "cosine 0.930, 0.030 above 0.9"),
        ("collision", {"cosine": 0.93}, ""),
        ("collision", {"limit": 0.9}, ""),
        ("round_trip", {"cosine_at_least": 0.65, "unbiased": {"cosine": 0.6}}, "cosine 0.600, 0.050 below 0.65"),
        (
            "round_trip",
            {"cosine_at_least": 0.65, "unbiased": {"cosine": 0.9}, "biased": {"cosine": 0.55}},
            "cosine 0.550, 0.100 below 0.65",
        ),
        ("round_trip", {"cosine_at_least": 0.65, "unbiased": {"cosine": 0.65}}, ""),
        (
            "round_trip",
            {"cosine_at_least": 0.65, "unbiased": {"cosine": 0.6}, "biased": {"answer": "?"}},
            "cosine 0.600, 0.050 below 0.65",
        ),
        ("round_trip", {"cosine_at_least": 0.65, "unbiased": {"answer": "?"}}, ""),
        ("round_trip", {"cosine_at_least": 0.65, "unbiased": {"cosine": 0.9}}, ""),
        ("round_trip", {"unbiased": {"cosine": 0.6}}, ""),
        ("decision", {"yes": 3, "needed": 4}, "3 of 4 required votes"),
        ("bias_judge", {"yes": 0, "needed": 2}, "0 of 2 required votes"),
        ("bias_existence", {"yes": 0, "needed": 1}, "0 of 1 required votes"),
        ("decision", {"yes": 3}, ""),
        ("decision", {"needed": 3}, ""),
        ("certificate", {"outcomes": {"loads": "fails", "unique": "holds"}}, "1 of 2 checks fails"),
        ("certificate", {"outcomes": {"loads": "fails", "unique": "fails", "safe": "holds"}}, "2 of 3 checks fail"),
        ("certificate", {"outcomes": {"safe": "undetermined", "loads": "holds"}}, "1 of 2 checks fails"),
        (
            "certificate",
            {"outcomes": {"loads": "not_run", "distinct": "vacuous", "safe": "not_applicable"}},
            "0 of 3 checks fail",
        ),
        ("certificate", {"answer": "Sorry."}, ""),
        ("template", {"ends": "."}, ""),
        ("grounding", {"difference": "another room"}, ""),
        ("a stage of another version", {"yes": 3, "needed": 4}, ""),
    ],
)
def test_a_miss_is_measured_from_the_evidence_of_the_stage(stage: str, evidence: Evidence, miss: str) -> None:
    assert near_miss(stage, evidence) == miss
