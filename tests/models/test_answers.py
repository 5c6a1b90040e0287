"""Answers read from the body of a chat completion."""

import json

import pytest

from probe.answers import LARGEST_ANSWER
from probe.models.budget import question_bound
from probe.models.chat import in_text, read_completion, strip_reasoning
from probe.models.faults import TransientFault, Trouble
from probe.models.secrets import Secrets
from probe.values import Answer
from tests.defined import defined
from tests.models.conftest import question
from tests.server.chat import Reply, says

QUESTION = question()


def read_reply(reply: Reply) -> Answer:
    return read_completion(reply.data(), QUESTION, Secrets([]), 0.5, left_out=(), sent_parameters={"seed": 3})


def test_an_answer_with_its_cost() -> None:
    answer = read_reply(says("fine"))
    assert answer == Answer(
        text="fine", prompt_tokens=10, completion_tokens=3, latency=0.5, model="m", sent={"seed": 3}
    )
    assert answer.raw is None


def test_reasoning_is_stripped_and_kept_raw() -> None:
    answer = read_reply(says("<think>\nB? No.\n</think>\n\nDecision: Option A"))
    assert answer.text == "Decision: Option A"
    assert answer.raw == "<think>\nB? No.\n</think>\n\nDecision: Option A"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("plain", "plain"),
        ("  blanks stay  ", "  blanks stay  "),
        ("<think></think>x", "x"),
        ("<THINK>a</THINK>x", "x"),
        ("<think>a</think>x<think>b</think>y", "xy"),
        ("reasoning that the template opened</think>\nx", "x"),
        ("I think < that", "I think < that"),
        ("<think>never ends", None),
        ("x <think>never ends", None),
        ("<think>a</think>x<think>b", None),
    ],
)
def test_what_is_left_without_reasoning(content: str, text: str | None) -> None:
    assert strip_reasoning(content) == text


def test_a_refusal_a_filter_and_an_end_of_length_are_distinguished() -> None:
    """All three are answers, and each states its kind."""
    refusal = read_reply(says(None, refusal="I cannot help with that"))
    assert (refusal.finish_reason, refusal.text) == ("refusal", "I cannot help with that")
    assert read_reply(says("", "content_filter")).finish_reason == "content_filter"
    assert read_reply(says("half an ans", "length")).finish_reason == "length"
    assert read_reply(says("")).finish_reason == "stop"


@pytest.mark.parametrize("content", ["", "  \n", None, "<think>long</think>"])
def test_nothing_but_an_end_of_length_is_a_truncation(content: str | None) -> None:
    with pytest.raises(TransientFault) as excinfo:
        read_reply(says(content, "length"))
    assert excinfo.value.trouble is Trouble.TRUNCATED
    assert defined(excinfo.value.loss).completion_tokens == 3


def test_content_in_parts_is_joined() -> None:
    parts = [{"type": "text", "text": "one "}, {"type": "text", "text": "two"}, {"type": "image"}, "junk"]
    assert read_reply(Reply(body={"choices": [{"message": {"content": parts}}]})).text == "one two"


@pytest.mark.parametrize("reasoning", ["No, B?", [{"type": "text", "text": "No, "}, {"type": "text", "text": "B?"}, 3]])
def test_reasoning_in_a_part_of_its_own_is_kept_raw(reasoning: object) -> None:
    """Claude has it as text, Mistral in parts again."""
    parts = [{"type": "thinking", "thinking": reasoning}, {"type": "text", "text": "Option A, not <think>"}]
    answer = read_reply(Reply(body={"choices": [{"message": {"content": parts}}]}))
    assert answer.text == "Option A, not <think>"
    assert answer.raw == "<think>No, B?</think>Option A, not <think>"


@pytest.mark.parametrize("usage", [None, [], {}, {"prompt_tokens": None, "completion_tokens": 0}])
def test_missing_counts_are_no_reason_to_lose_an_answer(usage: object) -> None:
    answer = read_reply(Reply(body={"choices": [{"message": {"content": "x"}, "finish_reason": None}], "usage": usage}))
    assert (answer.text, answer.prompt_tokens, answer.completion_tokens, answer.finish_reason) == ("x", 0, 0, "stop")


@pytest.mark.parametrize("count", [-1, 2**31 + 1, 2**63, 10**400, True, 3.5, "many", [1], {"a": 1}])
def test_a_count_that_is_none_of_tokens_is_unknown_and_estimated(count: object) -> None:
    """As many tokens as bytes, which no question and no answer exceeds; nothing else that a budget could rest on."""
    details = {"completion_tokens_details": {"reasoning_tokens": count}, "prompt_tokens_details": {"cached_tokens": 1}}
    usage = {"prompt_tokens": count, "completion_tokens": count, **details}
    answer = read_reply(Reply(body={"choices": [{"message": {"content": "décidé"}}], "usage": usage}))
    assert answer.estimated == ("prompt_tokens", "completion_tokens", "reasoning_tokens")
    assert (answer.prompt_tokens, answer.completion_tokens) == (question_bound(QUESTION), 8)
    assert (answer.reasoning_tokens, answer.cached_tokens, answer.reasoned) == (0, 1, False)


def test_the_largest_count_is_taken_as_it_is() -> None:
    usage = {"prompt_tokens": 2**31, "completion_tokens": 0}
    answer = read_reply(Reply(body={"choices": [{"message": {"content": "x"}}], "usage": usage}))
    assert (answer.prompt_tokens, answer.completion_tokens, answer.estimated) == (2**31, 0, ())


def test_text_that_no_file_can_hold_is_made_storable() -> None:
    """JSON can escape half of a surrogate pair; neither SQLite nor UTF-8 takes it."""
    body = json.dumps({"choices": [{"message": {"content": "a\ud800b"}}]}).encode()
    assert read_reply(Reply(body=body)).text == "a?b"


@pytest.mark.parametrize(("blanks", "is_parsed"), [(0, True), (LARGEST_ANSWER, False)])
def test_a_structured_answer_that_is_too_long_is_not_parsed(blanks: int, is_parsed: bool) -> None:
    """Blanks around JSON mean nothing, but an answer of a megabyte stays one."""
    text = '{"explanation": "so", "decision": "Yes"}' + " " * blanks
    answer = Answer(text=text, sent={"response_format": "json_schema"})
    request = QUESTION.model_copy(update={"purpose": "judge"})
    assert (in_text(answer, request).raw is not None) is is_parsed
