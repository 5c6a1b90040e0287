"""Sentences that differ from their clause or fact are reported; the library has none."""

from pathlib import Path

import pytest

from probe.grammar import read_library
from probe.grammar.meaning_checks import meaning_problems
from tests.grammar.composed import change

SCHEMA = Path("schemas") / "performance" / "cluster_size.toml"


def problems(folder: Path) -> list[str]:
    (schema,) = read_library(folder).schemas
    return list(meaning_problems(schema))


def test_the_library_says_what_its_clauses_do() -> None:
    library = read_library()
    assert {problem for schema in library.schemas for problem in meaning_problems(schema)} == set()
    assert {problem for module in library.modules for problem in meaning_problems(module)} == set()


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        (
            '    "The cluster {has|had} to survive the failure of {spare}.",',
            '    "The cluster survives the failure of {spare}.",',
            "a fact without a tense",
        ),
        (
            '    "Buy more servers for {product}",',
            '    "Just hack together servers for {product}",',
            "judges an option",
        ),
    ],
)
def test_a_fact_without_a_tense_and_a_judging_option_are_reported(
    small_library: Path, before: str, after: str, reason: str
) -> None:
    change(small_library / SCHEMA, before, after)
    (problem,) = problems(small_library)
    assert reason in problem


@pytest.mark.parametrize(
    ("wording", "reason"),
    [
        ("Cats prefer milk.", "says nothing about it"),
        ("If the peak load is at most the capacity of the cluster, we add servers.", "says the opposite"),
        ("If the peak load is no more than the capacity of the cluster, we add servers.", "says the opposite"),
    ],
)
def test_a_rule_that_says_something_else_is_reported(small_library: Path, wording: str, reason: str) -> None:
    path = small_library / SCHEMA
    offset = path.read_text(encoding="utf-8").index('when = "peak_load > capacity"')
    lines = path.read_text(encoding="utf-8")[offset:].splitlines()
    first = next(line for line in lines if line.startswith('    "'))
    change(path, first, f'    "{wording}",', count=1)
    messages = problems(small_library)
    assert messages
    assert all(reason in problem for problem in messages)
