"""Read the options of simulated subjects: the numbers that are planted."""

import math

from probe.errors import InputError
from probe.values.call import ModelSpec

COLLAPSE = math.inf
"""The share of a mitigation under which a subject no longer decides."""


def number(spec: ModelSpec, name: str) -> float:
    """Return a finite number; raise InputError for anything else."""
    try:
        found = float(spec.options[name])
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise InputError(f"{spec}: {name}={spec.options[name]}: write a number")
    return found


def probability(spec: ModelSpec, name: str) -> float:
    """Return a number from 0 to 1; raise InputError for anything else."""
    found = number(spec, name)
    if not 0 <= found <= 1:
        raise InputError(f"{spec}: {name}={spec.options[name]}: write a number from 0 to 1")
    return found


def confidence(spec: ModelSpec, name: str) -> float:
    """Return a number from 0.5 to 1; raise InputError for anything else."""
    found = number(spec, name)
    if not 0.5 <= found <= 1:
        raise InputError(f"{spec}: {name}={spec.options[name]}: write a number from 0.5 to 1")
    return found


def whole(spec: ModelSpec, name: str) -> int:
    """Return a whole number; raise InputError for anything else."""
    try:
        return int(spec.options[name])
    except ValueError:
        raise InputError(f"{spec}: {name}={spec.options[name]}: write a whole number") from None


def mitigated_shares(spec: ModelSpec, name: str) -> dict[str, float]:
    """Read ``mitigation:share,…``, where a share may be ``collapse``."""
    found = {}
    for entry in spec.options[name].split(","):
        mitigation, _, share = entry.rpartition(":")
        lowered = COLLAPSE if share == "collapse" else _share(share)
        if not mitigation or lowered is None:
            raise InputError(f"{spec}: {name}={entry}: write mitigation:share, for example bias-warning:0.5")
        found[mitigation] = lowered
    return found


def _share(text: str) -> float | None:
    try:
        found = float(text)
    except ValueError:
        return None
    return found if 0 <= found <= 1 else None
