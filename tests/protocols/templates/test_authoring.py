"""Tests whose gaps are filled by a model: its faults, its garbage, and going on after an end."""

import json
import re
from collections.abc import Callable

import pytest

from probe.errors import StoppedError
from probe.models.simulated import ScriptedModel
from probe.prompts import load_prompts
from probe.protocols.arguments import ItemRequest
from probe.protocols.templates.authoring import ATTEMPTS, GapAuthor, UnusableError, read_insertions
from probe.protocols.templates.composing import InstancePlan, plans_of
from probe.protocols.templates.scenarios import read_domain
from probe.values import Answer, Bias, Profile, Request
from tests.protocols.templates.material import SOFTWARE

DOMAIN = read_domain(SOFTWARE)
GAPS = {"purpose": "something that money is spent on", "metric": "a quantity"}


def place_of(bias: str, profile: Profile = Profile.STRICT) -> InstancePlan:
    return next(plans_of(DOMAIN, Bias(bias), ItemRequest(SOFTWARE, per_bias=1, profile=profile), 1))


def filled(request: Request) -> str:
    """Fill every gap that is asked for with a phrase of its own."""
    asked = re.findall(r"^- (\w+): ", request.messages[0].content, re.M)
    return json.dumps({name: f"{name.replace('_', ' ').rstrip('123')} chosen by the team." for name in asked})


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I will not.",
        "[1, 2]",
        "{",
        '{"purpose": "tests"}',
        '{"purpose": "tests", "metric": "load", "more": "x"}',
        '{"purpose": "", "metric": "load"}',
        '{"purpose": 3, "metric": "load"}',
        '{"purpose": "something that money is spent on", "metric": "load"}',
        '{"purpose": "{metric}", "metric": "load"}',
        '{"purpose": "[[metric]]", "metric": "load"}',
        '{"purpose": "<script>", "metric": "load"}',
        '{"purpose": "a\\nb", "metric": "load"}',
        '{"purpose": "a\\u202eb", "metric": "load"}',
        '{"purpose": "' + "x" * 400 + '", "metric": "load"}',
        "{" * 100_000,
    ],
)
def test_garbage_fills_nothing(answer: str) -> None:
    with pytest.raises(UnusableError):
        read_insertions(answer, GAPS)


def test_insertions_lose_their_last_full_stop_and_decoration() -> None:
    answer = 'Here you are:\n```json\n{"purpose": " new tests. ", "metric": "the load?"}\n```'
    assert read_insertions(answer, GAPS) == {"purpose": "new tests", "metric": "the load"}


@pytest.mark.parametrize("bias", ["anchoring bias", "conservatism", "bandwagon effect", "reactance"])
async def test_insertions_are_equal_in_both_arms(bias: str) -> None:
    author = GapAuthor(ScriptedModel(filled), load_prompts())
    done = await author.fill(place_of(bias))
    assert done.item is not None, done.problem
    assert "chosen by the team" in done.item.control
    assert done.item.control.count("chosen by the team") == done.item.treatment.count("chosen by the team")
    assert done.item.provenance.author == "scripted/model"


async def test_an_author_is_asked_again_until_a_set_is_usable() -> None:
    model = ScriptedModel(lambda request: "garbage" if request.attempt < 2 else filled(request))
    done = await GapAuthor(model, load_prompts()).fill(place_of("anchoring bias"))
    assert done.item is not None
    assert [request.attempt for request in model.requests] == [0, 1, 2]


@pytest.mark.parametrize("said", ['{"purpose": "42 tests"}', '{"purpose": "what we like"}', "nothing"])
async def test_an_instance_without_a_usable_set_is_left_out(said: str) -> None:
    model = ScriptedModel(lambda request: said)
    done = await GapAuthor(model, load_prompts()).fill(place_of("anchoring bias"))
    assert done.item is None
    assert done.problem
    assert len(model.requests) == ATTEMPTS


async def test_templates_written_at_temperature_zero_share_a_prompt_as_published() -> None:
    for bias, temperature in (("conservatism", 0.0), ("anchoring bias", 0.7)):
        model = ScriptedModel(filled)
        await GapAuthor(model, load_prompts()).fill(place_of(bias, Profile.PAPER))
        assert {request.temperature for request in model.requests} == {temperature}
    model = ScriptedModel(filled)
    await GapAuthor(model, load_prompts()).fill(place_of("conservatism"))
    assert {request.temperature for request in model.requests} == {0.7}


def stopping(after: int, stored: dict[str, str]) -> Callable[[Request], str | Answer | Exception]:
    """Answer from the stored calls, and stop at a new one after some."""

    def answer(request: Request) -> str | Answer | Exception:
        key = request.key("scripted", "model")
        if key not in stored:
            if len(stored) >= after:
                return StoppedError("the budget is used up")
            stored[key] = "garbage" if len(stored) % 5 == 4 and request.attempt == 0 else filled(request)
        return stored[key]

    return answer


async def test_a_run_that_was_ended_anywhere_goes_on_to_the_same_tests() -> None:
    wished = list(plans_of(DOMAIN, Bias("conservatism"), ItemRequest(SOFTWARE, per_bias=4), 2))

    async def run(after: int, stored: dict[str, str]) -> list[str]:
        author = GapAuthor(ScriptedModel(stopping(after, stored)), load_prompts())
        return [one.item.id for place in wished if (one := await author.fill(place)).item is not None]

    stored: dict[str, str] = {}
    for limit in range(20):
        try:
            resumed = await run(limit, stored)
            break
        except StoppedError:
            continue
    assert len(resumed) == 4
    assert resumed == await run(len(stored), stored)
