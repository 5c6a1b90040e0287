"""What parameters of several functions mean: models, their access and budget, numbers, names and folders."""

import shutil
import warnings
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from tempfile import mkdtemp
from typing import Literal

from probe.errors import InputError, ProbeError
from probe.files.folders import Folder
from probe.session import holds_run
from probe.values import ModelSpec, Profile

PathName = str | PathLike[str]
ProfileName = Literal["strict", "paper"]
Spec = str | ModelSpec


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
