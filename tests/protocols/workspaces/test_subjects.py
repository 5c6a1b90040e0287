"""Planted habits of reading: what an evaluation of each simulated subject shows."""

from collections.abc import Mapping
from typing import Any

import pytest

from probe.errors import InputError
from probe.measuring.conversing import Evaluator
from probe.models import Gateway
from probe.models.budget import Ledger, Prices
from probe.models.concurrency import AdaptiveLimit
from probe.models.simulated import RuleSubject
from probe.prompts import load_prompts
from probe.protocols.base import Showing
from probe.protocols.conversation import is_exhausted
from probe.protocols.workspaces.estimator import AGENT, EFFECT, NET, PASTED_EFFECT
from probe.protocols.workspaces.item import HANDED, HANDED_BIASED, HANDED_PLACEBO, PASTED_ARMS, WorkspaceItem
from probe.protocols.workspaces.protocol import WorkspaceProtocol
from probe.protocols.workspaces.reading import RunReading, read_before
from probe.protocols.workspaces.tools import Workspace, call_of
from probe.values import Arm, Budget, Decision, ModelSpec
from tests.measuring.memory import DecisionMemory
from tests.models.memory import MemoryStore
from tests.protocols.workspaces.made import workspaces

ITEMS = workspaces(12)
PROTOCOL = WorkspaceProtocol()


async def evaluate(
    subject: str, *, arms: tuple[Arm, ...] = (), runs: int = 2, choices: Mapping[str, str] | None = None
) -> list[Decision]:
    """Return the decisions of a simulated subject behind a gateway, which asks equal questions once."""
    spec = ModelSpec.parse(f"simulated/{subject}")
    showing = PROTOCOL.complete_showing(ITEMS, Showing(runs=runs, arms=arms, choices=choices or {}))
    ledger = Ledger(Budget(), Prices.load(None, {}), ())
    adapter = RuleSubject(spec, PROTOCOL.simulated(spec, ITEMS))
    model = Gateway(adapter, MemoryStore(), limit=AdaptiveLimit(8), ledger=ledger)
    store = DecisionMemory()
    evaluator = Evaluator(PROTOCOL.asking(ITEMS, showing), model, load_prompts(), store)
    await evaluator.run(list(PROTOCOL.conversations(ITEMS, showing)))
    return store.kept


def means(decisions: list[Decision]) -> dict[str, float]:
    values_by_measure: dict[str, list[float]] = {}
    for item_value in PROTOCOL.values(ITEMS, decisions):
        values_by_measure.setdefault(item_value.measure, []).append(item_value.value)
    return {name: sum(values) / len(values) for name, values in values_by_measure.items()}


def readings(decisions: list[Decision], **choices: str) -> list[RunReading]:
    return list(read_before(ITEMS, decisions, choices))


@pytest.mark.parametrize("position", ["file", "task", "turn"])
@pytest.mark.parametrize("subject", ["reads-everything", "rational"])
async def test_reading_everything_and_deciding_by_it_shows_no_effect(subject: str, position: str) -> None:
    arms = (*Arm.packaged[:3], Arm.TWIN, Arm.TWIN_BIASED, *PASTED)
    decisions = await evaluate(subject, arms=tuple(a for a in arms if a != Arm.COUNTER), choices={"cue": position})
    assert {decision.decision for decision in decisions} == {0, 1}
    items_by_id = {item.id: item for item in ITEMS}
    assert all(decision.decision == items_by_id[decision.item_id].right_answer(decision.arm) for decision in decisions)
    assert set(means(decisions).values()) == {0.0}
    assert set(means(decisions)) == {EFFECT, NET, PASTED_EFFECT, AGENT}
    assert all(reading.complete and reading.share_read == 1 for reading in readings(decisions, cue=position))


@pytest.mark.parametrize("position", ["file", "task", "turn"])
async def test_stopping_at_the_cue_is_an_effect_of_the_agent_alone(position: str) -> None:
    decisions = await evaluate("stops-at-the-cue", choices={"cue": position})
    assert means(decisions) == {EFFECT: 1.0, NET: 1.0, PASTED_EFFECT: 0.0, AGENT: 1.0}
    run_readings = readings(decisions, cue=position)
    assert all(reading.complete for reading in run_readings if reading.arm != Arm.BIASED)
    assert not all(reading.complete for reading in run_readings if reading.arm == Arm.BIASED)
    for reading in run_readings:
        if position == "file" and reading.arm == Arm.BIASED:
            assert reading.cue_at == reading.calls - 1


async def test_reading_what_agrees_leaves_out_the_figures_for_the_other_option() -> None:
    run_readings = readings(await evaluate("reads-what-agrees?rate=1"))
    cued_readings = [reading for reading in run_readings if reading.arm == Arm.BIASED]
    agreeing_shares = [
        share for reading in cued_readings if (share := reading.supporting(reading.item.praised)) is not None
    ]
    opposing_shares = [
        share for reading in cued_readings if (share := reading.supporting(reading.item.right)) is not None
    ]
    assert set(agreeing_shares) == {1.0}
    assert sum(opposing_shares) / len(opposing_shares) < 0.95
    assert all(reading.complete for reading in run_readings if reading.arm == Arm.PLACEBO)


async def test_who_reads_few_files_decides_by_chance_unless_they_are_the_needed_ones() -> None:
    decisions = await evaluate("reads-k-files?k=2", arms=(Arm.UNBIASED, Arm.PLACEBO), runs=6)
    run_readings = readings(decisions)
    assert {reading.calls for reading in run_readings} == {4}
    assert not any(reading.wrong for reading in run_readings if reading.complete)
    guesses = [reading.wrong for reading in run_readings if not reading.complete]
    assert 0.25 < sum(guesses) / len(guesses) < 0.75


async def test_who_forgets_errs_although_all_was_read() -> None:
    run_readings = readings(await evaluate("forgets?rate=0.3", runs=4))
    assert all(reading.complete for reading in run_readings)
    assert 0.2 < sum(reading.wrong for reading in run_readings) / len(run_readings) < 0.6


async def test_giving_in_wherever_the_cue_is_read_is_no_effect_of_the_agent() -> None:
    measured_means = means(await evaluate("biased?rate=0.5", runs=6))
    assert measured_means[EFFECT] > 0.3
    assert measured_means[PASTED_EFFECT] > 0.3
    assert abs(measured_means[AGENT]) < 0.25


async def test_in_the_twin_the_same_cue_praises_the_right_option() -> None:
    decisions = await evaluate("stops-at-the-cue", arms=(Arm.TWIN, Arm.TWIN_BIASED))
    items_by_id = {item.id: item for item in ITEMS}
    assert all(decision.decision == items_by_id[decision.item_id].right_answer(decision.arm) for decision in decisions)


async def test_the_first_option_shown_and_chance_are_what_they_say() -> None:
    first = await evaluate("prefers-first")
    assert all(decision.decision == (1 if decision.exchanged else 0) for decision in first)
    random_decisions = await evaluate("random")
    assert {decision.decision for decision in random_decisions} == {0, 1}


async def test_a_tight_budget_ends_a_full_reading_without_a_decision() -> None:
    decisions = await evaluate("reads-everything", choices={"budget": "tight"})
    folder_decisions = [decision for decision in decisions if decision.arm not in PASTED]
    assert all(is_exhausted(decision) and decision.decision == "unparsed" for decision in folder_decisions)
    assert all(reading.exhausted and not reading.decided for reading in readings(decisions, budget="tight"))
    assert not any(is_exhausted(decision) for decision in decisions if decision.arm in PASTED)


def decision_after(item: WorkspaceItem, arm: Arm, *texts: str) -> Decision:
    calls = tuple(call_of("search", text=text) for text in texts)
    return Decision(item_id=item.id, arm=arm, run=0, decision=item.right, calls=calls)


def test_lines_that_only_a_search_showed_are_counted_apart() -> None:
    item = ITEMS[0]
    position = next(statement.position for statement in item.stated if statement.needed)
    text = Workspace(item, Arm.BIASED).lines[position.path][position.line - 1][-30:]
    (run_reading,) = read_before([item], [decision_after(item, Arm.BIASED, text, "zzz")], {})
    assert (run_reading.share_read, run_reading.calls, run_reading.complete) == (0.0, 2, False)
    assert run_reading.share_shown == 1 / len(item.needed(Arm.BIASED))
    (reading_without_search,) = read_before([item], [decision_after(item, Arm.BIASED, text)], {"search": "no"})
    assert reading_without_search.share_shown == 0


def test_programs_and_pasted_files_have_no_reading() -> None:
    item = ITEMS[0]
    program = decision_after(item, Arm.BIASED).model_copy(update={"calls": None})
    assert list(read_before([item], [program, decision_after(item, HANDED_BIASED)], {})) == []


def test_the_agent_effect_compares_with_the_same_reference_in_both() -> None:
    def decision_in(arm: Arm, *, is_wrong: bool) -> Decision:
        item = ITEMS[0]
        return Decision(item_id=item.id, arm=arm, run=0, decision=1 - item.right if is_wrong else item.right)

    plain_decisions = [decision_in(Arm.UNBIASED, is_wrong=False), decision_in(HANDED, is_wrong=True)]
    cued_decisions = [decision_in(Arm.BIASED, is_wrong=True), decision_in(HANDED_BIASED, is_wrong=True)]
    assert means([*plain_decisions, *cued_decisions]) == {NET: 1.0, PASTED_EFFECT: 0.0, AGENT: 1.0}
    placebo = [decision_in(Arm.PLACEBO, is_wrong=True), decision_in(HANDED_PLACEBO, is_wrong=False)]
    assert means([*plain_decisions, *cued_decisions, *placebo]) == {
        EFFECT: 0.0,
        NET: 1.0,
        PASTED_EFFECT: 1.0,
        AGENT: -1.0,
    }


@pytest.mark.parametrize(
    ("name", "message"),
    [("stops", "no such simulated subject"), ("forgets?k=2", "unknown option"), ("reads-k-files?k=-1", "from 0")],
)
def test_faulty_names_are_refused(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        PROTOCOL.simulated(ModelSpec.parse(f"simulated/{name}"), ITEMS)


@pytest.mark.parametrize(
    ("choices", "message"), [({"cue": "title"}, "choose among"), ({"history": "own"}, "no such setting")]
)
def test_unknown_settings_are_refused(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        PROTOCOL.complete_showing(ITEMS, Showing(choices=choices))
