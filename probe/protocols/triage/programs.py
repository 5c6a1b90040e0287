"""The programs of items of triage: one pair for each profile of a set, or for the profiles of a question."""

from probe.protocols.base import Proved
from probe.protocols.triage.items import Kind, TriageItem
from probe.values import Arm, Programs
from probe.values.answering import Answering

OPTIONS = ("option_a", "option_b", "option_c", "option_d")
"""The options of a choice, as programs name them."""

ARMS: dict[Kind, tuple[Arm, Arm]] = {
    "sequence": (Arm("alone"), Arm("in_a_set")),
    "choice": (Arm("neutral"), Arm("status_quo")),
    "framing": (Arm("neutral"), Arm("rejecting")),
    "attribute": (Arm("group_2"), Arm("group_1")),
}
"""What readers call the two programs of an item."""


def written(axioms: str, clauses: str, base: str, cue: str) -> Programs:
    """Return a pair of programs with the same clauses; ``base`` and ``cue`` are facts of one program only."""

    def program(own: str) -> str:
        return f":- consult('axioms').\n{clauses}{own}decide_option(user, Answer) :- called_for(Answer).\n"

    return Programs(axioms=axioms, unbiased=program(base), biased=program(cue))


def answers_of(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the answers of a program that decides by these words."""
    return tuple(word.lower().replace(" ", "_") for word in words)


def place_cue(place: int) -> str:
    """Return the fact that a profile has this place in its set (from 1)."""
    return f"place({place}).\n"


def group_cue(group: str) -> str:
    """Return the fact that a profile's author is of this group."""
    return f"author({group}).\n"


def use_cue(option: int) -> str:
    """Return the fact that the option with this index is in use."""
    return f"in_use({OPTIONS[option]}).\n"


def programs_of(item: TriageItem) -> tuple[Proved, ...]:
    """Return the programs with the answers that the item records; none for an item without a policy.

    Raises ValueError if its scale gives no answers that a program can have.
    """
    if not item.axioms:
        return ()
    if item.kind == "choice" and len(item.scale) > len(OPTIONS):
        raise ValueError(f"a choice has at most {len(OPTIONS)} options, and this one {len(item.scale)}")
    answers = OPTIONS[: len(item.scale)] if item.kind == "choice" else answers_of(item.scale)
    answering = Answering(answers=answers)

    def proved(name: str, clauses: str, right: int | None, base: str, cue: str) -> Proved:
        answer = None if right is None else answers[right]
        return Proved(name, written(item.axioms, clauses, base, cue), answering, answer, arms=ARMS[item.kind])

    if item.kind == "sequence":
        return tuple(
            proved(f"profile {number}", one.facts, one.right, "", place_cue(number))
            for number, one in enumerate(item.profiles, 1)
        )
    base, cue = _cues(item)
    return (proved("", "".join(one.facts for one in item.profiles), item.right, base, cue),)


def _cues(item: TriageItem) -> tuple[str, str]:
    if item.kind == "choice":
        return "", "" if item.status_quo is None else use_cue(item.status_quo)
    if item.groups is None:
        return "", ""
    return group_cue(item.groups[1]), group_cue(item.groups[0])
