"""Tests whose gaps are filled by a model: faults, unreadable answers, and resuming after an interruption."""

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


def fill_slots(request: Request) -> str:
    """Fill every gap that is asked for with a phrase of its own."""
    slot_names = re.findall(r"^- (\w+): ", request.messages[0].content, re.M)
    return json.dumps({name: f"{name.replace('_', ' ').rstrip('123')} chosen by the team." for name in slot_names})


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
    author = GapAuthor(ScriptedModel(fill_slots), load_prompts())
    instance = await author.fill(place_of(bias))
    assert instance.item is not None, instance.problem
    assert "chosen by the team" in instance.item.control
    assert instance.item.control.count("chosen by the team") == instance.item.treatment.count("chosen by the team")
    assert instance.item.provenance.author == "scripted/model"


async def test_an_author_is_asked_again_until_a_set_is_usable() -> None:
    model = ScriptedModel(lambda request: "garbage" if request.attempt < 2 else fill_slots(request))
    instance = await GapAuthor(model, load_prompts()).fill(place_of("anchoring bias"))
    assert instance.item is not None
    assert [request.attempt for request in model.requests] == [0, 1, 2]


@pytest.mark.parametrize("answer", ['{"purpose": "42 tests"}', '{"purpose": "what we like"}', "nothing"])
async def test_an_instance_without_a_usable_set_is_left_out(answer: str) -> None:
    model = ScriptedModel(lambda request: answer)
    instance = await GapAuthor(model, load_prompts()).fill(place_of("anchoring bias"))
    assert instance.item is None
    assert instance.problem
    assert len(model.requests) == ATTEMPTS


async def test_templates_written_at_temperature_zero_share_a_prompt_as_published() -> None:
    for bias, temperature in (("conservatism", 0.0), ("anchoring bias", 0.7)):
        model = ScriptedModel(fill_slots)
        await GapAuthor(model, load_prompts()).fill(place_of(bias, Profile.PAPER))
        assert {request.temperature for request in model.requests} == {temperature}
    model = ScriptedModel(fill_slots)
    await GapAuthor(model, load_prompts()).fill(place_of("conservatism"))
    assert {request.temperature for request in model.requests} == {0.7}


def stopping(after: int, answers: dict[str, str]) -> Callable[[Request], str | Answer | Exception]:
    """Answer from the stored calls, and stop at a new call after ``after`` of them."""

    def answer(request: Request) -> str | Answer | Exception:
        key = request.key("scripted", "model")
        if key not in answers:
            if len(answers) >= after:
                return StoppedError("the budget is used up")
            answers[key] = "garbage" if len(answers) % 5 == 4 and request.attempt == 0 else fill_slots(request)
        return answers[key]

    return answer


async def test_a_run_that_was_ended_anywhere_goes_on_to_the_same_tests() -> None:
    plans = list(plans_of(DOMAIN, Bias("conservatism"), ItemRequest(SOFTWARE, per_bias=4), 2))

    async def run(after: int, answers: dict[str, str]) -> list[str]:
        author = GapAuthor(ScriptedModel(stopping(after, answers)), load_prompts())
        return [instance.item.id for plan in plans if (instance := await author.fill(plan)).item is not None]

    answers: dict[str, str] = {}
    for limit in range(20):
        try:
            resumed_ids = await run(limit, answers)
            break
        except StoppedError:
            continue
    assert len(resumed_ids) == 4
    assert resumed_ids == await run(len(answers), answers)
