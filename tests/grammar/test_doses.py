"""Arms that give a cue several times: other people's words after the cue, each with a neutral sentence as long."""

import re
import shutil
from pathlib import Path

import pytest

from probe.errors import InputError
from probe.grammar import GrammarAuthor, read_library
from probe.grammar.inserting import PLACEBO_TOLERANCE
from probe.grammar.library import library_folder
from probe.values import Arm, Bias, Candidate
from probe.values.base import DOSES, REPEATED_ARMS
from probe.values.texts import passage_of

REPEATING = [bias for bias in Bias if bias is not Bias.FRAMING]
OPTIONS = {"mode": "closed-book", "depth": "4-5", "series": "2"}
ENDS = 3
"""Characters by which two passages can differ because they begin or end alike."""


@pytest.fixture(scope="module")
def dosed_candidates() -> dict[Bias, Candidate]:
    author = GrammarAuthor({**OPTIONS, "doses": "3"}, seed=4)
    return {bias: author.candidate(bias, 0) for bias in Bias}


def added_text(candidate: Candidate, arm: Arm) -> str:
    """Return what ``arm`` has in the cue's place."""
    text = candidate.texts.biased if arm is Arm.BIASED else getattr(candidate.controls, arm.value)
    return passage_of(candidate.texts.unbiased, text).cued


@pytest.mark.parametrize("bias", REPEATING)
def test_each_dose_adds_another_voice_after_the_cue(dosed_candidates: dict[Bias, Candidate], bias: Bias) -> None:
    once, twice, thrice = (added_text(dosed_candidates[bias], arms[0]).rstrip() for arms in DOSES.values())
    assert twice.startswith(once[:-ENDS])
    assert thrice.startswith(twice[:-ENDS])
    assert len(once) + 20 < len(twice) < len(thrice) - 20
    assert len(set(re.findall("tester|designer|operations|support", thrice))) >= 2


@pytest.mark.parametrize("bias", REPEATING)
def test_each_dose_has_a_placebo_of_its_length(dosed_candidates: dict[Bias, Candidate], bias: Bias) -> None:
    for cued, neutral in DOSES.values():
        cue, placebo = added_text(dosed_candidates[bias], cued), added_text(dosed_candidates[bias], neutral)
        assert abs(len(cue) - len(placebo)) <= PLACEBO_TOLERANCE * len(cue) + ENDS
        sentences = re.split(r"(?<=[.!?])\s+", placebo.strip())
        assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("bias", REPEATING)
def test_doses_change_no_other_text_and_no_program(dosed_candidates: dict[Bias, Candidate], bias: Bias) -> None:
    """So the certificate of the pair is that of its doses: they mention the kind of reason that the cue mentions."""
    plain_candidate = GrammarAuthor(OPTIONS, seed=4).candidate(bias, 0)
    candidate = dosed_candidates[bias]
    assert candidate.programs == plain_candidate.programs
    if not re.search(
        r"^\S+, \w{3} \d\d:\d\d: ", plain_candidate.texts.biased, re.MULTILINE
    ):  # in these forms the cue may be a comment
        assert candidate.texts == plain_candidate.texts
    kinds = {cue.kind for cue in read_library().cues[bias]}
    assert {repeat.kind for repeat in read_library().repeats[bias]} == kinds
    assert len(kinds) == 1


def test_a_frame_is_not_repeated(dosed_candidates: dict[Bias, Candidate]) -> None:
    """It is in the lines of the options, which no one else says."""
    controls = dosed_candidates[Bias.FRAMING].controls
    assert controls
    assert [getattr(controls, arm.value) for arm in REPEATED_ARMS] == [None] * len(REPEATED_ARMS)


@pytest.mark.parametrize("text", ["0", "4", "2-3", "many"])
def test_other_numbers_of_doses_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="choose among 1, 2, 3"):
        GrammarAuthor({"doses": text})


def test_circumstances_have_no_doses() -> None:
    with pytest.raises(InputError, match="leave doses out"):
        GrammarAuthor({"doses": "3", "measures": "foreseeability"})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "popularity"', 'kind = "fame"', "and the kind of all cues here"),
        ("{pushed_base}", "{pushed_bas}", "unknown slot"),
        ("practically everyone there", "from the start everyone there", "belongs to confirmation bias"),
    ],
)
def test_a_repetition_keeps_the_rules_of_cues(tmp_path: Path, old: str, new: str, message: str) -> None:
    shutil.copytree(library_folder(), tmp_path / "own")
    file = tmp_path / "own" / "cues" / "bandwagon_effect.toml"
    head, mark, repeats = file.read_text(encoding="utf-8").partition("[[repeat]]")
    assert old in repeats
    file.write_text(head + mark + repeats.replace(old, new), encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_library(tmp_path / "own")
