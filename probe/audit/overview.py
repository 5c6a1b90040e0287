"""What an audit found, at a glance: by check, stage, bias and author, worst first."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from probe.audit.pairs import Audit, Audited
from probe.values import Outcome, Pair, StageOutcome


@dataclass(frozen=True)
class CheckCount:
    """How often a check had each outcome."""

    check: str
    holds: int
    fails: int
    not_applicable: int
    vacuous: int
    undetermined: int
    not_run: int


@dataclass(frozen=True)
class GroupCount:
    """How many pairs of a bias or an author there are, how many fall short, and the check most of them fail."""

    name: str
    pairs: int
    failing: int
    worst_check: str

    @property
    def share(self) -> float:
        """The share of pairs that fall short, 0 to 1."""
        return self.failing / self.pairs


@dataclass(frozen=True)
class StageCount:
    """How many pairs record a stage, and how it ended for them."""

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
    """Return the counts over ``pairs``, which are those of ``audit`` in the same order."""
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
    """Count what the pairs record of their stages; what an import kept of one counts as recorded, with no outcome."""
    recorded: dict[str, Counter[str]] = {}
    for pair in pairs:
        for stage, evidence in pair.evidence.items():
            recorded.setdefault(stage, Counter())[str(evidence.get("outcome", ""))] += 1
    counted = [
        StageCount(stage, counts.total(), counts[StageOutcome.ACCEPTED.value], counts[StageOutcome.NOT_RUN.value])
        for stage, counts in recorded.items()
    ]
    return tuple(sorted(counted, key=lambda one: (-one.not_run, one.accepted - one.pairs)))
