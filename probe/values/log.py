"""A stored call of a run, as logs show it."""

from typing import NamedTuple

from probe.values.base import Value
from probe.values.call import Answer, Request


class StoredCall(Value):
    """One request to a model with its answer.

    ``number`` counts a run's calls from 1 in the order of their answers. ``answered_at`` is UTC in ISO 8601, and
    ``asked_again`` whether a later call repeated the same question because this answer could not be used.
    """

    number: int
    provider: str
    endpoint: str
    model: str
    request: Request
    answer: Answer
    answered_at: str
    asked_again: bool = False


class FailedCall(Value):
    """A request that got no answer: the reason is a line, and ``failed_at`` is UTC in ISO 8601."""

    provider: str
    endpoint: str
    model: str
    request: Request
    reason: str
    failed_at: str


class LostAnswers(NamedTuple):
    """Truncated answers of a model: paid for, not used, and without their requests. All are counts."""

    model: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
