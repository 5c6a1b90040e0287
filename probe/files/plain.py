"""Plain files: programs that users write by hand, and atomic writing."""

import fcntl
import gzip
import os
import re
import secrets
import shutil
import stat
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from probe.content import ContentFile
from probe.errors import InputError
from probe.inputs import read_text
from probe.values import Bias, Program, Programs

AXIOMS = "axioms.pl"
GZIP_SUFFIX = ".gz"


def read_program(file: Path) -> Program:
    """Return the program in ``file``, with the ``axioms.pl`` in the same folder if there is one."""
    axioms = file.with_name(AXIOMS)
    # A user may check the axiom file itself: do not prepend it to itself.
    has_axioms = axioms != file and os.path.lexists(axioms)
    return Program(axioms=read_text(axioms) if has_axioms else "", text=read_text(file))


def read_programs(folder: Path) -> tuple[Programs, Bias | None]:
    """Return both programs of a pair, and the bias if the parent folder is named after one."""
    missing_files = [name for name in (AXIOMS, "unbiased.pl", "biased.pl") if not os.path.lexists(folder / name)]
    if missing_files:
        raise InputError(
            f"{folder} contains neither dataset.jsonl nor a pair of programs: {missing_files[0]} is missing"
        )
    programs = Programs(
        axioms=read_text(folder / AXIOMS),
        unbiased=read_text(folder / "unbiased.pl"),
        biased=read_text(folder / "biased.pl"),
    )
    return programs, _bias_of(folder.resolve().parent)


def _bias_of(folder: Path) -> Bias | None:
    """Return the bias of ``folder``: the one that its bias.toml names, or the packaged bias of the same name."""
    try:
        return Bias(str(ContentFile(folder / "bias.toml", several_lines=True).at(("name",))))
    except (InputError, ValueError):
        # The folder of a user's own programs need not be part of a domain.
        return next((bias for bias in Bias if bias.slug == folder.name), None)


def refuse_overwriting(
    files: Iterable[Path], option: str, *, replaceable: Container[Path] = (), force: bool | None = None
) -> None:
    """Raise InputError if one of ``files`` exists but is not in ``replaceable``, the earlier output of the command.

    ``option`` is the command-line option that names another place. ``force`` is whether the user allows overwriting;
    None means that the command has no ``--force``.
    """
    if force:
        return
    for file in files:
        if os.path.lexists(file) and file not in replaceable:
            force_hint = "" if force is None else ", or add --force to overwrite it"
            raise InputError(f"{file} already exists and would be overwritten: choose another {option}{force_hint}")


def write_new(file: Path, content: str | bytes, option: str, *, force: bool) -> Path:
    """Write ``content`` to ``file`` and return it. Raises InputError as ``refuse_overwriting`` does."""
    refuse_overwriting([file], option, force=force)
    write_atomically(file, content)
    return file


def write_atomically(file: Path, content: str | bytes) -> None:
    """Write ``content`` to ``file`` so that readers see the old content or the new one, never a part.

    A new file gets the permissions that the umask allows; a replaced file keeps its own. Raises InputError if the
    folder cannot be written or the disk is full; the old file then remains.
    """
    write_chunks(file, [content.encode("utf-8") if isinstance(content, str) else content])


def write_chunks(file: Path, chunks: Iterable[bytes]) -> None:
    """Write ``chunks`` one after another, like ``write_atomically``, without holding all of them in memory."""
    with replacing(file) as stream:
        stream.writelines(chunks)


def write_packed(file: Path, chunks: Iterable[bytes]) -> None:
    """Write ``chunks`` like ``write_chunks``, compressed with gzip if the name of the file ends in ``.gz``.

    Equal pieces make equal files: neither the time nor the name is part of a compressed file.
    """
    if file.suffix != GZIP_SUFFIX:
        write_chunks(file, chunks)
        return
    with (
        replacing(file) as stream,
        gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=stream, mtime=0) as archive,
    ):
        for chunk in chunks:
            archive.write(chunk)


@contextmanager
def replacing(file: Path) -> Iterator[IO[bytes]]:
    """Open a stream whose content replaces ``file`` when the block ends; an error leaves the old file.

    What a killed process left beside ``file`` is deleted. Raises InputError if the folder cannot be written or the disk
    is full.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with hidden_path(file.parent, file.name) as (temporary, handle):
            with os.fdopen(os.dup(handle), "wb") as stream:
                yield stream
                stream.flush()
                # Sync before the rename, or a power failure could leave an incomplete file under the new name.
                os.fsync(stream.fileno())
            if file.exists():
                temporary.chmod(stat.S_IMODE(file.stat().st_mode))
            temporary.replace(file)
            _sync_folder(file.parent)
    except OSError as error:
        raise InputError(f"{file} cannot be written: {error.strerror or error}") from error


def _sync_folder(folder: Path) -> None:
    """Make the new name of a file survive a power failure too, where the file system can do that."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)


_HIDDEN_FILE = re.compile(r"\A\.(?P<name>.+)\.[0-9a-f]{16}\.tmp", re.S)
"""The names of incomplete files and folders."""


@contextmanager
def hidden_path(parent: Path, name: str, *, folder: bool = False) -> Iterator[tuple[Path, int]]:
    """Make an empty hidden file or ``folder`` in ``parent`` for what will be called ``name``, and delete it at the end.

    Yield its path and an open descriptor, whose lock shows that a process works on it; those of killed processes are
    deleted first.
    """
    delete_abandoned(parent, name)
    while True:
        path = parent / f".{name}.{secrets.token_hex(8)}.tmp"
        try:  # before it exists, so that an interruption leaves nothing
            handle = _create(path, folder=folder)
            try:
                if _lock(handle) and _is_at(handle, path):
                    yield path, handle
                    return
            finally:
                os.close(handle)
        finally:
            _delete(path)
        # Another process deleted it as abandoned before it was locked.


def delete_abandoned(parent: Path, name: str) -> None:
    """Delete what killed processes left in ``parent`` of what would be called ``name``."""
    for path in hidden_in(parent, name):
        with suppress(OSError):
            # A link or a pipe with such a name must not make this wait or delete a different file.
            handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                # Without a lock no process works on it, unless another has just made a new one with this name.
                if _is_at(handle, path):
                    _delete(path)
            finally:
                os.close(handle)


def hidden_in(parent: Path, name: str | None = None) -> list[Path]:
    """Return the incomplete files and folders in a folder, only those that will be called ``name`` if that is given."""
    try:
        entries = sorted(parent.iterdir())
    except OSError:
        return []
    matches = ((entry, _HIDDEN_FILE.fullmatch(entry.name)) for entry in entries)
    return [entry for entry, match in matches if match and name in (None, match["name"])]


def _create(path: Path, *, folder: bool) -> int:
    if folder:
        path.mkdir()
        return os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    # Not tempfile.mkstemp: only the owner can read its files, and reading the umask would change it for all
    # threads. The system applies the umask to a file that is opened like this.
    return os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)


def _lock(handle: int) -> bool:
    """Lock a file or folder for this process; return False if another process has it."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # a file system without locks, where no file is treated as abandoned
    return True


def _is_at(handle: int, path: Path) -> bool:
    """Whether an open file or folder still has this path."""
    try:
        return os.path.samestat(os.fstat(handle), path.lstat())
    except OSError:
        return False


def _delete(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
