"""Parameters that a model refuses are learned from its errors, once, and left out from then on."""

import asyncio
from collections.abc import Callable

import pytest

from probe.errors import ModelFault
from probe.models import Gateway
from probe.values import ModelSpec
from tests.models.conftest import OpenModels, question
from tests.server.chat import ChatServer, ReceivedRequest, Reply, fails, says

Refusal = Callable[[str], Reply]
REFUSALS: dict[str, Refusal] = {
    "openai": lambda name: fails(400, f"Unsupported value: '{name}'", param=name, code="unsupported_value"),
    "fastapi": lambda name: Reply(422, {"detail": [{"type": "extra_forbidden", "loc": ["body", name], "msg": "no"}]}),
    "unnamed": lambda name: fails(400, f"property '{name}' is unsupported", param=None),
    "bare": lambda name: Reply(400, {"object": "error", "message": f"{name} must be in (0, 1]", "code": 400}),
}


def refusing(*names: str, refusal: Refusal = REFUSALS["openai"]) -> Callable[[ReceivedRequest, int], Reply]:
    def behaviour(request: ReceivedRequest, _: int) -> Reply:
        return next((refusal(name) for name in names if name in request.body), says("fine"))

    return behaviour


@pytest.mark.parametrize("provider", ["openai", "groq"])
@pytest.mark.parametrize("form", REFUSALS)
@pytest.mark.parametrize("name", ["temperature", "top_p", "seed"])
async def test_a_refused_parameter_is_learned_once(
    open_models: OpenModels, server: ChatServer, provider: str, form: str, name: str
) -> None:
    """One request is lost; later ones go without it, keep the rest, and the run says so."""
    server.behaviour = refusing(name, refusal=REFUSALS[form])
    models = open_models()
    gateway = models.open(ModelSpec.parse(f"{provider}/m"))
    for run in range(3):
        answer = await gateway.ask(question(run=run, top_p=0.0))
        assert answer.left_out == (name,)
    assert len(server.received) == 4
    remaining = {"temperature", "top_p", "seed"} - {name}
    assert remaining == set(server.received[-1].body) & {"temperature", "top_p", "seed"}
    assert models.notices()[0] == f"{provider}/m refuses {name}: calls omit it"


async def test_several_are_learned_one_after_the_other(gateway: Gateway, server: ChatServer) -> None:
    server.behaviour = refusing("temperature", "top_p", "seed")
    answer = await gateway.ask(question(top_p=1.0))
    assert set(answer.left_out) == {"temperature", "top_p", "seed"}
    assert set(server.received[-1].body) == {"model", "messages"}


async def test_max_tokens_goes_by_its_newer_name_where_the_older_is_refused(
    gateway: Gateway, server: ChatServer
) -> None:
    server.behaviour = refusing("max_tokens")
    answer = await gateway.ask(question(max_tokens=50))
    assert server.received[-1].body["max_completion_tokens"] == 50
    assert "max_tokens" not in server.received[-1].body
    assert answer.left_out == ()


async def test_max_tokens_is_left_out_where_both_names_are_refused(gateway: Gateway, server: ChatServer) -> None:
    server.behaviour = refusing("max_tokens", "max_completion_tokens")
    answer = await gateway.ask(question(max_tokens=50))
    assert answer.left_out == ("max_tokens",)


async def test_calls_under_way_at_the_same_time_learn_together(open_models: OpenModels, server: ChatServer) -> None:
    """One of them meets the refusals; the others wait for its answer, and then go together without the parameters."""
    server.behaviour = refusing("temperature", "top_p", "seed")
    server.latency = 0.01
    gateway = open_models(concurrency=5).open(ModelSpec.parse("openai/m"))
    answers = await asyncio.gather(*(gateway.ask(question(str(n), top_p=1.0)) for n in range(20)))
    assert {answer.left_out for answer in answers} == {("temperature", "seed", "top_p")}
    assert len(server.received) == 3 + 20
    assert server.peak == 5


async def test_a_parameter_that_no_answer_has_shown_is_tried_by_one_call(
    open_models: OpenModels, server: ChatServer
) -> None:
    """Others of the same model, whose parameters it takes, do not wait for it."""
    server.behaviour = refusing("top_p")
    server.latency = 0.01
    gateway = open_models(concurrency=8).open(ModelSpec.parse("openai/m"))
    await gateway.ask(question("first"))
    questions = [question(str(n), top_p=1.0 if n % 2 else None) for n in range(8)]
    answers = await asyncio.gather(*(gateway.ask(request) for request in questions))
    assert [answer.left_out for answer in answers] == [(), ("top_p",)] * 4
    assert len(server.received) == 1 + 8 + 1


async def test_an_answer_that_is_cut_off_shows_what_the_model_takes(
    open_models: OpenModels, server: ChatServer
) -> None:
    """It accepted the parameters: they are not tested again, and no other call waits."""
    tried_parameters: set[str] = set()

    def behaviour(request: ReceivedRequest, _: int) -> Reply:
        text = request.body["messages"][0]["content"]
        if "temperature" in request.body:
            return REFUSALS["openai"]("temperature")
        if text in tried_parameters:
            return says("fine")
        tried_parameters.add(text)
        return says("", finish="length")

    server.behaviour = behaviour
    server.latency = 0.05
    gateway = open_models(concurrency=4).open(ModelSpec.parse("openai/m"))
    answers = await asyncio.gather(*(gateway.ask(question(str(n))) for n in range(4)))
    assert {answer.left_out for answer in answers} == {("temperature",)}
    assert len(server.received) == 1 + 2 * 4
    assert server.peak > 1


async def test_calls_that_wait_for_their_turn_are_dropped_with_their_callers(
    open_models: OpenModels, server: ChatServer
) -> None:
    """Nothing is sent, and so nothing is paid for, after an interruption."""
    arrival = asyncio.Event()

    def behaviour(_: ReceivedRequest, __: int) -> Reply:
        arrival.set()
        return says("fine")

    server.behaviour, server.latency = behaviour, 0.2
    gateway = open_models(concurrency=8).open(ModelSpec.parse("openai/m"))
    tasks = [asyncio.create_task(gateway.ask(question(str(n)))) for n in range(8)]
    await arrival.wait()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await gateway.drain()
    assert len(server.received) == 1


async def test_one_model_s_quirks_are_not_another_s(open_models: OpenModels, server: ChatServer) -> None:
    server.behaviour = lambda request, number: (
        refusing("seed")(request, number) if request.body["model"] == "odd" else says("x")
    )
    models = open_models()
    assert (await models.open(ModelSpec.parse("openai/odd")).ask(question())).left_out == ("seed",)
    assert (await models.open(ModelSpec.parse("openai/even")).ask(question())).left_out == ()


async def test_the_run_says_so_after_a_restart_too(open_models: OpenModels, server: ChatServer) -> None:
    """When every answer comes out of the store nothing is learned again, and what was left out is still reported."""
    server.behaviour = refusing("seed")
    spec = ModelSpec.parse("openai/m")
    await open_models().open(spec).ask(question())
    later_models = open_models()
    await later_models.open(spec).ask(question())
    assert len(server.received) == 2
    assert later_models.notices() == ("openai/m refuses seed: calls omit it",)


async def test_an_error_about_something_else_teaches_nothing(gateway: Gateway, server: ChatServer) -> None:
    """The field says what it is about; a parameter that its text mentions in passing stays."""
    server.follow(fails(400, "too long; lower max_tokens or temperature", param="messages"), says("fine"))
    with pytest.raises(ModelFault, match="too long"):
        await gateway.ask(question())
    assert (await gateway.ask(question("short"))).left_out == ()


async def test_a_parameter_that_was_only_mentioned_is_not_learned(gateway: Gateway, server: ChatServer) -> None:
    """Without fields only the text can be read; if leaving the parameter out does not help, it was not the cause."""
    complaint = fails(400, "cannot seed a cache for this temperature")
    server.behaviour = lambda request, _: (
        complaint if "long" in request.body["messages"][0]["content"] else says("fine")
    )
    with pytest.raises(ModelFault, match="cannot seed"):
        await gateway.ask(question("long"))
    assert (await gateway.ask(question("short"))).left_out == ()
    assert {"seed", "temperature"} <= set(server.received[-1].body)


async def test_a_question_that_a_filter_stops_is_an_answer_that_says_so(gateway: Gateway, server: ChatServer) -> None:
    """It would be stopped every time, so it is stored as filtered, and not asked for again."""
    server.follow(fails(400, "filtered", code="content_filter", param="prompt"))
    answer = await gateway.ask(question())
    assert (answer.text, answer.finish_reason) == ("", "content_filter")
