"""Log-probabilities: asked for, read from what may be anything, and left out where they are refused."""

import math

import pytest

from probe.answers import letter_probabilities
from probe.models import Gateway
from probe.models.logprobs import MIN_LOGPROB, read_logprobs
from probe.models.secrets import Secrets
from probe.values import ModelSpec
from tests.models.conftest import OpenModels, question
from tests.server.chat import ChatServer, ReceivedRequest, Reply, fails, logprobs_of, says

DIRECT = question(top_logprobs=20, max_tokens=8)


async def test_they_are_asked_for_and_read(gateway: Gateway, server: ChatServer) -> None:
    server.follow(says("A", logprobs=logprobs_of({"A": 0.75, "B": 0.2})))
    answer = await gateway.ask(DIRECT)
    assert {"logprobs": True, "top_logprobs": 20, "max_tokens": 8}.items() <= server.received[0].body.items()
    assert answer.logprobs == pytest.approx({"A": math.log(0.75), "B": math.log(0.2)})


async def test_a_call_that_does_not_ask_for_them_is_as_before(gateway: Gateway, server: ChatServer) -> None:
    """Neither sent, nor stored if a server returns them anyway; the call's identity is that of earlier versions."""
    server.follow(says("A", logprobs=logprobs_of({"A": 0.75})))
    answer = await gateway.ask(question())
    assert not {"logprobs", "top_logprobs"} & set(server.received[0].body)
    assert answer.logprobs is None
    earlier = "12f4421ed2d6c82d5f3fad9c35521ac0e2ddcb7debe84c3e2ded6401ca81e92d"
    request = question("Option A or Option B?", run=1)
    assert request.key("http://x/v1", "openai/m") == earlier
    assert request.model_copy(update={"top_logprobs": 20}).key("http://x/v1", "openai/m") != earlier


REFUSALS = {
    "openai": fails(400, "Unsupported value", param="logprobs"),
    "fastapi": Reply(422, {"detail": [{"loc": ["body", "logprobs"], "msg": "extra fields not permitted"}]}),
    "forbidden": fails(403, "You are not allowed to request logprobs from this model", param=None),
}


@pytest.mark.parametrize("form", REFUSALS)
async def test_a_provider_that_refuses_them_is_asked_without(
    open_models: OpenModels, server: ChatServer, form: str
) -> None:
    """Both parameters are dropped together, the others stay, and the refusal is met once."""
    server.behaviour = lambda request, _: REFUSALS[form] if "logprobs" in request.body else says("A")
    models = open_models()
    gateway = models.open(ModelSpec.parse("openai/m"))
    for run in range(2):
        answer = await gateway.ask(DIRECT.model_copy(update={"run": run}))
        assert (answer.text, answer.logprobs, set(answer.left_out)) == ("A", None, {"logprobs", "top_logprobs"})
    assert len(server.received) == 3
    assert "top_logprobs" not in server.received[-1].body
    assert server.received[-1].body["max_tokens"] == 8
    assert any("refuses logprobs" in notice for notice in models.notices())


@pytest.mark.parametrize(("maximum", "requested_counts"), [(5, [20, 5, 5]), (3, [20, 5, None, None])])
async def test_where_so_many_are_refused_fewer_are_asked_for(
    gateway: Gateway, server: ChatServer, maximum: int, requested_counts: list[int | None]
) -> None:
    """The refusal is met once; if these are refused as well, the calls omit them."""

    def behaviour(request: ReceivedRequest, _: int) -> Reply:
        if request.body.get("top_logprobs", 0) > maximum:
            return fails(400, f"top_logprobs must be at most {maximum}", param=None)
        return says("A", logprobs=logprobs_of({"A": 0.75}))

    server.behaviour = behaviour
    for run in range(2):
        answer = await gateway.ask(DIRECT.model_copy(update={"run": run}))
        assert (answer.logprobs is not None) == (maximum == 5)
    assert [request.body.get("top_logprobs") for request in server.received] == requested_counts
    assert ("logprobs" in server.received[-1].body) == (maximum == 5)


@pytest.mark.parametrize("text", ["", "<think>First I"])
async def test_an_answer_that_ends_before_its_letter_is_not_asked_for_again(
    gateway: Gateway, server: ChatServer, text: str
) -> None:
    server.follow(says(text, "length"))
    answer = await gateway.ask(DIRECT)
    assert (answer.text, answer.reasoned, len(server.received)) == ("", True, 1)


def entry(token: object, logprob: object, top: object = ()) -> dict[str, object]:
    return {"token": token, "logprob": logprob, "top_logprobs": list(top) if isinstance(top, tuple) else top}


@pytest.mark.parametrize(
    ("logprobs", "expected"),
    [
        ([entry("\n", 0.0), entry("**", -0.1), entry("A", -1)], {"A": -1.0}),
        ([entry("A", -1, (entry("A", -1), entry("B", -2)))], {"A": -1.0, "B": -2.0}),
        ([entry("A", -1, (entry("B", -2),))], {"B": -2.0, "A": -1.0}),
        ([entry("A", -math.inf, (entry("B", -9999), entry("C", 1e-9)))], {"B": -9999.0, "C": 0.0, "A": MIN_LOGPROB}),
        ([entry("A", math.nan, (entry("B", True), entry("C", "0"), entry(None, -1), "D"))], None),
        ([entry("A", 0.5, (entry("B", 10**400), entry("C", -(10**400))))], {"C": MIN_LOGPROB}),
        ([entry("A", -1, 7)], {"A": -1.0}),
        ([entry("A\ud800", -1)], {"A?": -1.0}),
        ([entry("key-1234567890", -1)], {"[key]": -1.0}),
        ([entry(" ", -1)], None),
        ([None, 3, "A"], None),
        ("A", None),
        (None, None),
    ],
)
def test_anything_may_be_given(logprobs: object, expected: dict[str, float] | None) -> None:
    assert read_logprobs({"content": logprobs}, Secrets(("key-1234567890",))) == expected


def test_spellings_of_a_letter_are_summed() -> None:
    chance_by_token = {
        "A": 0.2,
        " A": 0.1,
        "a": 0.05,
        "(A": 0.03,
        "▁A": 0.02,
        "**B**": 0.3,
        "B.\n": 0.1,
        "AB": 0.1,
        "An": 0.1,
    }
    by_letter = letter_probabilities({token: math.log(chance) for token, chance in chance_by_token.items()})
    assert by_letter == pytest.approx((0.4, 0.4))
    assert letter_probabilities({}) == (0, 0)


def test_rounding_never_brings_the_sum_above_1() -> None:
    first, second = letter_probabilities({"A": 0.0, " A": math.log(1e-4), "B": math.log(1e-4)})
    assert first + second <= 1
    assert second > 0
