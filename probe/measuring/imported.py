"""Make an evaluation of decisions that another tool has collected."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from probe.errors import InputError
from probe.files.dataset import CANARY, DATASET, OUTPUTS, write_dataset, write_manifest
from probe.measuring.mitigations import PLAIN
from probe.protocols import protocol_named
from probe.protocols.arguments import Collected
from probe.protocols.base import ItemProtocol
from probe.session import Session, versions
from probe.values import Arm, Decision, Item, fingerprint


async def import_evaluation(collected: Collected, items: Sequence[Item], out: Path) -> dict[str, JsonValue]:
    """Write ``collected`` as the run of an evaluation into ``out``, and return its manifest.

    Questions without a decision count as unanswered. No analysis plan is registered: the decisions are known already.
    Raises InputError for a decision that is not about a question on ``items``, or if there is none.
    """
    protocol: ItemProtocol[Any] = protocol_named(items[0].protocol if items else "")
    arms_of = {item.id: [arm for arm in collected.arms if protocol.shown(item, arm) is not None] for item in items}
    _check(collected, {item.id: item for item in items}, arms_of, protocol.noun)
    shown = [item for item in items if arms_of[item.id]]
    asked = sum(map(len, arms_of.values())) * collected.runs
    identity: dict[str, JsonValue] = {
        "kind": "evaluate",
        "subject": collected.subject,
        "base_url": None,
        "runs": collected.runs,
        "order": collected.order,
        "arms": [arm.value for arm in collected.arms],
        "mitigations": {PLAIN.name: PLAIN.digest},
        "dataset": fingerprint([item.model_dump(mode="json") for item in shown]),
        "decisions": fingerprint([one.model_dump(mode="json") for one in collected.decisions]),
        "imported": collected.tool,
        "questions": max(asked, len(collected.decisions)),
        **({"logprobs": True} if collected.direct else {}),
        **protocol.imported_identity(collected.choices),
    }
    async with Session() as session:
        run = session.run(out, identity, OUTPUTS)
        run.keep_items(shown)
        write_dataset(out / DATASET, shown)
        for decision in collected.decisions:
            run.keep_decision(decision)
        unparsed = Counter(one.arm.value for one in collected.decisions if one.decision == "unparsed")
        manifest: dict[str, JsonValue] = {
            "canary": CANARY,
            "run_id": run.run_id,
            "complete": asked <= len(collected.decisions),
            "settings": identity,
            "versions": dict(versions()),
            f"{protocol.noun}s": len(shown),
            "decisions": len(collected.decisions),
            "unparsed_by_arm": dict(unparsed),
        }
        write_manifest(out, manifest)
    return manifest


def _check(collected: Collected, items: Mapping[str, Item], arms_of: Mapping[str, Sequence[Arm]], noun: str) -> None:
    """Raise InputError unless each decision answers a question of its own about one of ``items``."""
    if not collected.decisions:
        raise InputError(f"the {collected.tool} results contain no decision")
    seen: set[tuple[str, str, int]] = set()
    for one in collected.decisions:
        if one.item_id not in items:
            raise InputError(
                f"the decisions are about {noun} {one.item_id[:40]!r}, which --dataset lacks: "
                "name the dataset they are about"
            )
        key = one.item_id, one.arm.value, one.run
        item = items[one.item_id]
        if (problem := _problem(one, collected, item, arms_of[item.id])) or key in seen:
            where = f"{noun} {one.item_id}, arm {one.arm.value[:40]!r}, run {one.run}"
            raise InputError(f"the {collected.tool} results, {where}: {problem or 'the question is answered twice'}")
        seen.add(key)


def _problem(one: Decision, collected: Collected, item: Item, arms: Sequence[Arm]) -> str | None:
    """Return why ``one`` cannot be a decision of this evaluation, None if it can."""
    if one.arm not in arms:
        return "the arm was not shown"
    if one.run >= collected.runs:
        return f"there are {collected.runs} runs, counted from 0"
    if one.mitigation != PLAIN.name:
        return "the questions are without a mitigation"
    options = len(item.scale_of(one.arm))
    return None if one.decision == "unparsed" or one.decision < options else "the decision is none of the options"
