"""``probe shortcuts`` reads every kind of dataset, and its exit code says whether a target is missed."""

import asyncio
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from probe.analysis.dataset import shortcuts as analysis
from probe.analysis.dataset.shortcut_guesses import MOST
from probe.errors import InputError
from probe.files.corpus import find_domain
from probe.files.dataset import write_dataset
from probe.formats.probe_swe.dataset import export_probe_swe
from probe.grammar import GrammarAuthor
from probe.protocols.dataset import Dataset
from probe.protocols.reading import read_items
from probe.values import Bias, Corpus
from tests.analysis.planted_shortcuts import planted_pairs
from tests.grammar.composed import pair_of
from tests.shared import CommandLine


def test_seeds_published_files_and_datasets_are_read(corpus: Corpus, tmp_path: Path) -> None:
    def read_dataset(path: Path) -> Dataset:
        return asyncio.run(read_items(path, certified=False))

    seeds = read_dataset(Path("software_engineering"))
    assert [pair.id for pair in seeds] == [seed.to_pair().id for seed in corpus.seeds]
    export_probe_swe(tmp_path / "published.json", seeds)
    write_dataset(tmp_path / "dataset.jsonl", seeds)
    assert [pair.unbiased for pair in read_dataset(tmp_path / "published.json")] == [pair.unbiased for pair in seeds]
    assert read_dataset(tmp_path) == seeds
    with pytest.raises(InputError):
        read_dataset(tmp_path / "nothing")


def test_a_folder_called_seeds_is_read_in_place_of_the_packaged_seeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    packaged_items = asyncio.run(read_items(Path("seeds"), certified=False))
    domain = copytree(find_domain(None), tmp_path / "seeds" / "mine")
    rmtree(next((domain / "dilemmas").iterdir()))
    assert 0 < len(asyncio.run(read_items(Path("seeds"), certified=False))) < len(packaged_items)


def test_hand_made_seeds_have_no_target(probe: CommandLine, corpus: Corpus) -> None:
    audit = probe.json("shortcuts", "software_engineering")
    (dataset,) = audit["datasets"]
    assert not dataset["gated"]
    assert {row["cases"] for row in dataset["rows"] if row["predictor"] == "option lines"} == {len(corpus.seeds)}


def test_a_composed_set_that_misses_a_target_fails(
    probe: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "GATED_FROM", 40)
    write_dataset(tmp_path / "leaky.jsonl", planted_pairs("options", count=40))
    write_dataset(tmp_path / "again.jsonl", planted_pairs("options", count=40, seed=2))
    datasets = (tmp_path / "leaky.jsonl", tmp_path / "again.jsonl")
    audit = probe.json("shortcuts", *datasets, "--html", tmp_path / "page.html", expect=1)
    assert audit["falls_short"]
    assert {row["gate"] for guesser in audit["memorised"] for row in guesser["rows"]} == {"falls short"}
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count("<figure") == 2


def test_readers_with_one_habit_are_listed_and_bound_in_series_alone(
    light_probe: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader who ignores records is right about an original or its twin."""
    monkeypatch.setattr(analysis, "GATED_FROM", 8)
    options = {"mode": "closed-book", "series": "2", "schema": "cluster_size"}
    author = GrammarAuthor(options, seed=4)
    pairs = [pair_of(author.candidate(Bias.BANDWAGON, index)) for index in range(8)]
    write_dataset(tmp_path / "data.jsonl", pairs)
    audit = light_probe.json("shortcuts", tmp_path / "data.jsonl", expect=None)
    rows = {row["reader"]: row for row in audit["datasets"][0]["readers"]}
    ignoring_row = rows["ignores records"]
    assert (ignoring_row["accuracy"], ignoring_row["cases"], ignoring_row["scope"]) == (0.5, 16, "in series")
    assert ignoring_row["target"] == MOST
    assert isinstance(rows["one value alone"]["target"], dict)


def test_workers_find_what_one_process_finds(light_probe: CommandLine, tmp_path: Path) -> None:
    """Originals with fact twins: two scopes of cases, each with all parts of the guessers, in order."""
    write_dataset(tmp_path / "data.jsonl", planted_pairs("cue", count=40))
    sequential_findings = light_probe.json("shortcuts", tmp_path / "data.jsonl", expect=None)
    parallel_findings = light_probe.json("shortcuts", tmp_path / "data.jsonl", "--workers", "1", expect=None)
    assert parallel_findings == sequential_findings
    assert len(sequential_findings["datasets"][0]["rows"]) > 10
