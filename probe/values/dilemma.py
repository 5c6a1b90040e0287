"""A dilemma: its two texts, its programs, and the complete pair that a dataset stores."""

from typing import Self

from pydantic import Field, JsonValue, model_validator

from probe.values.base import Evidence, Value, fingerprint
from probe.values.bias import Arm, Bias, Option
from probe.values.certificate import Certificate


class Texts(Value):
    """The two texts of one dilemma; they differ only in the cue."""

    unbiased: str
    biased: str


class Program(Value):
    """What the oracle runs for one text: the axioms, and the text's own facts and ``decide_option/2``."""

    axioms: str
    text: str


class Programs(Value):
    """The formal half of a pair: shared axioms, one program for each text, and the axioms in words."""

    axioms: str
    unbiased: str
    biased: str
    note: str = ""

    def of(self, arm: Arm) -> Program:
        """Return the program behind the unbiased or the biased text."""
        return Program(axioms=self.axioms, text=self.unbiased if arm is Arm.UNBIASED else self.biased)


class Complexity(Value):
    """How much reasoning a dilemma takes; all are counts.

    ``inferences`` and ``choice_steps`` are counted as the published benchmark counted them; ``depth`` is the rule
    applications on the longest branch of the proof and ``size`` those of the whole proof. None: not measured.
    """

    inferences: int | None = Field(default=None, ge=0)
    choice_steps: int | None = Field(default=None, ge=0)
    depth: int | None = Field(default=None, ge=0)
    size: int | None = Field(default=None, ge=0)


class Controls(Value):
    """Further texts of a dilemma: a neutral edit in the cue's place, and a cue for the right option."""

    placebo: str | None = None
    counter: str | None = None


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


class Pair(Value):
    """One line of a dataset: a dilemma with its certificate and evidence.

    ``id`` is the first 16 hex digits of the SHA-256 of bias, both texts, axioms and both programs as canonical JSON.
    It is computed if missing, and a wrong one is rejected.
    """

    id: str = ""
    bias: Bias
    domain: str = "software_engineering"
    unbiased: str
    biased: str
    axioms: str
    axioms_note: str = ""
    unbiased_program: str
    biased_program: str
    correct_option: Option
    complexity: Complexity = Complexity()
    certificate: Certificate | None = None
    controls: Controls | None = None
    evidence: dict[str, Evidence] = Field(default_factory=dict)
    provenance: Provenance

    @property
    def texts(self) -> Texts:
        """Both texts."""
        return Texts(unbiased=self.unbiased, biased=self.biased)

    @property
    def programs(self) -> Programs:
        """The axioms, both programs and the axioms in words."""
        return Programs(
            axioms=self.axioms, unbiased=self.unbiased_program, biased=self.biased_program, note=self.axioms_note
        )

    def text(self, arm: Arm) -> str | None:
        """Return the text that a subject sees in ``arm``, None if the pair has no such text."""
        if arm in (Arm.UNBIASED, Arm.BIASED):
            return self.unbiased if arm is Arm.UNBIASED else self.biased
        return getattr(self.controls, arm.value, None)

    @model_validator(mode="after")
    def _id_is_the_content(self) -> Self:
        expected = pair_id(self.bias, self.texts, self.programs)
        if not self.id:
            object.__setattr__(self, "id", expected)
        elif self.id != expected:
            raise ValueError(f"id is {self.id}, but the content has {expected}: the line was edited; delete its id")
        return self


def pair_id(bias: Bias, texts: Texts, programs: Programs) -> str:
    """Return the identity of the content; pairs with the same id are the same pair."""
    return fingerprint(
        {
            "bias": bias.value,
            "unbiased": texts.unbiased,
            "biased": texts.biased,
            "axioms": programs.axioms,
            "unbiased_program": programs.unbiased,
            "biased_program": programs.biased,
        }
    )
