"""Merging datasets: no dilemma twice, every omission recorded, equal sizes on request."""

import asyncio
import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from probe.embeddings import MiniLmEmbedder
from probe.files.dataset import CANARY, manifest_beside, write_dataset
from probe.generation.near_duplicates import ROUND, STRETCH, Entry, near_duplicates
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.session import Placement
from probe.similarity import cosine
from probe.values import Bias, Dilemma, Provenance
from probe.vectors import NAME
from tests.shared import CommandLine
from tests.test_values import a_pair

TEXTS = [
    "A tomato soup needs ripe tomatoes, garlic and basil.",
    "Our train to Lisbon leaves at noon from platform four.",
    "The database index makes the query a hundred times faster.",
    "Seven cats sleep on the warm roof of the old library.",
    "A violin has four strings that are tuned in fifths.",
]


def dilemma(text: str, bias: Bias = Bias.ANCHORING, **fields: Any) -> Dilemma:
    return a_pair(unbiased=text, biased=text + " cue", bias=bias, **fields)


def write(folder: Path, name: str, *pairs: Dilemma) -> Path:
    write_dataset(folder / name, pairs)
    return folder / name


def manifest(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def test_duplicates_and_near_duplicates_of_an_earlier_pair_are_left_out(probe: CommandLine, tmp_path: Path) -> None:
    soup, train = dilemma(TEXTS[0]), dilemma(TEXTS[1])
    same_story = dilemma(TEXTS[1].replace("noon", "12"), Bias.HINDSIGHT)  # a different bias, but the same story
    first = write(tmp_path, "first.jsonl", soup, train)
    second = write(tmp_path, "second.jsonl", same_story, soup, dilemma(TEXTS[2]))
    out = tmp_path / "merged.jsonl"
    counts = probe.json("merge", first, second, "--out", out)["biases"]
    assert [pair.unbiased for pair in read_dilemmas(out)] == [*TEXTS[:2], TEXTS[2]]
    assert counts["anchoring bias"] == {"read": 4, "duplicate": 1, "near_duplicate": 0, "surplus": 0, "kept": 3}
    assert counts["hindsight bias"] == {"read": 1, "duplicate": 0, "near_duplicate": 1, "surplus": 0, "kept": 0}
    recorded_manifest = manifest(tmp_path / "merged.manifest.json")
    assert recorded_manifest["canary"] == CANARY
    assert [source["pairs"] for source in recorded_manifest["sources"]] == [2, 3]
    duplicate, near_duplicate = recorded_manifest["dropped"]
    assert (duplicate["id"], duplicate["reason"], duplicate["source"]) == (soup.id, "duplicate", 1)
    assert (near_duplicate["id"], near_duplicate["reason"], near_duplicate["repeats"]) == (
        same_story.id,
        "near_duplicate",
        train.id,
    )
    assert 0.9 < near_duplicate["cosine"] <= 1


def test_the_limit_of_similarity_is_an_option(probe: CommandLine, tmp_path: Path) -> None:
    pairs = [dilemma(TEXTS[1]), dilemma(TEXTS[1].replace("noon", "12"))]
    probe("merge", write(tmp_path, "a.jsonl", *pairs), "--cosine", "1", "--out", tmp_path / "all.jsonl")
    assert len(read_dilemmas(tmp_path / "all.jsonl")) == 2


def test_pairs_of_one_series_stay_but_series_of_two_datasets_are_two(probe: CommandLine, tmp_path: Path) -> None:
    in_series = Provenance(author="grammar", series="s1")
    deeper, shallower = (dilemma(TEXTS[0] + end, provenance=in_series) for end in ("", " Indeed."))
    other_dilemma = dilemma(TEXTS[0] + " Really.", provenance=in_series)
    first, second = write(tmp_path, "a.jsonl", deeper, shallower), write(tmp_path, "b.jsonl", other_dilemma)
    probe("merge", first, second, "--out", tmp_path / "m.jsonl")
    assert read_dilemmas(tmp_path / "m.jsonl") == (deeper, shallower)


def test_a_limit_per_bias_takes_the_datasets_in_turns(probe: CommandLine, tmp_path: Path) -> None:
    first = write(tmp_path, "a.jsonl", *map(dilemma, TEXTS[:3]))
    second = write(tmp_path, "b.jsonl", *map(dilemma, TEXTS[3:]))
    probe("merge", first, second, "--per-bias", "3", "--out", tmp_path / "m.jsonl")
    assert [pair.unbiased for pair in read_dilemmas(tmp_path / "m.jsonl")] == [*TEXTS[:2], TEXTS[3]]
    reasons = [pair["reason"] for pair in manifest(tmp_path / "m.manifest.json")["dropped"]]
    assert reasons == ["surplus", "surplus"]


def test_equal_sizes_are_those_of_the_smallest_bias(probe: CommandLine, tmp_path: Path) -> None:
    pairs = [*map(dilemma, TEXTS[:3]), dilemma(TEXTS[3], Bias.FRAMING)]
    data = write(tmp_path, "dataset.jsonl", *pairs)
    out = tmp_path / "out" / "dataset.jsonl"
    probe("merge", data, "--equal", "--per-bias", "2", "--out", out)
    assert [pair.bias for pair in read_dilemmas(out)] == [Bias.ANCHORING, Bias.FRAMING]
    assert manifest(out.with_name("manifest.json"))["settings"]["equal"] is True


@pytest.mark.parametrize("name", ["merged.jsonl", "merged.manifest.json"])
def test_nothing_is_overwritten_unasked(probe: CommandLine, tmp_path: Path, name: str) -> None:
    data = write(tmp_path, "a.jsonl", dilemma(TEXTS[0]))
    (tmp_path / name).write_text("mine", encoding="utf-8")
    probe("merge", data, "--out", tmp_path / "merged.jsonl", expect=2)
    assert (tmp_path / name).read_text(encoding="utf-8") == "mine"
    probe("merge", data, "--out", tmp_path / "merged.jsonl", "--force")
    assert len(read_dilemmas(tmp_path / "merged.jsonl")) == 1


@pytest.mark.parametrize("options", [("--equal",), ("--per-bias", "3"), ("--cosine", "0.8"), ("--vectors", "v")])
def test_an_option_that_would_do_nothing_is_refused(
    probe: CommandLine, tmp_path: Path, options: tuple[str, ...]
) -> None:
    for kind in (("--shards",), ("--shard", "1/2")):
        assert options[0] in probe("merge", tmp_path, *kind, *options, "--out", tmp_path / "m", expect=2).stderr


def test_the_manifest_of_a_compressed_dataset_has_the_same_name(probe: CommandLine, tmp_path: Path) -> None:
    data = write(tmp_path, "a.jsonl", dilemma(TEXTS[0]))
    for name, manifest_name in (("merged.jsonl.gz", "merged.manifest.json"), ("dataset.jsonl.gz", "manifest.json")):
        probe("merge", data, "--out", tmp_path / name)
        assert manifest_beside(tmp_path / name) == manifest(tmp_path / manifest_name)


def test_a_missing_dataset_is_named(probe: CommandLine, tmp_path: Path) -> None:
    assert "none.jsonl" in probe("merge", tmp_path / "none.jsonl", "--out", tmp_path / "m.jsonl", expect=2).stderr


def test_vectors_made_in_parts_by_workers_give_the_same_dataset(light_probe: CommandLine, tmp_path: Path) -> None:
    """Parts, workers and a file that was begun change nothing; of several kinds of file the pairs are the same."""
    datasets = [
        write(tmp_path, "first.jsonl.gz", *map(dilemma, TEXTS[:3])),
        write(
            tmp_path, "second.parquet", dilemma(TEXTS[0]), dilemma(TEXTS[1].replace("noon", "12")), dilemma(TEXTS[3])
        ),
    ]
    light_probe("merge", *datasets, "--out", tmp_path / "alone.jsonl")
    parts = [tmp_path / f"part-{number}" for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        where = ("--workers", "1") if number == 1 else ()
        light_probe("merge", *datasets, "--shard", f"{number}/2", *where, "--out", part)
    vectors_file = tmp_path / "vectors.jsonl"
    light_probe("merge", "--shards", *parts, "--out", vectors_file)
    cut_off_file = tmp_path / "cut_off.jsonl"
    cut_off_file.write_bytes(b"".join(vectors_file.read_bytes().splitlines(keepends=True)[:3]) + b'{"id": "torn')
    for vectors in (cut_off_file, vectors_file):
        light_probe("merge", *datasets, "--vectors", vectors, "--out", tmp_path / f"with-{vectors.name}")
        assert (tmp_path / f"with-{vectors.name}").read_bytes() == (tmp_path / "alone.jsonl").read_bytes()
    assert cut_off_file.read_bytes() == vectors_file.read_bytes()
    assert [pair["reason"] for pair in manifest(tmp_path / "alone.manifest.json")["dropped"]] == [
        "duplicate",
        "near_duplicate",
    ]


def test_vectors_of_other_texts_are_refused(probe: CommandLine, tmp_path: Path) -> None:
    first, second = (
        write(tmp_path, name, dilemma(text)) for name, text in (("a.jsonl", TEXTS[0]), ("b.jsonl", TEXTS[1]))
    )
    vectors, out = tmp_path / "vectors", tmp_path / "m.jsonl"
    probe("merge", first, "--vectors", vectors, "--out", out)
    assert str(vectors) in probe("merge", second, "--vectors", vectors, "--out", tmp_path / "n.jsonl", expect=2).stderr
    header, row = vectors.read_text(encoding="utf-8").splitlines()
    for spoiled_row in (row.replace(dilemma(TEXTS[0]).id, "0" * 16), row.replace('"vector":"', '"vector":"AAAA'), "[]"):
        vectors.write_text(f"{header}\n{spoiled_row}\n", encoding="utf-8")
        result = probe("merge", first, "--vectors", vectors, "--out", out, "--force", expect=2)
        assert f"{vectors} line 2" in result.stderr


@pytest.mark.parametrize(("stretch", "workers"), [(STRETCH, None), (32, None), (32, 1)])
def test_texts_of_one_round_are_compared_with_one_another(
    monkeypatch: pytest.MonkeyPatch, stretch: int, workers: int | None
) -> None:
    """And with all earlier rounds: the result is that of comparing one after another, also where workers compare."""
    monkeypatch.setattr("probe.generation.near_duplicates.STRETCH", stretch)
    placement = Placement(workers=workers) if workers else None
    count, draw = ROUND + 40, np.random.default_rng(1)
    entries = [Entry(str(number), Bias.ANCHORING, 0, None) for number in range(count)]
    vectors = np.tile(draw.normal(size=(5, 8)), (21, 1))[:count] + draw.normal(scale=0.2, size=(count, 8))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)

    async def vector_stream() -> AsyncGenerator[Any, None]:
        for vector in vectors:
            yield vector

    async def find_repeated() -> list[tuple[str, str | None]]:
        pairs = near_duplicates(entries, vector_stream(), 0.97, placement)
        return [(entry.id, earlier.id if earlier else None) async for entry, earlier in pairs]

    accepted_numbers: list[int] = []
    expected: list[tuple[str, str | None]] = []
    for number in range(count):
        cosines = {earlier: cosine(vectors[number], vectors[earlier]) for earlier in accepted_numbers}
        nearest = max(cosines, key=lambda earlier: cosines[earlier], default=None)
        if nearest is None or cosines[nearest] <= 0.97:
            accepted_numbers.append(number)
            nearest = None
        expected.append((str(number), None if nearest is None else str(nearest)))
    assert asyncio.run(find_repeated()) == expected
    assert 5 < len(accepted_numbers) < count - 20


def test_the_file_of_vectors_names_the_model(embedder: MiniLmEmbedder) -> None:
    assert embedder.name == NAME


def test_seeds_are_merged_so_that_one_evaluation_has_both(
    light_probe: CommandLine, seed_pairs: list[Dilemma], tmp_path: Path
) -> None:
    """They come with their certificates; the manifest names them, and merges the same file again."""
    other_file = write(tmp_path, "other.jsonl", dilemma(TEXTS[0]))
    out = tmp_path / "merged.jsonl"
    light_probe("merge", "seeds", other_file, "--cosine", "1", "--out", out)
    dilemmas = read_dilemmas(out)
    assert [pair.id for pair in dilemmas] == [*(pair.id for pair in seed_pairs), dilemma(TEXTS[0]).id]
    assert all(pair.certificate is not None and pair.certificate.passed for pair in dilemmas[:-1])
    sources = manifest(tmp_path / "merged.manifest.json")["sources"]
    assert [(source["file"], source["pairs"]) for source in sources] == [("seeds", len(seed_pairs)), ("other.jsonl", 1)]
