"""Items: what a subject is asked about, in several arms. A dilemma is an item; each protocol has its own class."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Self

from pydantic import Field, JsonValue, model_validator

from probe.values.base import Arm, Bias, Evidence, Value, fingerprint, with_id
from probe.values.certificate import Certificate
from probe.values.measured import StageMeasures


class Complexity(Value):
    """How much reasoning a dilemma takes; all are counts.

    ``inferences`` and ``choice_steps`` are counted as the published benchmark counted them; ``depth`` is the rule
    applications on the longest branch of the proof and ``size`` those of the whole proof. None: not measured.
    """

    inferences: int | None = Field(default=None, ge=0)
    choice_steps: int | None = Field(default=None, ge=0)
    depth: int | None = Field(default=None, ge=0)
    size: int | None = Field(default=None, ge=0)


class Provenance(Value):
    """The origin of a pair: its author, translator, judges and decider, its run and its seeds.

    ``series`` is shared by pairs that are one scenario at several depths.
    """

    author: str
    translator: str | None = None
    judge: str | None = None
    decider: str | None = None
    prompts: dict[str, str] = Field(default_factory=dict)
    run_id: str | None = None
    expansion: int | None = None
    position: int | None = None
    seed_ids: tuple[str, ...] = ()
    series: str | None = None
    imported: dict[str, JsonValue] = Field(default_factory=dict)


Norm = Literal["text", "stipulated", "none"]
"""Whose rules decide, so that a cue is irrelevant: those that the text states, beside the author's rule that reasons of
other kinds do not count; certified rules of the author's that the text omits; or nothing that is known. Only with a
norm is a shift a bias or an error."""


_NOT_CONTENT = {"id", "certificate", "complexity", "provenance"}


class Item(Value):
    """The base of all items: a class has each property as a field, in the order of its lines, or computes it."""

    if TYPE_CHECKING:  # pydantic would take a property here for the default of a class's field

        @property
        def id(self) -> str:
            """A hash of the content: computed if missing, and a wrong one is rejected."""

        @property
        def protocol(self) -> str:
            """The name of its protocol."""

        @property
        def bias(self) -> Bias:
            """The bias that it is about."""

        @property
        def domain(self) -> str:
            """The folder's name of its domain."""

        @property
        def cluster(self) -> str:
            """What was sampled independently, such as a scenario: members are never treated as independent."""

        @property
        def norm(self) -> Norm:
            """What makes the cue irrelevant."""

        @property
        def scale(self) -> tuple[str, ...]:
            """The options of a question in order, each once; a decision is an index on it."""

        @property
        def sensitive(self) -> bool:
            """Whether it is about attributes of people."""

        @property
        def certificate(self) -> Certificate | None:
            """The checks that prove what is right."""

        @property
        def complexity(self) -> Complexity:
            """How much reasoning it takes."""

        @property
        def provenance(self) -> Provenance:
            """Where it comes from."""

        @property
        def evidence(self) -> Mapping[str, Evidence]:
            """What the stages recorded that accepted it, by stage."""

    def arms(self) -> Sequence[Arm]:
        """Return the arms that the item has, in their usual order."""
        return ()

    def text(self, arm: Arm) -> str | None:
        """Return the text that a subject sees in ``arm``, None if the item has no such text."""
        return None

    def scale_of(self, arm: str) -> tuple[str, ...]:
        """Return the options of ``arm``: by default the scale in every arm."""
        return self.scale

    @property
    def ordered(self) -> bool:
        """Whether the scale is one: its options have an order, so that an expected index means something."""
        return True

    def place_of(self, arm: Arm, answer: int) -> int:
        """Return the place (from 0) at which ``arm`` shows an option, not exchanged: by default that on the scale."""
        return answer

    def right_answer(self, arm: Arm, turn: int = 0) -> int | None:
        """Return the index of the right option in a turn of ``arm``, None where no answer is known to be right."""
        return None

    @property
    def measures(self) -> StageMeasures:
        """What stages measured when it was made; by default nothing."""
        return StageMeasures()

    @property
    def required_depth(self) -> int | None:
        """The fewest levels of rules that a reader has to follow; by default not known."""
        return None

    def identity(self) -> Mapping[str, Any]:
        """Return the content that the id is a hash of."""
        return self.model_dump(mode="json", exclude=_NOT_CONTENT)

    @model_validator(mode="after")
    def _id_is_the_content(self) -> Self:
        if len(set(self.scale)) < len(self.scale):
            raise ValueError("scale has an option twice")
        return with_id(self, self.id, fingerprint(self.identity()))


class StatedItem(Item):
    """An item whose line states its protocol, cluster, norm and scale; a protocol's class adds what its arms are."""

    id: str = ""
    protocol: str
    bias: Bias
    domain: str = "software_engineering"
    cluster: str
    norm: Norm = "none"
    scale: tuple[str, ...] = Field(min_length=2)
    sensitive: bool = False
    certificate: Certificate | None = None
    complexity: Complexity = Complexity()
    provenance: Provenance

    def with_fields(self, **fields: Any) -> Self:
        """Return the item with other ``fields``, and the id of its new content."""
        # Validate again, because the id is a hash of the content.
        return self.model_validate({**self.model_dump(exclude={"id", *fields}), **fields})

    @property
    def evidence(self) -> Mapping[str, Evidence]:
        """Nothing: stages do not record what they measure on these items."""
        return {}
