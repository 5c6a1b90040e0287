"""Biases, options, arms and profiles.

Biases and arms are open sets: content can add its own. The code names only the eight biases of the paper and the arms
of its dilemmas; the meaning of a bias is data (``bias.toml`` in its folder).
"""

import re
from enum import StrEnum
from typing import ClassVar, Self

from probe.errors import InputError
from probe.values.base import Name


class Bias(Name):
    """The name of a cognitive bias: lower-case words.

    The packaged ones are in the order in which rounds of generation take them (PROBE-SWE, Appendix A).
    """

    form = re.compile(r"[a-z0-9]+(?: [a-z0-9]+)*")

    ANCHORING: ClassVar["Bias"]
    AVAILABILITY: ClassVar["Bias"]
    BANDWAGON: ClassVar["Bias"]
    CONFIRMATION: ClassVar["Bias"]
    FRAMING: ClassVar["Bias"]
    HINDSIGHT: ClassVar["Bias"]
    HYPERBOLIC_DISCOUNTING: ClassVar["Bias"]
    OVERCONFIDENCE: ClassVar["Bias"]

    @property
    def slug(self) -> str:
        """The name of folders and flags: snake case."""
        return self.value.replace(" ", "_")

    @classmethod
    def parse(cls, name: str) -> Self:
        """Return the bias called ``name``, in words or in snake case; raise InputError if it is not a valid name."""
        try:
            return cls(name.strip().lower().replace("_", " ").replace("-", " "))
        except ValueError:
            raise InputError(f"{name!r} is not the name of a bias: write it like {Bias.ANCHORING.slug}") from None


Bias.ANCHORING = Bias("anchoring bias")
Bias.AVAILABILITY = Bias("availability bias")
Bias.BANDWAGON = Bias("bandwagon effect")
Bias.CONFIRMATION = Bias("confirmation bias")
Bias.FRAMING = Bias("framing effect")
Bias.HINDSIGHT = Bias("hindsight bias")
Bias.HYPERBOLIC_DISCOUNTING = Bias("hyperbolic discounting")
Bias.OVERCONFIDENCE = Bias("overconfidence bias")
Bias.packaged = (
    Bias.ANCHORING,
    Bias.AVAILABILITY,
    Bias.BANDWAGON,
    Bias.CONFIRMATION,
    Bias.FRAMING,
    Bias.HINDSIGHT,
    Bias.HYPERBOLIC_DISCOUNTING,
    Bias.OVERCONFIDENCE,
)


class Option(StrEnum):
    """An option as spelled in programs and datasets."""

    A = "option_A"
    B = "option_B"

    @property
    def letter(self) -> str:
        """``A`` or ``B``, as spelled in texts and answers."""
        return self.value[-1]

    @property
    def other(self) -> "Option":
        """The other option."""
        return Option.B if self is Option.A else Option.A

    @classmethod
    def of_letter(cls, letter: str) -> "Option":
        """Return the option of a letter, upper or lower case."""
        return cls("option_" + letter.upper())


class Arm(Name):
    """The name of a version of an item that is shown to a subject: snake case.

    Each protocol declares its arms; the packaged ones are those of dilemmas.
    """

    form = re.compile(r"[a-z][a-z0-9_]*")

    UNBIASED: ClassVar["Arm"]
    BIASED: ClassVar["Arm"]
    PLACEBO: ClassVar["Arm"]
    COUNTER: ClassVar["Arm"]


Arm.UNBIASED = Arm("unbiased")
Arm.BIASED = Arm("biased")
Arm.PLACEBO = Arm("placebo")
Arm.COUNTER = Arm("counter")
Arm.packaged = (Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO, Arm.COUNTER)


class Profile(StrEnum):
    """How demanding the cascade and its certificate are."""

    PAPER = "paper"
    STRICT = "strict"
