"""Measure how long real decisions on composed dilemmas take with the packaged local model.

    python -m benchmarks.local_model [--dilemmas 100] [--author 'grammar?mode=closed-book'] [--seconds 120]

Composes the dilemmas, evaluates them by log-probabilities in both orders, and analyses the decisions. Prints the
seconds of the evaluation, the position preference and the net effect with its interval; ends with 1 if the evaluation
takes longer than ``--seconds``, or one of these figures is missing.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.running import read_options

BIASES = 8


def probe(*arguments: str | Path) -> float:
    """Run a command and return its seconds."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "probe", *map(str, arguments)], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def figures(report: Any) -> dict[str, float | None]:
    """Return the net effect over all biases with its interval, and the share of the option shown first."""
    effect = report["summary"]["rows"][0]
    (chapter,) = (chapter for chapter in report["chapters"] if chapter["key"] == "position")
    position = next(row for row in chapter["tables"][0]["rows"] if row["arm"] == "unbiased")
    results = {name: effect[name] for name in ("effect", "low", "high")} | {"position preference": position["first"]}
    return {name: value if isinstance(value, float) else None for name, value in results.items()}


def main() -> None:
    """Compose, evaluate, analyse, and judge."""
    options = read_options(__doc__, dilemmas=100, author="grammar", model="local/smollm2-135m-instruct", seconds=120.0)
    with tempfile.TemporaryDirectory() as name:
        folder, per_bias = Path(name), -(-options.dilemmas // BIASES)
        probe("generate", "--author", options.author, "--per-bias", str(per_bias), "--out", folder / "data")
        seconds = probe("evaluate", folder / "data", "--model", options.model, "--logprobs", "--out", folder / "eval")
        probe("analyze", folder / "eval", "--out", folder / "report")
        report = json.loads((folder / "report" / "report.json").read_text(encoding="utf-8"))
    results = figures(report)
    fast, complete = seconds <= options.seconds, None not in results.values()
    print(", ".join(f"{name} {value}" for name, value in results.items()))
    verdict = "holds" if fast and complete else "FAILS"
    print(f"{per_bias * BIASES} dilemmas in {seconds:.0f} s: {verdict} (at most {options.seconds:.0f} s)")
    sys.exit(0 if fast and complete else 1)


if __name__ == "__main__":
    main()
