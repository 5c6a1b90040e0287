"""Mutation testing: run the tests on a seeded sample of mutants, and print the diffs of survivors.

``python -m benchmarks.mutants answers filters --count 40`` copies the project, changes one thing at a time in the copy
(a comparison, a number, a boolean, a loop …, by cosmic-ray's operators), and runs the tests of its room.
A mutant is killed if they fail, hang or cannot be collected. The sample draws places first, then one operator for each,
so that a comparison with seven mutants has the same weight as a number with one.
"""

import argparse
import difflib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[1]
COPIED = (
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
ROOMS = {
    "answers": (("probe/answers.py",), ("tests/test_answers.py",)),
    "certificate": (("probe/certificate",), ("tests/certificate", "tests/seeds")),
    "filters": (("filters",), ("tests/test_cascade.py", "tests/filters")),
}
"""What can be mutated, and the tests that have to fail; the cheapest first, since the first failure ends a run."""

SECONDS = 180
"""A mutant that loops forever is killed after this time."""


@dataclass(frozen=True)
class Mutant:
    """One change: the n-th occurrence of an operator in a file, and its place."""

    room: str
    file: str
    operator: str
    occurrence: int
    line: int
    column: int

    def source(self) -> tuple[str, str]:
        """Return the original file and the changed file."""
        before = (ROOT / self.file).read_text(encoding="utf-8")
        after = mutate_code(before, get_operator(self.operator)(), self.occurrence)
        assert after is not None
        return before, after

    def difference(self) -> str:
        """Return the change as a unified diff."""
        before, after = (text.splitlines() for text in self.source())
        return "\n".join(difflib.unified_diff(before, after, self.file, f"{self.file} ({self.operator})", lineterm=""))


def operators() -> list[str]:
    """Return the operators that need no arguments; exclude those of ``|``, which break annotations and fail at once."""
    named = [name for name in operator_names() if not get_operator(name).arguments()]
    return [name for name in named if "BinaryOperator_BitOr" not in name]


def mutants(room: str) -> Iterator[Mutant]:
    """Yield every mutant of a room."""
    for place in ROOMS[room][0]:
        path = ROOT / place
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            tree = get_ast_from_path(file)
            for name in operators():
                operator = get_operator(name)()
                places = [start for node in ast_nodes(tree) for start, _ in operator.mutation_positions(node)]
                for occurrence, (line, column) in enumerate(places):
                    yield Mutant(room, str(file.relative_to(ROOT)), name, occurrence, line, column)


def sample(rooms: list[str], count: int, seed: int) -> list[Mutant]:
    """Return ``count`` mutants, each at a different place."""
    draw = random.Random(seed)
    by_place: dict[tuple[str, int, int], list[Mutant]] = {}
    for room in rooms:
        for mutant in mutants(room):
            by_place.setdefault((mutant.file, mutant.line, mutant.column), []).append(mutant)
    places = draw.sample(sorted(by_place), min(count, len(by_place)))
    return [draw.choice(by_place[place]) for place in places]


def survives(mutant: Mutant, copy: Path) -> bool:
    """Whether the tests of its room pass with the change; the copy is restored afterwards."""
    before, after = mutant.source()
    (copy / mutant.file).write_text(after, encoding="utf-8")
    try:
        return tests_pass(mutant.room, copy)
    finally:
        (copy / mutant.file).write_text(before, encoding="utf-8")


def tests_pass(room: str, copy: Path) -> bool:
    """Run a room's tests in the copy until the first fails."""
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *ROOMS[room][1]]
    environment = os.environ | {"PYTHONPATH": str(copy), "HYPOTHESIS_STORAGE_DIRECTORY": str(copy / ".hypothesis")}
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def main() -> int:
    """Print each survivor's diff, and the share of killed mutants."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rooms", nargs="*", default=[], help=f"from {', '.join(ROOMS)}; default: all")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rooms = given.rooms or list(ROOMS)
    with tempfile.TemporaryDirectory(prefix="probe-mutants-") as folder:
        copy = Path(folder)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, copy / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, copy / name)
        for room in rooms:
            if not tests_pass(room, copy):
                print(f"the tests of {room} fail without any change")
                return 1
        chosen = sample(rooms, given.count, given.seed)
        survivors = [mutant for mutant in chosen if survives(mutant, copy)]
    for mutant in survivors:
        print(mutant.difference(), end="\n\n")
    killed = len(chosen) - len(survivors)
    print(f"{killed} of {len(chosen)} mutants killed ({killed / len(chosen):.0%}) in {', '.join(rooms)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
