"""Mutation testing: run the tests on a seeded sample of mutants, and print the diffs of survivors.

``python -m benchmarks.mutants answers filters --count 40`` copies the project, changes one thing at a time in the copy
(a comparison, a number, a boolean, a loop …, by cosmic-ray's operators), and runs the tests of its room.
A mutant is killed if they fail, hang or cannot be collected. The sample draws positions first, then one operator for
each, so that a comparison with seven mutants has the same weight as a number with one. Code that only changes how a
figure looks is left out (``looks.py``): widths of lines, colours, sizes, margins.

A room is a part of the project. The room ``analysis`` is all of ``analysis/``; its parts are rooms too. Set
``PROBE_SWE_DATA`` for tests that need it.
"""

import compileall
import difflib
import os
import py_compile
import random
import resource
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Literal

import hypothesis.strategies  # noqa: F401  # slow to import: processes that are forked have it already
import matplotlib.figure  # noqa: F401
import pydantic  # noqa: F401
import pytest
import statsmodels.formula.api  # noqa: F401
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from benchmarks.looks import Looks
from benchmarks.running import read_options

ROOT = Path(__file__).parents[1]
COPIED_PATHS = (
    "probe",
    "prolog",
    "seeds",
    "filters",
    "analysis",
    "tests",
    "docs",
    "benchmarks",
    "pyproject.toml",
    "Makefile",
)
CHEAP = {
    "certificate": ("findings", "checks", "second_engine", "phrases"),
    "filters": ("near_misses", "judges", "decision", "grounding", "template", "near_duplicates", "limits", "estimates"),
}
"""The tests of a room that take little time; they run first, since the first failure ends a run."""


def cheap_tests(room: str) -> list[str]:
    """Return the paths of a room's cheap tests."""
    return [f"tests/{room}/test_{name}.py" for name in CHEAP[room]]


PROTOCOLS = (
    *(f"tests/protocols/templates/test_{name}.py" for name in ("chapters", "metric", "malberg")),
    "tests/protocols/triage/test_triage_estimators.py",
    "tests/protocols/test_protocols.py",
)
ESTIMATORS = tuple(str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("probe/protocols/*/estimator*.py")))

ROOMS = {
    "answers": (("probe/answers.py",), ("tests/test_answers.py",)),
    "certificate": (("probe/certificate",), (*cheap_tests("certificate"), "tests/certificate", "tests/seeds")),
    "filters": (("filters",), (*cheap_tests("filters"), "tests/test_cascade.py", "tests/filters")),
    "estimators": (ESTIMATORS, PROTOCOLS),
}
"""What can be mutated, and the tests that have to fail."""

REPORT = tuple(
    f"tests/analysis/test_{name}.py"
    for name in (
        *("charts", "tiers", "tables_recomputed", "intervals_recomputed", "direct_recomputed", "figures_data"),
        *("mitigations_recomputed", "two_evaluations_recomputed", "agreement"),
        *("answer", "effects", "trends", "comparison", "high_low", "by_author", "words", "planted", "facts"),
        *("mitigation_outcomes", "two_evaluations", "dataset_properties", "figures", "report"),
    )
)
"""Tests of reports on evaluations; those that compare most numbers are first."""

PARTS = {
    "statistics": ("tests/analysis/statistics",),
    "effects": REPORT,
    "depth": REPORT,
    "figures": (*REPORT, *PROTOCOLS),
    "items": ("tests/analysis/test_items_recomputed.py", "tests/analysis/test_item_plan.py", *PROTOCOLS),
    "people": ("tests/analysis/test_rater_agreement.py", "tests/audit/test_kit.py", "tests/audit/test_validation.py"),
    "published": ("tests/analysis/test_published.py", "tests/analysis/test_analyze_command.py"),
    "dataset": (*REPORT, "tests/analysis/test_registration.py", "tests/analysis/test_guessers.py"),
    "report": (
        *REPORT,
        "tests/analysis/test_caveats.py",
        "tests/analysis/test_registration.py",
        "tests/analysis/test_analyze_command.py",
        *PROTOCOLS,
    ),
    "templates": ("tests/protocols/templates/test_answer_rows.py", *PROTOCOLS),
    "triage": PROTOCOLS,
    "study": (*REPORT, "tests/measuring/test_direct.py"),
    "scores": (*REPORT, "tests/measuring/test_direct.py"),
    "tables": (*REPORT, "tests/cli/test_output.py"),
}
"""The parts of ``analysis/``, and what tests them."""

ROOMS |= {
    area: (
        (f"analysis/{area}" if (ROOT / "analysis" / area).is_dir() else f"analysis/{area}.py",),
        tests,
    )
    for area, tests in PARTS.items()
}

PROCESSOR_LIMIT = 300
"""Processor time after which a mutant counts as looping: several times that of the slowest room's tests."""

CLOCK_LIMIT = 1800
"""Seconds on the clock after which a mutant counts as hanging, also on a busy machine."""

TestOutcome = Literal["survives", "fails", "hangs"]


@dataclass(frozen=True)
class Mutant:
    """One change: the n-th occurrence of an operator in a file, and its position."""

    room: str
    file: str
    operator: str
    occurrence: int
    line: int
    column: int

    def source(self) -> tuple[str, str]:
        """Return the original file and the changed file."""
        original = (ROOT / self.file).read_text(encoding="utf-8")
        mutated_code = mutate_code(original, get_operator(self.operator)(), self.occurrence)
        assert mutated_code is not None
        return original, mutated_code

    def applies(self) -> bool:
        """Whether cosmic-ray can make the change; it cannot replace an exception with a dotted name."""
        try:
            self.source()
        except AttributeError:
            return False
        return True

    def difference(self) -> str:
        """Return the change as a unified diff."""
        original, mutated_code = (text.splitlines() for text in self.source())
        return "\n".join(
            difflib.unified_diff(original, mutated_code, self.file, f"{self.file} ({self.operator})", lineterm="")
        )


def operators() -> list[str]:
    """Return the operators without arguments, except those of ``|``, which break annotations and fail at once."""
    names = [name for name in operator_names() if not get_operator(name).arguments()]
    return [name for name in names if "BinaryOperator_BitOr" not in name]


def mutants(room: str) -> Iterator[Mutant]:
    """Yield every mutant of a room."""
    for target in ROOMS[room][0]:
        path = ROOT / target
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            tree, looks = get_ast_from_path(file), Looks(file.read_text(encoding="utf-8"))
            for name in operators():
                operator = get_operator(name)()
                positions = [start for node in ast_nodes(tree) for start, _ in operator.mutation_positions(node)]
                for occurrence, (line, column) in enumerate(positions):
                    if (line, column) in looks:
                        continue
                    yield Mutant(room, str(file.relative_to(ROOT)), name, occurrence, line, column)


def sample(rooms: list[str], count: int, seed: int) -> list[Mutant]:
    """Return ``count`` mutants at different positions; a change that cosmic-ray cannot make is left out."""
    rng = random.Random(seed)
    by_position: dict[tuple[str, int, int], list[Mutant]] = {}
    for room in rooms:
        for mutant in mutants(room):
            by_position.setdefault((mutant.file, mutant.line, mutant.column), []).append(mutant)
    positions = rng.sample(sorted(by_position), min(count, len(by_position)))
    return [mutant for mutant in (rng.choice(by_position[position]) for position in positions) if mutant.applies()]


def outcome(mutant: Mutant, copy: Path) -> TestOutcome:
    """Return the outcome of the room's tests on a mutant; the copy is restored afterwards."""
    original, mutated_code = mutant.source()
    (copy / mutant.file).write_text(mutated_code, encoding="utf-8")
    try:
        return run_tests(nearest_first(mutant.file, test_files(mutant.room)), copy)
    finally:
        (copy / mutant.file).write_text(original, encoding="utf-8")


def test_files(room: str) -> list[str]:
    """Return the test files of a room, each once, in the order in which they run."""
    paths = [ROOT / target for target in ROOMS[room][1]]
    tests = [test for path in paths for test in (sorted(path.rglob("test_*.py")) if path.is_dir() else [path])]
    return [str(test.relative_to(ROOT)) for test in dict.fromkeys(tests)]


def nearest_first(file: str, tests: list[str]) -> list[str]:
    """Return the tests in an order that kills sooner: first those that import the changed file."""
    name = file.removesuffix(".py").replace("/", ".")
    return sorted(tests, key=lambda test: name not in (ROOT / test).read_text(encoding="utf-8"))


def run_tests(tests: list[str], copy: Path) -> TestOutcome:
    """Run tests in the copy until the first fails."""
    process = get_context("fork").Process(target=_run_pytest, args=(tests, copy))
    process.start()
    process.join(CLOCK_LIMIT)
    if process.is_alive():
        process.kill()
        process.join()
        return "hangs"
    if process.exitcode == -signal.SIGXCPU:
        return "hangs"
    return "survives" if process.exitcode == 0 else "fails"


def _run_pytest(tests: list[str], copy: Path) -> None:
    """Run pytest with the copy's modules; of the project's modules, this process has imported only its own."""
    os.chdir(copy)
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_LIMIT, PROCESSOR_LIMIT + 5))
    os.environ |= {"PYTHONPATH": str(copy), "HYPOTHESIS_STORAGE_DIRECTORY": str(copy / ".hypothesis")}
    sys.path.insert(0, str(copy))
    del sys.modules["benchmarks"]
    sys.dont_write_bytecode = True
    null_device = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(null_device, stream)
    sys.exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests]))


def copy_project(copy: Path) -> None:
    """Copy what the tests need, compiled once; a changed file has a different hash and is compiled again."""
    for name in COPIED_PATHS:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, copy / name)
    compileall.compile_dir(str(copy), quiet=2, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)


def main() -> int:
    """Print each survivor's diff, and the share of killed mutants."""
    options = read_options(
        __doc__, rooms={"nargs": "*", "default": [], "help": f"from {', '.join(ROOMS)}; default: all"}, count=40, seed=1
    )
    rooms = [room for name in options.rooms or list(ROOMS) for room in (PARTS if name == "analysis" else [name])]
    with tempfile.TemporaryDirectory(prefix="probe-mutants-") as folder:
        copy = Path(folder)
        copy_project(copy)
        test_paths = list(dict.fromkeys(test for room in rooms for test in test_files(room)))
        if run_tests(test_paths, copy) != "survives":
            print("the tests fail without any change")
            return 1
        selection = sample(rooms, options.count, options.seed)
        outcome_counts: Counter[TestOutcome] = Counter()
        with suppress(KeyboardInterrupt):  # a prefix of a random sample is a random sample
            for mutant in selection:
                result = outcome(mutant, copy)
                outcome_counts[result] += 1
                if result == "survives":
                    print(mutant.difference(), end="\n\n", flush=True)
    killed = outcome_counts["fails"] + outcome_counts["hangs"]
    share = f"{killed} of {outcome_counts.total()} mutants killed ({killed / max(1, outcome_counts.total()):.0%})"
    print(f"{share} in {', '.join(rooms)}; {outcome_counts['hangs']} of them by a time limit")
    return 0


if __name__ == "__main__":
    sys.exit(main())
