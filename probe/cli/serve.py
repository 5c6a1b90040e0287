"""``probe serve``: the content of ``probe audit`` as web pages on this machine."""

import contextlib
import socket
from pathlib import Path

import click

from probe.cli.options import PATH, profile_option
from probe.cli.output import message
from probe.errors import InputError
from probe.session import require_oracle
from probe.values import Profile

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
    """Serve pages about DATASET and its runs on 127.0.0.1 until you press Ctrl-C.

    DIR… are folders of probe evaluate (shown as decisions and figures) or probe generate (rejected candidates).
    """
    import uvicorn

    from probe.web.app import make_app
    from probe.web.workbench import open_workbench

    require_oracle()  # report a missing SWI-Prolog before the server starts
    bench = open_workbench(dataset, runs, ratings, profile)
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(("127.0.0.1", port))
        except OSError as error:
            raise InputError(f"cannot use port {port} ({error.strerror}): choose another with --port") from error
        listening.listen(128)
        message(f"http://127.0.0.1:{listening.getsockname()[1]}/  (press Ctrl-C to stop)")
        config = uvicorn.Config(make_app(bench), log_level="warning", access_log=False, timeout_graceful_shutdown=2)
        with contextlib.suppress(KeyboardInterrupt):  # the usual way to stop the server
            uvicorn.Server(config).run(sockets=[listening])
