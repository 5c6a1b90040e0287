"""What the texts of options are read as. What a type needs from a room is imported when a text is read."""

from __future__ import annotations

import errno
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from probe.values import Bias, ModelSpec
    from probe.values.shard import Shard


class SpecType(click.ParamType["ModelSpec"]):
    """Parse ``provider/model?options``."""

    name = "SPEC"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> ModelSpec:
        """Return the spec. Raises InputError, which shows the expected form, if it cannot be parsed."""
        from probe.values import ModelSpec

        return value if isinstance(value, ModelSpec) else ModelSpec.parse(str(value))


class BiasType(click.ParamType["Bias"]):
    """Parse a bias's name in either spelling."""

    name = "NAME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Bias:
        """Return the bias. Raises InputError if the text cannot be a name."""
        from probe.values import Bias

        return value if isinstance(value, Bias) else Bias.parse(str(value))


class ShardType(click.ParamType["Shard"]):
    """Parse ``I/N``."""

    name = "I/N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Shard:
        """Return the shard. Raises InputError if the text is none."""
        from probe.values.shard import Shard

        return value if isinstance(value, Shard) else Shard.parse(str(value))


class PathType(click.Path):
    """A path that is checked when it is read, so that the error message can name the fix.

    Only a text that cannot be a path, because it is empty or too long, is refused here.
    """

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path. Raises click's BadParameter if no file can have this name."""
        if not str(value):
            self.fail("an empty text is not a path", param, ctx)
        try:
            Path(value).lstat()
        except (ValueError, OSError) as error:
            if not isinstance(error, OSError) or error.errno in (errno.ENAMETOOLONG, errno.ELOOP):
                reason = error.strerror if isinstance(error, OSError) else str(error)
                self.fail(f"{str(value)[:40]!r} … is not a path: {reason}", param, ctx)
        return super().convert(value, param, ctx)


class DatasetType(PathType):
    """A path to read from; ``-`` is standard input."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path. Raises InputError if standard input exceeds the limits of a dataset."""
        from probe.cli.standard_input import NAME, standard_input

        return standard_input() if str(value) == NAME else super().convert(value, param, ctx)


class NumberType(click.FloatRange):
    """A finite number in a range; click itself accepts ``nan``, which is in every range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number. Raises click's BadParameter if it is not finite or out of range."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a number", param, ctx)
        return number


class LabelType(click.ParamType[str]):
    """A short name that fits into a table: printable characters on one line."""

    name = "TEXT"
    longest = 60

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the label. Raises click's BadParameter if it is empty, too long or not printable."""
        label = str(value).strip()
        if not label or len(label) > self.longest or not label.isprintable():
            self.fail(f"give 1 to {self.longest} printable characters", param, ctx)
        return label


LABEL, SPEC, BIAS, SHARD, PATH, SOURCE = (
    LabelType(),
    SpecType(),
    BiasType(),
    ShardType(),
    PathType(),
    DatasetType(),
)
