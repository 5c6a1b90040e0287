"""What all values share: frozen, closed to unknown fields, without effects."""

import hashlib
import json
from typing import Any

from pydantic import BaseModel, ConfigDict, JsonValue

Evidence = dict[str, JsonValue]
"""What an outcome was read from: plain JSON, keyed by the name of the measurement."""


class Value(BaseModel):
    """Base of every value: immutable once made, and no field goes unnoticed."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def canonical_json(value: Any) -> str:
    """Return the one JSON text of ``value``: keys sorted, no blanks, characters as they are."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def fingerprint(value: Any, digits: int = 16) -> str:
    """Return the first ``digits`` hex digits of the SHA-256 of ``value`` as canonical JSON."""
    return hashlib.sha256(canonical_json(value).encode("utf-8", "surrogatepass")).hexdigest()[:digits]
