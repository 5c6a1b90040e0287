"""What parameters of several functions mean: models, their access and budget, numbers, names and folders."""

import shutil
import warnings
import weakref
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from tempfile import mkdtemp
from typing import Literal, TypedDict

from probe.errors import InputError, ProbeError
from probe.files.folders import Folder
from probe.ports import SubjectFunction
from probe.session import Access, holds_run
from probe.values import Bias, Budget, ModelSpec, Profile, Rates

PathName = str | PathLike[str]
ProfileName = Literal["strict", "paper"]
Spec = str | ModelSpec


class AccessOptions(TypedDict, total=False):
    """How models are reached and what may be spent; the options of the command line with the same names.

    ``base_url`` is the address of an OpenAI-compatible server. ``concurrency`` (default 16) is the maximum number of
    concurrent calls. ``max_calls`` and ``max_usd`` stop the work, which can be resumed; ``rpm`` and ``tpm`` limit
    requests and tokens per minute. ``prices`` is a file with prices per million tokens. ``max_wait`` (default 10) is
    how many minutes a provider's rate limit is waited for; beyond it, the work stops and can be resumed.
    """

    base_url: str | None
    concurrency: int
    max_calls: int | None
    max_usd: float | None
    prices: PathName | None
    rpm: int | None
    tpm: int | None
    max_wait: float


def access_of(given: AccessOptions, functions: Mapping[str, SubjectFunction] | None = None) -> Access:
    """Return the access to models. Raises TypeError for an unknown option, as Python does for a parameter."""
    unknown = sorted(set(given) - set(AccessOptions.__annotations__))
    if unknown:
        raise TypeError(f"unexpected keyword argument {unknown[0]!r}")
    prices = given.get("prices")
    return Access(
        given.get("base_url"),
        whole("concurrency", given.get("concurrency", 16), 1, 1024),
        Budget(max_calls=given.get("max_calls"), max_usd=given.get("max_usd")),
        None if prices is None else Path(prices),
        Rates(rpm=given.get("rpm"), tpm=given.get("tpm")),
        functions or {},
        max_wait=given.get("max_wait", 10.0),
    )


def spec_of(given: Spec | None) -> ModelSpec | None:
    """Return the model that ``given`` names. Raises InputError, which shows the form, if it is not a name."""
    return given if given is None or isinstance(given, ModelSpec) else ModelSpec.parse(given)


def specs_of(given: Spec | Iterable[Spec] | None) -> tuple[ModelSpec, ...]:
    """Return the models that ``given`` names: none, one or several."""
    if given is None:
        return ()
    several = (given,) if isinstance(given, (str, ModelSpec)) else tuple(given)
    return tuple(spec for one in several if (spec := spec_of(one)) is not None)


def biases_of(given: str | Iterable[str] | None) -> tuple[Bias, ...]:
    """Return the biases that ``given`` names, in either spelling and each once."""
    if given is None:
        return ()
    names = (given,) if isinstance(given, str) else given
    return tuple(dict.fromkeys(Bias.parse(name) for name in names))


def profile_of(name: ProfileName | Profile) -> Profile:
    """Return the profile called ``name``."""
    return Profile(one_of("profile", name, [profile.value for profile in Profile]))


def one_of(parameter: str, value: str, known: Iterable[str]) -> str:
    """Return ``value``. Raises InputError if it is not ``known``."""
    names = list(known)
    if value not in names:
        raise InputError(f"{parameter}={value!r}: choose one of {', '.join(names)}")
    return value


def whole(parameter: str, value: int, least: int, most: int | None = None) -> int:
    """Return ``value``. Raises InputError if it is not a whole number from ``least`` to ``most``."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least or (most is not None and value > most):
        limits = f"from {least} to {most}" if most is not None else f"of at least {least}"
        raise InputError(f"{parameter}={value!r}: give a whole number {limits}")
    return value


def optional_path(given: PathName | None) -> Path | None:
    """Return ``given`` as a path, None for None."""
    return None if given is None else Path(given)


@contextmanager
def folder_of(out: PathName | None) -> Iterator[Folder]:
    """Yield the folder ``out``, by default a temporary one.

    A temporary folder is never removed with answers that its user has not received: if the work ends early, the folder
    remains and the error names it.
    """
    if out is not None:
        yield Folder(Path(out))
        return
    folder = Folder(Path(mkdtemp(prefix="probe-")))
    try:
        yield folder
    except BaseException as error:
        _keep_answers(folder, error)
        raise
    weakref.finalize(folder, shutil.rmtree, folder.path, ignore_errors=True)


def _keep_answers(folder: Folder, error: BaseException) -> None:
    """Name a temporary folder with answers in ``error``, also in a folder below it; remove one without."""
    below = [one for one in folder.path.iterdir() if one.is_dir()] if folder.path.is_dir() else []
    if not any(map(holds_run, (folder.path, *below))):
        shutil.rmtree(folder.path, ignore_errors=True)
        return
    kept = f"the answers so far are kept: add out={str(folder.path)!r} to resume"
    if isinstance(error, ProbeError):
        error.args = (f"{error}; {kept}",)
    else:
        warnings.warn(f"interrupted; {kept}", stacklevel=2)
