"""Measure the response times of the pages of a large dataset, and the server's memory.

    python -m benchmarks.web_pages [--dilemmas 10000] [--requests 30]

It creates a dataset of that many dilemmas from the seed corpus (each with a certificate and its own sentence and id),
serves it with ``probe serve`` in its own process, and requests pages sequentially over loopback: the list, a filtered
list, a search that has to read every text, and dilemmas that are recomputed. It prints the median and the slowest
answer in milliseconds, the time until the first page, and the peak of resident memory.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

from benchmarks.running import memory_of, milliseconds, read_options
from probe.files.corpus import read_corpus
from probe.files.dataset import write_dataset
from probe.values import Certificate, Check, Complexity, Dilemma, Outcome, Profile

CHECKS = ("loads", "decides", "unique", "reachable")


def pairs(number: int) -> list[Dilemma]:
    """Return ``number`` dilemmas: seeds with an added sentence, every tenth with a failing check."""
    seeds = [seed.to_pair() for seed in read_corpus().seeds]
    dilemmas = []
    for count in range(number):
        seed = seeds[count % len(seeds)]
        failing = CHECKS[count % 4] if count % 10 == 0 else None
        checks = tuple(
            Check(name=name, outcome=Outcome.FAILS if name == failing else Outcome.HOLDS, reason="made for a benchmark")
            for name in CHECKS
        )
        introduction = f"This is case {count} of department {count % 97}.\n"
        changes = {
            "id": "",
            "unbiased": introduction + seed.unbiased,
            "biased": introduction + seed.biased,
            "complexity": Complexity(size=1 + count % 9, depth=1 + count % 5),
            "certificate": Certificate(profile=Profile.STRICT, oracle="none", checks=checks),
        }
        dilemmas.append(Dilemma.model_validate({**seed.model_dump(), **changes}))
    return dilemmas


def time_calls(ask: Callable[[], object], times: int) -> str:
    """Return the median and the slowest of ``times`` calls, in milliseconds."""
    durations = milliseconds(ask, times)
    return f"median {statistics.median(durations):6.1f} ms, slowest {max(durations):6.1f} ms"


def main() -> None:
    """Serve, request, and print."""
    options = read_options(__doc__, dilemmas=10_000, requests=30)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "dataset.jsonl"
        dilemmas = pairs(options.dilemmas)
        write_dataset(file, dilemmas)
        start = time.perf_counter()
        command = [sys.executable, "-m", "probe", "serve", str(file), "--port", "0"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=dict(os.environ)) as server:
            assert server.stderr is not None
            url = server.stderr.readline().split()[0]

            def ask(path: str) -> bytes:
                with urllib.request.urlopen(url + path, timeout=60) as answer:
                    return bytes(answer.read())

            ask("")
            print(f"{options.dilemmas} dilemmas, first page after {time.perf_counter() - start:.1f} s")
            pages = {
                "list": "",
                "last page": "?page=99999",
                "failing check": "?check=unique",
                "search": f"?words=case+{options.dilemmas - 1}+department",
                "search without a hit": "?words=nowhere+to+be+found",
            }
            for name, path in pages.items():
                print(f"{name:22}", time_calls(lambda path=path: ask(path), options.requests))  # type: ignore[misc]
            ids = iter([pair.id for pair in dilemmas[:: max(1, options.dilemmas // options.requests)]])
            print(f"{'dilemma, recomputed':22}", time_calls(lambda: ask(f"dilemma/{next(ids)}"), options.requests))
            print(f"peak memory of the server: {memory_of(server.pid):.0f} MiB")
            server.terminate()


if __name__ == "__main__":
    main()
