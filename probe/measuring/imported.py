"""Make an evaluation of decisions that another tool has collected."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from probe.errors import InputError
from probe.files.dataset import CANARY, DATASET, OUTPUTS, write_dataset, write_manifest
from probe.measuring.mitigations import PLAIN
from probe.protocols.base import Order
from probe.session import Session, versions
from probe.values import Arm, Decision, Pair, fingerprint


@dataclass(frozen=True)
class Collected:
    """The decisions of one subject, how its texts were shown, and the tool that showed them.

    ``direct`` decisions are letters with their probabilities, without an explanation.
    """

    subject: str
    decisions: tuple[Decision, ...]
    runs: int
    order: Order
    arms: tuple[Arm, ...]
    tool: str
    direct: bool = False


async def import_evaluation(collected: Collected, pairs: Sequence[Pair], out: Path) -> dict[str, JsonValue]:
    """Write ``collected`` as the run of an evaluation into ``out``, and return its manifest.

    Questions without a decision count as unanswered. No analysis plan is registered: the decisions are known already.
    Raises InputError if a decision is about no pair of ``pairs``, or if there is none.
    """
    known = {pair.id for pair in pairs}
    other = next((one.item_id for one in collected.decisions if one.item_id not in known), None)
    if other is not None:
        raise InputError(
            f"the decisions are about pair {other}, which --dataset lacks: name the dataset they are about"
        )
    if not collected.decisions:
        raise InputError(f"the {collected.tool} results contain no decision")
    shown = [pair for pair in pairs if any(pair.text(arm) is not None for arm in collected.arms)]
    asked = sum(pair.text(arm) is not None for pair in shown for arm in collected.arms) * collected.runs
    identity: dict[str, JsonValue] = {
        "kind": "evaluate",
        "subject": collected.subject,
        "base_url": None,
        "runs": collected.runs,
        "order": collected.order,
        "arms": [arm.value for arm in collected.arms],
        "mitigations": {PLAIN.name: PLAIN.digest},
        "dataset": fingerprint([pair.model_dump(mode="json") for pair in shown]),
        "decisions": fingerprint([one.model_dump(mode="json") for one in collected.decisions]),
        "imported": collected.tool,
        "questions": max(asked, len(collected.decisions)),
        **({"logprobs": True} if collected.direct else {}),
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
            "pairs": len(shown),
            "decisions": len(collected.decisions),
            "unparsed_by_arm": dict(unparsed),
        }
        write_manifest(out, manifest)
    return manifest
