"""The eight cognitive biases and the options of a dilemma."""

from enum import StrEnum
from typing import Self

from probe.errors import InputError


class Bias(StrEnum):
    """The biases in the order in which rounds of generation take them (PROBE-SWE, Appendix A)."""

    ANCHORING = "anchoring bias"
    AVAILABILITY = "availability bias"
    BANDWAGON = "bandwagon effect"
    CONFIRMATION = "confirmation bias"
    FRAMING = "framing effect"
    HINDSIGHT = "hindsight bias"
    HYPERBOLIC_DISCOUNTING = "hyperbolic discounting"
    OVERCONFIDENCE = "overconfidence bias"

    @property
    def slug(self) -> str:
        """The name of folders and flags: snake case."""
        return self.value.replace(" ", "_")

    @property
    def family(self) -> str:
        """The family of cognitive biases that it stands for (PROBE-SWE, section 2)."""
        return _FAMILIES[self]

    @classmethod
    def parse(cls, name: str) -> Self:
        """Return the bias called ``name`` in either spelling; raise InputError that lists them all."""
        wanted = name.strip().lower().replace("_", " ").replace("-", " ")
        for bias in cls:
            if bias.value == wanted:
                return bias
        known = ", ".join(bias.slug for bias in cls)
        raise InputError(f"unknown bias {name!r}: choose one of {known}")


_FAMILIES = {
    Bias.ANCHORING: "stability",
    Bias.AVAILABILITY: "pattern recognition",
    Bias.BANDWAGON: "social",
    Bias.CONFIRMATION: "interest",
    Bias.FRAMING: "perception",
    Bias.HINDSIGHT: "memory",
    Bias.HYPERBOLIC_DISCOUNTING: "decision",
    Bias.OVERCONFIDENCE: "action-oriented",
}


class Option(StrEnum):
    """An option as programs and datasets spell it."""

    A = "option_A"
    B = "option_B"

    @property
    def letter(self) -> str:
        """``A`` or ``B``, as texts and answers spell it."""
        return self.value[-1]

    @property
    def other(self) -> "Option":
        """The option that this one is not."""
        return Option.B if self is Option.A else Option.A

    @classmethod
    def of_letter(cls, letter: str) -> "Option":
        """Return the option of a letter in either case."""
        return cls("option_" + letter.upper())


class Arm(StrEnum):
    """A version of a dilemma that is shown to a subject."""

    UNBIASED = "unbiased"
    BIASED = "biased"
    PLACEBO = "placebo"
    COUNTER = "counter"


class Profile(StrEnum):
    """How demanding the cascade and its certificate are."""

    PAPER = "paper"
    STRICT = "strict"
