"""A story: what a dilemma is about, and what it states at one depth."""

from typing import Literal, NamedTuple

from probe.grammar.artefacts import Form
from probe.grammar.facts import Case
from probe.grammar.plan import Plan
from probe.grammar.practice_library import Aside, Context, Cue, Style
from probe.grammar.schema import Number, Schema, Side, opposite
from probe.grammar.twins import CaseTwin
from probe.values import Bias, Option, SeriesKind

Mode = Literal["closed-book", "policy"]

DEPTHS: dict[Mode, tuple[int, int]] = {"closed-book": (2, 5), "policy": (2, 12)}
WORDS: dict[Mode, tuple[int, int]] = {"closed-book": (60, 200), "policy": (80, 450)}
"""Depths and lengths in words of each mode (design, section 5)."""
FEWEST_RULES = 3
CONTROL_DEPTH = 3
"""Dilemmas of less depth are controls: they are read, not reasoned about."""


class SeriesRequest(NamedTuple):
    """The requested series: its kind, its depths, and whether the record replaces what would decide otherwise."""

    kind: SeriesKind
    depths: tuple[int, ...]
    replaces: bool


class StatedCase(NamedTuple):
    """What a text states: the plan, the facts, and the twin's.

    In a series of ``kind``, ``replaces`` is whether the record changes the action in the case, and ``decoys`` are
    numbers on record that no rule reads.
    """

    plan: Plan
    case: Case
    twin: CaseTwin
    kind: SeriesKind | None = None
    replaces: bool | None = None
    decoys: tuple[tuple[Number, int], ...] = ()


class Story(NamedTuple):
    """A schema in a context, with a cue towards the other action.

    ``name`` is shared by all depths. ``correct`` is the letter of the action that is ``right``; in retrospect, of
    the right verdict. ``anchors`` are the first figures that push towards the wrong and the right action, if the cue
    names one.
    ``repeats`` are what other people say like the cue, in arms with several doses.
    """

    name: str
    bias: Bias
    mode: Mode
    schema: Schema
    context: Context
    cue: Cue
    right: Side
    correct: Option
    asides: tuple[Aside, ...]
    anchors: tuple[int, int] | None
    form: Form = "prose"
    repeats: tuple[Cue, ...] = ()

    @property
    def wrong(self) -> Side:
        """The other action, which the cue praises."""
        return opposite(self.right)

    @property
    def retrospective(self) -> bool:
        """Whether the text asks about a past action, so that the options are verdicts."""
        return self.bias is Bias.HINDSIGHT

    @property
    def style(self) -> Style:
        """The style of the texts, which is that of their context."""
        return self.context.style

    @property
    def takes(self) -> dict[Option, Side]:
        """The action of each option; in retrospect, "appropriate" is the one that was taken."""
        return {self.correct: self.right, self.correct.other_option: self.wrong}


def seed_ids(story: Story, stated_case: StatedCase, depth: int) -> tuple[str, ...]:
    """Return what a candidate was made from; a proof that is too short to be followed at all is a control."""
    return (
        f"scenario:{story.name}",
        f"schema:{story.schema.about}",
        f"area:{story.schema.area}",
        f"mode:{story.mode}",
        f"context:{story.context.system}",
        f"cue:{story.cue.name}",
        f"form:{story.form}",
        f"depth:{depth}",
        f"size:{stated_case.case.size + 1}",
        f"twin_size:{stated_case.twin.size + 1}",
        f"right:{story.right}",
        f"decisive:{stated_case.twin.node}",
        *(("tag:control",) if depth < CONTROL_DEPTH else ()),
        *(f"repeat:{repeat.name}" for repeat in story.repeats),
        *([f"measures:{story.schema.measures}"] if story.schema.circumstance else []),
    )
