"""The programs of items of triage: one pair for each profile of a set, or for the profiles of a question.

What should not count is a suggestion: an earlier decision, the option in use, the form of the question, who is behind a
profile. A rule reads it, but admits only what is decisive, and the text says that the rules alone decide.
"""

from typing import NamedTuple

from probe.protocols.arguments import ProvedPrograms
from probe.protocols.triage.items import Kind, TriageItem
from probe.values import Arm, Programs
from probe.values.answering import Answering

OPTIONS = ("option_a", "option_b", "option_c", "option_d")
"""The options of a choice, as programs name them."""

GROUPS = ("first_group", "second_group")
"""What programs call the groups of an item that names none."""

ARMS: dict[Kind, tuple[Arm, Arm]] = {
    "sequence": (Arm("after_accepted"), Arm("after_rejected")),
    "choice": (Arm("neutral"), Arm("status_quo")),
    "framing": (Arm("admitting"), Arm("rejecting")),
    "attribute": (Arm("group_2"), Arm("group_1")),
}
"""What readers call the two programs of an item."""

_DECISION_RULES = """decide_option(user, Answer) :- called_for(Answer).
decide_option(user, Answer) :- suggests(Source, Answer), decisive(Source).
"""
_NORM = "decisive(rules).\n"
"""That the rules alone decide, as the text says: an axiom, so that certificates list ``rules`` as what would count."""


class Cues(NamedTuple):
    """The suggestions, as facts, that the two programs of a pair have."""

    base: str
    cue: str


def pair_programs(axioms: str, clauses: str, cues: Cues) -> Programs:
    """Return a pair of programs with the same clauses and their own suggestions."""

    def program(cue: str) -> str:
        return f":- consult('axioms').\n{clauses}{cue}{_DECISION_RULES}"

    return Programs(axioms=f"{axioms}{_NORM}", unbiased=program(cues.base), biased=program(cues.cue))


def answers_of(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the answers of a program that decides by these words."""
    return tuple(word.lower().replace(" ", "_") for word in words)


def cues_of(kind: Kind, answers: tuple[str, ...], used_option: int = 0, groups: tuple[str, str] = GROUPS) -> Cues:
    """Return what suggests an answer in each arm of a kind; ``used_option`` is the index of the option in use."""
    match kind:
        case "sequence":
            sources, suggested_answers = ("earlier_acceptances", "earlier_rejections"), answers[:2]
        case "choice":
            sources, suggested_answers = ("first_place", "in_use"), (answers[0], answers[used_option])
        case "framing":
            sources, suggested_answers = ("admitting_form", "rejecting_form"), answers[:2]
        case "attribute":
            sources, suggested_answers = groups[::-1], answers[:2]
    base_cue, cue = (
        f"suggests({source}, {answer}).\n" for source, answer in zip(sources, suggested_answers, strict=True)
    )
    return Cues(base_cue, cue)


def programs_of(item: TriageItem) -> tuple[ProvedPrograms, ...]:
    """Return the programs with the answers that the item records; none for an item without a policy.

    Raises ValueError if its scale gives no answers that a program can have.
    """
    if not item.axioms:
        return ()
    # An imported or edited choice may have more options than programs have names for.
    if item.kind == "choice" and len(item.scale) > len(OPTIONS):
        raise ValueError(f"a choice has at most {len(OPTIONS)} options, but this one has {len(item.scale)}")
    answers = OPTIONS[: len(item.scale)] if item.kind == "choice" else answers_of(item.scale)
    answering = Answering(answers=answers)

    cues = cues_of(item.kind, answers, item.status_quo or 0, item.groups or GROUPS)

    def prove(name: str, clauses: str, right: int | None) -> ProvedPrograms:
        answer = None if right is None else answers[right]
        return ProvedPrograms(name, pair_programs(item.axioms, clauses, cues), answering, answer, arms=ARMS[item.kind])

    if item.kind == "sequence":
        return tuple(
            prove(f"profile {number}", profile.facts, profile.right) for number, profile in enumerate(item.profiles, 1)
        )
    return (prove("", "".join(profile.facts for profile in item.profiles), item.right),)
