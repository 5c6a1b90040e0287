"""Read the options of simulated subjects: the numbers that are planted."""

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from probe.errors import InputError
from probe.values.call import ModelSpec

COLLAPSE = math.inf
"""The share of a mitigation under which a subject no longer decides."""
RENAMED_RULES = {"order-free": "rational", "position-led": "prefers-first"}
"""Names of earlier versions, and what these subjects are called now."""


def subject_named(spec: ModelSpec, subjects: Mapping[str, Sequence[str]]) -> str:
    """Return the name of the simulated subject, of a renamed one the new name; ``subjects`` are names with options.

    Raises InputError for an unknown name or option.
    """
    name = RENAMED_RULES.get(spec.model, spec.model)
    if name not in subjects:
        raise InputError(f"{spec}: no such simulated subject: choose one of {', '.join(subjects)}")
    unknown_option = next((option for option in spec.options if option not in subjects[name]), None)
    if unknown_option is not None:
        options_text = f"it takes {', '.join(subjects[name])}" if subjects[name] else "it takes none"
        raise InputError(f"{spec}: unknown option {unknown_option!r}: {options_text}")
    return name


def rename_notes(spec: ModelSpec) -> tuple[str, ...]:
    """Return what a user has to know of a simulated subject's name: that it is an earlier version's."""
    if spec.provider != "simulated" or spec.model not in RENAMED_RULES:
        return ()
    return (f"simulated/{spec.model} is now called simulated/{RENAMED_RULES[spec.model]}; this name still works",)


def uniform_draw(name: str) -> float:
    """Return a number in [0, 1) that depends only on the ``name`` of the draw, never on the order of calls."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:7], "big") / 2**56


def number(spec: ModelSpec, name: str) -> float:
    """Return a finite number; raise InputError for anything else."""
    try:
        value = float(spec.options[name])
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InputError(f"{spec}: {name}={spec.options[name]}: write a number")
    return value


def probability(spec: ModelSpec, name: str) -> float:
    """Return a number from 0 to 1; raise InputError for anything else."""
    value = number(spec, name)
    if not 0 <= value <= 1:
        raise InputError(f"{spec}: {name}={spec.options[name]}: write a number from 0 to 1")
    return value


def confidence(spec: ModelSpec, name: str) -> float:
    """Return a number from 0.5 to 1; raise InputError for anything else."""
    value = number(spec, name)
    if not 0.5 <= value <= 1:
        raise InputError(f"{spec}: {name}={spec.options[name]}: write a number from 0.5 to 1")
    return value


def whole_number(spec: ModelSpec, name: str) -> int:
    """Return a whole number; raise InputError for anything else."""
    try:
        return int(spec.options[name])
    except ValueError:
        raise InputError(f"{spec}: {name}={spec.options[name]}: write a whole number") from None


def mitigated_shares(spec: ModelSpec, name: str) -> dict[str, float]:
    """Read ``mitigation:share,…``, where a share may be ``collapse``."""
    values = {}
    for entry in spec.options[name].split(","):
        mitigation, _, share = entry.rpartition(":")
        lowered_share = COLLAPSE if share == "collapse" else _share(share)
        if not mitigation or lowered_share is None:
            raise InputError(f"{spec}: {name}={entry}: write mitigation:share, for example bias-warning:0.5")
        values[mitigation] = lowered_share
    return values


def _share(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value <= 1 else None


def text(spec: ModelSpec, name: str) -> str:
    """Return an option as it is given."""
    return spec.options[name]


READERS: Mapping[str, Callable[[ModelSpec, str], Any]] = {
    "rate": probability,
    "noise": probability,
    "unparsed": probability,
    "seed": whole_number,
    "mitigated": mitigated_shares,
}
"""How the options are read that mean the same in every protocol."""


def read_rule(
    spec: ModelSpec,
    subjects: Mapping[str, Sequence[str]],
    readers: Mapping[str, Callable[[ModelSpec, str], Any]] = READERS,
) -> tuple[str, dict[str, Any]]:
    """Return the name of the simulated subject, and its options as ``readers`` read them; ``subjects`` as above.

    Raises InputError for an unknown name, an unknown option, and a value that an option does not take.
    """
    name = subject_named(spec, subjects)
    return name, {option: readers[option](spec, option) for option in spec.options}
