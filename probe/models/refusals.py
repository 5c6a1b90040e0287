"""The parameters of one model's calls: which are sent, and which an error refuses."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from probe.errors import InputError
from probe.forms import FORMS
from probe.models.parameters import (
    FUNCTIONS,
    JSON_SCHEMA,
    RESPONSE_FORMAT,
    TOOLS,
    Parameter,
    Parameters,
    own_parameters,
)
from probe.models.providers import Provider
from probe.values import Answer, ModelSpec, Request

_LESS_NEEDED_FIRST = ("top_p", "seed", "temperature", "max_completion_tokens", "max_tokens")
"""If a refusal names several parameters, the first in this list is omitted: the most dispensable come first."""
_NEWER_NAME = {"max_tokens": "max_completion_tokens"}
LOGPROBS = frozenset({"logprobs", "top_logprobs"})
"""One is useless without the other. OpenAI refuses them for some models with 403 instead of 400."""
FEWER_LOGPROBS = 5
"""The number that is requested after a larger one was refused: some servers allow no more."""


def fit_parameters(parameters: Parameters, refused_names: frozenset[str]) -> dict[str, Parameter]:
    """Return ``parameters`` without refused ones; ``max_tokens`` may be sent under its newer name instead.

    If only the number of log-probabilities is refused, a smaller number is requested.
    """
    if "top_logprobs" in refused_names and "logprobs" not in refused_names and "top_logprobs" in parameters:
        reduced_parameters = {**parameters, "top_logprobs": FEWER_LOGPROBS}
        return fit_parameters(reduced_parameters, refused_names - LOGPROBS)
    spellings = {name: _NEWER_NAME.get(name, name) if name in refused_names else name for name in parameters}
    return {spellings[name]: value for name, value in parameters.items() if spellings[name] not in refused_names}


def left_out_of(wanted_parameters: Parameters, sent_parameters: Parameters) -> tuple[str, ...]:
    """Return the names of ``wanted_parameters`` that ``sent_parameters`` lacks, under their newer names as well."""
    return tuple(
        name
        for name in wanted_parameters
        if name not in sent_parameters and _NEWER_NAME.get(name) not in sent_parameters
    )


def omission(model: str, name: str, ignored_names: Collection[str]) -> str:
    """Return the notice that the calls of ``model`` omit the parameter ``name``, which it refuses or ignores."""
    return f"{model} {'ignores' if name in ignored_names else 'refuses'} {name}: calls omit it"


@dataclass(frozen=True)
class CallParameters:
    """The parameters of the calls of ``spec``, as its ``provider`` spells them."""

    spec: ModelSpec
    provider: Provider

    @cached_property
    def from_name(self) -> Mapping[str, Parameter]:
        """The parameters in the model's name, in PROBE's spelling. Raises InputError if they cannot be used."""
        return own_parameters(self.spec, self.provider.options)

    @property
    def _structured(self) -> bool:
        return self._forced or (self.provider.structured and self.spec.options.get("structured") != "off")

    @property
    def _forced(self) -> bool:
        return self.spec.options.get("structured") == "on"

    def requested(self, request: Request) -> dict[str, Parameter]:
        """Return the parameters of a call; unset ones are not sent.

        Those in the model's name replace the call's; its seed is added to the run index, so that runs still differ. A
        question that has a form asks for a structured answer where the provider has them; ``body_of`` adds its schema,
        and the definitions of tools. A model that refuses tools is asked in plain text.
        """
        parameters: dict[str, Parameter | None] = {
            "temperature": request.temperature,
            "seed": request.run,
            "top_p": request.top_p,
            "max_tokens": request.max_tokens or self.provider.required.get("max_tokens"),
            "logprobs": True if request.top_logprobs else None,
            "top_logprobs": request.top_logprobs,
            RESPONSE_FORMAT: JSON_SCHEMA if self._structured and request.purpose in FORMS else None,
            TOOLS: FUNCTIONS if request.tools else None,
        }
        parameters |= {**self.from_name, "seed": request.run + int(self.from_name.get("seed", 0))}
        return {self._spelling(name): value for name, value in parameters.items() if value is not None}

    def _spelling(self, name: str) -> str:
        return self.provider.names.get(name, name)

    def with_refused(self, refused_names: frozenset[str], name: str) -> frozenset[str]:
        """Return ``refused_names`` with the parameter ``name``.

        Raise InputError if it is one of the model's name, or one that the provider requires.
        """
        if name in self.provider.required:
            raise InputError(f"{self.spec}: the model refuses this {name}: set a different value in the model's name")
        # A refused max_tokens is sent again under its newer name, even if it is in the model's name.
        if name in map(self._spelling, self.from_name) and name not in _NEWER_NAME:
            option = next(parameter for parameter in self.from_name if self._spelling(parameter) == name)
            raise InputError(f"{self.spec}: the model refuses {option}: remove it from the model's name")
        if name == RESPONSE_FORMAT and self._forced:
            raise InputError(f"{self.spec}: the model refuses {name}: remove structured=on from the model's name")
        # The first refusal may concern only the number of alternatives: fewer are tried before log-probabilities are
        # given up.
        first_refusal = name == "top_logprobs" and name not in refused_names
        return refused_names | (LOGPROBS if name in LOGPROBS and not first_refusal else {name})

    def answer_to_error(
        self, status: int | None, error: Mapping[str, Any], sent_parameters: Parameters
    ) -> Answer | str | None:
        """Return the answer that an error means, or the parameter that it refuses; None if it is a fault."""
        if status not in (400, 422):
            return None
        if error.get("code") == "content_filter":  # Azure's code for a question it will not answer
            return Answer(text="", finish_reason="content_filter")
        return self.refusal(error, sent_parameters)

    def refusal(self, error: Mapping[str, Any], sent_parameters: Parameters) -> str | None:
        """Return which of ``sent_parameters`` a 400 or 422 error may refuse, None if it is about something else.

        An error that names no parameter may be about the form of the answer, which servers word in many ways ("this
        model does not support response format"): the caller tries without it, and learns nothing if that does not help.
        """
        refused_name = refused_parameter(error, sent_parameters)
        return refused_name or (RESPONSE_FORMAT if RESPONSE_FORMAT in sent_parameters and not self._forced else None)


def refused_parameter(error: Mapping[str, Any], sent_parameters: Parameters) -> str | None:
    """Return which of ``sent_parameters`` a 400 or 422 error refuses, None if the error is not about one.

    The error's fields take precedence: ``param`` (OpenAI) and ``detail[].loc`` (FastAPI). Only without such a field
    (vLLM and Groq leave it empty) the message is searched for the names of sent parameters.
    """
    param = error.get("param")
    if isinstance(param, str) and param:
        name = re.split(r"[.\[]", param)[0]
        return name if name in sent_parameters else None
    located_names = _located_names(error.get("detail"))
    if located_names:
        return next((name for name in located_names if name in sent_parameters), None)
    words = set(re.findall(r"\w+", str(error.get("message", ""))))
    order = [*(name for name in sent_parameters if name not in _LESS_NEEDED_FIRST), *_LESS_NEEDED_FIRST]
    return next((name for name in order if name in words and name in sent_parameters), None)


def _located_names(detail: object) -> list[str]:
    entries = detail if isinstance(detail, list) else []
    locations = [entry.get("loc") for entry in entries if isinstance(entry, dict)]
    return [str(location[-1]) for location in locations if isinstance(location, list | tuple) and location]
