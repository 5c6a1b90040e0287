"""The frozen values that all rooms use."""

import copy
import hashlib
import pickle

import pytest
from pydantic import ValidationError

from probe.errors import InputError
from probe.values import Answer, Arm, Bias, Dilemma, Message, ModelSpec, Option, Provenance, Request


def a_pair(**changes: object) -> Dilemma:
    fields: dict[str, object] = {
        "bias": "anchoring bias",
        "unbiased": "u",
        "biased": "b",
        "axioms": "",
        "unbiased_program": "p",
        "biased_program": "q",
        "correct_option": "option_A",
        "provenance": Provenance(author="test"),
    }
    return Dilemma.model_validate({**fields, **changes})


def test_the_id_of_a_pair_is_the_documented_hash() -> None:
    """Anybody can recompute it: SHA-256 of canonical JSON of six fields, 16 digits."""
    text = (
        '{"axioms":"","bias":"anchoring bias","biased":"b","biased_program":"q","unbiased":"u","unbiased_program":"p"}'
    )
    assert a_pair().id == hashlib.sha256(text.encode()).hexdigest()[:16]


def test_an_edited_pair_is_refused() -> None:
    """A line whose text was changed by hand no longer has its id."""
    with pytest.raises(ValidationError, match="was edited"):
        a_pair(id=a_pair().id, unbiased="other")


@pytest.mark.parametrize("name", ["anchoring bias", "anchoring_bias", " Anchoring-Bias "])
def test_a_bias_is_found_in_either_spelling(name: str) -> None:
    assert Bias.parse(name) is Bias.ANCHORING


def test_biases_are_an_open_set_of_well_formed_names() -> None:
    """Content may add biases; equal names are the same object, and the packaged ones come first."""
    status_quo = Bias.parse("Status_Quo_Bias")
    assert status_quo is Bias("status quo bias")
    assert status_quo.slug == "status_quo_bias"
    assert Bias.in_order([status_quo, Bias.FRAMING, Bias.ANCHORING, status_quo]) == [
        Bias.ANCHORING,
        Bias.FRAMING,
        status_quo,
    ]
    for name in ("", "Ünder", "a/b", "two\nlines"):
        with pytest.raises(InputError, match="is not the name of a bias"):
            Bias.parse(name)


def test_names_survive_copying_and_storing() -> None:
    for name in (Bias("own bias"), Arm("twin_biased")):
        assert pickle.loads(pickle.dumps(name)) is name
        assert copy.deepcopy(name) is name


def test_the_other_option() -> None:
    assert Option.A.other_option is Option.B
    assert Option.of_letter("b") is Option.B


def test_a_spec_is_read_and_written_alike() -> None:
    text = "simulated/biased?rate=0.2&slope=0.1"
    assert str(ModelSpec.parse(text)) == text
    assert str(ModelSpec.parse("grammar?depth=2-8")) == "grammar?depth=2-8"


def test_an_option_given_twice_is_refused() -> None:
    with pytest.raises(InputError, match="max_tokens is given twice"):
        ModelSpec.parse("openai/m?max_tokens=1&seed=2&max_tokens=1")


@pytest.mark.parametrize("text", ["", "gpt-4o-mini", "openai/", "/x"])
def test_a_spec_without_provider_or_model_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="provider/model"):
        ModelSpec.parse(text)


def test_runs_and_attempts_are_different_calls() -> None:
    """The run index is part of a call's identity, so repeated runs are different calls."""
    first = Request(purpose="decide", messages=(Message(role="user", content="x"),))
    keys = {
        request.key("e", "m")
        for request in (first, first.model_copy(update={"run": 1}), first.model_copy(update={"attempt": 1}))
    }
    assert len(keys) == 3
    assert first.key("e", "m") != first.key("e", "other")


def test_an_answer_can_always_be_written() -> None:
    """JSON can contain a lone surrogate, which is replaced; everything else stays."""
    assert Answer(text="a\ud800b \U0001f600 \u202e").text == "a\ufffdb \U0001f600 \u202e"
