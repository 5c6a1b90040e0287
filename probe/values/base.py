"""The base of all values, and the names that they share: biases, options, arms and profiles.

Biases and arms are open sets: content can add its own. The code names only the eight biases of the paper and the arms
of its dilemmas; the meaning of a bias is data (``bias.toml`` in its folder).
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Any, ClassVar, Self, TypeVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, JsonValue, ValidationError
from pydantic_core import core_schema

from probe.errors import InputError, choose

Evidence = dict[str, JsonValue]
"""The measurements behind an outcome: plain JSON, keyed by the name of the measurement."""


NO_MITIGATION = "none"
"""The name under which a question is asked as it is."""


class Value(BaseModel):
    """Base of every value: immutable, and unknown fields are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def problem_of(error: ValidationError) -> tuple[str, str]:
    """Return where the first problem of a content is, such as ``texts.unbiased`` or nothing, and what it is."""
    first_error = error.errors(include_url=False)[0]
    return ".".join(map(str, first_error["loc"])), first_error["msg"].removeprefix("Value error, ")


def first_problem(error: ValidationError) -> str:
    """Return the first problem of a content, with its place, on one line."""
    return ": ".join(filter(None, problem_of(error)))


NameType = TypeVar("NameType", bound="Name")


class _Open(type):
    """Makes the class of an open set of names iterable over its packaged names."""

    def __iter__(cls: type[NameType]) -> Iterator[NameType]:  # type: ignore[misc]  # typed as EnumMeta is
        return iter(cls.packaged)

    def __len__(cls: "type[Name]") -> int:  # type: ignore[misc]
        return len(cls.packaged)


class Name(str, metaclass=_Open):
    """A name from an open set: any well-formed text is valid, and equal names are the same object.

    ``packaged`` lists the names that come with the package, in their usual order; content can add others.
    """

    form: ClassVar[re.Pattern[str]]
    packaged: ClassVar[tuple[Any, ...]] = ()
    _instances: ClassVar[dict[tuple[type, str], Any]] = {}

    def __new__(cls, text: str) -> Self:
        """Return the name ``text``; raise ValueError if it is not well-formed."""
        instance = cls._instances.get((cls, text))
        if instance is None:
            if not cls.form.fullmatch(text):
                raise ValueError(f"{text!r} is not the name of a {cls.__name__.lower()}")
            instance = cls._instances[cls, str(text)] = super().__new__(cls, text)
        name: Self = instance
        return name

    @property
    def value(self) -> str:
        """The name as plain text."""
        return str.__str__(self)

    @classmethod
    def package(cls, **names: str) -> None:
        """Make ``names`` the packaged ones, each an attribute of the class."""
        cls.packaged = tuple(map(cls, names.values()))
        for attribute, name in zip(names, cls.packaged, strict=True):
            setattr(cls, attribute, name)

    @classmethod
    def in_order(cls, names: Iterable[Self]) -> list[Self]:
        """Return ``names`` without duplicates: the packaged ones in their usual order, then the others by name."""
        packaged_names = list(cls.packaged)
        return sorted(
            set(names),
            key=lambda name: (packaged_names.index(name) if name in packaged_names else len(packaged_names), str(name)),
        )

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema())


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
"""Made once: json.dumps would make an encoder for each of the thousands of names of draws."""


def canonical_json(value: Any) -> str:
    """Return the one JSON text of ``value``: sorted keys, no blanks, unescaped characters."""
    return _CANONICAL.encode(value)


def fingerprint(value: Any, digits: int = 16) -> str:
    """Return the first ``digits`` hex digits of the SHA-256 of ``value`` as canonical JSON."""
    # Texts of models may have lone surrogates, but still need a hash.
    return hashlib.sha256(canonical_json(value).encode("utf-8", "surrogatepass")).hexdigest()[:digits]


ValueType = TypeVar("ValueType", bound=Value)


def with_id(value: ValueType, stated_id: str, expected_id: str) -> ValueType:
    """Return ``value`` with the id of its content; raise ValueError if ``stated_id`` is another one."""
    if stated_id not in ("", expected_id):
        raise ValueError(f"id is {stated_id}, but the content has {expected_id}: the line was edited; delete its id")
    # Values are frozen, even in their own validators.
    object.__setattr__(value, "id", expected_id)
    return value


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

    def check_among(self, choices: Iterable["Bias"], source: str, alternative: str = "") -> None:
        """Raise InputError unless the bias is one of ``choices``, those of ``source``; ``alternative`` may help too."""
        biases = list(dict.fromkeys(choices))
        if self not in biases:
            slugs = [bias.slug for bias in biases]
            # Many names have the same ending: do not suggest a bias for the name of a different one.
            suggestion = choose(self.slug, slugs, similarity=0.85)
            alternative_text = f" ({alternative})" if alternative else ""
            raise InputError(
                f"no bias {self.slug} in {source}: {suggestion if slugs else 'there is none yet'}{alternative_text}"
            )


Bias.package(
    ANCHORING="anchoring bias",
    AVAILABILITY="availability bias",
    BANDWAGON="bandwagon effect",
    CONFIRMATION="confirmation bias",
    FRAMING="framing effect",
    HINDSIGHT="hindsight bias",
    HYPERBOLIC_DISCOUNTING="hyperbolic discounting",
    OVERCONFIDENCE="overconfidence bias",
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
    def other_option(self) -> "Option":
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
    ADVOCACY: ClassVar["Arm"]
    TWIN: ClassVar["Arm"]
    TWIN_BIASED: ClassVar["Arm"]
    BIASED_2: ClassVar["Arm"]
    BIASED_3: ClassVar["Arm"]
    PLACEBO_2: ClassVar["Arm"]
    PLACEBO_3: ClassVar["Arm"]


Arm.package(
    UNBIASED="unbiased",
    BIASED="biased",
    PLACEBO="placebo",
    COUNTER="counter",
    ADVOCACY="advocacy",
    TWIN="twin",
    TWIN_BIASED="twin_biased",
    BIASED_2="biased_2",
    BIASED_3="biased_3",
    PLACEBO_2="placebo_2",
    PLACEBO_3="placebo_3",
)

DOSES = {
    1: (Arm.BIASED, Arm.PLACEBO),
    2: (Arm.BIASED_2, Arm.PLACEBO_2),
    3: (Arm.BIASED_3, Arm.PLACEBO_3),
}
"""How often a cue is given, by different voices: the arm that has it so often, and its placebo of the same length."""
REPEATED_ARMS = (Arm.BIASED_2, Arm.BIASED_3, Arm.PLACEBO_2, Arm.PLACEBO_3)
"""The arms with several doses and their placebos."""
FACTS_BY_CUE = (Arm.UNBIASED, Arm.BIASED, Arm.TWIN, Arm.TWIN_BIASED)
"""The 2 × 2 of facts and cue: the original and its fact twin, each without and with the identical cue."""


class Profile(StrEnum):
    """How demanding the cascade and its certificate are."""

    PAPER = "paper"
    STRICT = "strict"
