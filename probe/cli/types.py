"""What the texts of options are read as. What a type needs from a room is imported when a text is read."""

from __future__ import annotations

import errno
import math
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import click

from probe.options.form import LONGEST_LABEL, is_label

DASH = "-"
"""Standard input, or standard output, in the place of a path."""
STANDARD_OUTPUT = Path("/dev/stdout")
"""What ``-`` is read as, which has to differ from a file called ``-``."""


class ParsedType(click.ParamType[Any]):
    """Parse a text by ``parse`` of a value's class, which is named as ``module:class``."""

    def __init__(self, name: str, class_path: str) -> None:
        self.name, self._class_path = name, class_path

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value. Raises InputError, which shows the expected form, if the text is none."""
        parsed_class = resolve_name(self._class_path)
        return value if isinstance(value, parsed_class) else parsed_class.parse(str(value))


class PathType(click.Path):
    """A path that is checked when it is read, so that the error message can name the fix.

    A text that cannot be a path, because it is empty or too long, is refused here, and so is ``-`` with the reason in
    ``dash``: a file of this name is not meant.
    """

    def __init__(self, dash: str) -> None:
        super().__init__(path_type=Path)
        self._dash = dash

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path. Raises click's BadParameter if no file can have this name."""
        if not str(value):
            self.fail("an empty text is not a path", param, ctx)
        if str(value) == DASH:
            return self.stream(param, ctx)
        try:
            # Only the operating system knows which names it accepts.
            Path(value).lstat()
        except (ValueError, OSError) as error:
            # The command reports other errors, such as a missing file.
            if not isinstance(error, OSError) or error.errno in (errno.ENAMETOOLONG, errno.ELOOP):
                reason = error.strerror if isinstance(error, OSError) else str(error)
                self.fail(f"{str(value)[:40]!r} … is not a path: {reason}", param, ctx)
        return super().convert(value, param, ctx)

    def stream(self, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return what ``-`` means. Raises click's BadParameter if it is not allowed."""
        return self.fail(f"{self._dash} (./- for a file named -)", param, ctx)


class DatasetType(PathType):
    """A path to read from; ``-`` is standard input."""

    def stream(self, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return a file with standard input. Raises InputError if it exceeds the limits of a dataset."""
        from probe.cli.standard_streams import standard_input

        return standard_input()


class StreamType(PathType):
    """A path to write to; ``-`` is standard output."""

    def stream(self, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path of standard output."""
        return STANDARD_OUTPUT


class NumberType(click.FloatRange):
    """A finite number in a range; click itself accepts ``nan``, which is in every range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number. Raises click's BadParameter if it is not finite or out of range."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a number", param, ctx)
        return number


class LabelType(click.ParamType[str]):
    """A short name that fits into a table."""

    name = "TEXT"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the label. Raises click's BadParameter if it is empty, too long or not printable."""
        if not is_label(str(value)):
            self.fail(f"give 1 to {LONGEST_LABEL} printable characters", param, ctx)
        return str(value).strip()


NO_STANDARD_INPUT = "standard input is not read here: give a file or a folder"
NO_STANDARD_OUTPUT = "this is not written to standard output: give a file or a folder"
LABEL, SPEC, BIAS, SHARD, PATH, SOURCE, OUTPUT, STREAM = (
    LabelType(),
    ParsedType("SPEC", "probe.values:ModelSpec"),
    ParsedType("NAME", "probe.values:Bias"),
    ParsedType("I/N", "probe.values.shard:Shard"),
    PathType(NO_STANDARD_INPUT),
    DatasetType(NO_STANDARD_INPUT),
    PathType(NO_STANDARD_OUTPUT),
    StreamType(NO_STANDARD_OUTPUT),
)
