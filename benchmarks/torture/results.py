"""The results of the tries: counts of tries and failures."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Results:
    """Numbers of tries and failures by part and name, in their order."""

    tries: dict[tuple[str, str], int] = field(default_factory=dict)
    failures: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def add(self, part: str, name: str, problem: str | None, tries: int = 1) -> None:
        """Count ``tries`` tries; ``problem`` describes a failure in one line and is None without a failure."""
        key = (part, name)
        self.tries[key] = self.tries.get(key, 0) + tries
        if problem:
            self.failures.setdefault(key, []).append(problem)
            print(f"FAILED {part}, {name}: {problem}", flush=True)

    def attempt(self, part: str, name: str, check: Callable[[], str | None]) -> None:
        """Count one try; ``check`` returns a problem or None, and an exception in it is a failure too."""
        try:
            problem = check()
        except Exception as error:  # noqa: BLE001 - the other tries go on
            problem = f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
        self.add(part, name, problem)

    @property
    def failed(self) -> bool:
        """Whether anything failed."""
        return bool(self.failures)

    def table(self) -> str:
        """Return a Markdown table with a row for each name, and a sum for each part."""
        lines = ["| part | what | tries | failures |", "|---|---|---:|---:|"]
        for part in dict.fromkeys(part for part, _ in self.tries):
            rows = {key: count for key, count in self.tries.items() if key[0] == part}
            lines += [f"| {part} | {key[1]} | {count} | {self._failure_count(key)} |" for key, count in rows.items()]
            lines.append(f"| **{part}** | all | {sum(rows.values())} | {sum(map(self._failure_count, rows))} |")
        return "\n".join(lines)

    def _failure_count(self, key: tuple[str, str]) -> int:
        return len(self.failures.get(key, ()))


def print_line(text: str) -> None:
    """Print progress to standard error."""
    print(text, file=sys.stderr, flush=True)
