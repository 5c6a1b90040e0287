"""The columns that decisions on triage have in long data, besides those of every protocol."""

from functools import cached_property

from probe.files import decisions as shared
from probe.files.columns import Cell, FileColumn
from probe.files.decisions import DecisionInContext
from probe.protocols.triage.items import ACCEPT


class TriageDecision(DecisionInContext):
    """A decision on a profile of a set, or on a question."""

    @cached_property
    def shown_profiles(self) -> tuple[tuple[int, int | None], ...]:
        """The profiles of the arm in order, each with its fixed answer."""
        shown_profiles: tuple[tuple[int, int | None], ...] = self.item.shown_profiles(self.decision.arm)
        return shown_profiles

    @property
    def review(self) -> int:
        """1 for a decision of a review: its turns follow those of the session, whose profiles it decides again."""
        return self.decision.turn // len(self.shown_profiles)

    @cached_property
    def position(self) -> int:
        """The place of the profile in the conversation, from 0."""
        return self.decision.turn % len(self.shown_profiles)

    @cached_property
    def profile(self) -> int:
        """The number of the profile in its set."""
        return self.shown_profiles[self.position][0]

    @cached_property
    def chosen_index(self) -> int | None:
        """The decision, None if it could not be read."""
        return None if self.decision.decision == "unparsed" else int(self.decision.decision)

    @cached_property
    def choice(self) -> bool:
        """Whether one of several options is chosen."""
        return bool(self.item.kind == "choice")

    @cached_property
    def previous_decision(self) -> tuple[int, int | None] | None:
        """The profile at the place before, and the decision on it, own or fixed (None: unreadable).

        There is none at the first place and in a review, which asks for all decisions at once.
        """
        if self.review or not self.position:
            return None
        profile, fixed_answer = self.shown_profiles[self.position - 1]
        earlier_decision = self.conversation.get(self.position - 1)
        return (
            profile,
            fixed_answer if fixed_answer is not None else None if earlier_decision == "unparsed" else earlier_decision,
        )


def _group(row: TriageDecision) -> Cell:
    names_group = row.item.groups and row.decision.arm.startswith("group_")
    return row.item.groups[int(row.decision.arm.rpartition("_")[2]) - 1] if names_group else ""


def _position(row: TriageDecision) -> Cell:
    if not row.choice:
        return row.position
    return None if row.chosen_index is None else row.item.place_of(row.decision.arm, row.chosen_index)


def _wrong(row: TriageDecision) -> Cell:
    right = row.item.right_about(row.profile)
    return None if row.chosen_index is None or right is None else int(row.chosen_index != right)


COLUMNS = {
    **shared.COLUMNS,
    "kind": FileColumn("string", "The kind of the item.", lambda row: row.item.kind),
    "matter": FileColumn("string", "What is decided.", lambda row: row.item.matter),
    "level": FileColumn("int64", "The number of rules.", lambda row: row.item.level),
    "attribute": FileColumn("string", "What people behind profiles differ in.", lambda row: row.item.attribute),
    "group": FileColumn("string", "Who is behind the profile.", _group),
    "profile": FileColumn(
        "int64", "The number of the profile in its set, from 0.", lambda row: None if row.choice else row.profile
    ),
    "place": FileColumn(
        "int64", "The profile's place in the conversation, in a choice that of the chosen option, from 0.", _position
    ),
    "review": FileColumn("int64", "1 for a decision of the last turn, which reviews others.", lambda row: row.review),
    "right": FileColumn("int64", "The index of the right answer.", lambda row: row.item.right_about(row.profile)),
    "wrong": FileColumn("int64", "1 or 0, empty if unparsed.", _wrong),
    "accepted": FileColumn(
        "int64",
        "1 or 0, empty if unparsed, and in a choice.",
        lambda row: None if row.choice or row.chosen_index is None else int(row.chosen_index == ACCEPT),
    ),
    "before": FileColumn(
        "int64",
        "The decision before this one in the same conversation, own or fixed; empty at the first place.",
        lambda row: row.previous_decision and row.previous_decision[1],
    ),
    "before_right": FileColumn(
        "int64",
        "What was right there.",
        lambda row: row.previous_decision and row.item.right_about(row.previous_decision[0]),
    ),
    "in_use": FileColumn("int64", "The index of the option in use.", lambda row: row.item.status_quo),
}
"""The columns in the order of the file; ``in_use`` is given in neutral arms too."""
