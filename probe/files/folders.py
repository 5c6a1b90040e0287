"""Folders of several files, such as an export or a report, which appear when they are complete."""

import json
import os
import stat
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from probe.errors import InputError
from probe.files.plain import delete_abandoned, hidden_in, hidden_path
from probe.inputs import read_json

_PLACED_LIST = ".placed"
"""The list of files that take their places in an existing folder, in the hidden folder that they come from."""


@dataclass(frozen=True)
class Folder:
    """The folder of a run; a temporary one is removed with the last value that holds this object."""

    path: Path


def write_files(
    folder: Path, files: Mapping[str, bytes], *, earlier: Collection[str] = (), last: str | None = None
) -> None:
    """Write each content to its path inside ``folder``, as ``replacing_folder`` does."""
    with replacing_folder(folder, earlier=earlier, last=last) as new_folder:
        for path, content in files.items():
            write_new(new_folder / path, content)


def write_new(file: Path, content: bytes) -> None:
    """Write a file of a folder that is not complete yet."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("xb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


@contextmanager
def replacing_folder(folder: Path, *, earlier: Collection[str] = (), last: str | None = None) -> Iterator[Path]:
    """Yield an empty hidden folder whose files take their places in ``folder`` when the block ends.

    A folder that does not exist appears at once. In one that exists, files of these names are replaced, the others of
    ``earlier``, the output of an earlier command, are deleted, and the file ``last`` is replaced last. Until then, an
    error or a kill changes nothing there; what a killed process left is deleted. Raises InputError if ``folder`` cannot
    be written.
    """
    # Keep a link and write the files to its target.
    folder = Path(os.path.realpath(folder))
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        # A killed command worked next to the folder if it did not exist, otherwise within it.
        for directory in {folder.parent, folder}:
            delete_abandoned(directory, folder.name)
        # On the same file system as the target, so that files can be renamed into place.
        with hidden_path(folder if folder.is_dir() else folder.parent, folder.name, folder=True) as (new_folder, _):
            yield new_folder
            if folder.is_dir():
                _place(new_folder, folder, earlier, last)
            else:
                new_folder.rename(folder)
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror or error}") from error


def interrupted_files(folder: Path) -> set[Path]:
    """Return the files that a killed command was putting into an existing ``folder``; its repetition replaces them."""
    real_folder = Path(os.path.realpath(folder))
    paths: set[str] = set()
    for leftover in hidden_in(real_folder, real_folder.name):
        with suppress(InputError, TypeError):
            paths.update(map(str, read_json(leftover / _PLACED_LIST if leftover.is_dir() else leftover)))
    return {folder / path for path in paths}


def is_vacant(folder: Path) -> bool:
    """Whether a folder is missing, or contains only files that a killed command was moving into it."""
    if not folder.is_dir():
        return not os.path.lexists(folder)
    ignored_paths = {*interrupted_files(folder), *hidden_in(folder)}
    files = (file for file in folder.rglob("*") if not file.is_dir() or file.is_symlink())
    return all(any(file.is_relative_to(path) for path in ignored_paths) for file in files)


def _place(new_folder: Path, folder: Path, earlier_files: Collection[str], last_file: str | None) -> None:
    """Move every file of ``new_folder`` to its place in ``folder``, and delete the others of ``earlier_files``."""
    paths = sorted(file.relative_to(new_folder) for file in new_folder.rglob("*") if not file.is_dir())
    # False sorts before True: the last file shows that all others are in place.
    paths.sort(key=lambda path: str(path) == last_file)
    # Check for all obstacles before the first file is moved.
    for path in paths:
        _refuse_obstacle(folder, path)
    # Without this list, a repeated command would treat files moved by a killed one as the user's files.
    write_new(new_folder / _PLACED_LIST, json.dumps([str(path) for path in paths]).encode())
    try:
        for name in set(earlier_files).difference(map(str, paths)):
            (folder / name).unlink(missing_ok=True)
        for path in paths:
            _move(new_folder / path, folder / path)
    except BaseException:
        # Also on Ctrl-C: the hidden folder is deleted at the end, and its list would be lost with it.
        with suppress(OSError):
            (new_folder / _PLACED_LIST).rename(_path_of_list(new_folder))
        raise


def _path_of_list(new_folder: Path) -> Path:
    """Return the path that keeps the list of placed files when ``new_folder`` is deleted: a similar name next to it."""
    start, token, end = new_folder.name.rsplit(".", 2)
    # The name has to look like that of unfinished output but differ from the one that is being deleted.
    return new_folder.with_name(f"{start}.{token[::-1]}.{end}")


def _refuse_obstacle(folder: Path, path: Path) -> None:
    """Raise InputError if a file at ``path`` would be outside ``folder``, or a folder is in its place."""
    for parent in path.parents[:-1]:
        if (folder / parent).is_symlink() or ((folder / parent).exists() and not (folder / parent).is_dir()):
            raise InputError(f"{folder / parent} is a link: delete it, or choose another folder")
    if (folder / path).is_dir() and not (folder / path).is_symlink():
        raise InputError(f"{folder / path} is a folder: delete it, or choose another --out")


def _move(file: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    # The user may have changed the mode of a file that is only replaced.
    if target.is_file() and not target.is_symlink():
        file.chmod(stat.S_IMODE(target.stat().st_mode))
    file.replace(target)
