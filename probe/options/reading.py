"""What users give as options, as values: models, biases, profiles and paths."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path

from probe.errors import InputError
from probe.options.shared import EvaluationSource, PathName, Spec
from probe.values import Bias, ModelSpec, Profile


def spec_of(spec: Spec | None) -> ModelSpec | None:
    """Return the model that is named. Raises InputError, which shows the form, if it is not a name."""
    return spec if spec is None or isinstance(spec, ModelSpec) else ModelSpec.parse(spec)


def specs_of(specs: Spec | Iterable[Spec] | None) -> tuple[ModelSpec, ...]:
    """Return the models that are named: none, one or several."""
    given_specs = (specs,) if specs is None or isinstance(specs, (str, ModelSpec)) else specs
    return tuple(spec for given_spec in given_specs if (spec := spec_of(given_spec)) is not None)


def biases_of(biases: str | Bias | Iterable[str | Bias] | None) -> tuple[Bias, ...]:
    """Return the biases that are named, in either spelling and each once."""
    names = (biases,) if isinstance(biases, (str, Bias)) else biases or ()
    return tuple(dict.fromkeys(name if isinstance(name, Bias) else Bias.parse(name) for name in names))


def names_of(names: str | Iterable[str]) -> tuple[str, ...]:
    """Return the single names: of several, or of a text with commas."""
    return tuple(name.strip() for name in (names.split(",") if isinstance(names, str) else names) if name.strip())


def path_of(path: PathName | None) -> Path | None:
    """Return a path for a name, None for None."""
    return None if path is None else Path(path)


def paths_of(paths: PathName | Iterable[PathName]) -> tuple[Path, ...]:
    """Return the paths of one name or several."""
    return (Path(paths),) if isinstance(paths, (str, PathLike)) else tuple(Path(path) for path in paths)


def folders_of(sources: EvaluationSource | Iterable[EvaluationSource]) -> tuple[Path, ...]:
    """Return the folders of evaluations, which are given themselves or by their paths: one or several."""
    given_sources = (sources,) if isinstance(sources, (str, PathLike)) or not isinstance(sources, Iterable) else sources
    return tuple(Path(source) if isinstance(source, (str, PathLike)) else source.folder for source in given_sources)


def output_of(path: PathName | None) -> Path:
    """Return the file or folder to write. Raises InputError if none is named."""
    if path is None:
        raise InputError("there is nothing to write to: add --out")
    return Path(path)


def profile_of(profile: str | Profile) -> Profile:
    """Return the profile of a name that has been checked."""
    return Profile(profile)
