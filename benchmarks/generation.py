"""Measure calls and seconds per accepted pair of a generation, on a replay server.

    python -m benchmarks.generation [--per-bias 20] [--latency 0.1] [--kills 20] [--disturbed "--faults 0.15"]

It starts the script PROBE_REPLAY_SERVER on a published file in PROBE_SWE_DATA, and runs ``probe generate`` in its own
process, start-up included. With ``--kills``, a second run is killed (SIGKILL) that many times, at random moments with a
fixed seed, and restarted; it has to produce the same dataset, and repeated calls are counted. With ``--disturbed``,
another run uses a server with these additional arguments: it has to accept the same pairs (unless answers are lost to
``--garbage``), and to count every unreadable answer of the server.
"""

import json
import os
import random
import resource
import shlex
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.running import processor_time, read_options, replay_server

CONCURRENCY = 16
GARBAGE = "<<<%%%>>>"
"""The replay server's unreadable answer."""


@dataclass(frozen=True)
class Server:
    """A replay server, and the log of its answers."""

    url: str
    log: Path

    def requests(self, start: int = 0) -> list[str]:
        """Return the hashes of the answered requests from number ``start`` on."""
        lines = self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []
        return [json.loads(line)["request"] for line in lines[start:]]


@contextmanager
def replay(folder: Path, arguments: Sequence[str]) -> Iterator[Server]:
    """Start the replay server, and stop it."""
    log = folder / "log.jsonl"
    with replay_server(["--log", str(log), *arguments]) as url:
        yield Server(url, log)


def generation(server: Server, out: Path, per_bias: int) -> list[str]:
    """Return the command of a generation."""
    command = [sys.executable, "-m", "probe", "generate", "--model", "openai/gpt-4o-mini", "--base-url", server.url]
    options = ["--per-bias", str(per_bias), "--profile", "paper", "--concurrency", str(CONCURRENCY), "--quiet"]
    return [*command, *options, "--out", str(out)]


def measure(server: Server, out: Path, per_bias: int) -> None:
    """Run a generation to its end and print its calls and times."""
    start = time.perf_counter()
    subprocess.run(generation(server, out, per_bias), check=True)
    seconds, processor_seconds = time.perf_counter() - start, processor_time(resource.RUSAGE_CHILDREN)
    pairs, calls = len(dataset(out).splitlines()), len(server.requests())
    print(f"{pairs} pairs, {calls} calls, {calls / pairs:.2f} calls per pair")
    print(f"{seconds:.1f} s from start to end, {processor_seconds:.1f} s of processor time")


def kill_repeatedly(server: Server, out: Path, per_bias: int, kills: int) -> None:
    """Kill a generation repeatedly; print whether its dataset is the same, and how many calls were repeated."""
    first_requests = Counter(server.requests())
    start, rng, kill_count = len(server.requests()), random.Random(0), 0
    kill_points = sorted(rng.randrange(1, start) for _ in range(kills))
    for kill_point in kill_points:
        process = subprocess.Popen(generation(server, out, per_bias))
        while process.poll() is None and len(server.requests(start)) < kill_point:
            time.sleep(0.01)
        kill_count += process.poll() is None
        process.kill()
        process.wait()
    subprocess.run(generation(server, out, per_bias), check=True)
    repeated_calls = (Counter(server.requests(start)) - first_requests).total()
    print(
        f"killed {kill_count} times: {repeated_calls} calls repeated, at most {kill_count * CONCURRENCY} were in flight"
    )


def disturb(server: Server, undisturbed_folder: Path, out: Path, per_bias: int) -> bool:
    """Run a generation on a failing server; print whether it accepted the same pairs; return whether all is correct."""
    subprocess.run(generation(server, out, per_bias), check=True)
    with urllib.request.urlopen(server.url.removesuffix("/v1") + "/counts") as answer:
        counts = json.load(answer)["counts"]
    faults = {kind: number for kind, number in sorted(counts.items()) if kind.startswith("fault ")}
    unreadable = json.loads((out / "manifest.json").read_text(encoding="utf-8"))["unreadable_answers"]
    garbled_count, refusal_count, unreadable_count = counts.get("garbage", 0), refusals(out), sum(unreadable.values())
    print(f"disturbed: {sum(faults.values())} faults {faults}")
    print(
        f"unreadable: {garbled_count} garbled answers and {refusal_count} refusals to translate;"
        f" counted {unreadable_count}, {unreadable}"
    )
    same_pairs = identities(out) == identities(undisturbed_folder)
    print(f"{len(identities(out))} pairs: " + ("the same, in the same order" if same_pairs else "not the same"))
    return unreadable_count == garbled_count + refusal_count and (same_pairs or garbled_count > 0)


def refusals(out: Path) -> int:
    """Return how many translations of a run contain no axioms although the server did not garble them."""
    with closing(sqlite3.connect(out / "run.sqlite")) as run:
        answers = [
            json.loads(row[0])["text"] for row in run.execute("SELECT answer FROM calls WHERE purpose = 'translate'")
        ]
    return sum("## Axioms" not in text and text != GARBAGE for text in answers)


def identities(out: Path) -> list[str]:
    """Return the ids of the accepted pairs in order; the rest of a line depends on the run and its server."""
    return [json.loads(line)["id"] for line in dataset(out).splitlines()]


def dataset(out: Path) -> str:
    """Return the text of the dataset of a run."""
    return (out / "dataset.jsonl").read_text(encoding="utf-8")


def main() -> None:
    """Measure one generation, and optionally one that is killed."""
    options = read_options(__doc__, per_bias=20, latency=0.1, kills=0, disturbed="")
    if not {"PROBE_REPLAY_SERVER", "PROBE_SWE_DATA"} <= set(os.environ):
        print("not measured: set PROBE_REPLAY_SERVER to the server script and PROBE_SWE_DATA to its data")
        return
    correct = True
    with tempfile.TemporaryDirectory() as name:
        folder, latency = Path(name), ["--latency", str(options.latency)]
        with replay(folder, latency) as server:
            measure(server, folder / "whole", options.per_bias)
            if options.kills:
                kill_repeatedly(server, folder / "killed", options.per_bias, options.kills)
                same_dataset = dataset(folder / "killed") == dataset(folder / "whole")
                print("the dataset is the same" if same_dataset else "THE DATASET IS DIFFERENT")
                correct &= same_dataset
        if options.disturbed:
            with replay(folder, [*latency, *shlex.split(options.disturbed)]) as server:
                correct &= disturb(server, folder / "whole", folder / "disturbed", options.per_bias)
    sys.exit(not correct)


if __name__ == "__main__":
    main()
