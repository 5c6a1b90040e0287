"""``probe serve``: the same as ``probe audit``, as pages on this machine."""

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
"""Where the pages are served, unless --port says otherwise."""


@click.command("serve")
@click.argument("dataset", type=PATH)
@click.argument("runs", type=PATH, nargs=-1, metavar="[DIR…]")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 takes any free one.")
@click.option("--ratings", type=PATH, metavar="DIR", help="Rate the sample of probe validate sample.")
@profile_option
def serve_command(*, dataset: Path, runs: tuple[Path, ...], port: int, ratings: Path | None, profile: Profile) -> None:
    """Serve pages about DATASET and its runs on 127.0.0.1, until Ctrl-C.

    DIR… are folders of probe evaluate (decisions, figures) and of probe generate (rejected candidates).
    """
    import uvicorn

    from probe.web.app import make_app
    from probe.web.workbench import open_workbench

    require_oracle()  # a missing SWI-Prolog is reported before anything is served
    bench = open_workbench(dataset, runs, ratings, profile)
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(("127.0.0.1", port))
        except OSError as error:
            raise InputError(f"port {port} is taken ({error.strerror}): give another one with --port") from error
        listening.listen(128)
        message(f"http://127.0.0.1:{listening.getsockname()[1]}/  (Ctrl-C ends it)")
        config = uvicorn.Config(make_app(bench), log_level="warning", access_log=False, timeout_graceful_shutdown=2)
        with contextlib.suppress(KeyboardInterrupt):  # the usual way to end it
            uvicorn.Server(config).run(sockets=[listening])
