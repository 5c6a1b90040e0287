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


async def evaluated(
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
    found: dict[str, list[float]] = {}
    for one in PROTOCOL.values(ITEMS, decisions):
        found.setdefault(one.measure, []).append(one.value)
    return {name: sum(values) / len(values) for name, values in found.items()}


def readings(decisions: list[Decision], **choices: str) -> list[RunReading]:
    return list(read_before(ITEMS, decisions, choices))


@pytest.mark.parametrize("place", ["file", "task", "turn"])
@pytest.mark.parametrize("subject", ["reads-everything", "rational"])
async def test_reading_everything_and_deciding_by_it_shows_no_effect(subject: str, place: str) -> None:
    arms = (*Arm.packaged[:3], Arm.TWIN, Arm.TWIN_BIASED, *PASTED_ARMS)
    decisions = await evaluated(subject, arms=tuple(a for a in arms if a != Arm.COUNTER), choices={"cue": place})
    assert {one.decision for one in decisions} == {0, 1}
    known = {item.id: item for item in ITEMS}
    assert all(one.decision == known[one.item_id].right_answer(one.arm) for one in decisions)
    assert set(means(decisions).values()) == {0.0}
    assert set(means(decisions)) == {EFFECT, NET, PASTED_EFFECT, AGENT}
    assert all(one.complete and one.share_read == 1 for one in readings(decisions, cue=place))


@pytest.mark.parametrize("place", ["file", "task", "turn"])
async def test_stopping_at_the_cue_is_an_effect_of_the_agent_alone(place: str) -> None:
    decisions = await evaluated("stops-at-the-cue", choices={"cue": place})
    assert means(decisions) == {EFFECT: 1.0, NET: 1.0, PASTED_EFFECT: 0.0, AGENT: 1.0}
    found = readings(decisions, cue=place)
    assert all(one.complete for one in found if one.arm != Arm.BIASED)
    assert not all(one.complete for one in found if one.arm == Arm.BIASED)
    for one in found:
        if place == "file" and one.arm == Arm.BIASED:
            assert one.cue_at == one.calls - 1


async def test_reading_what_agrees_leaves_out_the_figures_for_the_other_option() -> None:
    found = readings(await evaluated("reads-what-agrees?rate=1"))
    cued = [one for one in found if one.arm == Arm.BIASED]
    agreeing = [share for one in cued if (share := one.supporting(one.item.praised_index)) is not None]
    opposing = [share for one in cued if (share := one.supporting(one.item.right)) is not None]
    assert set(agreeing) == {1.0}
    assert sum(opposing) / len(opposing) < 0.95
    assert all(one.complete for one in found if one.arm == Arm.PLACEBO)


async def test_who_reads_few_files_decides_by_chance_unless_they_are_the_needed_ones() -> None:
    decisions = await evaluated("reads-k-files?k=2", arms=(Arm.UNBIASED, Arm.PLACEBO), runs=6)
    found = readings(decisions)
    assert {one.calls for one in found} == {4}
    assert not any(one.wrong for one in found if one.complete)
    guessed = [one.wrong for one in found if not one.complete]
    assert 0.25 < sum(guessed) / len(guessed) < 0.75


async def test_who_forgets_errs_although_all_was_read() -> None:
    found = readings(await evaluated("forgets?rate=0.3", runs=4))
    assert all(one.complete for one in found)
    assert 0.2 < sum(one.wrong for one in found) / len(found) < 0.6


async def test_giving_in_wherever_the_cue_is_read_is_no_effect_of_the_agent() -> None:
    shown = means(await evaluated("biased?rate=0.5", runs=6))
    assert shown[EFFECT] > 0.3
    assert shown[PASTED_EFFECT] > 0.3
    assert abs(shown[AGENT]) < 0.25


async def test_in_the_twin_the_same_cue_praises_the_right_option() -> None:
    decisions = await evaluated("stops-at-the-cue", arms=(Arm.TWIN, Arm.TWIN_BIASED))
    known = {item.id: item for item in ITEMS}
    assert all(one.decision == known[one.item_id].right_answer(one.arm) for one in decisions)


async def test_the_first_option_shown_and_chance_are_what_they_say() -> None:
    first = await evaluated("prefers-first")
    assert all(one.decision == (1 if one.exchanged else 0) for one in first)
    guessed = await evaluated("random")
    assert {one.decision for one in guessed} == {0, 1}


async def test_a_tight_budget_ends_a_full_reading_without_a_decision() -> None:
    decisions = await evaluated("reads-everything", choices={"budget": "tight"})
    within = [one for one in decisions if one.arm not in PASTED_ARMS]
    assert all(is_exhausted(one) and one.decision == "unparsed" for one in within)
    assert all(one.exhausted and not one.decided for one in readings(decisions, budget="tight"))
    assert not any(is_exhausted(one) for one in decisions if one.arm in PASTED_ARMS)


def made(item: WorkspaceItem, arm: Arm, *texts: str) -> Decision:
    calls = tuple(call_of("search", text=text) for text in texts)
    return Decision(item_id=item.id, arm=arm, run=0, decision=item.right, calls=calls)


def test_lines_that_only_a_search_showed_are_counted_apart() -> None:
    item = ITEMS[0]
    place = next(one.position for one in item.stated if one.needed)
    text = Workspace(item, Arm.BIASED).lines[place.path][place.line - 1][-30:]
    (found,) = read_before([item], [made(item, Arm.BIASED, text, "zzz")], {})
    assert (found.share_read, found.calls, found.complete) == (0.0, 2, False)
    assert found.share_shown == 1 / len(item.needed_lines(Arm.BIASED))
    (without,) = read_before([item], [made(item, Arm.BIASED, text)], {"search": "no"})
    assert without.share_shown == 0


def test_programs_and_pasted_files_have_no_reading() -> None:
    item = ITEMS[0]
    program = made(item, Arm.BIASED).model_copy(update={"calls": None})
    assert list(read_before([item], [program, made(item, HANDED_BIASED)], {})) == []


def test_the_agent_effect_compares_with_the_same_reference_in_both() -> None:
    def decided(arm: Arm, *, wrong: bool) -> Decision:
        item = ITEMS[0]
        return Decision(item_id=item.id, arm=arm, run=0, decision=1 - item.right if wrong else item.right)

    plain = [decided(Arm.UNBIASED, wrong=False), decided(HANDED, wrong=True)]
    cued = [decided(Arm.BIASED, wrong=True), decided(HANDED_BIASED, wrong=True)]
    assert means([*plain, *cued]) == {NET: 1.0, PASTED_EFFECT: 0.0, AGENT: 1.0}
    placebo = [decided(Arm.PLACEBO, wrong=True), decided(HANDED_PLACEBO, wrong=False)]
    assert means([*plain, *cued, *placebo]) == {EFFECT: 0.0, NET: 1.0, PASTED_EFFECT: 1.0, AGENT: -1.0}


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
