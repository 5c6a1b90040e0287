"""What an evaluation leaves behind beside its decisions: a manifest, and warnings about who measured whom."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pydantic import JsonValue

from probe.services.dataset import CANARY
from probe.services.evaluate import Measurement
from probe.values import Arm, ModelSpec, Pair


def is_same_model(spec: ModelSpec, name: str | None) -> bool:
    """Whether ``name`` (a spec, or a bare model name as in imported datasets) is the model of ``spec``."""
    bare = (name or "").partition("?")[0]
    return bare in (spec.model, f"{spec.provider}/{spec.model}") and bool(bare)


def conflicts(subject: ModelSpec, pairs: Sequence[Pair]) -> tuple[str, ...]:
    """Return a sentence for each role in which the subject has helped to make what it is measured on."""
    roles: Counter[str] = Counter()
    for pair in pairs:
        roles["author"] += is_same_model(subject, pair.provenance.author)
        roles["decider"] += is_same_model(subject, pair.provenance.decider)
    why = {
        "author": "what it wrote may suit it better than what others wrote",
        "decider": "pairs that it could not solve were left out, so its errors are understated",
    }
    return tuple(
        f"{subject} is also the {role} of {roles[role]} of these {len(pairs)} pairs: {reason}"
        for role, reason in why.items()
        if roles[role]
    )


def lacking_arms(pairs: Sequence[Pair], arms: Sequence[Arm]) -> tuple[str, ...]:
    """Return a sentence for each arm that some pairs have no text for: they are shown without it."""
    without = {arm: sum(pair.text(arm) is None for pair in pairs) for arm in arms}
    return tuple(
        f"{number} of {len(pairs)} pairs have no {arm.value} text and are shown without it"
        for arm, number in without.items()
        if number
    )


def tally(measured: Measurement) -> tuple[str, ...]:
    """Return a sentence on each thing that a reader of the rates has to know: unparsed answers, kept orders."""
    told = [
        f"{arm.value}: {measured.unparsed[arm]} of {measured.decided[arm]} answers could not be read"
        for arm in Arm
        if measured.unparsed.get(arm)
    ]
    if measured.kept_order:
        told.append(
            f"{measured.kept_order} texts could not be shown with their options exchanged and stayed as written"
        )
    return tuple(told)


def evaluation_manifest(
    settings: dict[str, JsonValue],
    *,
    run_id: str,
    measured: Measurement,
    pairs: Sequence[Pair],
    warnings: Sequence[str],
    versions: dict[str, str],
    dataset: dict[str, Any],
) -> dict[str, JsonValue]:
    """Return the manifest of an evaluation as plain JSON; ``dataset`` is the manifest of what was evaluated."""
    return {
        "canary": CANARY,
        "run_id": run_id,
        "complete": measured.unanswered == 0,
        "ended": measured.reason,
        "settings": settings,
        "versions": dict(versions),
        "pairs": len(pairs),
        "pairs_by_bias": dict(Counter(pair.bias.value for pair in pairs)),
        "questions": measured.asked,
        "unanswered": measured.unanswered,
        "decided_by_arm": {arm.value: number for arm, number in measured.decided.items()},
        "unparsed_by_arm": {arm.value: measured.unparsed.get(arm, 0) for arm in measured.decided},
        "kept_order": measured.kept_order,
        "warnings": list(warnings),
        "dataset": dataset,
    }
