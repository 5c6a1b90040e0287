"""Decision schemas and modules as values.

Facts, rules over them, and two actions. ``docs/grammar.md`` describes the files.
"""

from collections.abc import Container
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import Field, StrictBool, model_validator

from probe.grammar.expressions import Condition, Term, calculation, conditions
from probe.grammar.one_line import read_range
from probe.grammar.practice_library import Action, Atom, Sentences, Size, Words
from probe.values import Bias, Value

ROOT = "action"
"""The node that a schema's choice rules give: ``first`` or ``second``."""

Side = Literal["first", "second"]
SIDES: tuple[Side, Side] = ("first", "second")


LARGEST_NUMBER = 10**9
"""The largest number of a range or a step; a calculation may reach its square."""
WholeNumber = Annotated[int, Field(strict=True, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
Share = Annotated[float, Field(strict=True, ge=0, le=1000)]
Part = Annotated[float, Field(strict=True, ge=0, le=1)]


def opposite(side: Side) -> Side:
    """Return the other action."""
    return "second" if side == "first" else "first"


def round_step(step: int, value: float) -> int:
    """Return a multiple of ``step`` by which numbers near ``value`` have two significant digits; else ``step``."""
    power = 10 ** max(0, len(str(int(value))) - 2)
    # Only if the result is a multiple of the step, because texts state no other values.
    return max(step, power) if power % step == 0 else step


class Number(Value):
    """A quantity: whole numbers from ``range``, stated in multiples of ``step``.

    A file may write range, step and unit in one line: ``range = "60-900 step 10 minutes"``.
    ``noun`` names it without an article. ``unit`` is empty, a sign (``%``, ``€``, ``$``), ``date`` (days since 31
    December), or its singular and plural. Without ``say`` it is always derived.
    ``small`` and ``large`` are its ranges in products of these sizes, where they differ.
    With ``part_of``, the name of another number, it is drawn within ``share`` (least, most) of that one.
    ``official``: a text may call a figure of it official or provisional.
    ``round``: people set it, like a limit or a budget, so that it is stated with two significant digits at most.
    """

    name: Atom
    noun: Words
    unit: tuple[str, ...] = ()
    range: tuple[WholeNumber, WholeNumber]
    small: tuple[WholeNumber, WholeNumber] | None = None
    large: tuple[WholeNumber, WholeNumber] | None = None
    step: Annotated[WholeNumber, Field(ge=1)] = 1
    round: StrictBool = False
    official: StrictBool = True
    say: tuple[Words, ...] = ()
    twin: StrictBool = True
    part_of: Atom | None = None
    share: tuple[Share, Share] | None = None

    @model_validator(mode="before")
    @classmethod
    def _range_in_one_line(cls, fields: Any) -> Any:
        return read_range(fields) if isinstance(fields, dict) else fields

    def with_size(self, size: Size) -> "Number":
        """Return the number with its range in products of ``size``."""
        return self.model_copy(
            update={"range": {"small": self.small, "medium": None, "large": self.large}[size] or self.range}
        )

    def step_at(self, value: float) -> int:
        """Return what stated values near ``value`` are multiples of."""
        return round_step(self.step, value) if self.round else self.step


class Category(Value):
    """A fact with one of several values, each with its own sentences."""

    name: Atom
    noun: Words
    say: dict[Atom, Sentences]
    twin: StrictBool = True


class Members(Value):
    """A set: each member's atom and words. A text lists ``size`` (from, to) of them."""

    name: Atom
    noun: Words
    members: dict[Atom, Words]
    size: tuple[WholeNumber, WholeNumber] = (2, 3)
    say: Sentences
    twin: StrictBool = True


Node = Number | Category | Members


class Rule(Value):
    """One general rule: one clause, and its sentence in policy mode.

    ``gives`` a number (``is``), a category or a member (``value``), or the action (``value`` is ``first`` or
    ``second``).
    The rules of one node that belong together have the same ``way``. ``common``: engineers know it without reading it.
    A rule without sentences is part of what the sentence of the one before it says. Messages call a rule without a
    ``name`` by what it gives.
    """

    name: Words
    gives: Atom
    value: Atom | None = None
    calculation: str | None = Field(default=None, alias="is")
    when: str | None = None
    way: Atom = "usual"
    common: StrictBool = True
    say: tuple[Words, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _add_name(cls, fields: Any) -> Any:
        if not isinstance(fields, dict) or "name" in fields:
            return fields
        result = " is ".join(str(fields[key]) for key in ("gives", "is", "value") if key in fields)
        return {"name": " when ".join(filter(None, (result, str(fields.get("when", ""))))), **fields}

    @property
    def lower(self) -> Atom | None:
        """The choice that it overrides: what the rules below give, whatever that is."""
        return None

    @cached_property
    def term(self) -> Term | None:
        """What it calculates."""
        return calculation(self.calculation) if self.calculation else None

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """Its conditions, in order."""
        return conditions(self.when) if self.when else ()

    def names(self, nodes: Container[str]) -> tuple[str, ...]:
        """Return the ``nodes`` that it reads, each once, in order."""
        return tuple(name for name in self._names if name in nodes)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        names = [name for condition in self.conditions for name in condition.names]
        names += self.term.names if self.term else ()
        return tuple(dict.fromkeys(names))


class RenamedRule(Rule):
    """A rule of a module with the names that it has in a schema: ``origin`` is the rule as in the file."""

    origin: Rule
    renaming: dict[str, str]

    @cached_property
    def term(self) -> Term | None:
        """What it calculates."""
        return self.origin.term.renamed(self.renaming) if self.origin.term else None

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """Its conditions, in order."""
        return tuple(condition.renamed(self.renaming) for condition in self.origin.conditions)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(self.renaming.get(name, name) for name in self.origin._names)


class OverridingRule(Rule):
    """A rule that overrides the choice ``below``, which is derived all the same: the proof contains it."""

    below: Atom

    @property
    def lower(self) -> Atom | None:
        """The choice that it overrides."""
        return self.below

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return (*super()._names, self.below)


class ModuleOverridingRule(OverridingRule, RenamedRule):
    """A rule of a module that overrides the choice below it."""


class Example(Value):
    """A case worked out by hand: stated facts, and the action that follows."""

    facts: dict[Atom, WholeNumber | Atom | tuple[Atom, ...]] = Field(
        description="a whole number, the value of a category in quotes, or a list of members"
    )
    right: Side
    because: Words


class Theory(Value):
    """What schemas and modules share: facts, rules, and what makes numbers ``plausible`` together."""

    plausible: tuple[Words, ...] = ()
    number: tuple[Number, ...] = ()
    category: tuple[Category, ...] = ()
    rule: Annotated[tuple[Rule, ...], Field(min_length=1)]

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All facts."""
        return (*self.number, *self.category)

    def with_size(self, size: Size) -> Self:
        """Return the theory with the ranges of its numbers in products of ``size``."""
        return self.model_copy(update={"number": tuple(number.with_size(size) for number in self.number)})


Construct = Literal["usual", "foreseeability", "reversal"]
"""What a schema's dilemmas measure: that of its bias, or one of the two that only schemas made for it can measure."""
CONSTRUCTS: tuple[Construct, ...] = ("usual", "foreseeability", "reversal")


class Circumstance(Value):
    """The one fact that no rule reads and that differs between the arms of a schema's dilemmas, instead of a cue.

    ``first`` and ``second`` are the wordings of the fact that pushes towards that action, ``values`` its values in the
    program, whose predicate is ``fact``. With ``always``, the unbiased text has the fact that pushes the other way;
    else it has none. ``lead_in`` and ``question`` replace those of the voice.
    """

    measures: Literal["foreseeability", "reversal"]
    fact: Atom
    mechanism: Words
    values: tuple[Atom, Atom]
    always: StrictBool = False
    first: Annotated[tuple[Words, ...], Field(min_length=2)]
    second: Annotated[tuple[Words, ...], Field(min_length=2)]
    lead_in: tuple[Words, ...] = ()
    question: tuple[Words, ...] = ()

    @property
    def bias(self) -> Bias:
        """The bias whose dilemmas it makes."""
        return Bias.HINDSIGHT if self.measures == "foreseeability" else Bias.HYPERBOLIC_DISCOUNTING

    def wordings(self, pushed_side: Side) -> tuple[Words, ...]:
        """Return the sentences that push towards ``pushed_side``."""
        return self.first if pushed_side == "first" else self.second

    def clause(self, pushed_side: Side) -> str:
        """Return the fact that pushes towards ``pushed_side`` as a clause."""
        return f"{self.fact}({self.values[pushed_side == 'second']})."


class Schema(Theory):
    """A decision that facts settle: two sensible actions, each right in half of the cases.

    ``aim`` is what the team wants, in closed-book mode, where the rules are not stated. ``anchor`` is the number that a
    first
    figure can anchor: higher calls for ``anchor_high``. ``smaller`` is the action that is quicker to take.
    ``layers`` are the modules for ``action`` that a team could have for this decision.
    ``margin``: how
    far apart compared numbers are, as a share of their mean.
    """

    members: tuple[Members, ...] = ()
    name: Words
    about: Atom
    area: Atom
    needs: tuple[Atom, ...] = ()
    topic: Sentences
    aim: Sentences
    first: Action
    second: Action
    anchor: Atom | None = None
    anchor_high: Side = "first"
    smaller: Side | None = None
    layers: tuple[Atom, ...] = ()
    margin: tuple[Part, Part] = (0.1, 0.5)
    circumstance: Circumstance | None = None
    example: Annotated[tuple[Example, ...], Field(min_length=2)]

    @property
    def measures(self) -> Construct:
        """What its dilemmas measure."""
        return self.circumstance.measures if self.circumstance else "usual"

    def action(self, side: Side) -> Action:
        """Return the action of ``side``."""
        return self.first if side == "first" else self.second

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All facts."""
        return (*super().nodes, *self.members)


class Ladder(Value):
    """Classes that follow from one another, and rules by which the uppermost one settles which action is called for.

    A schema with the rules of a ladder has its own actions, but no calculations.
    """

    name: Atom
    category: Annotated[tuple[Category, ...], Field(min_length=3)]
    rule: Annotated[tuple[Rule, ...], Field(min_length=2)]

    def of(self, schema: Schema) -> Schema:
        """Return ``schema`` with the classes and rules of the ladder instead of its own facts and rules."""
        changes: dict[str, object] = {"category": self.category, "rule": self.rule, "anchor": None}
        changes |= dict.fromkeys(("number", "members", "layers", "plausible"), ())
        return schema.model_copy(update={**changes, "name": f"{schema.name}, {self.name}"})


class Module(Theory):
    """General rules that override the choice rules of the schemas that name it; ``it`` is the choice in its rules.

    A layer has a ``lower`` choice, to which its last rule leads; an exception adds the condition ``otherwise`` to the
    choice rules. The action that overrides is ``first``, ``second``, ``smaller`` (the one that is quicker to take) or
    ``larger``.
    """

    name: Atom
    lower: Atom | None = None
    otherwise: Words | None = None
