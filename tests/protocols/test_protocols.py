"""A protocol is one package and an entry point: everything around it is shared."""

import asyncio
import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from probe.errors import InputError, StoppedError
from probe.generation.items import GenerateItemsCommand, generate_items
from probe.measuring.analyze import analyze
from probe.measuring.conversing import Conditions, Evaluator, Measurement
from probe.measuring.evaluate import EvaluateCommand, evaluate, questions
from probe.measuring.mitigations import choose_strategies
from probe.models import ScriptedModel
from probe.options.analyzing import AnalyzeOptions
from probe.prompts import load_prompts
from probe.protocols.base import Showing
from probe.protocols.conversation import Conversation
from probe.protocols.dilemmas.protocol import DilemmaProtocol
from probe.protocols.reading import read_items
from probe.values import Arm, Decision, Item, ModelSpec, Request
from tests.distributions import distribution
from tests.protocols.counting import Counting, number_set

HONEST = "simulated/honest"


@pytest.fixture(autouse=True)
def counting(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Counting:
    """Install the protocol as a distribution of other people adds one."""
    site = tmp_path_factory.mktemp("site")
    distribution(site, "counting", {"probe.protocols": {"counting": "tests.protocols.counting:Counting"}})
    monkeypatch.syspath_prepend(site)
    return Counting()


def command(
    items: Sequence[Item], subject: str = HONEST, *, mitigations: tuple[str, ...] = ("none",), **choices: str
) -> EvaluateCommand:
    return EvaluateCommand(
        subject=ModelSpec.parse(subject),
        items=items,
        settings=Showing(runs=2, choices=choices),
        strategies=choose_strategies(mitigations),
        protocol=Counting(),
    )


def made(folder: Path, sets: int = 40) -> Path:
    wanted = GenerateItemsCommand(protocol=Counting(), choices={"sets": str(sets)})
    asyncio.run(generate_items(wanted, folder))
    return folder


@pytest.mark.usefixtures("lent", "undrawn")
def test_items_are_made_evaluated_and_analysed(tmp_path: Path) -> None:
    items = asyncio.run(read_items(made(tmp_path / "sets")))
    protocol = items.definition
    assert protocol.name == "counting"
    assert len(items) == 40

    asyncio.run(evaluate(command(items, f"{HONEST}?shift=0.5"), tmp_path / "moved"))
    asyncio.run(evaluate(command(items, mitigations=("none", "bias-warning")), tmp_path / "honest"))
    found = analyze(
        AnalyzeOptions(
            (
                tmp_path / "moved",
                tmp_path / "honest",
            ),
            out=tmp_path / "report",
        )
    )

    [table] = [one for one in found.tables if one.key == "order_by_bias"]
    moved, honest = (
        table.where(subject=f"{HONEST}{more}", mitigation="none", bias="order effect", tier="all tiers")[0]
        for more in ("?shift=0.5", "")
    )
    assert isinstance(low := moved["low"], float)
    assert low > 0.15
    assert isinstance(p := moved["holm_p"], float)
    assert p < 0.001
    assert moved["called"] == "bias"
    assert (honest["mean"], honest["items"], honest["clusters"]) == (0, 40, 20)
    [achieved] = [one for one in found.tables if one.key == "mitigation_outcomes"]
    assert achieved.rows[0]["verdict"] == "no change shown"
    assert json.loads((tmp_path / "report" / "report.json").read_text())["title"].startswith("Order effect of ")


def test_the_share_of_all_decisions_is_a_ratio_of_sums(tmp_path: Path) -> None:
    items = [number_set(seed) for seed in range(3)]
    asyncio.run(evaluate(command(items), tmp_path))
    found = analyze(AnalyzeOptions((tmp_path,), out=tmp_path / "report"))
    [table] = [one for one in found.tables if one.key == "high_by_bias"]
    expected = [number > 50 for item in items for number in item.numbers]
    assert table.where(bias="all biases", tier="all tiers")[0]["mean"] == pytest.approx(sum(expected) / len(expected))


class Store:
    def __init__(self) -> None:
        self.kept: dict[tuple[object, ...], Decision] = {}

    def keep_decision(self, decision: Decision) -> None:
        one = decision
        self.kept[one.item_id, one.arm, one.run, one.mitigation, one.turn] = one

    def decisions(self) -> list[Decision]:
        return list(self.kept.values())


class Killed(BaseException):
    """Ends a session as a signal does."""


class Dying:
    """Answers by a rule, as often as ``left`` says, then kills the session; answered calls are stored."""

    def __init__(self, rule: Callable[[Request], str], left: int) -> None:
        self.rule = rule
        self.left = left
        self.answered: dict[str, str] = {}

    def __call__(self, request: Request) -> str:
        key = request.key("test", "subject")
        if key not in self.answered:
            self.left -= 1
            if self.left == 0:
                raise Killed
            self.answered[key] = self.rule(request)
        return self.answered[key]

    @property
    def paid(self) -> int:
        return len(self.answered)


def test_a_killed_conversation_of_ten_turns_pays_for_no_turn_twice() -> None:
    item = number_set(1, size=9)
    asked = questions(command([item]))
    assert len(asked[0].turns) == 11  # nine numbers, the review, and one turn that decides nothing
    rule = Counting().simulated(ModelSpec.parse(HONEST), [item])
    whole, undisturbed = Store(), Dying(rule, 10_000)
    asyncio.run(_hold(asked, ScriptedModel(undisturbed), whole))
    for trial in range(20):
        store, dying = Store(), Dying(rule, random.Random(trial).randrange(1, 40))
        with pytest.raises(BaseExceptionGroup):
            asyncio.run(_hold(asked, ScriptedModel(dying), store))
        before = dying.paid
        dying.left = 10_000
        measured = asyncio.run(_hold(asked, ScriptedModel(dying), store))
        assert measured.unanswered == 0
        assert before < dying.paid == undisturbed.paid
        assert store.kept == whole.kept


async def _hold(asked: Sequence[Conversation], subject: ScriptedModel, store: Store) -> Measurement:
    evaluator = Evaluator(Counting().asking([], Showing()), subject, load_prompts(), store)
    return await evaluator.run(asked)


def test_forced_turns_are_not_asked_and_later_ones_see_them() -> None:
    item = number_set(3)
    asked = questions(command([item], history="forced"))
    subject = ScriptedModel(lambda request: "low")
    store = Store()
    measured = asyncio.run(_hold(asked[:1], subject, store))
    assert measured.asked == 1
    first = subject.requests[0]
    assert [one.content for one in first.messages if one.role == "assistant"] == ["high"] * 3
    assert [one.turn for one in store.decisions()] == [3]


def test_a_fresh_turn_has_no_history_and_no_mitigation(tmp_path: Path) -> None:
    item = number_set(3)
    subject = ScriptedModel(lambda request: "low low low low")
    strategies = {one.name: one for one in choose_strategies(("bias-warning",))}
    asked = questions(command([item], mitigations=("bias-warning",)))
    evaluator = Evaluator(
        Counting().asking([], Showing()), subject, load_prompts(), Store(), conditions=Conditions(strategies)
    )
    asyncio.run(evaluator.run(asked[:1]))
    assert len(subject.requests[-1].messages) == 1
    assert subject.requests[-1].messages[0].content.startswith("Alone: ")
    assert "bias" in subject.requests[0].messages[-1].content


@pytest.mark.parametrize(
    ("choices", "arms", "said"),
    [
        ({"history": "none"}, "", "--history none: choose among own, forced"),
        ({"answering": "extract"}, "", "the protocol counting has no such setting"),
        ({}, "sideways", "these items have no arm sideways"),
    ],
)
def test_unknown_settings_are_refused_in_one_line(choices: dict[str, str], arms: str, said: str) -> None:
    shown = Showing(arms=(Arm(arms),) if arms else (), choices=choices)
    with pytest.raises(InputError, match=said):
        Counting().complete_showing([number_set(1)], shown)


def test_a_dataset_line_of_another_protocol_is_refused_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "dataset.jsonl"
    good = number_set(1).model_dump(mode="json")
    for line, said in (
        ('{"protocol": "dilemmas"}', "line 2: an item of the protocol dilemmas in a dataset of counting"),
        (json.dumps(good), "is already in line 1"),
        (json.dumps(good | {"numbers": [1]}), "the line was edited"),
        (json.dumps(good | {"numbers": "x"}), "line 2: field numbers"),
        (json.dumps(good | {"cluster": "\ud800"}), "line 2 is not JSON"),
        (json.dumps(good | {"id": "", "scale": ["a", "a"]}), "line 2: the line: scale has an option twice"),
    ):
        file.write_text(json.dumps(good) + "\n" + line + "\n")
        with pytest.raises(InputError, match=said):
            asyncio.run(read_items(file))
    file.write_text('{"protocol": "dreams"}\n')
    with pytest.raises(InputError, match="unknown protocol 'dreams'"):
        asyncio.run(read_items(file))


def test_a_protocol_without_a_maker_says_so(tmp_path: Path) -> None:
    with pytest.raises((InputError, StoppedError)):
        asyncio.run(generate_items(GenerateItemsCommand(protocol=DilemmaProtocol()), tmp_path / "none"))
