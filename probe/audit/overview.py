"""Overview of an audit: counts by check, stage, bias and author, worst first."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from probe.audit.pairs import Audit, Audited
from probe.values import Outcome, Pair, StageOutcome


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


def overview(audit: Audit, pairs: Sequence[Pair]) -> Overview:
    """Return the counts over ``pairs``, which must be those of ``audit``, in the same order."""
    both = list(zip(audit.pairs, pairs, strict=True))
    counted = [
        CheckCount(check, *(counts[outcome] for outcome in Outcome)) for check, counts in audit.outcomes().items()
    ]
    return Overview(
        pairs=len(pairs),
        passed=len(audit.pairs) - len(audit.failing),
        decided_otherwise=sum(not one.passed and one.certificate.passed for one in audit.pairs),
        checks=tuple(sorted(counted, key=lambda one: -one.fails)),
        stages=_stages(pairs),
        biases=_groups(both, lambda pair: pair.bias.value),
        authors=_groups(both, lambda pair: pair.provenance.author),
    )


def _groups(both: Sequence[tuple[Audited, Pair]], key: Callable[[Pair], str]) -> tuple[GroupCount, ...]:
    members: dict[str, list[Audited]] = {}
    for audited, pair in both:
        members.setdefault(key(pair), []).append(audited)
    counted = []
    for name, group in members.items():
        failing = [one for one in group if not one.passed]
        checks = Counter(check.name for one in failing for check in one.certificate.failing)
        counted.append(GroupCount(name, len(group), len(failing), checks.most_common(1)[0][0] if checks else ""))
    return tuple(sorted(counted, key=lambda one: (-one.share, one.name)))


def _stages(pairs: Sequence[Pair]) -> tuple[StageCount, ...]:
    """Count the recorded stage results; evidence from an import counts as a record without an outcome."""
    recorded: dict[str, Counter[str]] = {}
    for pair in pairs:
        for stage, evidence in pair.evidence.items():
            recorded.setdefault(stage, Counter())[str(evidence.get("outcome", ""))] += 1
    counted = [
        StageCount(stage, counts.total(), counts[StageOutcome.ACCEPTED.value], counts[StageOutcome.NOT_RUN.value])
        for stage, counts in recorded.items()
    ]
    return tuple(sorted(counted, key=lambda one: (-one.not_run, one.accepted - one.pairs)))
