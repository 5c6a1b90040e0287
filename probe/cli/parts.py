"""The options of work that is prepared in parts."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from probe.cli.bulk import ShardType, placement_options, with_options
from probe.cli.options import force_option
from probe.errors import InputError
from probe.files.shards import Shard
from probe.generation.preparing import Part
from probe.session import Placement

_PART = click.option(
    "--shard",
    type=ShardType(),
    help="Only compose, check and embed part I of N of what one grammar author offers, for probe merge --shards.",
)


def part_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of work that is prepared in parts, passed to the command as ``part``, None without --shard."""

    @wraps(command)
    def preparing(*, shard: Shard | None, force: bool, placement: Placement, **own: Any) -> Any:
        if shard is None and (force or placement != Placement()):
            raise InputError("--engine, --workers and --force are for a part: add --shard, 1/1 for all of the work")
        return command(part=shard and Part(shard, placement, force), **own)

    return with_options(placement_options()(preparing), (_PART, force_option))
