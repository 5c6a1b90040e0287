"""``probe serve``: the content of ``probe audit`` as web pages on this machine."""

import contextlib
import socket
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from probe.cli.output import message, print_json
from probe.errors import InputError
from probe.options.auditing import ServeCommandLine
from probe.options.reading import path_of, paths_of, profile_of
from probe.session import require_oracle

if TYPE_CHECKING:
    from starlette.applications import Starlette


def serve_command(options: ServeCommandLine) -> None:
    """Serve pages about a dataset and its runs until Ctrl-C."""
    from probe.web.app import make_app
    from probe.web.workbench import open_workbench

    require_oracle()  # report a missing SWI-Prolog before the server starts
    bench = open_workbench(
        Path(options.dataset), paths_of(options.runs), path_of(options.ratings), profile_of(options.profile)
    )

    def announce(url: str) -> None:
        message(f"{url}/  (press Ctrl-C to stop)")
        if options.as_json:
            print_json({"url": f"{url}/"})

    serve_until_stopped(make_app(bench), "127.0.0.1", options.port, announce)


ADDRESS_PARAMETERS = ("host", "port")
"""The parameters of commands that say where to listen."""


def serve_until_stopped(app: "Starlette", host: str, port: int, announce: Callable[[str], None]) -> None:
    """Serve ``app`` until Ctrl-C; ``announce`` is called with the address once it can be opened.

    Raises InputError if the host or the port cannot be used.
    """
    import uvicorn

    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listening_socket:
        # The port of a server that has just ended can be used again at once.
        listening_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening_socket.bind((host, port))
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or error
            options = " or ".join(
                param.opts[0]
                for param in click.get_current_context().command.params
                if param.name in ADDRESS_PARAMETERS
            )
            raise InputError(f"cannot use {host} port {port} ({reason}): give another {options}") from error
        # Listen before announcing the address, so that a program that reads it can connect at once.
        listening_socket.listen(128)
        url_host = f"[{host}]" if ":" in host else host
        announce(f"http://{url_host}:{listening_socket.getsockname()[1]}")
        # No log of addresses, since those of raters contain their keys.
        config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=2)
        with contextlib.suppress(KeyboardInterrupt):  # the usual way to stop the server
            uvicorn.Server(config).run(sockets=[listening_socket])
