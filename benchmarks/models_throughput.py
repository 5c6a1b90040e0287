"""Compare the gateway's call rate with that of a bare AsyncOpenAI loop on one server.

    python -m benchmarks.models_throughput [--url URL] [--calls 1000] [--concurrency 64] [--rounds 5] [--profile]

Without ``--url``, it starts the script PROBE_REPLAY_SERVER on a published file in PROBE_SWE_DATA. The gateway does the
same work as in a run: hashing, single flight, limits, budget, and storing each answer in a run's SQLite file before it
is returned. Rounds of both alternate, so that load on the machine affects both; the ratio of each round is printed.
"""

import argparse
import asyncio
import cProfile
import os
import pstats
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from openai import AsyncOpenAI

from probe.models import OpenedModels
from probe.store import open_run
from probe.values import Message, ModelSpec, Request

SPEC = ModelSpec.parse("openai/gpt-4o-mini")


def question(number: int) -> Request:
    """Return the n-th question: as long as a dilemma, and unique."""
    text = f"Case {number}. " + "I keep a service running for a small team. " * 18 + "Option A or Option B?"
    return Request(purpose="decide", messages=(Message(role="user", content=text),), top_p=0.0)


async def bare(url: str, calls: int, concurrency: int) -> float:
    """Return calls per second of the SDK alone: no retries, nothing stored."""
    slots = asyncio.Semaphore(concurrency)
    async with AsyncOpenAI(base_url=url, api_key="no-key", max_retries=0) as client:

        async def ask(request: Request) -> str | None:
            async with slots:
                completion = await client.chat.completions.create(
                    model=SPEC.model,
                    messages=[{"role": "user", "content": request.messages[0].content}],
                    temperature=request.temperature,
                    top_p=request.top_p,
                    seed=request.run,
                )
                return completion.choices[0].message.content

        questions = [question(number) for number in range(calls)]
        started = time.perf_counter()
        await asyncio.gather(*(ask(request) for request in questions))
        return calls / (time.perf_counter() - started)


async def through_gateway(url: str, calls: int, concurrency: int) -> float:
    """Return calls per second of the gateway with a new run's store."""
    with tempfile.TemporaryDirectory() as folder, open_run(Path(folder), {"kind": "benchmark"}) as store:
        models = OpenedModels(store, base_url=url, concurrency=concurrency)
        gateway = models.open(SPEC)
        questions = [question(number) for number in range(calls)]
        started = time.perf_counter()
        await asyncio.gather(*(gateway.ask(request) for request in questions))
        rate = calls / (time.perf_counter() - started)
        await models.close()
        return rate


@contextmanager
def a_server(url: str | None) -> Iterator[str]:
    """Yield ``url``, else the URL of a replay server that runs during the block."""
    if url:
        yield url
        return
    published = next(Path(os.environ["PROBE_SWE_DATA"]).glob("1_augmented_dilemmas_dataset_*.json"))
    command = [sys.executable, os.environ["PROBE_REPLAY_SERVER"], str(published)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


async def compare(url: str, options: argparse.Namespace) -> None:
    """Print both rates for each round, and the median ratio."""
    ratios = []
    await bare(url, 100, options.concurrency)
    for number in range(options.rounds):
        alone = await bare(url, options.calls, options.concurrency)
        whole = await through_gateway(url, options.calls, options.concurrency)
        ratios.append(whole / alone)
        print(f"round {number + 1}: bare {alone:.0f}/s, gateway {whole:.0f}/s, ratio {ratios[-1]:.2f}")
    print(f"median ratio {statistics.median(ratios):.2f} (lowest {min(ratios):.2f}, highest {max(ratios):.2f})")


def main() -> None:
    """Read the flags, compare, and optionally profile the gateway."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", help="a chat-completions endpoint that answers any request")
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--profile", action="store_true", help="profile the gateway")
    options = parser.parse_args()
    with a_server(options.url) as url:
        if options.profile:
            profile = cProfile.Profile()
            profile.runcall(asyncio.run, through_gateway(url, options.calls, options.concurrency))
            pstats.Stats(profile).sort_stats("tottime").print_stats(30)
        else:
            asyncio.run(compare(url, options))


if __name__ == "__main__":
    main()
