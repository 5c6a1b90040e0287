"""A local model in workers: the answers of one process, each worker with a model of its own."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from probe.errors import InputError, ModelFault
from probe.files.dataset import write_dataset
from probe.models.local import ModelProcess, ModelWorkers, WeightsSource, provider
from probe.models.local.worker import BATCH
from probe.store import read_run
from probe.values import Decision
from tests.server.dilemmas import dilemmas
from tests.shared import CommandLine


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    file = tmp_path / "dataset.jsonl"
    write_dataset(file, [group[0].pair for group in dilemmas().values()][:3])
    return file


def decisions_in(folder: Path) -> list[Decision]:
    with read_run(folder) as run:
        return sorted(run.decisions(), key=lambda decision: (decision.item_id, decision.arm, decision.run))


def test_workers_give_the_probabilities_of_one_process(
    probe: CommandLine,
    process: ModelProcess,
    tiny_model: Path,
    dataset: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Up to rounding; with a different number of workers bit for bit."""
    monkeypatch.setattr(provider, "ModelProcess", lambda *_: process)
    monkeypatch.setattr(process, "close", lambda: None)  # other tests also use the process
    command = ("evaluate", dataset, "--model", f"local/{tiny_model}", "--logprobs", "--quiet")
    probe(*command, "--out", tmp_path / "process")
    probe(*command, "--out", tmp_path / "two", "--workers", "2")
    probe(*command, "--out", tmp_path / "one", "--workers", "1")
    one_process, two_workers, one_worker = (decisions_in(tmp_path / name) for name in ("process", "two", "one"))
    assert len(two_workers) == 12
    assert two_workers == one_worker
    for expected, actual in zip(one_process, two_workers, strict=True):
        assert actual.model_copy(update={"probabilities": None}) == expected.model_copy(update={"probabilities": None})
        assert actual.probabilities == pytest.approx(expected.probabilities, abs=1e-5)


def test_workers_without_a_local_model_are_refused(probe: CommandLine, dataset: Path, tmp_path: Path) -> None:
    for option in (("--workers", "2"), ("--engine", "ray")):
        command = ("evaluate", dataset, "--model", "simulated/rational", "--out", tmp_path / "run")
        assert "local/NAME" in probe(*command, *option, expect=2).stderr
    assert not (tmp_path / "run").exists()


class RecordingPool:
    """Answers at once, and records the sizes of the chunks; ``fault`` is raised instead."""

    def __init__(self, workers: int, fault: Exception | None = None) -> None:
        self.workers, self.fault = workers, fault
        self.sizes: list[int] = []

    async def answer(self, chunk: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        self.sizes.append(len(chunk))
        await asyncio.sleep(0)
        if self.fault:
            raise self.fault
        return [
            {"error": "too long"} if question["text"] == "long" else {"text": question["text"]} for question in chunk
        ]

    def close(self) -> None:
        self.sizes.clear()


async def ask(pool: RecordingPool, texts: Sequence[str]) -> list[Any]:
    workers = ModelWorkers(WeightsSource("tiny"), pool)
    replies = [asyncio.wrap_future(workers.ask({"text": text})) for text in texts]
    results = await asyncio.gather(*replies, return_exceptions=True)
    sizes = list(pool.sizes)
    workers.close()
    return [results, sizes]


async def test_every_worker_has_a_part_of_few_questions() -> None:
    answers, sizes = await ask(RecordingPool(3), [str(number) for number in range(6)])
    assert answers == [{"text": str(number)} for number in range(6)]
    assert sizes == [2, 2, 2]


async def test_chunks_are_no_larger_than_a_batch() -> None:
    answers, sizes = await ask(RecordingPool(2), [str(number) for number in range(100)])
    assert [answer["text"] for answer in answers] == [str(number) for number in range(100)]
    assert max(sizes) == BATCH


async def test_a_question_that_cannot_be_read_fails_alone() -> None:
    (first, second, third), _ = await ask(RecordingPool(1), ["one", "long", "two"])
    assert (first, third) == ({"text": "one"}, {"text": "two"})
    assert isinstance(second, ModelFault)


async def test_every_question_of_a_failed_chunk_has_its_error() -> None:
    results, _ = await ask(RecordingPool(1, InputError("cannot be loaded")), ["one", "two"])
    assert all(isinstance(result, InputError) for result in results)


async def test_a_question_that_no_caller_wants_is_not_asked() -> None:
    pool = RecordingPool(1)
    workers = ModelWorkers(WeightsSource("tiny"), pool)
    unwanted_answer, wanted_answer = workers.ask({"text": "a"}), workers.ask({"text": "b"})
    unwanted_answer.cancel()
    assert await asyncio.wrap_future(wanted_answer) == {"text": "b"}
    assert pool.sizes == [1]
    workers.close()
