"""Read the log-probabilities of a chat completion, whose content may be anything."""

from collections.abc import Iterator
from itertools import islice

from probe.models.secrets import Secrets

MAX_ALTERNATIVES = 100
"""Tokens that are kept; the protocol sends at most 20."""
MAX_TOKEN_LENGTH = 100
"""Characters that are kept of a token."""
MIN_LOGPROB = -1e4
"""Stands for the logarithm of 0, which some servers send as -9999 or -Infinity."""
ROUNDING = 1e-3
"""How far above 0 rounding may put the logarithm of a probability."""


def read_logprobs(logprobs: object, secrets: Secrets) -> dict[str, float] | None:
    """Return the log-probabilities at the position of the answer's first token with a letter or digit, by token.

    Tokens before it are blanks or marks, such as ``**``. None where there is no such token, or nothing readable.
    """
    for entry in _entries(logprobs, "content"):
        if _token(entry) and any(character.isalnum() for character in _token(entry)):
            return _alternatives(entry, secrets) or None
    return None


def _alternatives(entry: dict[str, object], secrets: Secrets) -> dict[str, float]:
    """Return the log-probabilities at one position; the answer's token may be missing among the most probable ones."""
    logprobs: dict[str, float] = {}
    for alternative in (*islice(_entries(entry, "top_logprobs"), MAX_ALTERNATIVES), entry):
        token, logprob = _token(alternative), alternative.get("logprob")
        if token and isinstance(logprob, int | float) and not isinstance(logprob, bool) and logprob <= ROUNDING:
            logprobs.setdefault(_storable(token, secrets), float(min(max(logprob, MIN_LOGPROB), 0.0)))
    return logprobs


def _entries(parent: object, name: str) -> Iterator[dict[str, object]]:
    entries = parent.get(name) if isinstance(parent, dict) else None
    return (entry for entry in (entries if isinstance(entries, list) else []) if isinstance(entry, dict))


def _token(entry: dict[str, object]) -> str:
    token = entry.get("token")
    return token if isinstance(token, str) else ""


def _storable(token: str, secrets: Secrets) -> str:
    return secrets.scrub(token.encode("utf-8", "replace").decode("utf-8"))[:MAX_TOKEN_LENGTH]
