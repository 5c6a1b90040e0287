"""Arguments and results of a protocol's methods, besides items, decisions and conversations."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, Literal, NamedTuple

from pydantic import JsonValue

from probe.errors import InputError
from probe.ports import AnyItem, Model, Oracle
from probe.prompts import Prompts
from probe.values import Arm, Bias, Decision, Dilemma, FactTwin, Profile, Programs, StatedRule
from probe.values.answering import Answering

Order = Literal["both", "as-written"]


@dataclass(frozen=True)
class ItemRequest:
    """The items to make: from which domain's folder, of which biases (all of them if empty), and how many per bias.

    ``choices`` are the protocol's own settings by name.
    """

    domain: Path
    biases: tuple[Bias, ...] = ()
    per_bias: int = 10
    seed: int = 0
    profile: Profile = Profile.STRICT
    choices: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Making:
    """A request for items with what makes them; ``listener`` receives the number of items so far."""

    request: ItemRequest
    author: Model | None
    oracle: Oracle
    prompts: Prompts
    listener: Callable[[int], None] = lambda done: None

    def refuse_author(self, reason: str) -> None:
        """Raise InputError with ``reason`` if a model was to write the items."""
        if self.author is not None:
            raise InputError(f"--author {self.author.spec}: {reason}; leave it out")


@dataclass(frozen=True)
class MadeItems(Generic[AnyItem]):
    """The items that were made, notices for the user, and what the manifest records besides the settings.

    ``missing`` says why some of the requested items could not be made; None if all were.
    """

    items: tuple[AnyItem, ...]
    notices: tuple[str, ...] = ()
    manifest: Mapping[str, JsonValue] = field(default_factory=dict)
    missing: str | None = None


class ProvedPrograms(NamedTuple):
    """A pair of programs of an item, its name in the item, and the answers that the programs may have.

    ``right`` is the answer that the item records, if any, and ``records`` the name of the field that records it.
    ``programs_from_values`` are made from the values in the item's text, if it also has its own programs. ``arms``
    are what readers call the two programs. ``stated_rules`` are those that the ``text`` states, if known.
    """

    name: str
    programs: Programs
    answering: Answering
    right: str | None = None
    programs_from_values: Programs | None = None
    arms: tuple[Arm, Arm] = (Arm.UNBIASED, Arm.BIASED)
    records: str = "right"
    stated_rules: tuple[StatedRule, ...] = ()
    text: str = ""


class TwinnedDilemma(NamedTuple):
    """A dilemma with its fact twin."""

    pair: Dilemma
    twin: FactTwin


@dataclass(frozen=True)
class CollectedDecisions:
    """The decisions of one subject, how its texts were shown, and the tool that showed them.

    ``direct`` decisions are letters with their probabilities, without an explanation. ``choices`` are the settings of
    the items' protocol, ``notices`` are messages for the user.
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
