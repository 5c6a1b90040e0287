"""The columns that decisions on triage have in long data, besides those of every protocol."""

from collections.abc import Iterator, Sequence

from probe.files import decisions as shared
from probe.files.decisions import Row
from probe.protocols.triage.items import ACCEPT, TriageItem
from probe.values import Choice, Decision

COLUMNS: dict[str, type] = shared.COLUMNS | {
    "kind": str,
    "matter": str,
    "level": int,
    "attribute": str,
    "group": str,
    "profile": int,
    "place": int,
    "review": int,
    "right": int,
    "wrong": int,
    "accepted": int,
    "before": int,
    "before_right": int,
    "in_use": int,
}
"""``level`` is the number of rules. ``profile`` is the number of the profile in its set and ``place`` its place in the
conversation, in a choice that of the chosen option, all from 0. ``review`` is 1 for a decision of the last turn, which
reviews those before it. ``right`` is the index of the right answer; ``wrong`` and ``accepted`` are 1 or 0, empty if
unparsed, and ``accepted`` also in a choice. ``before`` is the decision before this one in the same conversation, own or
fixed, and ``before_right`` what was right there; both are empty at the first place and in a review. ``in_use`` is the
index of the option in use, in neutral arms too.
"""

Conversations = dict[tuple[str, str, int, str], dict[int, Choice]]
"""The decisions by conversation and turn."""


def columns_of(items: Sequence[TriageItem], decisions: Sequence[Decision]) -> Iterator[Row]:
    """Yield the columns of each decision."""
    items_by_id = {item.id: item for item in items}
    made: Conversations = {}
    for decision in decisions:
        made.setdefault(_conversation(decision), {})[decision.turn] = decision.decision
    for decision in decisions:
        yield _columns(items_by_id[decision.item_id], decision, made[_conversation(decision)])


def _conversation(decision: Decision) -> tuple[str, str, int, str]:
    return decision.item_id, decision.arm.value, decision.run, decision.mitigation


def _columns(item: TriageItem, decision: Decision, made: dict[int, Choice]) -> Row:
    shown = item.shown_profiles(decision.arm)
    # A review decides all profiles again, so its turns follow those of the session.
    review, position = divmod(decision.turn, len(shown))
    profile = shown[position][0]
    right = item.right_about(profile)
    unread, choice = decision.decision == "unparsed", item.kind == "choice"
    group = int(decision.arm.rpartition("_")[2]) - 1 if item.groups and decision.arm.startswith("group_") else None
    return {
        "kind": item.kind,
        "matter": item.matter,
        "level": item.level,
        "attribute": item.attribute,
        "group": item.groups[group] if item.groups and group is not None else "",
        "profile": None if choice else profile,
        "place": position if not choice else None if unread else item.place_of(decision.arm, int(decision.decision)),
        "review": review,
        "right": right,
        "wrong": None if unread or right is None else int(decision.decision != right),
        "accepted": None if unread or choice else int(decision.decision == ACCEPT),
        # A review asks for all decisions at once, so that none of them comes before another.
        **({} if review else _before(item, shown, position, made)),
        "in_use": item.status_quo,
    }


def _before(item: TriageItem, shown: Sequence[tuple[int, int | None]], position: int, made: dict[int, Choice]) -> Row:
    """Return the decision before this place; an unreadable one is empty."""
    if not position:
        return {}
    profile, fixed = shown[position - 1]
    decided = made.get(position - 1)
    return {
        "before": fixed if fixed is not None else None if decided == "unparsed" else decided,
        "before_right": item.right_about(profile),
    }
