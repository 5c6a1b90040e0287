"""A scenario: what a dilemma is about, before it has a depth, a program or a text."""

from pydantic import Field

from probe.grammar.practice_library import Aside, Context, Cue, Practice, PremiseKind, Style
from probe.values import Bias, Option, Value

MIN_DEPTH = 2
MAX_DEPTH = 8


class Scenario(Value):
    """A practice in a context, with the cue that pushes away from it.

    ``branches`` is the number of rule applications outside the longest branch (0 to 2): size is depth + branches.
    ``name`` is shared by all depths of the scenario.
    """

    name: str
    bias: Bias
    practice: Practice
    context: Context
    cue: Cue
    correct: Option
    branches: int = Field(ge=0, le=2)
    asides: tuple[Aside, ...] = ()
    kind: PremiseKind

    @property
    def retrospective(self) -> bool:
        """Whether the text asks about a past action, so that the options are verdicts."""
        return self.bias is Bias.HINDSIGHT

    @property
    def style(self) -> Style:
        """The style of the texts, which is that of their context."""
        return self.context.style
