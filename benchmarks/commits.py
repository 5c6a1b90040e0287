"""Measure what it costs that every answer is on the disk before the next step uses it.

    python -m benchmarks.commits [--answers 400] [--folder DIR]

Stores answers of a usual size in two run files by turns, one with ``synchronous=FULL``, as PROBE does, and one with
``NORMAL``, which waits for the disk only now and then and can lose the last answers in a power failure. ``--folder``
has to be on the disk to measure; the default is the folder of temporary files.
"""

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.running import read_options
from probe.store import open_run
from probe.store.run_store import RunStore
from probe.values import Answer, Message, ModelSpec, Request

SPEC = ModelSpec.parse("openai/gpt-4o-mini")
REQUEST = Request(purpose="decide", messages=(Message(role="user", content="A or B? " * 250),))
ANSWER = Answer(text="Because. " * 120, prompt_tokens=500, completion_tokens=240)
MODES = ("FULL", "NORMAL")
CALL_SECONDS = 1.0
CONCURRENCY = 16


def seconds_of(work: Callable[[], None]) -> float:
    """Return how long ``work`` takes, in seconds on the clock: waiting for the disk is what is measured."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def time_of_storing(run: RunStore, mode: str, number: int) -> float:
    """Return how long storing one answer takes."""
    return seconds_of(lambda: run.keep_answer(f"{mode} {number}", SPEC, "http://localhost/v1", REQUEST, ANSWER))


def main() -> None:
    """Print medians, 95th percentiles, their ratio, and the share of a run with calls of a second."""
    options = read_options(__doc__, answers=400, folder="")
    times: dict[str, list[float]] = {mode: [] for mode in MODES}
    with (
        tempfile.TemporaryDirectory(dir=options.folder or None) as folder,
        open_run(Path(folder, "full"), {"kind": "evaluate"}) as full_run,
        open_run(Path(folder, "normal"), {"kind": "evaluate"}) as normal,
    ):
        normal._database.execute("PRAGMA synchronous = NORMAL")
        for number in range(options.answers):
            for mode, run in zip(MODES, (full_run, normal), strict=True):
                times[mode].append(time_of_storing(run, mode, number))
    for mode in MODES:
        median, percentile_95 = statistics.median(times[mode]), statistics.quantiles(times[mode], n=20)[-1]
        share = statistics.mean(times[mode]) * CONCURRENCY / CALL_SECONDS
        print(
            f"{mode:<6} median {1000 * median:.2f} ms, 95 % below {1000 * percentile_95:.2f} ms;"
            f" {share:.1%} of the time of {CONCURRENCY} calls of {CALL_SECONDS:g} s at once"
        )
    print(f"ratio of the means: {statistics.mean(times['FULL']) / statistics.mean(times['NORMAL']):.1f}")


if __name__ == "__main__":
    main()
