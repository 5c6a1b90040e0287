"""What the author composes: balance, ranges, and independence of everything but (seed, bias, index)."""

import asyncio
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from probe.errors import InputError
from probe.grammar import GrammarAuthor, GrammarOptions
from probe.values import Bias, Candidate, Option
from tests.grammar.composed import PER_BIAS, asked, edit


def test_right_options_alternate(candidates: list[Candidate]) -> None:
    for bias in Bias:
        options = [candidate.correct_option for candidate in candidates if candidate.bias is bias]
        assert options.count(Option.A) == options.count(Option.B)
        assert all(first is not second for first, second in pairwise(options))


def test_a_dilemma_does_not_depend_on_how_many_are_made(author: GrammarAuthor) -> None:
    late = GrammarAuthor(seed=7, expansion_size=3).candidate(Bias.AVAILABILITY, 41)
    asyncio.run(author.expand(Bias.AVAILABILITY, 0))
    here = author.candidate(Bias.AVAILABILITY, 41)
    assert here.model_copy(update={"expansion": 13, "position": 2}) == late


async def test_an_expansion_is_five_candidates_in_order(author: GrammarAuthor) -> None:
    found = await author.expand(Bias.FRAMING, 2)
    assert [candidate.position for candidate in found] == [0, 1, 2, 3, 4]
    assert {candidate.expansion for candidate in found} == {2}
    assert [candidate.texts for candidate in found] == [
        author.candidate(Bias.FRAMING, index).texts for index in range(10, 15)
    ]


def test_other_seeds_share_no_text(candidates: list[Candidate]) -> None:
    other = GrammarAuthor(seed=8)
    theirs = {other.candidate(bias, index).texts.unbiased for bias in Bias for index in range(PER_BIAS)}
    ours = {candidate.texts.unbiased for candidate in candidates}
    assert len(ours) == len(candidates)
    assert not ours & theirs


def test_every_practice_is_used_once_before_any_is_used_twice(author: GrammarAuthor) -> None:
    count = len(author.practice_library.practices)
    used = [asked(author.candidate(Bias.ANCHORING, index), "practice") for index in range(count)]
    assert len(set(used)) == count


def test_a_practice_meets_a_context_once(author: GrammarAuthor) -> None:
    met = [
        (asked(candidate, "practice"), asked(candidate, "context"))
        for bias in Bias
        for index in range(100)
        for candidate in [author.candidate(bias, index)]
    ]
    assert len(set(met)) == len(met)


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_another_process_composes_the_same(hash_seed: str, author: GrammarAuthor) -> None:
    """Python's own hashes differ between the processes; what is composed does not."""
    script = (
        "from probe.grammar import GrammarAuthor; from probe.values import Bias;"
        "print(GrammarAuthor(seed=7).candidate(Bias.CONFIRMATION, 5).model_dump_json())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(Path(__file__).parents[2])}
    run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert Candidate.model_validate_json(run.stdout) == author.candidate(Bias.CONFIRMATION, 5)


def test_a_series_tells_one_scenario_at_several_depths() -> None:
    """Between the depths of a series one sentence differs, and nothing else."""
    author = GrammarAuthor({"series": "4"}, seed=3)
    for bias in Bias:
        told = [author.candidate(bias, index) for index in range(8)]
        for series in (told[:4], told[4:]):
            assert [asked(candidate, "depth") for candidate in series] == ["2", "4", "6", "8"]
            assert len({candidate.series for candidate in series}) == 1
            assert series[0].series is not None
            assert len({candidate.correct_option for candidate in series}) == 1
            first = series[0].texts.unbiased
            for other in series[1:]:
                here, there = edit(other.texts.unbiased, first), edit(first, other.texts.unbiased)
                assert not re.search(r"[.?!] \w", here + there)
                assert "\n" not in here + there
        assert told[0].series != told[4].series


@pytest.mark.parametrize("count", [0, 1, 4])
def test_distractors_are_as_many_as_asked_for(count: int) -> None:
    """Each is a fact of the program that no rule of the proof reads, and a sentence of the text."""
    author = GrammarAuthor({"distractors": str(count)}, seed=2)
    none = GrammarAuthor({"distractors": "0"}, seed=2)
    for index in range(20):
        more, less = (made.candidate(Bias.OVERCONFIDENCE, index) for made in (author, none))
        assert more.programs is not None
        assert less.programs is not None
        assert more.programs.unbiased.count("\n") - less.programs.unbiased.count("\n") == count


def test_a_range_of_one_depth_is_kept() -> None:
    author = GrammarAuthor({"depth": "5", "branches": "2"}, seed=1)
    for index in range(10):
        candidate = author.candidate(Bias.HYPERBOLIC_DISCOUNTING, index)
        assert (asked(candidate, "depth"), asked(candidate, "size")) == ("5", "7")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"depth": "1-8"}, "out of range"),
        ({"depth": "8-2"}, "out of range"),
        ({"depth": "deep"}, "is not a range"),
        ({"distractors": "5"}, "out of range"),
        ({"series": "9"}, "out of range"),
        ({"depth": "4-5", "series": "3"}, "out of range"),
        ({"colour": "red"}, "unknown option 'colour'"),
    ],
)
def test_options_that_cannot_be_met_are_refused(options: dict[str, str], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        GrammarOptions.parse(options)


def test_the_manifest_names_what_would_compose_the_same_again(author: GrammarAuthor) -> None:
    manifest = author.manifest
    assert manifest["seed"] == 7
    assert manifest["library"] == author.practice_library.version
    assert manifest["options"] == {"depth": [2, 8], "distractors": [0, 0], "branches": [0, 2], "series": 1}
