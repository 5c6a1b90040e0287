"""Decoding parameters in a model's name: sent, recorded, and never omitted silently."""

from pathlib import Path

import pytest

from probe.errors import InputError
from probe.store import open_run
from probe.values import ModelSpec
from tests.models.conftest import OpenModels, question, success
from tests.models.memory import MemoryStore
from tests.server.chat import ChatServer, ReceivedRequest, Reply, fails, says

NAME_WITH_PARAMETERS = "openai/m?temperature=0.5&reasoning_effort=low&max_tokens=2000&seed=100&top_k=40"


async def test_the_name_replaces_the_parameters_of_the_call(open_models: OpenModels, server: ChatServer) -> None:
    """The seed is added to the run index, so that runs still differ from each other."""
    gateway = open_models().open(ModelSpec.parse(NAME_WITH_PARAMETERS))
    answer = await gateway.ask(question(temperature=1.0, top_p=0.9, run=3))
    parameters = {
        "temperature": 0.5,
        "reasoning_effort": "low",
        "max_tokens": 2000,
        "seed": 103,
        "top_k": 40,
        "top_p": 0.9,
    }
    assert {name: server.received[0].body.get(name) for name in parameters} == parameters
    assert answer.sent == parameters


async def test_other_parameters_are_another_call(open_models: OpenModels, server: ChatServer) -> None:
    models = open_models()
    for name in ("openai/m?temperature=0.5", "openai/m?temperature=0.6", "openai/m?temperature=0.5"):
        await models.open(ModelSpec.parse(name)).ask(question())
    assert len(server.received) == 2


async def test_a_parameter_of_the_users_that_is_refused_is_an_error(
    open_models: OpenModels, server: ChatServer
) -> None:
    """Its own name for the length is not refused: that parameter has a newer name."""

    def behaviour(request: ReceivedRequest, number: int) -> Reply:
        if "max_tokens" in request.body:
            return fails(400, "use max_completion_tokens", param="max_tokens")
        if "reasoning_effort" in request.body:
            return fails(400, "Unrecognized request argument supplied: reasoning_effort")
        return says("fine")

    server.behaviour = behaviour
    with pytest.raises(InputError, match="refuses reasoning_effort: remove it"):
        await open_models().open(ModelSpec.parse("openai/m?reasoning_effort=low")).ask(question())
    answer = await open_models().open(ModelSpec.parse("openai/m?max_tokens=9")).ask(question())
    assert answer.sent["max_completion_tokens"] == 9


async def test_a_provider_gets_the_seed_by_its_own_name(open_models: OpenModels, server: ChatServer) -> None:
    await open_models().open(ModelSpec.parse("mistral/m")).ask(question(run=2))
    assert server.received[0].body["random_seed"] == 2
    assert "seed" not in server.received[0].body


async def test_what_answered_is_recorded(open_models: OpenModels, server: ChatServer, tmp_path: Path) -> None:
    """Snapshot, fingerprint and reasoning tokens as the response names them; parameters and seeds as sent."""
    details = {"completion_tokens": 30, "prompt_tokens": 10, "completion_tokens_details": {"reasoning_tokens": 25}}
    server.behaviour = lambda _, number: success(
        model=f"m-2026-0{1 + number // 2}", system_fingerprint="fp_1", usage=details
    )
    with open_run(tmp_path, {}) as run:
        gateway = open_models(store=run).open(ModelSpec.parse("openai/m?temperature=0.5"))
        for number in range(3):
            await gateway.ask(question(run=number))
        (served_model,) = run.served_models()
    assert served_model.calls == 3
    assert served_model.snapshots == {"m-2026-01": 2, "m-2026-02": 1}
    assert served_model.system_fingerprints == {"fp_1": 3}
    assert served_model.reasoning_tokens == 75
    assert (served_model.parameters, served_model.seeds) == ({"temperature": (0.5,)}, (0, 2))


async def test_a_server_that_names_nothing_useful_breaks_nothing(open_models: OpenModels, server: ChatServer) -> None:
    """Lists, numbers, long texts and lone surrogates in place of names."""
    usage = {"completion_tokens_details": [1], "prompt_tokens": "x"}
    server.behaviour = lambda _, __: success(model=["m"], system_fingerprint="\ud800" * 999, usage=usage)
    answer = await open_models(store=MemoryStore()).open(ModelSpec.parse("openai/m")).ask(question())
    assert (answer.model, answer.reasoning_tokens) == (None, 0)
    assert answer.system_fingerprint == "?" * 200


@pytest.mark.usefixtures("no_sdks")
@pytest.mark.parametrize(
    "option",
    ["seed=3", "reasoning_effort=low", "frequency_penalty=1", "presence_penalty=1", "structured=on", "temperature=1.5"],
)
def test_a_parameter_that_a_provider_would_ignore_is_refused(open_models: OpenModels, option: str) -> None:
    """The record of the run would say that it was in force."""
    name = option.partition("=")[0]
    with pytest.raises(InputError, match=f"anthropic/m.*anthropic (ignores|takes).*{name}"):
        open_models().open(ModelSpec.parse(f"anthropic/m?{option}"))
    open_models().open(ModelSpec.parse(f"openai/m?{option}"))


@pytest.mark.usefixtures("no_sdks")
async def test_a_parameter_of_ours_that_a_provider_ignores_is_left_out_and_recorded(
    open_models: OpenModels, server: ChatServer
) -> None:
    models = open_models()
    gateway = models.open(ModelSpec.parse("anthropic/m?temperature=1"))
    with pytest.raises(InputError, match="ignores logprobs"):
        await gateway.ask(question(top_logprobs=5))
    answer = await gateway.ask(question(run=2, top_p=0.5))
    assert set(server.received[0].body) == {"model", "messages", "temperature", "top_p"}
    assert set(answer.left_out) == {"seed"}
    assert set(answer.sent) == {"temperature", "top_p"}
    assert models.notices()[0] == "anthropic/m?temperature=1 ignores seed: calls omit it"


async def test_deepseek_is_sent_no_parameter_that_its_reference_lacks(
    open_models: OpenModels, server: ChatServer
) -> None:
    """Its API answers them without an error: the record would say that a seed was in force."""
    models = open_models()
    answer = await models.open(ModelSpec.parse("deepseek/m?reasoning_effort=low")).ask(question(run=2))
    assert set(server.received[0].body) == {"model", "messages", "temperature", "reasoning_effort"}
    assert answer.left_out == ("seed",)
    for option in ("seed=3", "presence_penalty=1", "top_k=5"):
        with pytest.raises(InputError, match="deepseek ignores"):
            models.open(ModelSpec.parse(f"deepseek/m?{option}"))
