"""A second engine examines a sample of what a generation accepts."""

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from probe.engines.clingo.oracle import ClingoOracle
from probe.files.dataset import MANIFEST, read_manifest
from probe.generation.generate import (
    CONCURRENT_PAIRS,
    SAMPLING_INTERVAL,
    SECOND_ENGINE,
    generate,
    in_sample,
    keeping_sample,
    second_engine_record,
)
from probe.generation.progress import Generation
from probe.generation.rounds import Generator
from probe.oracle import BothOracles, SwiOracle
from probe.ports import Oracle
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.values import Dilemma, Examination, Profile, Programs, fingerprint
from tests.generation.commands import composing


def test_one_pair_in_twenty_is_in_the_sample_by_its_id(seed_pairs: list[Dilemma]) -> None:
    pair = seed_pairs[0]
    copies = [pair.model_copy(update={"id": fingerprint(number)[:16]}) for number in range(400)]
    sample = list[Dilemma]()
    assert list(keeping_sample(copies, sample)) == copies
    assert sample == [copy for copy in copies if in_sample(copy)]
    assert 0.5 < len(sample) / (len(copies) / SAMPLING_INTERVAL) < 2


async def test_what_the_second_engine_finds_is_counted(seed_pairs: list[Dilemma], oracle: SwiOracle) -> None:
    with ClingoOracle(oracle) as clingo:
        record = await second_engine_record(seed_pairs[:3], BothOracles(oracle, clingo), {SECOND_ENGINE: clingo.name})
    outcomes = record["outcomes"]
    assert isinstance(outcomes, dict)
    assert (record["engine"], record["pairs"], record["differing"]) == (clingo.name, 3, [])
    assert sum(count for count in outcomes.values() if isinstance(count, int)) == 3


class SlowOracle:
    """Passes pairs on, and counts how many are examined at once."""

    def __init__(self, oracle: SwiOracle) -> None:
        self.oracle, self.running, self.most = oracle, 0, 0

    async def examine(self, programs: Programs, profile: Profile) -> Examination:
        self.running += 1
        self.most = max(self.most, self.running)
        examination = await self.oracle.examine(programs, profile)
        self.running -= 1
        return examination


async def test_a_bounded_number_of_pairs_is_examined_at_once(seed_pairs: list[Dilemma], oracle: SwiOracle) -> None:
    pairs = seed_pairs[: CONCURRENT_PAIRS + 2]
    slow_oracle = SlowOracle(oracle)
    record = await second_engine_record(pairs, cast(Oracle, slow_oracle), {SECOND_ENGINE: "none"})
    assert record["pairs"] == len(pairs)
    assert 1 < slow_oracle.most <= CONCURRENT_PAIRS


async def test_a_stopped_generation_examines_no_sample(
    shared_processes: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stop_early(generator: Generator) -> Generation:
        return replace(await complete(generator), end_reason="the budget is spent", stopped=True)

    complete = Generator.run
    monkeypatch.setattr(Generator, "run", stop_early)
    await generate(composing(depth=2), tmp_path)
    assert SECOND_ENGINE not in read_manifest(tmp_path)


async def test_the_manifest_records_the_sample(shared_processes: None, tmp_path: Path) -> None:
    await generate(composing(depth=2, per_bias=30), tmp_path)
    record = read_manifest(tmp_path)["second_engine"]
    assert record["pairs"] == sum(map(in_sample, read_dilemmas(tmp_path)))
    assert record["differing"] == []


async def test_a_repeated_generation_remembers_its_sample_and_names_the_engine(
    shared_processes: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = composing(depth=2, per_bias=30, seed=1)
    await generate(command, tmp_path)
    first = read_manifest(tmp_path)
    assert first["second_engine"]["pairs"] > 0
    assert first["versions"]["second_engine"] == first["second_engine"]["engine"] != "not_run"

    async def examine(both_oracles: BothOracles, programs: Programs, profile: Profile) -> Examination:
        raise AssertionError("the sample is examined again")

    monkeypatch.setattr(BothOracles, "examine", examine)
    await generate(command, tmp_path)
    second_manifest = read_manifest(tmp_path)
    assert second_manifest["second_engine"] == first["second_engine"]


async def test_a_manifest_that_cannot_be_read_is_written_anew(shared_processes: None, tmp_path: Path) -> None:
    command = composing(depth=2)
    await generate(command, tmp_path)
    (tmp_path / MANIFEST).write_text("{", encoding="utf-8")
    await generate(command, tmp_path)
    assert SECOND_ENGINE in read_manifest(tmp_path)


async def test_another_version_examines_the_sample_again(seed_pairs: list[Dilemma], oracle: SwiOracle) -> None:
    pairs = seed_pairs[:1]
    slow_oracle = cast(Oracle, SlowOracle(oracle))
    first = await second_engine_record(pairs, slow_oracle, {SECOND_ENGINE: "clingo 1"})
    assert (
        await second_engine_record(pairs, slow_oracle, {SECOND_ENGINE: "clingo 1"}, {**first, "differing": ["x"]})
        != first
    )
    assert (await second_engine_record(pairs, slow_oracle, {SECOND_ENGINE: "clingo 2"}, first))["engine"] == "clingo 2"
