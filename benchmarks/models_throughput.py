"""Compare the gateway's call rate with that of a bare AsyncOpenAI loop on one server.

    python -m benchmarks.models_throughput [--url URL] [--calls 1000] [--concurrency 64] [--rounds 5] [--profile]

Without ``--url``, it starts the script PROBE_REPLAY_SERVER on a published file in PROBE_SWE_DATA. The gateway does the
same work as in a run: hashing, single flight, limits, budget, and storing each answer in a run's SQLite file before it
is returned. Rounds of both alternate, so that load on the machine affects both; the ratio of each round is printed.
"""

import argparse
import asyncio
import cProfile
import pstats
import statistics
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path

from openai import AsyncOpenAI

from benchmarks.running import read_options, replay_server
from probe.models import OpenedModels
from probe.store import open_run
from probe.values import Message, ModelSpec, Request

SPEC = ModelSpec.parse("openai/gpt-4o-mini")


def question(number: int) -> Request:
    """Return the n-th question: as long as a dilemma, and unique."""
    text = f"Case {number}. " + "I keep a service running for a small team. " * 18 + "Option A or Option B?"
    return Request(purpose="decide", messages=(Message(role="user", content=text),), top_p=0.0)


async def measure_bare(url: str, calls: int, concurrency: int) -> float:
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
        start = time.perf_counter()
        await asyncio.gather(*(ask(request) for request in questions))
        return calls / (time.perf_counter() - start)


async def through_gateway(url: str, calls: int, concurrency: int) -> float:
    """Return calls per second of the gateway with a new run's store."""
    with tempfile.TemporaryDirectory() as folder, open_run(Path(folder), {"kind": "benchmark"}) as store:
        models = OpenedModels(store, base_url=url, concurrency=concurrency)
        gateway = models.open(SPEC)
        questions = [question(number) for number in range(calls)]
        start = time.perf_counter()
        await asyncio.gather(*(gateway.ask(request) for request in questions))
        rate = calls / (time.perf_counter() - start)
        await models.close()
        return rate


async def compare(url: str, options: argparse.Namespace) -> None:
    """Print both rates for each round, and the median ratio."""
    ratios = []
    await measure_bare(url, 100, options.concurrency)
    for number in range(options.rounds):
        bare_rate = await measure_bare(url, options.calls, options.concurrency)
        gateway_rate = await through_gateway(url, options.calls, options.concurrency)
        ratios.append(gateway_rate / bare_rate)
        print(f"round {number + 1}: bare {bare_rate:.0f}/s, gateway {gateway_rate:.0f}/s, ratio {ratios[-1]:.2f}")
    print(f"median ratio {statistics.median(ratios):.2f} (lowest {min(ratios):.2f}, highest {max(ratios):.2f})")


def main() -> None:
    """Read the flags, compare, and optionally profile the gateway."""
    options = read_options(__doc__, url="", calls=1000, concurrency=64, rounds=5, profile=False)
    with nullcontext(options.url) if options.url else replay_server() as url:
        if options.profile:
            profile = cProfile.Profile()
            profile.runcall(asyncio.run, through_gateway(url, options.calls, options.concurrency))
            pstats.Stats(profile).sort_stats("tottime").print_stats(30)
        else:
            asyncio.run(compare(url, options))


if __name__ == "__main__":
    main()
