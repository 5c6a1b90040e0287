"""The audit of a dataset as rows, one per pair, and their counts: what stays of an audit of any size."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pydantic import AliasChoices, Field, ValidationError

from probe.errors import InputError
from probe.values import Bias, Check, Outcome, StageOutcome, Value


class RecordedDifference(Value):
    """A recorded value that differs from the recomputed one, with an explanation."""

    field: str
    recorded: str
    recomputed: str = Field(validation_alias=AliasChoices("recomputed", "found"))
    """``found`` in older reports."""
    explanation: str


class Row(Value):
    """The audit of one pair: the outcome of every check, the checks that fail, and the differences.

    ``stages`` are the outcomes of the stages that the dataset records; an import records evidence without an outcome.
    """

    id: str
    bias: Bias | None
    name: str
    author: str
    passed: bool
    checks: dict[str, Outcome]
    failing: tuple[Check, ...]
    differences: tuple[RecordedDifference, ...]
    stages: dict[str, str]

    @property
    def decided_otherwise(self) -> bool:
        """Whether every check holds, but the decision is not the recorded one."""
        return not self.passed and not self.failing

    def fails(self, check: str | None) -> bool:
        """Return whether the pair fails ``check``, or anything if ``check`` is None."""
        return not self.passed if check is None else any(failed_check.name == check for failed_check in self.failing)


def read_row(line: str, location: str) -> Row:
    """Return the row in a line of a report. Raises InputError that names its place."""
    try:
        return Row.model_validate_json(line)
    except ValidationError as error:
        raise InputError(f"{location} is not a row of a report: choose another --report") from error


@dataclass(frozen=True)
class CheckCount:
    """The number of outcomes of one check."""

    check: str
    holds: int
    fails: int
    not_applicable: int
    vacuous: int
    undetermined: int
    not_run: int


@dataclass(frozen=True)
class GroupCount:
    """The pairs of one bias or author: their number, how many fail, and the check that fails most often."""

    name: str
    pairs: int
    failing: int
    worst_check: str

    @property
    def share(self) -> float:
        """The share of pairs that fail, 0 to 1."""
        return self.failing / self.pairs


@dataclass(frozen=True)
class StageCount:
    """The pairs that record one stage: their number, and how many were accepted or not run."""

    stage: str
    pairs: int
    accepted: int
    not_run: int


@dataclass(frozen=True)
class Overview:
    """An audit's counts, each list worst first."""

    pairs: int
    passed: int
    decided_otherwise: int
    checks: tuple[CheckCount, ...]
    stages: tuple[StageCount, ...]
    biases: tuple[GroupCount, ...]
    authors: tuple[GroupCount, ...]


@dataclass
class _Group:
    pairs: int = 0
    failing: int = 0
    checks: Counter[str] = field(default_factory=Counter)

    def add(self, row: Row) -> None:
        self.pairs += 1
        if not row.passed:
            self.failing += 1
            self.checks.update(check.shortfall for check in row.failing)

    def count(self, name: str) -> GroupCount:
        # A group in which all pairs pass, or only decisions differ, has no worst check.
        worst = self.checks.most_common(1)
        return GroupCount(name, self.pairs, self.failing, worst[0][0] if worst else "")


class Tally:
    """Counts rows one by one; its size does not depend on their number."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.pairs = self.failing = self.differing = 0
        self._decided_otherwise = 0
        self.outcomes: dict[str, Counter[Outcome]] = {}
        self._stages: dict[str, Counter[str]] = {}
        self._biases: dict[str, _Group] = {}
        self._authors: dict[str, _Group] = {}
        for row in rows:
            self.add(row)

    @property
    def passed(self) -> int:
        """How many pairs pass."""
        return self.pairs - self.failing

    def add(self, row: Row) -> None:
        """Count one row."""
        self.pairs += 1
        self.failing += not row.passed
        self.differing += len(row.differences)
        self._decided_otherwise += row.decided_otherwise
        for check, outcome in row.checks.items():
            self.outcomes.setdefault(check, Counter())[outcome] += 1
        for stage, stage_outcome in row.stages.items():
            self._stages.setdefault(stage, Counter())[stage_outcome] += 1
        self._biases.setdefault(row.bias.value if row.bias else "", _Group()).add(row)
        self._authors.setdefault(row.author, _Group()).add(row)

    def overview(self) -> Overview:
        """Return the counts so far."""
        check_counts = [
            CheckCount(check, *(counts[outcome] for outcome in Outcome)) for check, counts in self.outcomes.items()
        ]
        return Overview(
            pairs=self.pairs,
            passed=self.passed,
            decided_otherwise=self._decided_otherwise,
            checks=tuple(sorted(check_counts, key=lambda count: -count.fails)),
            stages=tuple(
                sorted(self._stage_counts(), key=lambda count: (-count.not_run, count.accepted - count.pairs))
            ),
            biases=_worst_first(self._biases),
            authors=_worst_first(self._authors),
        )

    def _stage_counts(self) -> Iterator[StageCount]:
        for stage, counts in self._stages.items():
            accepted_count, not_run = counts[StageOutcome.ACCEPTED.value], counts[StageOutcome.NOT_RUN.value]
            yield StageCount(stage, counts.total(), accepted_count, not_run)


def _worst_first(groups: dict[str, _Group]) -> tuple[GroupCount, ...]:
    group_counts = (group.count(name) for name, group in groups.items())
    return tuple(sorted(group_counts, key=lambda group: (-group.share, group.name)))
