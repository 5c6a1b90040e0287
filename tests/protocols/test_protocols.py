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
    """Install the protocol as a third-party distribution does."""
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


def make_dataset(folder: Path, sets: int = 40) -> Path:
    items_command = GenerateItemsCommand(protocol=Counting(), choices={"sets": str(sets)})
    asyncio.run(generate_items(items_command, folder))
    return folder


@pytest.mark.usefixtures("shared_processes", "undrawn")
def test_items_are_made_evaluated_and_analysed(tmp_path: Path) -> None:
    items = asyncio.run(read_items(make_dataset(tmp_path / "sets")))
    protocol = items.definition
    assert protocol.name == "counting"
    assert len(items) == 40

    asyncio.run(evaluate(command(items, f"{HONEST}?shift=0.5"), tmp_path / "moved"))
    asyncio.run(evaluate(command(items, mitigations=("none", "bias-warning")), tmp_path / "honest"))
    findings = analyze(
        AnalyzeOptions(
            (
                tmp_path / "moved",
                tmp_path / "honest",
            ),
            out=tmp_path / "report",
        )
    )

    [table] = [table for table in findings.tables if table.key == "order_by_bias"]
    shifted_row, honest_row = (
        table.where(subject=f"{HONEST}{settings}", mitigation="none", bias="order effect", tier="all tiers")[0]
        for settings in ("?shift=0.5", "")
    )
    assert isinstance(low := shifted_row["low"], float)
    assert low > 0.15
    assert isinstance(p := shifted_row["holm_p"], float)
    assert p < 0.001
    assert shifted_row["called"] == "bias"
    assert (honest_row["mean"], honest_row["items"], honest_row["clusters"]) == (0, 40, 20)
    [outcomes_table] = [table for table in findings.tables if table.key == "mitigation_outcomes"]
    assert outcomes_table.rows[0]["verdict"] == "no change shown"
    assert json.loads((tmp_path / "report" / "report.json").read_text())["title"].startswith("Order effect of ")


def test_the_share_of_all_decisions_is_a_ratio_of_sums(tmp_path: Path) -> None:
    items = [number_set(seed) for seed in range(3)]
    asyncio.run(evaluate(command(items), tmp_path))
    findings = analyze(AnalyzeOptions((tmp_path,), out=tmp_path / "report"))
    [table] = [table for table in findings.tables if table.key == "high_by_bias"]
    expected = [number > 50 for item in items for number in item.numbers]
    assert table.where(bias="all biases", tier="all tiers")[0]["mean"] == pytest.approx(sum(expected) / len(expected))


class Store:
    def __init__(self) -> None:
        self.kept: dict[tuple[object, ...], Decision] = {}

    def keep_decision(self, decision: Decision) -> None:
        key = decision.item_id, decision.arm, decision.run, decision.mitigation, decision.turn
        self.kept[key] = decision

    def decisions(self) -> list[Decision]:
        return list(self.kept.values())


class Killed(BaseException):
    """Ends a session as a signal does."""


class Dying:
    """Answers by a rule, ``calls_left`` times at most, then kills the session; answered calls are stored."""

    def __init__(self, rule: Callable[[Request], str], calls_left: int) -> None:
        self.rule = rule
        self.calls_left = calls_left
        self.answered: dict[str, str] = {}

    def __call__(self, request: Request) -> str:
        key = request.key("test", "subject")
        if key not in self.answered:
            self.calls_left -= 1
            if self.calls_left == 0:
                raise Killed
            self.answered[key] = self.rule(request)
        return self.answered[key]

    @property
    def paid(self) -> int:
        return len(self.answered)


def test_a_killed_conversation_of_ten_turns_pays_for_no_turn_twice() -> None:
    item = number_set(1, size=9)
    conversations = questions(command([item]))
    assert len(conversations[0].turns) == 11  # nine numbers, the review, and one turn that decides nothing
    rule = Counting().simulated(ModelSpec.parse(HONEST), [item])
    complete_store, undisturbed_subject = Store(), Dying(rule, 10_000)
    asyncio.run(_hold(conversations, ScriptedModel(undisturbed_subject), complete_store))
    for trial in range(20):
        store, dying_subject = Store(), Dying(rule, random.Random(trial).randrange(1, 40))
        with pytest.raises(BaseExceptionGroup):
            asyncio.run(_hold(conversations, ScriptedModel(dying_subject), store))
        before = dying_subject.paid
        dying_subject.calls_left = 10_000
        measurement = asyncio.run(_hold(conversations, ScriptedModel(dying_subject), store))
        assert measurement.unanswered_count == 0
        assert before < dying_subject.paid == undisturbed_subject.paid
        assert store.kept == complete_store.kept


async def _hold(conversations: Sequence[Conversation], subject: ScriptedModel, store: Store) -> Measurement:
    evaluator = Evaluator(Counting().asking([], Showing()), subject, load_prompts(), store)
    return await evaluator.run(conversations)


def test_forced_turns_are_not_asked_and_later_ones_see_them() -> None:
    item = number_set(3)
    conversations = questions(command([item], history="forced"))
    subject = ScriptedModel(lambda request: "low")
    store = Store()
    measurement = asyncio.run(_hold(conversations[:1], subject, store))
    assert measurement.question_count == 1
    first = subject.requests[0]
    assert [message.content for message in first.messages if message.role == "assistant"] == ["high"] * 3
    assert [decision.turn for decision in store.decisions()] == [3]


def test_a_fresh_turn_has_no_history_and_no_mitigation(tmp_path: Path) -> None:
    item = number_set(3)
    subject = ScriptedModel(lambda request: "low low low low")
    strategies = {strategy.name: strategy for strategy in choose_strategies(("bias-warning",))}
    conversations = questions(command([item], mitigations=("bias-warning",)))
    evaluator = Evaluator(
        Counting().asking([], Showing()), subject, load_prompts(), Store(), conditions=Conditions(strategies)
    )
    asyncio.run(evaluator.run(conversations[:1]))
    assert len(subject.requests[-1].messages) == 1
    assert subject.requests[-1].messages[0].content.startswith("Alone: ")
    assert "bias" in subject.requests[0].messages[-1].content


@pytest.mark.parametrize(
    ("choices", "arms", "message"),
    [
        ({"history": "none"}, "", "--history none: choose among own, forced"),
        ({"answering": "extract"}, "", "the protocol counting has no such setting"),
        ({}, "sideways", "these items have no arm sideways"),
    ],
)
def test_unknown_settings_are_refused_in_one_line(choices: dict[str, str], arms: str, message: str) -> None:
    showing = Showing(arms=(Arm(arms),) if arms else (), choices=choices)
    with pytest.raises(InputError, match=message):
        Counting().complete_showing([number_set(1)], showing)


def test_a_dataset_line_of_another_protocol_is_refused_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "dataset.jsonl"
    valid_record = number_set(1).model_dump(mode="json")
    for line, message in (
        ('{"protocol": "dilemmas"}', "line 2: an item of the protocol dilemmas in a dataset of counting"),
        (json.dumps(valid_record), "is already in line 1"),
        (json.dumps(valid_record | {"numbers": [1]}), "the line was edited"),
        (json.dumps(valid_record | {"numbers": "x"}), "line 2: field numbers"),
        (json.dumps(valid_record | {"cluster": "\ud800"}), "line 2 is not JSON"),
        (json.dumps(valid_record | {"id": "", "scale": ["a", "a"]}), "line 2: the line: scale has an option twice"),
    ):
        file.write_text(json.dumps(valid_record) + "\n" + line + "\n")
        with pytest.raises(InputError, match=message):
            asyncio.run(read_items(file))
    file.write_text('{"protocol": "dreams"}\n')
    with pytest.raises(InputError, match="unknown protocol 'dreams'"):
        asyncio.run(read_items(file))


def test_a_protocol_without_a_maker_says_so(tmp_path: Path) -> None:
    with pytest.raises((InputError, StoppedError)):
        asyncio.run(generate_items(GenerateItemsCommand(protocol=DilemmaProtocol()), tmp_path / "none"))
