"""What the methods of a protocol take and return, besides items, decisions and conversations."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, Literal, NamedTuple

from pydantic import JsonValue

from probe.ports import AnyItem
from probe.values import Arm, Bias, Decision, Dilemma, FactTwin, Profile, Programs, StatedRule
from probe.values.answering import Answering

Order = Literal["both", "as-written"]


@dataclass(frozen=True)
class Wanted:
    """The items to make: how many of which biases, from which domain's folder (all of its biases where none is named).

    ``choices`` are the protocol's own settings by name.
    """

    domain: Path
    biases: tuple[Bias, ...] = ()
    per_bias: int = 10
    seed: int = 0
    profile: Profile = Profile.STRICT
    choices: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Made(Generic[AnyItem]):
    """The items that were made, notices for the user, and what the manifest records besides the settings.

    ``missing`` is why items that were wanted could not be made; None if there are all.
    """

    items: tuple[AnyItem, ...]
    notices: tuple[str, ...] = ()
    manifest: Mapping[str, JsonValue] = field(default_factory=dict)
    missing: str | None = None


class Proved(NamedTuple):
    """A pair of programs that an item gives: what it is about, and the answers that it may have.

    ``right`` is the answer that the item records (None: none) and ``records`` the name of that record, ``composed`` the
    programs that the values in its text give, where the item has both. ``arms`` are what readers call the two programs.
    ``stated`` are the rules that the ``text`` states, where these are known.
    """

    name: str
    programs: Programs
    answering: Answering
    right: str | None = None
    composed: Programs | None = None
    arms: tuple[Arm, Arm] = (Arm.UNBIASED, Arm.BIASED)
    records: str = "right"
    stated: tuple[StatedRule, ...] = ()
    text: str = ""


class Twinned(NamedTuple):
    """A dilemma that has a fact twin, and the twin."""

    pair: Dilemma
    twin: FactTwin


@dataclass(frozen=True)
class Collected:
    """The decisions of one subject, how its texts were shown, and the tool that showed them.

    ``direct`` decisions are letters with their probabilities, without an explanation. ``choices`` are the settings of
    the items' protocol, ``notices`` what its user has to know.
    """

    subject: str
    decisions: tuple[Decision, ...]
    runs: int
    order: Order
    arms: tuple[Arm, ...]
    tool: str
    direct: bool = False
    choices: Mapping[str, str] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
