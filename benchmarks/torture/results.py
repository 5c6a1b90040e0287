"""What was tried, and what failed."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Results:
    """Counts tries and failures by what was tried, in the order in which they came."""

    tries: dict[tuple[str, str], int] = field(default_factory=dict)
    failures: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def add(self, part: str, name: str, problem: str | None, tries: int = 1) -> None:
        """Count ``tries`` of something; ``problem`` says in one line what failed, None if nothing did."""
        key = (part, name)
        self.tries[key] = self.tries.get(key, 0) + tries
        if problem:
            self.failures.setdefault(key, []).append(problem)
            print(f"FAILED {part}, {name}: {problem}", flush=True)

    def attempt(self, part: str, name: str, check: Callable[[], str | None]) -> None:
        """Count one try, whose check returns what failed; an error of the check is a failure too."""
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
        """Return a Markdown table with a row for everything that was tried, and a sum for each part."""
        lines = ["| part | what | tries | failures |", "|---|---|---:|---:|"]
        for part in dict.fromkeys(part for part, _ in self.tries):
            rows = {key: count for key, count in self.tries.items() if key[0] == part}
            lines += [f"| {part} | {key[1]} | {count} | {self._failed(key)} |" for key, count in rows.items()]
            lines.append(f"| **{part}** | all | {sum(rows.values())} | {sum(map(self._failed, rows))} |")
        return "\n".join(lines)

    def _failed(self, key: tuple[str, str]) -> int:
        return len(self.failures.get(key, ()))


def say(text: str) -> None:
    """Print progress to standard error."""
    print(text, file=sys.stderr, flush=True)
