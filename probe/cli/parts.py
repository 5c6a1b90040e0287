"""The options of work that is prepared by workers and in parts."""

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

_WORKERS = "Number of processes that compose, check and embed what one grammar author offers."


def part_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of work that is prepared by workers and in parts.

    They are passed to the command as ``part``, None without --shard, and ``placement``, None without workers.
    """

    @wraps(command)
    def preparing(*, shard: Shard | None, force: bool, placement: Placement, **own: Any) -> Any:
        if shard is None and force:
            raise InputError("--force starts a part again: add --shard, or leave it out")
        return command(part=shard and Part(shard, placement, force), placement=placement.if_chosen(), **own)

    return with_options(placement_options(_WORKERS)(preparing), (_PART, force_option))
