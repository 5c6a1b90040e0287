"""Write files atomically."""

import os
import secrets
import stat
from collections.abc import Mapping
from pathlib import Path

from probe.errors import InputError


def write_atomically(file: Path, content: str | bytes) -> None:
    """Write ``content`` to ``file`` so that readers see the old content or the new one, never a part.

    A new file gets the permissions that the umask allows; a replaced file keeps its own. Raises InputError if the
    folder cannot be written or the disk is full; the old file then remains.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
        # Not tempfile.mkstemp: only the owner can read its files, and reading the umask would change it for all
        # threads. The system applies the umask to a file that is opened like this.
        handle = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            if file.exists():
                temporary.chmod(stat.S_IMODE(file.stat().st_mode))
            temporary.replace(file)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(f"{file} cannot be written: {error.strerror or error}") from error


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write each content to its path inside ``folder``, atomically."""
    for path, content in files.items():
        write_atomically(folder / path, content)
