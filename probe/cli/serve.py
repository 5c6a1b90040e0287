"""``probe serve``: the content of ``probe audit`` as web pages on this machine."""

import contextlib
import socket
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from probe.cli.options import profile_option
from probe.cli.output import message
from probe.cli.types import PATH
from probe.errors import InputError
from probe.session import require_oracle
from probe.values import Profile

if TYPE_CHECKING:
    from starlette.applications import Starlette

PORT = 8321
"""Default of --port."""


@click.command("serve")
@click.argument("dataset", type=PATH)
@click.argument("runs", type=PATH, nargs=-1, metavar="[DIR…]")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Port to listen on; 0 picks a free one.",
)
@click.option(
    "--ratings",
    type=PATH,
    metavar="DIR",
    help="Also serve pages for rating the sample in DIR (see probe validate sample).",
)
@profile_option
def serve_command(*, dataset: Path, runs: tuple[Path, ...], port: int, ratings: Path | None, profile: Profile) -> None:
    """Serve pages about DATASET and its runs on this machine.

    The server listens on 127.0.0.1 until you press Ctrl-C.

    DIR… are folders of probe evaluate (shown as decisions and figures) or probe generate (rejected candidates).

    \b
    Example:
      probe serve run gpt-4.1-mini
    """
    from probe.web.app import make_app
    from probe.web.workbench import open_workbench

    require_oracle()  # report a missing SWI-Prolog before the server starts
    app = make_app(open_workbench(dataset, runs, ratings, profile))
    serve_until_stopped(app, "127.0.0.1", port, lambda address: [f"{address}/  (press Ctrl-C to stop)"])


PLACE = ("host", "port")
"""The parameters of commands that say where to listen."""


def serve_until_stopped(app: "Starlette", host: str, port: int, announce: Callable[[str], Iterable[str]]) -> None:
    """Serve ``app`` until Ctrl-C; print the lines that ``announce`` makes of the address.

    Raises InputError if the host or the port cannot be used.
    """
    import uvicorn

    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or error
            options = " or ".join(
                one.opts[0] for one in click.get_current_context().command.params if one.name in PLACE
            )
            raise InputError(f"cannot use {host} port {port} ({reason}): give another {options}") from error
        listening.listen(128)
        shown = f"[{host}]" if ":" in host else host
        for line in announce(f"http://{shown}:{listening.getsockname()[1]}"):
            message(line)
        config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=2)
        with contextlib.suppress(KeyboardInterrupt):  # the usual way to stop the server
            uvicorn.Server(config).run(sockets=[listening])
