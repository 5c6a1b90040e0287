"""The options of commands that work on one item after another: parts, reports, and where the work runs."""

from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, Literal, TypeVar

import click

from probe.audit.bulk import Bulk
from probe.cli.options import PATH, force_option
from probe.cli.output import Interrupted, run
from probe.errors import InputError
from probe.files.shards import WHOLE, Shard
from probe.session import Placement

Result = TypeVar("Result")


class ShardType(click.ParamType[Shard]):
    """Parse ``I/N``."""

    name = "I/N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Shard:
        """Return the shard. Raises InputError if the text is none."""
        return value if isinstance(value, Shard) else Shard.parse(str(value))


def _placement(workers: str) -> tuple[Callable[..., Any], ...]:
    """Return the options of where work runs; ``workers`` is the help of that option."""
    return (
        click.option(
            "--engine",
            type=click.Choice(["local", "ray"]),
            default="local",
            show_default=True,
            help="Processes on this machine, or a Ray cluster (pip install ray).",
        ),
        click.option(
            "--address", metavar="ADDRESS", help="The Ray cluster; auto, the default, is the one running here."
        ),
        click.option("--workers", type=click.IntRange(1, 4096), help=workers),
    )


_BULK: tuple[Callable[..., Any], ...] = (
    click.option(
        "--report",
        type=PATH,
        metavar="FILE",
        help="Write one line of JSON per pair as it is done; repeat it to resume.",
    ),
    force_option,
    click.option(
        "--shard", type=ShardType(), default=WHOLE, help="Work on part I of N, and write its --report for probe merge."
    ),
)


def with_options(command: Callable[..., Any], options: Sequence[Callable[..., Any]]) -> Callable[..., Any]:
    """Add ``options`` in the order in which help lists them."""
    for option in reversed(options):
        command = option(command)
    return command


def placement_options(
    workers: str = "Number of processes. Default: one per core.",
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the options of where work runs, passed to the command as ``placement``; ``workers`` is the help of one.

    The command raises InputError for an address without a cluster.
    """

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def placing(*, engine: Literal["local", "ray"], address: str | None, workers: int | None, **own: Any) -> Any:
            if address is not None and engine != "ray":
                raise InputError("--address is the address of a Ray cluster: add --engine ray")
            return command(placement=Placement(engine, address or "auto", workers), **own)

        return with_options(placing, _placement(workers))

    return decorate


def bulk_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options, passed to the command as one parameter, ``bulk``."""

    @wraps(command)
    def sharing(*, shard: Shard, report: Path | None, force: bool, placement: Placement, **own: Any) -> Any:
        if shard.of > 1 and report is None:
            raise InputError("a part needs a file for its results: add --report FILE")
        return command(bulk=Bulk(shard, placement, report, force), **own)

    return with_options(placement_options()(sharing), _BULK)


def run_bulk(work: Coroutine[Any, Any, Result], bulk: Bulk) -> Result:
    """Run ``work`` to completion. After Ctrl-C, its report is what a repeated command resumes."""
    try:
        return run(work)
    except Interrupted:
        raise Interrupted(resumable=bulk.report is not None) from None
