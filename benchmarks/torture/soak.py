"""Run commands for a long time in one process, and request pages all the time: no resource may grow."""

import http.client
import itertools
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.running import descendants, memory_of
from benchmarks.torture.results import Results, print_line
from benchmarks.torture.workplace import Workplace
from probe.cli.main import main
from tests.shared import environment

CYCLE = (
    "evaluate BASE/data.jsonl --model openai/s --runs 1 --base-url URL --out OUT/run -q",
    "export OUT/run --format decisions --out OUT/a.csv",
    "export BASE/data.jsonl --format hf --out OUT/card",
    "import hf OUT/card --out OUT/a.jsonl",
    "verify BASE/few.jsonl --report OUT/report.jsonl",
    "log OUT/run",
)
REPORT = "analyze OUT/run --out OUT/report"
CYCLES_PER_REPORT = 5
"""Cycles from one report to the next."""
GROWTH = 20
"""Megabytes that memory may grow from the second quarter of a soak to the last: allocators keep freed memory."""
PAGES = ("/", "/?page=1", "/statistics", "/../../etc/passwd", "/pairs/" + "9" * 5000, "/?q=" + "%28" * 500)


@dataclass(frozen=True)
class Sample:
    """The resources of a process at one moment."""

    megabytes: float
    descriptors: int
    children: int
    temporary: int

    @classmethod
    def of(cls, process: int, temporary: Path) -> "Sample":
        """Sample a process and its folder for temporary files."""
        open_files = len(os.listdir(f"/proc/{process}/fd"))  # noqa: PTH208 - a Path would open what it lists
        memory = memory_of(process, "VmRSS")
        return cls(memory, open_files, len(descendants(process)), len(list(temporary.rglob("*"))))


def run_soak(work: Workplace, results: Results, minutes: float) -> None:
    """Run commands for half of the time, and request pages for the other half."""
    for name, samples in (("commands", _commands(work)), ("pages", _pages(work))):
        end, collected_samples = time.monotonic() + 30 * minutes, list[Sample]()
        for sample in samples:
            collected_samples.append(sample)
            if time.monotonic() > end:
                break
        samples.close()  # type: ignore[attr-defined]
        print_line(f"{name}: {collected_samples[0]} … {collected_samples[-1]}")
        results.add("soak", f"{name}, rounds", _growing_resource(collected_samples), len(collected_samples))


def _growing_resource(samples: Sequence[Sample]) -> str | None:
    """Return which resource has grown between the second quarter and the last, or None."""
    quarter = len(samples) // 4
    if quarter < 2:
        return f"only {len(samples)} rounds: increase --minutes"
    early_samples, late = samples[quarter : 2 * quarter], samples[-quarter:]
    for attribute, allowed_growth in (("megabytes", GROWTH), ("descriptors", 0), ("children", 0), ("temporary", 0)):
        early_median, late_median = (
            statistics.median(getattr(sample, attribute) for sample in quarter_samples)
            for quarter_samples in (early_samples, late)
        )
        if late_median > early_median + allowed_growth:
            return f"{attribute} grew from {early_median:.0f} to {late_median:.0f} in {len(samples)} rounds"
    return None


def _begin(work: Workplace, words: Sequence[str], temporary: Path) -> subprocess.Popen[str]:
    variables = environment() | {"TMPDIR": str(temporary), "OPENAI_API_KEY": "key"}
    command, streams = [sys.executable, "-m", *words], {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.Popen(command, env=variables, text=True, cwd=work.folder, stdin=subprocess.PIPE, **streams)


def _commands(work: Workplace) -> Iterator[Sample]:
    """Yield a sample after each round of commands."""
    temporary = work.empty_folder("temporary")
    process = _begin(work, ["benchmarks.torture.soak", str(work.folder / "base"), work.server.url], temporary)
    try:
        assert process.stdout is not None
        assert process.stdin is not None
        for line in process.stdout:
            assert line == "round\n", line
            work.server.seen.clear()
            yield Sample.of(process.pid, temporary)
            process.stdin.write("go on\n")  # only now, so that files of the next round do not count as growth
            process.stdin.flush()
        raise RuntimeError(f"the process of commands ended with {process.wait()}")
    finally:
        process.kill()
        process.communicate()


def _pages(work: Workplace) -> Iterator[Sample]:
    """Yield a sample after every hundred requests."""
    temporary, base = work.empty_folder("temporary"), work.folder / "base"
    words = ["probe", "serve", str(base / "data.jsonl"), str(base / "evaluation"), "--port", "0"]
    process = _begin(work, words, temporary)
    try:
        assert process.stdout is not None
        address = urlsplit(next(word for word in process.stdout.readline().split() if word.startswith("http")))
        paths = itertools.cycle(PAGES)
        while True:
            for path in itertools.islice(paths, 100):
                connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=60)
                connection.request("GET", path)
                status = connection.getresponse().status
                assert status < 500, f"{path[:40]} is {status}"
                connection.close()
            yield Sample.of(process.pid, temporary)
    finally:
        process.kill()
        process.communicate()


def _rounds(base: str, url: str) -> None:
    """Run rounds of commands in this process, and print a line after each."""
    for number in itertools.count():
        out = tempfile.mkdtemp(dir=Path(base).parent / "tries")
        for line in (*CYCLE, *([REPORT] if number % CYCLES_PER_REPORT == 0 else [])):
            sys.argv = ["probe", *line.replace("BASE", base).replace("URL", url).replace("OUT", out).split()]
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()), suppress(SystemExit):
                main()
        assert json.loads(Path(out, "run", "manifest.json").read_text(encoding="utf-8"))["complete"]
        shutil.rmtree(out)
        print("round", flush=True)
        sys.stdin.readline()


if __name__ == "__main__":
    _rounds(*sys.argv[1:])
