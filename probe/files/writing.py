"""Writing files whole or not at all."""

import os
import tempfile
from pathlib import Path

from probe.errors import InputError


def write_atomically(file: Path, content: str | bytes) -> None:
    """Put ``content`` into ``file`` such that readers see the old content or the new one, never a part.

    Raises InputError where the folder cannot be written or the disk is full; the old file then stays.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content if isinstance(content, bytes) else content.encode("utf-8"))
                stream.flush()
                os.fsync(stream.fileno())
            temporary.chmod(0o644)
            temporary.replace(file)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(f"{file} cannot be written: {error.strerror or error}") from error
