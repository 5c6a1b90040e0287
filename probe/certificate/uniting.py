"""One certificate for several pairs of programs: a check holds where it holds for every pair."""

from collections import Counter
from collections.abc import Sequence

from probe.values import Certificate, Check, Complexity, Outcome

_WORST_FIRST = (
    Outcome.FAILS,
    Outcome.UNDETERMINED,
    Outcome.NOT_RUN,
    Outcome.HOLDS,
    Outcome.VACUOUS,
    Outcome.NOT_APPLICABLE,
)


def unite(certificates: Sequence[Certificate]) -> Certificate:
    """Return the certificate of all pairs of programs together; with one pair, its own."""
    first_certificate = certificates[0]
    if len(certificates) == 1:
        return first_certificate
    checks = zip(*(certificate.checks for certificate in certificates), strict=True)
    return first_certificate.model_copy(update={"checks": tuple(map(_united_check, checks))})


def _united_check(checks: Sequence[Check]) -> Check:
    """Return one check for all pairs of programs, with the outcomes counted and the first reason for the outcome."""
    outcomes = Counter(check.outcome for check in checks)
    # An item passes a check only if every pair of programs passes it.
    outcome = next(possible_outcome for possible_outcome in _WORST_FIRST if possible_outcome in outcomes)
    example = next(check for check in checks if check.outcome is outcome)
    counts_text = ", ".join(f"{counted_outcome.words}: {count}" for counted_outcome, count in outcomes.items())
    return Check(
        name=example.name,
        outcome=outcome,
        reason=f"of {len(checks)} profiles, {counts_text}; for example: {example.reason}",
        evidence={"outcomes": {counted_outcome.value: count for counted_outcome, count in outcomes.items()}},
    )


def highest(complexities: Sequence[Complexity]) -> Complexity:
    """Return the highest of each count over all pairs of programs; what one of them lacks is not measured."""
    return Complexity(
        **{
            name: None
            if any(getattr(complexity, name) is None for complexity in complexities)
            else max(getattr(complexity, name) for complexity in complexities)
            for name in Complexity.model_fields
        }
    )
