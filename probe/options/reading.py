"""What users give as options, as values: models, biases, profiles and paths."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path

from probe.errors import InputError
from probe.options.shared import EvaluationSource, PathName, Spec
from probe.values import Bias, ModelSpec, Profile


def spec_of(given: Spec | None) -> ModelSpec | None:
    """Return the model that ``given`` names. Raises InputError, which shows the form, if it is not a name."""
    return given if given is None or isinstance(given, ModelSpec) else ModelSpec.parse(given)


def specs_of(given: Spec | Iterable[Spec] | None) -> tuple[ModelSpec, ...]:
    """Return the models that ``given`` names: none, one or several."""
    several = (given,) if given is None or isinstance(given, (str, ModelSpec)) else given
    return tuple(spec for each in several if (spec := spec_of(each)) is not None)


def biases_of(given: str | Bias | Iterable[str | Bias] | None) -> tuple[Bias, ...]:
    """Return the biases that ``given`` names, in either spelling and each once."""
    names = (given,) if isinstance(given, (str, Bias)) else given or ()
    return tuple(dict.fromkeys(name if isinstance(name, Bias) else Bias.parse(name) for name in names))


def names_of(given: str | Iterable[str]) -> tuple[str, ...]:
    """Return the names in ``given``: several, or a text with commas."""
    return tuple(name.strip() for name in (given.split(",") if isinstance(given, str) else given) if name.strip())


def path_of(given: PathName | None) -> Path | None:
    """Return ``given`` as a path, None for None."""
    return None if given is None else Path(given)


def paths_of(given: PathName | Iterable[PathName]) -> tuple[Path, ...]:
    """Return what ``given`` names as paths: one or several."""
    return (Path(given),) if isinstance(given, (str, PathLike)) else tuple(Path(each) for each in given)


def folders_of(given: EvaluationSource | Iterable[EvaluationSource]) -> tuple[Path, ...]:
    """Return the folders of evaluations, which are given themselves or by their paths: one or several."""
    several = (given,) if isinstance(given, (str, PathLike)) or not isinstance(given, Iterable) else given
    return tuple(Path(each) if isinstance(each, (str, PathLike)) else each.folder for each in several)


def output_of(given: PathName | None) -> Path:
    """Return the file or folder to write. Raises InputError if none is named."""
    if given is None:
        raise InputError("nothing is named to write to: add --out")
    return Path(given)


def profile_of(given: str | Profile) -> Profile:
    """Return the profile that ``given``, which has been checked, names."""
    return Profile(given)
