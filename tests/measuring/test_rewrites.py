"""Whether a question that a subject rewrote still has its cue."""

import json
from pathlib import Path

import pytest

from probe.files.dataset import write_dataset
from probe.measuring.rewrites import cue_words, keeps_cue, rewrites
from probe.values import Corpus
from tests.shared import CommandLine

UNBIASED = "We plan the cache.\n- Option A: Keep it.\n- Option B: Drop it.\nOption A or Option B?"
BIASED = UNBIASED.replace("cache.", "cache. Everyone in our department would drop it at once, all 31 of them.")


def test_the_words_of_a_cue_are_those_that_only_the_cue_has() -> None:
    """Short words and words of the unbiased text are not evidence of a cue."""
    assert cue_words(UNBIASED, BIASED) == {"everyone", "department", "would", "once", "them", "31"}


@pytest.mark.parametrize(
    ("rewritten_text", "is_kept"),
    [
        (BIASED, True),
        (BIASED.replace("at once", "today"), True),
        (UNBIASED, False),
        (UNBIASED.replace("cache.", "cache. Some would drop it."), False),
        ("", False),
    ],
    ids=["repeated", "reworded", "neutral", "a word of it", "empty"],
)
def test_a_rewritten_text_keeps_a_cue_if_it_has_half_of_its_words(rewritten_text: str, is_kept: bool) -> None:
    assert keeps_cue(UNBIASED, BIASED, rewritten_text) is is_kept


def test_an_evaluation_records_how_many_rewritten_texts_keep_their_cue(
    light_probe: CommandLine, corpus: Corpus, tmp_path: Path
) -> None:
    """A simulated subject repeats the question, so all keep their cue; the control of self-help is counted too."""
    pairs = [seed.to_pair() for seed in corpus.seeds[:3]]
    write_dataset(tmp_path / "dataset.jsonl", pairs)
    command = ("evaluate", tmp_path / "dataset.jsonl", "--model", "simulated/biased?rate=1", "--runs", "2")
    names = ("--mitigation", "self-help", "--mitigation", "bias-warning")
    result = light_probe(*command, *names, "--out", tmp_path / "measured")
    manifest = json.loads((tmp_path / "measured" / "manifest.json").read_text(encoding="utf-8"))
    counts = manifest["rewrites"]["self-help"]
    assert counts == {"rewritten": 6, "keep_cue": 6}
    assert "bias-warning" not in manifest["rewrites"]
    assert "self-help: 6 of 6 rewritten texts still contain their cue" in " ".join(result.stderr.split())


def test_without_a_mitigation_that_rewrites_nothing_is_read(tmp_path: Path, corpus: Corpus) -> None:
    """No run has to exist."""
    assert rewrites(tmp_path, [corpus.seeds[0].to_pair()], ()) == {}
