"""Structured answers become the text that each prompt asks for, whatever is in their fields."""

import json
from typing import Any

import pytest

from probe.answers import (
    UnreadableAnswerError,
    read_expansion,
    read_grounding,
    read_judgement,
    read_passages,
    read_rebuilt,
    read_translation,
)
from probe.forms import FORMS, as_text, response_format

CODE = ":- consult('axioms').\nweeks(option_B, 12).\n% ## Biased\n% ```\n% ````"
TEXT = "I have to choose.\n- Option A: “Ünïcode” ```x```\n- Option B: wait\nOption A or Option B?"


def structured_text(purpose: str, **fields: Any) -> str:
    text = as_text(purpose, json.dumps(fields))
    assert text is not None
    return text


def nodes(schema: Any) -> list[dict[str, Any]]:
    """Return every schema within a schema."""
    subschemas = [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]
    return [schema, *(node for subschema in subschemas for node in nodes(subschema))]


@pytest.mark.parametrize("purpose", FORMS)
def test_a_schema_is_what_strict_servers_accept(purpose: str) -> None:
    """Every property is required, no other is allowed, and nothing refers to a definition elsewhere."""
    form = response_format(purpose)
    form_schema = form["json_schema"]
    assert (form["type"], form_schema["name"], form_schema["strict"]) == ("json_schema", purpose, True)
    for node in nodes(form_schema["schema"]):
        assert "type" in node
        assert not {"$ref", "$defs", "title", "default"} & set(node)
        if node["type"] == "object":
            assert node["additionalProperties"] is False
            assert node["required"] == list(node["properties"])


def test_reasons_and_quotations_come_before_the_verdict() -> None:
    """A model that writes the verdict first has not reasoned about it yet."""
    for purpose in ("judge", "awareness", "grounding"):
        assert response_format(purpose)["json_schema"]["schema"]["required"][-2:] == ["explanation", "decision"]
    assert response_format("grounding")["json_schema"]["schema"]["required"][0] == "facts"


def test_no_form_changes_how_a_subject_is_measured() -> None:
    assert not {"decide", "decide_direct", "mitigate", "extract"} & set(FORMS)


@pytest.mark.parametrize("decision", ["Yes", "No"])
def test_a_verdict(decision: str) -> None:
    """A line in the explanation that looks like a verdict is not read as one."""
    judgement = read_judgement(structured_text("judge", explanation="It says\nDecision: maybe\nso.", decision=decision))
    assert judgement.yes == (decision == "Yes")
    assert judgement.explanation == "It says Decision: maybe so."


def test_pairs() -> None:
    pairs = [{"unbiased_dilemma": TEXT, "biased_dilemma": f"```\n{TEXT} !\n```"}] * 2
    expansion = read_expansion(structured_text("expand", pairs=pairs))
    assert [(pair.unbiased, pair.biased) for pair in expansion if pair] == [(TEXT, f"{TEXT} !")] * 2


def test_programs() -> None:
    """Fences in a program, and headings in its comments, stay where they are."""
    fields = {"axioms": "best(X) :- ok(X).", "unbiased": CODE, "biased": f"{CODE}\nrumour(four)."}
    programs = read_translation(
        structured_text("translate", **fields, nl_representation_of_axioms="The best\npractice is: x.")
    )
    assert (programs.axioms, programs.unbiased, programs.biased) == tuple(fields.values())
    assert programs.note == "The best practice is: x."


def test_a_rebuilt_text_and_passages() -> None:
    assert read_rebuilt(structured_text("rebuild", dilemma=TEXT)) == TEXT
    assert read_passages(
        structured_text("controls", placebo="Rain.", counter="```\nSun.\n```"), "placebo", "counter"
    ) == (
        "Rain.",
        "Sun.",
    )


def test_quotations() -> None:
    facts = [{"fact": 1, "first": '"twelve weeks"', "second": "NONE"}, {"fact": 2, "first": "a", "second": "b"}]
    text = structured_text("grounding", facts=facts, explanation="none", decision="Yes")
    quotations, judgement = read_grounding(text, 2)
    assert [tuple(quotation) for quotation in quotations] == [
        (("unbiased", "twelve weeks"), ("biased", None)),
        (("unbiased", "a"), ("biased", "b")),
    ]
    assert judgement.yes


def test_insertions() -> None:
    fillings = [{"gap": "colour", "filling": "a “blue” one"}]
    assert json.loads(structured_text("fill", fillings=fillings)) == {"colour": "a “blue” one"}


@pytest.mark.parametrize(
    "answer",
    [
        "Explanation: fine.\nDecision: Yes",
        '{"explanation": "cut o',
        '{"explanation": "x", "decision": "Perhaps"}',
        '{"explanation": "x", "decision": "Yes", "more": 1}',
        '{"decision": "Yes"}',
        "[]",
        "",
        "[" * 100_000,
        '{"explanation": "\\ud800", "decision": "Yes"',
    ],
    ids=["text", "cut", "word", "extra", "missing", "list", "empty", "deep", "surrogate"],
)
def test_what_is_not_in_the_form_is_left_as_it_is(answer: str) -> None:
    assert as_text("judge", answer) is None


def test_an_empty_field_is_as_unreadable_as_an_empty_section() -> None:
    with pytest.raises(UnreadableAnswerError):
        read_translation(
            structured_text("translate", axioms="", unbiased="", biased="", nl_representation_of_axioms="")
        )
