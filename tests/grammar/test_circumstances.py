"""Preference reversals and foreseeability: arms that differ in one stated fact, which no rule reads."""

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from probe.errors import InputError
from probe.generation.schema_check import check_schemas
from probe.grammar import GrammarAuthor, library_folder, read_library
from probe.grammar.inserting import PLACEBO_TOLERANCE
from probe.grammar.schema import SIDES
from probe.grammar.variants import forms
from probe.values import Bias, Candidate, Option
from probe.values.constructs import construct_of
from probe.values.texts import passage_of
from tests.grammar.composed import change, origin, pair_of, refused_line

KINDS = {"reversal": Bias.HYPERBOLIC_DISCOUNTING, "foreseeability": Bias.HINDSIGHT}
SCHEMAS = [schema for schema in read_library().schemas if schema.circumstance]


def compose(measures: str, count: int = 8, mode: str = "closed-book") -> list[Candidate]:
    author = GrammarAuthor({"mode": mode, "measures": measures, "depth": "3-4"}, seed=4)
    return [author.candidate(KINDS[measures], index) for index in range(count)]


def differing_clauses(candidate: Candidate) -> tuple[set[str], set[str]]:
    """Return the clauses that only the unbiased and only the biased program has."""
    assert candidate.programs
    lines = [set(text.splitlines()) for text in (candidate.programs.unbiased, candidate.programs.biased)]
    return lines[0] - lines[1], lines[1] - lines[0]


@pytest.mark.parametrize("mode", ["policy", "closed-book"])
def test_a_reversal_puts_both_rewards_off_and_changes_nothing_else(mode: str) -> None:
    """Towards the smaller reward where both begin today, towards the larger one where they begin in ten weeks."""
    for candidate in compose("reversal", mode=mode):
        passage = passage_of(candidate.texts.unbiased, candidate.texts.biased)
        today, later = re.compile("today|this morning", re.IGNORECASE), re.compile("ten weeks", re.IGNORECASE)
        start_pattern, end_pattern = (today, later) if origin(candidate, "right") == "second" else (later, today)
        assert start_pattern.search(passage.cued)
        assert end_pattern.search(passage.original)
        [unbiased_clause], [cue] = differing_clauses(candidate)
        assert {unbiased_clause.partition("(")[2], cue.partition("(")[2]} == {"today).", "in_ten_weeks)."}
        assert candidate.programs
        assert cue.partition("(")[0] not in candidate.programs.axioms
        assert candidate.controls
        assert candidate.controls.placebo
        assert end_pattern.search(passage_of(candidate.texts.biased, candidate.controls.placebo).cued)
        assert candidate.controls.counter is None


def test_a_placebo_that_says_the_same_in_other_words_is_as_long_as_the_cue() -> None:
    """Whichever wordings are drawn."""
    for circumstance in (schema.circumstance for schema in SCHEMAS if schema.circumstance):
        texts = [form for side in SIDES for wording in circumstance.wordings(side) for form in forms(wording)]
        lengths = [len(text) for text in texts] if circumstance.always else [1]
        assert max(lengths) - min(lengths) <= PLACEBO_TOLERANCE * min(lengths), texts


def test_the_foreseeability_of_an_event_is_asked_with_and_without_its_outcome() -> None:
    """What happened pushes towards foreseeable, what did not happen towards the opposite."""
    for candidate in compose("foreseeability"):
        unbiased_clause, [cue] = differing_clauses(candidate)
        has_happened = cue.partition("(")[2] in {"overload).", "late).", "failure)."}
        assert unbiased_clause == set()
        assert has_happened == (origin(candidate, "right") == "second")
        assert candidate.controls
        assert candidate.controls.counter
        assert candidate.controls.placebo
        assert "foreseeable" in candidate.texts.unbiased
        assert "appropriate" not in candidate.texts.unbiased


@pytest.mark.parametrize("measures", KINDS)
def test_actions_and_letters_are_balanced_and_the_construct_is_named(measures: str) -> None:
    candidates = compose(measures, 16)
    assert Counter(origin(candidate, "right") for candidate in candidates) == {"first": 8, "second": 8}
    assert Counter(candidate.correct_option for candidate in candidates) == {Option.A: 8, Option.B: 8}
    names = {"reversal": "preference reversal", "foreseeability": "foreseeability"}
    pair = pair_of(candidates[0])
    provenance = pair.provenance.model_copy(update={"seed_ids": candidates[0].seed_ids})
    assert construct_of(pair.model_copy(update={"provenance": provenance})) == names[measures]


@pytest.mark.parametrize("schema", [schema.about for schema in SCHEMAS])
async def test_every_dilemma_and_its_twin_hold_every_strict_check(schema: str) -> None:
    """The fact that differs is inert because no rule can read it."""
    [schema_check] = await check_schemas(library_folder(), schema, per_depth=3)
    assert schema_check.composed >= 9
    assert schema_check.certified == schema_check.composed
    assert schema_check.problems == ()


@pytest.mark.parametrize("measures", KINDS)
def test_only_the_bias_that_they_are_for_has_them(measures: str) -> None:
    author = GrammarAuthor({"measures": measures, "depth": "3-4"})
    with pytest.raises(InputError, match=rf"measures={measures} is not for framing effect: add --bias"):
        author.candidate(Bias.FRAMING, 0)
    with pytest.raises(InputError, match="unknown construct 'future'"):
        GrammarAuthor({"measures": "future"})


@pytest.mark.parametrize(
    ("before", "after", "line_has"),
    [
        ('fact = "contract_starts"', 'fact = "demanded"', 'fact = "demanded"'),
        ('values = ["today", "in_ten_weeks"]', 'values = ["today", "today"]', "values"),
        ("with either of the two|", "with either of the {tow}|", "{tow}"),
    ],
)
def test_a_circumstance_that_a_rule_could_read_is_refused(
    before: str, after: str, line_has: str, tmp_path: Path
) -> None:
    for name in ("schemas", "modules"):
        shutil.copytree(library_folder() / name, tmp_path / name)
    path = change(tmp_path / "schemas" / "reversal" / "cloud_credit.toml", before, after)
    with pytest.raises(InputError) as error:
        read_library(tmp_path)
    assert line_has in refused_line(path, error.value)
