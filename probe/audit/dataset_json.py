"""Recomputed datasets as JSON: the formats of ``probe audit DATASET --json`` and ``probe verify --json``."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from probe.audit.deriving import DerivedProgram
from probe.audit.rows import Row
from probe.audit.verify import Recomputation
from probe.document.json_form import Lazy
from probe.values import Outcome


def audit_json(dataset: str, recomputation: Recomputation, failing: str | None) -> dict[str, Any]:
    """Return the counts over a dataset, and its items that fail the check ``failing``, or any."""

    def failure(row: Row) -> dict[str, Any]:
        checks = [{"check": check.name, "reason": check.reason} for check in row.failing]
        return {"id": row.id, "bias": row.bias, "checks": checks, "differences": _differences(row)}

    return {
        "dataset": dataset,
        "profile": recomputation.profile.value,
        "oracle": recomputation.oracle,
        **asdict(recomputation.tally.overview()),
        "failing": Lazy(lambda: (failure(row) for row in recomputation.rows() if row.fails(failing))),
    }


def verification_json(path: str, recomputation: Recomputation) -> dict[str, Any]:
    """Return the outcomes of each check, the items that fail, and what differs from their records."""

    def failure(row: Row) -> dict[str, Any]:
        checks = [check.model_dump(mode="json") for check in row.failing]
        fields = {"id": row.id, "name": row.name, "bias": row.bias}
        return {**fields, "checks": checks, "differences": _differences(row)}

    tally = recomputation.tally
    return {
        "path": path,
        "profile": recomputation.profile.value,
        "oracle": recomputation.oracle,
        f"{recomputation.noun}s": tally.pairs,
        "passed": tally.passed,
        "checks": {
            check: {outcome.value: counts[outcome] for outcome in Outcome} for check, counts in tally.outcomes.items()
        },
        "failing": Lazy(lambda: (failure(row) for row in recomputation.rows() if not row.passed)),
        "differences": Lazy(
            lambda: (
                {"id": row.id, "bias": row.bias, **difference}
                for row in recomputation.rows()
                for difference in _differences(row)
            )
        ),
        "second_engine": recomputation.second_engine,
    }


def _differences(row: Row) -> list[dict[str, Any]]:
    return [difference.model_dump() for difference in row.differences]


def derived_json(path: str, oracle: str, programs: Sequence[DerivedProgram]) -> dict[str, Any]:
    """Return how the decisions that the second engine derives compare with the recorded ones."""
    return {
        "path": path,
        "oracle": oracle,
        "programs": len(programs),
        "agreement": dict(Counter(program.agreement for program in programs)),
        "found": [program.model_dump(mode="json") for program in programs if program.agreement != "agrees"],
    }
