"""The scripted model follows its script and records what it was asked."""

import pytest

from probe.errors import ModelFault
from probe.models import ScriptedModel
from probe.values import Answer
from tests.models.conftest import question


async def test_a_list_is_followed_in_turn() -> None:
    model = ScriptedModel(["first", Answer(text="second", finish_reason="refusal"), ModelFault("broken")])
    assert (await model.ask(question("1"))).text == "first"
    assert (await model.ask(question("2"))).finish_reason == "refusal"
    with pytest.raises(ModelFault, match="broken"):
        await model.ask(question("3"))
    with pytest.raises(ModelFault, match="the script has no more answers"):
        await model.ask(question("4"))
    assert [request.messages[0].content for request in model.requests] == ["1", "2", "3", "4"]


async def test_a_function_sees_each_request() -> None:
    model = ScriptedModel(lambda request: f"run {request.run}", name="scripted/echo")
    assert (await model.ask(question(run=7))).text == "run 7"
    assert str(model.spec) == "scripted/echo"
