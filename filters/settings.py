"""The numbers that the stages decide by, read from ``cascade.toml``."""

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, cast

from pydantic import Field, ValidationError, model_validator

from probe.errors import InputError
from probe.values import Bias, Profile, Value, fingerprint

Share = Annotated[float, Field(ge=-1.0, le=1.0)]
Count = Annotated[int, Field(ge=1, le=100)]


class SimilarityRange(Value):
    """Where the likeness of a pair's texts has to lie: at least the first number, below the second."""

    cosine: tuple[Share, Share]
    levenshtein: tuple[Share, Share]


class PairSimilaritySettings(SimilarityRange):
    """The range of each bias: the general one, or its own."""

    own: dict[Bias, SimilarityRange] = Field(default_factory=dict)

    def of(self, bias: Bias) -> SimilarityRange:
        """Return the range that ``bias`` is held to."""
        return self.own.get(bias, self)

    @model_validator(mode="before")
    @classmethod
    def _gather_own(cls, given: Any) -> Any:
        slugs = {bias.slug: bias for bias in Bias}
        own = {slugs[name]: value for name, value in given.items() if name in slugs}
        return {"own": own} | {name: value for name, value in given.items() if name not in slugs}


class CollisionSettings(Value):
    """The highest cosine to an accepted text."""

    cosine_at_most: Share


class BiasExistenceSettings(Value):
    """How many judges are asked; all have to agree."""

    votes: Count


class CertificateSettings(Value):
    """How often a pair is translated in all, where a translation cannot be used."""

    translations: Count


class RoundTripSettings(Value):
    """The lowest cosine of a text to the one rebuilt from its program."""

    cosine_at_least: Share
    biased_too: bool = False


class DecisionSettings(Value):
    """How many runs of the decider there are, and how many have to decide as the program does."""

    runs: Count
    agreeing: Count


class BiasJudgeSettings(Value):
    """How many judges are asked, and how many have to say yes."""

    votes: Count
    yes: Count


class AskingSettings(Value):
    """How often a question is put in all, where answers cannot be read."""

    attempts: Count


class CascadeSettings(Value):
    """The stages of one profile in order, and their numbers."""

    profile: Profile
    stages: tuple[str, ...]
    pair_similarity: PairSimilaritySettings
    collision: CollisionSettings
    bias_existence: BiasExistenceSettings
    certificate: CertificateSettings
    round_trip: RoundTripSettings
    decision: DecisionSettings
    bias_judge: BiasJudgeSettings
    asking: AskingSettings

    @property
    def digest(self) -> str:
        """The hash of all of it: two runs with the same digest were held to the same cascade."""
        return fingerprint(self.model_dump(mode="json"))


def load_settings(profile: Profile, file: Path | None = None) -> CascadeSettings:
    """Return the settings of ``profile`` from ``file``, the packaged one without it.

    Raises InputError that names the file and the key which is missing, unknown or out of range.
    """
    source = file or files("probe.filters") / "cascade.toml"
    try:
        text = source.read_text(encoding="utf-8")
        given = tomllib.loads(text)
    except OSError as error:
        raise InputError(f"cascade file {source} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"cascade file {source} is no TOML: {error}") from error
    try:
        return CascadeSettings.model_validate(_of_profile(given, profile))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise InputError(f"cascade file {source}: {where}: {first['msg']}") from error


def _of_profile(given: dict[str, Any], profile: Profile) -> dict[str, Any]:
    """Lay the profile's own sections over the general ones."""
    general = {name: section for name, section in given.items() if name not in (*Profile, "stages")}
    stages = cast(dict[str, Any], given.get("stages", {})).get(profile.value, ())
    for name, section in given.get(profile.value, {}).items():
        general[name] = {**general.get(name, {}), **section}
    return {**general, "profile": profile, "stages": stages}
