"""Commands that are killed several times at random moments, then repeated: the outputs of an undisturbed run."""

import random
import re
import shutil
import signal
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.torture.results import Results, say
from benchmarks.torture.workplace import Watch, Workplace, outputs

CONCURRENCY = 4
"""The maximum number of calls of one model in flight."""
PENDING = 4
"""The exit code of a command that waits for a batch."""
PATIENCE = 20
"""How often a step is repeated that ends with this code: it may also stop for something that does not pass."""
REFUSED = 2
"""The exit code of a command that would overwrite what it has finished."""
NEVER = 10**9
MODEL = "openai/gpt-4o-mini"
GENERATE = f"generate --model {MODEL} --base-url URL --concurrency {CONCURRENCY} --out OUT/run -q --bias anchoring_bias"
EVALUATE = f"--runs 2 --order as-written --base-url URL --concurrency {CONCURRENCY} -q"
GRAMMAR = "generate --author grammar?depth=3 --per-bias 2 --bias anchoring_bias --bias framing_effect -q"
ASKING = f"--base-url URL --concurrency {CONCURRENCY} -q"


@dataclass(frozen=True)
class Task:
    """One or several commands, in their order; ``copied`` is a folder of the base that they write into."""

    steps: Sequence[str]
    copied: str = ""
    varies: Sequence[str] = ()
    """Files whose content differs between two undisturbed runs, because it is drawn anew."""
    in_flight: int = CONCURRENCY
    """The maximum number of calls in flight: so many may be paid for again after a kill."""


TASKS: dict[str, Task] = {
    "generate": Task([f"{GENERATE} --per-bias 4"]),
    "generate, paper": Task([f"{GENERATE} --per-bias 4 --profile paper"]),
    "generate, grown": Task([f"{GENERATE} --per-bias 2", f"{GENERATE} --per-bias 4"]),
    "generate, batches": Task([f"{GENERATE.replace(MODEL, MODEL + '?batch=24h')} --per-bias 2"]),
    "generate, workers": Task([f"{GRAMMAR} --workers 2 --out OUT/run"]),
    "generate, templates": Task(
        [
            f"generate --protocol templates --author {MODEL} --bias halo_effect --bias anchoring_bias --per-bias 6"
            f" {ASKING} --out OUT/run"
        ]
    ),
    "generate, triage": Task(["generate --protocol triage --kind sequence,choice --sets 2 -q --out OUT/run"]),
    "shards": Task(
        [
            f"{GRAMMAR} --shard 1/2 --out OUT/1",
            f"{GRAMMAR} --shard 2/2 --out OUT/2",
            "merge --shards OUT/1/prepared.jsonl OUT/2/prepared.jsonl --out OUT/prepared.jsonl",
            f"{GRAMMAR} --prepared OUT/prepared.jsonl --out OUT/run",
        ]
    ),
    "evaluate": Task([f"evaluate BASE/data.jsonl --model openai/s {EVALUATE} --out OUT/run"]),
    "evaluate, batches": Task([f"evaluate BASE/data.jsonl --model openai/s?batch=24h {EVALUATE} --out OUT/run"]),
    "evaluate, probabilities": Task([f"evaluate BASE/data.jsonl --model openai/s --logprobs {ASKING} --out OUT/run"]),
    "matrix": Task(
        [f"evaluate BASE/data.jsonl --model openai/s --model openai/t --limit 1 {EVALUATE} --out OUT/run"],
        in_flight=2 * CONCURRENCY,
    ),
    "mitigations": Task(
        [
            f"evaluate BASE/data.jsonl --model openai/s {EVALUATE} --out OUT/run --mitigation none"
            " --mitigation bias-warning --mitigation chain-of-thought"
        ]
    ),
    "conversations": Task([f"evaluate BASE/sets --model openai/s --runs 1 {ASKING} --out OUT/run"]),
    "controls": Task([f"controls BASE/data.jsonl --author openai/c {ASKING} --out OUT/run"]),
    "opinion": Task([f"opinion BASE/data.jsonl --model openai/o {ASKING} --out OUT/run"]),
    "awareness": Task([f"awareness OUT/evaluation --judge openai/j {ASKING}"], copied="evaluation"),
    "import probe-swe": Task(["import probe-swe BASE/published.json --out OUT/a.jsonl"]),
    "import hf": Task(["import hf BASE/card --out OUT/a.jsonl.gz"]),
    "import malberg": Task(["import malberg BASE/tests.csv --out OUT/a.jsonl"]),
    "import decisions": Task(["import malberg BASE/tested.csv --dataset BASE/tests --out OUT/run"]),
    "export probe-swe": Task(["export BASE/data.jsonl --format probe-swe --out OUT/a.json"]),
    "export package": Task(["export BASE/evaluation --format probe-swe --package OUT/package"]),
    "export hf": Task(["export BASE/data.jsonl --format hf --out OUT/card"]),
    "export csv": Task(["export BASE/data.jsonl --format csv --out OUT/a.csv"]),
    "export decisions": Task(["export BASE/evaluation --format decisions --out OUT/a.csv"]),
    "export malberg": Task(["export BASE/tested --format malberg --out OUT/a.csv"]),
    "export lm-eval": Task(["export BASE/data.jsonl --format lm-eval --out OUT/tasks"]),
    "merge": Task(["merge BASE/data.jsonl BASE/few.jsonl --vectors OUT/vectors.jsonl --out OUT/a.jsonl"]),
    "release": Task(
        ["release BASE/evaluation --version 1.0.0 --out OUT/release"],
        varies=("release.json", "README.md", "canary", "SHA256SUMS", "manifest.json", "croissant.json", "*.parquet"),
    ),
    "verify report": Task(["verify BASE/data.jsonl --report OUT/report.jsonl"]),
    "analyze": Task(["analyze BASE/evaluation --out OUT/report"]),
}


@dataclass
class Whole:
    """An undisturbed run of a task: its outputs, its questions, and how much happened in it."""

    outputs: dict[str, bytes]
    asked: Counter[str]
    events: list[int]


def run_kills(work: Workplace, results: Results, seed: int, kills: int, only: str) -> None:
    """Kill each task's commands about equally often, ``kills`` times in all."""
    chosen = {name: task for name, task in TASKS.items() if re.search(only, name)}
    done = 0
    for number, (name, task) in enumerate(chosen.items()):
        share = (kills - done) // (len(chosen) - number)
        done += share
        say(f"{name}: {share} kills")
        draw = random.Random(f"{seed} {name}")
        if (whole := undisturbed_or_failed(work, results, "kills", name, task)) is None:
            continue
        try:
            killed, problem = disturb(work, task, whole, share, draw)
        except Exception as error:  # noqa: BLE001 - the other tasks go on
            killed, problem = share, f"{type(error).__name__}: {' '.join(str(error).split())[-400:]}"
        results.add("kills", name, problem, killed)


def prepared(work: Workplace, task: Task, name: str) -> Path:
    """Return a new folder for a task's outputs."""
    out = work.fresh(name)
    if task.copied:
        shutil.copytree(work.folder / "base" / task.copied, out / task.copied)
    work.server.seen.clear()
    work.batching.batches.clear()
    work.batching.files.clear()
    return out


def finish(work: Workplace, task: Task, out: Path, *, first: int = 0) -> None:
    """Run the steps from number ``first`` on to their ends, those that wait for a batch again and again.

    A step that refuses to overwrite its own output has ended just before the kill; the outputs are compared anyway.
    """
    for step in task.steps[first:]:
        for _ in range(PATIENCE):
            done = work.probe(*work.words(step, out), expect=None)
            if (code := done.returncode) != PENDING:
                break
        assert code in (0, REFUSED), f"{step[:40]} ended with {code}: {done.stderr[-300:]}"


def undisturbed(work: Workplace, task: Task) -> Whole:
    """Run a task without a kill, in processes, and count what happens in each step."""
    out, events = prepared(work, task, "whole"), []
    for step in task.steps:
        code, most = PENDING, 2
        for _ in range(PATIENCE):
            if code != PENDING:
                break
            watch, process = Watch(out, work.server), work.probe.begin(*work.words(step, out))
            watch.wait(NEVER, process)
            _, err = process.communicate()
            code, most = process.returncode, max(most, watch.events())
        assert code == 0, f"{step[:40]} ended with {code}: {err[-300:]}"
        events.append(most)
    return Whole(outputs(out), work.asked(), events)


def undisturbed_or_failed(work: Workplace, results: Results, part: str, name: str, task: Task) -> Whole | None:
    """Run a task as ``undisturbed`` does; count a failure and return None if even that does not end well."""
    try:
        return undisturbed(work, task)
    except Exception as error:  # noqa: BLE001 - the other tasks go on
        results.add(part, name, f"undisturbed: {type(error).__name__}: {' '.join(str(error).split())[-400:]}")
        return None


def disturb(work: Workplace, task: Task, whole: Whole, kills: int, draw: random.Random) -> tuple[int, str | None]:
    """Kill a task so many times, finish it, and return the number of kills and what differs from the whole.

    A task that ends before it was killed so often is compared and begun again.
    """
    out, killed, here, step = prepared(work, task, "killed"), 0, 0, 0
    for _ in range(6 * kills):
        if killed == kills:
            break
        code = _killed(work, task.steps[step], out, whole.events[step], draw)
        if code == -signal.SIGKILL:
            killed, here = killed + 1, here + 1
            continue
        assert code in (0, REFUSED, PENDING), f"{task.steps[step][:40]} ended with {code}"
        step += code != PENDING
        if step == len(task.steps):
            if problem := difference(work, task, whole, out, here):
                return killed, problem
            out, here, step = prepared(work, task, "killed"), 0, 0
    finish(work, task, out, first=step)
    return killed, difference(work, task, whole, out, here)


def _killed(work: Workplace, step: str, out: Path, events: int, draw: random.Random) -> int:
    """Start a command and kill it at a random moment; return its exit code, which is its own if it ended before."""
    watch, process = Watch(out, work.server), work.probe.begin(*work.words(step, out))
    if draw.random() < 0.15:
        time.sleep(draw.uniform(0.1, 2))
    else:
        watch.wait(draw.randint(1, events), process)
        time.sleep(draw.choice((0, 0, draw.uniform(0, 0.03))))
    process.send_signal(signal.SIGKILL)
    _, err = process.communicate()
    assert "Traceback" not in err, err[-300:]
    return process.returncode


def difference(work: Workplace, task: Task, whole: Whole, out: Path, killed: int) -> str | None:
    """Return what differs between the outputs and questions of a killed task and those of an undisturbed one."""
    contents = outputs(out)
    if hidden := [name for name in contents if any(part.startswith(".") for part in Path(name).parts)]:
        return f"{hidden[0]} is left over"
    if contents.keys() != whole.outputs.keys():
        return f"files differ: {sorted(contents.keys() ^ whole.outputs.keys())[:3]}"
    for name, content in contents.items():
        if content != whole.outputs[name] and not any(Path(name).match(varying) for varying in task.varies):
            return f"{name} differs{_first_difference(content, whole.outputs[name])}"
    asked, calls = work.asked(), "calls"
    if set(asked) != set(whole.asked):
        return f"{len(set(asked) ^ set(whole.asked))} {calls} differ"
    if (again := (asked - whole.asked).total()) > killed * task.in_flight:
        return f"{again} {calls} were made again after {killed} kills"
    return None


def _first_difference(content: bytes, other: bytes) -> str:
    at = next((n for n, (a, b) in enumerate(zip(content, other, strict=False)) if a != b), 0)
    return f" at byte {at}: {content[max(0, at - 40) : at + 40]!r} instead of {other[max(0, at - 40) : at + 40]!r}"
