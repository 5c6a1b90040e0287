"""Make an evaluation of decisions that another tool has collected."""

from collections import Counter
from collections.abc import Mapping, Sequence
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
    Raises InputError for a decision that is not about a question on ``pairs``, or if there is none.
    """
    _check(collected, {pair.id: pair for pair in pairs})
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


def _check(collected: Collected, pairs: Mapping[str, Pair]) -> None:
    """Raise InputError unless each decision answers a question of its own about one of ``pairs``."""
    if not collected.decisions:
        raise InputError(f"the {collected.tool} results contain no decision")
    seen: set[tuple[str, str, int]] = set()
    for one in collected.decisions:
        if one.item_id not in pairs:
            raise InputError(
                f"the decisions are about pair {one.item_id[:40]!r}, which --dataset lacks: "
                "name the dataset they are about"
            )
        key = one.item_id, one.arm.value, one.run
        if (problem := _problem(one, collected, pairs[one.item_id])) or key in seen:
            where = f"pair {one.item_id}, arm {one.arm.value[:40]!r}, run {one.run}"
            raise InputError(f"the {collected.tool} results, {where}: {problem or 'the question is answered twice'}")
        seen.add(key)


def _problem(one: Decision, collected: Collected, pair: Pair) -> str | None:
    """Return why ``one`` cannot be a decision of this evaluation, None if it can."""
    if one.arm not in collected.arms or pair.text(one.arm) is None:
        return "the arm was not shown"
    if one.run >= collected.runs:
        return f"there are {collected.runs} runs, counted from 0"
    if one.turn or one.mitigation != PLAIN.name:
        return "a dilemma has one question, without a mitigation"
    return None if one.decision in (0, 1, "unparsed") else "the decision is neither option"
