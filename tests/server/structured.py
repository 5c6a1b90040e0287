"""Servers that answer in a JSON schema, and servers that refuse one."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from probe.answers import (
    UnreadableAnswerError,
    read_expansion,
    read_judgement,
    read_passages,
    read_rebuilt,
    read_translation,
)
from tests.server.chat import Behaviour, ReceivedRequest, Reply, fails


class Structured:
    """A behaviour that answers in the schema of a request (a Behaviour); ``names`` lists the schemas asked for."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.names: list[str] = []
        self._behaviour = behaviour

    def __call__(self, request: ReceivedRequest, number: int) -> Reply:
        """Answer one request; one that cannot be put into the schema is answered in free text."""
        reply = self._behaviour(request, number)
        if "response_format" not in request.body or reply.status != 200:
            return reply
        form = request.body["response_format"]["json_schema"]
        self.names.append(form["name"])
        assert isinstance(reply.body, dict)
        choice = reply.body["choices"][0]
        try:
            fields = FIELDS[form["name"]](choice["message"]["content"])
        except UnreadableAnswerError:
            return reply
        assert list(fields) == form["schema"]["required"]
        message = choice["message"] | {"content": json.dumps(fields)}
        return replace(reply, body=reply.body | {"choices": [choice | {"message": message}]})


class Unstructured:
    """A behaviour that refuses every schema, as servers without them do; ``refused`` counts them."""

    def __init__(self, behaviour: Behaviour, refusal: Reply | None = None) -> None:
        self.refused = 0
        self._behaviour = behaviour
        self._refusal = refusal or fails(400, "not supported with this model", param="response_format")

    def __call__(self, request: ReceivedRequest, number: int) -> Reply:
        """Answer one request."""
        if "response_format" in request.body:
            self.refused += 1
            return self._refusal
        return self._behaviour(request, number)


def _verdict(text: str) -> dict[str, Any]:
    judgement = read_judgement(text)
    return {"explanation": judgement.explanation, "decision": "Yes" if judgement.yes else "No"}


def _expansion(text: str) -> dict[str, Any]:
    pairs = read_expansion(text)
    return {
        "pairs": [
            {"unbiased_dilemma": pair.unbiased if pair else "", "biased_dilemma": pair.biased if pair else ""}
            for pair in pairs
        ]
    }


def _translation(text: str) -> dict[str, Any]:
    programs = read_translation(text)
    code = {"axioms": programs.axioms, "unbiased": programs.unbiased, "biased": programs.biased}
    return {**code, "nl_representation_of_axioms": programs.note}


def _grounding(text: str) -> dict[str, Any]:
    blocks = [block.splitlines() for block in text.split("Fact ")[1:]]
    quotations = [
        {"fact": int(lines[0]), "first": lines[1].removeprefix("First: "), "second": lines[2].removeprefix("Second: ")}
        for lines in blocks
    ]
    return {"facts": quotations, **_verdict(text)}


FIELDS: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "advocacy": lambda text: {"advocacy": read_passages(text, "advocacy")[0]},
    "awareness": _verdict,
    "controls": lambda text: dict(zip(("placebo", "counter"), read_passages(text, "placebo", "counter"), strict=True)),
    "expand": _expansion,
    "grounding": _grounding,
    "judge": _verdict,
    "rebuild": lambda text: {"dilemma": read_rebuilt(text)},
    "translate": _translation,
}
"""The fields of each schema, read from the answer in free text."""
