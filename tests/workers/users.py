"""The users of worker processes: SWI-Prolog, clingo, the embedding model, a local model, an engine."""

import asyncio
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from probe.embeddings import minilm
from probe.engine import ChunkPool
from probe.engine import pool as engine
from probe.engines.clingo import oracle as clingo
from probe.engines.clingo.oracle import ClingoOracle, ClingoProcess
from probe.models.local import ModelProcess, WeightsSource
from probe.models.local import process as local
from probe.oracle import Limits, SwiOracle, swi
from probe.values import Program
from tests.engine import work
from tests.verdicts import verdicts_on

DEADLINE = 2.0
"""Seconds after which an oracle's worker is given up."""
SMALL_PROGRAM = Program(axioms="", text="decide_option(user, option_A).")
FACTS = ["".join(f"{name}({'a' * 500}{number}).\n" for number in range(110)) for name in "pq"]
LARGE_PROGRAM = Program(axioms=FACTS[0], text=f":- consult('axioms').\n{FACTS[1]}decide_option(user, option_A).\n")
"""A program that is larger than a pipe."""


class Running(NamedTuple):
    """A running user: its worker's process id, one answer, and what ends it."""

    pid: Callable[[], int]
    answer: Callable[[], Any]
    close: Callable[[], None]
    flood: Callable[[], list[Any]]
    """Sends more than fits into the pipe before it reads the answers, which it returns."""


def _oracle(
    oracle: SwiOracle | ClingoOracle, pids: Callable[[], tuple[int, ...]], close: Callable[[], None]
) -> Running:
    def choice(program: Program) -> Any:
        return verdicts_on(oracle, [program])[0].choice

    return Running(lambda: pids()[0], partial(choice, SMALL_PROGRAM), close, lambda: [choice(LARGE_PROGRAM)])


def start_swi(folder: Path) -> Running:
    oracle = SwiOracle.start(workers=1, limits=Limits(deadline=DEADLINE))
    return _oracle(oracle, lambda: oracle.worker_pids, oracle.close)


def start_asp(folder: Path) -> Running:
    translator, process = SwiOracle.start(workers=1), ClingoProcess(deadline=DEADLINE)
    oracle = ClingoOracle(translator, process)

    def close() -> None:
        oracle.close()
        translator.close()

    return _oracle(oracle, lambda: process.pids, close)


def start_embeddings(folder: Path) -> Running:
    process = minilm.EmbeddingProcess(threads=1)

    def answer() -> Any:
        return process.submit(b"a text").result().tolist()

    def flood() -> list[Any]:
        vectors = [process.submit(b"text %d " % number + b"word " * 9000) for number in range(4)]
        return [vector.result(60).tolist() for vector in vectors]

    return Running(lambda: process.process.pid, answer, process.close, flood)


def start_local(folder: Path) -> Running:
    process = ModelProcess(WeightsSource("tiny", folder), "cpu", threads=1)

    def question(text: str) -> dict[str, Any]:
        return {"messages": [{"role": "user", "content": text}], "max_tokens": 1}

    def flood() -> list[Any]:
        replies = [process.ask(question("x" * 50_000)) for _ in range(4)]
        return [reply.result(60) for reply in replies]

    return Running(lambda: process.process.pid, lambda: process.ask(question("A")).result(), process.close, flood)


def start_engine(folder: Path) -> Running:
    pool = ChunkPool(partial(work.open_factor, 2), work.multiply, workers=1)

    def multiply(chunk: list[int]) -> Any:
        return asyncio.run(pool.answer(chunk))

    return Running(lambda: pool.pids[0], partial(multiply, [21]), pool.close, lambda: [multiply([1] * 100_000)])


USERS = {
    "swi": start_swi,
    "asp": start_asp,
    "embeddings": start_embeddings,
    "local": start_local,
    "engine": start_engine,
}
SCRIPTS: dict[str, Any] = {"swi": swi, "asp": clingo, "embeddings": minilm, "local": local, "engine": engine}
"""The modules whose SCRIPT is restarted."""


def main() -> None:
    """Start a user, print the process id of its worker, and wait to be killed."""
    user, folder = sys.argv[1:]
    running = USERS[user](Path(folder))
    running.answer()
    sys.stdout.write(f"{running.pid()}\n")
    sys.stdout.flush()
    time.sleep(600)


if __name__ == "__main__":
    main()
