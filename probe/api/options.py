"""What parameters of several functions mean: names and folders."""

import shutil
import warnings
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from probe.errors import InputError, ProbeError
from probe.files.folders import Folder
from probe.options.shared import PathName
from probe.session import holds_run


def one_of(parameter: str, value: str, choices: Iterable[str]) -> str:
    """Return ``value``. Raises InputError if it is not among ``choices``."""
    names = list(choices)
    if value not in names:
        raise InputError(f"{parameter}={value!r}: choose one of {', '.join(names)}")
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
        _keep_answers_of_run(folder, error)
        raise
    # The result reads from its folder as long as it is in use.
    weakref.finalize(folder, shutil.rmtree, folder.path, ignore_errors=True)


def _keep_answers_of_run(folder: Folder, error: BaseException) -> None:
    """Name a temporary folder with answers in ``error``, also in a folder below it; remove one without."""
    subfolders = [child for child in folder.path.iterdir() if child.is_dir()] if folder.path.is_dir() else []
    if not any(map(holds_run, (folder.path, *subfolders))):
        shutil.rmtree(folder.path, ignore_errors=True)
        return
    resume_hint = f"the answers so far are kept: add out={str(folder.path)!r} to resume"
    if isinstance(error, ProbeError):
        error.args = (f"{error}; {resume_hint}",)
    else:
        warnings.warn(f"interrupted; {resume_hint}", stacklevel=2)
