"""Sampling parameters that a model refuses, learned from its errors."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Parameters = Mapping[str, float | int]
_LESS_NEEDED_FIRST = ("top_p", "seed", "temperature", "max_completion_tokens", "max_tokens")
"""If a refusal names several parameters, the first in this list is omitted: the most dispensable come first."""
_NEWER_NAME = {"max_tokens": "max_completion_tokens"}


@dataclass(frozen=True)
class Quirks:
    """The parameters that one model refuses."""

    refused: frozenset[str] = frozenset()

    def __or__(self, other: "Quirks") -> "Quirks":
        return Quirks(self.refused | other.refused)

    def with_refused(self, parameter: str) -> "Quirks":
        """Return a copy that also refuses ``parameter``."""
        return Quirks(self.refused | {parameter})

    def fitted(self, parameters: Parameters) -> dict[str, float | int]:
        """Return ``parameters`` without refused ones; ``max_tokens`` may be sent under its newer name instead."""
        fitted: dict[str, float | int] = {}
        for name, value in parameters.items():
            spelled = _NEWER_NAME.get(name, name) if name in self.refused else name
            if spelled not in self.refused:
                fitted[spelled] = value
        return fitted

    def left_out(self, parameters: Parameters) -> tuple[str, ...]:
        """Return the names of ``parameters`` that are not sent under any name."""
        fitted = self.fitted(parameters)
        return tuple(name for name in parameters if name not in fitted and _NEWER_NAME.get(name) not in fitted)


def refused_parameter(error: Mapping[str, Any], sent: Parameters) -> str | None:
    """Return which ``sent`` parameter a 400 or 422 error refuses, None if the error is not about one.

    The error's fields take precedence: ``param`` (OpenAI) and ``detail[].loc`` (FastAPI). Only without such a field
    (vLLM and Groq leave it empty) the message is searched for the names of sent parameters.
    """
    param = error.get("param")
    if isinstance(param, str) and param:
        return param if param in sent else None
    located = _located(error.get("detail"))
    if located:
        return next((name for name in located if name in sent), None)
    words = set(re.findall(r"\w+", str(error.get("message", ""))))
    return next((name for name in _LESS_NEEDED_FIRST if name in words and name in sent), None)


def _located(detail: object) -> list[str]:
    entries = detail if isinstance(detail, list) else []
    places = [entry.get("loc") for entry in entries if isinstance(entry, dict)]
    return [str(place[-1]) for place in places if isinstance(place, list | tuple) and place]
