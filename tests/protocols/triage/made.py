"""Handmade items, and how a simulated subject decides them without a store or an event loop."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from probe.protocols.base import Showing
from probe.protocols.triage.composing import LETTERS
from probe.protocols.triage.items import BIAS_OF, ArmQuestion, Kind, ShownProfile, TriageItem
from probe.protocols.triage.orders import orders_of
from probe.protocols.triage.protocol import TriageProtocol
from probe.values import Decision, Provenance
from tests.protocols.simulated_answers import simulated_decisions

PROTOCOL = TriageProtocol()
WORDS = ("MERGE", "SEND BACK")


def a_set(name: str, size: int = 6, *, first: int = 0, acceptances: int | None = None) -> TriageItem:
    """A set whose right answers alternate, or with the given number of acceptances."""
    rights = (
        [(first + index) % 2 for index in range(size)]
        if acceptances is None
        else [int(index >= acceptances) for index in range(size)]
    )
    return item(
        name,
        "sequence",
        instructions="Decide by the rules.",
        question="Merge or send back?",
        profiles=tuple(
            ShownProfile(text=f"Request {index} of {name}", right=right) for index, right in enumerate(rights)
        ),
        orders=orders_of(size, Random(name)),
    )


def a_form(name: str, right: int = 0) -> TriageItem:
    questions_by_arm = {
        "neutral": (WORDS, (0, 1)),
        "admitting": (WORDS, (0, 1)),
        "rejecting": (WORDS, (0, 1)),
        "admitting_yes_no": (("YES", "NO"), (0, 1)),
        "rejecting_yes_no": (("YES", "NO"), (1, 0)),
    }
    questions = {
        arm: ArmQuestion(text=f"{arm} {name}?", words=words, decisions=to)
        for arm, (words, to) in questions_by_arm.items()
    }
    return item(name, "framing", profiles=(ShownProfile(text=name, right=right),), questions=questions, right=right)


def an_attribute(name: str, right: int = 0) -> TriageItem:
    arms = ("placebo_1", "placebo_2", "group_1", "group_2")
    questions = {arm: ArmQuestion(text=f"{arm} {name}?", words=WORDS, decisions=(0, 1)) for arm in arms}
    return item(
        name,
        "attribute",
        profiles=(ShownProfile(text=name, right=right),),
        questions=questions,
        right=right,
        attribute="seniority",
        groups=("junior", "senior"),
        sensitive=True,
    )


def a_choice(name: str, right: int = 0, option_in_use: int = 1) -> TriageItem:
    questions = {
        f"{arm}_{turn + 1}": ArmQuestion(
            text=f"{arm} {turn} {name}?", words=LETTERS, decisions=tuple((index + turn) % 4 for index in range(4))
        )
        for arm in ("neutral", "status_quo")
        for turn in range(4)
    }
    return item(
        name,
        "choice",
        scale=("Ash", "Birch", "Cedar", "Dogwood"),
        profiles=(ShownProfile(text=name),),
        questions=questions,
        right=right,
        status_quo=option_in_use,
    )


def item(name: str, kind: Kind, **changes: object) -> TriageItem:
    fields = {"scale": WORDS, "matter": "pull_requests", "cluster": name, **changes}
    about = {"kind": kind, "bias": BIAS_OF[kind], "provenance": Provenance(author="test"), "norm": "text"}
    return TriageItem.model_validate({**about, **fields})


def decisions_of(
    items: Sequence[TriageItem],
    spec: str,
    runs: int = 1,
    history: str = "all",
    mitigations: Sequence[str] = ("none",),
    arms: tuple[str, ...] = ("",),
) -> list[Decision]:
    """Return the decisions of a simulated subject, in the arms whose names begin as given."""
    choices = {"history": history} if any(item.kind == "sequence" for item in items) else {}
    request = Showing(runs=runs, mitigations=tuple(mitigations), choices=choices)
    showing = PROTOCOL.settled(items, request)
    showing = replace(showing, arms=tuple(arm for arm in showing.arms if arm.startswith(arms)))
    return simulated_decisions(PROTOCOL, items, spec, showing)
