"""Kill commands at random moments, then repeat them: their outputs have to equal those of an undisturbed run."""

import random
import re
import shutil
import signal
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.torture.results import Results, print_line
from benchmarks.torture.workplace import Watch, Workplace, outputs

CONCURRENCY = 4
"""The maximum number of calls of one model in flight."""
PENDING = 4
"""The exit code of a command that waits for a batch."""
PATIENCE = 20
"""How often a step that ends with ``PENDING`` is repeated, since it may also wait for something that never comes."""
REFUSALS = 2
"""The exit code of a command that would overwrite its finished output."""
NEVER = 10**9
MODEL = "openai/gpt-4o-mini"
GENERATE = f"generate --model {MODEL} --base-url URL --concurrency {CONCURRENCY} --out OUT/run -q --bias anchoring_bias"
EVALUATE = f"--runs 2 --order as-written --base-url URL --concurrency {CONCURRENCY} -q"
GRAMMAR = "generate --author grammar?depth=3 --per-bias 2 --bias anchoring_bias --bias framing_effect -q"
ASKING = f"--base-url URL --concurrency {CONCURRENCY} -q"


@dataclass(frozen=True)
class Task:
    """Commands in their order; ``copied`` is a folder of the base that they write to."""

    steps: Sequence[str]
    copied: str = ""
    varies: Sequence[str] = ()
    """Files whose content differs between two undisturbed runs, because it is random."""
    in_flight: int = CONCURRENCY
    """The maximum number of calls in flight, which may have to be repeated after a kill."""


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
class ReferenceRun:
    """An undisturbed run of a task: its outputs, its questions, and the number of events in each step."""

    outputs: dict[str, bytes]
    question_counts: Counter[str]
    events: list[int]


def run_kills(work: Workplace, results: Results, seed: int, kills: int, only: str) -> None:
    """Kill each task's commands about equally often, ``kills`` times in all."""
    tasks = {name: task for name, task in TASKS.items() if re.search(only, name)}
    assigned_kills = 0
    for number, (name, task) in enumerate(tasks.items()):
        share = (kills - assigned_kills) // (len(tasks) - number)
        assigned_kills += share
        print_line(f"{name}: {share} kills")
        rng = random.Random(f"{seed} {name}")
        if (reference := undisturbed_or_failed(work, results, "kills", name, task)) is None:
            continue
        try:
            kill_count, problem = disturb(work, task, reference, share, rng)
        except Exception as error:  # noqa: BLE001 - the other tasks go on
            kill_count, problem = share, f"{type(error).__name__}: {' '.join(str(error).split())[-400:]}"
        results.add("kills", name, problem, kill_count)


def new_folder(work: Workplace, task: Task, name: str) -> Path:
    """Return a new folder for a task's outputs."""
    out = work.empty_folder(name)
    if task.copied:
        shutil.copytree(work.folder / "base" / task.copied, out / task.copied)
    work.server.seen.clear()
    work.batching.batches.clear()
    work.batching.files.clear()
    return out


def finish(work: Workplace, task: Task, out: Path, *, first: int = 0) -> None:
    """Run the steps from number ``first`` on to their ends; repeat a step while it waits for a batch.

    A step that refuses to overwrite its own output ended just before the kill; the outputs are compared anyway.
    """
    for step in task.steps[first:]:
        for _ in range(PATIENCE):
            completed = work.probe(*work.words(step, out), expect=None)
            if (code := completed.returncode) != PENDING:
                break
        assert code in (0, REFUSALS), f"{step[:40]} ended with {code}: {completed.stderr[-300:]}"


def run_undisturbed(work: Workplace, task: Task) -> ReferenceRun:
    """Run a task without a kill, and count the events in each step."""
    out, events = new_folder(work, task, "whole"), []
    for step in task.steps:
        code, event_count = PENDING, 2
        for _ in range(PATIENCE):
            if code != PENDING:
                break
            watch, process = Watch(out, work.server), work.probe.begin(*work.words(step, out))
            watch.wait(NEVER, process)
            _, err = process.communicate()
            code, event_count = process.returncode, max(event_count, watch.events())
        assert code == 0, f"{step[:40]} ended with {code}: {err[-300:]}"
        events.append(event_count)
    return ReferenceRun(outputs(out), work.count_questions(), events)


def undisturbed_or_failed(work: Workplace, results: Results, part: str, name: str, task: Task) -> ReferenceRun | None:
    """Run a task as ``run_undisturbed`` does; if it fails, count a failure and return None."""
    try:
        return run_undisturbed(work, task)
    except Exception as error:  # noqa: BLE001 - the other tasks go on
        results.add(part, name, f"undisturbed: {type(error).__name__}: {' '.join(str(error).split())[-400:]}")
        return None


def disturb(
    work: Workplace, task: Task, reference: ReferenceRun, kills: int, rng: random.Random
) -> tuple[int, str | None]:
    """Kill a task ``kills`` times, finish it, and return the number of kills and any difference from the reference.

    A task that ends before its last kill is compared and started again.
    """
    out, kill_count, kills_in_run, step = new_folder(work, task, "killed"), 0, 0, 0
    for _ in range(6 * kills):
        if kill_count == kills:
            break
        code = _run_and_kill(work, task.steps[step], out, reference.events[step], rng)
        if code == -signal.SIGKILL:
            kill_count, kills_in_run = kill_count + 1, kills_in_run + 1
            continue
        assert code in (0, REFUSALS, PENDING), f"{task.steps[step][:40]} ended with {code}"
        step += code != PENDING
        if step == len(task.steps):
            if problem := difference(work, task, reference, out, kills_in_run):
                return kill_count, problem
            out, kills_in_run, step = new_folder(work, task, "killed"), 0, 0
    finish(work, task, out, first=step)
    return kill_count, difference(work, task, reference, out, kills_in_run)


def _run_and_kill(work: Workplace, step: str, out: Path, events: int, rng: random.Random) -> int:
    """Start a command and kill it at a random moment, unless it has ended before; return its exit code."""
    watch, process = Watch(out, work.server), work.probe.begin(*work.words(step, out))
    if rng.random() < 0.15:
        time.sleep(rng.uniform(0.1, 2))
    else:
        watch.wait(rng.randint(1, events), process)
        time.sleep(rng.choice((0, 0, rng.uniform(0, 0.03))))
    process.send_signal(signal.SIGKILL)
    _, err = process.communicate()
    assert "Traceback" not in err, err[-300:]
    return process.returncode


def difference(work: Workplace, task: Task, reference: ReferenceRun, out: Path, kill_count: int) -> str | None:
    """Return what differs between the outputs and questions of a killed task and those of an undisturbed one."""
    contents = outputs(out)
    if hidden_names := [name for name in contents if any(part.startswith(".") for part in Path(name).parts)]:
        return f"{hidden_names[0]} is left over"
    if contents.keys() != reference.outputs.keys():
        return f"files differ: {sorted(contents.keys() ^ reference.outputs.keys())[:3]}"
    for name, content in contents.items():
        if content != reference.outputs[name] and not any(Path(name).match(varying) for varying in task.varies):
            return f"{name} differs{_first_difference(content, reference.outputs[name])}"
    question_counts = work.count_questions()
    if set(question_counts) != set(reference.question_counts):
        return f"{len(set(question_counts) ^ set(reference.question_counts))} calls differ"
    if (repeated_count := (question_counts - reference.question_counts).total()) > kill_count * task.in_flight:
        return f"{repeated_count} calls were repeated after {kill_count} kills"
    return None


def _first_difference(content: bytes, expected: bytes) -> str:
    pairs = zip(content, expected, strict=False)
    position = next((index for index, (byte, expected_byte) in enumerate(pairs) if byte != expected_byte), 0)
    context = slice(max(0, position - 40), position + 40)
    return f" at byte {position}: {content[context]!r} instead of {expected[context]!r}"
